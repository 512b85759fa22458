"""Lessons: a question that a memory answered, as numbers; and how a version does on them.

A lesson holds what the views said about the first candidates and which of them was used, never a word. Old ones are
replayed beside new ones, from a sample in which each lesson that ever was has the same chance: every one draws a ticket,
and the lowest stay (bottom-k: Cohen & Kaplan 2007, 'Summarizing data using bottom-k sketches').
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Any

from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import VIEWS, WEIGHTS, Viewed, fused
from calisson.memory.learned import fusion, gate
from calisson.memory.learned.maths import dot
from calisson.memory.learned.model import Learned

SHOWN = 24
"""Candidates of one lesson."""

KINDS = tuple(v for v in VIEWS if v not in ("gate", "hop"))
"""The views that a lesson keeps; the gate's follows from the shards."""

STEPS, RATE = 8, 0.05
"""Steps of a night, and their length."""

PULL = 0.2
"""Strength of the pull to the shipped weights."""

GATE_STEPS, GATE_RATE, GATE_PULL = 4, 0.5, 0.002

SURE = 2.0
"""Standard errors by which a gate must be better; with one, some night of eight let a gate serve that learned noise."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question's candidates as numbers."""

    features: tuple[float, ...]
    """The question's, for the gate."""
    rows: tuple[tuple[float, ...], ...]
    """Candidate × view, in the order of `KINDS`."""
    shards: tuple[int, ...]
    """Each candidate's."""
    used: tuple[int, ...]
    """Which of the candidates answered."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "features": [round(x, 3) for x in self.features],
            "rows": [[round(x, 3) for x in row] for row in self.rows],
            "shards": list(self.shards),
            "used": list(self.used),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Lesson | None:
        """Return what `as_dict` gave; None when it is of another release's shape."""
        rows = tuple(tuple(map(float, row)) for row in data["rows"])
        if any(len(row) != len(KINDS) for row in rows) or len(data["features"]) != gate.WIDTH:
            return None
        return cls(tuple(data["features"]), rows, tuple(data["shards"]), tuple(data["used"]))


def lesson_of(query: str, language: str, seen: Sequence[Viewed], used: Collection[str]) -> Lesson | None:
    """Return the lesson of a question and its candidates; None when none of those used is among them."""
    ranked = fused(seen, WEIGHTS)
    shown = [r for n, r in enumerate(ranked) if n < SHOWN or r.candidate.row["id"] in used]
    answers = tuple(n for n, r in enumerate(shown) if r.candidate.row["id"] in used)
    if not answers or len(shown) < 2:
        return None
    return Lesson(
        gate.features(built_in().encode(query, language), language),
        tuple(tuple(r.values.get(v, 0.0) for v in KINDS) for r in shown),
        tuple(gate.shard(r.candidate.vector, r.candidate.row["language"]) for r in shown),
        answers,
    )


def listed(lesson: Lesson, learned: Learned) -> fusion.Listed:
    """Return a lesson as the listwise loss takes it, with the gate's view, which is 0 where the gate is off."""
    if not learned.has("gate"):
        return fusion.Listed(tuple((*row, 0.0) for row in lesson.rows), lesson.used)
    g = learned.gate.open(lesson.features)
    rows = ((*row, gate.log_share(g, which)) for row, which in zip(lesson.rows, lesson.shards, strict=True))
    return fusion.Listed(tuple(rows), lesson.used)


def ranks(lessons: Sequence[Lesson], learned: Learned) -> list[float]:
    """Return each lesson's reciprocal rank of what was used."""
    weights = learned.view_weights()
    w = [weights.get(v, 0.0) for v in (*KINDS, "gate")]
    found = []
    for lesson in lessons:
        one = listed(lesson, learned)
        scores = [dot(row, w) for row in one.rows]
        best = max(scores[a] for a in one.answers)
        found.append(1.0 / (1 + sum(1 for s in scores if s > best)))
    return found


def result(lessons: Sequence[Lesson], learned: Learned) -> float:
    """Return the mean reciprocal rank of what was used; 0 without lessons."""
    return fmean(found) if (found := ranks(lessons, learned)) else 0.0


def improved(
    now: Learned, prior: Mapping[str, float], lessons: Sequence[Lesson], name: str
) -> tuple[Learned, Learned]:
    """Return two versions after one night's few steps: one whose gate is off, and one whose gate serves.

    Both hold the gate that was learned, so that it goes on learning while it is off. The weights of the one without it
    are learned without its view.
    """
    held = [gate.Held(s.features, tuple(sorted({s.shards[a] for a in s.used}))) for s in lessons]
    opened = gate.learn(now.gate, held, strength=GATE_PULL, steps=GATE_STEPS, rate=GATE_RATE)
    after = replace(now, gate=opened, name=name)
    out = [_fitted(v, now, prior, lessons) for v in (after.without("gate"), after.with_parts("gate"))]
    shut, served = out
    return replace(shut, weights={**shut.weights, "gate": served.weights["gate"]}), served


def earns(lessons: Sequence[Lesson], plain: Learned, more: Learned) -> bool:
    """Tell whether one version is better than a plainer one by more than `SURE` standard errors of the difference."""
    gains = [b - a for a, b in zip(ranks(lessons, plain), ranks(lessons, more), strict=True)]
    if len(gains) < 2:
        return False
    return fmean(gains) > SURE * stdev(gains) / math.sqrt(len(gains))


def _fitted(version: Learned, now: Learned, prior: Mapping[str, float], lessons: Sequence[Lesson]) -> Learned:
    views = (*KINDS, "gate")
    start = {v: now.weights.get(v, 0.0) for v in views}
    weights = fusion.learn(
        start, prior, [listed(s, version) for s in lessons], strength=PULL, steps=STEPS, rate=RATE
    )
    return replace(version, weights={**now.weights, **weights})
