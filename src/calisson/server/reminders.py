"""Reminders over HTTP, and the stream of what happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from calisson.circles import Caller
from calisson.server.guard import caller_of

router = APIRouter(prefix="/api/v1", tags=["agenda"])
Who = Annotated[Caller, Depends(caller_of)]


class ReminderIn(BaseModel):
    """A reminder to set; `start` is local time."""

    text: str = Field(min_length=1, max_length=1000)
    start: datetime
    rrule: str | None = Field(None, max_length=400)


class ReminderChange(BaseModel):
    """What to change: a new time, a snooze, or done."""

    next: datetime | None = None
    snooze_minutes: float | None = Field(None, gt=0, le=60 * 24 * 366)
    done: bool | None = None


def out(reminder: Any) -> dict[str, Any]:
    """Return a reminder in the public shape."""
    return {
        "id": reminder.id, "text": reminder.text, "rrule": reminder.rrule, "tz": reminder.tz,
        "next": reminder.next.isoformat(timespec="minutes") if reminder.next else None,
        "app_id": reminder.app_id, "status": reminder.status,
    }  # fmt: skip


@router.get("/reminders")
def list_reminders(request: Request, who: Who, limit: int = 100) -> dict[str, Any]:
    """Return what is due, then what is to come."""
    agenda = request.app.state.home.agenda
    return {"reminders": [out(r) for r in agenda.upcoming(max(1, min(limit, 500)))]}


@router.post("/reminders", status_code=201)
def add_reminder(body: ReminderIn, request: Request, who: Who) -> dict[str, Any]:
    """Set a reminder."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        made = home.agenda.set(
            tx, body.text, body.start.replace(tzinfo=None), body.rrule, home.preferences.tz
        )
    return {**out(made), "turn_id": tx.turn_id}


@router.patch("/reminders/{reminder_id}")
def change_reminder(reminder_id: str, body: ReminderChange, request: Request, who: Who) -> dict[str, Any]:
    """Move, snooze or finish a reminder."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        if body.done:
            made = home.agenda.done(tx, reminder_id)
        elif body.snooze_minutes:
            made = home.agenda.snooze(tx, reminder_id, home.now() + timedelta(minutes=body.snooze_minutes))
        else:
            made = home.agenda.move(tx, reminder_id, (body.next or home.now()).replace(tzinfo=None), None)
    return {**out(made), "turn_id": tx.turn_id}


@router.delete("/reminders/{reminder_id}")
def delete_reminder(reminder_id: str, request: Request, who: Who) -> dict[str, Any]:
    """Cancel a reminder; undo brings it back."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        home.agenda.cancel(tx, reminder_id)
    return {"turn_id": tx.turn_id}


@router.get("/events")
async def events(request: Request, who: Who) -> StreamingResponse:
    """Stream what happens: `reminder.due`, `records.changed`, `app.changed`."""
    return StreamingResponse(request.app.state.hub.listen(), media_type="text/event-stream",
                             headers={"cache-control": "no-store", "x-accel-buffering": "no"})  # fmt: skip
