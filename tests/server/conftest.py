"""A real server on loopback, in a thread, with a signed-in client."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from serving import Served

from calisson.app import Home
from calisson.server.main import create_app
from calisson.server.run import Server, listen


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built page, in small, beside a file that is none of it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-abc123.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
def served(tmp_path: Path, static: Path) -> Iterator[Served]:
    with Home(tmp_path / "home") as home:
        app = create_app(home)
        app.state.static = static
        listener: socket.socket = listen("127.0.0.1", 0)
        port = listener.getsockname()[1]
        ready = threading.Event()
        config = uvicorn.Config(
            app, log_level="error", access_log=False, ws="none", timeout_graceful_shutdown=5
        )
        server = Server(config, app.state.hub, ready.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        assert ready.wait(20)
        yield Served(home, f"http://127.0.0.1:{port}", port, server)
        begin = time.monotonic()
        server.handle_exit(15, None)
        thread.join(20)
        listener.close()
        assert not thread.is_alive()
        assert time.monotonic() - begin < 4, "open streams kept the server from stopping"


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with served.signed_in() as signed_in:
        yield signed_in
