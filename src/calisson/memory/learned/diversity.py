"""Maximal marginal relevance: a set that is relevant and not the same thing ten times.

    next = argmaxᵢ  λ · relevanceᵢ − (1 − λ) · max_{j chosen} cos(i, j)

(Carbonell & Goldstein 1998, 'The use of MMR, diversity-based reranking'). λ is learned; 1 turns it off.
"""

from __future__ import annotations

from collections.abc import Sequence

from calisson.memory.finding.encoder import Vector, similarity


def diverse(scores: Sequence[float], vectors: Sequence[Vector], amount: float, count: int) -> list[int]:
    """Return the order in which candidates, given best first, are taken; the rest follows as it was.

    Args:
        scores: of the candidates, best first.
        vectors: of the candidates.
        amount: λ, from 0 to 1.
        count: how many are chosen one by one.
    """
    order = list(range(len(scores)))
    if amount >= 1.0 or len(scores) < 3 or scores[0] <= 0:
        return order
    nearest = [0.0] * len(scores)
    chosen: list[int] = []
    left = order[:]
    while left and len(chosen) < count:
        best = max(left, key=lambda n: (amount * scores[n] / scores[0] - (1 - amount) * nearest[n], -n))
        chosen.append(best)
        left.remove(best)
        for n in left:
            nearest[n] = max(nearest[n], similarity(vectors[n], vectors[best]))
    return chosen + left
