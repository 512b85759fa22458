"""Widgets: the frame that an app's own code runs in, the code itself, and the files that both import.

The frame is a document of its own with an opaque origin (`sandbox` in its policy as well as on the element), so it
has no cookies, no storage and no way to the page around it but a message port. Its policy lets it load scripts from
`/widgets/` of this home alone and nothing else from anywhere. Frame and code are open to whoever knows their address,
because an opaque origin sends no session; the address holds a code that only this home can make, and there is no
record behind it. The code follows from the widget, its policy and the scripts around it, so the same address always
gives the same bytes, whatever process serves it, and a browser may keep them.

Covers: requests of every kind (fetch, sockets, beacons, images, styles, fonts, forms, frames, workers, prefetch),
navigation (the page's `frame-src`), inline code and text that becomes code. Left out: opening without a connection; a
browser lends neither a service worker nor its cache to scripts of an opaque origin. Does not cover: what a person types into
a widget and the widget writes into its own app's records; using up the processor, which the page ends (no answer to
its heartbeat), and faults of the browser.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from pydantic import BaseModel

from calisson.apps.spec import AppSpec, WidgetSpec
from calisson.apps.widgets import compiled
from calisson.errors import NotFoundError
from calisson.server.guard import OPEN, Logs, Reads
from calisson.server.page import STATIC

router = APIRouter(tags=["apps"])

_SECRET = "widgets"
"""The name of the home's lasting secret by which addresses of frames are made."""

_PRELUDE = "import '/widgets/{build}/locks.js';"
"""Before a widget's own code, in whatever document it is loaded: takes away what no policy covers."""

_NAME = re.compile(r"[\w-]+\.(js|css)", re.ASCII)

_KEEP = "private, max-age=31536000, immutable"
_SHARED = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""An opaque origin is foreign to everybody; these files hold nothing of a person's."""


@router.get("/api/v1/apps/{app_id}/widget")
def widget_of(app_id: str, request: Request, who: Reads) -> dict[str, Any]:
    """Return where the frame of an app's widget is, and what its code may see and change."""
    app = request.app.state.home.apps.get(app_id)
    if app.spec.widget is None:
        raise NotFoundError(f"app {app_id!r} has no widget", message_id="error-no-widget")
    made = compiled(app.spec.widget)
    access = app.spec.widget.access
    return {
        "version": app.version,
        "frame": f"/widgets/app/{app_id}/{_code(request, app_id, app.spec.widget)}/" if made.ok else None,
        "problem": made.problem or None,
        "line": made.line,
        "reads": list(access.reads),
        "writes": list(access.writes),
    }


class InputsIn(BaseModel):
    """What a person gives a function, by name."""

    inputs: dict[str, str | int | float | bool | None] = {}


@router.post("/api/v1/apps/{app_id}/functions/{name}")
async def call_function(
    app_id: str, name: str, body: InputsIn, request: Request, who: Logs
) -> dict[str, Any]:
    """Run a function of an app in the sandbox; what it wants is written in one turn that can be undone."""
    from anyio import to_thread

    home = request.app.state.home
    run = partial(home.call_function, app_id, name, body.inputs, who.person, scopes=who.scopes)
    done = await to_thread.run_sync(run)
    if done["turn_id"]:
        request.app.state.hub.send_soon("records.changed", {"app_id": app_id, "turn_id": done["turn_id"]})
    return dict(done)


@router.get("/widgets/app/{app_id}/{code}/", include_in_schema=False, dependencies=[OPEN])
def frame(app_id: str, code: str, request: Request) -> HTMLResponse:
    """Return the document of a widget's frame."""
    _must_know(request, app_id, code)
    imports, text = _document(_build(request), _style(request))
    headers = {"content-security-policy": policy(_origin(request), imports), "cache-control": _KEEP,
               "x-dns-prefetch-control": "off", "cross-origin-resource-policy": "same-origin",
               "referrer-policy": "no-referrer", "permissions-policy": _NO_FEATURES}  # fmt: skip
    return HTMLResponse(text, headers=headers)


@router.get("/widgets/app/{app_id}/{code}/widget.js", include_in_schema=False, dependencies=[OPEN])
def code_of(app_id: str, code: str, request: Request) -> Response:
    """Return the module of a widget."""
    made = compiled(_must_know(request, app_id, code))
    if not made.ok:
        raise HTTPException(404)
    headers = {**_SHARED, "cache-control": _KEEP}
    text = _PRELUDE.replace("{build}", _build(request)) + made.code
    return Response(text, media_type="text/javascript; charset=utf-8", headers=headers)


@router.get("/widgets/{build}/{name}", include_in_schema=False, dependencies=[OPEN])
def runtime(build: str, name: str, request: Request) -> FileResponse:
    """Return a file that frames import: React, the bridge, the frame's own script and style."""
    folder = _folder(request)
    if build != _build(request) or not _NAME.fullmatch(name) or not (folder / name).is_file():
        raise HTTPException(404)
    return FileResponse(folder / name, headers={**_SHARED, "cache-control": _KEEP})


def _document(build: str, style: str) -> tuple[str, str]:
    """Return the import map of a frame, and its document with the style that is under every widget."""
    base = f"/widgets/{build}"
    imports = json.dumps({"imports": {"react": f"{base}/react.js", "react/jsx-runtime": f"{base}/jsx.js",
                                      "calisson": f"{base}/calisson.js"}})  # fmt: skip
    return imports, (
        '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<script type="importmap">{imports}</script><style>{style}</style>'
        f'<script type="module" src="{base}/frame.js" crossorigin></script></head><body></body></html>'
    )


def _folder(request: Request) -> Path:
    folder: Path = getattr(request.app.state, "static", STATIC).resolve() / "widgets"
    return folder


def _build(request: Request) -> str:
    """Return a digest of the files that frames import."""
    folder = _folder(request)
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return _digest(tuple((p, p.stat().st_mtime_ns) for p in files if _NAME.fullmatch(p.name)))


@lru_cache(maxsize=8)
def _digest(files: tuple[tuple[Path, int], ...]) -> str:
    whole = hashlib.sha256()
    for path, _ in files:
        whole.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:16]


_NO_FEATURES = ", ".join(
    f"{name}=()" for name in ("geolocation", "camera", "microphone", "payment", "usb", "midi", "serial", "hid", "display-capture",
                              "clipboard-read", "clipboard-write", "fullscreen", "screen-wake-lock", "web-share", "autoplay")
)  # fmt: skip


@lru_cache(maxsize=32)
def policy(origin: str, imports: str) -> str:
    """Return the Content-Security-Policy of a frame.

    Args:
        origin: this home's, as the browser calls it.
        imports: the inline import map's text.
    """
    digest = base64.b64encode(hashlib.sha256(imports.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src {origin}/widgets/ 'sha256-{digest}'; style-src {origin}/widgets/ 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; connect-src 'none'; worker-src 'none'; frame-src 'none'; form-action 'none'; "
        f"base-uri 'none'; frame-ancestors {origin}; require-trusted-types-for 'script'; trusted-types 'none'; "
        "sandbox allow-scripts"
    )


def _style(request: Request) -> str:
    """The style under every widget, as a part of its document: a link to it would be taken away with all other links."""
    file = _folder(request) / "frame.css"
    return file.read_text("utf-8").replace("</", "<\\/") if file.is_file() else ""


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers['host']}"


def _code(request: Request, app_id: str, widget: WidgetSpec) -> str:
    """Return what an address holds: nobody can make it who does not know the home's secret."""
    home = request.app.state.home
    secret: str = home.sessions.standing(home.database, _SECRET)
    imports, text = _document(_build(request), _style(request))
    whole = json.dumps([app_id, widget.source, widget.code, text, policy("", imports), _NO_FEATURES])
    return hmac.new(secret.encode(), whole.encode(), hashlib.sha256).hexdigest()[:32]


def _must_know(request: Request, app_id: str, code: str) -> WidgetSpec:
    """Return the widget of an address: the app's as it is, or as it was in an earlier version."""
    try:
        app = request.app.state.home.apps.get(app_id)
        specs = [app.spec, *(v.spec for v in request.app.state.home.apps.history(app_id))]
    except NotFoundError:
        raise HTTPException(404) from None
    spec: AppSpec
    for spec in specs:
        if spec.widget is not None and hmac.compare_digest(
            _code(request, app_id, spec.widget).encode(), code.encode()
        ):
            return spec.widget
    raise HTTPException(404)
