"""Homes filled with made-up conversations, and each question's candidates as retrieval sees them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from calisson import Home
from calisson.memory.finding.ranking import WEIGHTS, Asked, Candidate, Ranked, Viewed, fused
from calisson.memory.finding.retrieval import Gathered, Retriever, distinct
from calisson.memory.learned.model import Learned
from calisson.memory.learned.refine import refine
from calisson.memory.privacy.policy import Viewer, visible
from made_conversations import Conversation, Question, Split, conversation

SIZE = {"sessions": 10, "facts": 54}
"""Sessions of a conversation, and facts in it."""

KEPT = 110
"""Candidates of a question, the best by the prior weights, that are kept in memory."""


@dataclass
class Case:
    """A question, and what retrieval gathered for it."""

    question: Question
    gathered: Gathered
    seen: list[Viewed]
    looked: dict[object, list[Candidate]] = field(default_factory=dict)
    """What hops looked at, by the question that they asked."""

    def order(self, learned: Learned | None, **how: object) -> tuple[list[Ranked], int]:
        """Return the first ten and how many hops it took."""
        if learned is None:
            return distinct(fused(self.seen, WEIGHTS), 10), 0
        weights = learned.view_weights()
        got = self.gathered
        ranked, trace = refine(
            got.asked, fused(self.seen, weights), learned, self.look, got.rarity,
            query=got.query, **how,  # type: ignore[arg-type]
        )  # fmt: skip
        return distinct(ranked, 10), sum(1 for h in trace.hops if h.pointed)

    def look(self, after: Asked) -> list[Candidate]:
        """Return what the question of a hop looks at, remembered."""
        key = (tuple(after.tokens.items()), after.vector)
        if key not in self.looked:
            self.looked[key] = self.gathered.look(after)
        return self.looked[key]

    def score(self, first: list[Ranked]) -> tuple[float, float]:
        """Return recall@10 and the reciprocal rank of the first answer."""
        places = [n for n, r in enumerate(first, 1) if r.candidate.row["source"] in self.question.gold]
        found = {r.candidate.row["source"] for r in first} & self.question.gold
        return len(found) / len(self.question.gold), 1 / places[0] if places else 0.0


@contextmanager
def cases(seeds: list[int], split: Split, learned: Learned, **size: int) -> Iterator[list[Case]]:
    """Yield the cases of made-up conversations; their homes are open as long as the context is."""
    with ExitStack() as stack:
        found: list[Case] = []
        for seed in seeds:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            home = stack.enter_context(Home(folder))
            made = conversation(seed, split, **{**SIZE, **size})
            found += list(asked(stack, home, made, learned))
        yield found


def asked(stack: ExitStack, home: Home, made: Conversation, learned: Learned) -> Iterator[Case]:
    """Fill a home with a conversation and yield what is gathered for each of its questions."""
    home.memories.take_in([json.dumps(t, ensure_ascii=False) for t in made.turns])
    base = home.memory._retriever
    retriever = Retriever(base.index, base.points, WEIGHTS, learned)
    connection = stack.enter_context(home.database.read())
    allowed = visible(Viewer("me"), home.clock.now())
    for question in made.questions:
        got = retriever.gather(connection, question.text, question.language, now=made.now, allowed=allowed)
        best = [r.candidate.number for r in fused(got.seen, WEIGHTS)[:KEPT]]
        near = frozenset(best)
        kept = [
            v for v in got.seen if v.candidate.number in near or v.candidate.row["source"] in question.gold
        ]
        slim = Gathered(got.query, got.asked, [], got.learned, got.look, got.rarity)
        yield Case(question, slim, kept)
