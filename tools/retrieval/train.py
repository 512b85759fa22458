"""Train learned retrieval on made-up conversations and write `src/calisson/memory/learned/weights.json`.

    python tools/retrieval/train.py [--seed 1] [--conversations 10] [--out FILE]

In this order: the gate by which shard held the evidence, the views' weights listwise, λ by a line search, the numbers of
the next question by a coordinate search over questions of two steps, the pointer by REINFORCE, and the weight of what hops
find by a line search. No conversation that anybody had is used. A few minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import VIEWS, WEIGHTS, Asked, Ranked, fused
from calisson.memory.finding.retrieval import distinct
from calisson.memory.learned import fusion, gate
from calisson.memory.learned.hops import ASKED, MARKS, MOST, POINTED, Onward, follow, marks_of, question_of, take
from calisson.memory.learned.model import Learned, untrained
from calisson.memory.learned.pointer import fresh
from calisson.memory.learned.policy import Episode, Step, improve
from calisson.memory.learned.refine import joined, refine
from corpus import Case, cases

WEIGHTS_FILE = Path(__file__).parents[2] / "src" / "calisson" / "memory" / "learned" / "weights.json"
LISTED = 60
"""Candidates of one question that the listwise loss sees."""

PULL, GATE_PULL = 0.2, 0.002
"""Strength of the pull to the prior weights, and of W to zero."""

LEARNED_VIEWS = [v for v in VIEWS if v != "hop"]
HOP_COST = 0.01
"""What a hop costs, in recall."""


def log(*what: object) -> None:
    print(*what, file=sys.stderr, flush=True)


def is_gold(case: Case, row: dict[str, object]) -> bool:
    return row["source"] in case.question.gold


def learn_gate(given: list[Case]) -> gate.Gate:
    examples = []
    for case in given:
        held = {
            gate.shard(v.candidate.vector, v.candidate.row["language"])
            for v in case.seen
            if is_gold(case, dict(v.candidate.row))
        }
        if held:
            vector = built_in().encode(case.gathered.query, case.question.language)
            examples.append(gate.Held(gate.features(vector, case.question.language), tuple(sorted(held))))
    learned = gate.learn(gate.shut(), examples, strength=GATE_PULL, steps=60, rate=4.0)
    log(f"gate: {gate.loss(gate.shut(), examples, 0):.2f} → {gate.loss(learned, examples, 0):.2f}")
    return learned


def listed(case: Case, learned: Learned) -> fusion.Listed | None:
    """Return a question's candidates as the loss sees them, the gate's view put in as `refine` does."""
    g = learned.gate.open(
        gate.features(
            built_in().encode(case.gathered.query, case.question.language), case.question.language
        )
    )
    rows, answers = [], []
    by_prior = fused(case.seen, WEIGHTS)
    for n, one in enumerate([*by_prior[:LISTED], *(r for r in by_prior[LISTED:] if is_gold(case, dict(r.candidate.row)))]):
        which = gate.shard(one.candidate.vector, one.candidate.row["language"])
        values = {**one.values, "gate": gate.log_share(g, which)}
        rows.append(tuple(values[v] for v in LEARNED_VIEWS))
        if is_gold(case, dict(one.candidate.row)):
            answers.append(n)
    return fusion.Listed(tuple(rows), tuple(answers)) if answers else None


def learn_weights(given: list[Case], learned: Learned) -> dict[str, float]:
    examples = [e for c in given if (e := listed(c, learned))]
    prior = {v: WEIGHTS.get(v, 0.1) for v in LEARNED_VIEWS}
    found = fusion.learn(prior, prior, examples, strength=PULL, steps=60, rate=0.1)
    before, after = (
        fusion.loss([w[v] for v in LEARNED_VIEWS], [prior[v] for v in LEARNED_VIEWS], examples, 0)
        for w in (prior, found)
    )
    log(f"weights: {before:.3f} → {after:.3f}", {v: round(w, 2) for v, w in found.items()})
    return found


def result(given: list[Case], learned: Learned | None) -> tuple[float, float]:
    """Return mean recall@10 and mean reciprocal rank."""
    scores = [c.score(c.order(learned)[0]) for c in given]
    return fmean(r for r, _ in scores), fmean(m for _, m in scores)


def learn_diversity(given: list[Case], learned: Learned) -> float:
    """Return the λ with the best recall@10, then reciprocal rank; 1 where nothing is better."""
    trial = {a: result(given, replace(learned, diversity=a)) for a in (1.0, 0.95, 0.9, 0.8, 0.7)}
    log("diversity:", {a: (round(r, 4), round(m, 4)) for a, (r, m) in trial.items()})
    return max(trial, key=lambda a: (round(trial[a][0], 3), round(trial[a][1], 3), a))


def pool_of(case: Case, learned: Learned) -> tuple[list[Ranked], list[Ranked]]:
    """Return the pool before any hop, as `refine` makes it, and the rest."""
    weights = learned.view_weights()
    flat, _ = refine(
        case.gathered.asked, fused(case.seen, weights), replace(learned, pointer=None, diversity=1.0),
        case.look, case.gathered.rarity, query=case.gathered.query,
    )  # fmt: skip
    return flat[:48], flat[48:]


def first_ten(
    pool: list[Ranked], rest: list[Ranked], more: list[Ranked], weights: dict[str, float]
) -> list[Ranked]:
    both = joined(pool, rest, {r.candidate.number: r for r in more}, weights)
    return distinct([*both[0], *both[1]], 10)


def learn_onward(given: list[Case], learned: Learned) -> Onward:
    """Return the numbers of g with which a hop from the first step's evidence finds most, by coordinate search."""
    twice = [c for c in given if c.question.hops == 2][:80]
    pools = [pool_of(c, learned) for c in twice]
    weights = learned.view_weights()

    def gain(g: Onward) -> float:
        total = []
        for case, (pool, rest) in zip(twice, pools, strict=True):
            at = next((r for r in pool[:POINTED] if is_gold(case, dict(r.candidate.row))), None)
            if at is None:
                continue
            around = {r.candidate.number: r.candidate for r in (*pool, *rest)}
            _, more, _ = follow(case.gathered.asked, [(at, 1.0)], g, case.look, case.gathered.rarity, around)
            total.append(case.score(first_ten(pool, rest, more, weights))[0])
        return fmean(total)

    plain = fmean(c.score(distinct([*p, *r], 10))[0] for c, (p, r) in zip(twice, pools, strict=True))
    best, score = Onward(), gain(Onward())
    for name, values in (("spent", (0.0, 0.5)), ("mix", (0.0, 0.8))):
        for value in values:
            trial = replace(best, **{name: value})
            if (got := gain(trial)) > score + 1e-6:
                best, score = trial, got
    log("onward:", best, f"two-step recall {plain:.3f} → with the pointer told {score:.3f}")
    return best


Stand = tuple[Asked, Sequence[Ranked], tuple[tuple[float, ...], ...], tuple[float, ...], tuple[float, float]]
"""What is left to ask, what was found, its marks, the question's, and the score so far."""


def learn_pointer(given: list[Case], learned: Learned, rng: random.Random, epochs: int) -> Learned:
    """Return the pointer after REINFORCE; the baseline of a question is what it gets without a hop."""
    weights = learned.view_weights()
    pools = [pool_of(c, learned) for c in given]
    plain = [c.score(distinct(p + r, 10)) for c, (p, r) in zip(given, pools, strict=True)]
    net = learned.pointer or fresh(MARKS, ASKED)
    state: list[float] = []
    kept: dict[tuple[int, tuple[int, ...]], Stand] = {}

    def been(n: int, path: tuple[int, ...]) -> Stand:
        """Return how a question stands after going on from these places of the pool, one a hop; remembered."""
        if (n, path) not in kept:
            case, (pool, rest) = given[n], pools[n]
            found: dict[int, Ranked] = {}
            asked, ranked = case.gathered.asked, pool
            around = {r.candidate.number: r.candidate for r in (*pool, *rest)}
            for place in path:
                asked, ranked, _ = follow(
                    asked, [(ranked[place], 1.0)], learned.onward, case.look, case.gathered.rarity, around
                )
                take(found, ranked)
            close = ranked[:POINTED]
            marks = tuple(marks_of(asked, close))
            question = question_of(asked, close, marks, len(path)) if close else ()
            score = case.score(first_ten(pool, rest, list(found.values()), weights)) if found else plain[n]
            kept[n, path] = (asked, close, marks, question, score)
        return kept[n, path]

    for epoch in range(epochs):
        order = [n for n, c in enumerate(given) for _ in range(c.question.hops)]
        rng.shuffle(order)
        batch: list[Episode] = []
        rewards, hops = [], []
        for place, n in enumerate(order):
            case, (pool, _) = given[n], pools[n]
            steps: list[Step] = []
            path: tuple[int, ...] = ()
            while len(path) < MOST:
                asked, ranked, marks, question, _ = been(n, path)
                if not ranked or not ranked[0].related:
                    break
                p = net.point(marks, question)
                forced = rng.random() < (0.8 if epoch < epochs / 2 else 0.2)
                if path and epoch < epochs / 2 or (not forced and rng.random() < net.stop(p, question)):
                    steps.append(Step(marks, question, None, forced=epoch < epochs / 2 and bool(path)))
                    break
                chosen = rng.choices(range(len(p)), p)[0]
                steps.append(Step(marks, question, chosen, forced))
                path = (*path, chosen)
            taken = len(path)
            r, m = been(n, path)[4]
            gain = (r - plain[n][0]) + 0.3 * (m - plain[n][1]) - HOP_COST * taken
            rewards.append(gain)
            hops.append(taken)
            batch.append(Episode(tuple(steps), gain))
            if len(batch) == 32 or place == len(order) - 1:
                net, state = improve(net, batch, state)
                batch = []
        log(f"pointer {epoch}: gain {fmean(rewards):+.4f}, hops {fmean(hops):.2f}")
    return replace(learned, pointer=net)


def learn_hop_weight(given: list[Case], learned: Learned) -> Learned:
    """Return it with the weight of what hops find, and with the probability of stopping from which it stops."""
    trial = {}
    for weight in (1.5, 3.0):
        for stop_at in (0.5, 0.65, 0.8, 0.9):
            some = replace(
                learned,
                weights={**learned.weights, "hop": weight},
                onward=replace(learned.onward, stop_at=stop_at),
            )
            rows = [(*c.score(first), hops) for c in given for first, hops in [c.order(some)]]
            gain = fmean(r + 0.3 * m - HOP_COST * h for r, m, h in rows)
            trial[gain, -weight, -stop_at] = some
            log(f"hop weight {weight}, stop at {stop_at}: {gain:.4f}, hops {fmean(h for _, _, h in rows):.2f}")
    return trial[max(trial)]


def train(seed: int, conversations: int, *, epochs: int = 8, name: str = "shipped") -> Learned:
    """Return what is learned from some conversations; the same for the same seed."""
    start = time.perf_counter()
    rng = random.Random(seed)
    learned = replace(untrained(), name=name)
    with cases([1000 * seed + n for n in range(conversations)], "train", learned) as given:
        log(f"{len(given)} questions, {time.perf_counter() - start:.0f} s; prior: {result(given, None)}")
        learned = replace(learned, gate=learn_gate(given))
        found = learn_weights(given, learned)
        learned = replace(learned, weights={**found, "hop": 2.5}, pointer=fresh(MARKS, ASKED))
        log("plain:", result(given, learned.without("hops")), f"{time.perf_counter() - start:.0f} s")
        learned = replace(learned, diversity=learn_diversity(given, learned))
        learned = replace(learned, onward=learn_onward(given, learned))
        learned = learn_pointer(given, learned, rng, epochs)
        learned = learn_hop_weight(given, learned)
        log("all:", result(given, learned), f"{time.perf_counter() - start:.0f} s")
    return learned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--conversations", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    given = parser.parse_args()
    learned = train(given.seed, given.conversations, epochs=given.epochs)
    given.out.write_text(json.dumps(learned.as_dict(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
