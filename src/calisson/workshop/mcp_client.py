"""Tools of outside MCP servers, over stdio or streamable HTTP, each server with its own permission.

Whatever a server says is outside text: results always, and its tools' names and descriptions until a person has
approved exactly these (a digest; a server that changes them is a stranger again). A tool of an outside server reads
outside text, changes data and leaves the machine, so once a run has read anything of others, only servers that the
request named are called. A server gets no environment of ours beyond what its setting says, no file, no sampling,
and is cut off after its time.

    # mcp.toml, in the home's folder
    [weather]
    url = "https://weather.example/mcp"     # or: command = ["uvx", "weather-mcp"], env = { KEY = "…" }
    headers = { Authorization = "Bearer …" }
    permission = "ask"                      # ask (before every call), allow, or deny (not offered)

`calisson servers approve weather` shows what its tools say and keeps their digest in `mcp-approved.json`.
Needs the extra `mcp`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

from calisson.errors import ConfigError, ToolError
from calisson.models import Tool
from calisson.workshop.permissions import Rule
from calisson.workshop.provenance import Powers
from calisson.workshop.tools import Made, clipped
from calisson.workshop.types import Files, Outcome

if TYPE_CHECKING:
    from concurrent.futures import Future

    from anyio.from_thread import BlockingPortal

FILE = "mcp.toml"
APPROVED = "mcp-approved.json"
TIME_S = 30.0
MOST_TOOLS = 50
NAME_CHARS = 64
"""The longest name of a tool that every provider takes."""
WORDS_CHARS = 1000
"""Of a description."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """One outside server."""

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    permission: Literal["ask", "allow", "deny"] = "ask"
    approved: str = ""
    """The digest of the tools that a person approved."""
    start_s: float = TIME_S
    """How long connecting may take."""
    time_s: float = TIME_S
    """How long each call may take."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers, for a person to read before they approve it."""

    server: str
    digest: str
    tools: tuple[tuple[str, str], ...]
    """Name and description of each."""


def load(folder: Path) -> list[McpServer]:
    """Return the servers that a home's `mcp.toml` names; none without the file.

    Raises:
        ConfigError: the file cannot be read, or a server has neither a command nor an address.
    """
    file = folder / FILE
    if not file.is_file():
        return []
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        known = _approved(folder)
        made = [_server(name, row, known.get(name, "")) for name, row in data.items()]
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error
    for server in made:
        if bool(server.command) == bool(server.url) or server.permission not in ("ask", "allow", "deny"):
            raise ConfigError(
                f"{file}: {server.name!r} needs a command or a url, and as permission ask, allow or deny"
            )
        if not re.fullmatch(r"[A-Za-z0-9-]{1,30}", server.name):
            raise ConfigError(f"{file}: {server.name!r} is no name of letters, digits and -")
    return made


def _server(name: str, row: Any, approved: str) -> McpServer:
    """Return what a table of the file says of a server.

    Raises:
        TypeError: it is no table, or says what no server has.
    """
    members = {f.name for f in fields(McpServer)} - {"name"}
    if not isinstance(row, dict):
        raise TypeError(f'{name!r} is no server: write [{name}], and below it command = ["…"] or url = "…"')
    if unknown := sorted(set(row) - members):
        raise TypeError(f"{name!r} has {', '.join(unknown)}; a server has {', '.join(sorted(members))}")
    command = row.get("command", [])
    if not isinstance(command, list) or not all(isinstance(part, str) for part in command):
        raise TypeError(
            f'{name!r} has command = {command!r}; it is a list of words, such as ["npx", "a-server"]'
        )
    return McpServer(name, **{"approved": approved, **row, "command": tuple(command)})


def approve(folder: Path, offer: Offer) -> None:
    """Keep that a person has read what a server's tools say, and takes exactly this for harmless."""
    file = folder / APPROVED
    part = file.with_name(f"{APPROVED}.part")
    part.write_text(json.dumps({**_approved(folder), offer.server: offer.digest}, indent=1), "utf-8")
    part.replace(file)


def _approved(folder: Path) -> dict[str, str]:
    file = folder / APPROVED
    try:
        found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    except ValueError as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def prefix(server: str) -> str:
    """Return how the names of a server's tools begin; grants and rules name them by it."""
    return f"mcp__{server}__"


class McpClient:
    """The connections of a home to outside servers. Safe to share between threads; `close` ends them."""

    def __init__(self, servers: Sequence[McpServer]) -> None:
        self.servers = {s.name: s for s in servers if s.permission != "deny"}
        self.problems: dict[str, str] = {}
        """Servers that cannot be reached, and why."""
        self._lock = threading.Lock()
        self._portal: BlockingPortal | None = None
        self._context: Any = None
        self._live: dict[str, _Connection] = {}

    def tools(self) -> dict[str, Made]:
        """Connect to all servers and return their tools by name; what cannot be reached is in `problems`."""
        found: dict[str, Made] = {}
        for server in self.servers.values():
            try:
                listed = self._listed(server)
            except ToolError as error:
                self.problems[server.name] = str(error)
                continue
            self.problems.pop(server.name, None)
            approved = _digest(listed) == server.approved
            for tool in listed[:MOST_TOOLS]:
                made = self._made(server, tool, approved)
                found.setdefault(made.spec.name, made)
        return found

    def rules(self) -> tuple[Rule, ...]:
        """Return the rules that the servers' permissions come to."""
        return tuple(
            Rule("allow", f"{prefix(s.name)}*") for s in self.servers.values() if s.permission == "allow"
        )

    def offer(self, server: str) -> Offer:
        """Return what a server offers now.

        Raises:
            ToolError: it cannot be reached.
        """
        listed = self._listed(self.servers[server])
        return Offer(server, _digest(listed), tuple((t.name, t.description or "") for t in listed))

    def close(self) -> None:
        """End all connections."""
        with self._lock:
            if self._portal is None:
                return
            for connection in self._live.values():
                self._portal.call(connection.closing.set)
            for connection in self._live.values():
                with suppress(Exception):
                    connection.ended.result(5)
            self._live.clear()
            self._context.__exit__(None, None, None)
            self._portal = None

    # --- one server ------------------------------------------------------------------------------------

    def _made(self, server: McpServer, tool: Any, approved: bool) -> Made:
        hints = tool.annotations
        harmless = (
            approved
            and hints is not None
            and (hints.read_only_hint is True or hints.destructive_hint is False)
        )

        def work(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
            return _told(self._ask(server, lambda session: session.call_tool(tool.name, dict(a)), stopped))

        name = re.sub(r"[^A-Za-z0-9_-]", "_", f"{prefix(server.name)}{tool.name}")[:NAME_CHARS]
        spec = Tool(
            name,
            (tool.description or "")[:WORDS_CHARS],
            {"type": "object", "properties": {}, **tool.input_schema},
        )
        powers = Powers(reads_outside=True, changes=True, leaves=True, destructive=not harmless)
        return Made(spec, "send", work, powers, lambda a: (), "own" if approved else "outside")

    def _listed(self, server: McpServer) -> list[Any]:
        found: list[Any] = list(self._ask(server, lambda session: session.list_tools()).tools)
        return found

    def _ask(
        self, server: McpServer, call: Callable[[Any], Any], stopped: Callable[[], bool] = lambda: False
    ) -> Any:
        """Ask a server, connecting first where needed. A call is never made twice: what was lost is told."""
        connection = self._connected(server)
        try:
            return self._wait(server, connection, call, stopped)
        except _LostError as error:
            with self._lock:
                self._live.pop(server.name, None)
                if self._portal is not None:
                    self._portal.call(connection.closing.set)
            raise ToolError(f"the server {server.name} ended the connection") from error

    def _wait(
        self,
        server: McpServer,
        connection: _Connection,
        call: Callable[[Any], Any],
        stopped: Callable[[], bool],
    ) -> Any:
        assert self._portal is not None

        async def limited() -> Any:
            import anyio

            with anyio.fail_after(server.time_s):
                return await call(connection.session)

        task: Future[Any] = self._portal.start_task_soon(limited)
        while True:
            try:
                return task.result(0.1)
            except TimeoutError as error:
                if task.done():
                    raise ToolError(
                        f"the server {server.name} took longer than {server.time_s:g} s"
                    ) from error
                if stopped():
                    task.cancel()
                    raise ToolError("stopped") from None
                if connection.ended.done():
                    task.cancel()
                    raise _LostError from None
            except ToolError:
                raise
            except Exception as error:
                if connection.ended.done() or _closed(error):
                    raise _LostError from error
                raise ToolError(
                    f"the server {server.name} failed: {str(error)[:300] or type(error).__name__}"
                ) from error

    def _connected(self, server: McpServer) -> _Connection:
        with self._lock:
            if server.name in self._live and not self._live[server.name].ended.done():
                return self._live[server.name]
            if self._portal is None:
                from anyio.from_thread import start_blocking_portal

                self._context = start_blocking_portal()
                self._portal = self._context.__enter__()
            made = self._portal.call(_Connection)
            ended: Future[None] = self._portal.start_task_soon(made.live, server)
            made.ended = ended
            if not made.ready.wait(server.start_s) or made.error:
                ended.cancel()
                raise ToolError(
                    f"the server {server.name} cannot be reached: {made.error or 'it did not answer in time'}"
                )
            self._live[server.name] = made
            return made


class _LostError(Exception):
    """The connection is gone."""


def _closed(error: Exception) -> bool:
    from anyio import BrokenResourceError, ClosedResourceError
    from mcp.types import CONNECTION_CLOSED

    code = getattr(getattr(error, "error", None), "code", None)
    return isinstance(error, (BrokenResourceError, ClosedResourceError)) or code == CONNECTION_CLOSED


class _Connection:
    """One session, held open by a task of its own."""

    def __init__(self) -> None:
        import anyio

        self.closing = anyio.Event()
        self.ready = threading.Event()
        self.session: Any = None
        self.error = ""
        self.ended: Future[None]

    async def live(self, server: McpServer) -> None:
        try:
            async with AsyncExitStack() as stack:
                streams = await _streams(server, stack)
                from mcp import ClientSession

                self.session = await stack.enter_async_context(ClientSession(streams[0], streams[1]))
                await self.session.initialize()
                self.ready.set()
                await self.closing.wait()
        except Exception as error:
            inner: BaseException = error
            while isinstance(inner, BaseExceptionGroup):
                inner = inner.exceptions[0]
            self.error = str(inner)[:300] or type(inner).__name__
        finally:
            self.ready.set()


async def _streams(server: McpServer, stack: AsyncExitStack) -> Any:
    try:
        import mcp
    except ImportError as error:
        raise ConfigError("outside MCP servers need the extra: pip install 'calisson[mcp]'",
                          message_id="error-mcp-extra") from error  # fmt: skip
    if server.command:
        from mcp.client.stdio import stdio_client

        silent: TextIO = stack.enter_context(open(os.devnull, "w"))  # noqa: ASYNC230 - opens at once
        given = mcp.StdioServerParameters(
            command=server.command[0], args=list(server.command[1:]), env=dict(server.env)
        )
        return await stack.enter_async_context(stdio_client(given, errlog=silent))
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    http = await stack.enter_async_context(create_mcp_http_client(headers=dict(server.headers)))
    return await stack.enter_async_context(streamable_http_client(server.url, http_client=http))


def _digest(listed: Sequence[Any]) -> str:
    """Return the digest of all that a server's tools say of themselves."""
    said = sorted(json.dumps(t.model_dump(mode="json"), sort_keys=True) for t in listed)
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


def _told(result: Any) -> Outcome:
    parts = [c.text if c.type == "text" else f"[{c.type}]" for c in result.content]
    if not parts and result.structured_content is not None:
        parts = [json.dumps(result.structured_content, ensure_ascii=False)]
    return Outcome(clipped("\n".join(parts)) or "(nothing)", failed=bool(result.is_error), origin="outside")
