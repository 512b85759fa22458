"""Many records at once, pasting, charts of a chosen time."""

import httpx
import pytest

API = "/api/v1"
SPEC = {
    "name": "Ledger", "language": "en", "entities": [{"name": "item", "label": "Item", "title_field": "what", "time_field": "day", "fields": [
        {"name": "what", "label": "What", "type": "text"},
        {"name": "amount", "label": "Amount", "type": "money", "currency": "EUR"},
        {"name": "kind", "label": "Kind", "type": "choice", "choices": ["food", "fun"]},
        {"name": "day", "label": "Day", "type": "date"}]}],
    "views": [{"kind": "chart", "entity": "item", "fields": ["amount"], "aggregate": "sum", "period": "day",
               "chart": "stacked", "split_by": "kind"},
              {"kind": "table", "entity": "item", "sort": {"field": "amount"}}],
}  # fmt: skip


@pytest.fixture
def app_id(client: httpx.Client) -> str:
    made = client.post(f"{API}/apps", json={"spec": SPEC})
    assert made.status_code == 201, made.text
    return str(made.json()["app"]["id"])


def some(number: int) -> list[dict[str, object]]:
    return [{"what": f"thing {i}", "amount": i + 1, "kind": ("food", "fun")[i % 2], "day": f"2026-03-0{1 + i % 3}"}
            for i in range(number)]  # fmt: skip


def test_one_undo_takes_a_batch_back(client: httpx.Client, app_id: str) -> None:
    made = client.post(f"{API}/apps/{app_id}/records/batch", json={"add": some(4)}).json()
    first, second, *rest = [r["id"] for r in made["added"]]
    done = client.post(
        f"{API}/apps/{app_id}/records/batch",
        json={"add": some(1), "change": [{"id": first, "values": {"amount": 99}}], "remove": [second]},
    ).json()
    page = client.get(f"{API}/apps/{app_id}/all").json()
    assert page["total"] == 4
    assert {r["id"] for r in page["records"]} == {first, *rest, done["added"][0]["id"]}
    assert next(r for r in page["records"] if r["id"] == first)["values"]["amount"] == 99
    assert client.post(f"{API}/turns/{done['turn_id']}/undo").status_code == 200
    page = client.get(f"{API}/apps/{app_id}/all").json()
    assert sorted(r["values"]["amount"] for r in page["records"]) == [1, 2, 3, 4]


def test_a_batch_is_all_or_none(client: httpx.Client, app_id: str) -> None:
    made = client.post(f"{API}/apps/{app_id}/records/batch", json={"add": some(2)}).json()
    first, second = [r["id"] for r in made["added"]]
    body = {"remove": [first], "change": [{"id": second, "values": {"amount": "much"}}]}
    refused = client.post(f"{API}/apps/{app_id}/records/batch", json=body)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "0.amount"
    assert client.get(f"{API}/apps/{app_id}/all").json()["total"] == 2
    assert client.post(f"{API}/apps/{app_id}/records/batch", json={"remove": ["rec_none"]}).status_code == 404
    stale = {"change": [{"id": second, "values": {"amount": 5}, "base_version": 7}]}
    assert client.post(f"{API}/apps/{app_id}/records/batch", json=stale).status_code == 409


def test_pasting_says_what_does_not_fit(client: httpx.Client, app_id: str) -> None:
    text = "What\tAmount\tDay\nbread\t2,50 €\t2.3.2026\nmilk\t?\t3.3.2026"
    tried = client.post(f"{API}/apps/{app_id}/paste", json={"text": text, "dry_run": True}).json()
    assert (tried["rows"], tried["added"], tried["turn_id"]) == (2, 1, None)
    assert tried["problems"][0]["field"] == "2.amount"
    assert "?" in tried["problems"][0]["message"]
    done = client.post(f"{API}/apps/{app_id}/paste", json={"text": text, "keep": True}).json()
    assert done["added"] == 1
    (record,) = client.get(f"{API}/apps/{app_id}/all").json()["records"]
    assert record["values"] == {"what": "bread", "amount": 2.5, "day": "2026-03-02"}
    assert client.post(f"{API}/turns/{done['turn_id']}/undo").status_code == 200
    assert client.get(f"{API}/apps/{app_id}/all").json()["total"] == 0


def test_a_chart_of_a_chosen_time_in_layers(client: httpx.Client, app_id: str) -> None:
    client.post(f"{API}/apps/{app_id}/records/batch", json={"add": some(6)})
    asked = {"view": 0, "start": "2026-03-01", "end": "2026-03-03"}
    got = client.get(f"{API}/apps/{app_id}/series", params=asked).json()
    assert sorted((p["x"], p["y"], p["group"]) for p in got["points"]) == [
        ("2026-03-01", 1, "food"), ("2026-03-01", 4, "fun"), ("2026-03-02", 2, "fun"), ("2026-03-02", 5, "food"),
    ]  # fmt: skip
    month = client.get(f"{API}/apps/{app_id}/series", params={**asked, "step": "month"}).json()
    assert {(p["x"], p["group"]): p["y"] for p in month["points"]} == {
        ("2026-03", "food"): 6,
        ("2026-03", "fun"): 6,
    }
    bad = client.get(f"{API}/apps/{app_id}/series", params={"view": 0, "start": "2026-02-30"})
    assert bad.status_code == 422


def test_a_view_is_looked_at_before_it_is_kept(client: httpx.Client, app_id: str) -> None:
    client.post(f"{API}/apps/{app_id}/records/batch", json={"add": some(6)})
    entity = client.get(f"{API}/apps/{app_id}").json()["app"]["entities"][0]["name"]
    view = {
        "kind": "chart",
        "entity": entity,
        "fields": ["amount"],
        "aggregate": "sum",
        "group_by": "kind",
        "chart": "pie",
    }
    got = client.post(f"{API}/apps/{app_id}/series", json={"view": view}).json()
    assert sum(p["y"] for p in got["points"]) == sum(r["amount"] for r in some(6))
    assert client.get(f"{API}/apps/{app_id}").json()["app"]["version"] == 1
    wrong = client.post(f"{API}/apps/{app_id}/series", json={"view": {**view, "kind": "cube"}})
    assert wrong.status_code == 422


def test_a_view_changed_by_hand_is_a_version_and_a_stale_change_a_conflict(
    client: httpx.Client, app_id: str
) -> None:
    app = client.get(f"{API}/apps/{app_id}").json()["app"]
    app["views"][0] |= {"chart": "heatmap", "span": "year", "split_by": None, "compare": True}
    changed = client.put(f"{API}/apps/{app_id}", json={"spec": app, "base_version": 1}).json()["app"]
    assert (changed["version"], changed["views"][0]["span"]) == (2, "year")
    assert client.put(f"{API}/apps/{app_id}", json={"spec": app, "base_version": 1}).status_code == 409
    app["views"][1]["sort"] = {"field": "nothing"}
    refused = client.put(f"{API}/apps/{app_id}", json={"spec": app, "base_version": 2})
    assert refused.status_code == 422
