"""What passes between the house and the SDK's program: the stream of a message, the past of a talk, its errors."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from calisson.errors import (
    ModelAuthError,
    ModelConnectionError,
    ModelContextError,
    ModelError,
    ModelOutputError,
    ModelOverloadError,
    ModelRateError,
    ModelRefusedError,
    ModelRequestError,
    ModelTimeoutError,
)
from calisson.models import (
    Image,
    Message,
    ModelSpec,
    Reply,
    Request,
    Text,
    ToolCall,
    ToolResult,
    Usage,
    heard,
)

SERVER = "calisson"
PREFIX = f"mcp__{SERVER}__"
"""How the program calls our tools towards the model."""
GO_ON = "Go on."


class Reading:
    """Puts the events of a streamed message together."""

    def __init__(self, request: Request) -> None:
        self._privacy = request.privacy
        self._offered = {t.name for t in request.tools}
        self._blocks: dict[int, tuple[dict[str, Any], list[str]]] = {}
        self._usage: dict[str, int] = {}
        self._stop = ""

    def take(self, event: Mapping[str, Any]) -> Reply | None:
        """Take an event; return the reply with the last one of a message.

        Raises:
            ModelError: the model refused, or what it said cannot be read.
        """
        match event.get("type"):
            case "message_start":
                self._blocks, self._stop = {}, ""
                self._usage = _counts(event["message"].get("usage"))
            case "content_block_start":
                self._blocks[event["index"]] = (dict(event["content_block"]), [])
            case "content_block_delta":
                delta = event["delta"]
                piece = delta.get("text") or delta.get("partial_json") or ""
                self._blocks[event["index"]][1].append(piece)
            case "message_delta":
                self._usage |= _counts(event.get("usage"))
                self._stop = event["delta"].get("stop_reason") or ""
            case "message_stop":
                return self._reply()
        return None

    def _reply(self) -> Reply:
        if self._stop == "refusal":
            raise ModelRefusedError("the model declined to answer")
        if not self._stop:
            raise ModelConnectionError("the answer was cut")
        truncated = self._stop == "max_tokens"  # what stands in a call is cut then
        text, calls = [], []
        for block, pieces in (self._blocks[n] for n in sorted(self._blocks)):
            if block["type"] == "text":
                text.append(block.get("text", "") + "".join(pieces))
            elif block["type"] == "tool_use" and not truncated:
                calls.append(
                    ToolCall(block["id"], _ours(block["name"]), _arguments(block, pieces), self._privacy)
                )
        strange = [c.name for c in calls if c.name not in self._offered]
        if strange:
            raise ModelOutputError(f"the model asked for tools that it was not offered: {', '.join(strange)}")
        if not any(text) and not calls and not truncated:
            raise ModelOutputError("the model answered nothing")
        cached, written = (
            self._usage.get("cache_read_input_tokens", 0),
            self._usage.get("cache_creation_input_tokens", 0),
        )
        usage = Usage(
            self._usage.get("input_tokens", 0) + cached + written,
            self._usage.get("output_tokens", 0),
            cached,
            written,
        )
        return Reply(
            heard.words("".join(text)), tuple(calls), model="claude", usage=usage, truncated=truncated
        )


def _counts(usage: Mapping[str, Any] | None) -> dict[str, int]:
    return {name: count for name, count in (usage or {}).items() if isinstance(count, int)}


def _arguments(block: Mapping[str, Any], pieces: list[str]) -> dict[str, Any]:
    found = heard.data("".join(pieces) or "{}", "what a tool was called with")
    return found if isinstance(found, dict) and found else dict(heard.plain(block.get("input") or {}))


def _ours(name: str) -> str:
    """Return our name of a tool; one that the program would not pass on to us gets a name that nobody has."""
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else f"{name} (not one of ours)"


# --- the past ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """A conversation so far, in the form of the program's own record, given to it at its start; nothing is kept."""

    session_id: str
    entries: list[Any] = field(default_factory=list)

    async def load(self, key: Any) -> list[Any] | None:
        """Return the record."""
        return self.entries if key.get("session_id") == self.session_id and not key.get("subpath") else None

    async def append(self, key: Any, entries: list[Any]) -> None:
        """Keep nothing: the steps of the run are the record."""


def history(request: Request, folder: str) -> tuple[Any, list[dict[str, Any]]]:
    """Return the past of a request, None when it begins, and the content of the message to go on with.

    The program takes results of tools from itself only. So those that a request ends with are its past too, and it
    is told the words that stand beside them, or to go on.
    """
    told, last = request.messages[:-1], request.messages[-1]
    prompt = [_block(p) for p in last.parts if not isinstance(p, ToolResult)]
    results = tuple(p for p in last.parts if isinstance(p, ToolResult))
    if results:
        told = (*told, Message(last.role, results))
        if not any(b["type"] == "text" for b in prompt):
            prompt.append({"type": "text", "text": GO_ON})
    if not told:
        return None, prompt
    past = Past(str(uuid.uuid4()))
    parent: str | None = None
    now = datetime.now(UTC)
    for message in told:
        role = "assistant" if message.role == "model" else "user"
        body: dict[str, Any] = {"role": role, "content": [_block(p) for p in message.parts]}
        if role == "assistant":
            body |= {"id": f"msg_{uuid.uuid4().hex}", "type": "message", "model": "past", "stop_sequence": None,
                     "stop_reason": "tool_use" if any(isinstance(p, ToolCall) for p in message.parts) else "end_turn",
                     "usage": {"input_tokens": 0, "output_tokens": 0}}  # fmt: skip
        own = str(uuid.uuid4())
        past.entries.append({
            "type": role, "uuid": own, "parentUuid": parent, "isSidechain": False, "sessionId": past.session_id,
            "timestamp": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"), "userType": "external",
            "cwd": folder, "version": "2.1.329", "message": body,
        })  # fmt: skip
        parent = own
    return past, prompt


def _block(part: Any) -> dict[str, Any]:
    match part:
        case Text():
            return {"type": "text", "text": part.text}
        case ToolCall():
            return {
                "type": "tool_use",
                "id": part.id,
                "name": PREFIX + part.name,
                "input": dict(part.arguments),
            }
        case ToolResult():
            return {
                "type": "tool_result",
                "tool_use_id": part.id,
                "content": [{"type": "text", "text": part.text}],
            }
        case Image():
            source = {"type": "base64", "media_type": part.media_type, "data": encoded(part)}
            return {"type": "image", "source": source}
    raise TypeError(f"no part of a message: {part!r}")


def encoded(picture: Image) -> str:
    """Return a picture as base64."""
    return base64.b64encode(picture.data).decode()


# --- errors --------------------------------------------------------------------------------------------------

_STATUS: dict[int, type[ModelError]] = {
    401: ModelAuthError, 402: ModelAuthError, 403: ModelAuthError, 404: ModelRequestError, 408: ModelTimeoutError,
    413: ModelContextError, 429: ModelRateError, 500: ModelOverloadError, 502: ModelOverloadError,
    503: ModelOverloadError, 504: ModelTimeoutError, 529: ModelOverloadError,
}  # fmt: skip


def problem(spec: ModelSpec, status: int | None, said: str) -> ModelError:
    """Return what went wrong as one of our errors; the message names the model, never its key."""
    text = f"{spec.id}: {said.replace(spec.key, '…') if spec.key else said}"[:400]
    folded = said.casefold()
    if status == 400 or status is None:
        if any(words in folded for words in ("too long", "context")):
            return ModelContextError(text)
        if status == 400:
            return ModelRequestError(text)
        if "api key" in folded or "login" in folded:
            return ModelAuthError(text)
        return ModelConnectionError(text)
    return _STATUS.get(status, ModelRequestError)(text)
