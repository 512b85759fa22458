"""Feeds by secret address: the calendar."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from calisson.agenda import CalendarEvent
from calisson.errors import AuthError
from calisson.server.guard import OPEN, Reads

router = APIRouter(tags=["feeds"])

PAST_DAYS = 90
MOST = 1000
"""How far back the feed shows dated records, and how many of one kind."""


@router.get("/api/v1/calendar")
def calendar_link(request: Request, who: Reads) -> dict[str, str]:
    """Return the secret address of the calendar feed."""
    return {"address": f"/calendar.ics?key={request.app.state.home.calendar_key()}"}


@router.get("/calendar.ics", dependencies=[OPEN])  # the secret is in the address
@router.get("/api/v1/calendar.ics", include_in_schema=False, dependencies=[OPEN])
def calendar(request: Request, key: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Return reminders and the records of apps with a calendar view, for whoever knows the secret address."""
    home = request.app.state.home
    if not secrets.compare_digest(key.encode(), home.calendar_key().encode()):
        raise AuthError("wrong calendar key")
    feed = home.agenda.ics(dated(home))
    return Response(
        feed, media_type="text/calendar; charset=utf-8", headers={"cache-control": "private, no-cache"}
    )


def dated(home: Any) -> Iterator[CalendarEvent]:
    """Yield the records that a calendar view of some app shows."""
    since = (home.now() - timedelta(days=PAST_DAYS)).date().isoformat()
    tz = home.preferences.tz
    for app in home.apps.schemas():
        for name in dict.fromkeys(v.entity for v in app.views if v.kind == "calendar"):
            entity = app.entity(name)
            if entity is None or not entity.time_field:
                continue
            for record in home.apps.records(app.id, name, limit=MOST, start=since):
                start = _time(record.values.get(entity.time_field))
                if start is not None:
                    title = str(record.values.get(entity.title_field or "") or app.name)
                    yield CalendarEvent(f"{record.id}@calisson", title, start, tz=tz, description=app.name)


def _time(value: Any) -> date | datetime | None:
    try:
        return datetime.fromisoformat(value) if len(value) > 10 else date.fromisoformat(value)
    except (TypeError, ValueError):
        return None
