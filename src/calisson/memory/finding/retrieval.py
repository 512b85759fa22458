"""Retrieval: the memories that could answer a question, ranked, whether or not they do.

Candidates come from the full-text index, from the scan of vectors and from the time that the question speaks of,
each with its neighbours; what a later fact closed stands behind that. `recall` answers people and keeps silent when
unsure; this answers programs, the memory page and `calisson memory search`, which want the best k.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, select, text

from calisson.language.text import fold, normalise
from calisson.language.times import find_times
from calisson.memory.filters import Filters
from calisson.memory.finding.encoders import encode_if_reached
from calisson.memory.finding.others import Other, last
from calisson.memory.finding.points import Points, points
from calisson.memory.finding.ranking import SIDE, Asked, Candidate, Ranked, Viewed, fused, idf, viewed
from calisson.memory.finding.search import LARGE, Index, chosen, readable, rows_about, total
from calisson.memory.holding.asking import HOPS
from calisson.memory.holding.standing import by_time
from calisson.memory.learned.bridge import Rarity
from calisson.memory.learned.expansion import Model, expand
from calisson.memory.learned.hops import MOST
from calisson.memory.learned.model import Learned
from calisson.memory.learned.refine import Trace, refine
from calisson.memory.learned.seeking import Look
from calisson.memory.tables import memories
from calisson.memory.types import Hit, Tier
from calisson.memory.words.tokens import content_tokens, tokens

SEEDS = 100
"""Memories taken from each source of candidates, before their neighbours."""

FEW = 8
"""The same in a large home: so many are near a question there that the first ones decide, and time counts."""

OTHERS = 4
"""For one near memory in a large home, this many are asked for: some may be of others and barred."""

TIERS: tuple[Tier, ...] = ("fact", "turn", "app")

OF_A_TIME = 500
"""Memories, the latest ones, that are taken from the time or of the kind that filters leave over."""

FURTHER = 30
"""Memories taken for the further words of a question; none in a large home, where these only order the others."""

WIDER = 0.3
"""Weight of further words where a model was asked for them and nothing was learned about them."""

NEAR = 8
"""Memories with a question's rarest words whose other words are the person's own."""

MOST_NAMES = 500
"""Speakers whose names are looked for in a question."""

_SPEAKERS = text(
    "WITH RECURSIVE s(v) AS (SELECT min(speaker) FROM memories UNION ALL "
    "SELECT (SELECT min(speaker) FROM memories WHERE speaker > s.v) FROM s WHERE s.v IS NOT NULL) "
    "SELECT v FROM s WHERE v IS NOT NULL LIMIT :most"
)
"""The distinct speakers, one step through the index each."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first, and why."""

    ranked: list[Ranked]
    trace: Trace


@dataclass(frozen=True, slots=True)
class Gathered:
    """A question's candidates, and how to look further while the connection is open."""

    query: str
    asked: Asked
    seen: list[Viewed]
    learned: Learned | None
    """What is to rank them; None means the prior."""
    look: Look
    rarity: Rarity


@dataclass(frozen=True, slots=True)
class Retriever:
    """Ranks memories for questions."""

    index: Index
    points: Points
    weights: Mapping[str, float]
    """The prior, which serves without learned weights, or with another encoder than theirs."""
    learned: Learned | None = None
    model: Model | None = None
    """Gives further words for a question, if there is a model."""

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
        return self.find(connection, query, language, limit, now=now, allowed=allowed).ranked

    def find(
        self,
        connection: Connection,
        query: str,
        language: str,
        limit: int,
        *,
        now: datetime,
        allowed: ColumnElement[bool],
        whose: str | None = None,
        only: Filters | None = None,
        other: Other | None = None,
        few: bool = False,
        most: int = MOST,
        always: bool = False,
    ) -> Found:
        """Return what `search` does, and why.

        `most` and `always` are those of `refine`, `whose` that of `nearest`, `only` and `few` those of `gather`.
        What is about somebody else than the question, as `other` tells, counts for less, unless it names who speaks.
        """
        got = self.gather(
            connection, query, language, now=now, allowed=allowed, whose=whose, only=only, few=few
        )
        other = None if got.asked.names else other
        if got.learned is None:
            words = tuple(got.asked.expanded)
            weights = self.weights if self.model is None else {**self.weights, "expanded": WIDER}
            ranked = fused(got.seen, weights)
            return Found(_first(ranked, query, language, now, other, limit), Trace(expanded=words))
        weights = got.learned.view_weights()
        ranked, trace = refine(
            got.asked, fused(got.seen, weights), got.learned, got.look, got.rarity,
            query=got.query, most=most, always=always,
        )  # fmt: skip
        return Found(_first(ranked, query, language, now, other, limit), trace)

    def gather(
        self,
        connection: Connection,
        query: str,
        language: str,
        *,
        now: datetime,
        allowed: ColumnElement[bool],
        whose: str | None = None,
        only: Filters | None = None,
        few: bool = False,
    ) -> Gathered:
        """Return the candidates of a question with what the views say, before any weight.

        With `only`, memories of its time and kind alone, and among the candidates those that may name its person. With `few`,
        as few candidates as in a large home.
        """
        if only:
            allowed = and_(allowed, *only.conditions())
        self.points.settle(connection)
        asked_for = normalise(query)
        wanted = content_tokens(asked_for, language) or tokens(asked_for)
        frequency = self.index.frequencies(connection, wanted)
        count = total(connection)
        asked = self._asked(connection, asked_for, language, now, idf(frequency, wanted, count))
        looked_for = chosen(wanted, frequency)
        small = rows_about(connection) <= LARGE and not few
        learned = self.learned if self.learned and self.learned.fits(self.points.encoder.name) else None
        if self.model is not None and learned is not None and not learned.has("expansion"):
            learned = replace(
                learned,
                parts=learned.parts | {"expansion"},
                weights={**learned.weights, "expanded": learned.weights.get("expanded") or WIDER},
            )
        if self.model is not None or (learned is not None and learned.has("expansion")):
            near = self.index.candidates(connection, looked_for[:2], "fact", NEAR, allowed) if small else []
            worth = expand(asked_for, language, asked.tokens, near, self.model)
            known = self.index.frequencies(connection, list(worth))
            rare = idf(known, known, count)
            asked = replace(asked, expanded={t: w * rare[t] for t, w in worth.items() if t in known})
        most = SEEDS if small else FEW
        spare = 1 if small else OTHERS
        nearest = self.points.seek(connection, asked.vector, most * spare, allowed, whose)  # beside the rest
        numbers = self._seeds(connection, asked, looked_for, most, allowed)
        if asked.expanded and small:
            numbers |= self._placed(connection, list(asked.expanded), FURTHER, allowed)
        if only:
            numbers |= self._fitting(connection, only, wanted, allowed)
        around = _around(numbers)
        found = _candidates(connection, around, allowed)
        close = nearest() if small else _allowed(connection, nearest(), allowed)[:most]
        found += _candidates(connection, _around(set(close)) - around, allowed)
        found += _closers(connection, found, allowed)
        seen = viewed(asked, found)

        def look(after: Asked) -> list[Candidate]:
            numbers = self._placed(connection, list(after.tokens), SEEDS if small else FEW, allowed)
            return _candidates(connection, {n + d for n in numbers for d in range(SIDE + 1)}, allowed)

        def rarity(words: Sequence[str]) -> tuple[Mapping[str, int], int]:
            return self.index.frequencies(connection, words), count

        return Gathered(asked_for, asked, seen, learned, look, rarity)

    def _placed(
        self, connection: Connection, words: Sequence[str], limit: int, allowed: ColumnElement[bool]
    ) -> set[int]:
        """Return the numbers of memories with the rarest of these tokens."""
        looked_for = chosen(words, self.index.frequencies(connection, words))
        positions = {
            p for tier in TIERS for p in self.index.positions(connection, looked_for, tier, limit, allowed)
        }
        placed = select(points.c.number).where(points.c.position.in_(positions))
        return {int(n) for n in connection.execute(placed).scalars()}

    def _fitting(
        self, connection: Connection, only: Filters, wanted: Sequence[str], allowed: ColumnElement[bool]
    ) -> set[int]:
        """Return the numbers of memories that may fit filters: that name the person, or the latest of the time."""
        looks = only.looks()
        numbers = self._placed(connection, looks, SEEDS, allowed) if looks else set()
        if looks and wanted:
            numbers |= self._placed(connection, [*looks, *wanted], SEEDS, allowed)
        if only.since or only.until or only.tier:
            fits = select(points.c.number).join(memories, memories.c.position == points.c.position)
            fits = fits.where(allowed, memories.c.tier.in_(TIERS), memories.c.status == "live")
            latest = fits.order_by(memories.c.at.desc()).limit(OF_A_TIME)
            numbers.update(int(n) for n in connection.execute(latest).scalars())
        return numbers

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
            encode_if_reached(self.points.encoder, about, language, words_of(named)),
            language,
            named if len(named) < len(known) or len(known) == 1 else frozenset(),
            between,
            text=about,
        )

    def _seeds(
        self,
        connection: Connection,
        asked: Asked,
        looked_for: Sequence[str],
        most: int,
        allowed: ColumnElement[bool],
    ) -> set[int]:
        """Return the numbers of memories with the words, or of the time, that is asked for."""
        positions: set[int] = set()
        for tier in TIERS:
            positions.update(self.index.positions(connection, looked_for, tier, most, allowed))
        if asked.between is not None:
            since, until = (t.isoformat(timespec="seconds") for t in asked.between)
            said = select(memories.c.position).where(memories.c.at >= since, memories.c.at < until)
            live = said.where(allowed, memories.c.tier.in_(TIERS))
            positions.update(connection.execute(live.order_by(memories.c.at.desc()).limit(most)).scalars())
        placed = select(points.c.number).where(points.c.position.in_(positions))
        return {int(n) for n in connection.execute(placed).scalars()}


def _first(
    ranked: Sequence[Ranked], query: str, language: str, now: datetime, other: Other | None, limit: int
) -> list[Ranked]:
    """Return the first of ranked memories: about whom and when the question asks, without repeats."""
    return distinct(by_time(last(ranked, other) if other else ranked, query, language, now), limit)


def _around(numbers: set[int]) -> set[int]:
    """Return numbers with those of their neighbours."""
    return {n + d for n in numbers for d in range(-SIDE, SIDE + 1)}


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
    since, until = (datetime.fromisoformat(row[n]) if row[n] else None for n in ("valid_from", "valid_until"))
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
        since=since,
        until=until,
        closed_by=row["closed_by"],
    )


def _allowed(connection: Connection, numbers: Sequence[int], allowed: ColumnElement[bool]) -> list[int]:
    """Return the numbers of those of these memories that are allowed, in their order."""
    query = select(points.c.number).join(memories, memories.c.position == points.c.position)
    seen = set(connection.execute(query.where(points.c.number.in_(numbers), allowed)).scalars())
    return [n for n in numbers if n in seen]


def _candidates(connection: Connection, numbers: set[int], allowed: ColumnElement[bool]) -> list[Candidate]:
    """Return the allowed memories with these numbers."""
    if not numbers:
        return []
    return _read(connection, _PLACED.where(points.c.number.in_(sorted(numbers)), allowed))


def _closers(
    connection: Connection, found: Sequence[Candidate], allowed: ColumnElement[bool]
) -> list[Candidate]:
    """Return the memories that closed some of these, or closed those in turn, as far as they are not among them."""
    known, fresh = {c.row["id"] for c in found}, found
    out: list[Candidate] = []
    for _ in range(HOPS):
        missing = {c.row["closed_by"] for c in fresh if c.row["closed_by"]} - known
        if not missing:
            break
        fresh = _read(connection, _PLACED.where(memories.c.id.in_(missing), allowed))
        known |= missing
        out += fresh
    return out


def _read(connection: Connection, query: Select[Any]) -> list[Candidate]:
    out = []
    for number, vector, stated, at, *values in connection.execute(query):
        row = dict(zip(_NAMES, values, strict=True))
        if readable(row):
            out.append(Candidate(number, row, bytes(vector), datetime.fromisoformat(at), stated / 100))
    return out


_NAMES = (
    "id", "text", "tokens", "tier", "source", "speaker", "person", "language", "valid_from", "valid_until", "closed_by",
)  # fmt: skip
"""What is looked at of a candidate's row; some hundred are read for each question."""

_PLACED = select(
    points.c.number, points.c.vector, points.c.stated, memories.c.at, *(memories.c[name] for name in _NAMES)
).join_from(points, memories, memories.c.position == points.c.position)
