"""Retrieval trained by REINFORCE alone: one policy draws the order of a question's memories and decides about hops.

An episode is a question. The order of its memories is drawn by the views' weights (`learned.orders`), the pointer looks at
the first ten of it and stops or goes on from one (`learned.pointer`), at most three times. The reward is

    recall@10 of what is shown then  −  HOP_COST · hops

Every question is drawn several times; what the others got is the baseline (`learned.policy.advantages`). Weights and pointer
climb the same gradient, mean over episodes of (R − b) ∇ log π, by Adam; what is kept is the mean of the second half
of the way (Polyak & Juditsky 1992, 'Acceleration of stochastic approximation by averaging'), so that nothing is chosen
by looking at results. No answer is shown to it: a reward is a number.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from calisson.memory.finding.ranking import Ranked
from calisson.memory.learned import orders
from calisson.memory.learned.hops import MOST, take
from calisson.memory.learned.model import Learned
from calisson.memory.learned.pointer import Pointer
from calisson.memory.learned.policy import KEEP, Episode, Step, advantages, ascend, gradient
from hopping import HOP_COST, log
from joint import VIEWS, Gains, Puzzle

DRAWS = 5
"""Draws of a question at a time; each is the others' baseline."""

BATCH = 24
"""Questions of a step."""

PLACES = 14
"""Places of an order that are drawn: ten are shown, some repeat one another."""

SHARP = 16.0
"""β of the drawing: the tenth and the twentieth memory differ by a tenth or so."""

RATE, POINTER_RATE = 0.01, 0.005
"""Rates of Adam for weights and pointer."""

EPOCHS = 12


@dataclass(frozen=True)
class Drawn:
    """An episode: what was drawn and what it was worth."""

    order: list[int]
    steps: tuple[Step, ...]
    gains: Gains
    hops: int

    @property
    def reward(self) -> float:
        """Recall less the cost of hops."""
        return self.gains.recall - HOP_COST * self.hops


def episode(
    puzzle: Puzzle, learned: Learned, weights: Sequence[float], scores: Sequence[float], rng: random.Random
) -> Drawn:
    """Draw an order and hops."""
    order = orders.draw(scores, rng, sharp=SHARP, places=PLACES)
    net = learned.pointer if learned.has("hops") else None
    steps, found, hops = _hops(puzzle, learned, net, order, scores, rng)
    gains = puzzle.gains(order, scores, weights, found, learned.weights.get("hop", 0.0))
    return Drawn(order, tuple(steps), gains, hops)


def shown(puzzle: Puzzle, learned: Learned, *, hops: bool = True) -> tuple[Gains, int]:
    """Return what a question gets without chance, as search gives it, and the hops taken."""
    weights = [learned.view_weights().get(v, 0.0) for v in VIEWS]
    scores = puzzle.scores(weights)
    order = puzzle.best_first(scores)
    net = learned.pointer if hops and learned.has("hops") else None
    _, found, taken = _hops(puzzle, learned, net, order, scores, None)
    return puzzle.gains(order, scores, weights, found, learned.weights.get("hop", 0.0)), taken


def _hops(
    puzzle: Puzzle, learned: Learned, net: Pointer | None, order: Sequence[int], scores: Sequence[float],
    rng: random.Random | None,
) -> tuple[list[Step], dict[int, Ranked], int]:  # fmt: skip
    """Return the decisions, what was found, and how many hops it took; without chance the likeliest is done."""
    steps: list[Step] = []
    found: dict[int, Ranked] = {}
    path: tuple[int, ...] = ()
    view = puzzle.first_view(order, scores) if net is not None else None
    while net is not None and view is not None and len(path) < MOST:
        p = net.point(view.marks, view.question)
        stop = net.stop(p, view.question)
        if (rng.random() < stop) if rng else stop >= learned.onward.stop_at:
            steps.append(Step(view.marks, view.question, None))
            break
        chosen = rng.choices(range(len(p)), p)[0] if rng else max(range(len(p)), key=lambda k: p[k])
        steps.append(Step(view.marks, view.question, chosen))
        path = (*path, view.seen[chosen].candidate.number)
        more, view = puzzle.hop(view, chosen, path, learned.onward.signs)
        take(found, more)
    return steps, found, len(path)


def reinforce(
    puzzles: Sequence[Puzzle], start: Learned, rng: random.Random, *, epochs: int = EPOCHS
) -> Learned:
    """Return it after REINFORCE over the views' weights, and over the pointer where hops are on.

    Questions of two steps come as often as those of one, as in `hopping`.
    """
    learned = start
    weights = [start.view_weights().get(v, 0.0) for v in VIEWS]
    states: tuple[list[float], list[float]] = ([], [])
    two, one = [p for p in puzzles if p.twice], [p for p in puzzles if not p.twice]
    repeated = [*one, *two * max(1, round(len(one) / max(1, len(two))))]
    means: list[list[float]] = []
    nets: list[list[float]] = []
    began = time.perf_counter()
    for epoch in range(epochs):
        rng.shuffle(repeated)
        rewards, hops = [], []
        for n in range(0, len(repeated), BATCH):
            climb, walked = [0.0] * len(VIEWS), []
            batch = repeated[n : n + BATCH]
            for puzzle in batch:
                scores = puzzle.scores(weights)
                drawn = [episode(puzzle, learned, weights, scores, rng) for _ in range(DRAWS)]
                for one_, more in zip(drawn, advantages([d.reward for d in drawn]), strict=True):
                    if more:
                        up = orders.slope(
                            puzzle.rows[: puzzle.count], scores, one_.order, sharp=SHARP, places=PLACES
                        )
                        climb = [c + more * u / (DRAWS * len(batch)) for c, u in zip(climb, up, strict=True)]
                        walked.append(Episode(one_.steps, more))
                rewards += [d.reward for d in drawn]
                hops += [d.hops for d in drawn]
            moved, first = ascend(weights, climb, states[0], rate=RATE, keep=0.0)
            weights, second = [max(0.0, w) for w in moved], states[1]
            net = learned.pointer
            if learned.has("hops") and net is not None:
                flat, second = ascend(net.flat(), gradient(net, walked), second, rate=POINTER_RATE, keep=KEEP)
                net = net.with_flat(flat)
            states = (first, second)
            learned = replace(
                learned, weights={**learned.weights, **dict(zip(VIEWS, weights, strict=True))}, pointer=net
            )
            if 2 * epoch >= epochs:
                means.append(weights)
                nets.append(net.flat() if net is not None else [])
        log(f"epoch {epoch}: reward {fmean(rewards):.4f}, hops {fmean(hops):.2f}, {time.perf_counter() - began:.0f} s",
            {v: round(w, 2) for v, w in zip(VIEWS, weights, strict=True)})  # fmt: skip
    kept = dict(zip(VIEWS, map(fmean, zip(*means, strict=True)), strict=True))
    net = learned.pointer
    if net is not None and nets[0]:
        net = net.with_flat(list(map(fmean, zip(*nets, strict=True))))
    return replace(learned, weights={**learned.weights, **kept}, pointer=net)


def figures(puzzles: Sequence[Puzzle], learned: Learned, *, hops: bool = True) -> dict[str, float]:
    """Return recall@10 of all, of one and of two steps, reciprocal rank, per cent; hops a question; the reward."""
    rows = [(*shown(p, learned, hops=hops), p.twice) for p in puzzles]
    return {
        "recall": 100 * fmean(g.recall for g, *_ in rows),
        "one": 100 * fmean(g.recall for g, _, twice in rows if not twice),
        "two": 100 * fmean(g.recall for g, _, twice in rows if twice),
        "mrr": 100 * fmean(g.rank for g, *_ in rows),
        "hops": fmean(n for _, n, _ in rows),
        "reward": 100 * fmean(g.recall - HOP_COST * n for g, n, _ in rows),
    }
