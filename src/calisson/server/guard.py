"""The guard at the door: hosts, origins, sizes, headers, sessions and CSRF.

Covers: DNS rebinding (Host check), cross-site requests (SameSite cookie, Origin and Sec-Fetch-Site checks,
and a token in a header), script and style injection into the page (a Content-Security-Policy without inline
code), framing, content sniffing, oversized bodies, stolen databases (secrets are hashed). Does not cover:
somebody who already runs programs as the same user, or who reads the wire when the home is served beyond
loopback without TLS.

What a token may do is decided here alone: a route names what it needs by the type of its `who` (`Reads`, `Logs`,
`Makes`, `Works`, `Owns`, `AnyToken`, `SaysWords`), and nothing else gives it a caller. What words may do is judged by what
they did (`circles.scopes`).
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from calisson.circles import Caller, Scope, Sessions, require
from calisson.errors import AuthError, ConfigError
from calisson.server.problems import problem, problem_for

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Send
    from starlette.types import Scope as AsgiScope

    from calisson.memories import Memories

CSRF_HEADER = "x-calisson-csrf"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
ANY_ADDRESS = "<address>"
"""Among the hosts: any bare IP address. A rebinding attack needs a name, so an address is safe to allow."""

BODY_LIMIT = 1 << 20
IMPORT_LIMIT = 20 << 20
"""Bytes of a request's body: 1 MiB, and 20 MiB for files that are taken in."""

RESTORE = ("/api/v1/restore", "/api/v1/memories/import")
RESTORE_LIMIT = 4 << 30
"""Where a whole home is sent, with all its pictures; 4 GiB, streamed to the disk."""

LARGE = ("/import", "/paste", "/images", "/records/batch")
"""Ends of the addresses that take files or many records at once."""

COOKIE_S = 90 * 86400
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=(), microphone=(self), payment=(), usb=()",
}


def require_safe_bind(host: str, has_password: bool) -> None:
    """Refuse to listen beyond this machine without a password.

    Raises:
        ConfigError: `host` is not loopback and nobody has a password.
    """
    if not is_loopback(host) and not has_password:
        raise ConfigError(
            f"{host} can be reached from other machines; set a password first: calisson password",
            message_id="error-open-port",
        )


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches an address; a name other than `localhost` does not count."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def caller_of(request: Request) -> Caller:
    """Return who sent the request.

    Raises:
        AuthError: nobody that is known, or a changing request without its CSRF token.
    """
    sessions: Sessions = request.app.state.home.sessions
    bearer = request.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        caller = sessions.caller(bearer[7:].strip(), "token")
        if caller is None:
            raise AuthError("unknown token")
        return caller
    secret = request.cookies.get(request.app.state.cookie)
    caller = sessions.caller(secret, "session") if secret else None
    if caller is None:
        raise AuthError("no session")
    if request.method not in SAFE:
        given = request.headers.get(CSRF_HEADER, "").encode()
        if not secrets.compare_digest(given, caller.csrf.encode()):
            raise AuthError("the request lacks its CSRF token", message_id="error-csrf")
    return caller


@dataclass(frozen=True, slots=True)
class Needs:
    """A route's declaration of the scopes that it needs, all of them; as a dependency it gives the caller."""

    scopes: tuple[Scope, ...] = ()

    def __call__(self, request: Request) -> Caller:
        """Return who sent the request.

        Raises:
            AuthError: nobody that is known, or a changing request without its CSRF token.
            ScopeError: a token that may not do this.
        """
        caller = caller_of(request)
        require(caller.scopes, self.scopes)
        return caller


@dataclass(frozen=True, slots=True)
class Open:
    """A route's declaration that it needs nobody to be signed in."""

    def __call__(self) -> None:
        """Let everybody pass."""


OPEN = Depends(Open())
"""Among the `dependencies` of a route that is open to everybody who reaches the home."""

Reads = Annotated[Caller, Depends(Needs((Scope.READ,)))]
"""`who` of a route that shows what is in the home."""

Logs = Annotated[Caller, Depends(Needs((Scope.LOG,)))]
"""`who` of a route that adds or changes entries, reminders, memories, pictures."""

Makes = Annotated[Caller, Depends(Needs((Scope.APPS,)))]
"""`who` of a route that makes or changes apps."""

MakesAndLogs = Annotated[Caller, Depends(Needs((Scope.LOG, Scope.APPS)))]
"""`who` of a route that makes apps with entries in them."""

Works = Annotated[Caller, Depends(Needs((Scope.READ, Scope.LOG, Scope.APPS)))]
"""`who` of a route that begins or steers a run of the workshop, which may come to do all of that."""

Owns = Annotated[Caller, Depends(Needs((Scope.ADMIN,)))]
"""`who` of a route for what only the person themself decides: tokens, passwords, backups, preferences."""

Who = Owns
"""`who` of a route that does not say: a session, or a token that may do everything."""

AnyToken = Annotated[Caller, Depends(Needs())]
"""`who` of a route that needs no more than to be known."""

SaysWords = AnyToken
"""`who` of a route that takes words; the turn judges what they may do by `Caller.scopes`."""


def memories_of(request: Request, who: Caller) -> Memories:
    """Return the home's memories as they may be shown to whoever asks: to a program, without what stays in the house."""
    found: Memories = request.app.state.home.memories
    return found if who.is_person else found.abroad


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Give the browser its session."""
    response.set_cookie(
        request.app.state.cookie,
        secret,
        max_age=COOKIE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


class Guard:
    """ASGI middleware: host, origin and size checks before a request, safety headers after it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a problem."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        request = Request(scope)

        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if request.url.path.startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        limit = _limit(request.url.path)
        refusal = self._refusal(request, limit)
        if refusal is not None:
            await refusal(scope, receive, safely)
            return
        await self.app(scope, _bounded(receive, limit), safely)

    def _refusal(self, request: Request, limit: int) -> JSONResponse | None:
        if not self._known(_host(request.headers.get("host", ""))):
            return problem(421, "error-host", "en")
        if request.method not in SAFE and _foreign(request):
            return problem_for(request, 403, "error-csrf")
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > limit:
            return problem_for(request, 413, "error-too-large")
        return None

    def _known(self, host: str) -> bool:
        if host in self.hosts or "*" in self.hosts:
            return True
        if ANY_ADDRESS not in self.hosts:
            return False
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True


def _limit(path: str) -> int:
    if path in RESTORE:
        return RESTORE_LIMIT
    return IMPORT_LIMIT if path.endswith(LARGE) else BODY_LIMIT


def _host(header: str) -> str:
    """Return the name or address of a Host header, without its port; empty when it is none."""
    if not header or any(c in header for c in "/?#@\\ \t"):
        return ""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _foreign(request: Request) -> bool:
    """Tell whether a browser says that another site sent this request."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc.lower() != request.headers.get("host", "").lower()


def _bounded(receive: Receive, limit: int) -> Receive:
    """Return `receive` that ends a request whose body, sent without a length, goes past the limit."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                raise HTTPException(413)
        return message

    return bounded
