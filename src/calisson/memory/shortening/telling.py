"""How much a word tells: things, people and places answer questions, praise and feelings rarely do.

A word's value is twice the probability that it is one that tells something, σ(w · v + b) of its vector v, so that
a word of which nothing is known counts 1. The weights are fitted by `tools/fit_telling.py` on lists of words in
five languages; they belong to the built-in encoder's table.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from importlib.resources import files
from operator import mul

from calisson.memory.finding.encoder import built_in

LEAST = 0.05
"""The value of a word that hardly tells anything; it still goes after function words, which have none."""

UNKNOWN = 1.0


@lru_cache(maxsize=1)
def _weights() -> tuple[tuple[float, ...], float]:
    given = json.loads((files("calisson.memory.shortening") / "telling.json").read_text("utf-8"))
    if given["encoder"] != built_in().name:
        raise ValueError("telling.json belongs to another table of vectors: run tools/fit_telling.py")
    return tuple(w / 127.0 for w in given["weights"]), given["bias"]


@lru_cache(maxsize=16384)
def telling(word: str, language: str) -> float:
    """Return how much a word tells, from 0.05 to 2; 1 for an unknown one."""
    vector = built_in().encode(word, language)
    if not vector:
        return UNKNOWN
    weights, bias = _weights()
    z = bias + sum(map(mul, weights, memoryview(vector).cast("b")))
    return LEAST + (2.0 - LEAST) / (1.0 + math.exp(-max(-30.0, min(30.0, z))))
