"""Where text came from, and what a run may still do once text from outside is in its context.

The rule is one of construction, not of wording: a model is taken to obey whatever it reads. So as soon as anything
that others wrote stands in a run's context (a page, a file that was imported, a shared message, another server's
tool description, a memory or a record that somebody else wrote), a call that changes data, reads personal data or
leaves the machine is made only inside the task's grants; beyond them a person is asked, and nobody there means no.
Grants come from the person's own request before anything else is read, and nothing that is read later widens them.

Covers: files, apps, hosts and tools outside the grants; deletions; addresses made up to carry data away (after
outside text only addresses that the person or a page already named, letter for letter, are opened); files written
by such a run, which count as outside for every later run of the workspace until they are written anew; and, outside
text or not, calls that leave the machine once something is in the context that may not leave the house.
Does not cover: a wrong answer in words, harm done inside the grants, and the choice among links that a page of a
granted host offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any, Literal

Origin = Literal["own", "outside"]
"""`own`: the person's words, the household's own data, what the home computed. `outside`: what others wrote."""

Reach = Literal["read", "edit", "run", "send"]
"""What a tool can do: look, change files of the workspace or the home's data, run programs, leave the machine."""


@dataclass(frozen=True, slots=True)
class Powers:
    """What a tool declares of itself."""

    reads_outside: bool = False
    """Its results may hold what others wrote; they count as outside unless it says otherwise of one."""
    personal: bool = False
    """It reads the household's data beyond the workspace."""
    changes: bool = False
    """It changes files or data."""
    leaves: bool = False
    """It sends something to another machine, be it only an address."""
    destructive: bool = False
    """It takes away what cannot be brought back by it."""

    @property
    def bounded(self) -> bool:
        """Whether outside text binds its calls to the grants."""
        return self.personal or self.changes or self.leaves or self.destructive


NEW_APP = "new"
"""The name of an app that is not there yet, as a target."""
UNDECLARED = Powers(True, True, True, True, True)
"""A tool that declares nothing is taken to do everything."""
USUAL: Mapping[str, Powers] = {
    "read": Powers(), "edit": Powers(changes=True), "run": Powers(changes=True),
    "send": Powers(reads_outside=True, leaves=True),
}  # fmt: skip
"""What a reach amounts to when a tool says nothing more exact."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that a call touches."""

    kind: Literal["tool", "path", "app", "host", "delete", "update"]
    name: str
    url: str = ""
    """Of a host: the whole address."""


@dataclass(frozen=True, slots=True)
class Grants:
    """What the person's own request allows, as patterns of shells; nothing by default."""

    tools: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    """Of the workspace."""
    apps: tuple[str, ...] = ()
    """Ids of apps."""
    hosts: tuple[str, ...] = ()
    destructive: bool = False
    """Whether things may be deleted."""
    edits: bool = False
    """Whether records that are there may be changed, and not only added to."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"tools": list(self.tools), "paths": list(self.paths), "apps": list(self.apps),
                "hosts": list(self.hosts), "destructive": self.destructive, "edits": self.edits}  # fmt: skip

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Grants:
        """Return the grants that `as_dict` gave."""
        lists = {k: tuple(str(v) for v in data.get(k, ())) for k in ("tools", "paths", "apps", "hosts")}
        return cls(
            **lists, destructive=bool(data.get("destructive", False)), edits=bool(data.get("edits", False))
        )

    def covers(self, target: Target) -> bool:
        """Return whether something may be touched."""
        if target.kind == "delete":
            return self.destructive
        if target.kind == "update":
            return self.edits
        patterns = {"tool": self.tools, "path": self.paths, "app": self.apps, "host": self.hosts}[target.kind]
        name = PurePosixPath(target.name).as_posix() if target.kind == "path" else target.name
        return any(fnmatchcase(name, p) for p in patterns)


@dataclass(frozen=True, slots=True)
class Passage:
    """A text given along with a task."""

    text: str
    origin: Origin = "outside"
    source: str = ""
    """Where it is from: a file's name, an address, a person."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked before a call is made."""

    id: str
    """Names the call and what it wants; an answer counts for exactly this."""
    call_id: str
    tool: str
    reason: Literal["policy", "outside", "private"]
    """`policy`: the permissions ask; `outside`: the run has read what others wrote, and this lies beyond the grants;
    `private`: what may not leave the house is in the run's context, and this leaves it."""
    targets: tuple[Target, ...] = ()
    """What lies beyond the grants."""
    run_id: str = ""
    """The sub-agent's run that asks; empty when the run itself does."""
    agent: str = ""
    """The sub-agent's name."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Of the call."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "call_id": self.call_id, "tool": self.tool, "reason": self.reason, "run_id": self.run_id,
                "agent": self.agent, "arguments": dict(self.arguments),
                "targets": [[t.kind, t.name, t.url] for t in self.targets]}  # fmt: skip

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Question:
        """Return the question that `as_dict` gave."""
        return cls(**{**data, "targets": tuple(Target(*t) for t in data["targets"])})

    @property
    def message_id(self) -> str:
        """The reply catalogue's message; its arguments are `tool` and `targets`."""
        return f"work-question-{self.reason}"


def powers_of(tool: Any) -> Powers:
    """Return what a tool declares; everything, when it declares nothing."""
    found = getattr(tool, "powers", None)
    return found if isinstance(found, Powers) else UNDECLARED


def targets_of(tool: Any, arguments: Mapping[str, Any]) -> tuple[Target, ...]:
    """Return what a call says that it touches; programs say it only by what they changed."""
    aims: Callable[[Mapping[str, Any]], Sequence[Target]] | None = getattr(tool, "targets", None)
    return tuple(aims(arguments)) if aims is not None else ()


def described_outside(tools: Iterable[Any]) -> bool:
    """Tell whether the description of a tool was written by others: reading it is reading them."""
    return any(getattr(t, "described", "own") == "outside" for t in tools)


def beyond(
    grants: Grants, name: str, powers: Powers, targets: Iterable[Target], known: Callable[[str], bool]
) -> tuple[Target, ...]:
    """Return what of a call lies outside the grants, in order, each thing once.

    Args:
        grants: what the person's request allows.
        name: the tool's.
        powers: what the tool declares.
        targets: what the call touches.
        known: whether the person or something read before named an address, letter for letter.
    """
    if not powers.bounded:
        return ()
    wanted = [Target("tool", name), *targets]
    if powers.destructive:
        wanted.append(Target("delete", name))
    found = [t for t in wanted if not grants.covers(t) or (t.kind == "host" and t.url and not known(t.url))]
    return tuple(dict.fromkeys(found))
