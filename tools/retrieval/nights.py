"""What nights of learning bring to a home: lessons of some of its questions, nights, and its other questions before and after.

    python tools/retrieval/nights.py [--homes 8] [--nights 10] [--seed 1]

Held-out made-up households. A lesson is made of each second question of one step, as when its memory answered it; the others
judge. Mean reciprocal rank among a lesson's candidates, in which what answers always is.
"""

from __future__ import annotations

import argparse
from statistics import fmean, stdev

from calisson.memory.learned.lessons import Lesson, earns, improved, lesson_of, result
from calisson.memory.learned.model import Learned, shipped, untrained
from corpus import Case, cases

HELD_BACK = 5
"""Every how-manieth lesson only judges, as at night."""


def lesson(case: Case) -> Lesson | None:
    """Return the lesson of a question that its evidence answered."""
    used = {v.candidate.row["id"] for v in case.seen if v.candidate.row["source"] in case.question.gold}
    return lesson_of(case.gathered.query, case.question.language, case.seen, used)


def nights(given: list[Lesson], count: int) -> tuple[Learned, Learned, Learned]:
    """Return what serves after some nights, and it with the gate always and never on."""
    base = shipped() or untrained()
    taught = [x for n, x in enumerate(given) if n % HELD_BACK]
    judged = [x for n, x in enumerate(given) if not n % HELD_BACK]
    now, ever, never = base, base, base
    for night in range(count):
        plain, opened = improved(now, base.weights, taught, f"night {night}")
        new = opened if earns(judged, plain, opened) else plain
        now = new if result(judged, new) >= result(judged, now) else now
        never, ever = (improved(v, base.weights, taught, "")[n] for n, v in enumerate((never, ever)))
    return now, ever, never


def main() -> None:
    """Print what the other questions gain, home by home and over all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--homes", type=int, default=8)
    parser.add_argument("--nights", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    base = (shipped() or untrained()).without("hops")
    rows = []
    for n in range(given.homes):
        with cases([1000 * given.seed + 500 + n], "held", base, sessions=20, facts=120) as home:
            every = [x for c in home if c.question.hops == 1 and (x := lesson(c))]
        taught, other = every[::2], every[1::2]
        versions = nights(taught, given.nights)
        row = [result(other, base), *(result(other, v) for v in versions)]
        rows.append(row)
        print(
            len(taught),
            len(other),
            [round(100 * x, 1) for x in row],
            "gate on" if versions[0].has("gate") else "gate off",
        )
    for name, n in (("as at night", 1), ("gate always", 2), ("gate never", 3)):
        gains = [100 * (row[n] - row[0]) for row in rows]
        print(f"{name}: {100 * fmean(r[n] for r in rows):.1f}, gain {fmean(gains):+.1f} ± {stdev(gains):.1f}")


if __name__ == "__main__":
    main()
