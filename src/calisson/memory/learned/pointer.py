"""The dynamic memory token: a pointer network that points at a memory and says whether to stop or to search on.

    p(i)  = softmaxᵢ(vᵀ tanh(W₁ mᵢ + W₂ q))
    stop  = σ(w · [q, max p, entropy p])

(Vinyals, Fortunato & Jaitly 2015, 'Pointer networks', equation 3). mᵢ and q are few numbers that say how a memory and
the question stand to each other (`hops.marks_of`), not vectors of words: so the network is small, fast in plain Python, and
what it learned in one language holds in another. Gradients of the log-probabilities are here, the policy gradient
(Williams 1992, REINFORCE) is in `policy`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from calisson.memory.learned.maths import dot, entropy, sigmoid, softmax

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Pointer:
    """The network's weights."""

    w1: Matrix
    """hidden × marks of a memory."""
    w2: Matrix
    """hidden × marks of a question."""
    v: tuple[float, ...]
    w: tuple[float, ...]
    """Marks of a question, max p, entropy p."""

    def point(self, memories: Sequence[Sequence[float]], question: Sequence[float]) -> list[float]:
        """Return p, one value a memory."""
        asked = [dot(row, question) for row in self.w2]
        return softmax(
            [
                sum(v * math.tanh(dot(row, m) + a) for v, row, a in zip(self.v, self.w1, asked, strict=True))
                for m in memories
            ]
        )

    def stop(self, p: Sequence[float], question: Sequence[float]) -> float:
        """Return the probability of stopping."""
        return sigmoid(dot(self.w, self._seen(p, question)))

    @staticmethod
    def _seen(p: Sequence[float], question: Sequence[float]) -> list[float]:
        width = math.log(len(p)) if len(p) > 1 else 1.0
        return [*question, max(p, default=0.0), entropy(p) / width]

    def flat(self) -> list[float]:
        """Return every weight in a row."""
        return [x for rows in (self.w1, self.w2, (self.v, self.w)) for row in rows for x in row]

    def with_flat(self, values: Sequence[float]) -> Pointer:
        """Return the same network with these weights."""
        given = iter(values)

        def rows(like: Matrix) -> Matrix:
            return tuple(tuple(next(given) for _ in row) for row in like)

        w1, w2 = rows(self.w1), rows(self.w2)
        (v, w) = rows((self.v, self.w))
        return Pointer(w1, w2, v, w)


SHARPLY = 12.0
"""How sharply a fresh network prefers what ranks first; nearly even pointing gains nothing to learn from."""


def fresh(marks: int, asked: int, hidden: int = 6, seed: int = 0) -> Pointer:
    """Return a network before training: it points at what ranks first, and mostly stops.

    The first mark of a memory is its score as a share of the best; the last of a question is 1.
    """
    rng = random.Random(seed)

    def row(width: int) -> tuple[float, ...]:
        return tuple(rng.gauss(0, 0.1) for _ in range(width))

    first = ((1.0, *row(marks - 1)), *(row(marks) for _ in range(hidden - 1)))
    v = (SHARPLY, *row(hidden - 1))
    return Pointer(first, tuple(row(asked) for _ in range(hidden)), v, (*row(asked - 1), 0.5, 0.0, 0.0))


def point_gradient(
    net: Pointer, memories: Sequence[Sequence[float]], question: Sequence[float], wanted: Sequence[float],
    surprise: float = 0.0,
) -> list[float]:  # fmt: skip
    """Return the gradient of Σ wantedᵢ log p(i) + surprise · entropy(p) by every weight, in the order of `flat`.

    Args:
        net: the network.
        memories: their marks.
        question: its marks.
        wanted: one value a memory: 1 for the chosen one and else 0, or a distribution to imitate.
        surprise: weight of the entropy.
    """
    asked = [dot(row, question) for row in net.w2]
    hidden = [[math.tanh(dot(row, m) + a) for row, a in zip(net.w1, asked, strict=True)] for m in memories]
    p = softmax([dot(net.v, h) for h in hidden])
    whole, spread = sum(wanted), entropy(p)
    away = [q - whole * x for q, x in zip(wanted, p, strict=True)]
    if surprise:
        away = [a - surprise * x * (math.log(max(x, 1e-12)) + spread) for a, x in zip(away, p, strict=True)]
    v = [sum(d * h[k] for d, h in zip(away, hidden, strict=True)) for k in range(len(net.v))]
    w1: list[float] = []
    w2: list[float] = []
    for k, weight in enumerate(net.v):
        inner = [d * weight * (1 - h[k] ** 2) for d, h in zip(away, hidden, strict=True)]
        w1 += [sum(x * m[j] for x, m in zip(inner, memories, strict=True)) for j in range(len(net.w1[0]))]
        total = sum(inner)
        w2 += [total * q for q in question]
    return [*w1, *w2, *v, *([0.0] * len(net.w))]


def stop_gradient(
    net: Pointer, memories: Sequence[Sequence[float]], question: Sequence[float], wanted: float,
    surprise: float = 0.0,
) -> list[float]:  # fmt: skip
    """Return the gradient of wanted · log P(stop) + (1 − wanted) · log P(go on) + surprise · entropy by the weights of `stop`.

    The others' is taken as 0: the stop head reads p as it reads q, p is not moved to make stopping easier.
    """
    p = net.point(memories, question)
    seen = Pointer._seen(p, question)
    logit = dot(net.w, seen)
    stop = sigmoid(logit)
    scale = wanted - stop - surprise * logit * stop * (1 - stop)
    before = len(net.w1) * len(net.w1[0]) + len(net.w2) * len(net.w2[0]) + len(net.v)
    return [0.0] * before + [scale * x for x in seen]
