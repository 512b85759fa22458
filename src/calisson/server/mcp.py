"""The home as an MCP server: talk, apps and memories as tools and resources, over stdio and streamable HTTP.

The protocol's own library (`calisson[mcp]`) is imported by the first use. Over HTTP every request is signed in by
a token and carries no session of its own; over stdio it is the person who started the program. What a tool
returns are the person's own data; a tool does what that person could do by talking, and undo takes it back, but
what it wants remembered waits for the person's yes: here a model chooses the words. Every tool and resource names the
scopes that it needs of the token.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from starlette.requests import Request

from calisson import __version__
from calisson.circles import Caller, Scope, require
from calisson.errors import AuthError, CalissonError, ConfigError
from calisson.server.guard import Needs, caller_of
from calisson.server.problems import language_of, problem
from calisson.server.talk import announce

if TYPE_CHECKING:
    from fastapi import FastAPI
    from mcp.server.mcpserver import MCPServer
    from starlette.types import Receive, Send
    from starlette.types import Scope as AsgiScope

    from calisson.app import Home

PATH = "/mcp"
Doing = Callable[..., Awaitable[Any]]

MOST = 200
"""Records of one answer."""

SELF = Caller("me", "", "token")
"""Over stdio: whoever started the program."""

_caller: ContextVar[Caller] = ContextVar("caller", default=SELF)


def build(home: Home, hub: Any = None) -> MCPServer:
    """Return the MCP server of a home.

    Raises:
        ConfigError: the protocol's library is not installed.
    """
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise ConfigError("the MCP server needs the extra: pip install 'calisson[mcp]'",
                          message_id="error-mcp-extra") from error  # fmt: skip
    server = MCPServer("calisson", version=__version__)

    async def done(work: Any) -> Any:
        try:
            return await to_thread.run_sync(work)
        except CalissonError as error:
            raise ToolError(str(error)) from error

    def tool(*needs: Scope) -> Callable[[Doing], Doing]:
        """Make a tool of a function, for tokens that have all that it needs."""
        return lambda function: server.tool()(_guarded(function, needs, ToolError))

    def resource(uri: str, *needs: Scope) -> Callable[[Doing], Doing]:
        """Make a resource of a function, for tokens that have all that it needs."""
        made = server.resource(uri, mime_type="application/json")
        return lambda function: made(_guarded(function, needs, ToolError))

    @tool()  # the turn judges what the words may do
    async def say(text: str) -> str:
        """Say one thing to the home in any of its languages: log, ask, make an app, remind, remember, undo.

        What is to be remembered waits for the person's yes.
        """
        caller = _caller.get()

        def turn() -> str:
            said = home.say(text, person=caller.person, scopes=caller.scopes, own=False)
            result = said.model_dump(mode="json")
            if hub is not None:
                announce(hub, result)
            kept = {
                k: result[k] for k in ("id", "reply", "act", "answer", "records", "reminders", "undoable")
            }
            return _text(kept)

        return str(await done(turn))

    @tool(Scope.READ)
    async def list_apps() -> str:
        """List the household's apps with their fields."""
        return str(await done(lambda: _text(_apps(home))))

    @tool(Scope.READ)
    async def app_records(app: str, limit: int = 50) -> str:
        """Return the latest records of an app (its id or name), at most 200."""
        return str(await done(lambda: _text(_records(home, app, max(1, min(limit, MOST))))))

    @tool(Scope.READ)
    async def search_memories(query: str, limit: int = 10) -> str:
        """Search what the home remembers; what may not leave the house is left out."""
        person = _caller.get().person
        most = max(1, min(limit, 50))
        return str(await done(lambda: _text(home.memories.abroad.search(query, most, person))))

    @tool(Scope.LOG)
    async def remember(text: str) -> str:
        """Propose a fact to remember; with `waits` nothing answers from it before the person says yes."""
        person = _caller.get().person
        return str(await done(lambda: _text(home.memories.offer(text, person))))

    @resource("calisson://apps", Scope.READ)
    async def apps() -> str:
        """Every app with its fields."""
        return str(await done(lambda: _text(_apps(home))))

    @resource("calisson://apps/{app}", Scope.READ)
    async def app(app: str) -> str:
        """An app's specification and its latest records."""
        found = await done(lambda: {"app": home.app_out(home.find_app(app)), **_records(home, app, MOST)})
        return _text(found)

    @resource("calisson://memories", Scope.READ)
    async def memories() -> str:
        """What the home remembers; what may not leave the house is left out."""
        person = _caller.get().person
        return str(await done(lambda: _text(home.memories.abroad.all(person))))

    return server


def _guarded(function: Doing, needs: tuple[Scope, ...], refusal: type[Exception]) -> Doing:
    """Return the function as it may be called by whoever has all the scopes that it needs."""

    @wraps(function)
    async def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            require(_caller.get().scopes, needs)
        except CalissonError as error:
            raise refusal(str(error)) from error
        return await function(*args, **kwargs)

    guarded.__dict__["needs"] = needs
    return guarded


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _apps(home: Home) -> list[dict[str, Any]]:
    found = []
    for schema in home.apps.schemas():
        app = home.app_out(schema.id) or {}
        entities = [
            {"name": e["name"], "label": e["label"],
             "fields": [{k: f.get(k) for k in ("name", "label", "type", "unit", "currency")} for f in e["fields"]]}
            for e in app.get("entities", [])
        ]  # fmt: skip
        found.append({"id": schema.id, "name": schema.name, "icon": schema.icon, "entities": entities})
    return found


def _records(home: Home, app: str, limit: int) -> dict[str, Any]:
    app_id = home.find_app(app)
    return {"app_id": app_id, "records": [r.as_dict() for r in home.apps.records(app_id, limit=limit)]}


def run_stdio(home: Home) -> None:
    """Serve a home over standard input and output until the client closes them.

    Raises:
        ConfigError: the protocol's library is not installed.
    """
    anyio.run(build(home).run_stdio_async)


class Endpoint:
    """The streamable HTTP endpoint; the library is imported, and its tasks begun, by the first request."""

    needs = Needs()
    """A token of any kind; the tools ask for more."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._lock = anyio.Lock()
        self._inner: Any = None
        self._scope: anyio.CancelScope | None = None

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer one request of a client that holds a token."""
        request = Request(scope, receive)
        try:
            caller = await to_thread.run_sync(caller_of, request)
            if caller.kind != "token":
                raise AuthError("MCP needs a token")
            inner = await self._opened()
        except CalissonError as error:
            status = 401 if isinstance(error, AuthError) else 501
            headers = {"www-authenticate": "Bearer"} if status == 401 else {}
            answer = problem(status, error.message_id, await to_thread.run_sync(language_of, request))
            answer.headers.update(headers)
            await answer(scope, receive, send)
            return
        token = _caller.set(caller)
        try:
            await inner({**scope, "path": PATH, "root_path": ""}, receive, send)
        finally:
            _caller.reset(token)

    async def _opened(self) -> Any:
        async with self._lock:
            if self._inner is None:
                state = self._app.state
                server = await to_thread.run_sync(build, state.home, state.hub)
                from mcp.server.transport_security import TransportSecuritySettings

                guarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard did it
                inner = server.streamable_http_app(streamable_http_path=PATH, stateless_http=True, json_response=True,
                                                   transport_security=guarded)  # fmt: skip
                await state.tasks.start(self._serve, server)
                self._inner = inner
            return self._inner

    async def _serve(self, server: MCPServer, *, task_status: Any = anyio.TASK_STATUS_IGNORED) -> None:
        with anyio.CancelScope() as self._scope:
            async with server.session_manager.run():
                task_status.started()
                await anyio.sleep_forever()

    def close(self) -> None:
        """End its tasks."""
        if self._scope is not None:
            self._scope.cancel()
