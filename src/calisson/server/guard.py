"""The guard at the door: hosts, origins, sizes, headers, sessions and CSRF.

Covers: DNS rebinding (Host check), cross-site requests (SameSite cookie, Origin check and a token in a header),
script injection into the page (Content-Security-Policy without inline scripts), framing, oversized bodies,
stolen databases (secrets are hashed). Does not cover: somebody who already runs programs as the same user.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from calisson.circles import Caller
from calisson.errors import AuthError, ConfigError
from calisson.server.problems import language_of, problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "calisson_session"
CSRF_HEADER = "x-calisson-csrf"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})
BODY_LIMIT = 1 << 20
IMPORT_LIMIT = 20 << 20
"""Bytes of a request's body: 1 MiB, and 20 MiB for files that are taken in."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=()",
}
"""Styles may be inline because the component family positions its popovers with style attributes; scripts never."""


def require_safe_bind(host: str, has_password: bool) -> None:
    """Refuse to listen beyond this machine without a password.

    Raises:
        ConfigError: `host` is not loopback and nobody has a password.
    """
    if host not in LOOPBACK and not has_password:
        raise ConfigError(
            f"{host} can be reached from other machines; set a password first: calisson password",
            message_id="error-open-port",
        )


def caller_of(request: Request) -> Caller:
    """Return who sent the request.

    Raises:
        AuthError: nobody that is known, or a changing request without its CSRF token.
    """
    home = request.app.state.home
    bearer = request.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        caller = home.sessions.caller(bearer[7:].strip(), "token")
        if caller is None:
            raise AuthError("unknown token")
        return caller  # type: ignore[no-any-return]
    secret = request.cookies.get(COOKIE)
    caller = home.sessions.caller(secret, "session") if secret else None
    if caller is None:
        raise AuthError("no session")
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        given = request.headers.get(CSRF_HEADER, "")
        if not secrets.compare_digest(given, caller.csrf):
            raise AuthError("the request lacks its CSRF token", message_id="error-csrf")
    return caller  # type: ignore[no-any-return]


def set_cookie(response: Response, secret: str, *, secure: bool) -> None:
    """Give the browser its session."""
    response.set_cookie(
        COOKIE, secret, max_age=90 * 86400, httponly=True, samesite="lax", secure=secure, path="/"
    )


class Guard:
    """ASGI middleware: host, origin and size checks before a request, safety headers after it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)

        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {k for k, _ in message["headers"]}
                message["headers"] += [
                    (k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in names
                ]
            await send(message)

        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, safely)
            return
        limit = IMPORT_LIMIT if request.url.path.endswith("/import") else BODY_LIMIT
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length) > limit:
            await problem(413, "error-too-large", language_of(request))(scope, receive, safely)
            return
        await self.app(scope, _bounded(receive, limit), safely)

    def _refusal(self, request: Request) -> JSONResponse | None:
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        if "*" not in self.hosts and host not in self.hosts:
            return problem(421, "error-host", language_of(request))
        origin = request.headers.get("origin")
        if origin and request.method not in ("GET", "HEAD"):
            sent_by = urlsplit(origin)
            if sent_by.netloc != request.headers.get("host"):
                return problem(403, "error-csrf", language_of(request))
        return None


class _TooLarge(Exception):
    """A body without a length went past its limit."""


def _bounded(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _TooLarge
        return message

    return bounded
