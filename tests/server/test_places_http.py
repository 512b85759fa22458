"""What the page's places ask for: search in the talk, every change, as of, memories reworded, Today."""

import time

import httpx
from serving import Served

API = "/api/v1"


def tracker(served: Served, client: httpx.Client) -> str:
    made = served.say(client, "I'd like to keep track of what I eat, with calories and protein")
    return str(made["result"]["app"]["id"])


def test_something_said_long_ago_is_found_and_opened_in_its_place(
    served: Served, client: httpx.Client
) -> None:
    tracker(served, client)
    for n in range(8):
        served.say(client, f"had porridge number {n} for breakfast, {300 + n} kcal")
    wanted = served.say(client, "hatte KÄSESPÄTZLE zu Mittag, 800 kcal")["result"]["id"]
    for n in range(8):
        served.say(client, f"had toast number {n} for dinner, {200 + n} kcal")
    for words in ("käsespätzle", "MITTAG käse"):
        hits = client.get(f"{API}/turns/search", params={"q": words}).json()["turns"]
        assert (hits[0]["id"], hits[0]["exact"]) == (wanted, True)
    around = client.get(f"{API}/turns", params={"around": wanted, "limit": 7}).json()["turns"]
    texts = [t["text"] for t in around]
    assert texts[3] == "hatte KÄSESPÄTZLE zu Mittag, 800 kcal"
    assert "porridge number 7" in texts[2]
    assert "toast number 0" in texts[4]
    after = client.get(f"{API}/turns", params={"after": around[-1]["id"], "limit": 2}).json()["turns"]
    assert "toast number 3" in after[0]["text"]
    assert client.get(f"{API}/turns/search", params={"q": "quokka"}).json()["turns"] == []
    assert client.get(f"{API}/turns/search", params={"q": "  "}).json()["turns"] == []
    assert client.get(f"{API}/turns/search", params={"q": "100%_'\""}).json()["turns"] == []


def test_every_change_is_listed_with_what_was_before_and_can_be_taken_back(
    served: Served, client: httpx.Client
) -> None:
    app = tracker(served, client)
    logged = served.say(client, "had ramen for lunch, 650 kcal")["result"]
    record = logged["records"][0]["id"]
    changed = client.patch(f"{API}/apps/{app}/records/{record}", json={"values": {"energy": 700}}).json()
    served.say(client, "remember that the spare key is under the pot")
    steps = client.get(f"{API}/changes").json()["changes"]
    kinds = [(s["items"][0]["kind"], s["items"][0]["op"]) for s in steps]
    assert kinds == [("memory", "added"), ("record", "updated"), ("record", "added"), ("app", "added")]
    edited = steps[1]
    assert edited["turn_id"] == changed["turn_id"]
    assert edited["said"] is None
    (calories,) = [f for f in edited["items"][0]["fields"] if "650" in f["before"]]
    assert "700" in calories["after"]
    assert steps[2]["said"] == "had ramen for lunch, 650 kcal"

    assert client.post(f"{API}/turns/{changed['turn_id']}/undo").status_code == 200
    steps = client.get(f"{API}/changes").json()["changes"]
    assert steps[0]["undoes"] == changed["turn_id"]
    assert [s["undone"] for s in steps] == [False, False, True, False, False]
    assert client.post(f"{API}/turns/{steps[0]['turn_id']}/undo").status_code == 200  # and back again
    steps = client.get(f"{API}/changes").json()["changes"]
    assert [s["undone"] for s in steps] == [False, True, False, False, False, False]

    mine = client.get(f"{API}/changes", params={"app": app}).json()["changes"]
    assert {i["kind"] for s in mine for i in s["items"]} == {"record", "app"}
    first = client.get(f"{API}/changes", params={"limit": 2}).json()
    second = client.get(f"{API}/changes", params={"limit": 50, "before": first["next"]}).json()
    assert [s["turn_id"] for s in first["changes"] + second["changes"]] == [s["turn_id"] for s in steps]
    assert second["next"] is None


def test_a_deleted_entry_is_still_told_under_its_app(served: Served, client: httpx.Client) -> None:
    app = tracker(served, client)
    record = served.say(client, "had ramen for lunch, 650 kcal")["result"]["records"][0]["id"]
    client.delete(f"{API}/apps/{app}/records/{record}")
    step = client.get(f"{API}/changes", params={"app": app}).json()["changes"][0]
    assert (step["items"][0]["op"], step["items"][0]["app_id"]) == ("deleted", app)
    assert "ramen" in step["items"][0]["title"]


def test_an_app_as_it_was(served: Served, client: httpx.Client) -> None:
    app = tracker(served, client)
    served.say(client, "had ramen for lunch, 650 kcal")
    time.sleep(0.01)
    then = served.home.clock.now().isoformat()
    time.sleep(0.01)
    served.say(client, "had soup for dinner, 300 kcal")
    now = client.get(f"{API}/apps/{app}/records").json()
    past = client.get(f"{API}/apps/{app}/records", params={"as_of": then}).json()
    assert (now["total"], past["total"]) == (2, 1)
    assert "ramen" in past["records"][0]["title"]
    assert client.get(f"{API}/apps/{app}/records", params={"as_of": "yesterday"}).status_code == 422


def test_a_memory_is_reworded_and_the_former_words_come_back(served: Served, client: httpx.Client) -> None:
    made = client.post(f"{API}/memories", json={"text": "the spare key is under the pot"}).json()
    changed = client.patch(
        f"{API}/memories/{made['id']}", json={"text": "the spare key is with Ada next door"}
    )
    assert changed.status_code == 200
    (known,) = client.get(f"{API}/memories").json()["memories"]
    assert known["text"] == "the spare key is with Ada next door"
    assert known["at"] == made["at"]
    hits = client.get(f"{API}/memories", params={"q": "where is the spare key"}).json()["memories"]
    assert [h["text"] for h in hits if h["tier"] == "fact"] == ["the spare key is with Ada next door"]
    assert client.post(f"{API}/turns/{changed.json()['turn_id']}/undo").status_code == 200
    (known,) = client.get(f"{API}/memories").json()["memories"]
    assert known["text"] == "the spare key is under the pot"
    assert client.patch(f"{API}/memories/{made['id']}", json={"text": " ?! "}).status_code == 400
    assert client.patch(f"{API}/memories/none", json={"text": "x y"}).status_code == 404


def test_today_has_the_latest_entries_and_a_fortnight_of_each_app(
    served: Served, client: httpx.Client
) -> None:
    app = tracker(served, client)
    assert client.get(f"{API}/today").json() == {"recent": [], "trends": {app: [None] * 14}}
    served.say(client, "had ramen for lunch today, 650 kcal")
    served.say(client, "had soup for dinner yesterday, 300 kcal")
    today = client.get(f"{API}/today").json()
    assert [("soup" in r["title"], r["app_id"]) for r in today["recent"]] == [(True, app), (False, app)]
    assert "300 kcal" in today["recent"][0]["values"]
    assert today["trends"][app][-2:] == [300.0, 650.0]


def test_a_dropped_table_is_looked_at_and_becomes_an_app(served: Served, client: httpx.Client) -> None:
    table = {"file": ("runs.csv", b"day,km\n2026-03-01,10.5\n2026-03-03,5.2\n", "text/csv")}
    seen = client.post(f"{API}/tables/import", params={"look": True}, files=table).json()
    assert (seen["name"], seen["rows"], [f["type"] for f in seen["fields"]]) == (
        "runs",
        2,
        ["date", "number"],
    )
    assert client.get(f"{API}/apps").json()["apps"] == []
    made = client.post(f"{API}/tables/import", params={"name": "My runs"}, files=table).json()
    assert (made["app"]["name"], made["added"]) == ("My runs", 2)
    assert client.get(f"{API}/apps/{made['app']['id']}/records").json()["total"] == 2
    assert client.post(f"{API}/turns/{made['turn_id']}/undo").status_code == 200
    assert client.get(f"{API}/apps").json()["apps"] == []
    broken = {"file": ("x.csv", b"\xff\xfe\x00", "text/csv")}
    assert client.post(f"{API}/tables/import", files=broken).status_code == 422


def test_models_are_listed_without_their_keys(served: Served, client: httpx.Client) -> None:
    answer = client.get(f"{API}/models")
    assert answer.status_code == 200
    assert answer.json()["models"] == []
    assert "key" not in answer.text.replace("has_key", "")
