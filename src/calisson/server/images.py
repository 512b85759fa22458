"""Pictures of records: taken in with a thumbnail that the browser made, given back to whoever is signed in.

The home never decodes a picture: what kind it is is read from its first bytes, and only kinds that a browser draws
without running anything are kept (no SVG). The browser sends the thumbnail beside it, which costs nothing here and
keeps an image library, and its holes, out of the house.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response
from sqlalchemy import select

from calisson.errors import ImportDataError, NotFoundError, Problem
from calisson.server.guard import Logs, Reads
from calisson.store import Blobs, tables
from calisson.store.pictures import MAX_BYTES, MAX_SMALL_BYTES, SMALL, kind_of

router = APIRouter(prefix="/api/v1", tags=["images"])


async def _read(file: UploadFile, limit: int) -> tuple[bytes, str]:
    data = await file.read(limit + 1)
    if len(data) > limit:
        raise ImportDataError([Problem("file", "import-too-large", {"size": len(data), "limit": limit},
                                       f"a picture has at most {limit} bytes")])  # fmt: skip
    kind = kind_of(data)
    if kind is None:
        raise ImportDataError(
            [Problem("file", "import-not-image", {}, "the file is no JPEG, PNG, GIF, WebP or AVIF")]
        )
    return data, kind


@router.post("/images", status_code=201)
async def add_image(
    request: Request, who: Logs, file: UploadFile, small: UploadFile | None = None
) -> dict[str, Any]:
    """Keep a picture, and its thumbnail when one is sent; the id is what an image field holds."""
    from anyio import to_thread

    home = request.app.state.home
    data, kind = await _read(file, MAX_BYTES)
    thumb = await _read(small, MAX_SMALL_BYTES) if small is not None else None

    def keep() -> dict[str, Any]:
        blobs = Blobs(home.database)
        with home.by_hand(who.person) as tx:
            kept = blobs.put(tx, data, kind)
            if thumb is not None:
                blobs.put(tx, thumb[0], thumb[1], SMALL + kept.id)
        return {"id": kept.id, "media_type": kept.media_type, "size_bytes": kept.size_bytes}

    return await to_thread.run_sync(keep)


@router.get("/images/{image_id}")
def show_image(image_id: str, request: Request, who: Reads, small: bool = False) -> Response:
    """Return a picture, or with `small` its thumbnail where there is one."""
    home = request.app.state.home
    blobs = Blobs(home.database)
    wanted = image_id
    if small:
        with home.database.read() as connection:
            named = select(tables.blobs.c.id).where(tables.blobs.c.name == SMALL + image_id).limit(1)
            wanted = connection.execute(named).scalar() or image_id
    blob, data = blobs.get(wanted)
    if not blob.media_type.startswith("image/"):
        raise NotFoundError(f"no picture {image_id!r}", message_id="error-no-file", file=image_id)
    return Response(data, media_type=blob.media_type, headers={
        "cache-control": "private, max-age=31536000, immutable", "content-security-policy": "default-src 'none'; sandbox",
    })  # fmt: skip
