"""Who a person is, in a few lines, and what became part of which fact, over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from calisson.server.guard import Logs, Owns, Reads, memories_of

router = APIRouter(prefix="/api/v1", tags=["memories"])


class LineIn(BaseModel):
    """A change of a line; what is not given stays."""

    model_config = ConfigDict(extra="forbid")

    text: str | None = Field(None, max_length=400)
    """Other words; empty brings the fact's own back."""
    pinned: bool | None = None
    removed: bool | None = None
    """Whether the line is taken away; its fact stays."""


@router.get("/profile")
def profile(request: Request, who: Reads) -> dict[str, Any]:
    """Return who you are, line by line, as every conversation with a model begins."""
    return {"lines": memories_of(request, who).profile(who.person)}


@router.patch("/profile/{memory_id}")
def change(memory_id: str, body: LineIn, request: Request, who: Owns) -> dict[str, Any]:
    """Put a line into other words, pin it, or take it away."""
    home = request.app.state.home
    turn = home.memories.change_profile(memory_id, who.person, **body.model_dump(exclude_unset=True))
    return {"lines": home.memories.profile(who.person), "turn_id": turn}


@router.get("/who")
def people(request: Request, who: Reads) -> dict[str, Any]:
    """Return who is who to you, by what you said, each with the memory that says so."""
    return {"people": memories_of(request, who).people(who.person)}


@router.get("/memories/{memory_id}/trace")
def trace(memory_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return where a memory comes from: its turn, when it was said again, what it took the place of."""
    return dict(memories_of(request, who).trace(memory_id, who.person))


@router.post("/merges/{merge_id}/split")
def split(merge_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Take a merge apart: what was said again, or replaced, is a fact of its own again."""
    return dict(request.app.state.home.memories.take_apart(merge_id, who.person))
