"""Before and after: retrieval on made-up conversations that no training saw, over several seeds, and every part ablated.

    python tools/retrieval/evaluate.py [--seeds 5] [--conversations 6] [--held 4] [--out FOLDER]

For each seed other households are made and other weights are learned; wordings, names, places and things of the held-out
conversations occur in no training conversation. recall@10 and reciprocal rank, mean ± standard deviation over seeds.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from calisson.memory.learned.model import Learned, untrained
from corpus import Case, cases
from train import log, train

Variant = tuple[str, Learned | None, dict[str, Any]]


def variants(learned: Learned) -> list[Variant]:
    """Return what is compared: name, what is learned, and how hops are taken."""
    on = replace(learned, parts=untrained().parts)
    return [
        ("before: the prior, nothing learned", None, {}),
        ("**after: as shipped**", learned, {}),
        ("every part on", on, {}),
        ("without learned weights (the prior's)", on.without("weights"), {}),
        ("without the gate", on.without("gate"), {}),
        ("without expansion", on.without("expansion"), {}),
        ("without diversity (λ = 1)", on.without("diversity"), {}),
        ("diversity λ = 0.7", replace(on, diversity=0.7), {}),
        ("without hops", on.without("hops"), {}),
        ("one hop always", on, {"most": 1, "always": True}),
        ("three hops always", on, {"most": 3, "always": True}),
    ]


def measure(given: list[Case], learned: Learned | None, how: dict[str, Any]) -> dict[str, float]:
    """Return recall@10 of all, of one step, of two steps; mean reciprocal rank; hops a question."""
    rows = []
    for case in given:
        first, hops = case.order(learned, **how)
        rows.append((*case.score(first), case.question.hops, hops))
    return {
        "recall": 100 * fmean(r[0] for r in rows),
        "one": 100 * fmean(r[0] for r in rows if r[2] == 1),
        "two": 100 * fmean(r[0] for r in rows if r[2] == 2),
        "mrr": 100 * fmean(r[1] for r in rows),
        "hops": fmean(r[3] for r in rows),
    }


def run(
    seeds: list[int], conversations: int, held: int, folder: Path | None = None
) -> dict[str, list[dict[str, float]]]:
    """Return variant → what each seed measured."""
    out: dict[str, list[dict[str, float]]] = {}
    for seed in seeds:
        learned = train(seed, conversations, name=f"seed {seed}")
        if folder is not None:
            (folder / f"seed{seed}.json").write_text(json.dumps(learned.as_dict()), "utf-8")
        with cases([1000 * seed + n for n in range(held)], "held", learned) as with_words:
            with cases([1000 * seed + n for n in range(held)], "held", learned.without("expansion")) as plain:
                for name, what, how in variants(learned):
                    given = plain if what is None or not what.has("expansion") else with_words
                    out.setdefault(name, []).append(measure(given, what, how))
        if folder is not None:
            (folder / f"found{seed}.json").write_text(json.dumps({n: v[-1] for n, v in out.items()}), "utf-8")
        log(f"seed {seed}:", {n: round(v[-1]["recall"], 1) for n, v in out.items()})
    return out


def table(found: dict[str, list[dict[str, float]]]) -> str:
    """Return the table of the documentation."""
    lines = [
        "| | recall@10 | one step | two steps | reciprocal rank | hops a question |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, rows in found.items():
        cells = []
        for key in ("recall", "one", "two", "mrr"):
            values = [r[key] for r in rows]
            spread = stdev(values) if len(values) > 1 else 0.0
            cells.append(f"{fmean(values):.1f} ± {spread:.1f}")
        lines.append(f"| {name} | {' | '.join(cells)} | {fmean(r['hops'] for r in rows):.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--conversations", type=int, default=6)
    parser.add_argument("--held", type=int, default=4)
    parser.add_argument("--out", type=Path, help="A folder for the learned weights and every figure.")
    given = parser.parse_args()
    found = run(list(range(1, given.seeds + 1)), given.conversations, given.held, given.out)
    if given.out:
        (given.out / "found.json").write_text(json.dumps(found), "utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
