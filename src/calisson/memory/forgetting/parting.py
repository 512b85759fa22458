"""Letting go of memories: marked at once, their bytes gone after a while in which it can be taken back.

    part(tx, row, "asked", …)      the row answers nothing any more; undo brings it back
    Forgetting.erase()             housekeeping: what is due leaves every table, index, log, backup and file

Interrupted anywhere, `erase` finishes the next time: other places and copies first, then the tables in one transaction, then the
file is rewritten, and only then is it noted that the bytes are gone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal

from sqlalchemy import Connection, String, cast, func, literal, or_, select, update
from sqlalchemy.exc import OperationalError

from calisson.clock import Clock
from calisson.errors import NotFoundError
from calisson.journal import Journal
from calisson.memory.forgetting import erase, tombstones
from calisson.memory.forgetting.places import Place
from calisson.memory.forgetting.traces import Trace, clean
from calisson.memory.tables import memories, memory_partings, memory_policies
from calisson.store import Database, Transaction, metadata
from calisson.store.tables import blobs

Reason = Literal["asked", "budget", "expired"]

KEPT_FOR = timedelta(days=400)
"""How long it is remembered that something was forgotten, and why."""

ACTOR = "calisson"
BLOB = "blob:"
"""What the source of a memory begins with that was read from a file."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What one run of `erase` did."""

    memories: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    """Backups that were rewritten without them."""
    out_of_reach: tuple[str, ...] = ()
    """Backups that may still hold them and are not where they were written, or were downloaded (the time)."""
    failed: tuple[str, ...] = ()
    """Backups and files that could not be rewritten, with the reason."""
    shredded: tuple[str, ...] = ()
    """Sealed backups that cannot be reached: their keys were destroyed, and nobody can read them any more."""
    places: tuple[str, ...] = ()
    """Places beside the database that were rewritten without them."""
    waiting: tuple[str, ...] = ()
    """Places that hold them and are in use: nothing is erased before the next run finds them free."""
    pending: bool = False
    """Whether the database file is still to be rewritten, because somebody was using it; the next run does it."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "memories": list(self.memories), "copies": list(self.copies),
            "out_of_reach": list(self.out_of_reach), "failed": list(self.failed), "shredded": list(self.shredded),
            "places": list(self.places), "waiting": list(self.waiting), "pending": self.pending,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parting:
    """One memory that was forgotten, and why."""

    id: str
    tier: str
    reason: Reason
    at: datetime
    due_at: datetime
    """Until then it can be brought back."""
    erased_at: datetime | None
    detail: Mapping[str, Any] = field(default_factory=dict)
    text: str | None = None
    """What it said; None once its bytes are gone."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id, "tier": self.tier, "reason": self.reason, "at": self.at.isoformat(),
            "due_at": self.due_at.isoformat(), "detail": dict(self.detail), "text": self.text,
            "erased_at": self.erased_at.isoformat() if self.erased_at else None,
        }  # fmt: skip


def part(
    tx: Transaction,
    row: Mapping[str, Any],
    reason: Reason,
    *,
    after_h: float,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Mark a memory as forgotten and note when its bytes go; with history, so that undo brings it back.

    Args:
        tx: the transaction.
        row: the memory.
        reason: why it goes.
        after_h: hours until its bytes go.
        detail: the scores that decided, or `with`: the memory that it goes together with.
    """
    tx.update(memories, row["id"], {"status": "forgotten"})
    if tx.get(memory_partings, row["id"]) is not None:
        tx.delete(memory_partings, row["id"])
    tx.insert(memory_partings, {
        "id": row["id"], "person": row["person"], "tier": row["tier"], "reason": reason,
        "detail": dict(detail or {}), "at": tx.now, "due_at": tx.now + timedelta(hours=after_h), "erased_at": None,
    })  # fmt: skip


class Forgetting:
    """Carries out what was forgotten, for one home."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._journal = Journal(database)

    def erase(self, ids: Sequence[str] | None = None, *, places: Sequence[Place] = ()) -> Erased:
        """Take the bytes of what is due out of everything; of these memories now, when `ids` are given.

        `places` are where else people's words may stand. May take seconds to minutes in a large home, because its file
        is rewritten; nothing is done, and nothing is read but one index, when nothing is due.
        """
        from calisson.memory.forgetting.copies import Copies, Wish, scrub_copies

        now = self._clock.now()
        self._expire(now)
        with self._database.read() as connection:
            due = self._due(connection, now, ids)
            subjects = [row["id"] for row in due if _is_wish(row)]
            traces = erase.traces_of(connection, subjects)
            positions = frozenset(
                erase.positions_of(connection, [*(t.id for t in traces), *(r["id"] for r in due)])
            )
            files = self._files(connection, [row["id"] for row in due])
        if not due:
            return Erased()
        wish = Wish(traces, [row["id"] for row in due if not _is_wish(row)], positions, ACTOR, now)
        tombstones.note(self._database.data_dir, [row["id"] for row in due if row["reason"] != "budget"])
        beside = [p.clean(partial(_without, traces)) for p in places] if traces else []
        waiting = tuple(path for one in beside for path in one.waiting)
        failed = tuple(why for one in beside for why in one.failed)
        rewritten = tuple(path for one in beside for path in one.rewritten)
        if waiting:
            return Erased(failed=failed, places=rewritten, waiting=waiting, pending=True)
        copies = scrub_copies(self._database.data_dir, wish) if traces else Copies()
        failed += copies.failed
        with self._database.transaction(ACTOR, now=now) as tx:
            erase.scrub(tx.connection, traces, [row["id"] for row in due], actor=ACTOR, at=now)
            self._drop_files(tx, files)
            if traces:
                gone = sorted(row["id"] for row in due)
                told = {
                    "memories": gone,
                    "copies": len(copies.rewritten),
                    "out_of_reach": len(copies.out_of_reach),
                }
                self._journal.event(tx, "memories-erased", told, evidence=gone)
        ids = tuple(sorted(row["id"] for row in due))
        if not any(map(_is_wish, due)):  # what went for room alone leaves room in the file
            self._note(ids, now)
            return Erased(ids)
        try:
            erase.compact(self._database.engine)
        except (OperationalError, sqlite3.OperationalError):
            return Erased(
                ids, copies.rewritten, copies.out_of_reach, failed, copies.shredded, rewritten, pending=True
            )
        self._note(ids, now)
        return Erased(ids, copies.rewritten, copies.out_of_reach, failed, copies.shredded, rewritten)

    def must_be_of(self, memory_id: str, person: str) -> None:
        """Check that this person has forgotten such a memory.

        Raises:
            NotFoundError: they have not.
        """
        table = memory_partings
        query = select(table.c.id).where(table.c.id == memory_id, table.c.person == person)
        with self._database.read() as connection:
            if connection.execute(query).first() is None:
                raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)

    def is_late(self) -> bool:
        """Tell whether something should have been erased a day ago."""
        table = memory_partings
        late = table.c.due_at <= self._clock.now() - timedelta(days=1)
        with self._database.read() as connection:
            query = select(table.c.id).where(table.c.erased_at.is_(None), late).limit(1)
            return connection.execute(query).first() is not None

    def partings(self, person: str, limit: int = 100) -> list[Parting]:
        """Return what of this person's was forgotten, latest first; talk that went with a fact is not listed."""
        table = memory_partings
        query = (
            select(table, memories.c.text.label("said"))
            .select_from(table.outerjoin(memories, memories.c.id == table.c.id))
            .where(table.c.person == person)
            .order_by(table.c.at.desc(), table.c.id.desc())
            .limit(limit * 2)
        )
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
        return [
            Parting(
                r["id"], r["tier"], r["reason"], r["at"], r["due_at"], r["erased_at"], r["detail"], r["said"]
            )
            for r in rows
            if not r["detail"].get("with")
        ][:limit]

    # --- inside ------------------------------------------------------------------------------------------

    def _expire(self, now: datetime) -> None:
        over = (
            select(memories)
            .join(memory_policies, memory_policies.c.id == memories.c.id)
            .where(memory_policies.c.expires_at <= now, memories.c.status != "forgotten")
        )
        with self._database.read() as connection:
            if connection.execute(over.limit(1)).first() is None:
                return
        with self._database.transaction(ACTOR, now=now) as tx:
            for row in tx.rows(over):
                part(tx, row, "expired", after_h=0)

    def _due(
        self, connection: Connection, now: datetime, ids: Sequence[str] | None
    ) -> list[Mapping[str, Any]]:
        table = memory_partings
        query = select(table).where(table.c.erased_at.is_(None))
        if ids is None:
            query = query.where(table.c.due_at <= now)
        found = [dict(r) for r in connection.execute(query).mappings()]
        locked = {p for p in {r["person"] for r in found} if self._database.vault.is_locked(p)}
        return [
            r
            for r in found
            if r["person"] not in locked  # what it said cannot be looked for; it waits until the key is open
            and (ids is None or r["id"] in ids or r["detail"].get("with") in ids)
        ]

    def _note(self, ids: Sequence[str], now: datetime) -> None:
        table = memory_partings
        with self._database.transaction(ACTOR, now=now) as tx:
            for at in range(0, len(ids), 500):
                tx.execute(update(table).where(table.c.id.in_(ids[at : at + 500])).values(erased_at=now))
            tx.execute(table.delete().where(table.c.erased_at < now - KEPT_FOR))

    def _files(self, connection: Connection, ids: Sequence[str]) -> set[str]:
        """Return the files that only these memories were read from and that nothing else names."""
        found: set[str] = set()
        for at in range(0, len(ids), 500):
            query = select(memories.c.source).where(
                memories.c.id.in_(ids[at : at + 500]), memories.c.source.startswith(BLOB)
            )
            found.update(s.removeprefix(BLOB) for s in connection.execute(query).scalars())
        return {f for f in found if not self._named(connection, f, ids)}

    def _named(self, connection: Connection, file: str, ids: Sequence[str]) -> bool:
        others = select(memories.c.id).where(memories.c.source == BLOB + file)
        if set(connection.execute(others).scalars()) - set(ids):
            return True
        for name in sorted(erase.LOGGED & metadata.tables.keys()):
            columns = [c for c in metadata.tables[name].columns if erase.is_wordy(c)]
            held = or_(*(func.coalesce(cast(c, String), "").contains(literal(file)) for c in columns))
            if connection.execute(
                select(literal(1)).select_from(metadata.tables[name]).where(held).limit(1)
            ).first():
                return True
        return False

    def _drop_files(self, tx: Transaction, files: set[str]) -> None:
        from calisson.store import Blobs

        kept = Blobs(self._database)
        for file in sorted(files):
            tx.execute(blobs.delete().where(blobs.c.id == file))
            tx.on_commit(partial(kept.path(file).unlink, missing_ok=True))


def _without(traces: Sequence[Trace], text: str) -> str:
    """Return a text of nobody's turn without what was forgotten."""
    return str(clean(text, traces, belongs={}))


def _is_wish(parting: Mapping[str, Any]) -> bool:
    """Tell whether somebody wants it gone, rather than it going for room or together with another."""
    return parting["reason"] != "budget" and not parting["detail"].get("with")
