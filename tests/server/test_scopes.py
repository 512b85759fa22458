"""What a token may do: every route declares its scope, and every scope is tried against every route."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from serving import Served, events

from calisson.app import Home
from calisson.circles import Scope, scopes_of
from calisson.errors import ConfigError, ScopeError
from calisson.server import mcp
from calisson.server.declared import declarations, undeclared
from calisson.server.guard import Needs, Open
from calisson.server.main import create_app

API = "/api/v1"
OPEN = {
    "/api/v1/openapi.json", "/api/v1/session", "/api/v1/login", "/login", "/api/v1/health",
    "/api/v1/schemas/app.json", "/api/v1/catalogue/{language}", "/calendar.ics", "/api/v1/calendar.ics",
    "/manifest.webmanifest", "/{path:path}",
    # A frame's origin is opaque, so it sends no session; the code in the address is made for who asked with one.
    "/widgets/app/{app_id}/{code}/", "/widgets/app/{app_id}/{code}/widget.js", "/widgets/{build}/{name}",
}  # fmt: skip
"""What is open on purpose. A new one is added here with a reason."""


def token(served: Served, *scopes: str, person: str = "me") -> str:
    with served.home.database.transaction(person) as tx:
        return served.home.sessions.issue(tx, person, "token", "-".join(scopes), scopes=scopes_of(scopes))


@pytest.fixture
def book(served: Served) -> dict[str, Any]:
    """An app with one entry."""
    made = served.home.say("I want to track the books I read: title and pages").app
    served.home.say("read Dune, 412 pages")
    assert made is not None
    [record] = served.home.apps.records(made["id"])
    return {"app_id": made["id"], "record_id": record.id}


def as_token(served: Served, *scopes: str) -> httpx.Client:
    return served.client(headers={"authorization": f"Bearer {token(served, *scopes)}"})


@pytest.fixture
def app(tmp_path: Any) -> Iterator[FastAPI]:
    with Home(tmp_path / "bare") as home:
        yield create_app(home)


def test_every_route_declares_who_may_use_it(app: FastAPI) -> None:
    assert undeclared(app) == []
    assert {d.path for d in declarations(app) if isinstance(d.needs, Open)} == OPEN
    app.add_api_route(f"{API}/forgotten", lambda: {}, methods=["GET"])
    assert undeclared(app) == [f"{API}/forgotten"]


def test_a_route_has_one_declaration(app: FastAPI) -> None:
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute):
            found = [d.call for d in route.dependant.dependencies if isinstance(d.call, (Needs, Open))]
            assert len(found) == 1, route.path


def test_the_description_names_the_scopes(app: FastAPI) -> None:
    paths = app.openapi()["paths"]
    assert paths[f"{API}/apps"]["post"]["security"] == [{"token": ["apps"]}]
    assert paths[f"{API}/turns"]["post"]["security"] == [{"token": []}]
    assert "security" not in paths[f"{API}/health"]["get"]
    assert app.openapi()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_every_scope_against_every_route(served: Served, book: dict[str, str]) -> None:
    """A token gets past the door exactly when it has all that the route declares; what is inside may still refuse."""
    routes = [
        (method, route.path, route.needs)
        for route in declarations(served.server.config.app)  # type: ignore[arg-type]
        if isinstance(route.needs, Needs) and route.path != mcp.PATH
        for method in route.methods
    ]
    assert len(routes) > 50
    wrong = []
    for scope in Scope:
        with as_token(served, scope) as script:
            for method, path, declared in routes:
                if path == f"{API}/events" and scope in ("read", "admin"):
                    continue  # a stream without an end; the last test below listens to it
                address = re.sub(r"\{(\w+)\}", lambda m: book.get(m.group(1), "nothing"), path)
                answer = script.request(method, address, json={} if method not in ("GET", "DELETE") else None)
                refused = answer.status_code == 403 and answer.json()["message_id"] == "error-scope"
                assert answer.status_code not in (401, 500), (method, path, answer.text)
                allowed = scope is Scope.ADMIN or all(s is scope for s in declared.scopes)
                if refused is allowed:
                    wrong.append((str(scope), method, path, answer.status_code))
    assert not wrong, wrong


def test_a_refusal_says_what_is_missing(served: Served) -> None:
    with as_token(served, "log") as scale:
        answer = scale.get(f"{API}/apps", headers={"accept-language": "de"})
    assert (answer.status_code, answer.headers["content-type"]) == (403, "application/problem+json")
    assert "read" in answer.json()["detail"] and "Berechtigung" in answer.json()["detail"]


def said(client: httpx.Client, text: str) -> dict[str, Any]:
    answer = client.post(f"{API}/turns", json={"text": text})
    assert answer.status_code == 200
    [(kind, last)] = events(answer.text)[-1:]
    assert kind == "RUN_FINISHED", last
    return dict(last["result"])


def test_words_do_no_more_than_the_token_may(served: Served, book: dict[str, str]) -> None:
    app = book["app_id"]
    with as_token(served, "log") as scale:
        assert said(scale, "read Emma, 300 pages")["act"] == "log"
        assert said(scale, "remember that Mia is allergic to peanuts")["act"] == "remember"
        for words in (
            "how many pages did I read?", "what do you remember about Mia?", "track my coffee: cups",
            "delete the app Books", "add a rating field to Books", "call the app Novels",
        ):  # fmt: skip
            result = said(scale, words)
            assert result["act"] in ("refuse", "clarify"), (words, result["act"])
            assert not result["records"] and not result["answer"] and not result["memories"]
    with as_token(served, "read") as screen:
        assert said(screen, "how many pages did I read?")["answer"]["value"] == 712
        refused = said(screen, "read Persuasion, 250 pages")
        assert refused["act"] == "refuse" and "log" in refused["reply"]
        assert said(screen, "undo that")["act"] in ("refuse", "clarify")
    with as_token(served, "apps") as builder:
        assert said(builder, "track my coffee: cups and mood")["act"] == "create_app"
        assert said(builder, "2 cups")["act"] != "log"
    assert served.home.apps.count(app) == 2 and len(served.home.apps.list()) == 2


def test_a_refused_turn_is_kept_and_changed_nothing(served: Served, book: dict[str, str]) -> None:
    with as_token(served, "read") as screen:
        said(screen, "read Persuasion, 250 pages")
    last = served.home.turns()[-1]
    assert last["text"] == "read Persuasion, 250 pages" and last["result"]["undoable"] is False


def test_undo_is_judged_by_what_it_takes_back(served: Served, book: dict[str, str]) -> None:
    made = served.home.say("track my coffee: cups and mood")
    logged = served.home.say("read Emma, 300 pages")
    with as_token(served, "log") as scale:
        assert scale.post(f"{API}/turns/{made.id}/undo").status_code == 403
        assert len(served.home.apps.list()) == 2
        assert scale.post(f"{API}/turns/{logged.id}/undo").status_code == 200
    with as_token(served, "apps") as builder:
        assert builder.post(f"{API}/turns/{made.id}/undo").status_code == 403
    with as_token(served, "apps", "log") as both:
        assert both.post(f"{API}/turns/{made.id}/undo").status_code == 200
    assert [a.id for a in served.home.apps.list()] == [book["app_id"]]


def test_chat_completions_keep_to_the_scopes(served: Served, book: dict[str, str]) -> None:
    def chat(client: httpx.Client, text: str, stream: bool) -> str:
        body = {"messages": [{"role": "user", "content": text}], "stream": stream}
        answer = client.post("/v1/chat/completions", json=body)
        assert answer.status_code == 200
        return answer.text

    with as_token(served, "read") as screen:
        for stream in (False, True):
            chat(screen, "read Persuasion, 250 pages", stream)
            assert "scope log" in served.home.turns()[-1]["result"]["reply"]
            assert served.home.turns()[-1]["result"]["act"] == "refuse"
        chat(screen, "how many pages did I read?", False)
        assert served.home.turns()[-1]["result"]["answer"]["value"] == 412
    assert served.home.apps.count(book["app_id"]) == 1


def test_mcp_tools_and_resources_keep_to_the_scopes(served: Served, book: dict[str, str]) -> None:
    def call(secret: str, method: str, **params: Any) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {secret}", "accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        with served.client(headers=headers) as client:
            answer = client.post("/mcp", json=body)
        assert answer.status_code == 200
        return dict(answer.json())

    def refused(secret: str, tool: str, **arguments: Any) -> bool:
        done = call(secret, "tools/call", name=tool, arguments=arguments)["result"]
        return bool(done.get("isError"))

    reading = [
        ("list_apps", {}),
        ("app_records", {"app": book["app_id"]}),
        ("search_memories", {"query": "x"}),
    ]
    keys = {scope: token(served, scope) for scope in Scope}
    for scope, secret in keys.items():
        for tool, arguments in reading:
            assert refused(secret, tool, **arguments) is (scope not in ("read", "admin")), (scope, tool)
        assert refused(secret, "remember", text="the bike is blue") is (scope not in ("log", "admin"))
        shown = call(secret, "resources/read", uri="calisson://apps")
        assert ("error" in shown) is (scope not in ("read", "admin")), scope
    call(keys[Scope.READ], "tools/call", name="say", arguments={"text": "read Persuasion, 250 pages"})
    assert served.home.turns()[-1]["result"]["act"] == "refuse"


def test_every_mcp_tool_and_resource_declares_its_scope(served: Served) -> None:
    server = mcp.build(served.home)
    tools = server._tool_manager.list_tools()
    assert len(tools) >= 5
    kept = [*tools, *server._resource_manager.list_resources(), *server._resource_manager.list_templates()]
    for one in kept:
        assert hasattr(one.fn, "needs"), one.name


def test_listing_says_scopes_and_last_use(served: Served, client: httpx.Client) -> None:
    made = client.post(f"{API}/tokens", json={"label": "scale", "scopes": ["log", "read"]}).json()
    assert made["scopes"] == ["read", "log"]
    [listed] = client.get(f"{API}/tokens").json()["tokens"]
    assert listed["scopes"] == ["read", "log"] and listed["used_at"] is None
    with served.client(headers={"authorization": f"Bearer {made['token']}"}) as script:
        assert script.get(f"{API}/session").json()["scopes"] == ["read", "log"]
        assert script.get(f"{API}/tokens").status_code == 403
        assert script.post(f"{API}/tokens", json={"label": "more", "scopes": ["admin"]}).status_code == 403
    [listed] = client.get(f"{API}/tokens").json()["tokens"]
    assert listed["used_at"] is not None
    for wrong in ([], ["everything"], "read"):
        assert client.post(f"{API}/tokens", json={"label": "x", "scopes": wrong}).status_code == 422


def test_tokens_from_before_scopes_do_everything(tmp_path: Any) -> None:
    import hashlib

    from sqlalchemy import text

    from calisson.circles import Sessions
    from calisson.clock import SystemClock
    from calisson.store import Database
    from calisson.store.engine import WRITE, make_engine
    from calisson.store.migrate import upgrade

    engine = make_engine(tmp_path / "calisson.db", None)
    with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
        upgrade(connection, "0004")
        connection.execute(
            text(
                "INSERT INTO sessions (id, kind, person, csrf, label, created_at) "
                "VALUES (:id, 'token', 'me', 'x', 'old', '2026-03-03T11:00:00.000000Z')"
            ),
            {"id": hashlib.sha256(b"secret").hexdigest()},
        )
    engine.dispose()
    with Database.open(tmp_path) as database:
        sessions = Sessions(database, SystemClock())
        caller = sessions.caller("secret", "token")
        assert caller is not None and caller.scopes == {Scope.ADMIN}
        assert [t.scopes for t in sessions.tokens("me")] == [(Scope.ADMIN,)]


def test_names_of_scopes() -> None:
    from calisson.cli.tokens import ScopeName

    assert [s.value for s in ScopeName] == [s.value for s in Scope]
    for wrong in ([], ["read", "root"]):
        with pytest.raises(ConfigError) as refused:
            scopes_of(wrong)
        assert refused.value.message_id == "error-scope-unknown"


def test_the_command_line_makes_lists_and_revokes(tmp_path: Any) -> None:
    from typer.testing import CliRunner

    from calisson.cli import cli

    def run(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(cli, ["token", *words, "--data", str(tmp_path)], catch_exceptions=False)
        assert done.exit_code == code, done.output
        return done.output.strip()

    secret = run("create", "--scope", "log", "--scope", "read", "--name", "kitchen scale")
    shown = run("list")
    assert "kitchen scale" in shown and "read log" in shown and secret not in shown
    [listed] = json.loads(run("list", "--json"))
    assert listed["scopes"] == ["read", "log"] and listed["used_at"] is None
    with Home(tmp_path) as home:
        caller = home.sessions.caller(secret, "token")
        assert caller is not None and caller.scopes == {Scope.READ, Scope.LOG}
        with pytest.raises(ScopeError):
            home.undo(home.say("remember that the bike is blue").id, scopes={Scope.READ})
    assert "read" in run("create", "--name", "x", "--scope", "root", code=2)
    assert "--scope" in run("create", "--name", "x", code=2)
    run("revoke", listed["id"])
    assert run("list") == ""


def test_the_stream_of_events_needs_read(served: Served) -> None:
    found = []
    with httpx.Client(base_url=served.address, trust_env=False, timeout=20) as client:
        for scope in ("read", "log"):
            headers = {"authorization": f"Bearer {token(served, scope)}"}
            with client.stream("GET", f"{API}/events", headers=headers) as answer:
                found.append(answer.status_code)
    assert found == [200, 403]
