"""When a reminder comes next: a pure function of its row and of what was delivered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from calisson.agenda import recurrence
from calisson.agenda.types import Reminder, Status


@dataclass(frozen=True, slots=True)
class State:
    """A reminder's row together with its deliveries."""

    row: Mapping[str, Any]
    """A row of `reminders`."""
    due: datetime | None = None
    """The latest delivered occurrence of the rule, UTC."""
    snooze: datetime | None = None
    """The latest delivered snooze, UTC."""
    missed: int = 0

    @property
    def live(self) -> bool:
        """Whether it may still come."""
        return bool(self.row["status"] == "set")

    @property
    def start(self) -> datetime:
        """The naive local time of the first occurrence."""
        return datetime.fromisoformat(self.row["start"])

    def after(self) -> datetime:
        """Return the moment up to which occurrences of the rule do not count any more."""
        return max(t for t in (self.row["since"], self.row["skipped"], self.due) if t is not None)

    def next_of_rule(self) -> datetime | None:
        """Return the rule's next undelivered occurrence, UTC; it may be past when nothing ran meanwhile."""
        if not self.live:
            return None
        found = recurrence.next_after(self.start, self.row["rrule"], self.row["tz"], self.after())
        return found[1] if found else None

    def pending_snooze(self) -> datetime | None:
        """Return the snooze that was not delivered yet, UTC."""
        snoozed = self.row["snoozed"]
        return snoozed if self.live and snoozed and (self.snooze is None or snoozed > self.snooze) else None

    def next(self) -> datetime | None:
        """Return the next undelivered time, UTC."""
        return min((t for t in (self.next_of_rule(), self.pending_snooze()) if t is not None), default=None)

    def unanswered(self) -> datetime | None:
        """Return the delivered time that was neither done nor snoozed yet, UTC."""
        if not self.live or self.pending_snooze():
            return None
        last = max((t for t in (self.due, self.snooze) if t is not None), default=None)
        answered = self.row["answered"]
        if last is None or last <= self.row["since"]:
            return None
        return last if answered is None or last > answered else None

    def upcoming(self, after: datetime) -> Iterator[datetime]:
        """Yield what comes later than `after`, delivered or not, in order, UTC."""
        skipped = self.row["skipped"]
        floor = max(after, self.row["since"])
        extra = self.row["snoozed"] if self.row["snoozed"] and self.row["snoozed"] > after else None
        for _, moment in recurrence.occurrences(self.start, self.row["rrule"], self.row["tz"], floor):
            if extra is not None and extra <= moment:
                if extra < moment:
                    yield extra
                extra = None
            if skipped is None or moment > skipped:
                yield moment
        if extra is not None:
            yield extra

    def local(self, moment: datetime | None) -> datetime | None:
        """Return a moment as the reminder's naive local time."""
        return recurrence.to_local(moment, self.row["tz"]) if moment is not None else None

    def reminder(self, now: datetime) -> Reminder:
        """Return it as people see it at the aware time `now`.

        What should have come by now but was not delivered (nothing ran) counts as due.
        """
        row = self.row
        following, due = self.next(), self.unanswered()
        if following is not None and following <= now:
            due = due or following
            found = recurrence.next_after(self.start, row["rrule"], row["tz"], now) if row["rrule"] else None
            following = found[1] if found else None
        status: Status = row["status"]
        if status == "set":
            status = "due" if due else "set" if following else "over"
        return Reminder(
            row["id"],
            row["text"],
            self.local(following or due),
            row["rrule"],
            row["tz"],
            row["app_id"],
            status,
            self.local(due),
            self.missed if due else 0,
        )
