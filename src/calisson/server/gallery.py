"""The ready ideas over HTTP, and the example life."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from calisson.apps import gallery
from calisson.server.guard import Makes, MakesAndLogs, Reads

router = APIRouter(prefix="/api/v1", tags=["gallery"])

Language = Annotated[str, Query(max_length=16)]


class LanguageIn(BaseModel):
    """In which language to make it; the home's by default."""

    language: Annotated[str, Field(max_length=16)] = ""


@router.get("/gallery")
def list_ideas(
    request: Request, who: Reads, lang: Language = "", q: Annotated[str, Query(max_length=200)] = ""
) -> dict[str, Any]:
    """Return the ready ideas, those that `q` names when it is given, best first."""
    language = lang or request.app.state.home.preferences.language or "en"
    return {
        "ideas": [
            {"id": i.id, "name": i.name, "summary": i.summary, "icon": i.icon, "domain": i.domain,
             "words": i.words, "views": i.views, "entry": i.entry, "question": i.question}
            for i in gallery.search(q, language)
        ]
    }  # fmt: skip


@router.get("/gallery/{idea}")
def read_idea(idea: str, request: Request, who: Reads, lang: Language = "") -> dict[str, Any]:
    """Return an idea's whole specification and its picture (SVG text)."""
    language = lang or request.app.state.home.preferences.language or "en"
    spec = gallery.specification(idea, language)
    return {"spec": spec.model_dump(mode="json"), "picture": gallery.idea_picture(idea, language)}


@router.post("/gallery/{idea}", status_code=201)
def take_idea(idea: str, body: LanguageIn, request: Request, who: Makes) -> dict[str, Any]:
    """Make an app of an idea, as one turn that can be undone."""
    home = request.app.state.home
    app, turn_id = home.take_idea(idea, body.language or None, who.person)
    request.app.state.hub.send_soon("app.changed", {"app_id": app.id, "turn_id": turn_id})
    return {"app": app.as_dict(), "turn_id": turn_id}


@router.post("/example-life", status_code=201)
def start_example(body: LanguageIn, request: Request, who: MakesAndLogs) -> dict[str, Any]:
    """Put in an example life: a few apps with six weeks of entries."""
    home = request.app.state.home
    apps = home.start_example(body.language or None, who.person)
    for app in apps:
        request.app.state.hub.send_soon("app.changed", {"app_id": app.id, "turn_id": None})
    return {"apps": [{"id": a.id, "name": a.name} for a in apps]}


@router.delete("/example-life")
def end_example(request: Request, who: MakesAndLogs) -> dict[str, Any]:
    """Throw the example life away; what the person logged themselves stays."""
    home = request.app.state.home
    turn_id = home.end_example(who.person)
    request.app.state.hub.send_soon("app.changed", {"app_id": None, "turn_id": turn_id})
    return {"turn_id": turn_id}
