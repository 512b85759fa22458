"""What the views of an app need over HTTP: many records at once, pieces of spreadsheets, charts, images.

Each write is one turn, so that one undo takes all of it back.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from calisson.apps.spec import ViewSpec
from calisson.errors import NotFoundError, Problem, ValuesError
from calisson.language.types import Period
from calisson.server.guard import Logs, Reads
from calisson.server.problems import language_of, said

router = APIRouter(prefix="/api/v1", tags=["views"])

MAX_MANY = 10_000
Step = Literal["hour", "day", "week", "month", "quarter", "year", "weekday"]
DAY = r"^\d{4}-\d{2}-\d{2}$"


def _day(text: str | None) -> datetime | None:
    """The midnight of a day.

    Raises:
        ValuesError: There is no such day.
    """
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        wrong = Problem("start", "value-no-such-date", {"value": text}, f"there is no day {text!r}")
        raise ValuesError([wrong]) from None


class ChangeIn(BaseModel):
    """New values of one record; null empties a field."""

    id: str
    values: dict[str, Any]
    base_version: int | None = None


class BatchIn(BaseModel):
    """Records to add, change and remove together, all or none."""

    entity: str | None = None
    add: Annotated[list[dict[str, Any]], Field(max_length=MAX_MANY)] = []
    change: Annotated[list[ChangeIn], Field(max_length=MAX_MANY)] = []
    remove: Annotated[list[str], Field(max_length=MAX_MANY)] = []


class PreviewIn(BaseModel):
    """A view to look at before it is kept, and the time to show."""

    view: ViewSpec
    start: Annotated[str | None, Field(pattern=DAY)] = None
    end: Annotated[str | None, Field(pattern=DAY)] = None
    step: Step | None = None


class PasteIn(BaseModel):
    """A piece of a spreadsheet."""

    text: Annotated[str, Field(max_length=5_000_000)]
    entity: str | None = None
    fields: Annotated[list[str], Field(max_length=200)] = []
    keep: bool = False
    """Add what fits when some rows do not."""
    dry_run: bool = False


def _changed(request: Request, app_id: str, turn_id: str | None) -> None:
    request.app.state.hub.send_soon("records.changed", {"app_id": app_id, "turn_id": turn_id})


@router.get("/apps/{app_id}/all")
def all_records(
    app_id: str, request: Request, who: Reads, entity: str | None = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:  # fmt: skip
    """Return up to 10,000 records of one kind, latest first, without what a table does not show.

    Written straight to text: the general encoder takes three times as long for so many.
    """
    apps = request.app.state.home.apps
    found = apps.records(app_id, entity, limit=MAX_MANY, offset=offset)
    total = apps.count(app_id, entity)
    rows = [
        {"id": r.id, "entity": r.entity, "values": r.values, "version": r.version, "time_at": r.time_at,
         "created_at": r.created_at.isoformat(),
         **({"computed": r.computed} if r.computed else {}), **({"errors": r.errors} if r.errors else {})}
        for r in found
    ]  # fmt: skip
    text = json.dumps(
        {"records": rows, "total": total}, ensure_ascii=False, separators=(",", ":"), default=dict
    )
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


@router.post("/apps/{app_id}/records/batch")
def batch(app_id: str, body: BatchIn, request: Request, who: Logs) -> dict[str, Any]:
    """Add, change and remove records together; one undo takes all of it back."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        for record_id in (*body.remove, *(c.id for c in body.change)):
            if home.apps.record(record_id, tx=tx).app_id != app_id:
                raise NotFoundError(f"no record {record_id!r} in this app", message_id="error-no-record")
        added = home.apps.add_many(tx, app_id, body.entity, body.add) if body.add else []
        changed, problems = [], []
        for number, change in enumerate(body.change):
            try:
                changed.append(
                    home.apps.update(tx, change.id, change.values, base_version=change.base_version)
                )
            except ValuesError as error:
                problems += [Problem(f"{number}.{p.path}", p.message_id, p.arguments, p.hint)
                             for p in error.problems]  # fmt: skip
        if problems:
            raise ValuesError(problems, app_id=app_id, entity=body.entity)
        for record_id in body.remove:
            home.apps.remove(tx, record_id)
    _changed(request, app_id, tx.turn_id)
    return {"added": [r.as_dict() for r in added], "changed": [r.as_dict() for r in changed],
            "removed": body.remove, "turn_id": tx.turn_id, "notices": tx.notices}  # fmt: skip


@router.post("/apps/{app_id}/paste")
def paste(app_id: str, body: PasteIn, request: Request, who: Logs) -> dict[str, Any]:
    """Add the rows of a piece of a spreadsheet and say what did not fit; `dry_run` only says."""
    home = request.app.state.home
    with home.by_hand(who.person, kind="import") as tx:
        report = home.apps.paste(tx, app_id, body.text, body.entity, fields=body.fields, keep=body.keep,
                                 dry_run=body.dry_run)  # fmt: skip
    stored = report.added and not body.dry_run
    if stored:
        _changed(request, app_id, tx.turn_id)
    language = language_of(request)
    return {"rows": report.rows, "added": report.added, "fields": list(report.fields), "header": report.header,
            "problems": [said(p, language) for p in report.problems],
            "turn_id": tx.turn_id if stored else None}  # fmt: skip


@router.get("/apps/{app_id}/series")
def app_series(
    app_id: str, request: Request, who: Reads,
    view: Annotated[int, Query(ge=0, le=1000)] = 0,
    start: Annotated[str | None, Query(pattern=DAY)] = None,
    end: Annotated[str | None, Query(pattern=DAY)] = None,
    step: Step | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the points of one of an app's views; from `start` up to (not with) `end`, by `step`, when given."""
    home = request.app.state.home
    period = Period(_day(start), _day(end)) if start or end else None
    return dict(home.apps.series(app_id, view, home.now(), period=period, step=step).as_dict())


@router.post("/apps/{app_id}/series")
def series_of_view(app_id: str, body: PreviewIn, request: Request, who: Reads) -> dict[str, Any]:
    """Return the points of a view that is not kept in the app yet, so that it can be looked at before."""
    home = request.app.state.home
    period = Period(_day(body.start), _day(body.end)) if body.start or body.end else None
    return dict(home.apps.series(app_id, body.view, home.now(), period=period, step=body.step).as_dict())
