"""The home itself over HTTP: preferences, memories, decisions, backup, health, what the page is made of."""

from __future__ import annotations

import tempfile
from datetime import datetime
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, PlainTextResponse
from pydantic import BaseModel, Field
from starlette.background import BackgroundTask

from calisson import __version__
from calisson.apps import AppSpec
from calisson.clock import local
from calisson.errors import NotFoundError
from calisson.language import formats
from calisson.language.languages import detect
from calisson.language.types import LANGUAGES
from calisson.memory.filters import Filters
from calisson.server.guard import OPEN, Logs, Owns, Reads, memories_of
from calisson.server.problems import language_of

router = APIRouter(prefix="/api/v1", tags=["home"])


class PreferencesIn(BaseModel):
    """Preferences to change; those not given stay."""

    language: str | None = None
    tz: str | None = None
    currency: str | None = None
    name: str | None = None
    short_term: int | None = None
    episodic_days: int | None = None
    units: dict[str, str] | None = None
    erase_after_h: float | None = None
    memory_most_items: int | None = None
    memory_most_bytes: int | None = None
    region: str | None = None


class MemoryIn(BaseModel):
    """A fact to remember."""

    text: str = Field(min_length=1, max_length=4000)


@router.get("/health", dependencies=[OPEN])
def health(request: Request) -> dict[str, Any]:
    """Tell that the server answers, and for which home (a fingerprint that names nothing)."""
    return {"ok": True, "version": __version__, "home": request.app.state.home.sessions.fingerprint()}


@router.get("/preferences")
def preferences(request: Request, who: Reads) -> dict[str, Any]:
    """Return what the home prefers."""
    return dict(request.app.state.home.preferences.as_mapping())


@router.patch("/preferences")
def change_preferences(body: PreferencesIn, request: Request, who: Owns) -> dict[str, Any]:
    """Change some preferences; null unsets one."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        changed = home.set_preferences(tx, **body.model_dump(exclude_unset=True))
    request.app.state.hub.send_soon("preferences.changed", {"turn_id": tx.turn_id})
    return dict(changed.as_mapping())


@router.get("/today")
def today(request: Request, who: Reads) -> dict[str, Any]:
    """Return what Today shows beside the apps' numbers: the latest entries, and a fortnight of each app."""
    home = request.app.state.home
    apps, now, language = {a.id: a for a in home.apps.list()}, home.now(), language_of(request)
    recent = []
    for record in home.apps.recent(12):
        app = apps[record.app_id]
        entity = app.spec.entity(record.entity)
        time = entity.field(entity.time_field or "") if entity else None
        at = record.time_at[:10] if record.time_at and time and time.type == "date" else record.time_at
        recent.append(
            {
                "id": record.id,
                "app_id": app.id,
                "app_name": app.name,
                "icon": app.spec.icon,
                "title": record.title,
                "values": _in_words(entity, record, language, now),
                "at": at,
                "added_at": local(record.created_at, home.preferences.tz).isoformat(timespec="seconds"),
                "turn_id": record.created_turn,
            }
        )
    return {"recent": recent, "trends": {a: list(home.apps.trend(a, now)) for a in apps}}


def _in_words(entity: Any, record: Any, language: str, now: datetime) -> list[str]:
    """Return a record's leading values but its title and time, formatted."""
    if entity is None:
        return []
    skipped = {entity.title_field, entity.time_field}
    everything = {**record.computed, **record.values}
    shown = (
        formats.value(everything.get(f.name), type=f.type, language=language, unit=f.unit, currency=f.currency,
                      today=now.date())
        for f in entity.fields if f.name not in skipped and f.type not in ("image", "ref")
    )  # fmt: skip
    return [s for s in shown if s][:3]


Day = Annotated[str, Query(pattern=r"^(\d{4}-\d\d-\d\d)?$")]


@router.get("/memories")
def memories(
    request: Request,
    who: Reads,
    q: Annotated[str, Query(max_length=2000)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    person: Annotated[str, Query(max_length=80)] = "",
    theme: Annotated[str, Query(max_length=20)] = "",
    tier: Literal["", "fact", "turn"] = "",
    since: Day = "",
    until: Day = "",
) -> dict[str, Any]:
    """Return what is remembered, or what answers `q`: of a person, a theme, a kind, or said between two days."""
    kept = memories_of(request, who)
    filters = Filters(person=person, theme=theme, tier=tier, since=since, until=until)
    found = (
        kept.related(q, limit, who.person, filters=filters)
        if q.strip()
        else kept.all(who.person, filters=filters)
    )
    return {"memories": found}


@router.post("/memories", status_code=201)
def add_memory(body: MemoryIn, request: Request, who: Logs) -> dict[str, Any]:
    """Remember a fact; one that a program brings waits (`waits`) for the person's yes."""
    home = request.app.state.home
    if not who.is_person:
        return dict(home.memories.offer(body.text, who.person))
    with home.by_hand(who.person) as tx:
        language = detect(body.text, home.preferences.language)
        fact = home.memory.remember(tx, body.text, source_turn=tx.turn_id or "", language=language)
    return {**fact.as_dict(), "turn_id": tx.turn_id}


@router.patch("/memories/{memory_id}")
def change_memory(memory_id: str, body: MemoryIn, request: Request, who: Owns) -> dict[str, Any]:
    """Put other words in the place of a fact; undo brings the former ones back."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        fact = home.memory.reword(tx, memory_id, body.text)
    return {**fact.as_dict(), "turn_id": tx.turn_id}


@router.delete("/memories/{memory_id}")
def forget_memory(memory_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Forget a fact; undo brings it back."""
    return {"turn_id": request.app.state.home.memories.forget(memory_id, who.person)}


@router.get("/models")
def models(request: Request, who: Reads) -> dict[str, Any]:
    """Return the models that are set up, and what they may cost; never their keys. None is needed."""
    roster = request.app.state.home.models.roster
    return {
        "models": [
            {"id": m.id, "name": m.name, "provider": m.provider, "local": m.local, "strength": m.strength,
             "has_key": bool(m.key)}
            for m in roster.models
        ],
        "budget": {"day_usd": roster.budget.day_usd, "app_usd": roster.budget.app_usd},
    }  # fmt: skip


@router.get("/decisions/{decision_id}")
def decision(decision_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Explain a decision."""
    return dict(request.app.state.home.explain(decision_id, who.person))


@router.get("/backup")
def backup(request: Request, who: Owns) -> FileResponse:
    """Return the whole home as one file."""
    folder = tempfile.TemporaryDirectory(prefix="calisson-")
    try:
        file = request.app.state.home.backup(Path(folder.name) / "calisson-backup.zip", download=True)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(file, filename="calisson-backup.zip", background=BackgroundTask(folder.cleanup))


@router.get("/export")
def export(request: Request, who: Reads, talk: bool = False, everything: bool = False) -> FileResponse:
    """Return everything in one zip for other programs: apps as JSON and CSV, the calendar, the memories.

    Of the memories facts alone, with `talk` also what was said in passing; with `everything` also what you limited to other
    purposes than an export.
    """
    from calisson.portable import export as write

    folder = tempfile.TemporaryDirectory(prefix="calisson-")
    try:
        file = write(request.app.state.home, Path(folder.name) / "calisson-export.zip", who.person, talk=talk,
                     everything=everything, remote=not who.is_person)  # fmt: skip
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(file, filename="calisson-export.zip", background=BackgroundTask(folder.cleanup))


@router.get("/schemas/app.json", dependencies=[OPEN])
def app_schema() -> dict[str, Any]:
    """Return the JSON Schema of app specifications."""
    return _schema()


@lru_cache(maxsize=1)
def _schema() -> dict[str, Any]:
    return AppSpec.model_json_schema()


@router.get("/catalogue/{language}", response_class=PlainTextResponse, dependencies=[OPEN])
def catalogue(language: str) -> PlainTextResponse:
    """Return every sentence of a language as Fluent text: the page says what the replies say."""
    if language not in LANGUAGES:
        raise NotFoundError(f"no language {language!r}; shipped: {', '.join(LANGUAGES)}")
    return PlainTextResponse(_catalogue(language), media_type="text/plain; charset=utf-8")


@lru_cache(maxsize=16)
def _catalogue(language: str) -> str:
    folder = resources.files("calisson.language").joinpath("data", language)
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".ftl")), key=lambda f: f.name)
    return "\n".join(f.read_text("utf-8") for f in files)
