"""Forgetting wisely: under a budget of items and bytes, what is worth least goes first.

    score = 0.30 importance + 0.25 use + 0.25 freshness + 0.10 credit + 0.10 (1 − redundancy)

each from 0 to 1. Importance: what was asked to be kept counts more than what was said in passing, unless it was
set; among the lowest, what the scorer of importance makes of the words (`importance.Scorer`, which learns at night from what
was asked for) moves its odds. Use: 1 − exp(−uses / 3), fading with a half-life of 90 days since the last. Freshness: half-life 365 days for
facts, 90 for talk. Credit: what answers with it turned out to be worth. Redundancy: the greatest share of its words
that another memory of the same person has. The weights are judgement.

What is pinned, or kept for the law or for an app, never goes by itself. What goes leaves an extract of its month
behind, in its own words, as talk, which counts from the next night on; the report says into which extract it went.
Nothing is lost from the conversation itself: only the memory goes, and until its bytes do, `bring_back` (or a pin)
returns it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, LargeBinary, cast, func, select

from calisson.clock import Clock
from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.memory.forgetting.parting import part
from calisson.memory.memory import Memory
from calisson.memory.privacy.policy import policies_of
from calisson.memory.tables import memories, memory_care, memory_partings
from calisson.memory.types import Tier
from calisson.memory.words.sameness import share
from calisson.store import Database, Transaction

if TYPE_CHECKING:
    from calisson.memory.shortening.importance import Scorer

IMPORTANCE = {"fact": 0.7, "turn": 0.2}
"""Of a memory whose importance nobody set."""

HALF_LIFE_DAYS = {"fact": 365.0, "turn": 90.0}
USE_HALF_LIFE_DAYS = 90.0
USES = 3.0

MOST_CREDIT = 4.0
"""What credit adds up to at most, either way."""

WEIGHTS: Mapping[str, float] = {
    "importance": 0.30, "use": 0.25, "freshness": 0.25, "credit": 0.10, "novelty": 0.10,
}  # fmt: skip

MOST_A_NIGHT = 5000
"""Memories that one run lets go of."""

COMPARED = 500
"""Of the lowest, those whose words are looked at, for importance and redundancy."""

SUMMARY = "summary:"
"""What the source of an extract begins with."""

EXTRACT_TOKENS = 160
"""Length of the extract of a month."""

FEWEST = 3
"""Pieces of talk of one month from which an extract is made."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much memory a person may have; None is no limit."""

    items: int | None = 200_000
    size_bytes: int | None = 500_000_000


@dataclass(frozen=True, slots=True)
class Scored:
    """A memory with what speaks for keeping it."""

    id: str
    tier: Tier
    size_bytes: int
    score: float
    parts: Mapping[str, float]
    kept: str | None
    """Why it never goes by itself: `pinned`, `legal`, or the app that needs it."""


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of the budget is used."""

    items: int
    size_bytes: int
    budget: Budget

    @property
    def over(self) -> bool:
        """Whether something has to go."""
        return (self.budget.items is not None and self.items > self.budget.items) or (
            self.budget.size_bytes is not None and self.size_bytes > self.budget.size_bytes
        )


def score(
    row: Mapping[str, Any], now: datetime, *, redundancy: float = 0.0
) -> tuple[float, dict[str, float]]:
    """Return the retention score of a memory with its care, 0 to 1, and the parts that it is made of.

    Args:
        row: `tier`, `at` (naive ISO), and `importance`, `uses`, `last_used`, `credit` or None for each.
        now: aware.
        redundancy: the greatest share of its words that another memory has.
    """
    said = datetime.fromisoformat(row["at"]).replace(tzinfo=now.tzinfo)
    importance = row["importance"] if row["importance"] is not None else IMPORTANCE[row["tier"]]
    uses = row["uses"] or 0
    unused = _days(row["last_used"], now) if row["last_used"] else 0.0
    parts = {
        "importance": min(1.0, max(0.0, importance)),
        "use": (1 - math.exp(-uses / USES)) * 0.5 ** (unused / USE_HALF_LIFE_DAYS),
        "freshness": 0.5 ** (_days(said, now) / HALF_LIFE_DAYS[row["tier"]]),
        "credit": 0.5 + 0.5 * math.tanh(row["credit"] or 0.0),
        "novelty": 1 - min(1.0, max(0.0, redundancy)),
    }
    return sum(WEIGHTS[name] * value for name, value in parts.items()), parts


class Retention:
    """Keeps the memories of each person of a home under a budget."""

    def __init__(self, database: Database, clock: Clock, memory: Memory) -> None:
        self._database = database
        self._clock = clock
        self._memory = memory

    def people(self) -> list[str]:
        """Return whose memories there are."""
        with self._database.read() as connection:
            return sorted(connection.execute(select(memories.c.person).distinct()).scalars())

    def usage(self, person: str, budget: Budget) -> Usage:
        """Return what this person's live memories take."""
        with self._database.read() as connection:
            return self._usage(connection, person, budget)

    def scores(self, person: str) -> list[Scored]:
        """Return this person's live memories, those that would go first first; redundancy is not looked at."""
        now = self._clock.now()
        with self._database.read() as connection:
            rows = self._rows(connection, person)
        found = []
        for row in rows:
            value, parts = score(row, now)
            kept = "pinned" if row["pinned"] else row["kept_for"]
            found.append(Scored(row["id"], row["tier"], row["size"], value, parts, kept))
        return sorted(found, key=lambda s: (s.score, s.id))

    def keep_under(self, person: str, budget: Budget, *, after_h: float) -> list[Scored]:
        """Let go of what is worth least until the budget holds, and return it; undo brings facts back.

        Args:
            person: whose memories.
            budget: how much there may be.
            after_h: hours until the bytes of what goes go.
        """
        usage = self.usage(person, budget)
        if not usage.over:
            return []
        free = [s for s in self.scores(person) if s.kept is None]
        with self._database.transaction(person, new_id("hand"), self._clock.now()) as tx:
            free = [*self._compared(tx, free[:COMPARED]), *free[COMPARED:]]
            going = _until(free, usage)
            rows = self._whole(tx, [s.id for s in going])
            into = self._extracts(tx, rows.values())
            for one in going:
                detail: dict[str, Any] = {"score": round(one.score, 4)}
                detail |= {k: round(v, 4) for k, v in one.parts.items()}
                if one.id in into:
                    detail["extract"] = into[one.id]
                part(tx, rows[one.id], "budget", after_h=after_h, detail=detail)
        return going

    def bring_back(self, tx: Transaction, memory_id: str) -> None:
        """Return what was forgotten to the living, while its bytes are there.

        Raises:
            NotFoundError: the transaction's actor has forgotten no such memory, or it is erased.
        """
        row, parting = tx.get(memories, memory_id), tx.get(memory_partings, memory_id)
        if row is None or parting is None or row["person"] != tx.actor or row["status"] != "forgotten":
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        tx.update(memories, memory_id, {"status": "live"})
        tx.delete(memory_partings, memory_id)

    # --- inside ------------------------------------------------------------------------------------------

    def _usage(self, connection: Connection, person: str, budget: Budget) -> Usage:
        query = select(func.count(), func.coalesce(func.sum(_size(connection)), 0)).select_from(memories)
        items, size = connection.execute(query.where(_live(person))).one()
        return Usage(int(items), int(size), budget)

    def _rows(self, connection: Connection, person: str) -> list[dict[str, Any]]:
        care = memory_care.c
        query = (
            select(memories.c.id, memories.c.tier, memories.c.at, _size(connection).label("size"), care.pinned,
                   care.kept_for, care.importance, care.uses, care.last_used, care.credit)
            .select_from(memories.outerjoin(memory_care, care.id == memories.c.id))
            .where(_live(person))
        )  # fmt: skip
        return [dict(r) for r in connection.execute(query).mappings()]

    def _compared(self, tx: Transaction, lowest: Sequence[Scored]) -> list[Scored]:
        """Return the lowest with their words looked at, for importance and redundancy, in their new order."""
        rows = self._whole(tx, [s.id for s in lowest])
        matters = _importance(lowest, rows, self._memory.learning.scorer())
        found = []
        for one in lowest:
            words = rows[one.id]["tokens"].split()
            others = (r for r in self._memory.like(tx, words, one.tier) if r["id"] != one.id)
            shared = max((share(words, set(o["tokens"].split())) for o in others), default=0.0)
            parts = {**one.parts, "importance": matters[one.id], "novelty": 1 - shared}
            value = sum(WEIGHTS[name] * p for name, p in parts.items())
            found.append(Scored(one.id, one.tier, one.size_bytes, value, parts, one.kept))
        return sorted(found, key=lambda s: (s.score, s.id))

    def _whole(self, tx: Transaction, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for at in range(0, len(ids), 500):
            query = select(memories).where(memories.c.id.in_(ids[at : at + 500]))
            found.update({r["id"]: r for r in tx.rows(query)})
        return found

    def _extracts(self, tx: Transaction, rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
        """Leave an extract of each month of what goes, in place of a former one; return which memory went into which."""
        from calisson.memory.shortening.compress import compress
        from calisson.memory.shortening.units import Line

        into: dict[str, str] = {}
        months: dict[str, list[Mapping[str, Any]]] = {}
        rows = list(rows)
        limited = policies_of(
            tx, [r["id"] for r in rows]
        )  # what is limited goes into no extract, which is not
        for row in rows:
            if not row["source"].startswith(SUMMARY) and row["id"] not in limited:
                months.setdefault(row["at"][:7], []).append(row)
        for month, talk in sorted(months.items()):
            former = tx.rows(select(memories).where(
                memories.c.source == SUMMARY + month, memories.c.person == tx.actor, memories.c.status == "live",
            ))  # fmt: skip
            if len(talk) + FEWEST * len(former) < FEWEST:
                continue
            told = sorted([*former, *talk], key=lambda r: (r["at"], r["position"]))
            lines = [Line(r["speaker"], r["text"]) for r in told]
            kept = compress(lines, EXTRACT_TOKENS, language=talk[-1]["language"])
            for old in former:
                part(tx, old, "budget", after_h=0, detail={"with": old["id"]})
            if kept:
                text, last = " ".join(line.text for line in kept), told[-1]
                self._memory.keep_extract(tx, text, source=SUMMARY + month, like=last)
                into |= {r["id"]: SUMMARY + month for r in talk}
        return into


def care_for(tx: Transaction, memory_id: str, **changes: Any) -> None:
    """Set what speaks for keeping a memory of the transaction's actor: `pinned`, `kept_for`, `importance`.

    Raises:
        NotFoundError: there is none.
    """
    row = tx.get(memories, memory_id)
    if row is None or row["person"] != tx.actor or row["status"] != "live":
        raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
    if tx.get(memory_care, memory_id) is None:
        tx.insert(
            memory_care, {**_NO_CARE, "importance": IMPORTANCE[row["tier"]], "id": memory_id, **changes}
        )
    else:
        tx.update(memory_care, memory_id, changes)


def note_use(tx: Transaction, memory_ids: Sequence[str]) -> None:
    """Count that memories were part of an answer; book-keeping without history."""
    for memory_id in memory_ids:
        _book(tx, memory_id, uses=1, last_used=tx.now)


def note_credit(tx: Transaction, credit: Mapping[str, float]) -> None:
    """Add what answers with memories turned out to be worth, within ±`MOST_CREDIT`; book-keeping without history."""
    for memory_id, amount in credit.items():
        _book(tx, memory_id, credit=amount)


def _book(
    tx: Transaction, memory_id: str, *, uses: int = 0, credit: float = 0.0, last_used: datetime | None = None
) -> None:
    row = tx.get(memory_care, memory_id)
    if row is None:
        memory = tx.get(memories, memory_id)
        if memory is None:
            return
        row = {**_NO_CARE, "id": memory_id, "importance": IMPORTANCE[memory["tier"]]}
        tx.execute(memory_care.insert(), row)
    change = {
        "uses": row["uses"] + uses,
        "credit": max(-MOST_CREDIT, min(MOST_CREDIT, row["credit"] + credit)),
        "last_used": last_used or row["last_used"],
    }
    tx.execute(memory_care.update().where(memory_care.c.id == memory_id).values(**change))


_NO_CARE = {"pinned": False, "kept_for": None, "uses": 0, "last_used": None, "credit": 0.0}


def _importance(
    lowest: Sequence[Scored], rows: Mapping[str, Mapping[str, Any]], scorer: Scorer
) -> dict[str, float]:
    """Return the importance of each: what was set, else the odds of its tier times what the scorer says against the others."""
    said = {s.id: math.log(_worth(rows[s.id], scorer)) for s in lowest}
    out = {}
    for tier in {s.tier for s in lowest}:
        same = [s for s in lowest if s.tier == tier]
        usual = sum(said[s.id] for s in same) / len(same)
        for one in same:
            importance = one.parts["importance"]
            if importance == IMPORTANCE[tier]:
                importance = 1 / (1 + (1 / importance - 1) * math.exp(usual - said[one.id]))
            out[one.id] = importance
    return out


def _worth(row: Mapping[str, Any], scorer: Scorer) -> float:
    """Return the mean importance of a memory's sentences, above 0."""
    from calisson.memory.shortening.importance import features
    from calisson.memory.shortening.units import sentences

    said = sentences(row["text"]) or [row["text"]]
    return sum(scorer(features(s, row["language"])) for s in said) / len(said)


def _until(free: Sequence[Scored], usage: Usage) -> list[Scored]:
    """Return as many, from the first, as bring the usage under the budget."""
    items, size, going = usage.items, usage.size_bytes, []
    for one in free[:MOST_A_NIGHT]:
        if not Usage(items, size, usage.budget).over:
            break
        items, size = items - 1, size - one.size_bytes
        going.append(one)
    return going


def _live(person: str) -> Any:
    return (memories.c.person == person) & (memories.c.status == "live")


def _size(connection: Connection) -> Any:
    """Return the bytes of a memory's words and tokens as SQL."""
    if connection.dialect.name == "sqlite":
        return func.length(cast(memories.c.text, LargeBinary)) + func.length(
            cast(memories.c.tokens, LargeBinary)
        )
    return func.octet_length(memories.c.text) + func.octet_length(memories.c.tokens)


def _days(since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds() / 86400)
