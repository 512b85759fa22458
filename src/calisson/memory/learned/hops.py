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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from calisson.memory.finding.encoder import packed, similarity
from calisson.memory.finding.ranking import Asked, Candidate, Ranked, side_of
from calisson.memory.learned.maths import entropy, softmax
from calisson.memory.learned.pointer import Pointer
from calisson.memory.words.tokens import content_tokens, has_token, tokens

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


def onward(
    asked: Asked,
    pointed: Sequence[tuple[Ranked, float]],
    around: Mapping[int, Candidate],
    g: Onward,
    rarity: Rarity,
) -> tuple[Asked, dict[str, float]]:
    """Return what is left to ask, and the bridge: its words and their worth, at most 1.

    Args:
        asked: the question.
        pointed: memories and their probabilities.
        around: memories by number, in which neighbours are looked up.
        g: how.
        rarity: counts.
    """
    words: dict[str, float] = {}
    answered: dict[str, float] = {}
    for one, p in pointed:
        c = one.candidate
        for member, part in ((c, 1.0), *((n, BESIDE) for n in _before(c, around))):
            small = frozenset(t for w in _SMALL.findall(member.row["text"]) for t in tokens(w))
            for token in content_tokens(member.row["text"], member.row["language"]):
                words[token] = max(words.get(token, 0.0), p * part * (SMALL if token in small else 1.0))
        for token in asked.tokens:
            if has_token(frozenset(c.row["tokens"].split()), token):
                answered[token] = answered.get(token, 0.0) + p
    frequency, total = rarity(list(words))
    weighed = {}
    for token, p in words.items():
        n = frequency.get(token, 0)
        if 2 <= n <= max(3, COMMON * total) and token not in asked.tokens:
            weighed[token] = p * math.log(1 + (total - n + 0.5) / (n + 0.5))
    chosen = dict(sorted(weighed.items(), key=lambda x: (-x[1], x[0]))[:BRIDGE])
    top = max(chosen.values(), default=1.0)
    left = {t: w * (1 - (1 - g.spent) * min(1.0, answered.get(t, 0.0))) for t, w in asked.tokens.items()}
    after = replace(asked, tokens=left, vector=_left(asked, pointed, g), names=frozenset(), between=None)
    return after, {t: w / top for t, w in chosen.items()}


def _before(of: Candidate, around: Mapping[int, Candidate]) -> list[Candidate]:
    """Return what the same person said just before: 'she' is often somebody named there."""
    return [n for n in side_of(of, around, -1) if n.row["speaker"] == of.row["speaker"]]


def _left(asked: Asked, pointed: Sequence[tuple[Ranked, float]], g: Onward) -> bytes:
    own = asked.vector
    parts = [
        (memoryview(o.candidate.vector).cast("b"), p * g.mix)
        for o, p in pointed
        if own and len(o.candidate.vector) == len(own)
    ]
    if not parts or not g.mix:
        return own
    values = [float(q) for q in memoryview(own).cast("b")]
    for vector, p in parts:
        values = [q - p * v for q, v in zip(values, vector, strict=True)]
    return packed(values) or own


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
    after, bridge = onward(asked, pointed, around, g, rarity)
    origin = tuple((o.candidate.row["id"], p) for o, p in pointed)
    if not bridge:
        return after, [], Hop(0.0, origin)
    candidates = look(replace(after, tokens=dict(list(bridge.items())[:SOUGHT])))
    known = {c.number: c for c in candidates}
    those = {o.candidate.number for o, _ in pointed}
    whole = sum(after.tokens.values())
    most_further = 2 * max(after.expanded.values(), default=1.0)
    found = []
    for c in candidates:
        if c.number in those:
            continue
        own = frozenset(c.row["tokens"].split())
        reach = max((w for t, w in bridge.items() if has_token(own, t)), default=0.0)
        before = frozenset(t for n in _before(c, known) for t in n.row["tokens"].split())
        reach = max(reach, BESIDE * max((w for t, w in bridge.items() if has_token(before, t)), default=0.0))
        if not reach:
            continue
        got = sum(
            w * (1.0 if has_token(own, t) else BESIDE * has_token(before, t)) for t, w in after.tokens.items()
        )
        further = max((w for t, w in after.expanded.items() if has_token(own, t)), default=0.0)
        share = got / whole if whole else 0.0
        share = min(1.0, share + further / most_further)
        near = max(0.0, similarity(after.vector, c.vector))
        same = max((similarity(o.candidate.vector, c.vector) for o, _ in pointed), default=0.0)
        worth = (
            reach * (0.5 * share + 0.5 * near) * min(1.0, (1 - same) / ALIKE) * (ASKS + (1 - ASKS) * c.stated)
        )
        values = {"words": share, "meaning": near, "stated": c.stated, "kept": float(c.row["tier"] == "fact")}
        found.append(Ranked(c, worth, {}, True, values))
    found.sort(key=lambda r: (-r.score, r.candidate.number))
    del found[FOUND:]
    step = Hop(0.0, origin, tuple(bridge), tuple(f.candidate.row["id"] for f in found))
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
