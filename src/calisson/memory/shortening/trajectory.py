"""What Memory Diffusion works on: turns, chunks of them, and the plan that it follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Protocol

from calisson.memory.shortening.compress import Digest, Item
from calisson.memory.shortening.importance import Standing
from calisson.memory.shortening.units import Line
from calisson.memory.words.measure import cut

SMALLEST = 64
"""Tokens that a budget has at least."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a trajectory."""

    text: str
    speaker: str = ""
    source: str = ""
    """Where it is kept in full: a turn's id."""
    at: str = ""
    """ISO 8601; empty when unknown."""
    kind: str = "said"
    """`said` by a person or the assistant; anything else (`tool`, `outside`) is worth less."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of the trajectory that is shortened as one."""

    id: int
    lines: tuple[Line, ...]
    sources: tuple[str, ...]
    """Every turn that went in, shortened or not."""
    since: str
    until: str
    """Times of its first and last turn."""
    kind: str
    language: str
    tokens: int
    """Its length now."""
    whole: int
    """Its length when it was closed."""
    born: int
    """Number of chunks closed before it."""
    standing: Standing = field(default_factory=Standing)
    digest: Digest | None = None
    """What the compressor read in it; None after a model shortened it."""

    @property
    def text(self) -> str:
        """What is left of it, one line a speaker."""
        return "\n".join(map(str, self.lines))


class Refill(Protocol):
    """Makes a chunk anew in fewer tokens."""

    def __call__(self, chunk: Chunk, budget: int, *, before: str, after: str) -> Sequence[Line] | None:
        """Return the chunk's lines in `budget` tokens; what is longer is cut. None leaves it to the compressor.

        `before` and `after` are what stands around it now.
        """
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of an engine."""

    budget: int
    """B, in tokens of `measure.count`, names of speakers included."""
    protected: int = 8
    """Latest messages that stay word for word, as far as half the budget holds them."""
    chunk: int = 480
    """Tokens that a chunk has at most before it is shortened; never more than a third of the budget."""
    gap_min: float = 60.0
    """Minutes of silence that close a chunk; 0 for never."""
    alpha: float = 0.5
    """How sharply budgets follow importance: 0 gives every chunk the same."""
    aim: float = 0.85
    """ρ: the part of the budget that a worked chunk's share is of, so that not every turn works every chunk."""
    least: int = 6
    """b_min: a chunk with a smaller share goes."""
    half_life: float | None = None
    """Chunks after which a chunk's weight is half a new one's; 0 for no fading by age. None for a third of the chunks
    that the budget has room for: then a new chunk's share stays about twice `least`, however old the trajectory is.
    Without fading a full trajectory would turn away whatever is new."""
    work: int = 16
    """Chunks refilled in one turn at most, for each started `chunk` tokens that it brings."""

    def __post_init__(self) -> None:
        if self.budget < SMALLEST:
            raise ValueError(f"a budget has at least {SMALLEST} tokens, not {self.budget!r}")
        if (
            not 0 < self.aim <= 1
            or self.least < 1
            or self.work < 1
            or self.protected < 0
            or (self.half_life or 0) < 0
        ):
            raise ValueError(f"a plan that cannot be: {self!r}")

    @property
    def size(self) -> int:
        """Tokens that a chunk has at most before it is shortened."""
        return max(8, min(self.chunk, self.budget // 3))

    @property
    def fading(self) -> float:
        """The half-life in chunks; 0 for no fading."""
        return self.aim * self.budget / self.least / 3 if self.half_life is None else self.half_life

    @property
    def step(self) -> int:
        """Tokens from which lines leave the open end and can be shortened."""
        return max(8, self.size // 8)


@dataclass(frozen=True, slots=True)
class Worked:
    """What one turn did to older ones."""

    shortened: tuple[int, ...] = ()
    dropped: tuple[Chunk, ...] = ()
    """As they were last."""


def cut_lines(lines: Sequence[Line], budget: int) -> tuple[Line, ...]:
    """Return lines cut hard to `budget` tokens."""
    kept: list[Line] = []
    for line in lines:
        if line.tokens <= budget:
            kept.append(line)
            budget -= line.tokens
            continue
        text = cut(line.text, budget - (line.tokens - Line("", line.text).tokens))
        if text:
            kept.append(Line(line.speaker, text))
        break
    return tuple(line for line in kept if line.text)


def minutes_between(first: str, second: str) -> float:
    """Return the minutes from one ISO time to another; 0 when either is unknown or no time."""
    try:
        return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds() / 60
    except (ValueError, TypeError):
        return 0.0


def chunk_as_dict(chunk: Chunk) -> dict[str, Any]:
    """Return a chunk as JSON-able data."""
    made = asdict(chunk)
    if chunk.digest is not None:
        items = [[i.line, i.text, i.key, i.worth, i.cost] for i in chunk.digest.items]
        made["digest"] = {"speakers": list(chunk.digest.speakers), "items": items}
    return made


def chunk_of(given: dict[str, Any]) -> Chunk:
    """Make a chunk of what `chunk_as_dict` gave."""
    read = given["digest"]
    return Chunk(**{
        **given,
        "lines": tuple(Line(**line) for line in given["lines"]),
        "sources": tuple(given["sources"]),
        "standing": Standing(**given["standing"]),
        "digest": Digest(tuple(read["speakers"]), tuple(Item(*i) for i in read["items"])) if read else None,
    })  # fmt: skip
