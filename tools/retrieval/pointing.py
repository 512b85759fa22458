"""How questions stand after hops: from which memory a hop gains what. The oracle, and what the pointer learns from.

The state of a question after hops from some places of its lists is worked out once and kept, so a policy can be tried
on the same questions thousands of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from calisson.memory.finding.ranking import Asked, Ranked, fused
from calisson.memory.finding.retrieval import distinct
from calisson.memory.learned.hops import POINTED, follow, marks_of, question_of, take
from calisson.memory.learned.model import Learned
from calisson.memory.learned.refine import joined, refine
from corpus import Case

MRR = 0.3
"""What the reciprocal rank counts beside recall@10 in a reward."""


@dataclass(frozen=True)
class Stand:
    """A question after some hops."""

    asked: Asked
    close: Sequence[Ranked]
    """What the pointer looks at."""
    marks: tuple[tuple[float, ...], ...]
    question: tuple[float, ...]
    found: dict[int, Ranked]
    score: tuple[float, float]
    """recall@10 and reciprocal rank, were the answer given now."""

    @property
    def worth(self) -> float:
        """The score as one number."""
        return self.score[0] + MRR * self.score[1]

    @property
    def ends(self) -> bool:
        """Whether there is nothing to go on from."""
        return not self.close or not self.close[0].related


@dataclass
class Walk:
    """A question on which hops are tried."""

    case: Case
    learned: Learned
    pool: list[Ranked] = field(default_factory=list)
    rest: list[Ranked] = field(default_factory=list)
    kept: dict[tuple[int, ...], Stand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the pool as `refine` does, before any hop."""
        weights = self.learned.view_weights()
        got = self.case.gathered
        flat, _ = refine(
            got.asked, fused(self.case.seen, weights), self.learned.without("hops", "diversity"), self.case.look,
            got.rarity, query=got.query,
        )  # fmt: skip
        self.pool, self.rest = flat[:48], flat[48:]
        self.around = {r.candidate.number: r.candidate for r in flat}

    @property
    def twice(self) -> bool:
        """Whether the question needs two steps."""
        return self.case.question.hops == 2

    def at(self, path: tuple[int, ...] = ()) -> Stand:
        """Return how the question stands after going on from these places, one a hop."""
        if path not in self.kept:
            if not path:
                self.kept[path] = self._stand(self.case.gathered.asked, self.pool, {}, 0)
            else:
                before = self.at(path[:-1])
                got = self.case.gathered
                asked, more, _ = follow(
                    before.asked, [(before.close[path[-1]], 1.0)], self.learned.onward, self.case.look, got.rarity,
                    self.around, before.close[path[-1]].score if path[:-1] else 1.0,
                )  # fmt: skip
                found = dict(before.found)
                take(found, more)
                self.kept[path] = self._stand(asked, more, found, len(path))
        return self.kept[path]

    def gain(self, path: tuple[int, ...]) -> float:
        """Return what a path gained over no hop."""
        return self.at(path).worth - self.at().worth

    def _stand(self, asked: Asked, ranked: Sequence[Ranked], found: dict[int, Ranked], hop: int) -> Stand:
        close = ranked[:POINTED]
        marks = tuple(marks_of(asked, close))
        question = question_of(asked, [r.score for r in close], marks, hop) if close else ()
        both = joined(self.pool, self.rest, found, self.learned.view_weights())
        return Stand(
            asked, close, marks, question, found, self.case.score(distinct([*both[0], *both[1]], 10))
        )
