"""A ranking as a policy: an order drawn place by place, and the gradient of its log-probability.

    π(a₁ … a_T) = Π_t  exp(β s(a_t)) / Σ_{i not among a₁ … a_{t−1}} exp(β s(i)),      s(i) = w · xᵢ

(Plackett 1975, 'The analysis of permutations', section 2; as a policy that REINFORCE trains: Singh & Joachims 2019,
'Policy learning for fairness in ranking', section 3.2). An order is drawn in one go by sorting β s + Gumbel noise (Kool,
van Hoof & Welling 2019, 'Stochastic beams and where to find them', section 2). Only the first T places are drawn, the
others follow by their scores: what is not shown earns nothing and would only add noise.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence


def draw(scores: Sequence[float], rng: random.Random, *, sharp: float, places: int) -> list[int]:
    """Return an order of all candidates, the first `places` drawn, the rest by score.

    Args:
        scores: of the candidates.
        rng: chance.
        sharp: β, the inverse temperature.
        places: T.
    """
    noisy = [sharp * s - math.log(-math.log(rng.random() or 1e-300)) for s in scores]
    by_chance = sorted(range(len(scores)), key=lambda n: -noisy[n])
    return by_chance[:places] + sorted(by_chance[places:], key=lambda n: (-scores[n], n))


def slope(
    rows: Sequence[Sequence[float]],
    scores: Sequence[float],
    order: Sequence[int],
    *,
    sharp: float,
    places: int,
) -> list[float]:
    """Return the gradient of log π of an order by the weights w: β Σ_t (x(a_t) − E_t[x]).

    Args:
        rows: candidate × view.
        scores: their scores.
        order: as `draw` gave it.
        sharp: β.
        places: T.
    """
    width = len(rows[0]) if rows else 0
    top = max(scores, default=0.0)
    raised = [math.exp(sharp * (s - top)) for s in scores]
    left = [True] * len(rows)
    out = [0.0] * width
    whole, mixed = _mixed(rows, raised, left)
    for place, chosen in enumerate(order[:places]):
        row = rows[chosen]
        for k in range(width):
            out[k] += row[k] - mixed[k] / whole
        left[chosen] = False
        part = raised[chosen]
        if place + 1 >= min(places, len(order)):
            break
        if whole - part < 0.01 * whole:  # subtracting would leave nothing but rounding
            whole, mixed = _mixed(rows, raised, left)
        else:
            whole -= part
            for k in range(width):
                mixed[k] -= part * row[k]
    return [sharp * x for x in out]


def _mixed(
    rows: Sequence[Sequence[float]], raised: Sequence[float], left: Sequence[bool]
) -> tuple[float, list[float]]:
    """Return the sum of what is left, not below the least float, and of its rows by weight."""
    whole, mixed = 0.0, [0.0] * (len(rows[0]) if rows else 0)
    for row, part, there in zip(rows, raised, left, strict=True):
        if there and part:
            whole += part
            for k, value in enumerate(row):
                if value:
                    mixed[k] += part * value
    return max(whole, 1e-300), mixed
