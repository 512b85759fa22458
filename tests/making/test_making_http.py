"""The making of an app as a page sees it: typed events, a stop within a second, one person's work is not another's."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from making_samples import RENT, WISHES, WRONG, said, with_models

from calisson.app import Home
from calisson.language.phrases import phrase
from calisson.server.main import create_app
from calisson.server.run import Server, listen
from calisson.testing import ScriptedServer

API = "/api/v1"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


@pytest.fixture
def client(home: Home) -> Iterator[httpx.Client]:
    app = create_app(home)
    listener: socket.socket = listen("127.0.0.1", 0)
    ready = threading.Event()
    config = uvicorn.Config(app, log_level="error", access_log=False, ws="none", timeout_graceful_shutdown=5)
    server = Server(config, app.state.hub, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    assert ready.wait(20)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with httpx.Client(base_url=address, timeout=30, trust_env=False) as made:
        sign_in(home, made, "me")
        yield made
    server.handle_exit(15, None)
    thread.join(20)
    listener.close()
    assert not thread.is_alive()


def sign_in(home: Home, client: httpx.Client, person: str) -> None:
    with home.database.transaction(person) as tx:
        secret = home.sessions.issue(tx, person, "login")
    client.get("/login", params={"token": secret})
    client.headers["x-calisson-csrf"] = client.get(f"{API}/session").json()["csrf"]


def watched(client: httpx.Client, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Say something and yield the events as they come."""
    import json

    with client.stream("POST", f"{API}/turns", json={"text": text}) as answer:
        kind = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                yield kind, json.loads(line[6:])


def test_what_happens_is_streamed_as_it_happens(home: Home, client: httpx.Client) -> None:
    with ScriptedServer([said(WRONG), said(RENT)]) as models:
        with_models(home, models)
        seen = list(watched(client, WISHES["en"]))
    works = [d["value"] for k, d in seen if k == "CUSTOM" and d["name"] == "making"]
    assert [w["step"] for w in works] == [
        "plan", "draft", "draft-done", "check", "repair", "draft-done", "check", "preview", "ended",
    ]  # fmt: skip
    assert works[0]["steps"] == ["draft", "check", "publish"] and len({w["run"] for w in works}) == 1
    assert works[3]["passed"] is False and works[3]["findings"][0]["stage"] == "checks"
    assert works[-2]["spec"]["name"] == "Rent split" and works[-1]["tokens"] > 0
    kind, last = seen[-1]
    assert kind == "RUN_FINISHED" and last["result"]["act"] == "create_app"


@pytest.mark.parametrize("language", WISHES)
def test_a_stop_ends_it_before_the_model_is_done(home: Home, client: httpx.Client, language: str) -> None:
    with ScriptedServer([said(RENT, delay_s=8.0)]) as models:
        with_models(home, models)
        asked_at = 0.0
        for kind, data in watched(client, WISHES[language]):
            if kind == "CUSTOM" and data["value"]["step"] == "draft":
                time.sleep(0.2)
                asked_at = time.monotonic()
                assert client.post(f"{API}/making/{data['value']['run']}/stop", json={}).status_code == 200
        took = time.monotonic() - asked_at
        assert kind == "RUN_FINISHED" and took < 6.0, took
        assert data["result"]["reply"].startswith(phrase(language, "making-ended-stopped"))
        assert home.apps.list() == [] and not data["result"]["undoable"]


def test_nobody_stops_the_work_of_another(home: Home, client: httpx.Client) -> None:
    with ScriptedServer([said(RENT, delay_s=1.0)]) as models:
        with_models(home, models)
        for kind, data in watched(client, WISHES["en"]):
            if kind == "CUSTOM" and data["value"]["step"] == "draft":
                with httpx.Client(base_url=client.base_url, trust_env=False) as other:
                    sign_in(home, other, "guest")
                    assert other.post(f"{API}/making/{data['value']['run']}/stop", json={}).status_code == 404
                    assert other.post(f"{API}/making/none/stop", json={}).status_code == 404
        assert data["result"]["act"] == "create_app"


def test_a_home_that_closes_does_not_wait_for_a_model(home: Home, client: httpx.Client) -> None:
    models = ScriptedServer([said(RENT, delay_s=30.0)])
    with models:
        with_models(home, models)
        thread = threading.Thread(target=lambda: list(watched(client, WISHES["en"])), daemon=True)
        thread.start()
        while not models.requests:
            time.sleep(0.02)
        home.desk.stop_all()
        thread.join(3)
        assert not thread.is_alive()
