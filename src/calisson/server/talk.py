"""Turns of conversation over HTTP: streamed, listed, undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from calisson.circles import Caller
from calisson.errors import CalissonError
from calisson.language.phrases import phrase
from calisson.server.guard import caller_of
from calisson.server.problems import language_of

router = APIRouter(prefix="/api/v1", tags=["talk"])
Who = Annotated[Caller, Depends(caller_of)]


class TurnIn(BaseModel):
    """What somebody says."""

    text: str = Field(max_length=200_000)
    app_id: str | None = None
    """The app that is open beside the talk."""


def _event(kind: str, data: dict[str, Any]) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data}, ensure_ascii=False, default=str)}\n\n"


@router.post("/turns")
def take_turn(body: TurnIn, request: Request, who: Who) -> StreamingResponse:
    """Take one turn and stream it as server-sent events (AG-UI names), ending with the whole result."""
    home, hub, language = request.app.state.home, request.app.state.hub, language_of(request)

    def events() -> Iterator[str]:
        yield _event("RUN_STARTED", {})
        try:
            yield _event("TEXT_MESSAGE_START", {"role": "assistant"})
            for event in home.stream(body.text, person=who.person, app_id=body.app_id):
                if event.delta:
                    yield _event("TEXT_MESSAGE_CONTENT", {"delta": event.delta})
                if event.result is not None:
                    result = event.result.model_dump(mode="json")
                    yield _event("TEXT_MESSAGE_END", {"messageId": result["id"]})
                    yield _event("RUN_FINISHED", {"result": result})
                    _announce(hub, result)
        except CalissonError as error:
            known = {k: v for k, v in error.arguments.items() if isinstance(v, (str, int, float))}
            detail = phrase(language, error.message_id, **known)
            yield _event(
                "RUN_ERROR", {"problem": {"status": 400, "message_id": error.message_id, "detail": detail}}
            )
        except Exception:
            detail = phrase(language, "unexpected")
            yield _event(
                "RUN_ERROR", {"problem": {"status": 500, "message_id": "unexpected", "detail": detail}}
            )
            raise

    return StreamingResponse(events(), media_type="text/event-stream",
                             headers={"cache-control": "no-store", "x-accel-buffering": "no"})  # fmt: skip


def _announce(hub: Any, result: dict[str, Any]) -> None:
    app = result.get("app") or {}
    if result["records"] or result["act"] == "undo":
        hub.send_soon("records.changed", {"app_id": app.get("id"), "turn_id": result["id"]})
    if result["act"] in ("create_app", "edit_app", "undo"):
        hub.send_soon("app.changed", {"app_id": app.get("id"), "turn_id": result["id"]})
    if result["reminders"]:
        hub.send_soon("reminders.changed", {"turn_id": result["id"]})


@router.get("/turns")
def list_turns(request: Request, who: Who, before: str | None = None, limit: int = 30) -> dict[str, Any]:
    """Return past turns, oldest first: the last ones, or those before the turn `before`."""
    found = request.app.state.home.turns(who.person, before=before, limit=max(1, min(limit, 200)))
    return {"turns": found}


@router.post("/turns/{turn_id}/undo")
def undo_turn(turn_id: str, request: Request, who: Who) -> dict[str, Any]:
    """Take back everything that a turn changed, exactly."""
    own = request.app.state.home.undo(turn_id, who.person)
    hub = request.app.state.hub
    for kind in ("records.changed", "app.changed", "reminders.changed"):
        hub.send_soon(kind, {"app_id": None, "turn_id": own})
    return {"id": own, "turn_id": own, "undone": turn_id}
