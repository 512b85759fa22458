"""How a record's way to the home is shown in every view, two changes that meet, and what rules have to say."""

import json
import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from rooms import base, furnish, read, ready_offline, write

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240), pytest.mark.xdist_group("browser")]

WIDE = {"language": "en", "width": 1440, "height": 900, "workers": "block"}
WITH_WORKER = {**WIDE, "workers": "allow"}
MARKED = {
    "table": 0,
    "list": 1,
    "cards": 2,
    "calendar": 4,
    "board": 5,
    "checklist": 8,
    "timeline": 9,
    "gallery": 10,
}
"""Kinds of view that show records, with their places in the furnished app."""


def record(page: Page, app: str) -> dict[str, Any]:
    """The newest record as the home has it."""
    return next(r for r in read(page, f"/apps/{app}/records")["records"] if r["values"]["what"] == "zzone0")


def edit_cell(page: Page, was: str, now: str) -> None:
    cell = page.get_by_role("gridcell", name=was, exact=True)
    cell.click()
    page.wait_for_timeout(50)
    page.keyboard.type(now)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_two_changes_of_one_field_are_shown_side_by_side(page: Page) -> None:
    expect(page.get_by_role("main")).to_be_visible()
    app = furnish(page, records=3)
    page.route("**/api/v1/events", lambda route: route.abort())
    for chosen, holds in (("Yours", 700), ("Theirs", 811), (None, 812)):
        page.goto(f"{base(page)}/#/app/{app}/0")
        page.reload()
        before = record(page, app)
        shown = str(before["values"]["amount"])
        expect(page.get_by_role("gridcell", name=shown, exact=True)).to_be_visible()
        theirs = holds if chosen == "Theirs" else (811 if chosen else 812) if chosen is None else 650
        write(page, f"/apps/{app}/records/{before['id']}", {"values": {"amount": theirs}}, "PATCH")
        mine = holds if chosen == "Yours" else 990
        edit_cell(page, shown, str(mine))
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text(str(mine))
        expect(sheet).to_contain_text(str(theirs))
        expect(page.locator(".mark-conflict")).to_be_attached()
        if chosen:
            sheet.get_by_role("radio", name=re.compile(chosen)).check()
            sheet.get_by_role("button", name="Let this hold").click()
        else:
            sheet.get_by_role("button", name="Keep both").click()
        expect(sheet).to_be_hidden()
        expect(page.get_by_role("gridcell", name=str(holds), exact=True)).to_be_visible()
        expect(page.locator(".mark")).to_have_count(0)
        assert record(page, app)["values"]["amount"] in (holds, 990)
    amounts = [r["values"]["amount"] for r in read(page, f"/apps/{app}/records")["records"]]
    assert 812 in amounts
    assert 990 in amounts  # both were kept


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_what_was_refused_is_marked_in_every_view(page: Page) -> None:
    expect(page.get_by_role("main")).to_be_visible()
    app = furnish(page, records=2)
    page.goto(f"{base(page)}/#/app/{app}/0")
    expect(page.get_by_role("gridcell", name="zzone0")).to_be_visible()

    def refuse(route: Route) -> None:
        if route.request.method != "PATCH":
            return route.continue_()
        body = {"title": "Invalid", "status": 422, "detail": "Zznever more than nine."}
        return route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(body))

    page.route("**/records/*", refuse)
    edit_cell(page, "zzone0", "zzchanged")
    expect(page.get_by_text("did not take this in")).to_be_visible()
    for kind, place in MARKED.items():
        page.goto(f"{base(page)}/#/app/{app}/{place}")
        expect(page.get_by_text("zzchanged").first, kind).to_be_attached()
        expect(page.locator(".mark-refused").first, kind).to_be_attached()
    page.goto(f"{base(page)}/#/app/{app}/1")
    page.get_by_role("button", name=re.compile("zzchanged")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("alert")).to_contain_text("Zznever more than nine.")
    page.unroute("**/records/*")
    sheet.get_by_role("button", name="Send again").click()
    expect(page.locator(".mark")).to_have_count(0)
    assert record_named(page, app, "zzchanged")


@pytest.mark.parametrize("page", [WITH_WORKER], indirect=True, ids=["desktop"])
def test_what_waits_to_be_sent_is_marked_until_it_is(page: Page) -> None:
    expect(page.get_by_role("main")).to_be_visible()
    app = furnish(page, records=2)
    page.goto(f"{base(page)}/#/app/{app}/1")
    expect(page.get_by_role("button", name=re.compile("zzone0"))).to_be_visible()
    ready_offline(page)
    page.evaluate("caches.delete('answers')")  # what waits is shown even where nothing can be read again
    page.context.set_offline(True)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("dialog").get_by_label("Zzwhat").fill("zzlater")
    page.get_by_role("dialog").get_by_role("button", name="Add entry").click()
    expect(page.get_by_role("button", name=re.compile("Waiting to be sent.*zzlater"))).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".mark")).to_have_count(0, timeout=20_000)
    assert record_named(page, app, "zzlater")


def record_named(page: Page, app: str, name: str) -> bool:
    return any(r["values"].get("what") == name for r in read(page, f"/apps/{app}/records")["records"])


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_what_a_rule_says_appears(page: Page) -> None:
    expect(page.get_by_role("main")).to_be_visible()
    fields = [{"name": "what", "label": "What", "type": "text"}, {"name": "km", "label": "Km", "type": "number"},
              {"name": "day", "label": "Day", "type": "date"}]  # fmt: skip
    spec = {
        "name": "Walks", "language": "en", "views": [{"kind": "table", "entity": "walk"}],
        "entities": [{"name": "walk", "label": "Walk", "title_field": "what", "time_field": "day", "fields": fields}],
        "rules": [{"name": "far", "entity": "walk", "when": "km >= 10", "action": "notify", "text": "Ten and more: {km}!"}],
    }  # fmt: skip
    app = write(page, "/apps", {"spec": spec})["app"]["id"]
    write(
        page, f"/apps/{app}/records", {"values": {"what": "round", "km": 3, "day": date.today().isoformat()}}
    )
    page.goto(f"{base(page)}/#/app/{app}")
    edit_cell(page, "3", "12")
    expect(page.get_by_role("region", name="Notifications").get_by_text("Ten and more: 12!")).to_be_visible()
