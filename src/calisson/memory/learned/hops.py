"""Searching on from what was found: at most three hops, each with a new question made of the old one and a memory.

'What does the sister of the person I met in Porto do?' finds who was met in Porto; only with that name can the sister
be found. The next question is g(q, Σ p(i) mᵢ): words of the question that the memory has already answered count `spent` as
much, the memory's vector times `mix` is taken off the question's (what is left to ask), and rare content words of the
memory and of the turns before it are the bridge. What a hop finds must have a word of the bridge, and is worth

    bridge(c) · (½ · share of what is left that c has + ½ · cos(what is left, c)) · new(c) · stated(c)

because what says the same as m leads nowhere, and a question answers nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from calisson.memory.finding.encoder import similarity
from calisson.memory.finding.ranking import Asked, Candidate, Ranked
from calisson.memory.learned.bridge import BESIDE, Rarity, before, leads, left
from calisson.memory.learned.fusion import SHARP
from calisson.memory.learned.maths import dot, entropy, softmax
from calisson.memory.learned.pointer import Pointer
from calisson.memory.words.tokens import has_token

MOST = 3
"""Hops of one question."""

POINTED = 24
"""Memories that the pointer looks at."""

MIXED = 2
"""Memories, the most probable ones, that make the next question."""

BRIDGE = 8
"""Words of the bridge."""

SOUGHT = 4
"""Words of the bridge, the worthiest, by which candidates are found."""

COMMON = 0.1
"""A word that a larger share of the memories has leads nowhere in particular."""

BESIDE = 0.5
"""What a word of the turn before counts, against one of the memory itself."""

ASKS = 0.2
"""What is left of the worth of a memory that only asks."""

ALIKE = 0.4
"""How far, as 1 − cosine, a memory must be from the one that leads to it to count in full: a repeat leads nowhere."""

FOUND = 3
"""Memories that a hop adds."""

MARKS = 9
ASKED = 9
"""Numbers that describe a memory, and a question, to the pointer."""

SMALL = 0.3
"""What a word counts that is written small in an alphabet with capitals: it is no name."""

_SMALL = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ][^\W\d_]*")

Look = Callable[[Asked], list[Candidate]]
"""Returns memories with any of a question's tokens, and what was said after them; only what the viewer may see."""

Rarity = Callable[[Sequence[str]], tuple[Mapping[str, int], int]]
"""Returns how many memories have each token, and how many there are."""


@dataclass(frozen=True, slots=True)
class Onward:
    """The numbers of g."""

    spent: float = 0.2
    mix: float = 0.2
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


def marks_of(asked: Asked, ranked: Sequence[Ranked]) -> list[tuple[float, ...]]:
    """Return what describes each memory to the pointer; the first is its score as a share of the best."""
    best = ranked[0].score if ranked and ranked[0].score > 0 else 1.0
    out: list[tuple[float, ...]] = []
    for place, one in enumerate(ranked):
        words = one.candidate.row["tokens"].split()
        known = sum(1 for t in words if t in asked.tokens)
        v = one.values
        out.append(
            (
                one.score / best,
                v.get("words", 0.0),
                v.get("meaning", 0.0),
                v.get("speaker", 0.0),
                v.get("time", 0.0),
                v.get("stated", 0.0),
                coverage(asked, one),
                1.0 - known / max(1, len(words)),
                1.0 / (1 + place),
            )
        )
    return out


def question_of(
    asked: Asked, ranked: Sequence[Ranked], marks: Sequence[Sequence[float]], hop: int
) -> tuple[float, ...]:
    """Return what describes a question to the pointer; the last is 1."""
    scores = [r.score for r in ranked]
    gap = (scores[0] - scores[1]) / scores[0] if len(scores) > 1 and scores[0] > 0 else 1.0
    spread = entropy(softmax([4 * s for s in scores])) / math.log(len(scores)) if len(scores) > 1 else 0.0
    return (
        max((m[6] for m in marks[:5]), default=0.0),
        sum(m[6] for m in marks[:5]) / 5,
        min(1.0, len(asked.tokens) / 12),
        float(bool(asked.names)),
        float(asked.between is not None),
        gap,
        spread,
        hop / MOST,
        1.0,
    )


SIGNS = (
    "way", "said", "name", "share", "share_said", "near", "near_way", "share_way", "further", "new", "stated", "kept",
    "own", "apart", "null",
)  # fmt: skip
"""What speaks for a memory that a hop looks at; `null` is all that speaks for none of them."""

NULL = (*(0.0 for _ in SIGNS[:-1]), 1.0)

def seek(asked, pointed, g, look, rarity, around):
    """Return what is left to ask, the leads, and the candidates of a hop with what speaks for each, in the order of `SIGNS`."""
    those = [(one.candidate, p) for one, p in pointed]
    after = left(asked, those, around, rarity)
    ways = leads(asked, those, around, rarity)
    if not ways:
        return after, ways, []
    sought = {t: way.worth for way in reversed(ways[:6]) for t in way.tokens[:2]}
    candidates = look(replace(after, tokens=sought))
    known = {c.number: c for c in candidates}
    best = max((w for w in OWN.values()), default=1.0)
    out = []
    for c in candidates:
        if any(c.number == o.number for o, _ in those):
            continue
        own = frozenset(c.row["tokens"].split())
        prior = before(c, known)
        said = frozenset(t for n in prior for t in n.row["tokens"].split())
        way = max((w.worth for w in ways if w.is_in(own)), default=0.0)
        way_said = max((w.worth for w in ways if w.is_in(said)), default=0.0) if said else 0.0
        if not way and not way_said:
            continue
        name = max((w.worth for w in ways if w.name and (w.is_in(own) or w.is_in(said))), default=0.0)
        whole = sum(after.tokens.values()) or 1.0
        share = sum(w for t, w in after.tokens.items() if has_token(own, t)) / whole
        share_said = sum(w for t, w in after.tokens.items() if has_token(said, t)) / whole
        further = max((w for t, w in after.expanded.items() if has_token(own, t)), default=0.0) / max(after.expanded.values(), default=1.0)
        near = max(0.0, similarity(after.vector, c.vector))
        same = max((similarity(o.vector, c.vector) for o, _ in those), default=0.0)
        both = max(way, 0.7 * way_said)
        row = (way, way_said, name, share, share_said, near, both * near, both * share, further, min(1.0, (1 - same) / ALIKE), c.stated, float(c.row["tier"] == "fact"), 0.0, float(all(abs(c.number - o.number) > 2 for o, _ in those)), 0.0)
        out.append((c, row))
    return after, ways, out

OWN = {}
FINDER = dict(zip(SIGNS, (.3,.2,.2,.2,.1,.4,.4,.3,.2,.3,.3,.05,0.,0.,.8)))

def follow(
    asked: Asked,
    pointed: Sequence[tuple[Ranked, float]],
    g: Onward,
    look: Look,
    rarity: Rarity,
    around: Mapping[int, Candidate],
) -> tuple[Asked, list[Ranked], Hop]:
    """Take one hop and return what is left to ask, what was found, best first, and the step.

    The score of what was found is its worth, 0 to 1.
    """
    after, ways, got = seek(asked, pointed, g, look, rarity, around)
    origin = tuple((o.candidate.row["id"], p) for o, p in pointed)
    if not got:
        return after, [], Hop(0.0, origin)
    w = tuple(FINDER[n] for n in SIGNS)
    p = softmax([SHARP * dot(row, w) for row in (*(r for _, r in got), NULL)])
    found = []
    for (c, row), worth in zip(got, p, strict=False):
        values = {"words": row[3], "meaning": row[5], "stated": c.stated, "kept": float(c.row["tier"] == "fact")}
        found.append(Ranked(c, worth, {}, True, values))
    found.sort(key=lambda r: (-r.score, r.candidate.number))
    del found[FOUND:]
    step = Hop(0.0, origin, tuple(w.text for w in ways), tuple(f.candidate.row["id"] for f in found))
    return after, found, step


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
        marks = marks_of(asked, close)
        question = question_of(asked, close, marks, number)
        p = net.point(marks, question)
        stop = net.stop(p, question)
        if stop >= g.stop_at and not always:
            steps.append(Hop(stop))
            break
        likely = sorted(range(len(p)), key=lambda n: -p[n])[:MIXED]
        share = sum(p[n] for n in likely)
        pointed = [(close[n], p[n] / share) for n in likely]
        asked, ranked, step = follow(asked, pointed, g, look, rarity, around)
        take(found, ranked)
        steps.append(replace(step, stop=stop))
    return found, steps


def take(found: dict[int, Ranked], more: Sequence[Ranked]) -> None:
    """Put what a hop found with what was found before; the higher worth holds."""
    for one in more:
        known = found.get(one.candidate.number)
        if known is None or one.score > known.score:
            found[one.candidate.number] = one
