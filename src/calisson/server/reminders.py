"""Reminders over HTTP, and the stream of what happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from calisson.agenda import Reminder
from calisson.server.guard import Logs, Reads
from calisson.server.talk import STREAM

router = APIRouter(prefix="/api/v1", tags=["agenda"])


class ReminderIn(BaseModel):
    """A reminder to set; `start` is local time of the home when it has no offset."""

    text: str = Field(min_length=1, max_length=1000)
    start: datetime
    rrule: str | None = Field(None, max_length=400)
    app_id: str | None = Field(None, max_length=80)


class ReminderChange(BaseModel):
    """What to change: a new time, rule or text, a snooze, or done."""

    next: datetime | None = None
    rrule: str | None = Field(None, max_length=400)
    text: str | None = Field(None, min_length=1, max_length=1000)
    snooze_minutes: float | None = Field(None, gt=0, le=60 * 24 * 366)
    done: bool | None = None


def out(reminder: Reminder) -> dict[str, Any]:
    """Return a reminder in the public shape.

    `next` of one that is due is when it was, and `following` when it comes again.
    """
    shown = reminder.due or reminder.next
    return {
        "id": reminder.id,
        "text": reminder.text,
        "next": _written(shown),
        "following": _written(reminder.next) if reminder.next != shown else None,
        "rrule": reminder.rrule,
        "tz": reminder.tz,
        "app_id": reminder.app_id,
        "status": reminder.status,
        "missed": reminder.missed,
    }


def _written(at: datetime | None) -> str | None:
    return at.isoformat(timespec="minutes") if at else None


def local(given: datetime, tz: str) -> datetime:
    """Return a time as naive local time of the home."""
    return given.astimezone(ZoneInfo(tz)).replace(tzinfo=None) if given.tzinfo else given


@router.get("/reminders")
def list_reminders(
    request: Request,
    who: Reads,
    start: Annotated[datetime | None, Query(alias="from")] = None,
    end: Annotated[datetime | None, Query(alias="to")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> dict[str, Any]:
    """Return what is due, then what is to come; in a period, one entry for each time that something comes."""
    home = request.app.state.home
    if start is None and end is None:
        return {"reminders": [out(r) for r in home.agenda.upcoming(limit)]}
    tz = home.preferences.tz
    begin = local(start, tz) if start else home.now()
    found = home.agenda.occurrences(begin, local(end, tz) if end else None, limit)
    by_id = {r.id: out(r) for r in home.agenda.upcoming(1000)}
    entries = [(o, by_id.get(o.reminder_id)) for o in found]
    return {"reminders": [{**e, "next": _written(o.at), "following": None} for o, e in entries if e]}


@router.post("/reminders", status_code=201)
def add_reminder(body: ReminderIn, request: Request, who: Logs) -> dict[str, Any]:
    """Set a reminder."""
    home = request.app.state.home
    tz = home.preferences.tz
    with home.by_hand(who.person) as tx:
        made = home.agenda.set(tx, body.text, local(body.start, tz), body.rrule, tz, body.app_id)
    return _changed(request, made, tx.turn_id)


@router.patch("/reminders/{reminder_id}")
def change_reminder(reminder_id: str, body: ReminderChange, request: Request, who: Logs) -> dict[str, Any]:
    """Move, snooze, reword or finish a reminder."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        made = home.agenda.get(reminder_id, tx)
        now = tx.now.astimezone(ZoneInfo(made.tz)).replace(tzinfo=None)
        if body.text is not None:
            made = home.agenda.reword(tx, reminder_id, body.text)
        if body.done:
            made = home.agenda.done(tx, reminder_id)
        elif body.snooze_minutes is not None:
            made = home.agenda.snooze(tx, reminder_id, now + timedelta(minutes=body.snooze_minutes))
        elif body.next is not None or body.rrule is not None:
            start = local(body.next, made.tz) if body.next else made.next or now
            made = home.agenda.move(tx, reminder_id, start, body.rrule)
    return _changed(request, made, tx.turn_id)


@router.delete("/reminders/{reminder_id}")
def delete_reminder(reminder_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Cancel a reminder; undo brings it back."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        made = home.agenda.cancel(tx, reminder_id)
    return _changed(request, made, tx.turn_id)


def _changed(request: Request, reminder: Reminder, turn_id: str | None) -> dict[str, Any]:
    request.app.state.hub.send_soon("reminders.changed", {"turn_id": turn_id})
    return {**out(reminder), "turn_id": turn_id}


@router.get("/events", response_class=StreamingResponse)
async def events(request: Request, who: Reads) -> StreamingResponse:
    """Stream what happens: `reminder.due`, `reminders.changed`, `records.changed`, `app.changed`."""
    return StreamingResponse(request.app.state.hub.listen(), media_type="text/event-stream", headers=STREAM)
