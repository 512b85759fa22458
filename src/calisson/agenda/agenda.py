"""The agenda of a home."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import or_, select

from calisson.agenda import recurrence
from calisson.agenda.tables import reminders
from calisson.agenda.types import Occurrence, Reminder
from calisson.clock import Clock
from calisson.errors import AgendaError, NotFoundError
from calisson.ids import new_id
from calisson.store import Database, Transaction

MAX_TEXT = 1000
MAX_OCCURRENCES = 1000
"""The most occurrences that one call returns."""

SIMILAR = 60
"""The least similarity (rapidfuzz's weighted ratio, 0 to 100) at which words name a reminder."""


class Agenda:
    """Reminders of a home. Every change goes through a transaction and can be undone."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def set(
        self, tx: Transaction, text: str, start: datetime, rrule: str | None, tz: str, app_id: str | None = None
    ) -> Reminder:
        """Set a reminder.

        Args:
            tx: the transaction that it belongs to.
            text: what to say; at most 1,000 characters.
            start: naive local time of the first occurrence.
            rrule: RFC 5545 rule, or None for once.
            tz: IANA zone of `start`.
            app_id: the app that it leads to.

        Raises:
            AgendaError: an empty text, a time or rule that cannot be planned, an unknown zone.
        """
        text = " ".join(text.split())[:MAX_TEXT]
        if not text:
            raise AgendaError("a reminder needs a text", message_id="remind-what")
        rule = recurrence.check_rrule(rrule) if rrule else None
        local = recurrence.check_time(start)
        following = recurrence.next_after(local, rule, tz, tx.now - timedelta(seconds=1))
        if following is None:
            raise AgendaError(f"{local.isoformat()} is over", message_id="reminder-past", when=local.isoformat(" "))
        row = {
            "id": new_id("rem"), "text": text, "start": local.isoformat(), "tz": tz, "rrule": rule, "app_id": app_id,
            "status": "set", "next_at": following[1], "fired_at": None, "created_at": tx.now,
        }  # fmt: skip
        return _reminder(tx.insert(reminders, row))

    def move(self, tx: Transaction, reminder_id: str, start: datetime, rrule: str | None = None) -> Reminder:
        """Move a reminder to another local time; its rule stays unless a new one is given.

        Raises:
            NotFoundError: there is no such reminder.
            AgendaError: a time or rule that cannot be planned.
        """
        row = self._row(tx, reminder_id)
        rule = recurrence.check_rrule(rrule) if rrule else row["rrule"]
        local = recurrence.check_time(start)
        following = recurrence.next_after(local, rule, row["tz"], tx.now - timedelta(seconds=1))
        if following is None:
            raise AgendaError(f"{local.isoformat()} is over", message_id="reminder-past", when=local.isoformat(" "))
        changes = {"start": local.isoformat(), "rrule": rule, "next_at": following[1], "status": "set"}
        return _reminder(tx.update(reminders, reminder_id, changes))

    def snooze(self, tx: Transaction, reminder_id: str, until: datetime) -> Reminder:
        """Let a reminder come again at the local time `until`, once; its rule goes on after that.

        Raises:
            NotFoundError: there is no such reminder.
            AgendaError: a time that cannot be planned.
        """
        row = self._row(tx, reminder_id)
        moment = recurrence.to_utc(recurrence.check_time(until), row["tz"])
        return _reminder(tx.update(reminders, reminder_id, {"next_at": moment, "status": "set"}))

    def done(self, tx: Transaction, reminder_id: str) -> Reminder:
        """Mark what is due as done; a recurring reminder goes on.

        Raises:
            NotFoundError: there is no such reminder.
        """
        row = self._row(tx, reminder_id)
        if row["rrule"] is None:
            return _reminder(tx.update(reminders, reminder_id, {"status": "done", "next_at": None}))
        following = row["next_at"]
        if row["status"] != "due" and following is not None:
            later = recurrence.next_after(_start(row), row["rrule"], row["tz"], following)
            following = later[1] if later else None
        status = "set" if following else "done"
        return _reminder(tx.update(reminders, reminder_id, {"status": status, "next_at": following}))

    def cancel(self, tx: Transaction, reminder_id: str) -> Reminder:
        """Cancel a reminder for good; undo brings it back.

        Raises:
            NotFoundError: there is no such reminder.
        """
        self._row(tx, reminder_id)
        return _reminder(tx.update(reminders, reminder_id, {"status": "cancelled", "next_at": None}))

    def find(self, words: str | None) -> Reminder | None:
        """Return the live reminder that the words name best; the newest one without words; None when none fits."""
        from rapidfuzz.fuzz import WRatio

        live = self._live(order_by_creation=True)
        if not words or not words.strip():
            return _reminder(live[0]) if live else None
        wanted = words.casefold()
        scored = [(WRatio(wanted, row["text"].casefold()), -n) for n, row in enumerate(live)]
        if not scored:
            return None
        best, place = max(scored)
        return _reminder(live[-place]) if best >= SIMILAR else None

    def upcoming(self, limit: int = 100) -> list[Reminder]:
        """Return what is due, then what is to come, soonest first."""
        rows = self._live()
        rows.sort(key=lambda r: (r["status"] != "due", r["next_at"] or r["fired_at"] or r["created_at"]))
        return [_reminder(r) for r in rows[:limit]]

    def occurrences(self, start: datetime, end: datetime | None, limit: int = MAX_OCCURRENCES) -> list[Occurrence]:
        """Return what comes in the local period [start, end), in order; `end` None means a year on."""
        end = end or start + timedelta(days=366)

        def of(row: Mapping[str, Any]) -> Any:
            tz = row["tz"]
            last = recurrence.to_utc(end, tz)
            snoozed = row["next_at"]
            first = recurrence.to_utc(start, tz) - timedelta(seconds=1)
            for local, moment in recurrence.occurrences(_start(row), row["rrule"], tz, first):
                if moment >= last:
                    return
                yield local, row["id"], row["text"]
            if row["rrule"] is None and snoozed and snoozed != recurrence.to_utc(_start(row), tz):
                local = recurrence.to_local(snoozed, tz)
                if start <= local < end:
                    yield local, row["id"], row["text"]

        merged = heapq.merge(*(of(row) for row in self._live()))
        return [Occurrence(r, text, at) for (at, r, text), _ in zip(merged, range(min(limit, MAX_OCCURRENCES)), strict=False)]

    def claim_due(self, tx: Transaction) -> list[Reminder]:
        """Mark everything due at `tx.now` as delivered and return it; nobody else gets it again.

        What was missed meanwhile comes once, not once for each missed time.
        """
        rows = tx.rows(
            select(reminders).where(reminders.c.next_at <= tx.now, reminders.c.status.in_(("set", "due")))
            .order_by(reminders.c.next_at).limit(200)
        )  # fmt: skip
        delivered = []
        for row in rows:
            following = recurrence.next_after(_start(row), row["rrule"], row["tz"], tx.now) if row["rrule"] else None
            tx.execute(
                reminders.update().where(reminders.c.id == row["id"]),
                {"status": "due", "fired_at": row["next_at"], "next_at": following[1] if following else None},
            )
            at = recurrence.to_local(row["next_at"], row["tz"])
            delivered.append(Reminder(row["id"], row["text"], at, row["rrule"], row["tz"], row["app_id"], "due"))
        return delivered

    def has_due(self) -> bool:
        """Tell whether something waits to be delivered, without a write lock."""
        with self._database.read() as connection:
            query = select(reminders.c.id).where(
                reminders.c.next_at <= self._clock.now(), reminders.c.status.in_(("set", "due"))
            )
            return connection.execute(query.limit(1)).first() is not None

    def ics(self) -> bytes:
        """Return the live reminders as an iCalendar feed (RFC 5545)."""
        from calisson.agenda.ics import calendar

        return calendar(self._live(), self._clock.now())

    def _row(self, tx: Transaction, reminder_id: str) -> dict[str, Any]:
        row = tx.get(reminders, reminder_id)
        if row is None:
            raise NotFoundError(f"no reminder {reminder_id!r}", message_id="error-not-found")
        return row

    def _live(self, *, order_by_creation: bool = False) -> list[dict[str, Any]]:
        query = select(reminders).where(or_(reminders.c.next_at.is_not(None), reminders.c.status == "due"))
        query = query.order_by(reminders.c.created_at.desc() if order_by_creation else reminders.c.next_at)
        with self._database.read() as connection:
            return [dict(r) for r in connection.execute(query).mappings()]


def _start(row: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(row["start"])


def _reminder(row: Mapping[str, Any]) -> Reminder:
    shown = row["next_at"] or (row["fired_at"] if row["status"] == "due" else None)
    local = recurrence.to_local(shown.astimezone(UTC), row["tz"]) if shown else None
    if row["status"] == "cancelled":
        local = None
    return Reminder(row["id"], row["text"], local, row["rrule"], row["tz"], row["app_id"], row["status"])
