"""Encoders outside: an embedding server on this machine that answers as such servers do, and a folder with a model."""

from __future__ import annotations

import json
import sys
import threading
import time
import types
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from calisson import Home
from calisson.errors import ConfigError
from calisson.memory import Policy
from calisson.memory.finding import served
from calisson.memory.finding.encoder import packed
from calisson.memory.finding.encoders import OUTSIDE, SETTING, encode_all, encoder_named
from calisson.memory.finding.points import points
from calisson.memory.finding.served import ServedEncoder
from calisson.memory.tables import memories

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


@pytest.fixture
def outside(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The same server, said to pass on what it gets to another machine."""
    monkeypatch.setenv("CALISSON_REMOTE_PORTS", str(server.server_address[1]))
    monkeypatch.setenv(SETTING, f"{server.url}#m")
    encoder_named.cache_clear()
    yield server
    encoder_named.cache_clear()


def given(server: Server) -> str:
    return " ".join(t for asked in server.asked for t in asked["input"])


def test_nothing_goes_to_a_server_outside_before_that_is_wanted(
    outside: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match="CALISSON_ENCODER_OUTSIDE"):
        Home(tmp_path)
    for url in ("https://api.example.com/v1", "http://nas.example:8080/v1", "http://8.8.8.8/v1"):
        with pytest.raises(ConfigError, match="outside the house"):
            encoder_named(url)
    for url in ("http://localhost:11434/v1", "http://192.168.1.7:8080/v1", "http://[::1]:9/v1"):
        assert not encoder_named(url).outside  # type: ignore[attr-defined]
    assert outside.asked == []
    monkeypatch.setenv(OUTSIDE, "1")
    with Home(tmp_path) as home:
        home.memories.add("The trombone is in the attic")
        home.memories.search("brass instrument", 1)
    assert "trombone" in given(outside) and "brass instrument" in given(outside)


def test_what_is_local_only_never_goes_to_a_server_outside(
    outside: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OUTSIDE, "1")
    with Home(tmp_path) as home:
        with home.by_hand() as tx:
            kept = home.memory.remember(
                tx,
                "The diary is behind the books",
                source_turn="t",
                language="en",
                policy=Policy(local_only=True),
            )
            home.memory.remember(
                tx, "The passport is in Berlin", source_turn="t", language="en", policy=Policy(region="DE")
            )
        later = home.memories.add("My locker code is 4711")
        home.memories.set_policy(later, {"local_only": True})
        home.memories.add("The trombone is in the attic")
        with home.by_hand() as tx:
            home.memory.reword(tx, kept.id, "The diary is behind the red books")
        with home.by_hand() as tx:  # what takes the place of something walled off is walled off too
            home.memory.remember(tx, "My locker code is 8822", source_turn="t", language="en")
        home.memories.keep_house()
        assert not any(word in given(outside) for word in ("diary", "passport", "8822"))
        found = [m["text"] for m in home.memories.search("red books", 3)]
        assert "The diary is behind the red books" in found, "words answer"
        vectors = home.memories.vectors()
        assert vectors["done"] == vectors["memories"] and vectors["withheld"] >= 3
        with home.database.read() as connection:
            made = select(memories.c.text).join(points, points.c.position == memories.c.position)
            named = connection.execute(made.where(points.c.encoder == "served-m")).scalars()
            assert [str(t) for t in named] == ["The trombone is in the attic"]
    monkeypatch.setenv(SETTING, "")
    with Home(tmp_path) as home:  # an encoder in the house may have them all
        home.memories.keep_house()
        vectors = home.memories.vectors()
        assert (vectors["withheld"], vectors["done"]) == (0, vectors["memories"])
    monkeypatch.setenv(SETTING, f"{outside.url}#m")
    outside.asked.clear()
    with Home(tmp_path) as home:
        home.memories.keep_house()
        vectors = home.memories.vectors()
        assert vectors["answering"] == "served-m" and vectors["done"] == vectors["memories"]
    assert "trombone" in given(outside)
    assert not any(word in given(outside) for word in ("diary", "passport", "8822"))


def test_blocks_of_talk_are_made_in_the_house(
    outside: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OUTSIDE, "1")
    with Home(tmp_path) as home:
        with home.by_hand() as tx:
            said = "Falconry is my hobby and I keep it to myself"
            home.memory.index_turn(tx, "talk", said, "chat", "en", home.now() - timedelta(hours=3))
        outside.asked.clear()
        assert home.memories.keep_episodes() == 1
        assert outside.asked == []
        (found,) = home.memories.search("falconry hobby", tiers=("episode",))
        assert "hobby" in found["text"].lower()


def test_a_server_in_the_house_is_asked_without_proxy_and_without_redirect(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server() as other:
        monkeypatch.setenv("http_proxy", other.url)
        server.script = [
            (307, {"Location": f"{other.url}/embeddings"}, {}),
            (302, {"Location": other.url}, {}),
        ]
        for _ in range(2):
            with pytest.raises(ConfigError, match=r"30[27]"):
                ServedEncoder(server.url, "m").encode("The diary is behind the books")
        assert len(server.asked) == 2 and other.asked == []
