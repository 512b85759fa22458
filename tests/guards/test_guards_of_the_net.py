"""Every guard of reading the web, of what may leave the house, and of the browser that looks, taken away alone."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from guarded import Guard, proved

import calisson.models.routing as routing
import calisson.models.wire as wire
import calisson.workshop.fetch as fetching
from calisson.errors import CalissonError, ConfigError, ToolError
from calisson.models import Models, ModelSpec, Roster, ask
from calisson.models import roster as rosters
from calisson.store import Database
from calisson.testing import Answer, ScriptedServer
from calisson.workshop.fetch import Door

Pages = dict[str, tuple[int, dict[str, str], bytes]]
TEXT = {"content-type": "text/plain"}
MOST = fetching.MOST_BYTES


@contextmanager
def site(pages: Pages) -> Iterator[tuple[int, list[str]]]:
    """A server on loopback; gives its port and what was asked for, as host and path."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Stay silent."""

        def do_GET(self) -> None:
            asked.append(f"{self.headers['host'].split(':')[0]}{self.path}")
            status, headers, body = pages.get(self.path.split("?")[0], (200, TEXT, b"hello"))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield http.server_port, asked
    finally:
        http.shutdown()
        http.server_close()
        thread.join(5)


def read(url: str, door: Door) -> str:
    try:
        return fetching.fetch(url, door).text
    except ToolError:
        return ""


def open_to(port: int, **more: Any) -> Door:
    """A way out for which every name leads to the site."""
    return Door(
        **{"resolve": lambda host, p: ["127.0.0.1"], "allowed": frozenset({("127.0.0.1", port)}), **more}
    )


def inside(folder: Path) -> bool:
    """A page of the house itself: a name of the attacker's that points to this machine."""
    with site({}) as (port, asked), pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetching, "PORTS", frozenset({port}))
        return (
            read(f"http://evil.example:{port}/", Door(resolve=lambda host, p: ["127.0.0.1"])) == "hello"
            or asked != []
        )


def other_port(folder: Path) -> bool:
    with site({}) as (port, asked), pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetching, "public", lambda address: True)
        read(f"http://evil.example:{port}/", Door(resolve=lambda host, p: ["127.0.0.1"]))
        return asked != []


def rebinding(folder: Path) -> bool:
    """A name that leads to the open server while it is checked, and to the house's own when it is spoken to."""
    with site({}) as (own, asked), site({}) as (port, _):
        answers = iter(["127.0.0.1"])
        door = Door(
            resolve=lambda host, p: [next(answers, "127.0.0.2")], allowed=frozenset({("127.0.0.1", port)})
        )
        seen: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            create = fetching.socket.create_connection

            def connect(where: tuple[str, int], **more: Any) -> Any:
                seen.append(where[0])
                return create(("127.0.0.1", own if where[0] != "127.0.0.1" else port), **more)

            patch.setattr(fetching.socket, "create_connection", connect)
            read(f"http://evil.example:{port}/", door)
        return asked != []


def unpinned(self: Door, host: str, port: int) -> str:
    """The check, and then the name once more."""
    CHECKED(self, host, port)
    return str(self.resolve(host, port)[0])


CHECKED = Door.address


def moved(folder: Path) -> bool:
    """A granted host sends the reader on to another one."""
    with site({}) as (port, asked):
        pages: Pages = {"/": (302, {"location": f"http://evil.example:{port}/?q=X1234567"}, b"")}
        with site(pages) as (first, _):
            door = Door(resolve=lambda host, p: ["127.0.0.1"],
                        allowed=frozenset({("127.0.0.1", port), ("127.0.0.1", first)}))  # fmt: skip
            read(f"http://good.example:{first}/", door)
        return any("X1234567" in a for a in asked)


def bursts(folder: Path) -> bool:
    packed = gzip.compress(b"x" * (MOST + 5))
    with site({"/": (200, {**TEXT, "content-encoding": "gzip"}, packed)}) as (port, _):
        return len(read(f"http://a.example:{port}/", open_to(port))) > MOST


def no_text(folder: Path) -> bool:
    with site({"/": (200, {"content-type": "application/x-executable"}, b"MZ")}) as (port, _):
        return read(f"http://a.example:{port}/", open_to(port)) == "MZ"


def name_in_address(folder: Path) -> bool:
    """An address that shows one host and means another."""
    with site({}) as (port, asked):
        read(f"http://good.example@evil.example:{port}/", open_to(port))
        return asked != []


def _loose(url: str) -> Any:
    return fetching.urlsplit(url)


# --- models ----------------------------------------------------------------------------------------------


def far_model(folder: Path) -> bool:
    """What may not leave the house, with two models at hand: one elsewhere stands first in the chain."""
    with ScriptedServer([Answer("ok")]) as far, ScriptedServer([Answer("ok")]) as near:
        elsewhere = ModelSpec("openai", "gpt-5", far.openai_url, "k")
        own = ModelSpec("openai", "qwen3", near.openai_url, local=True)
        with Database.open(folder / "home") as database, pytest.MonkeyPatch.context() as patch:
            patch.setattr(wire, "render", without_wall)  # the last wall stands for itself, below
            door = Models(database, lambda: Roster((elsewhere, own), (elsewhere.id, own.id)))
            door.answer(ask("X1234567", privacy="local"))
            door.close()
        return b"X1234567" in far.sent


def without_wall(spec: ModelSpec, request: Any) -> Any:
    from dataclasses import replace

    return RENDER(replace(spec, local=True), request)


RENDER = wire.render


def last_wall(folder: Path) -> bool:
    """The same when the choice of a model has gone wrong."""
    with ScriptedServer([Answer("ok")]) as far:
        elsewhere = ModelSpec("openai", "gpt-5", far.openai_url, "k")
        with Database.open(folder / "home") as database:
            door = Models(database, lambda: Roster((elsewhere,)))
            try:
                door.ask(elsewhere, ask("X1234567", privacy="local"))
            except CalissonError:
                pass
            door.close()
        return b"X1234567" in far.sent


def local_elsewhere(folder: Path) -> bool:
    """Somebody declares a server of the internet to be in this house."""
    try:
        return rosters.made("openai", "m", "https://api.example/v1", local=True).local
    except ConfigError:
        return False


GUARDS = (
    Guard("addresses of the house", fetching, "public", lambda address: True, inside),
    Guard("ports of the web", fetching, "PORTS", frozenset(range(65536)), other_port),
    Guard("one address, checked and spoken to", Door, "address", unpinned, rebinding),
    Guard("no other host by redirect", fetching, "_bare", lambda host: "", moved),
    Guard("size of a page, unpacked", fetching, "MOST_BYTES", 1 << 40, bursts),
    Guard("text only", fetching, "_TEXT", ("",), no_text),
    Guard("no name in an address", fetching, "split", _loose, name_in_address),
    Guard("the choice of a model", routing, "_wall", lambda *_: "", far_model),
    Guard("the last wall before a model", wire, "render", without_wall, last_wall),
    Guard("only the house is local", rosters, "is_private", lambda host: True, local_elsewhere),
)  # fmt: skip


@pytest.mark.parametrize("guard", GUARDS, ids=str)
def test_a_guard_of_the_net(guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(guard, tmp_path, monkeypatch)
