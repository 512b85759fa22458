"""Starting the server: safe bind, one-time login link, browser."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from calisson.errors import ConfigError
from calisson.server.guard import LOOPBACK, require_safe_bind

if TYPE_CHECKING:
    from calisson.app import Home


def run(home: Home, host: str = "127.0.0.1", port: int = 8420, open_browser: bool = True) -> None:
    """Serve a home until interrupted.

    Raises:
        ConfigError: the address is not loopback and there is no password, or the port is taken.
    """
    import uvicorn

    from calisson.server.main import create_app

    require_safe_bind(host, home.sessions.has_password())
    listener = _listen(host, port)
    hosts = LOOPBACK if host in LOOPBACK else frozenset({"*"})
    config = uvicorn.Config(
        create_app(home, hosts=hosts), log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=3, ws="none",
    )  # fmt: skip
    server = uvicorn.Server(config)
    with home.database.transaction("me") as tx:
        secret = home.sessions.issue(tx, "me", "login", "started here")
    shown = f"http://{'localhost' if host == '127.0.0.1' else host}:{listener.getsockname()[1]}"
    link = f"{shown}/api/v1/login?token={secret}"
    print(f"Calisson is at {shown}", file=sys.stderr)
    print(f"Open this once in your browser: {link}", file=sys.stderr, flush=True)
    if open_browser:
        threading.Timer(0.4, webbrowser.open, [link]).start()
    server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"port {port} on {host} cannot be used ({error.strerror}); choose another with --port",
            message_id="error-port", port=port,
        ) from None  # fmt: skip
    return listener
