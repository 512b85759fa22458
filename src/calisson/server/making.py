"""Apps that a model makes: stopping that, and picking one of two designs. What happens meanwhile stands in the turn's own stream."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from calisson.errors import NotFoundError
from calisson.server.guard import Makes, SaysWords
from calisson.server.talk import Key, announce

router = APIRouter(prefix="/api/v1/making", tags=["talk"])


class StopIn(BaseModel):
    """How to stop."""

    take: bool = False
    """Whether to publish the best version that passed its checks so far, rather than nothing."""


@router.post("/{run}/stop")
def stop(run: str, body: StopIn, request: Request, who: SaysWords) -> dict[str, Any]:
    """Stop the making of an app that the same person asked for; its turn then ends within a second."""
    if not request.app.state.home.desk.stop(run, who.person, take=body.take):
        raise NotFoundError(f"nothing is being made under {run!r}")
    return {"stopped": run}


class PickIn(BaseModel):
    """Which of the designs that a turn offered."""

    turn_id: str = Field(max_length=80)
    number: int = Field(ge=1, le=9)


@router.post("/pick")
def pick(body: PickIn, request: Request, who: Makes, key: Key = None) -> dict[str, Any]:
    """Make the app of a design that a turn offered, as a turn of its own; undo takes it back."""
    home, hub = request.app.state.home, request.app.state.hub
    result: dict[str, Any] = home.pick(body.turn_id, body.number, person=who.person, key=key).model_dump(
        mode="json"
    )
    announce(hub, result)
    return result
