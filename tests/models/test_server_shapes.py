"""`calisson models test NAME` with the shapes that each server's documentation gives; one command a server."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from calisson.cli import cli
from calisson.errors import ConfigError
from calisson.models import roster
from calisson.settings import KEYS

SHAPES = json.loads((Path(__file__).parent / "shapes.json").read_text("utf-8"))
ERRORS = [(name, *error) for name, shape in SHAPES.items() for error in shape["errors"]]


class Replay:
    """Answers with one recorded body."""

    def __init__(self) -> None:
        self.status, self.body, self.models = 200, {}, {}
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        replay = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def _send(self, status: int, body: Any) -> None:
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self) -> None:
                self._send(200, replay.models)

            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
                replay.asked.append(
                    (self.path.split("?")[0], {k.lower(): v for k, v in self.headers.items()}, sent)
                )
                self._send(replay.status, replay.body)

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Replay]:
    for name in (*KEYS, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CALISSON_DATA", str(tmp_path / "home"))
    monkeypatch.setattr(roster, "LOOPBACK_SERVERS", ())
    made = Replay()
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join(5)


def set_up(name: str, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    shape: dict[str, Any] = SHAPES[name]
    for variable, value in shape.get("env", {}).items():
        monkeypatch.setenv(variable, value.replace("{url}", f"http://127.0.0.1:{replay.port}"))
    if "server" in shape:
        replay.models = shape["models"]
        monkeypatch.setattr(roster, "LOOPBACK_SERVERS", ((shape["server"], replay.port),))
    return shape


@pytest.mark.parametrize("name", SHAPES)
def test_what_it_answers_is_read(name: str, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = set_up(name, replay, monkeypatch)
    replay.body = shape["answer"]
    done = CliRunner().invoke(cli, ["models", "test", name, "--json"], catch_exceptions=False)
    lines = json.loads(done.output)
    assert done.exit_code == 0 and lines and all(x["ok"] and x["text"] == "OK." for x in lines), lines
    path, headers, sent = replay.asked[0]
    assert path.endswith(shape["path"]) and sent["messages"][-1]["role"] == "user"
    if "env" in shape:
        assert "k-secret" in (headers.get("x-api-key"), headers.get("authorization", "")[7:])


@pytest.mark.parametrize(("name", "status", "body", "kind"), ERRORS)
def test_what_is_wrong_is_said(
    name: str, status: int, body: Any, kind: str, replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(name, replay, monkeypatch)
    monkeypatch.setattr("calisson.models.retry.WORTH_IT", ())
    replay.status, replay.body = status, body
    done = CliRunner().invoke(cli, ["models", "test", name, "--json"], catch_exceptions=False)
    lines = json.loads(done.output)
    assert done.exit_code == 1 and {x["error"] for x in lines} == {kind}, lines
    assert "k-secret" not in done.output and all(x["message"] for x in lines)


@pytest.mark.parametrize("lang", ["en", "de", "zh", "ja", "ko"])
@pytest.mark.parametrize("name", [*SHAPES, "openai", "llama.cpp"])
def test_what_is_not_set_up_is_told_its_one_command(
    name: str, lang: str, replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    with pytest.raises(ConfigError) as error:
        CliRunner().invoke(cli, ["models", "test", name], catch_exceptions=False)
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text("utf-8")
    assert roster.SETUP[name] in str(error.value) and roster.SETUP[name] in page
    assert f"`calisson models test {name}`" in page and replay.asked == []


def test_an_unknown_name_is_told_what_there_is(replay: Replay) -> None:
    with pytest.raises(ConfigError, match="no model 'gpt-9'"):
        CliRunner().invoke(cli, ["models", "test", "gpt-9"], catch_exceptions=False)


def test_a_name_means_its_own_models_only(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up("claude", replay, monkeypatch)
    shape = set_up("vllm", replay, monkeypatch)
    replay.body = shape["answer"]
    done = CliRunner().invoke(cli, ["models", "test", "vllm", "--json"], catch_exceptions=False)
    assert [x["id"] for x in json.loads(done.output)] == [f"openai:Qwen/Qwen3-8B@127.0.0.1:{replay.port}"]
