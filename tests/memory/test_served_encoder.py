"""Encoders outside: an embedding server on this machine that answers as such servers do, and a folder with a model."""

from __future__ import annotations

import json
import sys
import threading
import time
import types
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.errors import ConfigError
from calisson.memory.finding import served
from calisson.memory.finding.encoder import packed
from calisson.memory.finding.encoders import SETTING, encode_all, encoder_named
from calisson.memory.finding.served import ServedEncoder

Answer = tuple[int, dict[str, str], Any]


def values(text: str, width: int = 48) -> list[float]:
    return [1.0 + text.lower().count(chr(97 + n % 26)) for n in range(width)]


class Server(ThreadingHTTPServer):
    """Answers like an OpenAI-compatible server; `script` holds answers that come before ordinary ones."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Door)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.script: list[Answer] = []
        self.width = 48

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, body: dict[str, Any]) -> Answer:
        if self.script:
            return self.script.pop(0)
        items = [
            {"object": "embedding", "index": n, "embedding": values(t, self.width)}
            for n, t in enumerate(body["input"])
        ]
        usage = {"prompt_tokens": 8, "total_tokens": 8}
        return 200, {}, {"object": "list", "data": items[::-1], "model": body["model"], "usage": usage}


class Door(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, **body})
        self.server.keys.append(self.headers.get("Authorization"))
        code, headers, data = self.server.answer(body)
        payload = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def test_texts_go_in_batches_and_come_back_in_their_order(server: Server) -> None:
    encoder = ServedEncoder(server.url, "nomic-embed-text")
    texts = [(f"Note {chr(97 + n % 26) * (n + 1)}", "en") for n in range(150)]
    assert encode_all(encoder, texts) == [packed(values(t)) for t, _ in texts]
    assert [len(a["input"]) for a in server.asked] == [64, 64, 22]
    assert {(a["path"], a["model"], a["encoding_format"]) for a in server.asked} == {
        ("/v1/embeddings", "nomic-embed-text", "float")
    }
    assert server.keys == [None] * 3


def test_names_and_empty_texts_are_not_sent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(served.KEY, "sk-local")
    encoder = ServedEncoder(server.url, "m")
    made = encoder.encode_many([("Ana likes tea", "en"), ("Ana", "en"), ("", "en")], {"ana"})
    assert server.asked[0]["input"] == [" likes tea"]
    assert made == [packed(values(" likes tea")), b"", b""]
    assert server.keys == ["Bearer sk-local"]


@pytest.mark.parametrize(
    "script",
    [
        [(429, {"Retry-After": "3"}, {"error": {"message": "rate limit"}})],
        [(503, {}, {"error": "loading model"})],
        [(500, {}, b"oops"), (502, {}, b"")],
        [(200, {}, b"<html>starting</html>")],
        [(200, {}, {"object": "list", "data": []})],
        [(200, {}, {"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]})],
    ],
)
def test_a_passing_failure_is_tried_again(server: Server, pauses: list[float], script: list[Answer]) -> None:
    server.script = list(script)
    made = ServedEncoder(server.url, "m").encode_many([("tea", "en"), ("cake", "en")])
    assert made == [packed(values("tea")), packed(values("cake"))]
    assert len(server.asked) == len(script) + 1 and len(pauses) == len(script)
    if script[0][0] == 429:
        assert pauses == [3.0]


def test_a_wrong_request_is_not_repeated_and_a_dead_server_is_left_alone(
    server: Server, pauses: list[float]
) -> None:
    encoder = ServedEncoder(server.url, "missing")
    server.script = [(404, {}, {"error": {"message": "model not found"}})]
    with pytest.raises(ConfigError, match="404"):
        encoder.encode_many([("tea", "en")])
    assert len(server.asked) == 1 and not pauses
    with pytest.raises(ConfigError, match="a moment ago"):
        encoder.encode("tea")
    assert len(server.asked) == 1
    dead = ServedEncoder("http://127.0.0.1:9", "m")
    with pytest.raises(ConfigError):
        dead.encode_many([("tea", "en")])
    assert pauses == list(served.PAUSES_S)


def test_a_home_keeps_and_finds_while_its_server_is_away(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    monkeypatch.setenv(SETTING, f"{server.url}#m")
    encoder_named.cache_clear()
    lines = [json.dumps({"text": f"Note {n} about tea"}) for n in range(70)]
    with Home(tmp_path) as home:
        home.memories.take_in(lines)
        assert [len(a["input"]) for a in server.asked] == [64, 6]
        server.script = [(500, {}, b"")] * 5
        home.memories.add("The trombone is in the attic")
        assert home.memories.search("trombone", 1)[0]["text"] == "The trombone is in the attic"
        state = home.memories.vectors()
        assert (state["done"], state["memories"]) == (70, 71)
        server.script = []
        monkeypatch.setattr(served, "REST_S", 0.0)
        encoder_named(f"{server.url}#m")._down_until = 0.0  # type: ignore[attr-defined]
        home.memories.keep_house()
        assert home.memories.vectors()["done"] == 71
        server.width = 32  # another model behind the same name
    with Home(tmp_path) as home:
        home.memories.keep_house()
        assert home.memories.vectors()["done"] == 71
        assert home.memories.search("trombone", 1)[0]["text"] == "The trombone is in the attic"
    encoder_named.cache_clear()


def test_a_folder_with_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[list[str], int]] = []

    class SentenceTransformer:
        def __init__(self, folder: str, device: str) -> None:
            assert Path(folder) == tmp_path / "model" and device == "cpu"

        def encode(self, texts: Sequence[str], batch_size: int, show_progress_bar: bool) -> list[list[float]]:
            calls.append((list(texts), batch_size))
            return [values(t) for t in texts]

    library = types.ModuleType("sentence_transformers")
    library.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    with pytest.raises(ConfigError, match=r"modules\.json"):
        encoder_named(f"st:{tmp_path / 'model'}")
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "modules.json").write_text("[]")
    encoder = encoder_named(f"st:{tmp_path / 'model'}")
    (tmp_path / "other" / "model").mkdir(parents=True)
    (tmp_path / "other" / "model" / "modules.json").write_text("[]")
    assert encoder.name.startswith("st-model-") and len(encoder.name) <= 40
    assert encoder_named(f"st:{tmp_path / 'other' / 'model'}").name != encoder.name
    assert encode_all(encoder, [("Ana has tea", "en"), ("cake", "de")], {"ana"})[1] == packed(values("cake"))
    assert calls == [([" has tea", "cake"], 64)]
    encoder_named.cache_clear()


def test_no_such_encoder_and_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="no encoder"):
        encoder_named("word2vec")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    (tmp_path / "modules.json").write_text("[]")
    with pytest.raises(ConfigError, match="sentence-transformers"):
        encoder_named(f"st:{tmp_path}").encode("tea")
    encoder_named.cache_clear()
