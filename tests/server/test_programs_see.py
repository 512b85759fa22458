"""A program with a token is shown nothing that stays in the house, through any door, and what it was barred from is noted."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from serving import Served
from test_programs_propose import as_token, call

from calisson.journal import Journal

API = "/api/v1"
SECRET = "zanzafruit"


def resource(client: httpx.Client) -> str:
    params = {"uri": "calisson://memories"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params}
    return client.post("/mcp", json=body).text


@pytest.fixture
def kept(served: Served) -> str:
    """A memory that answered something."""
    served.home.say("remember that I am allergic to zanzafruit")
    (memory,) = served.home.memories.all()
    served.home.say("what am I allergic to?")
    return str(memory["id"])


@pytest.mark.parametrize(
    "wall",
    [{"local_only": True}, {"region": "DE"}, {"purposes": ["share"]}],
)
def test_no_door_shows_it(served: Served, client: httpx.Client, kept: str, wall: dict[str, Any]) -> None:
    turn = served.home.turns()[-1]["id"]
    doors: list[Callable[[httpx.Client], str]] = [
        lambda c: c.get(f"{API}/memories").text,
        lambda c: c.get(f"{API}/memories", params={"q": "allergic"}).text,
        lambda c: c.get(f"{API}/memories/export").text,
        lambda c: c.get(f"{API}/memories/export", params={"form": "markdown", "everything": "true"}).text,
        lambda c: c.get(f"{API}/memories/{kept}/uses").text,
        lambda c: c.get(f"{API}/memories/{kept}/trace").text,
        lambda c: c.get(f"{API}/turns/{turn}/memories").text,
        lambda c: c.get(f"{API}/profile").text,
        lambda c: c.get(f"{API}/who").text,
        lambda c: json.dumps(call(c, "search_memories", query="what am I allergic to?")),
        resource,
    ]
    with as_token(served, "read") as program:
        assert any(SECRET in door(program) for door in doors), "without a wall it is shown"
        assert client.patch(f"{API}/memories/{kept}/policy", json=wall).status_code == 200
        shown = [n for n, door in enumerate(doors) if SECRET in door(program)]
    assert shown == []
    noted = Journal(served.home.database).tail(50, "memory-barred")
    assert {"list", "search", "export", "uses", "look"} <= {e.payload["doing"] for e in noted}
    assert all(e.payload["remote"] and e.evidence == (kept,) for e in noted)
    assert SECRET not in json.dumps([dict(e.payload) for e in noted])


def test_the_page_shows_what_stays_in_the_house(served: Served, client: httpx.Client, kept: str) -> None:
    client.patch(
        f"{API}/memories/{kept}/policy", json={"local_only": True, "region": "DE", "purposes": ["answer"]}
    )
    assert SECRET in client.get(f"{API}/memories").text
    left = client.get(f"{API}/memories/export")
    assert SECRET not in left.text and left.headers["x-calisson-left-out"] == "1"
    assert SECRET in client.get(f"{API}/memories/export", params={"everything": "true"}).text
