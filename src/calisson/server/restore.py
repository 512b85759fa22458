"""Bringing a backup back from the page: sent, looked at, then brought back or let go.

What was sent waits unpacked for an hour, or until the next one comes; one waits at a time.
"""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import FileResponse

from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.portable import Arrival, arrive, bring_back, preview, saved
from calisson.server.guard import Owns

router = APIRouter(prefix="/api/v1/restore", tags=["restore"])

WAITS_S = 3600.0
"""How long a backup that was sent waits to be brought back."""


class Waiting:
    """The backup that was sent last and waits for a yes or a no."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._id = ""
        self._arrival: Arrival | None = None
        self._since = 0.0

    def put(self, arrival: Arrival) -> str:
        """Let a backup wait in the place of the one before, and return the name under which it does."""
        with self._lock:
            before, self._arrival = self._arrival, arrival
            self._id, self._since = new_id("restore"), time.monotonic()
            name = self._id
        if before is not None:
            before.close()
        return name

    def take(self, name: str) -> Arrival:
        """Return the backup that waits under this name; it waits no longer.

        Raises:
            NotFoundError: none does, any more.
        """
        with self._lock:
            fresh = time.monotonic() - self._since < WAITS_S
            if self._arrival is None or name != self._id:
                raise NotFoundError(f"no backup waits as {name!r}", message_id="error-restore-gone")
            arrival, self._arrival = self._arrival, None
        if not fresh:
            arrival.close()
            raise NotFoundError(f"{name!r} waited too long", message_id="error-restore-gone")
        return arrival

    def close(self) -> None:
        """Let go of what waits."""
        with self._lock:
            arrival, self._arrival = self._arrival, None
        if arrival is not None:
            arrival.close()


def _looked_at(request: Request, file: Path) -> dict[str, Any]:
    home = request.app.state.home
    arrival = arrive(home, file)
    try:
        shown = preview(home, arrival).as_dict()
    except BaseException:
        arrival.close()
        raise
    return {"id": request.app.state.waiting.put(arrival), **shown}


@router.post("", status_code=201)
async def send_backup(request: Request, who: Owns, file: UploadFile) -> dict[str, Any]:
    """Take in a backup and say what bringing it back would add, replace and put away; nothing is changed."""

    def look() -> dict[str, Any]:
        with tempfile.NamedTemporaryFile(
            dir=request.app.state.home.database.data_dir, prefix=".sent-"
        ) as kept:
            while block := file.file.read(1 << 20):
                kept.write(block)
            kept.flush()
            return _looked_at(request, Path(kept.name))

    return await to_thread.run_sync(look)


@router.get("/saved")
def list_saved(request: Request, who: Owns) -> dict[str, Any]:
    """Return the states that were kept before restores, latest first."""
    return {"saved": [s.as_dict() for s in saved(request.app.state.home)]}


@router.get("/saved/{name}", response_class=FileResponse)
def read_saved(name: str, request: Request, who: Owns) -> FileResponse:
    """Return a kept state as a backup file."""
    return FileResponse(_kept(request, name), filename=name)


@router.post("/saved/{name}", status_code=201)
def look_at_saved(name: str, request: Request, who: Owns) -> dict[str, Any]:
    """Say what bringing a kept state back would do, as for a backup that was sent."""
    return _looked_at(request, _kept(request, name))


def _kept(request: Request, name: str) -> Path:
    home = request.app.state.home
    [one] = saved(home, name)
    return Path(home.database.data_dir) / "backups" / one.name


@router.post("/{restore_id}")
def restore(restore_id: str, request: Request, who: Owns) -> dict[str, Any]:
    """Bring back the backup that was looked at; the present state is kept first, and can be brought back alike."""
    arrival = request.app.state.waiting.take(restore_id)
    try:
        kept = bring_back(request.app.state.home, arrival)
    finally:
        arrival.close()
    request.app.state.hub.send_soon("home.restored", {"turn_id": None})
    return {"saved": kept.as_dict()}


@router.delete("/{restore_id}")
def let_go(restore_id: str, request: Request, who: Owns) -> dict[str, bool]:
    """Let go of the backup that was looked at; nothing was changed."""
    request.app.state.waiting.take(restore_id).close()
    return {"ok": True}
