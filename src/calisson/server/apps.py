"""Apps and their records over HTTP. Every write is a turn of its own, so that it can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel

from calisson.apps import parse_spec
from calisson.assistant.words import Voice
from calisson.errors import ImportDataError, NotFoundError, Problem
from calisson.language import formats
from calisson.server.guard import Logs, Makes, MakesAndLogs, Reads
from calisson.server.problems import language_of
from calisson.server.talk import Key
from calisson.store import Repeat, keep, kept

if TYPE_CHECKING:
    from calisson.app import Home

router = APIRouter(prefix="/api/v1", tags=["apps"])


class SpecIn(BaseModel):
    """A specification to publish."""

    spec: dict[str, Any]
    base_version: int | None = None


class RollbackIn(BaseModel):
    """Which version to bring back."""

    to: int


class RecordIn(BaseModel):
    """Values of a record, by field name."""

    values: dict[str, Any]
    entity: str | None = None
    base_version: int | None = None


def _spec(data: dict[str, Any]) -> Any:
    return parse_spec({k: v for k, v in data.items() if k not in ("id", "version")})


def _changed(request: Request, app_id: str, turn_id: str | None, *, app: bool = False) -> None:
    kind = "app.changed" if app else "records.changed"
    request.app.state.hub.send_soon(kind, {"app_id": app_id, "turn_id": turn_id})


def _metrics(home: Any, app_id: str, language: str) -> list[dict[str, Any]]:
    app = home.apps.get(app_id)
    fields = {f.name: f for e in app.schema.entities for f in e.fields}
    out = []
    voice = Voice(language, home.now().date(), home.preferences.units)
    for metric in home.apps.glance(app_id, home.now()):
        field = fields.get(metric.field or "")
        measured = None if metric.aggregate == "count" else field
        shown, unit = voice.shown(metric.value, measured.unit if measured else None)
        if metric.aggregate in ("mean", "median") and isinstance(shown, float) and abs(shown) < 100:
            shown = round(shown, 1 if abs(shown) >= 1 else 2)  # a card gives the size of it
        formatted = formats.value(
            shown, type=measured.type if measured else "number", language=language,
            unit=unit, currency=measured.currency if measured else None,
            today=home.now().date(),
        ) if metric.value is not None else None  # fmt: skip
        goal = (
            {"value": metric.goal, "direction": metric.direction, "period": metric.period}
            if metric.goal
            else None
        )
        out.append({**metric.as_dict(), "formatted": formatted, "goal": goal})
    return out


@router.get("/apps")
def list_apps(request: Request, who: Reads) -> dict[str, Any]:
    """Return every app with the numbers of its card, most recently used first."""
    home = request.app.state.home
    return {
        "apps": [
            {"id": a.id, "name": a.name, "icon": a.spec.icon, "summary": a.spec.summary, "language": a.spec.language,
             "version": a.version, "updated_at": a.updated_at.isoformat(),
             "glance": _metrics(home, a.id, a.spec.language)}
            for a in home.apps.list()
        ]
    }  # fmt: skip


@router.post("/apps", status_code=201)
def make_app(body: SpecIn, request: Request, who: Makes) -> dict[str, Any]:
    """Make an app of a specification."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        app = home.apps.create(tx, _spec(body.spec))
    _changed(request, app.id, tx.turn_id, app=True)
    return {"app": app.as_dict(), "turn_id": tx.turn_id}


@router.get("/apps/{app_id}")
def show_app(app_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return an app's whole specification and the numbers of its card."""
    home = request.app.state.home
    app = home.apps.get(app_id)
    return {"app": app.as_dict(), "metrics": _metrics(home, app_id, app.spec.language)}


@router.put("/apps/{app_id}")
def change_app(app_id: str, body: SpecIn, request: Request, who: Makes) -> dict[str, Any]:
    """Publish a changed specification as a new version."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        app = home.apps.publish(tx, app_id, _spec(body.spec), "by hand", base_version=body.base_version)
    _changed(request, app_id, tx.turn_id, app=True)
    return {"app": app.as_dict(), "turn_id": tx.turn_id}


@router.delete("/apps/{app_id}")
def delete_app(app_id: str, request: Request, who: Makes) -> dict[str, Any]:
    """Put an app away; undo brings it back with everything in it."""
    turn_id = request.app.state.home.delete_app(app_id, who.person)
    _changed(request, app_id, turn_id, app=True)
    return {"turn_id": turn_id}


@router.get("/apps/{app_id}/history")
def app_history(app_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return every version of an app, latest first."""
    return {"versions": request.app.state.home.apps_history(app_id)}


@router.post("/apps/{app_id}/rollback")
def rollback_app(app_id: str, body: RollbackIn, request: Request, who: Makes) -> dict[str, Any]:
    """Bring an earlier version back, as a new version."""
    home = request.app.state.home
    turn_id = home.rollback_app(app_id, body.to, who.person)
    _changed(request, app_id, turn_id, app=True)
    return {"app": home.apps.get(app_id).as_dict(), "turn_id": turn_id}


@router.get("/apps/{app_id}/metrics")
def app_metrics(app_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return the numbers of an app's card."""
    home = request.app.state.home
    return {"metrics": _metrics(home, app_id, home.apps.get(app_id).spec.language)}


@router.get("/apps/{app_id}/records")
def list_records(
    app_id: str,
    request: Request,
    who: Reads,
    entity: str | None = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 100,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    order: Annotated[str | None, Query(max_length=200)] = None,
    q: Annotated[str | None, Query(max_length=1000)] = None,
    start: Annotated[str | None, Query(max_length=40)] = None,
    end: Annotated[str | None, Query(max_length=40)] = None,
    as_of: Annotated[datetime | None, Query()] = None,
) -> dict[str, Any]:
    """Return records, latest first; with `as_of`, all of them as they were then (local to the home)."""
    home = request.app.state.home
    apps = home.apps
    if as_of is not None:
        then = as_of if as_of.tzinfo else as_of.replace(tzinfo=ZoneInfo(home.preferences.tz))
        past = [r for r in apps.as_of(app_id, then) if entity in (None, r.entity)]
        return {"records": [r.as_dict() for r in past[offset : offset + limit]], "total": len(past)}
    found = apps.records(app_id, entity, limit=limit, offset=offset, order=order,
                         search=q, start=start, end=end)  # fmt: skip
    total = apps.count(app_id, entity, search=q, start=start, end=end)
    return {"records": [r.as_dict() for r in found], "total": total}


@router.get("/apps/{app_id}/records/{record_id}")
def show_record(app_id: str, record_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return one record as it is now."""
    record = request.app.state.home.apps.record(record_id)
    if record.app_id != app_id:
        raise NotFoundError(f"no record {record_id!r} in this app", message_id="error-no-record")
    return {"record": record.as_dict()}


def _once(
    request: Request, person: str, key: str | None, body: RecordIn | None, write: Callable[[Home, Any], Any]
) -> Any:
    """Write a record in a transaction of its own and return the answer; a repeat under its key gets the first one."""
    home: Home = request.app.state.home
    asked = json.dumps([request.method, request.url.path, body.model_dump() if body else None])
    repeat = Repeat(key, asked) if key else None
    with home.by_hand(person) as tx:
        answer = kept(tx, repeat) if repeat else None
        if answer is None:
            record = write(home, tx)
            answer = {"record": record.as_dict(), "turn_id": tx.turn_id, "notices": tx.notices}
            if repeat:
                keep(tx, repeat, answer)
    _changed(request, answer["record"]["app_id"], answer["turn_id"])
    return answer


@router.post("/apps/{app_id}/records", status_code=201)
def add_record(app_id: str, body: RecordIn, request: Request, who: Logs, key: Key = None) -> dict[str, Any]:
    """Add a record."""
    return dict(
        _once(
            request,
            who.person,
            key,
            body,
            lambda home, tx: home.apps.add(tx, app_id, body.entity, body.values),
        )
    )


def _must_belong(home: Any, app_id: str, record_id: str, tx: Any) -> None:
    if home.apps.record(record_id, tx=tx).app_id != app_id:
        raise NotFoundError(f"no record {record_id!r} in this app", message_id="error-no-record")


@router.patch("/apps/{app_id}/records/{record_id}")
def change_record(
    app_id: str, record_id: str, body: RecordIn, request: Request, who: Logs, key: Key = None
) -> dict[str, Any]:
    """Change some values of a record; null empties a field."""

    def write(home: Home, tx: Any) -> Any:
        _must_belong(home, app_id, record_id, tx)
        return home.apps.update(tx, record_id, body.values, base_version=body.base_version)

    return dict(_once(request, who.person, key, body, write))


@router.delete("/apps/{app_id}/records/{record_id}")
def delete_record(
    app_id: str, record_id: str, request: Request, who: Logs, key: Key = None
) -> dict[str, Any]:
    """Remove a record; undo brings it back."""

    def write(home: Home, tx: Any) -> Any:
        _must_belong(home, app_id, record_id, tx)
        return home.apps.remove(tx, record_id)

    return dict(_once(request, who.person, key, None, write))


@router.get("/apps/{app_id}/data.json")
def data_json(app_id: str, request: Request, who: Reads) -> Response:
    """Return a whole app: specification, versions, records; `POST /apps/import` takes it in again."""
    whole = request.app.state.home.apps.export_json(app_id)
    text = json.dumps(whole, ensure_ascii=False, indent=1, default=str)
    return Response(text.encode("utf-8", "replace"), media_type="application/json",
                    headers={"content-disposition": 'attachment; filename="app.json"'})  # fmt: skip


@router.post("/apps/import", status_code=201)
async def import_app(
    file: UploadFile, request: Request, who: MakesAndLogs, trust: bool = False
) -> dict[str, Any]:
    """Make an app of an exported one, with its records; code in it needs `trust`, since nobody signed it."""
    from anyio import to_thread

    home, text = request.app.state.home, await _text_of(file)

    def take_in() -> dict[str, Any]:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ImportDataError([Problem("file", "error-import", {}, "the file is not JSON")]) from None
        app_id, turn_id = home.import_app(data, person=who.person, trust=trust)
        return {"app": home.apps.get(app_id).as_dict(), "turn_id": turn_id}

    made = await to_thread.run_sync(take_in)
    _changed(request, made["app"]["id"], made["turn_id"], app=True)
    return made


@router.get("/apps/{app_id}/data.csv")
def data_csv(
    app_id: str, request: Request, who: Reads, entity: Annotated[str | None, Query(max_length=80)] = None
) -> Response:
    """Return the records of an app as CSV; with several kinds of records, those of `entity` (the main one by default)."""
    text = request.app.state.home.apps.export_csv(app_id, entity)
    return Response(text, media_type="text/csv; charset=utf-8",
                    headers={"content-disposition": 'attachment; filename="records.csv"'})  # fmt: skip


@router.post("/apps/{app_id}/import")
async def import_csv(app_id: str, file: UploadFile, request: Request, who: Logs) -> dict[str, Any]:
    """Add the records of a CSV file, all or none."""
    from anyio import to_thread

    text = await _text_of(file)
    report = await to_thread.run_sync(request.app.state.home.import_csv, app_id, text, who.person)
    _changed(request, app_id, report.get("turn_id"))
    return dict(report)


async def _text_of(file: UploadFile) -> str:
    raw = await file.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImportDataError([Problem("file", "error-import", {}, "the file is not UTF-8 text")]) from None


@router.post("/tables/import")
async def import_table(
    file: UploadFile,
    request: Request,
    who: MakesAndLogs,
    name: Annotated[str, Query(max_length=120)] = "",
    look: bool = False,
) -> dict[str, Any]:
    """Make an app of a CSV file, with its rows in it; with `look`, only say what the file holds and which apps fit."""
    from anyio import to_thread

    home = request.app.state.home
    text, language = await _text_of(file), await to_thread.run_sync(language_of, request)
    called = " ".join(name.split()) or Path(file.filename or "").stem[:120] or "CSV"

    def make() -> dict[str, Any]:
        with home.by_hand(who.person, kind="import") as tx:
            app, report = home.apps.create_from_table(tx, text, called, language)
        return {"app": app.as_dict(), **report.as_dict(), "turn_id": tx.turn_id}

    if look:
        return dict(await to_thread.run_sync(home.apps.look_at_table, text, called, language))
    made = await to_thread.run_sync(make)
    _changed(request, made["app"]["id"], made["turn_id"], app=True)
    return made
