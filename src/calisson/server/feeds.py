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
from calisson.language.types import AppSchema, EntitySchema
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


@router.get("/api/v1/export.ics")
def export_calendar(request: Request, who: Reads) -> Response:
    """Return the calendar as a file: reminders and the records of apps with a calendar view."""
    return _file(request.app.state.home.agenda.ics(dated(request.app.state.home)))


@router.get("/api/v1/apps/{app_id}/data.ics")
def export_app_calendar(app_id: str, request: Request, who: Reads) -> Response:
    """Return the reminders of an app and all its records that have a time, as a calendar file."""
    home = request.app.state.home
    schema = home.apps.get(app_id).schema
    events = [e for entity in schema.entities for e in _events(home, schema, entity, None)]
    return _file(home.agenda.ics(events, app_id=app_id))


def _file(feed: bytes) -> Response:
    return Response(feed, media_type="text/calendar; charset=utf-8",
                    headers={"content-disposition": 'attachment; filename="calendar.ics"'})  # fmt: skip


def dated(home: Any) -> Iterator[CalendarEvent]:
    """Yield the records that a calendar view of some app shows."""
    since = (home.now() - timedelta(days=PAST_DAYS)).date().isoformat()
    for app in home.apps.schemas():
        for name in dict.fromkeys(v.entity for v in app.views if v.kind == "calendar"):
            entity = app.entity(name)
            if entity is not None:
                yield from _events(home, app, entity, since)


def _events(home: Any, app: AppSchema, entity: EntitySchema, since: str | None) -> Iterator[CalendarEvent]:
    """Yield the records of an entity that have a time."""
    if not entity.time_field:
        return
    for record in home.apps.records(app.id, entity.name, limit=MOST, start=since):
        start = _time(record.values.get(entity.time_field))
        if start is not None:
            title = str(record.values.get(entity.title_field or "") or app.name)
            yield CalendarEvent(
                f"{record.id}@calisson", title, start, tz=home.preferences.tz, description=app.name
            )


def _time(value: Any) -> date | datetime | None:
    try:
        return datetime.fromisoformat(value) if len(value) > 10 else date.fromisoformat(value)
    except (TypeError, ValueError):
        return None
