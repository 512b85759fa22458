"""How much a chunk of a conversation is worth keeping: features, a linear scorer, and rarity in constant memory.

importance = exp(w · f), so that a feature multiplies the budget. Recency is not among the features: the engine
applies it as exponential decay, which leaves the order of old chunks as it is (see `diffusion`).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from calisson.language.text import fold
from calisson.memory.compress import Line, units
from calisson.memory.tokens import is_question
from calisson.memory.wording import wording

WIDTH = 2048
"""Counters of a row of the sketch."""

AGEING = 4096
"""Chunks after which the counts are halved."""

MOST = 4.0
"""What use and credit count at most."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the scorer looks at; shares are of the chunk's units, per 1."""

    names: float = 0.0
    """Share of units that are names."""
    numbers: float = 0.0
    """Share that are numbers, amounts or dates."""
    first_person: float = 0.0
    """Share of lines that speak of oneself."""
    decisions: float = 0.0
    """Share of lines that settle something."""
    todos: float = 0.0
    """Share of lines with something to be done."""
    asked: float = 0.0
    """Share of lines that only ask."""
    answered: float = 0.0
    """Share of lines that follow a question of somebody else."""
    rarity: float = 0.0
    """Mean rarity of the units, 0 to 1."""
    density: float = 0.0
    """Units per token: how little of it is courtesy and grammar."""
    spoken: float = 1.0
    """1 for what people said, 0 for what tools gave and texts from outside."""
    used: float = 0.0
    """How often it was taken up later: log(1 + times)."""
    credit: float = 0.0
    """What it was good for, as the caller says, -4 to 4."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Weights of the features. The defaults are judgement, not fitted to any data set."""

    names: float = 0.8
    numbers: float = 1.0
    first_person: float = 0.5
    decisions: float = 0.6
    todos: float = 0.5
    asked: float = -0.5
    answered: float = 0.3
    rarity: float = 1.0
    density: float = 2.0
    spoken: float = 0.5
    used: float = 0.4
    credit: float = 0.5

    def __call__(self, features: Features) -> float:
        """Return the importance, above 0."""
        total = sum(getattr(self, f.name) * getattr(features, f.name) for f in fields(features))
        return math.exp(max(-8.0, min(8.0, total)))


@dataclass(slots=True)
class Rarity:
    """How rare a word is among the chunks so far, in a fixed number of counters.

    A count-min sketch with conservative update (Cormode & Muthukrishnan 2005; Estan & Varghese 2002): counts
    may be too high by chance, never too low. They are halved now and then, so that old habits fade.
    """

    chunks: int = 0
    rows: list[list[int]] = field(default_factory=lambda: [[0] * WIDTH, [0] * WIDTH])

    def add(self, keys: set[str]) -> None:
        """Count a chunk with these keys."""
        self.chunks += 1
        for key in keys:
            places = self._places(key)
            low = min(row[at] for row, at in zip(self.rows, places, strict=True))
            for row, at in zip(self.rows, places, strict=True):
                row[at] = max(row[at], low + 1)
        if self.chunks >= AGEING:
            self.chunks //= 2
            self.rows = [[n // 2 for n in row] for row in self.rows]

    def __call__(self, key: str) -> float:
        """Return the rarity of a key: 1 when new, towards 0.3 when every chunk has it."""
        if not self.chunks:
            return 1.0
        seen = min(row[at] for row, at in zip(self.rows, self._places(key), strict=True))
        top = math.log(1 + (self.chunks + 1) / 0.5)
        return 0.3 + 0.7 * math.log(1 + (self.chunks + 1) / (seen + 0.5)) / top

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data; counters that are 0 are left out."""
        return {"chunks": self.chunks, "rows": [{str(n): c for n, c in enumerate(r) if c} for r in self.rows]}

    @classmethod
    def of(cls, given: dict[str, Any]) -> Rarity:
        """Make it of what `as_dict` gave."""
        made = cls(given["chunks"])
        for row, counts in zip(made.rows, given["rows"], strict=True):
            for at, count in counts.items():
                row[int(at)] = count
        return made

    @staticmethod
    def _places(key: str) -> tuple[int, int]:
        code = zlib.crc32(key.encode("utf-8", "surrogatepass"))
        return code % WIDTH, (code >> 16) * 31 % WIDTH


def features(lines: Sequence[Line], language: str, rarity: Rarity, *, spoken: bool = True) -> Features:
    """Return the features of a chunk when it is closed."""
    known = wording(language)
    found = [u for line in lines for u in units(line.text, language)]
    many, rows = max(1, len(found)), max(1, len(lines))
    folded = [fold(line.text) for line in lines]
    asks = [is_question(line.text, language) for line in lines]
    answers = sum(
        asks[n - 1] and lines[n - 1].speaker != lines[n].speaker and not asks[n] for n in range(1, len(lines))
    )
    return Features(
        names=sum(u.name for u in found) / many,
        numbers=sum(u.numeric for u in found) / many,
        first_person=sum(known.first.search(t) is not None for t in folded) / rows,
        decisions=sum(known.decisions.search(t) is not None for t in folded) / rows,
        todos=sum(known.todos.search(t) is not None for t in folded) / rows,
        asked=sum(asks) / rows,
        answered=answers / rows,
        rarity=sum(rarity(u.key) for u in found) / many if found else 0.0,
        density=len(found) / max(1, sum(line.tokens for line in lines)),
        spoken=float(spoken),
    )
