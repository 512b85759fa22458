"""Ship the mean of the views' weights that several seeds learned, with every other part off; hops stay as they were learned.

    python tools/retrieval/mean.py FOLDER/seed*.json

The files are those of `evaluate.py --out FOLDER`. Which parts are on is decided by its table (`docs/memory.md`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean

from train import WEIGHTS_FILE

from calisson.memory.finding.ranking import WEIGHTS
from calisson.memory.learned.model import untrained


def main() -> None:
    """Write `weights.json`."""
    given = [json.loads(Path(name).read_text("utf-8"))["weights"] for name in sys.argv[1:]]
    data = untrained().without("gate", "expansion", "diversity", "hops").as_dict()
    data["weights"] |= {view: round(fmean(w[view] for w in given), 3) for view in WEIGHTS}
    data["gate"]["rows"] = []
    data["name"] = f"shipped, mean of {len(given)}"
    before = json.loads(WEIGHTS_FILE.read_text("utf-8"))
    data |= {part: before[part] for part in ("pointer", "onward")}
    data["weights"]["hop"] = before["weights"]["hop"]
    WEIGHTS_FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
