"""Without a connection: read, log by talking and by hand, reload, come back; nothing is lost and nothing is there twice."""

import re

import pytest
from playwright.sync_api import Page, expect
from rooms import ready_offline

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]

PHONE = {"language": "en", "width": 390, "height": 844}


def api(page: Page, path: str) -> dict:  # type: ignore[type-arg]
    """What the home itself says."""
    answer = page.request.get(page.url.split("/#")[0].rstrip("/") + "/api/v1" + path)
    assert answer.ok
    return dict(answer.json())


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message", exact=True).fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_five_entries_without_a_connection_arrive_once(page: Page) -> None:
    base = page.url.split("/#")[0].rstrip("/")
    page.goto(f"{base}/#/chat")
    say(page, "I'd like to keep track of what I eat, with calories and protein")
    page.get_by_role("link", name=re.compile("^Open ")).first.click()
    app = re.search(r"#/app/([^/]+)", page.url)
    assert app
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible()
    page.goto(f"{base}/#/chat")
    page.reload()
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_be_visible()
    ready_offline(page)
    page.goto(f"{base}/#/app/{app[1]}")
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible()

    page.context.set_offline(True)
    for calories in ("101", "102", "103"):
        page.get_by_role("button", name="Add", exact=True).click()
        form = page.get_by_role("dialog")
        form.get_by_label("Calories").fill(calories)
        form.get_by_role("button", name="Add entry").click()
        expect(form).to_be_hidden()
        expect(page.get_by_text(f"{calories} kcal").first).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No connection")

    page.goto(f"{base}/#/chat")
    for meal in ("soup for lunch today, 777 kcal", "bread for dinner today, 888 kcal"):
        say(page, f"had {meal}")
        expect(page.get_by_role("article", name=f"had {meal}")).to_contain_text("Waiting to be sent")
    page.get_by_role("textbox", name="Message", exact=True).fill("half a sentence")

    page.reload()
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_have_value("half a sentence")
    expect(page.get_by_role("article", name=re.compile("soup"))).to_contain_text("Waiting to be sent")
    page.get_by_role("button", name=re.compile("5 waiting")).click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(5)
    page.get_by_role("button", name="Close").click()
    page.goto(f"{base}/#/app/{app[1]}")
    expect(page.get_by_text("103 kcal").first).to_be_visible()

    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("777 kcal").first).to_be_visible(timeout=20_000)
    expect(page.get_by_role("button", name=re.compile("waiting"))).to_be_hidden(timeout=20_000)
    stored = api(page, f"/apps/{app[1]}/records")
    assert sorted(r["values"]["energy"] for r in stored["records"]) == [101, 102, 103, 777, 888]
    page.reload()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("777 kcal").first).to_be_visible()
    assert api(page, f"/apps/{app[1]}/records")["total"] == 5


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_two_changes_that_meet_are_both_kept(page: Page) -> None:
    base = page.url.split("/#")[0].rstrip("/")
    page.goto(f"{base}/#/chat")
    say(page, "I'd like to keep track of what I eat, with calories and protein")
    page.get_by_role("link", name=re.compile("^Open ")).first.click()
    app = re.search(r"#/app/([^/]+)", page.url)
    assert app
    csrf = {"X-Calisson-CSRF": api(page, "/session")["csrf"]}
    records = f"{base}/api/v1/apps/{app[1]}/records"
    made = page.request.post(records, data={"values": {"energy": 100, "protein": 5}}, headers=csrf).json()[
        "record"
    ]
    other = page.request.post(records, data={"values": {"energy": 300}}, headers=csrf).json()["record"]
    page.reload()
    expect(page.get_by_text("100 kcal").first).to_be_visible()
    ready_offline(page)
    page.context.set_offline(True)
    for before, after in (("100 kcal", "111"), ("300 kcal", "333")):
        page.get_by_text(before).first.click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Calories").fill(after)
        sheet.get_by_role("button", name="Save").click()
        expect(sheet).to_be_hidden()
        expect(page.get_by_text(f"{after} kcal").first).to_be_visible()
    change = {"values": {"energy": 122}}
    assert page.request.patch(f"{records}/{made['id']}", data=change, headers=csrf).ok  # the same field
    assert page.request.patch(
        f"{records}/{other['id']}", data={"values": {"protein": 9}}, headers=csrf
    ).ok  # another
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text(re.compile("changed elsewhere too"))).to_be_visible(timeout=20_000)
    values = [r["values"] for r in api(page, f"/apps/{app[1]}/records")["records"]]
    assert sorted((v.get("energy"), v.get("protein")) for v in values) == [(111, 5), (122, 5), (333, 9)]
