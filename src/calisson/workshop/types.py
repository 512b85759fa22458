"""What the loop, its tools and its watchers exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from calisson.models import Privacy, Reply, Request, Tool, ToolCall
from calisson.workshop.effects import Effect
from calisson.workshop.gitstore import GitStore
from calisson.workshop.provenance import Origin, Powers, Question, Reach, Target

if TYPE_CHECKING:
    from calisson.models import Models
    from calisson.workshop.steps import Task


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after; None is a file that is not there."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool came to: words for the model, and the changes that it asks for; nothing has happened yet."""

    text: str
    changes: tuple[Change, ...] = ()
    failed: bool = False
    privacy: Privacy = "open"
    origin: Origin | None = None
    """Whose words these are; None: as the tool declares."""
    effects: tuple[Effect, ...] = ()
    """Changes of the household's data that it asks for; their handlers' words take the place of `text`."""
    asked: tuple[Question, ...] = ()
    """Questions that a person has to answer first; the call is then made again, and nothing else here counts."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """What a person is shown who is asked about the effects, in place of the call's arguments."""
    image: bytes | None = None
    """A picture (PNG) for a model that takes pictures, shown to it once."""
    cost_usd: float = 0.0
    """Of models that the tool itself asked."""


class Engine(Protocol):
    """Says what a model says next: `Models` by itself, `ClaudeEngine` through the Claude Agent SDK."""

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Return the next words and calls; the reply's `embedded` is true when no model answered. Never raises for it."""
        ...


@runtime_checkable
class Lasting(Protocol):
    """An engine that keeps something open for a run between its questions."""

    def leave(self, turn_id: str) -> None:
        """End it."""
        ...


@runtime_checkable
class Doored(Protocol):
    """An engine with a door beside it, for small questions that are no part of the talk."""

    @property
    def door(self) -> Models:
        """The home's door to models."""
        ...


class WorkTool(Protocol):
    """A tool computes; what it wants to change it returns, so that a step can be kept before it takes effect."""

    @property
    def spec(self) -> Tool:
        """What the model is told of it."""
        ...

    @property
    def reach(self) -> Reach:
        """What it can do."""
        ...

    @property
    def powers(self) -> Powers:
        """What it declares of itself; a tool without this is taken to do everything."""
        ...

    @property
    def described(self) -> Origin:
        """Who wrote its description."""
        ...

    def targets(self, arguments: Mapping[str, Any]) -> Sequence[Target]:
        """Return what a call touches, as far as its arguments say it."""
        ...

    def __call__(self, files: Files, arguments: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        """Do the work.

        Raises:
            ToolError: it cannot be done; the model is told why.
        """
        ...


@dataclass(frozen=True, slots=True)
class Site:
    """Where a call is made from."""

    run_id: str
    call_id: str
    step: int
    folder: Path
    person: str
    app_id: str | None
    task: Task
    tainted: bool
    """Whether outside text was in the run's context before the call."""
    local: bool
    """Whether something was that may not leave the house."""
    outside_paths: tuple[str, ...]
    """Patterns of the workspace's files that hold outside text."""
    allowed: tuple[str, ...] = ()
    """Tools that a person allowed for the whole run."""
    said: int = 0
    """The number of the model's words that made the call: the same however often it is made again."""
    left_usd: float | None = None
    """What is left of the run's budget; None is no limit."""


class Files(Protocol):
    """The files of a workspace, for reading."""

    @property
    def site(self) -> Site:
        """Where the call is made from."""
        ...

    @property
    def outside(self) -> bool:
        """Whether outside text was read so far."""
        ...

    @property
    def local(self) -> bool:
        """Whether something was read that may not leave the house."""
        ...

    def names(self) -> list[str]:
        """Return every file's relative path, sorted."""
        ...

    def read(self, path: str) -> bytes | None:
        """Return a file's content; None when it is not there."""
        ...

    @property
    def history(self) -> GitStore:
        """The workspace's history."""
        ...

    def denies(self, path: str) -> bool:
        """Return whether a rule denies a file to the call; `names` and `read` leave it out."""
        ...

    def scanned(self) -> Mapping[str, str]:
        """Return the ids in the history of the files as they are, by path."""
        ...


class StopReason(StrEnum):
    """How a run ended."""

    DONE = "done"
    """The model said its last word."""
    STEPS = "steps"
    """As many steps as allowed."""
    REPETITION = "repetition"
    """The same call three times in a row."""
    STOPPED = "stopped"
    """Somebody stopped it; it can be resumed."""
    NO_MODEL = "no_model"
    """No model answered; it can be resumed."""
    BUDGET = "budget"
    """Its money is spent; it can be resumed with more."""
    WAITING = "waiting"
    """A person was asked; it goes on when they have answered."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a run, for whoever watches."""

    kind: Literal["started", "said", "call", "question", "result", "denied", "ended"]
    run_id: str
    step: int
    text: str = ""
    call: ToolCall | None = None
    reason: StopReason | None = None
    cost_usd: float = 0.0
    """Of the whole run so far."""
    changed: tuple[str, ...] = field(default=())
    """Paths that the step changed."""
    origin: Origin = "own"
    """Of a result: whose words it holds; of the end: whether outside text was in the run's context."""
    question: Question | None = None
    """What a person is asked."""
