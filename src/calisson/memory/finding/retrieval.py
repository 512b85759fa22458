"""Retrieval: the memories that could answer a question, ranked, whether or not they do.

Candidates come from the full-text index, from the scan of vectors and from the time that the question speaks of,
each with its neighbours. `recall` answers people and keeps silent when unsure; this answers programs, the memory
page and `calisson memory search`, which want the best k.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, select, text

from calisson.language.text import fold, normalise
from calisson.language.times import find_times
from calisson.memory.finding.points import Points, points
from calisson.memory.finding.ranking import SIDE, Asked, Candidate, Ranked, idf, rank
from calisson.memory.finding.search import LARGE, Index, chosen, readable, rows_about, total
from calisson.memory.tables import memories
from calisson.memory.types import Hit, Tier
from calisson.memory.words.tokens import content_tokens, tokens

SEEDS = 100
"""Memories taken from each source of candidates, before their neighbours."""

FEW = 16
"""The same in a large home: so many are near a question there that the first ones decide, and time counts."""

TIERS: tuple[Tier, ...] = ("fact", "turn")

MOST_NAMES = 500
"""Speakers whose names are looked for in a question."""

_SPEAKERS = text(
    "WITH RECURSIVE s(v) AS (SELECT min(speaker) FROM memories UNION ALL "
    "SELECT (SELECT min(speaker) FROM memories WHERE speaker > s.v) FROM s WHERE s.v IS NOT NULL) "
    "SELECT v FROM s WHERE v IS NOT NULL LIMIT :most"
)
"""The distinct speakers, one step through the index each."""


@dataclass(frozen=True, slots=True)
class Retriever:
    """Ranks memories for questions."""

    index: Index
    points: Points
    weights: Mapping[str, float]

    def search(
        self,
        connection: Connection,
        query: str,
        language: str,
        limit: int,
        *,
        now: datetime,
        allowed: ColumnElement[bool],
    ) -> list[Ranked]:
        """Return the `limit` best memories, best first; fewer when there are fewer.

        Args:
            connection: a reading connection.
            query: the question, or a few words.
            language: the language of the query.
            limit: the most results.
            now: naive local time, for 'last week'.
            allowed: the condition on `memories` under which a row may be seen.
        """
        asked_for = normalise(query)
        wanted = content_tokens(asked_for, language) or tokens(asked_for)
        frequency = self.index.frequencies(connection, wanted)
        asked = self._asked(connection, asked_for, language, now, idf(frequency, wanted, total(connection)))
        numbers = self._seeds(connection, asked, chosen(wanted, frequency), allowed)
        around = {n + d for n in numbers for d in range(-SIDE, SIDE + 1)}
        return distinct(rank(asked, _candidates(connection, around, allowed), self.weights), limit)

    def _asked(
        self, connection: Connection, query: str, language: str, now: datetime, weights: Mapping[str, float]
    ) -> Asked:
        known = speakers(connection)
        said = set(tokens(query))
        named = frozenset(s for s in known if said & set(tokens(s)))
        dated = [t for t in find_times(query, language, now) if t.has_date]
        about = query
        for t in reversed(dated):
            about = about[: t.start_char] + about[t.end_char :]
        between = next(((t.start, t.end) for t in dated if t.start and t.end), None)
        return Asked(
            weights,
            self.points.encoder.encode(about, language, words_of(named)),
            language,
            named if len(named) < len(known) or len(known) == 1 else frozenset(),
            between,
        )

    def _seeds(
        self, connection: Connection, asked: Asked, looked_for: Sequence[str], allowed: ColumnElement[bool]
    ) -> set[int]:
        most = SEEDS if rows_about(connection) <= LARGE else FEW
        positions: set[int] = set()
        for tier in TIERS:
            positions.update(self.index.positions(connection, looked_for, tier, most, allowed))
        if asked.between is not None:
            since, until = (t.isoformat(timespec="seconds") for t in asked.between)
            said = select(memories.c.position).where(memories.c.at >= since, memories.c.at < until)
            live = said.where(allowed, memories.c.tier.in_(TIERS))
            positions.update(connection.execute(live.order_by(memories.c.at.desc()).limit(most)).scalars())
        placed = select(points.c.number).where(points.c.position.in_(positions))
        numbers = {int(n) for n in connection.execute(placed).scalars()}
        return numbers | set(self.points.nearest(connection, asked.vector, most))


def speakers(connection: Connection) -> list[str]:
    """Return who has said something that is kept, at most `MOST_NAMES`."""
    return [str(s) for s in connection.execute(_SPEAKERS, {"most": MOST_NAMES}).scalars()]


def words_of(names: Iterable[str]) -> frozenset[str]:
    """Return the words of names, folded, which a vector leaves out: a name says who, not what."""
    return frozenset(w for n in names for w in fold(n).split() if len(w) > 1)


def distinct(ranked: Sequence[Ranked], limit: int) -> list[Ranked]:
    """Return the best that do not repeat a better one's words or source."""
    out: list[Ranked] = []
    seen: set[str] = set()
    for one in ranked:
        row = one.candidate.row
        marks = {row["text"].casefold()} | (
            {f"source:{row['source']}"} if row["source"] and row["tier"] == "turn" else set()
        )
        if not marks & seen:
            out.append(one)
            if len(out) == limit:
                break
        seen |= {row["text"].casefold(), f"source:{row['source']}"}
    return out


def hit(ranked: Ranked) -> Hit:
    """Return a ranked memory as a hit, with the views that spoke for it."""
    row = ranked.candidate.row
    why = ", ".join(
        f"{n} {v:.2f}" for n, v in sorted(ranked.views.items(), key=lambda x: -x[1]) if v >= 0.005
    )
    return Hit(
        row["id"],
        row["text"],
        ranked.score,
        row["tier"],
        row["source"],
        why,
        ranked.candidate.at,
        row["speaker"],
        row["language"],
    )


def _candidates(connection: Connection, numbers: set[int], allowed: ColumnElement[bool]) -> list[Candidate]:
    """Return the allowed memories with these numbers."""
    query = select(points.c.number, points.c.vector, points.c.stated, memories).join_from(
        points, memories, memories.c.position == points.c.position
    )
    live = query.where(points.c.number.in_(sorted(numbers)), allowed)
    rows = (dict(r) for r in connection.execute(live).mappings())
    return [
        Candidate(r["number"], r, bytes(r["vector"]), datetime.fromisoformat(r["at"]), r["stated"] / 100)
        for r in rows
        if readable(r)
    ]
