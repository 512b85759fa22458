"""Who may see a memory, whether it stays, what was forgotten and why, over HTTP."""

from __future__ import annotations

from typing import Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from calisson.server.guard import Logs, Owns, Reads, memories_of

router = APIRouter(prefix="/api/v1", tags=["memories"])

Names = list[str]


class PolicyIn(BaseModel):
    """What may be done with a memory; what is not given stays."""

    model_config = ConfigDict(extra="forbid")

    scope: Literal["private", "people", "circle", "house"] | None = None
    """`circle` is refused: a home has no circles yet."""
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
def accept(memory_id: str, request: Request, who: Owns) -> dict[str, Any]:
    """Keep what came from outside."""
    return {"turn_id": request.app.state.home.memories.answer(memory_id, True, who.person)}


@router.post("/memories/{memory_id}/decline")
def decline(memory_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Let go of what came from outside."""
    return {"turn_id": request.app.state.home.memories.answer(memory_id, False, who.person)}


@router.get("/memories/{memory_id}/policy")
def policy(memory_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return who may see a memory, for what and until when."""
    return dict(memories_of(request, who).policy(memory_id, who.person))


@router.patch("/memories/{memory_id}/policy")
def change_policy(memory_id: str, body: PolicyIn, request: Request, who: Owns) -> dict[str, Any]:
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


@router.get("/memories/{memory_id}/uses")
def uses(memory_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return the answers to you that a memory was used in, and how it was found."""
    return {"uses": memories_of(request, who).uses(memory_id, who.person)}


@router.get("/turns/{turn_id}/memories")
def used_in(turn_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return the memories that an answer to you came from, the one that it told first, and how each was found."""
    return {"memories": memories_of(request, who).used_in(turn_id, who.person)}


@router.post("/memories/{memory_id}/reopen")
def reopen(memory_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Let a fact that a later one closed hold again."""
    return {"turn_id": request.app.state.home.memories.reopen(memory_id, who.person)}


@router.post("/memories/import")
async def take_in(file: UploadFile, request: Request, who: Owns, look: bool = False) -> dict[str, Any]:
    """Take in a file of memories of this or another program; with `look`, only count what is in it."""
    home = request.app.state.home
    taken = home.memories.look_into if look else home.memories.take_in_file
    return dict(await to_thread.run_sync(taken, file.file, who.person))


@router.get("/memories/export")
def export(
    request: Request,
    who: Reads,
    form: Literal["jsonl", "markdown"] = "jsonl",
    talk: bool = False,
    everything: bool = False,
) -> Response:
    """Return what you keep, as JSON lines or as Markdown; `x-calisson-left-out` says how many memories are not in it.

    Facts alone, with `talk` also what was said in passing; with `everything` also what you limited to other purposes than
    an export.
    """
    kept = memories_of(request, who).export(form, who.person, talk=talk, everything=everything)
    name, kind = (
        ("memories.md", "text/markdown") if form == "markdown" else ("memories.jsonl", "application/jsonl")
    )
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "x-calisson-left-out": str(kept.left_out),
    }
    return Response(kept.text.encode(), media_type=kind, headers=headers)


class Lock(BaseModel):
    """A passphrase for memories that are to be encrypted."""

    passphrase: str = Field(min_length=1, max_length=1000)


@router.post("/vault")
async def encrypt(body: Lock, request: Request, who: Owns) -> dict[str, Any]:
    """Encrypt your memories and files from now on; the recovery code is told once, here."""
    home = request.app.state.home
    code = await to_thread.run_sync(home.memories.encrypt, body.passphrase, who.person)
    return {"encrypted": True, "locked": False, "recovery_code": code}


@router.post("/vault/decrypt")
async def decrypt(body: Lock, request: Request, who: Owns) -> dict[str, Any]:
    """Store your memories and files plainly again."""
    await to_thread.run_sync(request.app.state.home.memories.decrypt, body.passphrase, who.person)
    return {"encrypted": False, "locked": False}


@router.post("/vault/lock")
def lock(request: Request, who: Owns) -> dict[str, Any]:
    """Close your encrypted memories in this process, until the passphrase is given again."""
    request.app.state.home.memories.lock(who.person)
    return {"encrypted": True, "locked": True}


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
