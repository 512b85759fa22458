"""Train learned retrieval on made-up conversations and write `src/calisson/memory/learned/weights.json`.

    python tools/retrieval/train.py [--seed 1] [--conversations 10] [--out FILE]

In this order: the gate by which shard held the evidence, the views' weights listwise, λ by a line search, and hops
(`hopping`): what they find listwise, where the pointer points by imitation and REINFORCE. No conversation that anybody
had is used. A few minutes on one core. `--hops` learns the hops alone, over the weights that are shipped. `--reinforce` trains
weights and pointer together by REINFORCE (`reinforcing`) and judges them on held-out conversations beside what they began from:

    python tools/retrieval/train.py --reinforce --seed 1 --out seed1.json

One process a seed, then `reinforce_table.py seed*.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import VIEWS, WEIGHTS, fused
from calisson.memory.learned import fusion, gate
from calisson.memory.learned.hops import ASKED, MARKS
from calisson.memory.learned.model import Learned, shipped, untrained
from calisson.memory.learned.pointer import fresh
from corpus import Case, cases
from hopping import WEIGHT, balanced, imitate, learn_hops, learn_signs, log
from joint import Puzzle
from pointing import Walk
from reinforcing import figures, reinforce

WEIGHTS_FILE = Path(__file__).parents[2] / "src" / "calisson" / "memory" / "learned" / "weights.json"
LISTED = 60
"""Candidates of one question that the listwise loss sees."""

PULL, GATE_PULL = 0.2, 0.002
"""Strength of the pull to the prior weights, and of W to zero."""

IMITATED = 8
"""Epochs of imitation before REINFORCE."""

LEARNED_VIEWS = [v for v in VIEWS if v != "hop"]


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
        gate.features(built_in().encode(case.gathered.query, case.question.language), case.question.language)
    )
    rows, answers = [], []
    by_prior = fused(case.seen, WEIGHTS)
    for n, one in enumerate(
        [*by_prior[:LISTED], *(r for r in by_prior[LISTED:] if is_gold(case, dict(r.candidate.row)))]
    ):
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


def train(seed: int, conversations: int, *, name: str = "shipped") -> Learned:
    """Return what is learned from some conversations; the same for the same seed."""
    start = time.perf_counter()
    rng = random.Random(seed)
    learned = replace(untrained(), name=name)
    with cases([1000 * seed + n for n in range(conversations)], "train", learned) as given:
        log(f"{len(given)} questions, {time.perf_counter() - start:.0f} s; prior: {result(given, None)}")
        learned = replace(learned, gate=learn_gate(given))
        found = learn_weights(given, learned)
        learned = replace(learned, weights={**found, "hop": 0.0})
        log("plain:", result(given, learned), f"{time.perf_counter() - start:.0f} s")
        learned = replace(learned, diversity=learn_diversity(given, learned))
        learned = learn_hops(given, learned, rng)
        log("all:", result(given, learned), f"{time.perf_counter() - start:.0f} s")
    return learned


def hops_alone(seed: int, conversations: int) -> Learned:
    """Return the shipped weights with hops learned anew."""
    base = (shipped() or untrained()).without("hops")
    with cases([1000 * seed + n for n in range(conversations)], "train", base) as given:
        return replace(learn_hops(given, base, random.Random(seed)), name=f"{base.name.split(';')[0]}; hops")


def started(given: list[Case], seed: int) -> dict[str, Learned]:
    """Return what REINFORCE is compared with and begins from: the prior, cross-entropy, hops imitated over that."""
    prior = replace(
        untrained().without("gate", "expansion", "diversity"),
        name="prior",
        pointer=fresh(MARKS, ASKED, seed=seed),
    )
    prior = replace(prior, weights={**prior.weights, "hop": WEIGHT})
    weights = {**learn_weights(given, prior), "hop": WEIGHT, "gate": 0.0, "expanded": 0.0}
    crossed = replace(prior, weights=weights, name="cross-entropy")
    walks = [Walk(c, crossed) for c in given]
    signed = replace(crossed, onward=replace(crossed.onward, signs=learn_signs(walks)))
    walks = [Walk(c, signed) for c in given]
    net = signed.pointer
    assert net is not None
    imitated = replace(signed, pointer=imitate(balanced(walks), net, random.Random(seed), IMITATED))
    return {"prior": prior, "cross-entropy": crossed, "imitated": replace(imitated, name="imitated")}


def reinforced(seed: int, conversations: int, held: int) -> dict[str, Any]:
    """Return the figures of each way of learning on held-out conversations, and what was learned, as JSON-able data."""
    begun = time.perf_counter()
    base = untrained().without("gate", "expansion", "diversity")
    with cases([1000 * seed + n for n in range(conversations)], "train", base) as given:
        log(f"{len(given)} questions, {time.perf_counter() - begun:.0f} s")
        found = started(given, seed)
        log(f"begun, {time.perf_counter() - begun:.0f} s")
        puzzles = [Puzzle(c) for c in given]
        for name, start in (("REINFORCE alone", "prior"), ("REINFORCE after", "imitated")):
            log(name)
            found[name] = replace(
                reinforce(puzzles, found[start], random.Random(seed)), name=f"{name}, seed {seed}"
            )
        learning = {n: figures(puzzles, w) for n, w in found.items()}
    if (now := shipped()) is not None:
        found["shipped"] = now.with_parts("hops")
    with cases([1000 * seed + n for n in range(held)], "held", base) as judging:
        puzzles = [Puzzle(c) for c in judging]
        got = {
            n: {"hops": figures(puzzles, w), "plain": figures(puzzles, w, hops=False)}
            for n, w in found.items()
        }
    log(got)
    return {
        "seed": seed, "questions": len(puzzles), "seconds": round(time.perf_counter() - begun), "held": got,
        "learning": learning, "learned": {n: w.as_dict() for n, w in found.items()},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--conversations",
        type=int,
        default=8,
        help="Households to learn from; 5 in the table of `--reinforce`.",
    )
    parser.add_argument("--hops", action="store_true", help="Learn hops alone, over the shipped weights.")
    parser.add_argument(
        "--reinforce", action="store_true", help="Train by REINFORCE and judge; writes figures."
    )
    parser.add_argument(
        "--held", type=int, default=4, help="Held-out conversations that judge `--reinforce`."
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    given = parser.parse_args()
    if given.reinforce:
        if given.out == WEIGHTS_FILE:
            parser.error("--reinforce writes figures, not weights: name a file with --out")
        found = reinforced(given.seed, given.conversations, given.held)
        given.out.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")
        return
    learned = (hops_alone if given.hops else train)(given.seed, given.conversations)
    given.out.write_text(json.dumps(learned.as_dict(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
