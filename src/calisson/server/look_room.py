"""Where an app is looked at: a home of its own in a temporary folder, served on loopback, open in a browser.

A room serves one look and is thrown away with its profile.

Covers: the page reaches its own home and nothing else. Every other address goes to a proxy that is not there
(`fetch`, web sockets, prefetching, addresses of this machine too), and no name resolves.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from calisson.apps import AppSpec
from calisson.server.look_frame import NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from calisson.app import Home
    from calisson.server.live import Hub
    from calisson.store import Transaction

START_S = 20.0
WARM_MS = 8_000
ALONE = "localStorage.setItem('calisson.app.whole', '1')"
"""Has the app the page to itself: the talk beside it is no part of it."""
NOWHERE = "http://127.0.0.1:9"
"""A proxy that is not there."""


@dataclass(frozen=True, slots=True)
class Room:
    """An open one."""

    home: Home
    page: Page
    address: str
    """Of the home."""
    hub: Hub
    """Tells the page what happens in the home."""


@contextmanager
def room(browser: Browser) -> Iterator[Room]:
    """Open a room.

    Raises:
        TimeoutError: its home does not start.
    """
    with _served() as (home, link, hub):
        address = f"http://{urlsplit(link).netloc}"
        context = browser.new_context(
            locale="en", viewport=NARROW, reduced_motion="reduce", service_workers="block",
            proxy={"server": NOWHERE, "bypass": urlsplit(link).netloc},
        )  # fmt: skip
        try:
            context.set_default_timeout(WARM_MS)
            page = context.new_page()
            page.goto(link)
            page.locator("main").first.wait_for()
            page.evaluate(ALONE)
            yield Room(home, page, address, hub)
        finally:
            context.close()


def put(place: Room, spec: AppSpec) -> str:
    """Put an app with a few entries into the room's home and return its id."""
    from calisson.apps.checks import sample_record

    home = place.home
    with filling(place) as tx:
        app = home.apps.create(tx, spec, granted=True)
        now = home.now()
        for entity in spec.entities:
            if any(f.type == "ref" and f.required for f in entity.fields):
                continue
            many = [sample_record(entity, n, now) for n in range(3)]
            home.apps.add_many(tx, app.id, entity.name, [m for m in many if m])
    return app.id


@contextmanager
def filling(place: Room) -> Iterator[Transaction]:
    """Open a transaction for what is in the room before the page is; the page would else read all that it knows again."""
    with place.home.by_hand() as tx:
        place.hub.send_soon(
            "room.filled", {"turn_id": tx.turn_id}
        )  # nobody listens for it; what is told is not told anew
        yield tx


@contextmanager
def _served() -> Iterator[tuple[Home, str, Hub]]:
    """Serve a home of its own; gives it, a one-time link, and what tells its pages."""
    import uvicorn

    from calisson.app import Home as AHome
    from calisson.server.main import create_app
    from calisson.server.run import Server, listen, login_link

    with tempfile.TemporaryDirectory(prefix="calisson-look-") as folder, AHome(Path(folder) / "home") as home:
        with home.by_hand() as tx:
            home.set_preferences(tx, language="en")
        listener = listen("127.0.0.1", 0)
        link = login_link(home, "127.0.0.1", listener.getsockname()[1])
        served = create_app(home)
        ready = threading.Event()
        config = uvicorn.Config(
            served, log_level="critical", access_log=False, ws="none", timeout_graceful_shutdown=1
        )
        server = Server(config, served.state.hub, ready.set)
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name="look-home", daemon=True
        )
        thread.start()
        try:
            if not ready.wait(START_S):
                raise TimeoutError("the app's own home did not start")
            yield home, link, served.state.hub
        finally:
            served.state.hub.close()
            server.should_exit = True
            thread.join(START_S)
