"""The workshop: an agent that works on files with tools, under permissions, in durable steps.

Owns the loop, its tools, their permissions and where their text is from. Must never let a step take effect that was
not kept first, run a program outside the sandbox, or let text from outside widen what a run may do.
"""

from calisson.workshop.calls import Hooks
from calisson.workshop.claude import ClaudeEngine
from calisson.workshop.granted import grants_of
from calisson.workshop.loop import Agent, Checkpoint
from calisson.workshop.permissions import Permissions, Rule
from calisson.workshop.provenance import Grants, Passage, Powers, Question, Target
from calisson.workshop.steps import Step, Task
from calisson.workshop.tools import tools
from calisson.workshop.types import Change, Event, Outcome, StopReason, WorkTool
from calisson.workshop.workspace import Workspace

__all__ = ["Agent", "Change", "Checkpoint", "ClaudeEngine", "Event", "Grants", "Hooks", "Outcome", "Passage", "Permissions",
           "Powers", "Question", "Rule", "Step", "StopReason", "Target", "Task", "WorkTool", "Workspace", "grants_of",
           "tools"]  # fmt: skip
