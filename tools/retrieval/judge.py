"""Judge weights on held-out made-up households, side by side.

    python tools/retrieval/judge.py FILE... [--seeds 6 7] [--held 4]

FILE is what `train.py` writes, `weights.json` for example. Each seed draws other households; recall@10 and reciprocal rank,
mean ± standard deviation over seeds, and the gain over the first file, seed by seed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from calisson.memory.learned.model import Learned, untrained
from corpus import cases
from joint import Puzzle
from reinforce_table import spread
from reinforcing import figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seeds", nargs="+", type=int, default=[6, 7])
    parser.add_argument("--held", type=int, default=4)
    given = parser.parse_args()
    judged = {n: Learned.from_dict(json.loads(n.read_text("utf-8"))).with_parts("hops") for n in given.files}
    found: dict[tuple[Path, bool], list[dict[str, float]]] = {}
    for seed in given.seeds:
        with cases(
            [1000 * seed + n for n in range(given.held)], "held", untrained().without("gate", "expansion")
        ) as some:
            puzzles = [Puzzle(c) for c in some]
            for name, learned in judged.items():
                for hops in (False, True):
                    found.setdefault((name, hops), []).append(figures(puzzles, learned, hops=hops))
    for (name, hops), rows in found.items():
        first = found[given.files[0], hops]
        gains = [r["recall"] - f["recall"] for r, f in zip(rows, first, strict=True)]
        told = ", ".join(
            f"{key} {spread([r[key] for r in rows])}" for key in ("recall", "one", "two", "mrr", "hops")
        )
        print(
            f"{name} {'with' if hops else 'without'} hops: {told}, gain {spread(gains)} ({min(gains):+.1f} at least)"
        )


if __name__ == "__main__":
    main()
