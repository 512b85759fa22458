"""The home itself over HTTP: session, preferences, memories, decisions, backup, health, calendar feed."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field
from starlette.background import BackgroundTask

from calisson import __version__
from calisson.apps import AppSpec
from calisson.circles import Caller
from calisson.errors import AuthError
from calisson.server.guard import COOKIE, caller_of, set_cookie

router = APIRouter(prefix="/api/v1", tags=["home"])
feed = APIRouter(tags=["feeds"])
Who = Annotated[Caller, Depends(caller_of)]


class LoginIn(BaseModel):
    """A password."""

    password: str = Field(max_length=1000)


class PreferencesIn(BaseModel):
    """Preferences to change; those not given stay."""

    language: str | None = None
    tz: str | None = None
    currency: str | None = None
    name: str | None = None
    units: dict[str, str] | None = None


class MemoryIn(BaseModel):
    """A fact to remember."""

    text: str = Field(min_length=1, max_length=4000)


@router.get("/health")
def health() -> dict[str, Any]:
    """Tell that the server answers."""
    return {"ok": True, "version": __version__}


@router.get("/session")
def session(request: Request, who: Who) -> dict[str, Any]:
    """Return who is signed in, the token that changes need, and the home's preferences."""
    preferences = request.app.state.home.preferences
    return {
        "person": who.person, "csrf": who.csrf, "language": preferences.language, "tz": preferences.tz,
        "currency": preferences.currency, "version": __version__,
    }  # fmt: skip


@router.post("/session")
def log_in(body: LoginIn, request: Request) -> JSONResponse:
    """Sign in with the home's password."""
    home = request.app.state.home
    with home.database.transaction("me") as tx:
        secret = home.sessions.log_in(tx, "me", body.password)
    response = JSONResponse({"ok": True})
    set_cookie(response, secret, secure=request.app.state.secure)
    return response


@router.delete("/session")
def log_out(request: Request, who: Who) -> JSONResponse:
    """Sign out this browser."""
    home = request.app.state.home
    with home.database.transaction(who.person) as tx:
        home.sessions.end(tx, request.cookies.get(COOKIE, ""))
    response = JSONResponse({"ok": True})
    response.delete_cookie(COOKIE, path="/")
    return response


@router.get("/login")
def one_time_login(token: str, request: Request) -> Response:
    """Turn the one-time link that the command line opens into a session."""
    home = request.app.state.home
    if home.sessions.caller(request.cookies.get(COOKIE, ""), "session"):
        return RedirectResponse("/", 303)
    with home.database.transaction("me") as tx:
        secret = home.sessions.redeem(tx, token)
    response = RedirectResponse("/", 303)
    set_cookie(response, secret, secure=request.app.state.secure)
    return response


@router.get("/preferences")
def preferences(request: Request, who: Who) -> dict[str, Any]:
    """Return what the home prefers."""
    return dict(request.app.state.home.preferences.as_mapping())


@router.patch("/preferences")
def change_preferences(body: PreferencesIn, request: Request, who: Who) -> dict[str, Any]:
    """Change some preferences."""
    home = request.app.state.home
    with home.by_hand(who.person) as tx:
        changed = home.set_preferences(tx, **body.model_dump(exclude_unset=True))
    return dict(changed.as_mapping())


@router.get("/memories")
def memories(request: Request, who: Who, q: str = "", limit: int = 20) -> dict[str, Any]:
    """Return what is remembered, or what answers `q`."""
    home = request.app.state.home
    return {"memories": home.search_memories(q, max(1, min(limit, 100))) if q else home.memories_out()}


@router.post("/memories", status_code=201)
def add_memory(body: MemoryIn, request: Request, who: Who) -> dict[str, Any]:
    """Remember a fact."""
    return {"id": request.app.state.home.add_memory(body.text, who.person)}


@router.delete("/memories/{memory_id}")
def forget_memory(memory_id: str, request: Request, who: Who) -> dict[str, Any]:
    """Forget a fact; undo brings it back."""
    return {"turn_id": request.app.state.home.forget_memory(memory_id, who.person)}


@router.get("/decisions/{decision_id}")
def decision(decision_id: str, request: Request, who: Who) -> dict[str, Any]:
    """Explain a decision."""
    return dict(request.app.state.home.explain(decision_id))


@router.get("/schemas/app.json")
def app_schema() -> dict[str, Any]:
    """Return the JSON Schema of app specifications."""
    return AppSpec.model_json_schema()


@router.get("/backup")
def backup(request: Request, who: Who) -> FileResponse:
    """Return the whole home as one file."""
    folder = tempfile.TemporaryDirectory()
    file = request.app.state.home.backup(Path(folder.name) / "calisson-backup.zip")
    return FileResponse(file, filename="calisson-backup.zip", background=BackgroundTask(folder.cleanup))


@router.get("/calendar")
def calendar_link(request: Request, who: Who) -> dict[str, str]:
    """Return the secret address of the calendar feed."""
    return {"address": f"/calendar.ics?key={request.app.state.home.calendar_key()}"}


@feed.get("/calendar.ics")
def calendar(key: str, request: Request) -> Response:
    """Return reminders as a calendar, for whoever knows the secret address."""
    home = request.app.state.home
    if not secrets.compare_digest(key, home.calendar_key()):
        raise AuthError("wrong calendar key")
    return Response(home.agenda.ics(), media_type="text/calendar; charset=utf-8")
