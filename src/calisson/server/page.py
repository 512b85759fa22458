"""The built page, with cache headers; every unknown path that a browser asks for is the page itself."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from calisson.language.phrases import phrase
from calisson.server.guard import OPEN
from calisson.server.problems import language_of

router = APIRouter(include_in_schema=False)
STATIC = Path(str(resources.files("calisson.server").joinpath("static")))

OURS = ("api/", "v1/", "mcp", ".")
"""Paths that are never the page."""


@router.get("/{path:path}", dependencies=[OPEN])
def page(path: str, request: Request) -> Response:
    """Return a built file, or the page."""
    root: Path = getattr(request.app.state, "static", STATIC).resolve()
    if path.startswith(OURS) or "\x00" in path or "\\" in path:
        raise HTTPException(404)
    file = (root / path).resolve()
    if root in file.parents and file.is_file() and file.name != "index.html":
        lasting = file.parent.name == "assets"  # their names hold a hash of what is in them
        cache = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return FileResponse(file, headers={"cache-control": cache})
    if Path(path).suffix and path != "index.html":
        raise HTTPException(404)
    index = root / "index.html"
    if not index.is_file():
        return HTMLResponse(_missing(language_of(request)), 503, headers={"cache-control": "no-store"})
    return FileResponse(index, headers={"cache-control": "no-cache"})


def _missing(language: str) -> str:
    """Return what stands in for a page that was not built."""
    text = phrase(language, "page-not-built")
    return f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Calisson</title><p>{text}</p></html>'
