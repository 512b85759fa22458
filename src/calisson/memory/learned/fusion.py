"""Weights of the views, learned listwise.

Each example is a question's candidates with what the views say, and which of them answered. The loss is the softmax
cross-entropy of the answers (ListNet's top-one probability: Cao et al. 2007, 'Learning to rank: from pairwise approach
to listwise approach', section 4) plus `strength` times the squared distance from the prior weights, so that a few
examples never carry them far:

    L(w) = -1/n Σₑ Σ_{a ∈ answers(e)} log softmax(SHARP · X_e w)_a / |answers(e)|  +  strength · ‖w − w₀‖²
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calisson.memory.learned.maths import dot, softmax

SHARP = 4.0
"""Inverse temperature: scores of candidates differ by tenths, a log-odds of 4 for a whole view's weight is plain."""

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Listed:
    """A question's candidates as the views see them."""

    rows: tuple[tuple[float, ...], ...]
    """Candidate × view."""
    answers: tuple[int, ...]
    """Which of the rows answered."""


def loss(
    weights: Sequence[float], prior: Sequence[float], examples: Sequence[Listed], strength: float
) -> float:
    """Return the loss; see the module."""
    total = 0.0
    for one in examples:
        p = softmax([SHARP * dot(row, weights) for row in one.rows])
        total -= sum(math.log(max(p[a], 1e-300)) for a in one.answers) / len(one.answers)
    away = sum((w - o) ** 2 for w, o in zip(weights, prior, strict=True))
    return total / max(1, len(examples)) + strength * away


def gradient(
    weights: Sequence[float], prior: Sequence[float], examples: Sequence[Listed], strength: float
) -> list[float]:
    """Return the gradient of `loss` by the weights: SHARP · (E_p[x] − mean of the answers' x), and the pull back."""
    out = [0.0] * len(weights)
    for one in examples:
        p = softmax([SHARP * dot(row, weights) for row in one.rows])
        share = 1.0 / len(one.answers)
        for a in one.answers:
            p[a] -= share
        for coefficient, row in zip(p, one.rows, strict=True):
            if coefficient > 1e-9 or coefficient < -1e-9:
                for n, value in enumerate(row):
                    if value:
                        out[n] += coefficient * value
    scale = SHARP / max(1, len(examples))
    return [scale * g + 2 * strength * (w - o) for g, w, o in zip(out, weights, prior, strict=True)]


def learn(
    start: Weights,
    prior: Weights,
    examples: Sequence[Listed],
    *,
    strength: float,
    steps: int,
    rate: float = 0.05,
) -> dict[str, float]:
    """Return weights after some steps of gradient descent; none goes below 0, because no view speaks against.

    Args:
        start: view → weight, whose order is that of the examples' columns.
        prior: the weights that the pull goes to; a view that is absent has 0.
        examples: what was asked and answered; without any the weights stay.
        strength: of the pull.
        steps: how many.
        rate: of a step.
    """
    names = list(start)
    w = [start[n] for n in names]
    anchor = [prior.get(n, 0.0) for n in names]
    for _ in range(steps if examples else 0):
        slope = gradient(w, anchor, examples, strength)
        w = [max(0.0, a - rate * b) for a, b in zip(w, slope, strict=True)]
    return dict(zip(names, w, strict=True))
