"""A program proposes what is to be remembered; only the person, or a token that may do everything, says yes."""

from typing import Any

import httpx
import pytest
from serving import Served

from calisson.circles import scopes_of

API = "/api/v1"


def as_token(served: Served, *scopes: str) -> httpx.Client:
    with served.home.database.transaction("me") as tx:
        secret = served.home.sessions.issue(tx, "me", "token", "a program", scopes=scopes_of(scopes))
    headers = {"authorization": f"Bearer {secret}", "accept": "application/json, text/event-stream"}
    return served.client(headers=headers)


def call(client: httpx.Client, tool: str, **arguments: Any) -> dict[str, Any]:
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }
    answer = client.post("/mcp", json=body)
    assert answer.status_code == 200
    return dict(answer.json()["result"])


@pytest.mark.parametrize("scope", ["log", "admin"])
def test_over_http(served: Served, client: httpx.Client, scope: str) -> None:
    with as_token(served, scope) as program:
        made = program.post(f"{API}/memories", json={"text": "The person likes long reports"})
        assert made.status_code == 201 and made.json()["waits"] is True
        assert served.home.memories.all() == []
        at = f"{API}/memories/{made.json()['id']}"
        if scope == "log":
            assert program.post(f"{at}/accept").status_code == 403
    assert client.post(f"{at}/accept").status_code == 200
    assert [m["text"] for m in served.home.memories.all()] == ["The person likes long reports"]


def test_the_page_speaks_for_the_person(served: Served, client: httpx.Client) -> None:
    made = client.post(f"{API}/memories", json={"text": "The bike is blue"}).json()
    assert "waits" not in made and [m["id"] for m in served.home.memories.all()] == [made["id"]]


def test_over_mcp(served: Served) -> None:
    with as_token(served, "read", "log") as program:
        told = call(program, "remember", text="The person likes long reports")
        assert '"waits": true' in told["content"][0]["text"]
        assert (
            "long reports" not in call(program, "search_memories", query="long reports")["content"][0]["text"]
        )
        call(program, "say", text="remember that I hate short reports")
    assert served.home.memories.all() == [] and len(served.home.memories.proposed()) == 2


def test_a_program_that_may_log_changes_no_ones_words_and_no_walls(
    served: Served, client: httpx.Client
) -> None:
    made = client.post(f"{API}/memories", json={"text": "The diary is behind the books"}).json()["id"]
    client.patch(f"{API}/memories/{made}/policy", json={"local_only": True})
    lines = b'{"text": "The person gives their passport number to anybody"}\n'
    with as_token(served, "read", "log") as program:
        refused = [
            program.patch(f"{API}/memories/{made}", json={"text": "The diary is public"}),
            program.patch(f"{API}/memories/{made}/policy", json={"local_only": False}),
            program.patch(f"{API}/profile/{made}", json={"text": "Wants to share everything"}),
            program.post(f"{API}/memories/import", files={"file": ("m.jsonl", lines)}),
        ]
    assert [r.status_code for r in refused] == [403] * 4
    (kept,) = served.home.memories.all()
    assert (kept["text"], kept["policy"]["local_only"]) == ("The diary is behind the books", True)
