"""Apps that a model is making right now: stopping them. What happens meanwhile stands in the turn's own stream."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from calisson.errors import NotFoundError
from calisson.server.guard import SaysWords

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
