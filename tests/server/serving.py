"""A home that is served on loopback, and what its streams say."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from calisson.app import Home
from calisson.server.run import Server


@dataclass
class Served:
    home: Home
    address: str
    port: int
    server: Server

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=20, trust_env=False, **more)

    @contextmanager
    def signed_in(self) -> Iterator[httpx.Client]:
        with self.client() as client:
            with self.home.database.transaction("me") as tx:
                secret = self.home.sessions.issue(tx, "me", "login")
            assert client.get("/login", params={"token": secret}).status_code == 303
            client.headers["x-calisson-csrf"] = client.get("/api/v1/session").json()["csrf"]
            yield client

    def say(self, client: httpx.Client, text: str) -> dict[str, Any]:
        return events(client.post("/api/v1/turns", json={"text": text}).text)[-1][1]


def events(stream: str) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for block in stream.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found
