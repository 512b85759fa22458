"""Learn to hop: what a hop finds (listwise), where to point and when to stop (imitation of the oracle, then REINFORCE)."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from calisson.memory.learned import fusion
from calisson.memory.learned.hops import ASKED, MARKS, MOST
from calisson.memory.learned.model import Learned
from calisson.memory.learned.pointer import Pointer, fresh
from calisson.memory.learned.policy import Episode, Lesson, Step, advantages, gradient, imitation, step
from calisson.memory.learned.seeking import NONE, PRIOR, SIGNS, seek
from corpus import Case
from pointing import Walk

HOP_COST = 0.04
"""What a hop costs, in recall."""

WEIGHT = 20.0
"""Weight of what hops find; more moved the first answers, less lifted too little (10, 20 and 40 were tried)."""

STOPS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6)
NEARLY = 0.95
"""Probabilities of stopping that are tried, and the share of the best gain that is enough: a hop takes time."""

MATTERS = 0.2
"""What a hop must gain or lose, in recall, for its lesson to count in full."""

PULL = 0.05
"""Strength of the pull to the prior weights of the signs."""

WALKS = 4
"""Walks of a question at a time; each is the others' baseline."""

BATCH = 16
"""Questions of a step."""


def log(*what: object) -> None:
    print(*what, file=sys.stderr, flush=True)


def examples(walks: Sequence[Walk]) -> list[fusion.Listed]:
    """Return hops with the candidates that they must find, and hops from the first two places that lead nowhere."""
    out = []
    for walk in walks:
        gold, start = walk.case.question.gold, walk.at()
        if start.ends:
            continue
        at = [k for k, r in enumerate(start.close) if walk.twice and r.candidate.row["source"] in gold]
        for k in dict.fromkeys([*at, 0, 1]):
            if k >= len(start.close):
                continue
            here = start.close[k].candidate
            got = walk.case.gathered
            sought = seek(got.asked, [(here, 1.0)], walk.case.look, got.rarity, walk.around)
            answers = tuple(
                n
                for n, c in enumerate(sought.candidates)
                if c.row["source"] in gold and c.row["source"] != here.row["source"]
            )
            if sought.candidates and (answers or k not in at):
                none = len(sought.signs)
                answers = answers if k in at else (none,)
                out.append(fusion.Listed((*sought.signs, NONE), answers))
    return out


def learn_signs(walks: Sequence[Walk]) -> dict[str, float]:
    """Return the weights of the signs."""
    given = examples(walks)
    found = fusion.learn(PRIOR, PRIOR, given, strength=PULL, steps=150, rate=0.05)
    log(f"signs of {len(given)} hops:", {s: round(found[s], 2) for s in SIGNS})
    return found


def balanced(walks: Sequence[Walk]) -> list[Walk]:
    """Return walks with as many questions of two steps as of one, repeated in turn."""
    two, one = [w for w in walks if w.twice], [w for w in walks if not w.twice]
    times = max(1, round(len(one) / max(1, len(two))))
    return [*one, *two * times]


def lessons(walks: Sequence[Walk], net: Pointer) -> list[Lesson]:
    """Return what the oracle would do at the first hop and after it; it stops where the network's choice gains nothing."""
    out = []
    for walk in walks:
        path: tuple[int, ...] = ()
        for _ in range(2):
            here = walk.at(path)
            if here.ends:
                break
            gains = [walk.at((*path, k)).worth - here.worth for k in range(len(here.close))]
            good = [max(0.0, g) for g in gains]
            whole = sum(good)
            wanted = tuple(g / whole for g in good) if whole > 0 else tuple(0.0 for _ in good)
            p = net.point(here.marks, here.question)
            own = max(range(len(p)), key=lambda k: p[k])
            gain = gains[own] - HOP_COST
            out.append(Lesson(here.marks, here.question, wanted, gain <= 0, min(1.0, abs(gain) / MATTERS)))
            path = (*path, own)
    return out


def imitate(walks: Sequence[Walk], net: Pointer, rng: random.Random, epochs: int) -> Pointer:
    """Return the network after imitating the oracle."""
    state: list[float] = []
    for _ in range(epochs):
        given = lessons(walks, net)
        rng.shuffle(given)
        for n in range(0, len(given), 2 * BATCH):
            net, state = step(net, imitation(net, given[n : n + 2 * BATCH]), state)
    return net


def reinforce(walks: Sequence[Walk], net: Pointer, rng: random.Random, epochs: int) -> Pointer:
    """Return the network after REINFORCE."""
    state: list[float] = []
    for epoch in range(epochs):
        order = list(walks)
        rng.shuffle(order)
        gains, hops = [], []
        for n in range(0, len(order), BATCH):
            batch: list[Episode] = []
            for walk in order[n : n + BATCH]:
                walked = [wander(walk, net, rng) for _ in range(WALKS)]
                got = [walk.gain(path) - HOP_COST * len(path) for _, path in walked]
                batch += [Episode(tuple(s), a) for (s, _), a in zip(walked, advantages(got), strict=True)]
                gains.append(fmean(got))
                hops.append(fmean(len(path) for _, path in walked))
            net, state = step(net, gradient(net, batch), state, 0.01)
        log(f"pointer {epoch}: gain {fmean(gains):+.4f}, hops {fmean(hops):.2f}")
    return net


def wander(walk: Walk, net: Pointer, rng: random.Random) -> tuple[list[Step], tuple[int, ...]]:
    """Walk by chance as the network would, and return the decisions and the path."""
    steps: list[Step] = []
    path: tuple[int, ...] = ()
    while len(path) < MOST:
        here = walk.at(path)
        if here.ends:
            break
        p = net.point(here.marks, here.question)
        if rng.random() < net.stop(p, here.question):
            steps.append(Step(here.marks, here.question, None))
            break
        chosen = rng.choices(range(len(p)), p)[0]
        steps.append(Step(here.marks, here.question, chosen))
        path = (*path, chosen)
    return steps, path


def greedy(walk: Walk, net: Pointer | None, stop_at: float, most: int = MOST) -> tuple[int, ...]:
    """Return the path that the network would take; without one, always from the first place."""
    path: tuple[int, ...] = ()
    while len(path) < most:
        here = walk.at(path)
        if here.ends:
            break
        p = net.point(here.marks, here.question) if net else [1.0]
        if net and net.stop(p, here.question) >= stop_at:
            break
        path = (*path, max(range(len(p)), key=lambda k: p[k]))
    return path


def judged(walks: Sequence[Walk], paths: Sequence[tuple[int, ...]]) -> str:
    """Return what paths gained, as text."""
    out = []
    for name, twice in (("two", True), ("one", False)):
        rows = [
            (w.at(p).score, w.at().score, len(p))
            for w, p in zip(walks, paths, strict=True)
            if w.twice == twice
        ]
        gain = 100 * fmean(a[0] - b[0] for a, b, _ in rows)
        mrr = 100 * fmean(a[1] - b[1] for a, b, _ in rows)
        out.append(
            f"{name} {100 * fmean(b[0] for _, b, _ in rows):.1f} {gain:+.1f} mrr {mrr:+.1f} hops {fmean(h for *_, h in rows):.2f}"
        )
    return "; ".join(out)


def oracle(walk: Walk) -> tuple[int, ...]:
    """Return the best path of at most one hop."""
    start = walk.at()
    tries = [()] if start.ends else [(), *((k,) for k in range(len(start.close)))]
    return max(tries, key=walk.gain)


def selective(walks: Sequence[Walk], net: Pointer) -> float:
    """Return the least probability of stopping from which it stops, with which two steps gain nearly what they can."""
    two = [w for w in walks if w.twice]
    gains = {s: fmean(w.gain(greedy(w, net, s)) for w in two) for s in STOPS}
    return min(s for s in STOPS if gains[s] >= NEARLY * max(gains.values()))


def learn_hops(given: Sequence[Case], learned: Learned, rng: random.Random) -> Learned:
    """Return it with hops learned: signs, weight of what is found, pointer, and where it stops."""
    learned = replace(learned, pointer=fresh(MARKS, ASKED), parts=learned.parts | {"hops"})
    signs = learn_signs([Walk(c, learned) for c in given])
    learned = replace(learned, onward=replace(learned.onward, signs=signs))
    learned = replace(learned, weights={**learned.weights, "hop": WEIGHT})
    walks = [Walk(c, learned) for c in given]
    log("first place:", judged(walks, [greedy(w, None, 0.5, 1) for w in walks]))
    even = balanced(walks)
    net = learned.pointer
    assert net is not None
    net = imitate(even, net, rng, 30)
    log(
        "imitated:",
        judged(walks, [greedy(w, net, 0.5) for w in walks]),
        "| one hop always:",
        judged(walks, [greedy(w, net, 2, 1) for w in walks]),
    )
    net = reinforce(even, net, rng, 6)
    log("reinforced:", judged(walks, [greedy(w, net, 0.5) for w in walks]))
    stop_at = selective(walks, net)
    learned = replace(learned, pointer=net, onward=replace(learned.onward, stop_at=stop_at))
    log(f"stop at {stop_at}:", judged(walks, [greedy(w, net, stop_at) for w in walks]))
    return learned
