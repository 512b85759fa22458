"""What goes into the making of an app, what can be watched meanwhile, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from calisson.apps import App, AppSpec
from calisson.errors import Problem

Stage = Literal["answer", "schema", "types", "checks", "records", "code", "migration", "look"]
"""Where a draft failed: no usable answer, its shape, what does not fit together, its checks and examples,
generated records, a function, the records that are there, a rendered view."""

PICTURE_BYTES = 60_000
"""How large the picture of a version may be."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants made or changed."""

    text: str
    language: str
    """ISO 639-1, of the person's words."""
    today: str
    zone: str
    start: AppSpec | None = None
    """What the embedded engine made of the words: a valid specification to begin with, and to fall back on."""
    app: App | None = None
    """The live app that is to be changed."""
    others: tuple[App, ...] = ()
    """Further apps that the words name: a model is told their fields, and a function may ask to read them."""
    why: str = ""
    """Why a model is asked at all."""
    ask_strong: bool = False
    """The person asked for care: the strong model reviews."""
    person: str = "me"
    turn_id: str | None = None
    key: str | None = None
    """The request's own key; with the words it tells a wish that was begun before from a new one."""

    @property
    def base(self) -> AppSpec | None:
        """The specification that the work begins with."""
        return self.app.spec if self.app is not None else self.start

    @property
    def stakes(self) -> str:
        """`ordinary`, `health`, `money` or `legal`."""
        return self.base.policy.stakes if self.base is not None else "ordinary"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold in a draft."""

    stage: Stage
    problem: Problem

    def as_dict(self) -> dict[str, Any]:
        """Return it as the model is told it."""
        return {"stage": self.stage, "path": self.problem.path, "problem": self.problem.hint}


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen when an app's views were opened."""

    findings: tuple[Finding, ...]
    how: Literal["looked", "server", "no"]
    """`looked`: every view was opened and clicked through in a browser; `server`: only asked for its data."""
    why: str = ""
    """Why no browser looked."""
    picture: bytes = b""
    """How the app looks with invented entries: a JPEG of at most `PICTURE_BYTES`; empty without a browser."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One answer of a model, and what our own checks found in it."""

    spec: AppSpec | None
    """None when it has not even the shape of a specification."""
    findings: tuple[Finding, ...]
    text: str
    """The answer as JSON, for the next round and to notice repetition."""
    model: str = ""
    picture: bytes = b""
    """How it looks (`Look.picture`); empty when nobody looked."""

    @property
    def passes(self) -> bool:
        """Whether it may be published."""
        return self.spec is not None and not self.findings

    @property
    def badness(self) -> tuple[int, int]:
        """What orders drafts, best least: shape first, then the number of findings."""
        return (0 if self.spec is not None else 1, len(self.findings))


class Ending(StrEnum):
    """Why the work ended."""

    DONE = "done"
    """A draft passed every check."""
    ROUNDS = "rounds"
    """No draft passed within the rounds allowed."""
    REPETITION = "repetition"
    """The model gave the same answer twice in a row."""
    STOPPED = "stopped"
    """The person stopped it."""
    TAKEN = "taken"
    """The person took the best version so far."""
    REFUSED = "refused"
    BUDGET = "budget"
    PRIVACY = "privacy"
    TIMEOUT = "timeout"
    RATE = "rate"
    CONNECTION = "connection"
    UNUSABLE = "unusable"
    """No answer could be used, or the model cannot be asked: a wrong key, a prompt that is too long."""


@dataclass(frozen=True, slots=True)
class Design:
    """A version that passed every check, as a person sees it."""

    spec: AppSpec
    picture: bytes = b""
    """How it looks (`Look.picture`); empty when no browser looked."""


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a wish. `spec` is the best version that passed every check, None when there is none."""

    spec: AppSpec | None
    ending: Ending
    source: Literal["model", "start", "none"]
    """Who made `spec`: a model, the embedded engine, nobody."""
    drafts: Sequence[Draft] = ()
    model: str = ""
    decisions: tuple[str, ...] = ()
    """The journal's entries of the routes that were taken."""
    reviewed: bool = False
    looked: Literal["looked", "server", "no"] = "no"
    """`looked`: every view was opened and clicked through in a browser; `server`: only asked for its data."""
    look_why: str = ""
    """Why no browser looked."""
    picture: bytes = b""
    """How `spec` looks (`Look.picture`); empty when no browser looked."""
    alternatives: tuple[Design, ...] = ()
    """Further versions that passed every check, for the person to choose from."""
    cost_usd: float = 0.0
    model_s: float = 0.0
    """Seconds that were spent waiting for models."""
    claims: tuple[Finding, ...] = ()
    """Checks of a tester's that the version fails; our own checks pass."""


Step = Literal[
    "plan", "draft", "draft-done", "check", "repair", "review", "look", "preview", "publish", "ended"
]


@dataclass(frozen=True, slots=True)
class Progress:
    """Something that happened, for whoever watches."""

    run: str
    """The id by which the work is stopped."""
    step: Step
    round: int = 0
    """0: the first draft; 1 to 3: repairs."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON-able. `plan`: steps; `check`: findings; `preview`: the best version so far and, when a browser
    looked, its picture as a data URI; `ended`: ending, cost."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"run": self.run, "step": self.step, "round": self.round, **self.data}
