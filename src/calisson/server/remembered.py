"""What is remembered, over HTTP: a page at a time, what answers some words, what all of it is about, one memory."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from calisson.memory.filters import Filters
from calisson.memory.types import Tier
from calisson.server.guard import Reads, memories_of

router = APIRouter(prefix="/api/v1", tags=["memories"])

Day = Annotated[str, Query(pattern=r"^(\d{4}-\d\d-\d\d)?$")]
Kind = Literal["", "fact", "turn", "episode", "app", "all"]

TIERS: dict[str, tuple[Tier, ...]] = {
    "": ("fact",), "all": ("fact", "turn", "app"), "fact": ("fact",), "turn": ("turn",), "episode": ("episode",),
    "app": ("app",),
}  # fmt: skip
"""What a list of memories shows; facts, unless something else is asked for."""


@router.get("/memories")
def memories(
    request: Request,
    who: Reads,
    q: Annotated[str, Query(max_length=2000)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str, Query(max_length=80)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    speaker: Annotated[str, Query(max_length=80)] = "",
    theme: Annotated[str, Query(max_length=20)] = "",
    tier: Kind = "",
    since: Day = "",
    until: Day = "",
    pinned: bool = False,
    over: bool = False,
) -> dict[str, Any]:
    """Return what is remembered, latest first, or what answers `q`, narrowed down.

    Without `q` the facts are listed; `tier` asks for talk, for the blocks of the last days, for where apps
    keep what, or for all but the blocks.
    `next` is given as `before` to read on; null at the end.
    """
    home = request.app.state.home
    filters = Filters(
        person=person, theme=theme, tier="" if tier == "all" else tier, since=since, until=until, speaker=speaker,
        pinned=pinned, over_at=home.now().isoformat(timespec="seconds") if over else "",
    )  # fmt: skip
    kept = memories_of(request, who)
    if q.strip():
        return {"memories": kept.related(q, limit, who.person, filters=filters), "next": None}
    return dict(kept.page(TIERS[tier], limit, who.person, filters=filters, before=before))


@router.get("/memories/overview")
def overview(request: Request, who: Reads, tier: Kind = "") -> dict[str, Any]:
    """Return what the latest memories of a kind are about: themes by month, people, speakers, what changed."""
    return dict(memories_of(request, who).overview(TIERS[tier], who.person))


@router.get("/memories/{memory_id}")
def memory(memory_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return one memory, or one block of the last days, and of your own why it is kept, as parts of its score."""
    return dict(memories_of(request, who).one(memory_id, who.person))
