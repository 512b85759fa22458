#!/usr/bin/env python3
"""Score `find_times` in this process on the published date specifications, and print what fails.

.venv/bin/python bench/times_local.py ../shared --lang de --fails date
.venv/bin/python bench/times_local.py ../shared --say "tomorrow at 7" --lang en
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import pathlib
import time
from datetime import datetime

from calisson.language.times import find_times


def spoken(span):
    """A span in the public shape, with the named end of a range as its end."""
    day_only = span.kind == "date" or (
        span.kind == "range"
        and all(t is None or t.time() == datetime.min.time() for t in (span.start, span.end))
    )
    form = "%H:%M:%S" if span.kind == "time" else None

    def iso(t):
        if t is None:
            return None
        return t.strftime(form) if form else t.date().isoformat() if day_only else t.isoformat()

    end = span.last or span.end
    out = {"text": span.text, "kind": span.kind, "start": iso(span.start), "end": iso(end)}
    if span.seconds is not None:
        out["seconds"] = span.seconds
    if span.rrule:
        out["rrule"] = span.rrule
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument(
        "shared", type=pathlib.Path, help="the folder that holds bench/times.py and data/recognizers"
    )
    ap.add_argument("--lang")
    ap.add_argument("--fails", metavar="KIND", help="print failures of this kind, or `all`")
    ap.add_argument("--say", help="print the times of one sentence instead")
    ap.add_argument("--at", default="2026-11-20T10:00:00")
    a = ap.parse_args()
    if a.say:
        for span in find_times(a.say, a.lang or "en", datetime.fromisoformat(a.at)):
            print(span)
        return
    spec = importlib.util.spec_from_file_location("scorer", a.shared / "bench" / "times.py")
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    cases = [c for c in scorer.load(a.shared / "data" / "recognizers", a.lang) if c["kind"] != "number"]
    table, point = collections.defaultdict(lambda: [0, 0, 0]), collections.defaultdict(lambda: [0, 0, 0])
    began = time.perf_counter()
    for c in cases:
        found = find_times(c["text"], c["lang"], datetime.fromisoformat(c["at"]))
        if c["kind"] != "duration":  # lengths are reported as quantities too
            found = [t for t in found if t.kind != "duration"] or found
        times = [spoken(t) for t in found]
        strict, lenient = scorer.holds(c, {"times": times})
        for cell in (table[c["lang"], c["kind"]], *([point[c["lang"]]] if c["kind"] in scorer.POINT else [])):
            cell[0] += 1
            cell[1] += strict
            cell[2] += lenient
        if a.fails in (c["kind"], "all") and not strict:
            print(f"✗ {c['kind']} {c['id']} {c['text']!r} at {c['at']}: want {c['gold'][:2]}, got {times}")
    took = time.perf_counter() - began
    for (lang, kind), (n, s, lenient) in sorted(table.items()):
        print(f"  {lang} {kind:<14} n={n:<4} strict {100 * s / n:5.1f}  lenient {100 * lenient / n:5.1f}")
    for lang, (n, s, lenient) in sorted(point.items()):
        print(f"point {lang}: n={n} strict {100 * s / n:.1f} %  lenient {100 * lenient / n:.1f} %")
    print(f"{len(cases)} sentences, {1000 * took / max(len(cases), 1):.2f} ms each")


if __name__ == "__main__":
    main()
