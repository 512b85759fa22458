"""The web app manifest (W3C, Web Application Manifest): what a device shows of the installed page, in the home's language.

Made per request, because a manifest has one language; browsers ask for it without cookies, and it says nothing of the
home but its language.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from calisson.language.phrases import phrase
from calisson.server.guard import OPEN
from calisson.server.problems import language_of

router = APIRouter(include_in_schema=False)

PAPER = "#faf5ec"
"""The page's background in light (`--bg` in `web/src/ui/tokens.css`)."""

SHORTCUTS = (("install-log", "./?capture"), ("install-chat", "./#/chat"), ("install-due", "./#/due"))


@router.get("/manifest.webmanifest", dependencies=[OPEN])
def manifest(request: Request) -> JSONResponse:
    """Return the manifest."""
    language = language_of(request)
    icon: dict[str, Any] = {"src": "./icon-192.png", "sizes": "192x192", "type": "image/png"}
    body = {
        "id": "./",
        "name": "Calisson",
        "short_name": "Calisson",
        "description": phrase(language, "install-description"),
        "lang": language,
        "dir": "ltr",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["productivity", "lifestyle"],
        "icons": [
            icon,
            {"src": "./icon-512.png", "sizes": "512x512", "type": "image/png"},
            {
                "src": "./icon-maskable-512.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
            {"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
        "shortcuts": [
            {"name": phrase(language, name), "url": address, "icons": [icon]} for name, address in SHORTCUTS
        ],
        "share_target": {
            "action": "./share",
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JSONResponse(body, media_type="application/manifest+json", headers={"cache-control": "no-cache"})
