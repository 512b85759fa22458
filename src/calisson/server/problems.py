"""Errors as problem documents (RFC 9457), in the person's language."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastapi.responses import JSONResponse

from calisson.errors import (
    AuthError,
    CalissonError,
    ConfigError,
    ConflictError,
    ImportDataError,
    NotFoundError,
    Problem,
    ScopeError,
    SpecError,
    ValuesError,
)
from calisson.language.phrases import has_phrase, phrase

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

STATUS: tuple[tuple[type[CalissonError], int], ...] = (
    (AuthError, 401),
    (NotFoundError, 404),
    (ConflictError, 409),
    (ValuesError, 422),
    (SpecError, 422),
    (ImportDataError, 422),
    (ConfigError, 422),
)
"""Which status an error has; 400 for those not named."""


CHAT = "/v1"
"""Where OpenAI's protocol is spoken; errors there have its shape."""


def status_of(error: CalissonError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, ScopeError) or error.message_id == "error-csrf":  # known, and not allowed
        return 403
    if error.message_id == "error-key-reused":
        return 422
    if error.message_id == "error-disk-full":
        return 507
    return next((s for kind, s in STATUS if isinstance(error, kind)), 400)


def disk_is_full(error: BaseException | None) -> bool:
    """Tell whether an error, or what it came from, is that there is no room left (or a quota is used up)."""
    seen = 0
    while error is not None and seen < 20:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return True
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", None) == "53100":  # PostgreSQL: disk_full
            return True
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__
        seen += 1
    return False


def problem(
    status: int, message_id: str, language: str, arguments: Mapping[str, Any] | None = None, **more: Any
) -> JSONResponse:
    """Return a problem document.

    Args:
        status: the HTTP status.
        message_id: the catalogue's message; also the document's `type`.
        language: the language of `detail`.
        arguments: what the message names.
        more: further members of the document.
    """
    known = message_id if has_phrase(language, message_id) else "error-internal"
    texts = {k: v for k, v in (arguments or {}).items() if isinstance(v, (str, int, float))}
    body = {
        "type": f"/problems/{message_id}",
        "title": message_id,
        "status": status,
        "detail": phrase(language, known, **texts),
        "message_id": message_id,
        **more,
    }
    return JSONResponse(body, status, media_type="application/problem+json")


KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
"""What clients of this protocol call an error of a status; others are of the request, or from 500 on of the server."""


def failed(
    status: int, message: str, language: str, arguments: Mapping[str, Any] | None = None, *,
    param: str | None = None,
) -> JSONResponse:  # fmt: skip
    """Return an error in the shape that clients of OpenAI's protocol read; `param` is what of the request is wrong."""
    kind = KINDS.get(status, "invalid_request_error" if status < 500 else "server_error")
    known = message if has_phrase(language, message) else "error-internal"
    texts = {k: v for k, v in (arguments or {}).items() if isinstance(v, (str, int, float))}
    text = phrase(language, known, **texts)
    return JSONResponse({"error": {"message": text, "type": kind, "param": param, "code": known}}, status)


def problem_for(
    request: Request, status: int, message_id: str, arguments: Mapping[str, Any] | None = None, **more: Any
) -> JSONResponse:
    """Return an error in the shape that clients of the request's protocol read; see `problem`."""
    language = language_of(request)
    if not request.url.path.startswith(f"{CHAT}/"):
        return problem(status, message_id, language, arguments, **more)
    wrong = next((str(e["field"]).removeprefix("body.") for e in more.get("errors", ())), None)
    return failed(status, message_id, language, arguments, param=wrong)


def language_of(request: Request) -> str:
    """Return the language to answer a request in: the home's, else the browser's first that is shipped."""
    home = request.app.state.home
    if home.preferences.language:
        return str(home.preferences.language)
    from calisson.language.types import LANGUAGES

    for part in request.headers.get("accept-language", "").split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def said(item: Problem, language: str) -> dict[str, Any]:
    """Return one problem with its place and its sentence in a language."""
    arguments = {"field": item.path, **dict(item.arguments)}
    texts = {k: v for k, v in arguments.items() if isinstance(v, (str, int, float))}
    said = phrase(language, item.message_id, **texts) if has_phrase(language, item.message_id) else item.hint
    return {"field": item.path, "message_id": item.message_id, "message": said}


def install(app: FastAPI) -> None:
    """Answer every error of an application with a problem document."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    from calisson.server.account import TooManyTries, too_many

    async def known(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, CalissonError)
        status = status_of(error)
        if disk_is_full(error):
            return problem_for(request, 507, "error-disk-full")
        problems = getattr(error, "problems", ())
        more = {"errors": [said(p, language_of(request)) for p in problems]} if problems else {}
        return problem_for(request, status, error.message_id, error.arguments, **more)

    async def http(request: Request, error: HTTPException) -> JSONResponse:
        message = {
            401: "error-auth",
            403: "error-auth",
            404: "error-not-found",
            405: "error-not-found",
            413: "error-too-large",
        }
        return problem_for(request, error.status_code, message.get(error.status_code, "error-request"))

    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        wrong = [{"field": ".".join(map(str, e["loc"])), "message": e["msg"]} for e in error.errors()[:20]]
        return problem_for(request, 422, "error-request", errors=wrong)

    async def unstorable(request: Request, error: Exception) -> JSONResponse:
        return problem_for(request, 422, "error-request")

    async def unknown(request: Request, error: Exception) -> JSONResponse:
        from calisson.server.guard import HEADERS

        if disk_is_full(error):
            response = problem_for(request, 507, "error-disk-full")
        else:
            response = problem_for(request, 500, "error-internal")
        response.headers.update(HEADERS)  # this answer is made outside the guard
        return response

    app.add_exception_handler(CalissonError, known)
    app.add_exception_handler(HTTPException, http)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, invalid)  # type: ignore[arg-type]
    # Text that is no Unicode, and numbers that no database holds.
    for kind in (UnicodeEncodeError, OverflowError):
        app.add_exception_handler(kind, unstorable)
    app.add_exception_handler(TooManyTries, too_many)
    app.add_exception_handler(Exception, unknown)
