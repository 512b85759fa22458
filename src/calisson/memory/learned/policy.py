"""The policy gradient of hops: REINFORCE with a baseline (Williams 1992), steps by Adam (Kingma & Ba 2015).

    θ ← θ + α · mean over episodes (R − b) · Σ ∇ log π(step)

R of an episode is what the hops gained over the same question without any, so that stopping at once gains 0 and is the
baseline of the stops. Where to point has a baseline of its own, the mean gain of the episodes that hopped: otherwise the
network learns to stop before it has learned to point (`docs/LOG.md`). Steps that the sampling forced teach only pointing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calisson.memory.learned.pointer import Pointer, point_gradient, stop_gradient

RATE = 0.03
BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
"""Adam's constants, as published."""

KEEP = 0.0005
"""Decay of the weights at a step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision: the memories and the question as the network saw them, and what it chose."""

    memories: tuple[tuple[float, ...], ...]
    question: tuple[float, ...]
    chosen: int | None
    """Which memory it went on from; None when it stopped."""
    forced: bool = False
    """Whether going on was not its own choice."""


@dataclass(frozen=True, slots=True)
class Episode:
    """The steps of one question, and what they gained."""

    steps: tuple[Step, ...]
    gain: float


def gradient(net: Pointer, episodes: Sequence[Episode]) -> list[float]:
    """Return the policy gradient of the expected gain by every weight, in the order of `Pointer.flat`."""
    out = [0.0] * len(net.flat())
    if not episodes:
        return out
    hopped = [e.gain for e in episodes if any(s.chosen is not None for s in e.steps)]
    usual = sum(hopped) / len(hopped) if hopped else 0.0
    for one in episodes:
        for step in one.steps:
            parts: list[tuple[float, list[float]]] = []
            if one.gain and not step.forced:
                parts.append(
                    (one.gain, stop_gradient(net, step.memories, step.question, step.chosen is None))
                )
            if step.chosen is not None and one.gain != usual:
                gained = point_gradient(net, step.memories, step.question, step.chosen)
                parts.append((one.gain - usual, gained))
            for scale, part in parts:
                for n, g in enumerate(part):
                    out[n] += scale * g
    return [g / len(episodes) for g in out]


def improve(
    net: Pointer, episodes: Sequence[Episode], state: Sequence[float], rate: float = RATE
) -> tuple[Pointer, list[float]]:
    """Return the network after one step of Adam upwards, and Adam's state; an empty state begins it."""
    slope = gradient(net, episodes)
    weights = net.flat()
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
        step = (first[n] / (1 - BETA1**time)) / ((second[n] / (1 - BETA2**time)) ** 0.5 + TINY)
        out.append(weights[n] * (1 - KEEP) + rate * step)
    return net.with_flat(out), [*first, *second, time]
