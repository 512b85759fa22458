"""The built page, with cache headers; every unknown path that a browser asks for is the page itself."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

router = APIRouter(include_in_schema=False)
STATIC = Path(str(resources.files("calisson.server").joinpath("static")))
MISSING = (
    "<!doctype html><meta charset=utf-8><title>Calisson</title><p>The page is not built yet: run <code>make web</code>"
    " (needs Node 20 or newer) and start again. The command line works without it: <code>calisson say …</code>"
)


@router.get("/{path:path}")
def page(path: str, request: Request) -> Response:
    """Return a built file, or the page."""
    if path.startswith(("api/", "v1/", "mcp")):
        raise HTTPException(404)
    root = STATIC.resolve()
    file = (root / path).resolve() if path else root / "index.html"
    if root in file.parents and file.is_file() and file.name != "index.html":
        lasting = "assets" in file.relative_to(root).parts
        cache = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return FileResponse(file, headers={"cache-control": cache})
    if Path(path).suffix and path != "index.html":
        raise HTTPException(404)
    index = root / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    return FileResponse(index, headers={"cache-control": "no-cache"})
