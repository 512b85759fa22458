"""Apps as signed files over HTTP: made for another home, looked at first, then taken in."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import quote

from anyio import to_thread
from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field

from calisson.portable import package
from calisson.portable.link import read_link
from calisson.server.guard import MakesAndLogs, Reads
from calisson.server.problems import language_of, said

router = APIRouter(prefix="/api/v1", tags=["apps"])


@router.get("/apps/{app_id}/package")
def app_package(app_id: str, request: Request, who: Reads, records: bool = False) -> Response:
    """Return an app as a file for another home, signed; with its records only when asked."""
    home = request.app.state.home
    data = package.pack(home, app_id, records=records)
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", home.apps.get(app_id).name)[:80] or "app"
    attachment = f"attachment; filename=\"app.calisson-app\"; filename*=UTF-8''{quote(name)}.calisson-app"
    return Response(data, media_type="application/zip", headers={"content-disposition": attachment})


@router.post("/packages/import")
async def import_package(
    file: UploadFile, request: Request, who: MakesAndLogs, look: bool = False, trust: bool = False
) -> dict[str, Any]:
    """Take an app in from a file; with `look`, only say what it is and what it may do. An author that nobody here knows needs `trust`."""
    return await _taken(request, who.person, await file.read(), look, trust)


class LinkIn(BaseModel):
    """A link to an app's file."""

    url: Annotated[str, Field(max_length=2000)]
    house: bool = False
    """It leads to another home in the house's own network."""
    look: bool = False
    trust: bool = False


@router.post("/packages/link")
async def import_link(body: LinkIn, request: Request, who: MakesAndLogs) -> dict[str, Any]:
    """Take an app in from a link, as from a file; with `look`, only say what it is and what it may do."""
    data = await to_thread.run_sync(lambda: read_link(body.url, house=body.house))
    return await _taken(request, who.person, data, body.look, body.trust)


async def _taken(request: Request, person: str, data: bytes, look: bool, trust: bool) -> dict[str, Any]:
    home = request.app.state.home
    found = await to_thread.run_sync(package.read, data)
    if look:
        language = language_of(request)
        shown = await to_thread.run_sync(package.preview, home, found)
        return {
            **shown,
            "problems": [said(p, language) for p in await to_thread.run_sync(package.problems_of, found)],
        }
    app_id, turn_id = await to_thread.run_sync(
        lambda: package.take_in(home, found, trust=trust, person=person)
    )
    request.app.state.hub.send_soon("app.changed", {"app_id": app_id, "turn_id": turn_id})
    return {"app": home.apps.get(app_id).as_dict(), "turn_id": turn_id}
