"""The outside checks beside the project, when they are there: conversations and Microsoft's date specifications.

dateparser is scored on the same point cases in the same run, as the baseline.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
OUTSIDE = ROOT.parent / "shared"
COMMAND = Path(sys.executable).with_name("calisson")


def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("times_scorer", OUTSIDE / "bench" / "times.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def dateparser_points(times: ModuleType) -> dict[str, tuple[int, int]]:
    """Language → (cases, right at the first date found) for dateparser on the point cases."""
    from dateparser.search import search_dates

    found: dict[str, tuple[int, int]] = {}
    for case in times.load(OUTSIDE / "data" / "recognizers", None):
        if case["kind"] not in times.POINT:
            continue
        settings = {"RELATIVE_BASE": dt.datetime.fromisoformat(case["at"])}
        try:
            hits = search_dates(case["text"], languages=[case["lang"]], settings=settings) or []
        except Exception:  # the baseline's own faults count as misses
            hits = []
        out = {"times": [{"kind": case["kind"], "start": h[1].isoformat()} for h in hits]}
        n, right = found.get(case["lang"], (0, 0))
        found[case["lang"]] = (n + 1, right + bool(times.holds(case, out)[0]))
    return found


def table() -> list[str]:
    """Return the tables' lines; one line that says so when the checks are not there."""
    if not OUTSIDE.is_dir():
        return ["## Outside checks", "", "Not measured: the checks are not beside this checkout."]
    run = subprocess.run([sys.executable, OUTSIDE / "bench" / "times.py", "--cmd", COMMAND], cwd=ROOT,
                         capture_output=True, text=True, check=True)  # fmt: skip
    ours = dict(re.findall(r"point (\w\w): n=\d+ strict ([\d.]+)", run.stdout))
    base = dateparser_points(scorer())
    lines = [
        "## Dates (Microsoft Recognizers-Text parser specifications, point cases, strict)", "",
        "| language | n | Calisson % | dateparser %, same run | bar % |", "| --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    for language, (n, right) in sorted(base.items()):
        lines.append(f"| {language} | {n} | {ours.get(language, '?')} | {100 * right / n:.1f} | 85 |")
    talk = subprocess.run(
        [sys.executable, OUTSIDE / "cases" / "score.py", "--cmd", COMMAND, OUTSIDE / "cases" / "dev.jsonl"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [*lines, "", "## Conversations (outside cases, no model)", "", "```", talk.stdout.rstrip(), "```"]
