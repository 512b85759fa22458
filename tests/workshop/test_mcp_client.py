"""Outside MCP servers as real programs: their tools are used under permissions, their words stay outside words."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.errors import ConfigError, ToolError
from calisson.store import Database
from calisson.workshop import Agent, Grants, Permissions, Task, Workspace, grants_of, tools
from calisson.workshop.mcp_client import McpClient, McpServer, load
from scripted_calls import Scripted

PROGRAM = str(Path(__file__).with_name("outside_server.py"))
STDIO = (sys.executable, PROGRAM, "stdio")


@pytest.fixture
def joined() -> Iterator[Callable[..., McpClient]]:
    made: list[McpClient] = []

    def make(*servers: McpServer) -> McpClient:
        made.append(McpClient(servers))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def over_http() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, PROGRAM, "http", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp"
    process.kill()
    process.wait(10)


def never() -> bool:
    return False


def test_tools_over_stdio(joined: Any, tmp_path: Path) -> None:
    client = joined(McpServer("far", STDIO, env={"GIVEN": "x"}, time_s=20))
    kit, place = client.tools(), Workspace(tmp_path / "work")
    assert set(kit) == {f"mcp__far__{n}" for n in ("forecast", "environment", "slow", "fails", "dies")}
    outcome = kit["mcp__far__forecast"](place, {"city": "Oslo"}, never)
    assert outcome.text.startswith("rain in Oslo") and outcome.origin == "outside" and not outcome.failed
    names = kit["mcp__far__environment"](place, {}, never).text.split()
    assert "GIVEN" in names and not {n for n in names if "KEY" in n or "TOKEN" in n or n == "PYTHONPATH"}
    assert kit["mcp__far__fails"](place, {}, never).failed
    with pytest.raises(ToolError):
        kit["mcp__far__forecast"](place, {"city": 3}, never)
    begun = time.monotonic()
    with pytest.raises(ToolError, match="stopped"):
        kit["mcp__far__slow"](place, {"seconds": 8}, lambda: time.monotonic() - begun > 0.3)
    assert time.monotonic() - begun < 6


def test_a_server_that_is_slow_dies_or_is_not_there(joined: Any, tmp_path: Path) -> None:
    client = joined(
        McpServer("far", STDIO, time_s=3),
        McpServer("none", ("no-such-program-here",)),
        McpServer("off", url="http://127.0.0.1:9/mcp"),
    )
    kit, place = client.tools(), Workspace(tmp_path / "work")
    assert set(client.problems) == {"none", "off"} and all(
        "cannot be reached" in p for p in client.problems.values()
    )
    with pytest.raises(ToolError, match="longer than"):
        kit["mcp__far__slow"](place, {"seconds": 5}, never)
    with pytest.raises(ToolError, match="ended the connection"):
        kit["mcp__far__dies"](place, {}, never)
    assert kit["mcp__far__forecast"](place, {"city": "Rom"}, never).text.startswith("rain in Rom")


def test_tools_over_http(joined: Any, over_http: str, tmp_path: Path) -> None:
    client = joined(McpServer("far", url=over_http))
    outcome = client.tools()["mcp__far__forecast"](Workspace(tmp_path / "work"), {"city": "Kyoto"}, never)
    assert outcome.text.startswith("rain in Kyoto") and outcome.origin == "outside"


def test_another_home_is_a_server_too(joined: Any, tmp_path: Path) -> None:
    with Home(tmp_path / "theirs") as theirs:
        theirs.memories.add("The spare key hangs in the shed")
    command = (sys.executable, "-m", "calisson.cli", "mcp", "--data", str(tmp_path / "theirs"))
    client = joined(McpServer("aunt", command, env={"PYTHONPATH": str(Path(__file__).parents[2] / "src")}))
    found = client.tools()["mcp__aunt__search_memories"](
        Workspace(tmp_path / "work"), {"query": "spare key"}, never
    )
    assert "shed" in found.text and found.origin == "outside", client.problems


def test_descriptions_bind_until_a_person_approved_exactly_these(joined: Any) -> None:
    client = joined(McpServer("far", STDIO))
    assert {t.described for t in client.tools().values()} == {"outside"}
    offer = client.offer("far")
    assert ("fails", "Fail.") in offer.tools
    approved = McpServer("far", STDIO, approved=offer.digest)
    assert {t.described for t in joined(approved).tools().values()} == {"own"}
    changed = McpServer("far", STDIO, approved=offer.digest, env={"CHANGED": "1"})
    assert {t.described for t in joined(changed).tools().values()} == {"outside"}


@pytest.mark.parametrize(
    ("permission", "approved", "text", "kinds"),
    [
        ("ask", True, "hm", ["question", "denied", "result"]),  # nothing outside came in: the write goes through
        ("allow", True, "hm", ["result", "question", "denied"]),  # what it said binds the run
        ("allow", False, "hm", ["question", "denied", "question", "denied"]),  # what it is called binds the run
        ("allow", False, "Ask far about the weather and delete what it says", ["result", "question", "denied"]),
    ],
)  # fmt: skip
def test_each_server_has_its_own_permission(
    joined: Any, tmp_path: Path, permission: Any, approved: bool, text: str, kinds: list[str]
) -> None:
    digest = joined(McpServer("far", STDIO)).offer("far").digest if approved else ""
    client = joined(
        McpServer("far", STDIO, permission=permission, approved=digest),
        McpServer("no", STDIO, permission="deny"),
    )
    models = Scripted(("mcp__far__forecast", {"city": "Oslo"}), ("write", {"path": "owned.txt", "text": "x"}))
    with Database.open(tmp_path / "home") as database:
        agent = Agent(
            models, database, Permissions("edits", client.rules()), tools={**tools(), **client.tools()}
        )  # type: ignore[arg-type]
        grants = grants_of(text, servers=client.servers)
        grants = Grants(grants.tools, (), grants.apps, grants.hosts, grants.destructive)
        events = list(agent.resume(agent.start(Task(text, grants=grants), tmp_path / "work")))
    assert [e.kind for e in events if e.kind in ("result", "question", "denied")] == kinds
    assert not any(t.name.startswith("mcp__no") for t in models.asked[0].tools)


def test_nothing_private_leaves_without_a_yes(joined: Any, tmp_path: Path) -> None:
    digest = joined(McpServer("far", STDIO)).offer("far").digest
    client = joined(McpServer("far", STDIO, permission="allow", approved=digest))
    models = Scripted(("mcp__far__forecast", {"city": "my diary"}))
    with Database.open(tmp_path / "home") as database:
        agent = Agent(
            models, database, Permissions("edits", client.rules()), tools={**tools(), **client.tools()}
        )  # type: ignore[arg-type]
        run = agent.start(
            Task("Ask far", privacy="local", grants=grants_of("Ask far", servers=["far"])), tmp_path / "work"
        )
        events = list(agent.resume(run))
    question = next(e.question for e in events if e.question)
    assert question is not None and question.reason == "private" and "denied" in [e.kind for e in events]


def test_a_homes_servers_stand_in_a_file(tmp_path: Path) -> None:
    assert load(tmp_path) == []
    (tmp_path / "mcp.toml").write_text(
        '[weather]\nurl = "https://w.example/mcp"\nheaders = { A = "b" }\n'
        '[notes]\ncommand = ["notes", "--x"]\npermission = "allow"\n'
    )
    weather, notes = load(tmp_path)
    assert (
        weather.headers == {"A": "b"}
        and weather.permission == "ask"
        and notes.command == ("notes", "--x")
        and "b" not in repr(weather)
    )
    for wrong in (
        "[x]\n",
        "[x]\nurl='u'\ncommand=['c']\n",
        "[x]\nurl='u'\npermission='all'\n",
        "[x y]",
        "['x y']\nurl='u'\n",
        "[x]\nurl='u'\nwhat=1\n",
    ):
        (tmp_path / "mcp.toml").write_text(wrong)
        with pytest.raises(ConfigError):
            load(tmp_path)
    assert grants_of("What does Weather say about notes?", servers=["weather", "notes", "far"]).tools[
        -2:
    ] == ("mcp__weather__*", "mcp__notes__*")


@pytest.mark.parametrize(
    ("text", "says"),
    [('[far]\ncommand = "npx a-server"\n', "list of words"), ("far = 5\n", r"\[far\]"), ("[far]\ncommand = 5\n", "list of words"),
     ('[far.inner]\ncommand = ["x"]\n', "inner; a server has"), ("[far]\ncommand = []\n", "needs a command or a url")],
)  # fmt: skip
def test_a_file_of_servers_that_is_wrong_says_what_to_write(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "mcp.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=says):
        load(tmp_path)


def test_a_person_approves_a_server_on_the_command_line(tmp_path: Path) -> None:
    import json

    from typer.testing import CliRunner

    from calisson.cli import cli

    (tmp_path / "mcp.toml").write_text(f'[far]\ncommand = ["{sys.executable}", "{PROGRAM}", "stdio"]\n')

    def said(*words: str, answer: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(cli, ["servers", *words, "--data", str(tmp_path)], input=answer)
        return done.exit_code, done.output

    assert "5 tools, not approved" in said("list")[1]
    code, shown = said("approve", "far", answer="n\n")
    assert code == 0 and "IMPORTANT" in shown and load(tmp_path)[0].approved == ""
    assert said("approve", "far", answer="y\n")[0] == 0
    assert json.loads(said("list", "--json")[1])[0]["approved"] is True
    assert said("approve", "none")[0] != 0
    (tmp_path / "mcp-approved.json").write_text("{")
    with pytest.raises(ConfigError):
        load(tmp_path)
