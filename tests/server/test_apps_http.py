"""Apps and records over HTTP."""

import threading

import httpx
import pytest
from serving import Served

API = "/api/v1"


@pytest.fixture
def app_id(served: Served, client: httpx.Client) -> str:
    said = "I want to track what I spend: amount in euros, category and note"
    result = served.say(client, said)["result"]
    assert result["act"] == "create_app"
    return str(result["app"]["id"])


def money(client: httpx.Client, app_id: str) -> str:
    (entity, *_) = client.get(f"{API}/apps/{app_id}").json()["app"]["entities"]
    return next(f["name"] for f in entity["fields"] if f["type"] in ("money", "number"))


def test_records_by_hand_and_undo(client: httpx.Client, app_id: str) -> None:
    field = money(client, app_id)
    where = f"{API}/apps/{app_id}/records"
    made = client.post(where, json={"values": {field: 12.5}})
    assert made.status_code == 201
    record = made.json()["record"]
    changed = client.patch(f"{where}/{record['id']}", json={"values": {field: 13}}).json()
    assert changed["record"]["values"][field] == 13
    assert client.post(f"{API}/turns/{changed['turn_id']}/undo").status_code == 200
    listed = client.get(where).json()
    assert (listed["total"], listed["records"][0]["values"][field]) == (1, 12.5)
    gone = client.delete(f"{where}/{record['id']}").json()
    assert client.get(where).json()["total"] == 0
    assert client.post(f"{API}/turns/{gone['turn_id']}/undo").status_code == 200
    assert client.get(where).json()["total"] == 1
    assert client.get(f"{API}/apps").json()["apps"][0]["glance"] is not None
    assert "12.5" in client.get(f"{API}/apps/{app_id}/data.csv").text


@pytest.mark.parametrize(
    "values",
    [
        {"nope": 1},
        {"AMOUNT": "plenty"},
        {"AMOUNT": 1e400},
        {"AMOUNT": [1]},
        {"AMOUNT": {"$gt": 0}},
        {"AMOUNT": "\ud800"},
    ],
)
def test_values_that_do_not_fit_are_a_problem_and_nothing_is_stored(
    client: httpx.Client, app_id: str, values: dict[str, object]
) -> None:
    import json

    field = money(client, app_id)
    body = json.dumps({"values": {k.replace("AMOUNT", field): v for k, v in values.items()}})
    answer = client.post(
        f"{API}/apps/{app_id}/records", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"]
    assert client.get(f"{API}/apps/{app_id}/records").json()["total"] == 0


def test_the_same_record_changed_by_two_at_once(served: Served, client: httpx.Client, app_id: str) -> None:
    field = money(client, app_id)
    where = f"{API}/apps/{app_id}/records"
    record = client.post(where, json={"values": {field: 1}}).json()["record"]
    answers: list[int] = []

    def change(value: int) -> None:
        with served.signed_in() as own:
            body = {"values": {field: value}}
            answers.append(own.patch(f"{where}/{record['id']}", json=body).status_code)

    threads = [threading.Thread(target=change, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 6
    assert client.get(where).json()["total"] == 1


def test_queries_out_of_range(client: httpx.Client, app_id: str) -> None:
    where = f"{API}/apps/{app_id}/records"
    for query in (
        {"limit": -1},
        {"limit": 10**30},
        {"offset": 10**30},
        {"order": "nope"},
        {"entity": "nope"},
        {"start": "x" * 99},
    ):
        assert client.get(where, params=query).status_code in (200, 400, 404, 422)
    assert client.get(f"{API}/apps/none/records").status_code == 404
    assert client.get(f"{API}/apps/{app_id}/series", params={"view": 999}).status_code == 404


def test_csv_in_and_out(client: httpx.Client, app_id: str) -> None:
    field = money(client, app_id)
    where = f"{API}/apps/{app_id}/import"
    good = client.post(where, files={"file": ("a.csv", f"{field}\n5\n7\n".encode(), "text/csv")})
    assert good.status_code == 200
    assert client.get(f"{API}/apps/{app_id}/records").json()["total"] == 2
    for content in (b"\xff\xfe\x00", b"", b"nothing,known\n1,2\n"):
        bad = client.post(where, files={"file": ("a.csv", content, "text/csv")})
        assert bad.status_code == 422
    assert client.post(where, content=b"no form").status_code == 422
    assert client.get(f"{API}/apps/{app_id}/records").json()["total"] == 2


def test_versions(client: httpx.Client, app_id: str) -> None:
    app = client.get(f"{API}/apps/{app_id}").json()["app"]
    changed = client.put(
        f"{API}/apps/{app_id}", json={"spec": {**app, "name": "Purse"}, "base_version": app["version"]}
    )
    assert changed.json()["app"]["name"] == "Purse"
    late = client.put(
        f"{API}/apps/{app_id}", json={"spec": {**app, "name": "Late"}, "base_version": app["version"]}
    )
    assert late.status_code == 409
    assert len(client.get(f"{API}/apps/{app_id}/history").json()["versions"]) == 2
    assert client.post(f"{API}/apps/{app_id}/rollback", json={"to": 1}).json()["app"]["name"] == app["name"]
    broken = client.put(f"{API}/apps/{app_id}", json={"spec": {"name": 5}})
    assert broken.status_code == 422
    gone = client.delete(f"{API}/apps/{app_id}").json()
    assert client.get(f"{API}/apps/{app_id}").status_code == 404
    assert client.post(f"{API}/turns/{gone['turn_id']}/undo").status_code == 200
    assert client.get(f"{API}/apps/{app_id}").status_code == 200


def test_a_backup_is_a_file(client: httpx.Client, app_id: str) -> None:
    answer = client.get(f"{API}/backup")
    assert answer.status_code == 200
    assert len(answer.content) > 1000
