"""Make the table of `train.py --reinforce`: each way of learning on held-out conversations, over the seeds.

    python tools/retrieval/reinforce_table.py seed*.json [--ship FILE]

Mean ± standard deviation over seeds; gains are taken seed by seed. `--ship FILE` writes the mean of the weights that
REINFORCE learned after cross-entropy, with the pointer of the seed whose training questions it served best, to be judged
(`judge.py`) before it is shipped. Weights are scaled to add up as before, so that scores stay comparable: the order is the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from joint import VIEWS
from train import WEIGHTS_FILE

BEGAN = {"REINFORCE alone": "prior", "REINFORCE after": "imitated"}
"""Way of learning → what it began from."""

SHIPPED = "REINFORCE after"


def spread(values: Sequence[float]) -> str:
    """Return mean ± standard deviation."""
    return f"{fmean(values):.1f} ± {stdev(values) if len(values) > 1 else 0.0:.1f}"


def table(found: list[dict[str, Any]]) -> str:
    """Return the table of the documentation."""
    lines = [
        "| | hops | recall@10 | one step | two steps | reciprocal rank | hops a question | gain over the prior | over what it began from |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in found[0]["held"]:
        for how in ("plain", "hops"):
            rows = [f["held"][name][how] for f in found]
            cells = [spread([r[key] for r in rows]) for key in ("recall", "one", "two", "mrr")]
            gains = []
            for before in ("prior", BEGAN.get(name)):
                if before is None or before == name:
                    gains.append("")
                    continue
                rise = [
                    r["recall"] - f["held"][before]["plain" if before == "prior" else how]["recall"]
                    for r, f in zip(rows, found, strict=True)
                ]
                gains.append(f"{spread(rise)} ({min(rise):+.1f} at least)")
            on = "on" if how == "hops" else "off"
            lines.append(
                f"| {name} | {on} | {' | '.join(cells)} | {fmean(r['hops'] for r in rows):.2f} | {' | '.join(gains)} |"
            )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--ship", type=Path)
    given = parser.parse_args()
    found = [json.loads(name.read_text("utf-8")) for name in given.files]
    print(table(found))
    if given.ship:
        data = json.loads(WEIGHTS_FILE.read_text("utf-8"))
        learned = [f["learned"][SHIPPED] for f in found]
        mean = {v: fmean(w["weights"][v] for w in learned) for v in VIEWS}
        scale = sum(data["weights"][v] for v in VIEWS) / sum(mean.values())
        data["weights"] |= {v: round(scale * w, 3) for v, w in mean.items()}
        best = max(found, key=lambda f: f["learning"][SHIPPED]["reward"])["learned"][SHIPPED]
        data |= {part: best[part] for part in ("pointer", "onward")}
        data["weights"]["hop"] = best["weights"]["hop"]
        data["name"] = f"shipped, REINFORCE, mean of {len(learned)}"
        given.ship.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
