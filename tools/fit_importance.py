"""Fit the weights of `calisson.memory.shortening.importance.Scorer` to made-up talk, and say how well they tell facts.

    python tools/fit_importance.py

Every template weighs the same. Templates are left out in ten parts in turn; the area under the curve is that of
sentences whose template was never seen, for the fitted weights and for those in the code. LoCoMo and other
benchmarks are never read here.
"""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean

import made_talk

from calisson.memory.shortening.importance import NAMES, Example, Scorer, features, fitted

PARTS = 10


def examples(seed: int) -> list[tuple[int, str, Example]]:
    """Return (template, language, example) of made-up talk."""
    said = list(made_talk.sentences(seed))
    many = Counter(s.template for s in said)
    return [
        (s.template, s.language, Example(features(s.text, s.language), s.needed, 1 / many[s.template]))
        for s in said
    ]


def area(scorer: Scorer, held: list[Example]) -> float:
    """Return the area under the ROC curve, by weight."""
    rows = sorted(((scorer(e.features), e) for e in held), key=lambda r: r[0])
    below = right = ties = 0.0
    total = {True: 0.0, False: 0.0}
    at = 0
    while at < len(rows):
        same = [e for score, e in rows[at:] if score == rows[at][0]]
        good = sum(e.weight for e in same if e.needed)
        bad = sum(e.weight for e in same if not e.needed)
        right += good * below
        ties += good * bad / 2
        below += bad
        total[True] += good
        total[False] += bad
        at += len(same)
    return (right + ties) / (total[True] * total[False])


def main() -> None:
    """Print the fitted weights and the areas."""
    rows = examples(1)
    templates = sorted({t for t, _, _ in rows})
    random.Random(2).shuffle(templates)
    parts = [set(templates[n::PARTS]) for n in range(PARTS)]
    found = []
    for part in parts:
        scorer = fitted([e for t, _, e in rows if t not in part])
        held = [e for t, _, e in rows if t in part]
        found.append((area(scorer, held), area(Scorer(), held)))
    print(
        f"unseen templates: fitted {fmean(f for f, _ in found):.3f}, in the code {fmean(c for _, c in found):.3f}"
    )
    scorer = fitted([e for _, _, e in rows])
    for language in made_talk.SLOTS:
        print(f"  {language}: {area(scorer, [e for _, l, e in rows if l == language]):.3f}")
    for name in NAMES:
        print(f"    {name}: float = {getattr(scorer, name):.2f}")


if __name__ == "__main__":
    main()
