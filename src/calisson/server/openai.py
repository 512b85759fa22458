"""The home as a model for other programs: OpenAI's chat completions, answered by turns of conversation.

A turn is taken with the last message of the person; the home has its own memory of what was said before, so the
earlier messages of a request are not read again. Words only: pictures and tools are refused, and sampling
parameters have no effect. Tokens are reported as 0, because the embedded engine has none. Signed in by a token
in `Authorization: Bearer`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from calisson.circles import Caller
from calisson.errors import CalissonError
from calisson.server.guard import AnyToken, SaysWords
from calisson.server.problems import CHAT, failed, language_of, status_of
from calisson.server.talk import STREAM, announce

router = APIRouter(prefix=CHAT, tags=["openai"])

MODEL = "calisson"


class ChatMessage(BaseModel):
    """One message; what else clients put into it is ignored."""

    model_config = ConfigDict(extra="ignore")
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None


class StreamOptions(BaseModel):
    """What a stream ends with."""

    model_config = ConfigDict(extra="ignore")
    include_usage: bool = False


class ChatIn(BaseModel):
    """A request for a completion."""

    model_config = ConfigDict(extra="ignore")
    model: str = MODEL
    messages: list[ChatMessage] = Field(min_length=1, max_length=2000)
    stream: bool = False
    stream_options: StreamOptions | None = None


@router.get("/models")
def models(who: AnyToken) -> dict[str, Any]:
    """List the one model that there is."""
    return {
        "object": "list",
        "data": [{"id": MODEL, "object": "model", "created": 0, "owned_by": "calisson"}],
    }


@router.post("/chat/completions", response_model=None)
def complete(body: ChatIn, request: Request, who: SaysWords) -> Response:
    """Take one turn and answer as a chat completion, whole or streamed."""
    text = _asked(body.messages)
    if text is None:
        return failed(400, "error-chat-words", language_of(request))
    text.encode()
    state, number, created = request.app.state, f"chatcmpl-{time.time_ns():x}", int(time.time())
    if not body.stream:
        try:
            result = state.home.say(text, person=who.person, scopes=who.scopes).model_dump(mode="json")
        except CalissonError as error:
            return _error(error, language_of(request))
        announce(state.hub, result)
        choice = {"index": 0, "message": {"role": "assistant", "content": result["reply"]}, "finish_reason": "stop",
                  "logprobs": None}  # fmt: skip
        return JSONResponse({"id": number, "object": "chat.completion", "created": created, "model": MODEL,
                             "choices": [choice], "usage": _usage()})  # fmt: skip
    wants_usage = bool(body.stream_options and body.stream_options.include_usage)
    return StreamingResponse(_stream(state, text, who, language_of(request), number, created, wants_usage),
                             media_type="text/event-stream", headers=STREAM)  # fmt: skip


def _stream(
    state: Any, text: str, who: Caller, language: str, number: str, created: int, wants_usage: bool
) -> Iterator[str]:
    def chunk(choices: list[dict[str, Any]], **more: Any) -> str:
        data = {"id": number, "object": "chat.completion.chunk", "created": created, "model": MODEL,
                "choices": choices, **more}  # fmt: skip
        return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"

    def delta(content: dict[str, Any], finish: str | None = None) -> list[dict[str, Any]]:
        return [{"index": 0, "delta": content, "finish_reason": finish}]

    yield chunk(delta({"role": "assistant", "content": ""}))
    try:
        for step in state.home.stream(text, person=who.person, scopes=who.scopes):
            if step.restart:  # what was sent cannot be taken back in this protocol
                yield chunk(delta({"content": "\n\n"}))
            if step.delta:
                yield chunk(delta({"content": step.delta}))
            if step.result is not None:
                announce(state.hub, step.result.model_dump(mode="json"))
    except CalissonError as error:
        yield f"data: {_error(error, language).body.decode()}\n\n"  # type: ignore[union-attr]
        return
    yield chunk(delta({}, "stop"))
    if wants_usage:
        yield chunk([], usage=_usage())
    yield "data: [DONE]\n\n"


def _asked(messages: Sequence[ChatMessage]) -> str | None:
    """Return the words of the person's last message; None when there are none, or more than words."""
    last = next((m for m in reversed(messages) if m.role == "user"), None)
    if last is None or last is not messages[-1] or last.content is None:
        return None
    if isinstance(last.content, str):
        return last.content if last.content.strip() else None
    parts = [p.get("text") for p in last.content if p.get("type") in ("text", "input_text")]
    if len(parts) != len(last.content) or not all(isinstance(p, str) for p in parts):
        return None
    return "\n".join(str(p) for p in parts).strip() or None


def _usage() -> dict[str, int]:
    return {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _error(error: CalissonError, language: str) -> JSONResponse:
    return failed(status_of(error), error.message_id, language, error.arguments)
