"""Learned retrieval on made-up conversations that no training saw: before and after, every part ablated, hops.

    python -m bench.retrieval [--hops] [--seeds 5] [--conversations 6] [--held 4] [--out FOLDER]

`tools/retrieval/evaluate.py` does it, with `--hops` `tools/retrieval/hop_table.py`. A quarter of an hour a seed on one
core, so it is no part of `make bench`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "tools" / "retrieval"


def main() -> None:
    """Hand over to the tool."""
    sys.path.insert(0, str(TOOLS))
    hops = "--hops" in sys.argv
    sys.argv = [a for a in sys.argv if a != "--hops"]
    import_module("hop_table" if hops else "evaluate").main()


if __name__ == "__main__":
    main()
