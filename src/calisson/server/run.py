"""Starting the server: safe bind, one-time login link, browser, and giving way to one that already runs."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from calisson.errors import ConfigError
from calisson.sandbox.background import SelfTest
from calisson.server.account import PERSON
from calisson.server.guard import ANY_ADDRESS, LOOPBACK, is_loopback, require_safe_bind
from calisson.server.look import Looker

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.server.live import Hub

GRACE_S = 5
"""How long turns that are under way may take when the server is told to stop."""


class Server(uvicorn.Server):
    """Uvicorn that says when it is ready, and ends the pages' event streams when it is told to stop."""

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; open event streams would keep the server waiting."""
        self._hub.close()
        super().handle_exit(sig, frame)


def run(
    home: Home,
    host: str = "127.0.0.1",
    port: int = 8420,
    open_browser: bool = True,
    *,
    names: Sequence[str] = (),
) -> None:
    """Serve a home until interrupted.

    When this home is served on that port already, only its page is opened.

    Args:
        home: the open home.
        host: the address to listen on.
        port: the port; 0 takes a free one.
        open_browser: whether to open the page.
        names: further names by which the home is reached (of a reverse proxy).

    Raises:
        ConfigError: the address is not loopback and there is no password, or the port is taken by something
        else.
    """
    from calisson.server.main import create_app

    require_safe_bind(host, home.sessions.has_password())
    try:
        listener = listen(host, port)
    except ConfigError:
        if not is_served(home, host, port):
            raise
        link = login_link(home, host, port)
        _say(f"Calisson runs already at {address(host, port)}", f"Open this once in your browser: {link}")
        if open_browser:
            _open(link)
        return
    looker = Looker()
    home.look = looker
    port = listener.getsockname()[1]
    link = login_link(home, host, port)
    app = create_app(home, hosts=reachable(host, names))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
        ws="none",
    )

    def ready() -> None:
        _say(f"Calisson is at {address(host, port)}", f"Open this once in your browser: {link}")
        if open_browser:
            threading.Thread(target=_open, args=(link,), daemon=True).start()
        attacks.start()

    with looker, SelfTest(home.database.data_dir) as attacks, contextlib.suppress(KeyboardInterrupt):
        Server(config, app.state.hub, ready).run(sockets=[listener])


def reachable(host: str, names: Sequence[str] = ()) -> frozenset[str]:
    """Return the names by which a home that listens on `host` may be called."""
    given = frozenset(n.lower() for n in names)
    if is_loopback(host):
        return LOOPBACK | given
    own = socket.gethostname().lower()
    return LOOPBACK | {ANY_ADDRESS, host.lower(), own, f"{own}.local"} | given


def address(host: str, port: int) -> str:
    """Return the address of the page, as a browser on this machine reaches it."""
    shown = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost", "::1": "[::1]"}.get(
        host, host
    )
    return f"http://{shown}:{port}"


def login_link(home: Home, host: str, port: int) -> str:
    """Return a link that signs a browser in, once, within ten minutes."""
    with home.database.transaction(PERSON) as tx:
        secret = home.sessions.issue(tx, PERSON, "login", "started here")
    return f"{address(host, port)}/login?token={secret}"


def is_served(home: Home, host: str, port: int) -> bool:
    """Tell whether this very home answers on a port already."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{address(host, port)}/api/v1/health", timeout=2) as answer:
            found = json.loads(answer.read(10_000))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("home") == home.sessions.fingerprint()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        ConfigError: the port is taken or not allowed, or there is no such address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ConfigError(
            f"port {port} on {host} cannot be used ({error}); choose another with --port",
            message_id="error-port",
            port=port,
        ) from None
    return listener


def _say(*lines: str) -> None:
    for line in lines:
        sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _open(link: str) -> None:
    with contextlib.suppress(Exception):  # no browser here; the link was printed
        webbrowser.open(link)
