"""A picture that comes with words: kept with the entry, shown in the talk, and never pretended to be understood."""

from typing import Any

import httpx
import pytest
from serving import Served, events

API = "/api/v1"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


@pytest.fixture
def picture(client: httpx.Client) -> str:
    return str(
        client.post(f"{API}/images", files={"file": ("a.png", PNG), "small": ("s.png", PNG)}).json()["id"]
    )


def say(client: httpx.Client, text: str, *images: str) -> dict[str, Any]:
    stream = client.post(f"{API}/turns", json={"text": text, "images": list(images)})
    kind, last = events(stream.text)[-1]
    assert kind == "RUN_FINISHED", last
    return dict(last["result"])


def test_it_is_kept_with_the_entry_and_undone_with_it(
    served: Served, client: httpx.Client, picture: str
) -> None:
    app = say(client, "I want to track what I eat, with calories")["app"]
    result = say(client, "ramen for lunch, 650 kcal", picture)
    assert result["act"] == "log" and result["images"] == [picture]
    [record] = served.home.apps.records(app["id"])
    assert picture in record.values.values() and record.values == result["records"][0]["values"]
    assert "picture" in result["reply"].lower()
    assert served.home.apps.get(app["id"]).version == app["version"] + 1, "it had no place for pictures"
    assert "gallery" in [v.kind for v in served.home.apps.get(app["id"]).spec.views]
    again = say(client, "soup for dinner, 300 kcal", picture)
    assert served.home.apps.get(app["id"]).version == app["version"] + 1
    assert client.get(f"{API}/turns").json()["turns"][-1]["result"]["images"] == [picture]
    client.post(f"{API}/turns/{again['id']}/undo")
    client.post(f"{API}/turns/{result['id']}/undo")
    assert served.home.apps.count(app["id"]) == 0
    assert not any(f.type == "image" for f in served.home.apps.get(app["id"]).spec.main.fields)


def test_each_entry_gets_its_own(served: Served, client: httpx.Client, picture: str) -> None:
    other = client.post(f"{API}/images", files={"file": ("b.png", PNG + b"2")}).json()["id"]
    third = client.post(f"{API}/images", files={"file": ("c.png", PNG + b"3")}).json()["id"]
    say(client, "I want to track what I eat, with calories")
    result = say(client, "ramen 650 kcal and soup 300 kcal", picture, other, third)
    assert [set(r["values"].values()) & {picture, other, third} for r in result["records"]] == [
        {picture},
        {other},
    ]
    assert "kept here in the talk" in result["reply"]


@pytest.mark.parametrize("language", ["en", "de", "zh", "ja", "ko"])
def test_alone_or_with_other_words_it_stays_in_the_talk(
    served: Served, client: httpx.Client, picture: str, language: str
) -> None:
    client.patch(f"{API}/preferences", json={"language": language})
    alone = say(client, "", picture)
    assert alone["images"] == [picture] and alone["records"] == [] and alone["reply"]
    shown = client.get(f"{API}/turns").json()["turns"][-1]
    assert shown["result"]["images"] == [picture]
    assert "picture-" not in alone["reply"]


def test_only_pictures_of_the_home(client: httpx.Client, picture: str) -> None:
    stream = client.post(f"{API}/turns", json={"text": "ramen", "images": ["0" * 64]}).text
    kind, last = events(stream)[-1]
    assert kind == "RUN_ERROR" and last["problem"]["message_id"] == "error-no-file"
    for wrong in (["x"], [picture] * 9, "x"):
        assert client.post(f"{API}/turns", json={"text": "x", "images": wrong}).status_code == 422
    assert client.get(f"{API}/turns").json()["turns"] == []


def test_the_same_words_with_another_picture_are_another_request(client: httpx.Client, picture: str) -> None:
    first = client.post(f"{API}/turns", json={"text": "hello"}, headers={"idempotency-key": "k"}).text
    assert events(first)[-1][0] == "RUN_FINISHED"
    body = {"text": "hello", "images": [picture]}
    second = client.post(f"{API}/turns", json=body, headers={"idempotency-key": "k"}).text
    assert events(second)[-1][1]["problem"]["message_id"] == "error-key-reused"
