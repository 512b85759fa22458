"""The few functions that learning needs, on plain lists of floats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the inner product."""
    return float(sum(map(mul, a, b)))


def softmax(values: Sequence[float], temperature: float = 1.0) -> list[float]:
    """Return exp(v / temperature), normalised to sum to 1; empty for nothing."""
    if not values:
        return []
    top = max(values)
    raised = [math.exp((v - top) / temperature) for v in values]
    total = sum(raised)
    return [r / total for r in raised]


def entropy(p: Sequence[float]) -> float:
    """Return the entropy of a distribution, in nats; 0 log 0 is 0."""
    return -sum(x * math.log(x) for x in p if x > 0)


def sigmoid(x: float) -> float:
    """Return 1 / (1 + exp(-x)), for any x."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    raised = math.exp(x)
    return raised / (1 + raised)
