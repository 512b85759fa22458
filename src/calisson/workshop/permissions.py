"""What a call may do: rules first, then the mode, then a person's yes.

A deny rule always wins. What no rule names is decided by the mode: `ask` lets reading through and asks for the
rest, `edits` also lets changes of files through, `plan` lets only reading through and asks nothing, `locked` lets
nothing through that no allow rule names. Without somebody to ask, asking means no.

These are the household's wishes; what outside text in a run's context forbids (`provenance`) no rule allows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from posixpath import normpath
from typing import Any, Literal

from calisson.errors import ConfigError
from calisson.models import ToolCall
from calisson.workshop.patterns import fits
from calisson.workshop.provenance import Reach

Mode = Literal["ask", "edits", "plan", "locked"]
MODES: tuple[Mode, ...] = ("ask", "edits", "plan", "locked")
Verdict = Literal["allow", "deny"]
FILE = "permissions.toml"
DENIED = "a rule denies it"


@dataclass(frozen=True, slots=True)
class Rule:
    """Allow or deny a tool, on paths that match."""

    verdict: Verdict
    tool: str = "*"
    path: str = "*"
    """A pattern as `patterns` has them; `*` also matches calls without a path."""

    def names(self, call: ToolCall) -> bool:
        """Return whether the rule is about this call."""
        path = str(call.arguments.get("path", ""))
        return fnmatchcase(call.name, self.tool) and (self.path == "*" or self.is_about(path))

    def is_about(self, path: str) -> bool:
        """Return whether its pattern names a file, however the path to it is written."""
        return fits(normpath(path) if path else "", self.path)


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

    def bars(self, tool: str, paths: Iterable[str]) -> bool:
        """Return whether a rule denies a tool one of these files; such a file is neither shown to it nor changed by it."""
        rules = [r for r in self.rules if r.verdict == "deny" and fnmatchcase(tool, r.tool)]
        return any(r.is_about(path) for path in paths for r in rules)

    def ruling(self, call: ToolCall, reach: Reach) -> Ruling:
        """Return whether a call may be made, or a person is to be asked."""
        if any(r.verdict == "deny" and r.names(call) for r in self.rules):
            return Ruling("deny", DENIED)
        if any(r.verdict == "allow" and r.names(call) for r in self.rules):
            return Ruling("allow")
        if self.mode == "locked":
            return Ruling("deny", "no rule allows it")
        if reach == "read" or (reach == "edit" and self.mode == "edits"):
            return Ruling("allow")
        if self.mode == "plan":
            return Ruling("deny", "only plans are made now")
        return Ruling("ask")


def load(folder: Path) -> tuple[Rule, ...]:
    """Return the rules that a home's `permissions.toml` names; none without the file.

    Raises:
        ConfigError: the file cannot be read, or a rule is none.
    """
    file = folder / FILE
    if not file.is_file():
        return ()
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error
    rows = data.get("rule", [])
    if set(data) - {"rule"} or not isinstance(rows, list):
        raise ConfigError(f"{file}: write each rule below a line [[rule]]")
    return tuple(_rule(row, f"{file}: rule {number}") for number, row in enumerate(rows, 1))


def _rule(row: Any, where: str) -> Rule:
    known = isinstance(row, dict) and set(row) <= {"allow", "deny", "path"}
    if (
        not known
        or not all(isinstance(v, str) and v for v in row.values())
        or ("allow" in row) == ("deny" in row)
    ):
        raise ConfigError(
            f"{where} needs `allow` or `deny` with a tool, and may have a `path`; it is {row!r}"
        )
    verdict: Verdict = "allow" if "allow" in row else "deny"
    return Rule(verdict, row[verdict], row.get("path", "*"))
