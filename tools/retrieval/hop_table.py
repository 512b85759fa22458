"""Hops on made-up conversations that no training saw, over several seeds: none, one always, learned, random, oracle.

    python tools/retrieval/hop_table.py [--seeds 5] [--conversations 6] [--held 4] [--out FOLDER]

The views' weights are the shipped ones; for each seed other households are made, and what hops find, where the pointer
points and when it stops are learned anew. Questions of one and of two steps apart, mean ± standard deviation over seeds.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

from calisson.memory.learned.model import Learned, shipped, untrained
from corpus import cases
from hopping import greedy, learn_hops, log, oracle
from pointing import Walk

Figures = dict[str, float]


def figures(walks: Sequence[Walk], paths: Sequence[tuple[int, ...]]) -> Figures:
    """Return recall@10 and reciprocal rank by steps of the question, per cent, and hops a question."""
    rows = [(*w.at(p).score, w.twice, len(p)) for w, p in zip(walks, paths, strict=True)]
    out = {"recall": 100 * fmean(r[0] for r in rows), "mrr": 100 * fmean(r[1] for r in rows)}
    for name, twice in (("one", False), ("two", True)):
        some = [r for r in rows if r[2] == twice]
        out |= {name: 100 * fmean(r[0] for r in some), f"mrr_{name}": 100 * fmean(r[1] for r in some)}
        out |= {f"hops_{name}": fmean(r[3] for r in some)}
    return out


def variants(walks: Sequence[Walk], learned: Learned, rng: random.Random) -> dict[str, Figures]:
    """Return what each way of hopping gives."""
    net, stop_at = learned.pointer, learned.onward.stop_at
    here = [w.at() for w in walks]
    by_chance = [() if s.ends else (rng.randrange(len(s.close)),) for s in here]
    ways = {
        "without hops": [() for _ in walks],
        "one hop always, from the first": [greedy(w, None, 2, 1) for w in walks],
        "one hop always, where the pointer points": [greedy(w, net, 2, 1) for w in walks],
        "**learned hops**": [greedy(w, net, stop_at) for w in walks],
        "learned hops, at most one": [greedy(w, net, stop_at, 1) for w in walks],
        "one hop, random pointing": by_chance,
        "oracle pointing and stopping, at most one": [oracle(w) for w in walks],
    }
    return {name: figures(walks, paths) for name, paths in ways.items()}


def run(seeds: Sequence[int], conversations: int, held: int, out: Path | None) -> dict[str, list[Figures]]:
    """Return way → what each seed measured."""
    found: dict[str, list[Figures]] = {}
    base = (shipped() or untrained()).without("hops")
    for seed in seeds:
        with cases([1000 * seed + n for n in range(conversations)], "train", base) as given:
            learned = learn_hops(given, base, random.Random(seed))
        with cases([1000 * seed + n for n in range(held)], "held", base) as judging:
            got = variants([Walk(c, learned) for c in judging], learned, random.Random(seed))
        for name, row in got.items():
            found.setdefault(name, []).append(row)
            log(f"seed {seed}", name, {k: round(v, 2) for k, v in row.items()})
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"hops{seed}.json").write_text(json.dumps(got), "utf-8")
            (out / f"learned{seed}.json").write_text(json.dumps(learned.as_dict()), "utf-8")
    return found


def table(found: dict[str, list[Figures]]) -> str:
    """Return the table of the documentation."""
    lines = [
        "| | one step | two steps | gain on two steps, seed by seed | reciprocal rank | hops: one step, two steps |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    plain = found["without hops"]
    for name, rows in found.items():
        gains = [r["two"] - p["two"] for r, p in zip(rows, plain, strict=True)]
        cells = [_spread([r[k] for r in rows]) for k in ("one", "two")]
        hops = f"{fmean(r['hops_one'] for r in rows):.2f}, {fmean(r['hops_two'] for r in rows):.2f}"
        lines.append(
            f"| {name} | {' | '.join(cells)} | {_spread(gains)} | {_spread([r['mrr'] for r in rows])} | {hops} |"
        )
    return "\n".join(lines)


def _spread(values: Sequence[float]) -> str:
    return f"{fmean(values):.1f} ± {stdev(values) if len(values) > 1 else 0.0:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--conversations", type=int, default=6)
    parser.add_argument("--held", type=int, default=4)
    parser.add_argument("--out", type=Path, help="A folder for the learned weights and every figure.")
    given = parser.parse_args()
    print(table(run(range(1, given.seeds + 1), given.conversations, given.held, given.out)))


if __name__ == "__main__":
    main()
