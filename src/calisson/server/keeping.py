"""Who may see a memory, whether it stays, what was forgotten and why, over HTTP."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from calisson.server.guard import Logs, Owns, Reads

router = APIRouter(prefix="/api/v1", tags=["memories"])

Names = list[str]


class PolicyIn(BaseModel):
    """What may be done with a memory; what is not given stays."""

    model_config = ConfigDict(extra="forbid")

    scope: Literal["private", "people", "circle", "house"] | None = None
    readers: Names | None = Field(None, max_length=100)
    circles: Names | None = Field(None, max_length=100)
    purposes: Names | None = Field(None, max_length=10)
    expires_at: str | None = Field(None, max_length=40)
    """ISO 8601 with an offset; null means never."""
    region: str | None = Field(None, max_length=16)
    local_only: bool | None = None
    no_train: bool | None = None


class CareIn(BaseModel):
    """What speaks for keeping a memory; what is not given stays."""

    model_config = ConfigDict(extra="forbid")

    pinned: bool | None = None
    kept_for: str | None = Field(None, max_length=40)
    importance: float | None = Field(None, ge=0, le=1)


@router.get("/memories/report")
def report(request: Request, who: Reads) -> dict[str, Any]:
    """Return how much your memory holds, and what was forgotten, latest first, and why."""
    return dict(request.app.state.home.memories.report(who.person))


@router.get("/memories/proposed")
def proposed(request: Request, who: Reads) -> dict[str, Any]:
    """Return what came from outside and waits for your yes."""
    return {"memories": request.app.state.home.memories.proposed(who.person)}


@router.post("/memories/{memory_id}/accept")
def accept(memory_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Keep what came from outside."""
    return {"turn_id": request.app.state.home.memories.answer(memory_id, True, who.person)}


@router.post("/memories/{memory_id}/decline")
def decline(memory_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Let go of what came from outside."""
    return {"turn_id": request.app.state.home.memories.answer(memory_id, False, who.person)}


@router.get("/memories/{memory_id}/policy")
def policy(memory_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return who may see a memory, for what and until when."""
    return dict(request.app.state.home.memories.policy(memory_id, who.person))


@router.patch("/memories/{memory_id}/policy")
def change_policy(memory_id: str, body: PolicyIn, request: Request, who: Logs) -> dict[str, Any]:
    """Say who may see a memory, for what and until when."""
    home = request.app.state.home
    turn = home.memories.set_policy(memory_id, body.model_dump(exclude_unset=True), who.person)
    return {**home.memories.policy(memory_id, who.person), "turn_id": turn}


@router.patch("/memories/{memory_id}/care")
def care(memory_id: str, body: CareIn, request: Request, who: Logs) -> dict[str, Any]:
    """Pin a memory, or say what it is kept for; pinning brings back what was forgotten and is not erased."""
    changes = body.model_dump(exclude_unset=True)
    return {"turn_id": request.app.state.home.memories.care_for(memory_id, who.person, **changes)}


@router.post("/memories/{memory_id}/erase")
def erase(memory_id: str, request: Request, who: Owns) -> dict[str, Any]:
    """Take the bytes of a memory that was forgotten out of every file at once; nothing brings it back."""
    home = request.app.state.home
    home.memories.forgetting.must_be_of(memory_id, who.person)
    return dict(home.memories.erase([memory_id]))


class Unlock(BaseModel):
    """What opens encrypted memories."""

    passphrase: str = Field(min_length=1, max_length=1000)


@router.get("/vault")
def vault(request: Request, who: Reads) -> dict[str, Any]:
    """Tell whether your memories are encrypted, and whether they are locked."""
    keys = request.app.state.home.database.vault
    return {"encrypted": keys.is_on(who.person), "locked": keys.is_locked(who.person)}


@router.post("/vault/unlock")
def unlock(body: Unlock, request: Request, who: Owns) -> dict[str, Any]:
    """Open your encrypted memories until the server ends."""
    request.app.state.home.memories.unlock(body.passphrase, who.person)
    return {"encrypted": True, "locked": False}
