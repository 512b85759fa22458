"""Relevance federation: memories lie in shards, theme × language, and a gate says where the answer is likely to be.

    g = softmax(W q / τ)

over the shards, from features q of the question. The gate allots the close look (`allot`), and adds log g to a
candidate's similarity: the view `gate` is 1 + log g / log S, from 0 for a shard that is no likelier than any other to 1 for
one that is certain, times a learned weight. W is learned from which shard held what was used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from calisson.language.types import LANGUAGES
from calisson.memory.finding.encoder import Vector, built_in, similarity
from calisson.memory.finding.themes import LEAST, OTHER, THEMES
from calisson.memory.learned.maths import dot, softmax

TONGUES = (*LANGUAGES, "other")
SHARDS = tuple((theme, language) for theme in (*THEMES, OTHER) for language in TONGUES)
"""The shards, in the order of W's rows."""

WIDTH = len(THEMES) + len(TONGUES) + 1
"""Features of a question: its cosine with each theme, its language, one."""

_INDEX = {shard: n for n, shard in enumerate(SHARDS)}


@dataclass(frozen=True, slots=True)
class Gate:
    """W and τ."""

    rows: tuple[tuple[float, ...], ...]
    """One row a shard; all zero is a gate that is open everywhere."""
    temperature: float = 1.0

    def open(self, features: Sequence[float]) -> list[float]:
        """Return g for a question's features, one value a shard."""
        return softmax([dot(row, features) for row in self.rows], self.temperature)


def shut() -> Gate:
    """Return the gate without learning: every shard alike."""
    return Gate(tuple((0.0,) * WIDTH for _ in SHARDS))


@lru_cache(maxsize=1)
def _centres() -> tuple[Vector, ...]:
    return tuple(built_in().encode(words) for words in THEMES.values())


@lru_cache(maxsize=65536)
def _theme(vector: Vector) -> int:
    near, which = max((similarity(vector, c), n) for n, c in enumerate(_centres()))
    return which if near >= LEAST else len(THEMES)


def tongue(language: str) -> str:
    """Return a language's column: itself, or `other`."""
    return language if language in LANGUAGES else "other"


def shard(vector: Vector, language: str) -> int:
    """Return the shard of a memory, by its vector of the built-in encoder and its language."""
    return _theme(vector) * len(TONGUES) + TONGUES.index(tongue(language))


def features(vector: Vector, language: str) -> tuple[float, ...]:
    """Return a question's features, `WIDTH` of them."""
    near = (2.0 * similarity(vector, c) for c in _centres())
    return (*near, *(float(t == tongue(language)) for t in TONGUES), 1.0)


def log_share(g: Sequence[float], which: int) -> float:
    """Return the view of a shard: 1 + log g / log S, not below 0."""
    return max(0.0, 1.0 + math.log(max(g[which], 1e-12)) / math.log(len(g)))


def allot(g: Sequence[float], shards: Sequence[int], count: int) -> list[int]:
    """Return which candidates, given best first by their shards, get one of `count` places.

    A shard has ⌊g · count⌋ places of its own; what is left goes to the best of all the others.
    """
    room = [int(share * count) for share in g]
    taken, rest = [], []
    for n, which in enumerate(shards):
        if room[which] > 0:
            room[which] -= 1
            taken.append(n)
        else:
            rest.append(n)
    taken = taken[:count]
    return sorted(taken + rest[: max(0, count - len(taken))])


@dataclass(frozen=True, slots=True)
class Held:
    """A question's features and the shards that held what was used."""

    features: tuple[float, ...]
    shards: tuple[int, ...]


def loss(gate: Gate, examples: Sequence[Held], strength: float) -> float:
    """Return the mean cross-entropy of the shards used, and strength · ‖W‖²."""
    total = 0.0
    for one in examples:
        g = gate.open(one.features)
        total -= sum(math.log(max(g[s], 1e-300)) for s in one.shards) / len(one.shards)
    return total / max(1, len(examples)) + strength * sum(dot(r, r) for r in gate.rows)


def gradient(gate: Gate, examples: Sequence[Held], strength: float) -> list[list[float]]:
    """Return the gradient of `loss` by W."""
    out = [[2 * strength * w for w in row] for row in gate.rows]
    for one in examples:
        g = gate.open(one.features)
        for s in one.shards:
            g[s] -= 1.0 / len(one.shards)
        for row, coefficient in zip(out, g, strict=True):
            scale = coefficient / (gate.temperature * len(examples))
            for n, value in enumerate(one.features):
                row[n] += scale * value
    return out


def learn(gate: Gate, examples: Sequence[Held], *, strength: float, steps: int, rate: float = 1.0) -> Gate:
    """Return the gate after some steps of gradient descent."""
    for _ in range(steps if examples else 0):
        slope = gradient(gate, examples, strength)
        rows = (
            tuple(w - rate * s for w, s in zip(row, down, strict=True))
            for row, down in zip(gate.rows, slope, strict=True)
        )
        gate = Gate(tuple(rows), gate.temperature)
    return gate
