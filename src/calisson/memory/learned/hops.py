"""Searching on from what was found: at most three hops, each with a new question made of the old one and a memory.

'What does the sister of the person I met in Porto do?' finds who was met in Porto; only with that name can the sister
be found. The next question is what is left of the old one, looked for over what the memory leads on to (`bridge`,
`seeking`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calisson.memory.finding.ranking import Asked, Candidate, Ranked
from calisson.memory.learned.bridge import Rarity, told, unnamed
from calisson.memory.learned.maths import entropy, softmax
from calisson.memory.learned.pointer import Pointer
from calisson.memory.learned.seeking import PRIOR, Look, Sought, seek
from calisson.memory.words.tokens import has_token

MOST = 3
"""Hops of one question."""

POINTED = 10
"""Memories that the pointer looks at."""

MIXED = 1
"""Memories, the most probable ones, that make the next question."""

FOUND = 3
"""Memories that a hop adds."""

MARKS = 11
ASKED = 14
"""Numbers that describe a memory, and a question, to the pointer."""


@dataclass(frozen=True, slots=True)
class Onward:
    """How hops go on."""

    signs: Mapping[str, float] = field(default_factory=lambda: dict(PRIOR))
    """The weights of `seeking.SIGNS`."""
    stop_at: float = 0.5
    """The probability of stopping from which it stops."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One step, for explanations."""

    stop: float
    """The probability of stopping before it."""
    pointed: tuple[tuple[str, float], ...] = ()
    """The memories that it went on from, by id, and their probabilities."""
    tokens: tuple[str, ...] = ()
    """What it looked for besides the question."""
    found: tuple[str, ...] = ()
    """Ids of the memories that it found."""


def coverage(asked: Asked, one: Ranked) -> float:
    """Return the share of what a question asks for, by weight, whose words a memory has; meaning counts for half."""
    whole = sum(asked.tokens.values())
    has = frozenset(one.candidate.row["tokens"].split())
    got = sum(w for t, w in asked.tokens.items() if has_token(has, t))
    return got / whole if whole else 0.0


def still(asked: Asked, one: Ranked) -> tuple[float, ...]:
    """Return those of a memory's marks that its score and place do not change, in the order of `marks`."""
    words = one.candidate.row["tokens"].split()
    known = sum(1 for t in words if t in asked.tokens)
    v = one.values
    return (
        v.get("words", 0.0),
        v.get("meaning", 0.0),
        v.get("speaker", 0.0),
        v.get("time", 0.0),
        v.get("stated", 0.0),
        coverage(asked, one),
        1.0 - known / max(1, len(words)),
        *told(asked, one.candidate),
    )


def marks(share: float, place: int, fixed: Sequence[float]) -> tuple[float, ...]:
    """Return what describes a memory to the pointer: its score as a share of the best, its place from 0, and `still`."""
    return (share, *fixed[:7], 1.0 / (1 + place), *fixed[7:])


def marks_of(asked: Asked, ranked: Sequence[Ranked]) -> list[tuple[float, ...]]:
    """Return what describes each memory to the pointer; the first is its score as a share of the best."""
    best = ranked[0].score if ranked and ranked[0].score > 0 else 1.0
    return [marks(one.score / best, place, still(asked, one)) for place, one in enumerate(ranked)]


def question_of(
    asked: Asked, scores: Sequence[float], seen: Sequence[Sequence[float]], hop: int
) -> tuple[float, ...]:
    """Return what describes a question to the pointer; the last is 1.

    Args:
        asked: the question.
        scores: of the memories that the pointer looks at, as they stand.
        seen: their marks.
        hop: how many were taken.
    """
    gap = (scores[0] - scores[1]) / scores[0] if len(scores) > 1 and scores[0] > 0 else 1.0
    spread = entropy(softmax([4 * s for s in scores])) / math.log(len(scores)) if len(scores) > 1 else 0.0
    return (
        max((m[6] for m in seen[:5]), default=0.0),
        sum(m[6] for m in seen[:5]) / 5,
        min(1.0, len(asked.tokens) / 12),
        float(bool(asked.names)),
        float(asked.between is not None),
        gap,
        spread,
        hop / MOST,
        *unnamed(asked.text, asked.language),
        1.0,
    )


def finds(sought: Sought, signs: Mapping[str, float], sure: float) -> list[Ranked]:
    """Return what a hop finds, best first; `sure` is the probability that the memory that led there is the right one."""
    found = [
        Ranked(c, sure * worth, {}, True, {"words": row[2], "meaning": row[4], "stated": c.stated, "kept": float(c.row["tier"] == "fact")})
        for c, row, worth in zip(sought.candidates, sought.signs, sought.worth(signs), strict=True)
    ]  # fmt: skip
    return sorted(found, key=lambda r: (-r.score, r.candidate.number))[:FOUND]


def follow(
    asked: Asked,
    pointed: Sequence[tuple[Ranked, float]],
    g: Onward,
    look: Look,
    rarity: Rarity,
    around: Mapping[int, Candidate],
    sure: float = 1.0,
) -> tuple[Asked, list[Ranked], Hop]:
    """Take one hop and return what is left to ask, what was found, best first, and the step.

    The score of what was found is the probability that it is what is looked for, when the memory that led there is
    the right one with the probability `sure`.
    """
    sought = seek(asked, [(one.candidate, p) for one, p in pointed], look, rarity, around)
    found = finds(sought, g.signs, sure)
    origin = tuple((one.candidate.row["id"], p) for one, p in pointed)
    words = tuple(way.text for way in sought.ways)
    return sought.after, found, Hop(0.0, origin, words, tuple(f.candidate.row["id"] for f in found))


def hop(
    asked: Asked, ranked: Sequence[Ranked], net: Pointer, g: Onward, look: Look, rarity: Rarity,
    around: Mapping[int, Candidate], *, most: int = MOST, always: bool = False,
) -> tuple[dict[int, Ranked], list[Hop]]:  # fmt: skip
    """Search on until the pointer stops, and return what was found and the steps.

    Args:
        asked: the question.
        ranked: what it found, best first.
        net: the pointer.
        g: how the next question is made.
        look: finds.
        rarity: counts.
        around: memories by number, in which neighbours are looked up.
        most: the most hops.
        always: go on whatever the network says; for comparisons.

    Returns:
        number → the memory, with its worth as score; and the steps, the last of which may be a stop.
    """
    found: dict[int, Ranked] = {}
    steps: list[Hop] = []
    for number in range(most):
        close = ranked[:POINTED]
        if not close or not close[0].related:
            break
        seen = marks_of(asked, close)
        question = question_of(asked, [r.score for r in close], seen, number)
        p = net.point(seen, question)
        stop = net.stop(p, question)
        if stop >= g.stop_at and not always:
            steps.append(Hop(stop))
            break
        likely = sorted(range(len(p)), key=lambda n: -p[n])[:MIXED]
        share = sum(p[n] for n in likely)
        pointed = [(close[n], p[n] / share) for n in likely]
        sure = sum(one.score * part for one, part in pointed) if number else 1.0
        asked, ranked, step = follow(asked, pointed, g, look, rarity, around, sure)
        around = {**around, **{r.candidate.number: r.candidate for r in ranked}}
        take(found, ranked)
        steps.append(replace(step, stop=stop))
    return found, steps


def take(found: dict[int, Ranked], more: Sequence[Ranked]) -> None:
    """Put what a hop found with what was found before; the higher worth holds."""
    for one in more:
        known = found.get(one.candidate.number)
        if known is None or one.score > known.score:
            found[one.candidate.number] = one
