"""The workshop: an agent that works on files with tools, under permissions, in durable steps.

Owns the loop, its tools and their permissions. Must never let a step take effect that was not kept first, nor run
a program outside the sandbox.
"""

from calisson.workshop.loop import Agent, Hooks
from calisson.workshop.permissions import Permissions, Rule
from calisson.workshop.steps import Step, Task
from calisson.workshop.tools import tools
from calisson.workshop.types import Change, Event, Outcome, StopReason, WorkTool
from calisson.workshop.workspace import Workspace

__all__ = ["Agent", "Change", "Event", "Hooks", "Outcome", "Permissions", "Rule", "Step", "StopReason", "Task",
           "WorkTool", "Workspace", "tools"]  # fmt: skip
