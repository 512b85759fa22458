"""Play the asking, reminding and remembering turns of conversation cases and count what holds.

    python bench/questions_local.py PATH/TO/dev.jsonl [--lang de] [--fails]

Reads the cases' format with the `score.py` that lies beside them, but plays the turns in one process, so a run
takes seconds. Counted are the expectations of turns about questions, reminders, memories and taking back; the
turns between them are played too, because answers depend on what was logged.
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import json
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from calisson import Home

ACTS = {"ask", "remind", "remember", "recall", "forget", "undo"}
KEYS = {"answer", "answer_rows", "reminder", "recall"}


def scorer(cases: Path) -> Any:
    """Return the `score` module beside the cases.

    Raises:
        SystemExit: There is none.
    """
    path = cases.with_name("score.py")
    spec = importlib.util.spec_from_file_location("score", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise SystemExit(f"no score.py beside {cases}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted(expect: dict[str, Any]) -> bool:
    """Return whether a turn's expectations are about what this bench measures."""
    acts = expect.get("act", [])
    return bool(set([acts] if isinstance(acts, str) else acts) & ACTS or set(expect) & KEYS)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--lang")
    parser.add_argument("--fails", action="store_true")
    arguments = parser.parse_args()
    score = scorer(arguments.cases)
    held: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for line in arguments.cases.read_text("utf-8").splitlines():
        case = json.loads(line) if line.strip() else None
        if case is None or (arguments.lang and case["lang"] != arguments.lang):
            continue
        with tempfile.TemporaryDirectory() as folder, Home(Path(folder)) as home:
            for turn in case["turns"]:
                at = datetime.fromisoformat(turn["at"])
                result = home.say(turn["say"], at=at, tz=case.get("tz", "UTC")).model_dump(mode="json")
                expect = turn.get("expect", {})
                if not counted(expect):
                    continue
                for name, ok in score.check(expect, result).items():
                    held[case["lang"]][0] += bool(ok)
                    held[case["lang"]][1] += 1
                    if arguments.fails and not ok:
                        query = (result.get("answer") or {}).get("query")
                        print(f"✗ {case['id']} {name}: {turn['say']!r} act {result['act']} query {query}")
    for language, (ok, of) in sorted(held.items()):
        print(f"{language}  {ok:>3} / {of:<3} {100 * ok / max(of, 1):5.1f} %")


if __name__ == "__main__":
    main()
