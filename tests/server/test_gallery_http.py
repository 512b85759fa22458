"""The ready ideas and the example life over HTTP."""

import httpx
from serving import Served

API = "/api/v1"


def test_ideas_are_found_read_taken_and_undone(served: Served, client: httpx.Client) -> None:
    found = client.get(f"{API}/gallery", params={"lang": "de", "q": "laufen"}).json()["ideas"]
    assert found[0]["id"] == "running"
    assert {"id", "name", "summary", "icon", "domain", "words", "views"} <= found[0].keys()
    whole = client.get(f"{API}/gallery/running", params={"lang": "de"}).json()
    assert whole["picture"].startswith("<svg")
    assert whole["spec"]["language"] == "de"
    taken = client.post(f"{API}/gallery/running", json={"language": "de"})
    assert taken.status_code == 201
    assert client.get(f"{API}/apps/{taken.json()['app']['id']}").status_code == 200
    assert client.post(f"{API}/turns/{taken.json()['turn_id']}/undo").status_code == 200
    assert client.get(f"{API}/apps").json()["apps"] == []
    assert client.get(f"{API}/gallery/nope").status_code == 404


def test_the_example_life_comes_and_goes(served: Served, client: httpx.Client) -> None:
    assert len(client.post(f"{API}/example-life", json={"language": "ja"}).json()["apps"]) == 5
    assert len(client.get(f"{API}/apps").json()["apps"]) == 5
    assert client.delete(f"{API}/example-life").status_code == 200
    assert client.get(f"{API}/apps").json()["apps"] == []
