"""A scripted model server on loopback, for tests of everything that talks to models: real sockets, no network.

It speaks the Anthropic Messages API (`POST /v1/messages`, `/v1/messages/count_tokens`) and the OpenAI
chat-completions API (`POST /v1/chat/completions`, `GET /v1/models`), streamed as server-sent events or whole,
and it errs on request: error statuses, bodies that are no JSON, answers that come late, streams cut short.

    with ScriptedServer([Answer("Hello")]) as server:
        ...  # point a client at server.url
        assert b"secret" not in server.received[0].body

Every request is kept with its exact bytes, so that a test can say what left the house.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

PIECE = 7
"""Characters of a streamed piece: small, so that pieces end inside words and inside JSON."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call that the scripted model makes."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the scripted model says in one turn."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    stop: Literal["end", "length", "refusal"] = "end"
    input_tokens: int = 100
    output_tokens: int = 10
    cached_tokens: int = 0
    """Of the input tokens, those read from the cache."""
    delay_s: float = 0.0
    """How long it waits before it answers."""
    cut_after: int | None = None
    """Streamed: how many events are sent before the connection is cut; None means all."""


@dataclass(frozen=True, slots=True)
class Fail:
    """An error answer."""

    status: int
    kind: str = ""
    message: str = "scripted error"
    retry_after_s: float | None = None

    @classmethod
    def rate_limited(cls, retry_after_s: float | None = None) -> Fail:
        """Return HTTP 429."""
        return cls(429, "rate_limit_error", "rate limit reached", retry_after_s)

    @classmethod
    def overloaded(cls) -> Fail:
        """Return HTTP 529, as Anthropic says it."""
        return cls(529, "overloaded_error", "Overloaded")

    @classmethod
    def unauthorised(cls) -> Fail:
        """Return HTTP 401."""
        return cls(401, "authentication_error", "invalid x-api-key")

    @classmethod
    def too_long(cls) -> Fail:
        """Return HTTP 400 for a prompt that is longer than the context window."""
        return cls(400, "context_length_exceeded", "prompt is too long: 250000 tokens > 200000 maximum")


@dataclass(frozen=True, slots=True)
class Malformed:
    """Status 200 with a body that is no JSON."""

    body: bytes = b'{"id": "msg_1", "content": [{"ty'


Step = Answer | Fail | Malformed
Script = Sequence[Step] | Callable[["Received"], Step]
"""Steps in order (the last one repeats), or a function of the request."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    gap_s: float = 0.0
    """Seconds since the answer before it was sent whole: what the client did between two questions; 0 for the first."""

    @property
    def json(self) -> dict[str, Any]:
        """The body as JSON; empty when it is none."""
        try:
            found = json.loads(self.body or b"{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def tool_names(self) -> set[str]:
        """The tools that the request offers."""
        return {t.get("name") or t.get("function", {}).get("name", "") for t in self.json.get("tools") or ()}


class ScriptedServer:
    """The server; a context manager. `requests` are those for answers, `received` are all."""

    def __init__(
        self,
        script: Script = (),
        *,
        models: Sequence[str | Mapping[str, Any]] = ("scripted",),
        key: str | None = None,
    ) -> None:
        """Make a server.

        Args:
            script: what it answers.
            models: the names that `GET /v1/models` lists, or rows with more than a name.
            key: when given, a request without this key is answered 401.
        """
        self.script = script
        self.models = tuple(models)
        self.key = key
        self.received: list[Received] = []
        self._lock = threading.Lock()
        self._served = 0
        self._answered_s = 0.0
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def port(self) -> int:
        """The port on 127.0.0.1."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """The address without a path; the Anthropic API's base."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def openai_url(self) -> str:
        """The OpenAI API's base."""
        return f"{self.url}/v1"

    @property
    def requests(self) -> list[Received]:
        """The requests that asked for an answer."""
        return [r for r in self.received if r.path in ("/v1/messages", "/v1/chat/completions")]

    @property
    def sent(self) -> bytes:
        """Every byte of every body that came in."""
        return b"\n".join(r.body for r in self.received)

    def __enter__(self) -> ScriptedServer:
        """Begin to serve."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)

    def step(self, request: Received) -> tuple[int, Step]:
        """Return the number of this answer and what it is."""
        with self._lock:
            number = self._served
            self._served += 1
        if callable(self.script):
            return number, self.script(request)
        return number, self.script[min(number, len(self.script) - 1)] if self.script else Answer("ok")

    def note(self, request: Received) -> None:
        """Keep a request."""
        with self._lock:
            self.received.append(request)

    def since_answer(self) -> float:
        """Return the seconds since the last answer of the model was sent whole; 0 before the first."""
        return time.perf_counter() - self._answered_s if self._answered_s else 0.0

    def answered(self) -> None:
        """Note that an answer of the model was sent whole."""
        self._answered_s = time.perf_counter()


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        """Head and body go out in two writes: with Nagle's algorithm the second waits 40 ms for the client's delayed ACK."""

        def log_message(self, *_: Any) -> None:
            """Stay silent."""

        def _take(self) -> Received:
            gap_s = server.since_answer()
            size = int(self.headers.get("content-length") or 0)
            headers = {k.lower(): v for k, v in self.headers.items()}
            request = Received(self.command, self.path.split("?")[0], headers, self.rfile.read(size), gap_s)
            server.note(request)
            return request

        def do_GET(self) -> None:
            request = self._take()
            if request.path == "/v1/models":
                rows = [{"id": m} if isinstance(m, str) else m for m in server.models]
                data = [{"object": "model", "owned_by": "scripted", **row} for row in rows]
                self._json(200, {"object": "list", "data": data})
            else:
                self._json(404, _anthropic_error("not_found_error", "no such path"))

        do_HEAD = do_PUT = do_DELETE = do_GET

        def do_POST(self) -> None:
            request = self._take()
            shape = _SHAPES.get(request.path)
            if request.path == "/v1/messages/count_tokens":
                self._json(200, {"input_tokens": len(request.body) // 4})
                return
            if shape is None:
                self._json(404, _anthropic_error("not_found_error", "no such path"))
                return
            given = request.headers.get("x-api-key") or request.headers.get("authorization", "")[7:]
            if server.key is not None and given != server.key:
                self._fail(Fail.unauthorised(), shape)
                return
            number, step = server.step(request)
            if isinstance(step, Answer):
                if step.delay_s:
                    time.sleep(step.delay_s)
                if request.json.get("stream"):
                    self._stream(shape.events(step, request.json, number), step.cut_after)
                else:
                    self._json(200, shape.whole(step, request.json, number))
                server.answered()
            elif isinstance(step, Malformed):
                self._send(200, step.body, "application/json")
            else:
                self._fail(step, shape)

        def _fail(self, step: Fail, shape: _Shape) -> None:
            extra = {} if step.retry_after_s is None else {"retry-after": f"{step.retry_after_s:g}"}
            self._json(step.status, shape.error(step.kind, step.message), extra)

        def _json(self, status: int, body: Any, extra: Mapping[str, str] | None = None) -> None:
            self._send(status, json.dumps(body).encode(), "application/json", extra)

        def _send(self, status: int, body: bytes, kind: str, extra: Mapping[str, str] | None = None) -> None:
            try:
                self.send_response(status)
                for name, value in {
                    "content-type": kind,
                    "content-length": str(len(body)),
                    **(extra or {}),
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def _stream(self, events: Iterable[str], cut_after: int | None) -> None:
            self.close_connection = True
            try:
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("transfer-encoding", "chunked")
                self.send_header("connection", "close")
                self.end_headers()
                for number, event in enumerate(events):
                    if cut_after is not None and number >= cut_after:
                        self.wfile.flush()
                        self.connection.shutdown(socket.SHUT_RDWR)
                        return
                    data = event.encode()
                    self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                    self.wfile.flush()
                self.wfile.write(b"0\r\n\r\n")
            except (BrokenPipeError, ConnectionResetError, OSError):
                return

    return Handler


@dataclass(frozen=True, slots=True)
class _Shape:
    whole: Callable[[Answer, Mapping[str, Any], int], dict[str, Any]]
    events: Callable[[Answer, Mapping[str, Any], int], Iterator[str]]
    error: Callable[[str, str], dict[str, Any]]


def _pieces(text: str) -> Iterator[str]:
    for at in range(0, len(text), PIECE):
        yield text[at : at + PIECE]


# --- Anthropic Messages ------------------------------------------------------------------------------------


def _offered(name: str, request: Mapping[str, Any]) -> str:
    """Return the name under which a tool is offered: programs put the name of an MCP server before it."""
    names = [str(t.get("name", "")) for t in request.get("tools") or ()]
    return next((n for n in names if n == name or (n.startswith("mcp__") and n.endswith(f"__{name}"))), name)


def _blocks(answer: Answer, request: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        [{"type": "text", "text": answer.text}] if answer.text or not answer.calls else []
    )
    for index, call in enumerate(answer.calls):
        found.append({"type": "tool_use", "id": f"toolu_{number}_{index}", "name": _offered(call.name, request),
                      "input": dict(call.arguments)})  # fmt: skip
    return found


def _usage(answer: Answer) -> dict[str, int]:
    return {"input_tokens": answer.input_tokens - answer.cached_tokens, "output_tokens": answer.output_tokens,
            "cache_read_input_tokens": answer.cached_tokens, "cache_creation_input_tokens": 0}  # fmt: skip


def _stop(answer: Answer) -> str:
    if answer.stop == "end":
        return "tool_use" if answer.calls else "end_turn"
    return "max_tokens" if answer.stop == "length" else "refusal"


def _messages_whole(answer: Answer, request: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": request.get("model"),
            "content": _blocks(answer, request, number), "stop_reason": _stop(answer), "stop_sequence": None,
            "usage": _usage(answer)}  # fmt: skip


def _messages_events(answer: Answer, request: Mapping[str, Any], number: int) -> Iterator[str]:
    def event(kind: str, **data: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"

    empty = {**_messages_whole(answer, request, number), "content": [], "stop_reason": None}
    yield event("message_start", message={**empty, "usage": {**_usage(answer), "output_tokens": 1}})
    for index, block in enumerate(_blocks(answer, request, number)):
        tool = block["type"] == "tool_use"
        start = {**block, "input": {}} if tool else {**block, "text": ""}
        yield event("content_block_start", index=index, content_block=start)
        for piece in _pieces(json.dumps(block["input"]) if tool else block["text"]):
            delta = (
                {"type": "input_json_delta", "partial_json": piece}
                if tool
                else {"type": "text_delta", "text": piece}
            )
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    yield event("message_delta", delta={"stop_reason": _stop(answer), "stop_sequence": None},
                usage={"output_tokens": answer.output_tokens})  # fmt: skip
    yield event("message_stop")


def _anthropic_error(kind: str, message: str) -> dict[str, Any]:
    inner = "invalid_request_error" if kind == "context_length_exceeded" else kind or "api_error"
    return {"type": "error", "error": {"type": inner, "message": message}}


# --- OpenAI chat completions -------------------------------------------------------------------------------


def _finish(answer: Answer) -> str:
    if answer.stop == "end":
        return "tool_calls" if answer.calls else "stop"
    return "length" if answer.stop == "length" else "content_filter"


def _chat_calls(answer: Answer, number: int) -> list[dict[str, Any]]:
    return [
        {"id": f"call_{number}_{index}", "type": "function",
         "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))}}
        for index, call in enumerate(answer.calls)
    ]  # fmt: skip


def _chat_usage(answer: Answer) -> dict[str, Any]:
    return {"prompt_tokens": answer.input_tokens, "completion_tokens": answer.output_tokens,
            "total_tokens": answer.input_tokens + answer.output_tokens,
            "prompt_tokens_details": {"cached_tokens": answer.cached_tokens}}  # fmt: skip


def _chat_whole(answer: Answer, request: Mapping[str, Any], number: int) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text or None}
    if answer.calls:
        message["tool_calls"] = _chat_calls(answer, number)
    choice = {"index": 0, "message": message, "finish_reason": _finish(answer), "logprobs": None}
    return {"id": f"chatcmpl-{number}", "object": "chat.completion", "created": 1_700_000_000,
            "model": request.get("model"), "choices": [choice], "usage": _chat_usage(answer)}  # fmt: skip


def _chat_events(answer: Answer, request: Mapping[str, Any], number: int) -> Iterator[str]:
    head = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": 1_700_000_000,
            "model": request.get("model")}  # fmt: skip

    def chunk(delta: Mapping[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return f"data: {json.dumps({**head, 'choices': [choice]})}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(answer.text):
        yield chunk({"content": piece})
    for index, call in enumerate(_chat_calls(answer, number)):
        function = call["function"]
        opened = {**call, "index": index, "function": {"name": function["name"], "arguments": ""}}
        yield chunk({"tool_calls": [opened]})
        for piece in _pieces(function["arguments"]):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, _finish(answer))
    if (request.get("stream_options") or {}).get("include_usage"):
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': _chat_usage(answer)})}\n\n"
    yield "data: [DONE]\n\n"


def _chat_error(kind: str, message: str) -> dict[str, Any]:
    return {
        "error": {"message": message, "type": kind or "server_error", "param": None, "code": kind or None}
    }


_SHAPES = {
    "/v1/messages": _Shape(_messages_whole, _messages_events, _anthropic_error),
    "/v1/chat/completions": _Shape(_chat_whole, _chat_events, _chat_error),
}
