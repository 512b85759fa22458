"""Turns over HTTP: streamed, kept, undone, many at once."""

import threading

import httpx
import pytest
from serving import Served, events

API = "/api/v1"


def test_a_turn_is_streamed_and_kept(served: Served, client: httpx.Client) -> None:
    answer = client.post(f"{API}/turns", json={"text": "remember that the spare key is under the pot"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    stream = events(answer.text)
    kinds = [kind for kind, _ in stream]
    assert kinds[:2] == ["RUN_STARTED", "TEXT_MESSAGE_START"]
    assert kinds[-2:] == ["TEXT_MESSAGE_END", "RUN_FINISHED"]
    result = stream[-1][1]["result"]
    assert (
        "".join(data["delta"] for kind, data in stream if kind == "TEXT_MESSAGE_CONTENT") == result["reply"]
    )
    assert result["act"] == "remember"
    assert result["undoable"]
    (turn,) = client.get(f"{API}/turns").json()["turns"]
    assert (turn["id"], turn["text"]) == (result["id"], "remember that the spare key is under the pot")
    assert len(client.get(f"{API}/memories").json()["memories"]) == 1
    assert client.post(f"{API}/turns/{result['id']}/undo").status_code == 200
    assert client.get(f"{API}/memories").json()["memories"] == []
    assert client.post(f"{API}/turns/{result['id']}/undo").status_code in (404, 409)
    assert client.get(f"{API}/decisions/{result['decision']['id']}").json()["option"]


@pytest.mark.parametrize(
    "text",
    ["", "   ", "🙈🙈🙈", "<script>alert(1)</script>", "'; DROP TABLE turns; --", "\x00\x01", "x" * 150_000],
)
def test_any_text_gets_an_answer(served: Served, client: httpx.Client, text: str) -> None:
    kind, data = events(client.post(f"{API}/turns", json={"text": text}).text)[-1]
    assert kind == "RUN_FINISHED"
    assert data["result"]["reply"]
    assert data["result"]["records"] == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[]", 422),
        (b'{"text": 5}', 422),
        (b'{"text": null}', 422),
        (b'{"text": "\\ud800"}', 422),
        (b'{"text": "' + b"x" * 300_000 + b'"}', 422),
        (b"[" * 100_000, 422),
        (b"\xff\xfe", 422),
    ],
)
def test_bodies_that_are_no_turn_are_refused(client: httpx.Client, body: bytes, status: int) -> None:
    answer = client.post(f"{API}/turns", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (status, 400)
    problem = answer.json()
    assert problem["message_id"] == "error-request"
    assert problem["status"] == answer.status_code
    assert client.get(f"{API}/turns").json() == {"turns": []}


def test_many_turns_at_once_are_all_kept(served: Served, client: httpx.Client) -> None:
    said = [f"remember that box {n} is in room {n + 40}" for n in range(12)]
    with served.signed_in() as other:
        threads = [
            threading.Thread(target=served.say, args=(client if n % 2 else other, text))
            for n, text in enumerate(said)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {t["text"] for t in client.get(f"{API}/turns").json()["turns"]} == set(said)
    assert len(client.get(f"{API}/memories").json()["memories"]) == 12


def test_a_turn_is_finished_when_the_page_is_gone(served: Served, client: httpx.Client) -> None:
    with client.stream("POST", f"{API}/turns", json={"text": "remember that the tent is green"}) as answer:
        assert answer.status_code == 200  # and the line is closed here, unread
    for _ in range(100):
        if client.get(f"{API}/memories").json()["memories"]:
            break
    assert [m["text"] for m in client.get(f"{API}/memories").json()["memories"]]


def test_problems_speak_the_language_of_the_home(client: httpx.Client) -> None:
    said = {}
    for language in ("en", "de", "zh", "ja", "ko"):
        assert client.patch(f"{API}/preferences", json={"language": language}).status_code == 200
        said[language] = client.get(f"{API}/apps/none").json()["detail"]
    assert len(set(said.values())) == 5
    assert client.patch(f"{API}/preferences", json={"language": "xx"}).status_code == 422
    assert client.patch(f"{API}/preferences", json={"tz": "Mars/Base"}).status_code == 422
    assert client.get(f"{API}/preferences").json()["language"] == "ko"
