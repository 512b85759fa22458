"""Who is signed in: session, password, one-time link, and tokens for scripts."""

from __future__ import annotations

import threading
import time
from math import ceil
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from calisson import __version__
from calisson.circles import Scope
from calisson.errors import AuthError
from calisson.server.guard import OPEN, AnyToken, Owns, set_cookie
from calisson.server.problems import problem_for

router = APIRouter(tags=["account"])
API = "/api/v1"

PERSON = "me"
"""Whose home it is, until people of a household have accounts of their own."""

FREE_TRIES = 5
LONGEST_WAIT_S = 60.0
"""Wrong passwords before the next try has to wait, and how long at most; each wrong one doubles the wait."""


class Throttle:
    """Slows down whoever guesses passwords; for the whole home, because addresses are cheap."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wrong = 0
        self._until = 0.0

    def wait_s(self) -> float:
        """Return how long to wait before the next try."""
        with self._lock:
            return max(0.0, self._until - time.monotonic())

    def wrong(self) -> None:
        """Count a wrong password."""
        with self._lock:
            self._wrong += 1
            if self._wrong >= FREE_TRIES:
                wait = min(LONGEST_WAIT_S, 2.0 ** (self._wrong - FREE_TRIES))
                self._until = time.monotonic() + wait

    def right(self) -> None:
        """Forget the wrong ones."""
        with self._lock:
            self._wrong, self._until = 0, 0.0


class LoginIn(BaseModel):
    """A password."""

    password: str = Field(max_length=1000)


class PasswordIn(BaseModel):
    """A new password, with the present one when there is one."""

    password: str = Field(max_length=1000)
    current: str = Field("", max_length=1000)


class TokenIn(BaseModel):
    """What a token is for."""

    label: str = Field(min_length=1, max_length=200)
    scopes: Annotated[list[Scope], Field(min_length=1)] = [Scope.ADMIN]
    """What it may do: read, log, apps, or admin for everything."""


@router.get(API + "/session")
def session(request: Request, who: AnyToken) -> dict[str, Any]:
    """Return who is signed in, the token that changes need, and the home's preferences."""
    preferences = request.app.state.home.preferences
    return {
        "person": who.person,
        "csrf": who.csrf,
        "scopes": [s for s in Scope if s in who.scopes],
        "home": request.app.state.home.sessions.fingerprint()[:8],
        "language": preferences.language,
        "tz": preferences.tz,
        "currency": preferences.currency,
        "version": __version__,
    }


@router.post(API + "/session", dependencies=[OPEN])
def log_in(body: LoginIn, request: Request) -> JSONResponse:
    """Sign in with the home's password; after several wrong ones, each try has to wait (429)."""
    _check_password(request, body.password)
    home = request.app.state.home
    with home.database.transaction(PERSON) as tx:
        secret = home.sessions.issue(tx, PERSON, "session", "password")
    response = JSONResponse({"ok": True})
    set_cookie(request, response, secret)
    return response


@router.delete(API + "/session")
def log_out(request: Request, who: AnyToken) -> JSONResponse:
    """Sign out this browser."""
    home = request.app.state.home
    with home.database.transaction(who.person) as tx:
        home.sessions.end(tx, request.cookies.get(request.app.state.cookie, ""))
    response = JSONResponse({"ok": True})
    response.delete_cookie(request.app.state.cookie, path="/")
    return response


@router.get(API + "/login", include_in_schema=False, dependencies=[OPEN])
@router.get("/login", include_in_schema=False, dependencies=[OPEN])
def one_time_login(token: Annotated[str, Query(max_length=200)], request: Request) -> Response:
    """Turn the one-time link that the command line opens into a session."""
    home = request.app.state.home
    if home.sessions.caller(request.cookies.get(request.app.state.cookie, ""), "session"):
        return RedirectResponse("/", 303)
    with home.database.transaction(PERSON) as tx:
        secret = home.sessions.redeem(tx, token)
    response = RedirectResponse("/", 303)
    set_cookie(request, response, secret)
    return response


@router.put(API + "/password")
def set_password(body: PasswordIn, request: Request, who: Owns) -> dict[str, Any]:
    """Set or change the password; every other browser is signed out."""
    home = request.app.state.home
    if home.sessions.has_password():
        _check_password(request, body.current)
    with home.database.transaction(who.person) as tx:
        home.sessions.set_password(tx, who.person, body.password)
        home.sessions.end_others(tx, who.person, request.cookies.get(request.app.state.cookie, ""))
    return {"ok": True}


@router.get(API + "/tokens")
def tokens(request: Request, who: Owns) -> dict[str, Any]:
    """Return the tokens of scripts, without their secrets."""
    return {"tokens": [t.as_dict() for t in request.app.state.home.sessions.tokens(who.person)]}


@router.post(API + "/tokens", status_code=201)
def make_token(body: TokenIn, request: Request, who: Owns) -> dict[str, Any]:
    """Make a token for a script (`Authorization: Bearer …`) with scopes; its secret is shown this once."""
    home = request.app.state.home
    with home.database.transaction(who.person) as tx:
        secret = home.sessions.issue(tx, who.person, "token", body.label, scopes=body.scopes)
    return {"token": secret, "label": body.label, "scopes": [s for s in Scope if s in body.scopes]}


@router.delete(API + "/tokens/{token_id}")
def end_token(token_id: str, request: Request, who: Owns) -> dict[str, bool]:
    """Take a token back."""
    home = request.app.state.home
    with home.database.transaction(who.person) as tx:
        home.sessions.end_token(tx, who.person, token_id)
    return {"ok": True}


class TooManyTries(AuthError):
    """Passwords are being guessed."""

    def __init__(self, wait_s: float) -> None:
        super().__init__("too many wrong passwords", message_id="error-too-many-tries", seconds=ceil(wait_s))
        self.wait_s = wait_s


def _check_password(request: Request, password: str) -> None:
    """Check the password, not inside a transaction because hashing takes long.

    Raises:
        TooManyTries: too many were wrong; wait.
        AuthError: it is wrong.
    """
    throttle: Throttle = request.app.state.throttle
    if (wait := throttle.wait_s()) > 0:
        raise TooManyTries(wait)
    if not request.app.state.home.sessions.is_password(PERSON, password):
        throttle.wrong()
        raise AuthError("wrong password", message_id="error-password")
    throttle.right()


async def too_many(request: Request, error: Exception) -> JSONResponse:
    """Answer who has to wait."""
    assert isinstance(error, TooManyTries)
    response = problem_for(request, 429, error.message_id, error.arguments)
    response.headers["retry-after"] = str(ceil(error.wait_s))
    return response
