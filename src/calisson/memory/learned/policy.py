"""The policy gradient of hops: REINFORCE (Williams 1992) with a leave-one-out baseline, steps by Adam (Kingma & Ba 2015).

    θ ← θ + α · mean over episodes [ (R − b) · Σ ∇ log π(step)  +  ε · Σ ∇ entropy(step) ]

Each question is walked several times; b of an episode is the mean gain of the question's other ones (Kool, van Hoof &
Welling 2019, 'Buy 4 REINFORCE samples, get a baseline for free!'), so an easy question pushes nothing. R is what the hops
gained over the same question without any, less what they cost. Before that the network imitates the oracle
(`imitation`): from a fresh network nearly every hop loses, and it learns to stop before it learns to point (`docs/LOG.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calisson.memory.learned.pointer import Pointer, point_gradient, stop_gradient

RATE = 0.02
BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
"""Adam's constants, as published."""

KEEP = 0.001
"""Decay of the weights at a step."""

SURPRISE = 0.002
"""ε, the weight of entropy, in recall."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision: the memories and the question as the network saw them, and what it chose."""

    memories: tuple[tuple[float, ...], ...]
    question: tuple[float, ...]
    chosen: int | None
    """Which memory it went on from; None when it stopped."""


@dataclass(frozen=True, slots=True)
class Episode:
    """The steps of one walk, and how much more it gained than was to be expected."""

    steps: tuple[Step, ...]
    advantage: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the oracle would do: where a hop gains, as a distribution, and whether to stop."""

    memories: tuple[tuple[float, ...], ...]
    question: tuple[float, ...]
    wanted: tuple[float, ...]
    """One value a memory, together at most 1; all 0 where pointing teaches nothing."""
    stop: bool
    weight: float = 1.0
    """How much it matters whether it stops."""


def advantages(gains: Sequence[float]) -> list[float]:
    """Return each gain less the mean of the others; 0 for a single one."""
    if len(gains) < 2:
        return [0.0 for _ in gains]
    whole = sum(gains)
    return [g - (whole - g) / (len(gains) - 1) for g in gains]


def gradient(net: Pointer, episodes: Sequence[Episode], surprise: float = SURPRISE) -> list[float]:
    """Return the policy gradient of the expected gain by every weight, in the order of `Pointer.flat`."""
    out = [0.0] * len(net.flat())
    for one in episodes:
        for step in one.steps:
            chosen = [0.0] * len(step.memories)
            if step.chosen is not None:
                chosen[step.chosen] = one.advantage
                _add(out, point_gradient(net, step.memories, step.question, chosen, surprise))
            stops = stop_gradient(net, step.memories, step.question, float(step.chosen is None))
            _add(out, stops, one.advantage)
            if surprise:
                p = net.stop(net.point(step.memories, step.question), step.question)
                _add(out, stop_gradient(net, step.memories, step.question, p, surprise))
    return [g / max(1, len(episodes)) for g in out]


def imitation(net: Pointer, lessons: Sequence[Lesson]) -> list[float]:
    """Return the gradient of the log-likelihood of what the oracle would do."""
    out = [0.0] * len(net.flat())
    for one in lessons:
        if any(one.wanted):
            _add(out, point_gradient(net, one.memories, one.question, one.wanted))
        _add(out, stop_gradient(net, one.memories, one.question, float(one.stop)), one.weight)
    return [g / max(1, len(lessons)) for g in out]


def step(
    net: Pointer, slope: Sequence[float], state: Sequence[float], rate: float = RATE
) -> tuple[Pointer, list[float]]:
    """Return the network after one step of Adam upwards, and Adam's state; an empty state begins it."""
    moved, state = ascend(net.flat(), slope, state, rate=rate, keep=KEEP)
    return net.with_flat(moved), state


def ascend(
    weights: Sequence[float], slope: Sequence[float], state: Sequence[float], *, rate: float, keep: float
) -> tuple[list[float], list[float]]:
    """Return weights after one step of Adam upwards, and Adam's state; an empty state begins it.

    Args:
        weights: as they are.
        slope: the gradient.
        state: what the step before gave.
        rate: of a step.
        keep: share of the weights that a step takes away.
    """
    count = len(weights)
    first, second, time = (
        (list(state[:count]), list(state[count : 2 * count]), state[-1])
        if state
        else ([0.0] * count, [0.0] * count, 0.0)
    )
    time += 1
    out = []
    for n, g in enumerate(slope):
        first[n] = BETA1 * first[n] + (1 - BETA1) * g
        second[n] = BETA2 * second[n] + (1 - BETA2) * g * g
        move = (first[n] / (1 - BETA1**time)) / ((second[n] / (1 - BETA2**time)) ** 0.5 + TINY)
        out.append(weights[n] * (1 - keep) + rate * move)
    return out, [*first, *second, time]


def _add(out: list[float], part: Sequence[float], scale: float = 1.0) -> None:
    for n, g in enumerate(part):
        out[n] += scale * g
