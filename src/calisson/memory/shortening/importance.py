"""How much a sentence and a chunk of a conversation are worth keeping: features, a linear scorer, rarity.

The importance of a sentence is exp(w · f), the odds that it is asked for later, so that a feature multiplies.
That of a chunk is what its words are worth for each of its tokens (`compress.Digest.worth`), times what its use, its
credit and where it comes from add. Recency is not among the features: the engine applies it as exponential decay,
which leaves the order of old chunks as it is (see `diffusion`).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from calisson.language.text import fold
from calisson.memory.shortening.units import Line, units
from calisson.memory.words.lexicon import words
from calisson.memory.words.measure import count
from calisson.memory.words.tokens import is_question
from calisson.memory.words.wording import wording

WIDTH = 2048
"""Counters of a row of the sketch."""

AGEING = 4096
"""Chunks after which the counts are halved."""

MOST = 4.0
"""What use and credit count at most."""

LEAST_WORTH = 1e-3
"""Worth of a token of a chunk that says nothing."""

SPOKEN = 2.0
"""What a person's or the assistant's words count against a tool's. Judgement."""

USED = 0.15
CREDIT = 1.2
ANSWERED = 0.5
"""Exponents of use, of credit and of following a question: what they add to the log-odds that a chunk is asked for later, on
made-up trajectories (`tools/fit_standing.py`, five draws: 0.17 ± 0.09, 1.3 ± 0.3, 1.1 ± 0.5; taken from the first two)."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the scorer looks at in a sentence: 1 or 0 but for the last two."""

    names: float = 0.0
    """It names somebody or something."""
    numbers: float = 0.0
    """It has a number, an amount or a date."""
    times: float = 0.0
    """It says when."""
    first_person: float = 0.0
    second_person: float = 0.0
    decisions: float = 0.0
    """It settles something."""
    todos: float = 0.0
    """Something is to be done."""
    asked: float = 0.0
    """It only asks."""
    density: float = 0.0
    """Units per token, 0 to 1: how little of it is courtesy and grammar."""
    length: float = 0.0
    """Units, as log(1 + n) / log(13), at most 1."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Weights of the features, fitted to made-up talk in five languages (`tools/fit_importance.py`)."""

    names: float = 0.54
    numbers: float = 0.77
    times: float = 0.15
    first_person: float = 1.05
    second_person: float = -0.99
    decisions: float = 1.23
    todos: float = 0.30
    asked: float = -1.10
    density: float = 0.91
    length: float = 1.16

    def __call__(self, found: Features) -> float:
        """Return the importance, above 0."""
        total = sum(getattr(self, name) * getattr(found, name) for name in NAMES)
        return math.exp(max(-8.0, min(8.0, total)))


NAMES = tuple(f.name for f in fields(Features))


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, and whether something later needed it."""

    features: Features
    needed: bool
    weight: float = 1.0
    """How much it counts."""


def fitted(
    examples: Sequence[Example], *, start: Scorer | None = None, l2: float = 0.02, steps: int = 300
) -> Scorer:
    """Return the scorer that tells what was needed best: logistic regression towards `start`.

    The penalty `l2` holds each weight near `start` (no weights by default), so that a few examples change
    little. Plain gradient descent with momentum; without examples `start` comes back.
    """
    start = start or Scorer(**dict.fromkeys(NAMES, 0.0))
    first = [getattr(start, name) for name in NAMES]
    total = sum(e.weight for e in examples)
    if not total:
        return start
    weights, bias = list(first), 0.0
    speed, drift = [0.0] * len(NAMES), 0.0
    rows = [([getattr(e.features, name) for name in NAMES], e.needed, e.weight / total) for e in examples]
    for _ in range(steps):
        slope = [l2 * (w - f) for w, f in zip(weights, first, strict=True)]
        tilt = 0.0
        for found, needed, share in rows:
            z = bias + sum(w * x for w, x in zip(weights, found, strict=True))
            off = share * (_sigmoid(z) - needed)
            tilt += off
            for n, x in enumerate(found):
                slope[n] += off * x
        speed = [0.9 * v - 0.5 * g for v, g in zip(speed, slope, strict=True)]
        drift = 0.9 * drift - 0.5 * tilt
        weights = [w + v for w, v in zip(weights, speed, strict=True)]
        bias += drift
    return Scorer(**dict(zip(NAMES, weights, strict=True)))


def level(scorer: Scorer, examples: Sequence[Example]) -> float:
    """Return the constant to add to a scorer's log-importance with which it tells best how often something is needed."""
    at = 0.0
    for _ in range(30):
        slope = curve = 0.0
        for one in examples:
            p = _sigmoid(at + math.log(scorer(one.features)))
            slope += one.weight * (one.needed - p)
            curve += one.weight * p * (1 - p)
        if curve < 1e-9 or abs(slope) < 1e-9 * len(examples):
            break
        at += max(-2.0, min(2.0, slope / curve))
    return at


def log_loss(scorer: Scorer, examples: Sequence[Example], at: float) -> float:
    """Return the mean log-loss of 'it is needed' by weight, with the constant `at`; 0 without examples."""
    total = 0.0
    for one in examples:
        p = _sigmoid(at + math.log(scorer(one.features)))
        total -= one.weight * math.log(max(p if one.needed else 1 - p, 1e-12))
    whole = sum(one.weight for one in examples)
    return total / whole if whole else 0.0


def _sigmoid(z: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


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
        """Return the rarity of a key: 1 when new, towards 0.1 when every chunk has it."""
        if not self.chunks:
            return 1.0
        first, second = _places(key)
        seen, other = self.rows[0][first], self.rows[1][second]
        return _rarity(other if other < seen else seen, self.chunks)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data; counters that are 0 are left out."""
        return {"chunks": self.chunks, "rows": [{str(n): c for n, c in enumerate(r) if c} for r in self.rows]}

    @classmethod
    def of(cls, given: dict[str, Any]) -> Rarity:
        """Make it of what `as_dict` gave."""
        made = cls(given["chunks"])
        for row, counts in zip(made.rows, given["rows"], strict=True):
            for at, seen in counts.items():
                row[int(at)] = seen
        return made

    @staticmethod
    def _places(key: str) -> tuple[int, int]:
        return _places(key)


@lru_cache(maxsize=8192)
def _rarity(seen: int, chunks: int) -> float:
    return (0.3 + 0.7 * math.log(1 + (chunks + 1) / (seen + 0.5)) / math.log(1 + (chunks + 1) / 0.5)) ** 2


@lru_cache(maxsize=8192)
def _places(key: str) -> tuple[int, int]:
    code = zlib.crc32(key.encode("utf-8", "surrogatepass"))
    return code % WIDTH, (code >> 16) * 31 % WIDTH


@lru_cache(maxsize=4096)
def features(sentence: str, language: str) -> Features:
    """Return the features of a sentence."""
    known, folded = wording(language), fold(sentence)
    found = units(sentence, language)
    when = known.times.search(folded) or words(language).dates.search(folded)
    return Features(
        names=float(any(u.name for u in found)),
        numbers=float(any(u.numeric for u in found)),
        times=float(when is not None),
        first_person=float(known.first.search(folded) is not None),
        second_person=float(known.second.search(folded) is not None),
        decisions=float(known.decisions.search(folded) is not None),
        todos=float(known.todos.search(folded) is not None),
        asked=float(is_question(sentence, language)),
        density=min(1.0, sum(u.cost for u in found) / max(1, count(sentence))),
        length=min(1.0, math.log(1 + len(found)) / math.log(13)),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """What a chunk is worth, part by part."""

    words: float = 1.0
    """What its words are worth for each of its tokens: value times importance of the sentence (`Digest.worth`)."""
    answers: float = 0.0
    """Share of its lines that follow a question of somebody else."""
    spoken: bool = True
    """Whether people or the assistant said it; else a tool gave it, or it came from outside."""
    used: float = 0.0
    """How much it was taken up later, 0 to 4."""
    credit: float = 0.0
    """What it was good for, as the caller says, -4 to 4."""

    @property
    def importance(self) -> float:
        """All of it together, above 0."""
        more = USED * self.used + CREDIT * self.credit + ANSWERED * self.answers
        return self.words * (SPOKEN if self.spoken else 1.0) * math.exp(more)


def standing(lines: Sequence[Line], language: str, *, words: float, spoken: bool = True) -> Standing:
    """Return the standing of a chunk when it is closed; `words` is what its words are worth, by length."""
    asks = [is_question(line.text, language) for line in lines]
    answers = sum(
        asks[n - 1] and lines[n - 1].speaker != lines[n].speaker and not asks[n] for n in range(1, len(lines))
    )
    return Standing(max(words, LEAST_WORTH), answers / max(1, len(lines)), spoken)
