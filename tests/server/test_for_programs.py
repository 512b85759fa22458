"""The home for other programs: OpenAI's protocol through its own client, MCP through its own client, both ways."""

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx
import pytest
from serving import Served

from calisson.app import Home

T = TypeVar("T")


@pytest.fixture
def token(served: Served) -> str:
    with served.home.database.transaction("me") as tx:
        return served.home.sessions.issue(tx, "me", "token", "a program")


@pytest.fixture
def program(served: Served, token: str) -> Any:
    with served.client(headers={"authorization": f"Bearer {token}"}) as client:
        yield client


def chat(client: httpx.Client, text: Any, **more: Any) -> httpx.Response:
    return client.post(
        "/v1/chat/completions",
        json={"model": "calisson", "messages": [{"role": "user", "content": text}], **more},
    )


def test_a_turn_through_openais_own_client(served: Served, token: str) -> None:
    from openai import OpenAI

    with OpenAI(base_url=f"{served.address}/v1", api_key=token, max_retries=0) as client:
        assert [m.id for m in client.models.list()] == ["calisson"]
        made = client.chat.completions.create(
            model="calisson",
            messages=[{"role": "user", "content": "I want to track the books I read: title and pages"}],
        )
        assert made.choices[0].finish_reason == "stop" and made.choices[0].message.content
        assert len(served.home.apps.list()) == 1
        stream = client.chat.completions.create(
            model="calisson", messages=[{"role": "user", "content": "read Dune, 412 pages"}], stream=True,
            stream_options={"include_usage": True},
        )  # fmt: skip
        chunks = list(stream)
    words = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert words == served.home.turns()[-1]["result"]["reply"]
    assert chunks[-1].usage is not None and chunks[-2].choices[0].finish_reason == "stop"
    assert served.home.apps.count(served.home.apps.list()[0].id) == 1


def test_nobody_without_a_token(served: Served, client: httpx.Client) -> None:
    with served.client() as stranger:
        assert chat(stranger, "hello").status_code == 401
        assert stranger.get("/v1/models").status_code == 401
        assert stranger.post("/mcp", json={}).status_code == 401
        stranger.headers["authorization"] = "Bearer wrong"
        assert chat(stranger, "hello").status_code == 401
        assert stranger.post("/mcp", json={}).status_code == 401
    assert client.post("/mcp", json={}).status_code == 401, "a browser's session is no token"
    assert served.home.turns() == []


@pytest.mark.parametrize(
    "text", ["", "  ", None, [{"type": "image_url", "image_url": {"url": "data:,"}}], [{"type": "text"}], []]
)
def test_only_words(program: httpx.Client, served: Served, text: Any) -> None:
    answer = chat(program, text)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "error-chat-words"
    assert served.home.turns() == []


def test_the_earlier_messages_are_not_done_again(program: httpx.Client, served: Served) -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "remember that my locker is 17"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": [{"type": "text", "text": "remember that my badge is blue"}]},
    ]
    assert program.post("/v1/chat/completions", json={"messages": messages}).status_code == 200
    assert [m["text"] for m in served.home.memories.all()] != [] and len(served.home.turns()) == 1
    bad = program.post(
        "/v1/chat/completions",
        json={"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]},
    )
    assert bad.status_code == 400


async def tour(session: Any) -> dict[str, Any]:
    """Use every tool and resource once."""
    await session.initialize()
    tools = {t.name for t in (await session.list_tools()).tools}

    async def call(name: str, **arguments: Any) -> str:
        return str((await session.call_tool(name, arguments)).content[0].text)

    said = json.loads(await call("say", text="I want to track the books I read: title and pages"))
    logged = json.loads(await call("say", text="read Dune, 412 pages"))
    apps = json.loads(await call("list_apps"))
    records = json.loads(await call("app_records", app=apps[0]["name"]))
    offered = json.loads(await call("remember", text="My library card number ends in 88"))
    found = json.loads(await call("search_memories", query="library card"))
    wrong = await session.call_tool("app_records", {"app": "no such app"})
    uris = {str(r.uri) for r in (await session.list_resources()).resources}
    whole = await session.read_resource(f"calisson://apps/{apps[0]['id']}")
    memories = await session.read_resource("calisson://memories")
    return {
        "tools": tools, "said": said, "logged": logged, "apps": apps, "records": records, "found": found,
        "wrong": wrong, "uris": uris, "whole": json.loads(whole.contents[0].text),
        "memories": memories.contents[0].text, "offered": offered,
    }  # fmt: skip


def checked(seen: dict[str, Any]) -> None:
    assert seen["tools"] == {"say", "list_apps", "app_records", "search_memories", "remember"}
    assert (
        seen["said"]["act"] == "create_app" and seen["logged"]["act"] == "log" and seen["logged"]["undoable"]
    )
    assert (getattr(seen["wrong"], "is_error", None) or getattr(seen["wrong"], "isError", False)) is True
    assert seen["records"]["records"][0]["values"]["pages"] == 412
    assert seen["offered"]["waits"] is True and seen["found"] == [] and seen["memories"] == "[]"
    assert seen["uris"] == {"calisson://apps", "calisson://memories"}
    assert seen["whole"]["records"] and seen["whole"]["app"]["id"] == seen["apps"][0]["id"]


def alone(visit: Callable[[], Awaitable[T]]) -> T:
    """Run it on a thread of its own: a browser test before may have left a loop on this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, visit).result()


def test_mcp_over_http(served: Served, token: str) -> None:
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    async def visit() -> dict[str, Any]:
        async with create_mcp_http_client(headers={"authorization": f"Bearer {token}"}) as http:
            async with streamable_http_client(f"{served.address}/mcp", http_client=http) as streams:
                async with ClientSession(streams[0], streams[1]) as session:
                    return await tour(session)

    checked(alone(visit))
    assert len(served.home.turns()) == 2


def test_every_program_speaks_for_the_person_of_its_token(served: Served) -> None:
    with served.home.database.transaction("anna") as tx:
        annas = served.home.sessions.issue(tx, "anna", "token", "annas")
    headers = {"authorization": f"Bearer {annas}", "accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "say", "arguments": {"text": "remember that my badge is blue"}}}  # fmt: skip
    with served.client(headers=headers) as client:
        answer = client.post("/mcp", json=body)
    assert answer.status_code == 200 and "isError" not in answer.text.replace('"isError":false', "")
    assert len(served.home.turns("anna")) == 1 and served.home.turns("me") == []


def test_mcp_over_stdio(tmp_path: Path) -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(
        command=sys.executable, args=["-m", "calisson.cli", "mcp", "--data", str(tmp_path / "home")],
        env={"PYTHONPATH": os.environ.get("PYTHONPATH", ""), "PATH": os.environ["PATH"]},
    )  # fmt: skip

    async def visit() -> dict[str, Any]:
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            return await tour(session)

    checked(alone(visit))
    with Home(tmp_path / "home") as home:
        assert home.apps.count(home.apps.list()[0].id) == 1


def test_tokens_are_made_shown_once_and_taken_back(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from calisson.cli import cli

    def said(*words: str) -> str:
        done = CliRunner().invoke(
            cli, ["tokens", *words, "--data", str(tmp_path / "home")], catch_exceptions=False
        )
        assert done.exit_code == 0, done.output
        return done.output.strip()

    secret = said("add", "my editor")
    shown = said("list")
    assert "my editor" in shown and secret not in shown
    with Home(tmp_path / "home") as home:
        caller = home.sessions.caller(secret, "token")
        assert caller is not None and caller.person == "me"
    said("remove", shown.split()[0])
    assert said("list") == ""


def test_without_the_extra_the_command_says_so(tmp_path: Path) -> None:
    code = (
        "import sys\nsys.modules['mcp'] = None\nsys.argv = ['calisson', 'mcp', '--data', sys.argv[1]]\n"
        "from calisson.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 1 and "calisson[mcp]" in done.stderr


def test_errors_of_this_protocol_have_its_shape_wherever_they_come_from(
    served: Served, program: httpx.Client
) -> None:
    with served.client(headers={"authorization": "Bearer nobody"}) as stranger:
        answers = {
            401: stranger.get("/v1/models"), 404: program.get("/v1/nothing"),
            422: program.post("/v1/chat/completions", json={"messages": []}),
        }  # fmt: skip
    for status, answer in answers.items():
        assert answer.status_code == status
        error = answer.json()["error"]
        assert set(error) == {"message", "type", "param", "code"} and error["message"]
    assert answers[401].json()["error"]["type"] == "authentication_error"
    assert answers[422].json()["error"]["param"] == "messages"
    assert program.get("/api/v1/nothing").json()["message_id"] == "error-not-found"


def test_a_filter_that_nothing_can_fit_is_refused_over_http_too(program: httpx.Client) -> None:
    for wrong in ("since=2026-13-45", "until=2026-02-30", "theme=gardens"):
        answer = program.get(f"/api/v1/memories?{wrong}")
        assert answer.status_code == 400 and answer.json()["message_id"] == "error-request"
    assert program.get("/api/v1/memories?since=2026-02-28&theme=other").status_code == 200


def test_an_app_file_that_nests_without_end_is_refused(program: httpx.Client) -> None:
    answer = program.post("/api/v1/apps/import", files={"file": ("app.json", b"[" * 100_000)})
    assert answer.status_code == 422 and answer.json()["message_id"] == "error-import"
