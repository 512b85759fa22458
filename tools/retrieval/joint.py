"""Questions as numbers, on which an order and hops can be tried thousands of times: what `reinforcing` learns from.

Everything that does not depend on what is learned is worked out once: what each view says of a candidate, what hops
from a memory could find, and what the pointer sees of a memory besides its score and place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from calisson.memory.finding.ranking import Asked, Candidate, Ranked
from calisson.memory.learned.hops import MOST, POINTED, finds, marks, question_of, still
from calisson.memory.learned.maths import dot
from calisson.memory.learned.refine import BEHIND
from calisson.memory.learned.seeking import Sought, seek
from corpus import Case

VIEWS = ("words", "near", "around", "meaning", "nearby", "speaker", "time", "kept", "stated")
"""The views whose weights are learned; the others are parts of their own (`model.PARTS`)."""

SHOWN = 10
"""Places that count."""

Marks = tuple[float, ...]


@dataclass(frozen=True)
class Gains:
    """What an order is worth."""

    recall: float
    rank: float
    """The reciprocal rank of the first answer."""


@dataclass(frozen=True)
class View:
    """What the pointer sees, and what it is about."""

    asked: Asked
    seen: tuple[Ranked, ...]
    marks: tuple[Marks, ...]
    question: Marks


@dataclass
class Puzzle:
    """A question with its candidates."""

    case: Case
    rows: list[Marks] = field(default_factory=list)
    """Candidate × view; what only hops find stands behind `count`."""
    ones: list[Ranked] = field(default_factory=list)
    keys: list[tuple[frozenset[str], frozenset[str]]] = field(default_factory=list)
    """What must not have been seen for it to be shown, and what has been seen with it (`retrieval.distinct`)."""
    gold: list[str] = field(default_factory=list)
    """The source of a candidate that answers, else empty."""
    _at: dict[int, int] = field(default_factory=dict)
    _still: dict[tuple[int, ...], Marks] = field(default_factory=dict)
    _sought: dict[tuple[int, ...], Sought] = field(default_factory=dict)
    _around: dict[int, Candidate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Put the candidates into rows."""
        for one in self.case.seen:
            self._add(Ranked(one.candidate, 0.0, {}, one.related, one.values))
        self.count = len(self.rows)
        self._around = {o.candidate.number: o.candidate for o in self.ones}

    @property
    def twice(self) -> bool:
        """Whether the question needs two steps."""
        return self.case.question.hops == 2

    def scores(self, weights: Sequence[float]) -> list[float]:
        """Return the candidates' scores."""
        return [dot(row, weights) for row in self.rows[: self.count]]

    def best_first(self, scores: Sequence[float]) -> list[int]:
        """Return the order of the scores, ties as `ranking.fused` breaks them."""
        ones = self.ones
        return sorted(
            range(self.count),
            key=lambda n: (scores[n], ones[n].candidate.at, -ones[n].candidate.number),
            reverse=True,
        )

    def first_view(self, order: Sequence[int], scores: Sequence[float]) -> View | None:
        """Return what the pointer sees of an order; None when nothing has to do with the question."""
        close = list(order[:POINTED])
        if not close or not self.ones[close[0]].related:
            return None
        asked = self.case.gathered.asked
        best = scores[close[0]] if scores[close[0]] > 0 else 1.0
        shown = [
            marks(scores[n] / best, place, self._marks(asked, (self.ones[n].candidate.number,), self.ones[n]))
            for place, n in enumerate(close)
        ]
        question = question_of(asked, [scores[n] for n in close], shown, 0)
        return View(asked, tuple(self.ones[n] for n in close), tuple(shown), question)

    def hop(
        self, view: View, chosen: int, path: tuple[int, ...], signs: Mapping[str, float]
    ) -> tuple[list[Ranked], View | None]:
        """Return what a hop from a memory finds, and what the pointer sees then; `path` has the numbers up to it."""
        one = view.seen[chosen]
        if path not in self._sought:
            got = self.case.gathered
            self._sought[path] = seek(
                view.asked, [(one.candidate, 1.0)], self.case.look, got.rarity, self._around
            )
            self._around |= {c.number: c for c in self._sought[path].candidates}
        sought = self._sought[path]
        found = finds(sought, signs, one.score if len(path) > 1 else 1.0)
        if not found or len(path) >= MOST:
            return found, None
        best = found[0].score if found[0].score > 0 else 1.0
        shown = tuple(
            marks(f.score / best, n, self._marks(sought.after, (*path, f.candidate.number), f))
            for n, f in enumerate(found)
        )
        question = question_of(sought.after, [f.score for f in found], shown, len(path))
        return found, View(sought.after, tuple(found), shown, question)

    def gains(
        self, order: Sequence[int], scores: Sequence[float], weights: Sequence[float],
        found: Mapping[int, Ranked], lift: float,
    ) -> Gains:  # fmt: skip
        """Return what the first ten of an order are worth, with what hops found put in as `refine.joined` does."""
        shown: Sequence[int] = order
        if found and order:
            bar = BEHIND * scores[order[0]]
            hopped = []
            for number, one in found.items():
                n = self._place(number, one)
                own = scores[n] if n < self.count else dot(self.rows[n], weights)
                hopped.append((own + min(lift * one.score, max(0.0, bar - own)), n))
            hopped.sort(key=lambda x: -x[0])
            inside = {n for _, n in hopped}
            shown = _merged([n for n in order[: 4 * SHOWN] if n not in inside], scores, hopped)
        return self._worth(shown)

    def _worth(self, shown: Sequence[int]) -> Gains:
        seen: set[str] = set()
        got: set[str] = set()
        place, first = 0, 0
        for n in shown:
            fresh, with_it = self.keys[n]
            repeats = not seen.isdisjoint(fresh)
            seen |= with_it
            if repeats:
                continue
            place += 1
            if self.gold[n]:
                got.add(self.gold[n])
                first = first or place
            if place == SHOWN:
                break
        return Gains(len(got) / len(self.case.question.gold), 1 / first if first else 0.0)

    def _marks(self, asked: Asked, key: tuple[int, ...], one: Ranked) -> Marks:
        if key not in self._still:
            self._still[key] = still(asked, one)
        return self._still[key]

    def _place(self, number: int, one: Ranked) -> int:
        if number not in self._at:
            values = dict.fromkeys(VIEWS, 0.0)
            values |= {"kept": one.values["kept"], "stated": one.values["stated"]}
            self._add(Ranked(one.candidate, 0.0, {}, True, values))
        return self._at[number]

    def _add(self, one: Ranked) -> None:
        row = one.candidate.row
        self._at[one.candidate.number] = len(self.rows)
        self.rows.append(tuple(one.values.get(v, 0.0) for v in VIEWS))
        self.ones.append(one)
        text, source = row["text"].casefold(), f"source:{row['source']}"
        talk = row["source"] and row["tier"] == "turn"
        self.keys.append((frozenset({text, source} if talk else {text}), frozenset({text, source})))
        self.gold.append(row["source"] if row["source"] in self.case.question.gold else "")


def _merged(order: Sequence[int], scores: Sequence[float], hopped: Sequence[tuple[float, int]]) -> list[int]:
    """Return an order with others put in, each before the first whose score is lower."""
    out: list[int] = []
    waiting = list(hopped)
    for n in order:
        while waiting and waiting[0][0] > scores[n]:
            out.append(waiting.pop(0)[1])
        out.append(n)
    return out + [n for _, n in waiting]
