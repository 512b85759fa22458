"""What a call may do: rules first, then the mode, then a person's yes.

A deny rule always wins. What no rule names is decided by the mode: `ask` lets reading through and asks for the
rest, `edits` also lets changes of files through, `plan` lets only reading through and asks nothing, `locked` lets
nothing through that no allow rule names. Without somebody to ask, asking means no.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from calisson.models import ToolCall
from calisson.workshop.types import Reach

Mode = Literal["ask", "edits", "plan", "locked"]
Verdict = Literal["allow", "deny"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Allow or deny a tool, on paths that match."""

    verdict: Verdict
    tool: str = "*"
    path: str = "*"
    """A pattern as in shells; `*` also matches calls without a path."""

    def names(self, call: ToolCall) -> bool:
        """Return whether the rule is about this call."""
        path = str(call.arguments.get("path", ""))
        return fnmatchcase(call.name, self.tool) and (self.path == "*" or fnmatchcase(path, self.path))


Approve = Callable[[ToolCall], bool]
"""Ask a person; blocks until there is an answer."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What a run may do."""

    mode: Mode = "ask"
    rules: tuple[Rule, ...] = ()
    approve: Approve | None = None

    def refusal(self, call: ToolCall, reach: Reach) -> str:
        """Return why a call may not be made; empty when it may. May ask a person."""
        if any(r.verdict == "deny" and r.names(call) for r in self.rules):
            return "a rule denies it"
        if any(r.verdict == "allow" and r.names(call) for r in self.rules):
            return ""
        if self.mode == "locked":
            return "no rule allows it"
        if reach == "read" or (reach == "edit" and self.mode == "edits"):
            return ""
        if self.mode == "plan":
            return "only plans are made now"
        if self.approve is None:
            return "it needs a person's yes, and nobody is there to ask"
        return "" if self.approve(call) else "the person said no"
