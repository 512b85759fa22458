"""The agenda of a home: setting, moving and finding reminders, and delivering each due one once."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from calisson.agenda import recurrence
from calisson.agenda.matching import best_matches
from calisson.agenda.state import State
from calisson.agenda.tables import deliveries, reminders
from calisson.agenda.types import CalendarEvent, Occurrence, Reminder
from calisson.clock import Clock
from calisson.errors import AgendaError, NotFoundError
from calisson.ids import new_id
from calisson.store import Database, Transaction

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_TEXT = 1000
MAX_OCCURRENCES = 1000
"""The most occurrences that one call returns."""

SECOND = timedelta(seconds=1)

FEED_PAST = timedelta(days=90)
"""How long the calendar feed keeps a reminder that is over."""


class Agenda:
    """Reminders of a home. Every change goes through a transaction and can be undone."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    # --- changing --------------------------------------------------------------------------------------

    def set(
        self,
        tx: Transaction,
        text: str,
        start: datetime,
        rrule: str | None,
        tz: str,
        app_id: str | None = None,
    ) -> Reminder:
        """Set a reminder.

        Args:
            tx: the transaction that it belongs to; its `now` decides what is past.
            text: what to say; white space is made single, and 1,000 characters are kept.
            start: naive local time of the first occurrence.
            rrule: RFC 5545 rule, or None for once.
            tz: IANA zone of `start`.
            app_id: the app that it leads to.

        Raises:
            AgendaError: an empty text, a time that is over, a time or rule that cannot be planned, an unknown
            zone.
        """
        text = clean(text)
        if not text:
            raise AgendaError("a reminder needs a text", message_id="remind-what")
        rule = recurrence.check_rrule(rrule) if rrule else None
        local = recurrence.check_time(start)
        _must_come(local, rule, tz, tx.now)
        row = {
            "id": new_id("rem"),
            "text": text,
            "start": local.isoformat(),
            "tz": tz,
            "rrule": rule,
            "app_id": app_id,
            "status": "set",
            "since": tx.now - SECOND,
            "snoozed": None,
            "skipped": None,
            "answered": None,
            "created_at": tx.now,
            "updated_at": tx.now,
        }
        return State(tx.insert(reminders, row)).reminder(tx.now - SECOND)

    def move(self, tx: Transaction, reminder_id: str, start: datetime, rrule: str | None = None) -> Reminder:
        """Move a reminder to another local time; its rule stays unless a new one is given.

        Raises:
            NotFoundError: there is no such reminder.
            AgendaError: a time that is over, or a time or rule that cannot be planned.
        """
        state = self._state(tx, reminder_id)
        rule = recurrence.check_rrule(rrule) if rrule else state.row["rrule"]
        local = recurrence.check_time(start)
        _must_come(local, rule, state.row["tz"], tx.now)
        return self._change(
            tx,
            state,
            start=local.isoformat(),
            rrule=rule,
            status="set",
            since=tx.now - SECOND,
            snoozed=None,
            skipped=None,
        )

    def reword(self, tx: Transaction, reminder_id: str, text: str) -> Reminder:
        """Give a reminder another text.

        Raises:
            NotFoundError: there is no such reminder.
            AgendaError: the text is empty.
        """
        state = self._state(tx, reminder_id)
        if not clean(text):
            raise AgendaError("a reminder needs a text", message_id="remind-what")
        return self._change(tx, state, text=clean(text))

    def snooze(self, tx: Transaction, reminder_id: str, until: datetime) -> Reminder:
        """Let a reminder come again at the local time `until`, once; its rule goes on beside that.

        Raises:
            NotFoundError: there is no such reminder.
            AgendaError: a time that is over or cannot be planned.
        """
        state = self._state(tx, reminder_id)
        moment = recurrence.to_utc(recurrence.check_time(until), state.row["tz"])
        if moment < tx.now - SECOND:
            raise _past(until)
        skipped = state.row["skipped"]
        following = state.next_of_rule()
        if state.row["rrule"] is None and following is not None:
            skipped = following  # 'later' of something that has not come yet replaces it
        return self._change(tx, state, status="set", snoozed=moment, skipped=skipped)

    def done(self, tx: Transaction, reminder_id: str) -> Reminder:
        """Mark what is due as done, or else what comes next; a recurring reminder goes on after it.

        Raises:
            NotFoundError: there is no such reminder.
        """
        state = self._state(tx, reminder_id)
        if state.row["rrule"] is None:
            return self._change(tx, state, status="done", snoozed=None)
        due = state.unanswered()
        if due is not None:
            return self._change(tx, state, answered=due)
        if state.pending_snooze():
            return self._change(tx, state, snoozed=None, answered=state.due)
        return self._change(tx, state, skipped=state.next_of_rule() or state.row["skipped"])

    def cancel(self, tx: Transaction, reminder_id: str) -> Reminder:
        """Cancel a reminder for good; undo brings it back.

        Raises:
            NotFoundError: there is no such reminder.
        """
        return self._change(tx, self._state(tx, reminder_id), status="cancelled", snoozed=None)

    # --- finding ---------------------------------------------------------------------------------------

    def get(self, reminder_id: str, tx: Transaction | None = None) -> Reminder:
        """Return a reminder by its id, live or not.

        Raises:
            NotFoundError: there is none.
        """
        if tx is not None:
            return self._state(tx, reminder_id).reminder(tx.now)
        with self._database.read() as connection:
            for state in _states(connection, reminder_id):
                return state.reminder(self._clock.now())
        raise NotFoundError(f"no reminder {reminder_id!r}", message_id="error-not-found", row=reminder_id)

    def find(self, words: str | None) -> Reminder | None:
        """Return the live reminder that the words name best, the newest one without words, or None."""
        if words and words.strip():
            return next(iter(self.search(words)), None)
        return next(iter(self._named()), None)

    def search(self, words: str) -> list[Reminder]:
        """Return the live reminders that the words name, best first, the newer of equals first."""
        live = self._named()
        return [live[n] for n in best_matches(words, [r.text for r in live])]

    def upcoming(self, limit: int = 100) -> list[Reminder]:
        """Return what is due, latest first, then what is to come, soonest first."""
        found = [r for r in self._named() if r.next]
        due = sorted((r for r in found if r.due), key=lambda r: (r.due, r.id), reverse=True)
        coming = sorted((r for r in found if not r.due), key=lambda r: (r.next, r.id))
        return (due + coming)[: max(0, limit)]

    def occurrences(
        self, start: datetime, end: datetime | None, limit: int = MAX_OCCURRENCES
    ) -> list[Occurrence]:
        """Return what comes in the local period [start, end), in order; `end` None means a year on.

        Delivered ones are among them; at most `limit` (and `MAX_OCCURRENCES`) are returned. A period outside
        the years that can be planned is empty.
        """
        start = min(max(start.replace(tzinfo=None), recurrence.FIRST), recurrence.LAST)
        end = end.replace(tzinfo=None) if end else start + timedelta(days=366)
        end = min(max(end, recurrence.FIRST), recurrence.LAST)
        merged = heapq.merge(*(_within(state, start, end) for state in self._live()))
        wanted = range(max(0, min(limit, MAX_OCCURRENCES)))
        return [Occurrence(row_id, text, at) for _, (at, row_id, text) in zip(wanted, merged, strict=False)]

    # --- delivering ------------------------------------------------------------------------------------

    def has_due(self) -> bool:
        """Tell whether something waits to be delivered, without a write lock."""
        now = self._clock.now()
        return any((moment := state.next()) is not None and moment <= now for state in self._live())

    def next_due(self) -> datetime | None:
        """Return when the next delivery is to happen, aware, UTC; None when nothing is planned."""
        return min((moment for s in self._live() if (moment := s.next()) is not None), default=None)

    def claim_due(self, tx: Transaction) -> list[Reminder]:
        """Mark everything due at `tx.now` as delivered and return it, earliest first.

        Nobody else gets it again. What was missed meanwhile comes once, not once for each missed time
        (`Reminder.missed` counts them). Those returned have `next` and `due` at the delivered occurrence.
        """
        delivered = []
        for state in list(_states(tx.connection)):
            snooze = state.pending_snooze()
            snooze = snooze if snooze is not None and snooze <= tx.now else None
            row = state.row
            last = recurrence.last_until(state.start, row["rrule"], row["tz"], state.after(), tx.now)
            if snooze is None and last is None:
                continue
            due = last[1] if last else state.due
            count = (last[2] if last else 0) + (snooze is not None)
            shown = max(t for t in (snooze, last[1] if last else None) if t is not None)
            tx.execute(delete(deliveries).where(deliveries.c.id == row["id"]))
            tx.execute(
                deliveries.insert(),
                {
                    "id": row["id"],
                    "due": due,
                    "snoozed": snooze or state.snooze,
                    "at": tx.now,
                    "missed": count - 1,
                },
            )
            at = recurrence.to_local(shown, row["tz"])
            delivered.append(
                Reminder(
                    row["id"], row["text"], at, row["rrule"], row["tz"], row["app_id"], "due", at, count - 1
                )
            )
        delivered.sort(key=lambda r: (r.due, r.id))
        return delivered

    # --- calendar --------------------------------------------------------------------------------------

    def ics(self, events: Iterable[CalendarEvent] = (), *, app_id: str | None = None) -> bytes:
        """Return the live reminders, those just over, and `events` as an iCalendar feed (RFC 5545).

        With `app_id`, only the reminders of that app.
        """
        from calisson.agenda.ics import calendar

        now = self._clock.now()
        live = [s for s in self._live() if app_id is None or s.row["app_id"] == app_id]
        states = [s for s in live if s.next() or s.after() > now - FEED_PAST]
        return calendar(states, events, now)

    # --- inside ----------------------------------------------------------------------------------------

    def _state(self, tx: Transaction, reminder_id: str) -> State:
        for state in _states(tx.connection, reminder_id):
            return state
        raise NotFoundError(f"no reminder {reminder_id!r}", message_id="error-not-found", row=reminder_id)

    def _change(self, tx: Transaction, state: State, **changes: object) -> Reminder:
        row = tx.update(reminders, state.row["id"], changes | {"updated_at": tx.now})
        return State(row, state.due, state.snooze, state.missed).reminder(tx.now - SECOND)

    def _named(self) -> list[Reminder]:
        """Return the reminders that words can mean, newest first."""
        now = self._clock.now()
        live = sorted(self._live(), key=lambda s: (s.row["created_at"], s.row["id"]), reverse=True)
        return [r for s in live if (r := s.reminder(now)).status in ("set", "due")]

    def _live(self) -> list[State]:
        with self._database.read() as connection:
            return list(_states(connection))


def clean(text: str) -> str:
    """Return a text without control characters, with single spaces, at most `MAX_TEXT` characters long."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MAX_TEXT].strip()


def _states(connection: Connection, reminder_id: str | None = None) -> Iterator[State]:
    """Yield the live reminders with their deliveries, or the one with this id, live or not."""
    query = select(
        reminders, deliveries.c.due, deliveries.c.snoozed.label("snooze"), deliveries.c.missed
    ).join(deliveries, deliveries.c.id == reminders.c.id, isouter=True)
    if reminder_id is None:
        query = query.where(reminders.c.status == "set")
    else:
        query = query.where(reminders.c.id == reminder_id)
    for found in connection.execute(query).mappings():
        row = {c.name: found[c.name] for c in reminders.columns}
        yield State(row, found["due"], found["snooze"], found["missed"] or 0)


def _within(state: State, start: datetime, end: datetime) -> Iterator[tuple[datetime, str, str]]:
    last = recurrence.to_utc(end, state.row["tz"])
    for moment in state.upcoming(recurrence.to_utc(start, state.row["tz"]) - SECOND):
        if moment >= last:
            return
        yield recurrence.to_local(moment, state.row["tz"]), state.row["id"], state.row["text"]


def _must_come(start: datetime, rule: str | None, tz: str, now: datetime) -> None:
    if recurrence.next_after(start, rule, tz, (now - SECOND).astimezone(UTC)) is None:
        raise _past(start)


def _past(when: datetime) -> AgendaError:
    return AgendaError(f"{when.isoformat(' ')} is over", message_id="reminder-past", when=when.isoformat(" "))
