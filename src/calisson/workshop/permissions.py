"""What a call may do: rules first, then the mode, then a person's yes.

A deny rule always wins. What no rule names is decided by the mode: `ask` lets reading through and asks for the
rest, `edits` also lets changes of files through, `plan` lets only reading through and asks nothing, `locked` lets
nothing through that no allow rule names. Without somebody to ask, asking means no.

These are the household's wishes; what outside text in a run's context forbids (`provenance`) no rule allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from calisson.models import ToolCall
from calisson.workshop.provenance import Reach

Mode = Literal["ask", "edits", "plan", "locked"]
MODES: tuple[Mode, ...] = ("ask", "edits", "plan", "locked")
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
class Ruling:
    """What the permissions say of a call."""

    verdict: Literal["allow", "ask", "deny"]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What a run may do."""

    mode: Mode = "ask"
    rules: tuple[Rule, ...] = ()
    approve: Approve | None = None
    wait: bool = False
    """Without `approve`: a run that has to ask waits for `Agent.answer` instead of being refused."""

    def ruling(self, call: ToolCall, reach: Reach) -> Ruling:
        """Return whether a call may be made, or a person is to be asked."""
        if any(r.verdict == "deny" and r.names(call) for r in self.rules):
            return Ruling("deny", "a rule denies it")
        if any(r.verdict == "allow" and r.names(call) for r in self.rules):
            return Ruling("allow")
        if self.mode == "locked":
            return Ruling("deny", "no rule allows it")
        if reach == "read" or (reach == "edit" and self.mode == "edits"):
            return Ruling("allow")
        if self.mode == "plan":
            return Ruling("deny", "only plans are made now")
        return Ruling("ask")
