"""The trained weights of the act classifier: one signed byte per hashed feature and act.

The file (`weights.bin` beside this module, written by `python -m calisson.language.acts.train`) is a line of
JSON (format version, buckets, acts, scales, bias, temperature, held-out figures) followed by the zlib-packed
columns, one per act. A missing or foreign file means no model, and the prior answers.
"""

from __future__ import annotations

import json
import math
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from calisson.language.types import Act

FORMAT = 1
BUCKETS = 1 << 15
"""Hashed features; two that fall into one bucket share their weight."""


@dataclass(frozen=True, slots=True)
class Model:
    """A linear model: for each act a column of bytes, its scale and its bias."""

    acts: tuple[Act, ...]
    columns: tuple[array[int], ...]
    scales: tuple[float, ...]
    bias: tuple[float, ...]
    temperature: float
    """Divides the scores before the softmax; fitted on held-out templates."""

    def scores(self, active: Sequence[int]) -> list[float]:
        """Return the unnormalised score of each act for the active buckets."""
        norm = 1 / math.sqrt(len(active) or 1)
        return [
            b + scale * norm * sum([column[i] for i in active])
            for column, scale, b in zip(self.columns, self.scales, self.bias, strict=True)
        ]

    def probabilities(self, active: Sequence[int]) -> list[tuple[Act, float]]:
        """Return every act with its probability, likeliest first."""
        scores = [s / self.temperature for s in self.scores(active)]
        top = max(scores)
        weights = [math.exp(s - top) for s in scores]
        total = sum(weights)
        found = [(act, w / total) for act, w in zip(self.acts, weights, strict=True)]
        return sorted(found, key=lambda pair: -pair[1])


def pack(model: Model, notes: dict[str, object]) -> bytes:
    """Return the file of a model."""
    head = {
        "format": FORMAT, "buckets": BUCKETS, "acts": list(model.acts), "scales": model.scales, "bias": model.bias,
        "temperature": model.temperature, **notes,
    }  # fmt: skip
    body = zlib.compress(b"".join(column.tobytes() for column in model.columns), 9)
    return json.dumps(head, ensure_ascii=False).encode() + b"\n" + body


def unpack(data: bytes) -> Model | None:
    """Return the model of a file, or None when the file is of another format."""
    head, _, body = data.partition(b"\n")
    try:
        notes = json.loads(head)
        if notes["format"] != FORMAT or notes["buckets"] != BUCKETS:
            return None
        raw = zlib.decompress(body)
        acts = tuple(Act(a) for a in notes["acts"])
    except (ValueError, KeyError, TypeError, zlib.error):
        return None
    if len(raw) != BUCKETS * len(acts):
        return None
    columns = tuple(array("b", raw[i * BUCKETS : (i + 1) * BUCKETS]) for i in range(len(acts)))
    return Model(acts, columns, tuple(notes["scales"]), tuple(notes["bias"]), float(notes["temperature"]))


@lru_cache(maxsize=1)
def model() -> Model | None:
    """Return the committed model, None when its file is missing or cannot be read."""
    try:
        data = files("calisson.language.acts").joinpath("weights.bin").read_bytes()
    except OSError:
        return None
    return unpack(data)
