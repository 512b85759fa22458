"""Ranking: several views of each memory, fused by weights.

A memory is looked at alone and with its neighbours, by its words and by its meaning, and by who said it and when.
Each view's values are divided by the best candidate's, so that views of different scale can be added (Lee 1997,
'Analyses of multiple evidence combination'; plain reciprocal-rank fusion was measured to do worse).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from calisson.memory.finding.encoder import Vector, similarity
from calisson.memory.words.tokens import opens, token_weight, tokens

VIEWS = (
    "words", "near", "around", "meaning", "nearby", "speaker", "time", "kept", "stated", "expanded", "gate", "hop",
)  # fmt: skip
"""words: BM25 of the memory; near, around: with one and two neighbours on either side; meaning: cosine; nearby: with
one neighbour at half weight; speaker: the question names who said it; time: it was said when the question
says; kept: a fact that was asked to be kept; stated: how much of it states something, a question is no evidence.
expanded, gate and hop are learned and have no weight without `calisson.memory.learned`."""

WEIGHTS: Mapping[str, float] = {
    "words": 0.33,
    "near": 0.33,
    "around": 0.33,
    "meaning": 0.5,
    "nearby": 0.5,
    "speaker": 0.2,
    "time": 0.5,
    "kept": 0.05,
    "stated": 0.2,
}
"""The prior weights: words and meaning count alike, the rest decides between equals."""

K1, B = 1.2, 0.25
"""BM25's constants (Robertson & Zaragoza 2009, 'The probabilistic relevance framework', section 3.5.1). They give
b from 0.5 to 0.8 for documents; what people say is so short that a long turn is rarely a padded one (`docs/LOG.md`)."""

SIDE = 2
"""Neighbours on either side that belong to a memory's surroundings."""

APART = timedelta(minutes=30)
"""Neighbours further apart in time belong to another conversation; what has the very same time is a list."""


RELATED = 0.42
"""The cosine from which a memory without any word of the question has to do with it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for."""

    tokens: Mapping[str, float]
    """Token → inverse document frequency."""
    vector: Vector
    language: str
    names: frozenset[str]
    """Speakers that the question names, as they are written."""
    between: tuple[datetime, datetime] | None
    """Naive local times that the question speaks of: from, until."""
    expanded: Mapping[str, float] = field(default_factory=dict)
    """Further tokens that an answer may have → weight; see `calisson.memory.learned.expansion`."""
    text: str = ""
    """The question's own words, without its times."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory with its place among the others."""

    number: int
    row: Mapping[str, Any]
    vector: Vector
    at: datetime
    stated: float
    """Share of its text that states something, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, its score and what each view gave to it."""

    candidate: Candidate
    score: float
    views: Mapping[str, float]
    related: bool
    """Whether it has a word of what is looked for, or means something alike."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What each view says, before its weight."""


def rank(asked: Asked, candidates: Sequence[Candidate], weights: Mapping[str, float]) -> list[Ranked]:
    """Return the candidates, best first, with what each view gave; see `viewed` and `fused`."""
    return fused(viewed(asked, candidates), weights)


@dataclass(frozen=True, slots=True)
class Viewed:
    """A candidate and what each view says about it."""

    candidate: Candidate
    values: Mapping[str, float]
    related: bool


def viewed(asked: Asked, candidates: Sequence[Candidate]) -> list[Viewed]:
    """Return what each view says about the candidates; the best candidate of a view has 1.

    Words of another language than the question's are compared by their meaning alone, which then counts for all of
    the views; otherwise every memory in the question's language would stand before it.

    Args:
        asked: what is looked for.
        candidates: memories; their neighbours count as surroundings only when they are among these.
    """
    by_number = {c.number: c for c in candidates}
    views = _views(asked, candidates, by_number)
    related = [w > 0 or m >= RELATED for w, m in zip(views["words"], views["meaning"], strict=True)]
    for name in ("words", "near", "around", "meaning", "nearby", "expanded"):
        best = max(views[name], default=0.0)
        views[name] = [max(0.0, v) / best if best > 0 else 0.0 for v in views[name]]
    for n, candidate in enumerate(candidates):
        if candidate.row["language"] != asked.language:
            views["words"][n] = views["meaning"][n]
            views["near"][n] = views["around"][n] = views["nearby"][n]
    return [
        Viewed(candidate, {name: values[n] for name, values in views.items()}, related[n])
        for n, candidate in enumerate(candidates)
    ]


def fused(candidates: Iterable[Viewed], weights: Mapping[str, float]) -> list[Ranked]:
    """Return candidates by the weighted sum of their views, best first.

    Args:
        candidates: memories with what the views say.
        weights: view → weight; a view without one does not count.
    """
    out = []
    for one in candidates:
        given = {name: weights.get(name, 0.0) * value if value else 0.0 for name, value in one.values.items()}
        out.append(Ranked(one.candidate, sum(given.values()), given, one.related, one.values))
    return sorted(out, key=lambda r: (r.score, r.candidate.at, -r.candidate.number), reverse=True)


def _views(
    asked: Asked, candidates: Sequence[Candidate], by_number: Mapping[int, Candidate]
) -> dict[str, list[float]]:
    exact = {t for t in asked.tokens if not opens(t)}
    starts = tuple(t for t in asked.tokens if opens(t))
    further = {t for t in asked.expanded if not opens(t)}
    begun = tuple(t for t in asked.expanded if opens(t))
    counted = {c.number: _counted(_words(c), exact, starts) for c in candidates}
    length = {c.number: c.row["tokens"].count(" ") + 1 for c in candidates}
    mean = sum(length.values()) / max(1, len(length))
    own = {c.number: similarity(asked.vector, c.vector) for c in candidates}
    views: dict[str, list[float]] = {name: [] for name in VIEWS}
    for c in candidates:
        sides = [side_of(c, by_number, step) for step in (-1, 1)]
        for name, reach in (("words", 0), ("near", 1), ("around", SIDE)):
            members = [c.number, *(n.number for side in sides for n in side[:reach])]
            views[name].append(
                _bm25(
                    asked.tokens,
                    [counted[m] for m in members],
                    sum(length[m] for m in members),
                    mean * len(members),
                )
            )
        views["meaning"].append(own[c.number])
        views["nearby"].append(_nearby(c, [side[0] for side in sides if side], own))
        views["speaker"].append(1.0 if c.row["speaker"] in asked.names else 0.0)
        inside = asked.between is not None and asked.between[0] <= c.at < asked.between[1]
        views["time"].append(1.0 if inside else 0.0)
        views["stated"].append(c.stated)
        views["kept"].append(1.0 if c.row["tier"] == "fact" else 0.0)
        has = _counted(c.row["tokens"], further, begun) if asked.expanded else {}
        views["expanded"].append(_bm25(asked.expanded, [has], length[c.number], mean) if has else 0.0)
        views["gate"].append(0.0)
        views["hop"].append(0.0)
    return views


def side_of(of: Candidate, by_number: Mapping[int, Candidate], step: int) -> list[Candidate]:
    """Return the neighbours on one side, the nearest first, as far as the conversation goes."""
    found: list[Candidate] = []
    for distance in range(1, SIDE + 1):
        other = by_number.get(of.number + step * distance)
        if other is None or other.row["person"] != of.row["person"]:
            break
        if "app" in (of.row["tier"], other.row["tier"]):  # what an app keeps is no talk
            break
        if not timedelta(0) < abs(other.at - of.at) <= APART:
            break
        found.append(other)
    return found


def _counted(tokens: str, exact: set[str], starts: tuple[str, ...]) -> dict[str, int]:
    """Return how often a text has each token that is asked for."""
    out: dict[str, int] = {}
    for token in tokens.split():
        if token in exact:
            out[token] = out.get(token, 0) + 1
        elif starts and token.startswith(starts):
            begun = next(s for s in starts if token.startswith(s))
            out[begun] = out.get(begun, 0) + 1
    return out


def _bm25(
    weights: Mapping[str, float], counted: Iterable[Mapping[str, int]], length: int, mean: float
) -> float:
    total: dict[str, int] = {}
    for one in counted:
        for token, n in one.items():
            total[token] = total.get(token, 0) + n
    if not total:
        return 0.0
    norm = K1 * (1 - B + B * length / mean)
    return sum(weights[t] * n * (K1 + 1) / (n + norm) for t, n in total.items())


def _nearby(of: Candidate, others: Sequence[Candidate], own: Mapping[int, float]) -> float:
    """Return the cosine of the question and the sum of a memory's vector and its neighbours' halves."""
    if not others:
        return own[of.number]
    dot = own[of.number] + 0.5 * sum(own[o.number] for o in others)
    square = (1.0 if of.vector else 0.0) + sum(
        similarity(of.vector, o.vector) + (0.25 if o.vector else 0.0) for o in others
    )
    if len(others) == 2:
        square += 0.5 * similarity(others[0].vector, others[1].vector)
    return dot / math.sqrt(square) if square > 0 else 0.0


def idf(frequency: Mapping[str, int], tokens: Iterable[str], total: int) -> dict[str, float]:
    """Return the inverse document frequency of each token, times what its form says.

    Args:
        frequency: token → memories that have it; a token that is absent has none.
        tokens: the tokens that are asked for.
        total: how many memories there are.
    """
    out = {}
    for token in dict.fromkeys(tokens):
        n = frequency.get(token, 0)
        out[token] = token_weight(token) * math.log(1 + (max(total, n) - n + 0.5) / (n + 0.5))
    return out


def _words(of: Candidate) -> str:
    return f"{of.row['tokens']} {_who(of.row['speaker'])}"


@lru_cache(maxsize=1024)
def _who(speaker: str) -> str:
    """Return the tokens of a speaker's name."""
    return " ".join(tokens(speaker))
