"""Turns of conversation over HTTP: streamed, listed, undone.

A turn runs in a thread of its own, beside the request: when the page is closed while it is answered, the turn
is finished and kept all the same.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Annotated, Any

import anyio
from anyio import from_thread, to_thread
from anyio.streams.memory import MemoryObjectSendStream
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import AwareDatetime, BaseModel, Field

from calisson.circles import Caller
from calisson.errors import CalissonError
from calisson.language.phrases import has_phrase, phrase
from calisson.server.guard import Logs, Reads, SaysWords
from calisson.server.problems import disk_is_full, language_of, status_of

router = APIRouter(prefix="/api/v1", tags=["talk"])

STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}

LONGEST_WAIT = timedelta(days=90)
"""How long words may have waited on a device; a clock that is further off is not believed."""

log = logging.getLogger(__name__)


Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]
"""Chosen by the page at random; a request that comes again with its key is answered as before, not done again."""


class TurnIn(BaseModel):
    """What somebody says."""

    text: str = Field(max_length=200_000)
    app_id: str | None = Field(None, max_length=80)
    """The app that is open beside the talk."""
    said_at: AwareDatetime | None = None
    """When it was said, for words that waited on a device without a connection."""

    images: Annotated[list[Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]], Field(max_length=8)] = []
    """Pictures that come with the words, by the ids that `POST /images` gave."""

    def moment(self, now: datetime) -> datetime | None:
        """Return when it was said, if that is earlier than now and not longer ago than a device keeps words."""
        return self.said_at if self.said_at and now - LONGEST_WAIT < self.said_at < now else None


def event(kind: str, data: dict[str, Any]) -> str:
    """Return one server-sent event with the name and shape of AG-UI."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data}, ensure_ascii=False, default=str)}\n\n"


@router.post("/turns", response_class=StreamingResponse)
async def take_turn(body: TurnIn, request: Request, who: SaysWords, key: Key = None) -> StreamingResponse:
    """Take one turn and stream it as server-sent events (AG-UI names), ending with the whole result."""
    body.text.encode()  # lone surrogates are refused here, before anything begins
    send, receive = anyio.create_memory_object_stream[str](math.inf)
    language = await to_thread.run_sync(language_of, request)
    request.app.state.tasks.start_soon(
        to_thread.run_sync, _run, request.app.state, body, who, language, key, send
    )

    async def events() -> AsyncIterator[str]:
        async with receive:
            async for text in receive:
                yield text

    return StreamingResponse(events(), media_type="text/event-stream", headers=STREAM)


def _run(
    state: Any, body: TurnIn, who: Caller, language: str, key: str | None, send: MemoryObjectSendStream[str]
) -> None:
    """Take a turn in this thread and hand its events to whoever still listens."""

    def hand(text: str) -> None:
        try:
            from_thread.run_sync(send.send_nowait, text)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            pass  # the page is gone; the turn goes on

    try:
        hand(event("RUN_STARTED", {}))
        hand(event("TEXT_MESSAGE_START", {"role": "assistant"}))
        at = body.moment(state.home.clock.now())
        for step in state.home.stream(
            body.text, at=at, person=who.person, app_id=body.app_id, key=key, scopes=who.scopes,
            images=tuple(body.images),
            watch=lambda progress: hand(event("CUSTOM", {"name": "making", "value": progress.as_dict()})),
        ):  # fmt: skip
            if step.restart:
                hand(event("TEXT_MESSAGE_START", {"role": "assistant"}))
            if step.delta:
                hand(event("TEXT_MESSAGE_CONTENT", {"delta": step.delta}))
            if step.result is not None:
                result = step.result.model_dump(mode="json")
                announce(state.hub, result)
                hand(event("TEXT_MESSAGE_END", {"messageId": result["id"]}))
                if result["records"] or result["app"]:
                    hand(event("STATE_DELTA", {"delta": _delta(result)}))
                hand(event("RUN_FINISHED", {"result": result}))
    except CalissonError as error:
        message = error.message_id if has_phrase(language, error.message_id) else "unexpected"
        known = {k: v for k, v in error.arguments.items() if isinstance(v, (str, int, float))}
        hand(_failed(status_of(error), message, phrase(language, message, **known)))
    except Exception as error:
        if disk_is_full(error):
            hand(_failed(507, "error-disk-full", phrase(language, "error-disk-full")))
            return
        log.exception("a turn failed")
        hand(_failed(500, "unexpected", phrase(language, "unexpected")))
    finally:
        from_thread.run_sync(send.close)


def _failed(status: int, message: str, detail: str) -> str:
    return event("RUN_ERROR", {"problem": {"status": status, "message_id": message, "detail": detail}})


def _delta(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what changed as JSON Patch operations (RFC 6902) on the page's state."""
    out: list[dict[str, Any]] = []
    app = result["app"]
    if app and result["act"] in ("create_app", "edit_app"):
        out.append({"op": "replace", "path": f"/apps/{app['id']}", "value": app})
    for record in result["records"]:
        path = f"/records/{record['app_id']}/{record['id']}"
        if record["change"] == "deleted":
            out.append({"op": "remove", "path": path})
        else:
            out.append({"op": "replace", "path": path, "value": record["values"]})
    return out


def announce(hub: Any, result: dict[str, Any]) -> None:
    """Tell the open pages what a turn changed."""
    app = result.get("app") or {}
    undone = result["act"] == "undo"
    if result["records"] or undone:
        hub.send_soon("records.changed", {"app_id": app.get("id"), "turn_id": result["id"]})
    if result["act"] in ("create_app", "edit_app") or undone:
        hub.send_soon("app.changed", {"app_id": app.get("id"), "turn_id": result["id"]})
    if result["reminders"] or undone:
        hub.send_soon("reminders.changed", {"turn_id": result["id"]})


@router.get("/turns")
def list_turns(
    request: Request,
    who: Reads,
    before: Annotated[str | None, Query(max_length=80)] = None,
    after: Annotated[str | None, Query(max_length=80)] = None,
    around: Annotated[str | None, Query(max_length=80)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
) -> dict[str, Any]:
    """Return past turns, oldest first: the last ones, or those before, after or around a turn."""
    home = request.app.state.home
    return {"turns": home.turns(who.person, before=before, after=after, around=around, limit=limit)}


@router.get("/turns/search")
def search_turns(
    request: Request,
    who: Reads,
    q: Annotated[str, Query(max_length=400)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> dict[str, Any]:
    """Return the turns that hold every word of `q`, latest first, then those that say it in other words."""
    return {"turns": request.app.state.home.search_turns(q, who.person, limit=limit)}


@router.get("/changes")
def list_changes(
    request: Request,
    who: Reads,
    app: Annotated[str | None, Query(max_length=80)] = None,
    before: Annotated[int | None, Query(ge=0)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> dict[str, Any]:
    """Return every change, turn by turn, latest first: of the whole home, or of one app and its records."""
    steps = request.app.state.home.changes(language_of(request), app_id=app, before=before, limit=limit)
    return {"changes": steps, "next": steps[-1]["seq"] if len(steps) >= limit else None}


@router.post("/turns/{turn_id}/undo")
def undo_turn(turn_id: str, request: Request, who: Logs) -> dict[str, Any]:
    """Take back everything that a turn changed, exactly."""
    own = request.app.state.home.undo(turn_id, who.person, scopes=who.scopes)
    for kind in ("records.changed", "app.changed", "reminders.changed"):
        request.app.state.hub.send_soon(kind, {"app_id": None, "turn_id": own})
    return {"id": own, "turn_id": own, "undone": turn_id}
