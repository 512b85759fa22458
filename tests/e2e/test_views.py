"""Every kind of view in a real browser, on a phone and on a desktop; the table by keys; a view changed by hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240), pytest.mark.xdist_group("browser")]

WIDE = {"language": "en", "width": 1440, "height": 900, "workers": "block"}
PHONE = {"language": "en", "width": 390, "height": 844, "workers": "block"}
CHARTS: tuple[dict[str, Any], ...] = (
    {"chart": "bar"}, {"chart": "line", "compare": True}, {"chart": "area"}, {"chart": "heatmap"}, {"chart": "scatter"},
    {"chart": "stacked", "split_by": "kind", "span": "year"}, {"chart": "pie", "group_by": "kind"},
)  # fmt: skip
PLAIN = (
    "table",
    "form",
    "list",
    "cards",
    "checklist",
    "stat",
    "calendar",
    "board",
    "timeline",
    "gallery",
    "map",
)
VIEWS = [{"kind": kind, "entity": "outing"} for kind in PLAIN] + [
    {"kind": "chart", "entity": "outing", "fields": ["km", "cost"], "aggregate": "sum", "title": c["chart"], **c} for c in CHARTS
]  # fmt: skip
SPEC = {
    "name": "Outings", "language": "en", "entities": [{
        "name": "outing", "label": "Outing", "title_field": "what", "time_field": "at", "done_field": "done", "fields": [
            {"name": "what", "label": "What", "type": "text", "required": True},
            {"name": "at", "label": "When", "type": "datetime"},
            {"name": "kind", "label": "Kind", "type": "choice", "choices": ["Hike", "Swim"]},
            {"name": "km", "label": "Distance", "type": "quantity", "unit": "km", "minimum": 0},
            {"name": "cost", "label": "Cost", "type": "money", "currency": "EUR"},
            {"name": "done", "label": "Done", "type": "boolean"},
            {"name": "where", "label": "Where", "type": "place"},
            {"name": "photo", "label": "Photo", "type": "image"}]}],
    "metrics": [{"name": "far", "label": "Far", "entity": "outing", "aggregate": "sum", "field": "km", "period": "month",
                 "goal": {"value": 50}}],
    "views": VIEWS,
}  # fmt: skip


def written(page: Page, method: str, path: str, data: Any) -> Any:
    base = page.url.split("/#")[0].rstrip("/") + "/api/v1"
    csrf = page.request.get(f"{base}/session").json()["csrf"]
    answer = page.request.fetch(f"{base}{path}", method=method, data=data, headers={"X-Calisson-CSRF": csrf})
    assert answer.ok, answer.text()
    return answer.json()


def outings(page: Page) -> str:
    """An app with every kind of view and a few records of this month; the page's address of it."""
    app = written(page, "POST", "/apps", {"spec": SPEC})["app"]["id"]
    today = page.evaluate("new Date().toISOString().slice(0, 10)")
    many = [{"what": f"Trip {i}", "at": f"{today}T{8 + i:02d}:00", "kind": ("Hike", "Swim")[i % 2], "km": i + 1.5, "cost": 10 * i,
             "done": i == 0, "where": f"47.{i}, 8.{i + 1}"} for i in range(5)]  # fmt: skip
    written(page, "POST", f"/apps/{app}/records/batch", {"add": many})
    return f"{page.url.split('/#')[0].rstrip('/')}/#/app/{app}"


@pytest.mark.parametrize("page", [PHONE, WIDE], indirect=True, ids=["phone", "desktop"])
def test_every_kind_of_view_opens(page: Page) -> None:
    expect(page.locator("main, [role=main]").first).to_be_visible()
    address = outings(page)
    for number, view in enumerate(VIEWS):
        page.goto(f"{address}/{number}")
        panel = page.get_by_role("tabpanel")
        if view["kind"] == "chart":
            expect(panel.get_by_role("img", name=re.compile(".+")).first).to_be_visible()
        elif view["kind"] == "form":
            expect(panel.get_by_label("What")).to_be_visible()
        elif view["kind"] == "stat":
            expect(panel.get_by_role("region", name="Far")).to_contain_text("17.5 km")
        else:
            expect(panel.get_by_text("Trip 4").locator("visible=true").first).to_be_visible()
        sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert sideways <= 0, f"{view['kind']} scrolls the page sideways"


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_a_table_by_keys(page: Page) -> None:
    expect(page.locator("main, [role=main]").first).to_be_visible()
    page.goto(f"{outings(page)}/0")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("gridcell", name="Trip 4")).to_be_visible()
    grid.focus()
    page.keyboard.type("River")
    page.keyboard.press("Enter")
    expect(grid.get_by_role("gridcell", name="River")).to_be_visible()
    page.keyboard.press("Control+Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.type("-4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("At least 0")
    page.keyboard.press("Escape")
    page.keyboard.type("99.5")
    page.keyboard.press("Enter")
    expect(grid.get_by_role("gridcell", name="99.5 km")).to_be_visible()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.keyboard.press("Control+Delete")
    expect(grid.get_by_role("gridcell", name="River")).to_be_hidden()
    expect(page.get_by_text("2 entries deleted")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Undo").last.click()
    expect(grid.get_by_role("gridcell", name="River")).to_be_visible()
    grid.focus()
    page.evaluate("""() => {
        const data = new DataTransfer();
        data.setData('text/plain', 'What\\tDistance\\nPasted\\t12,5 km\\nBroken\\tfar away');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }""")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("1 of 2 rows fit")
    expect(sheet.get_by_role("listitem")).to_contain_text("far away")
    sheet.get_by_role("button", name="Add the 1 that fit").click()
    expect(grid.get_by_role("gridcell", name="Pasted")).to_be_visible()
    expect(grid.get_by_role("gridcell", name="12.5 km")).to_be_visible()


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_a_view_changed_by_hand_is_a_version_even_when_somebody_else_published(page: Page) -> None:
    expect(page.locator("main, [role=main]").first).to_be_visible()
    address = outings(page)
    app = address.rsplit("/", 1)[1]
    page.goto(f"{address}/0")
    page.get_by_role("columnheader", name="Kind").get_by_role("button").click()
    page.get_by_role("menuitem", name="Group by this").click()
    expect(page.get_by_role("row", name=re.compile("^Hike"))).to_be_visible()
    base = page.url.split("/#")[0].rstrip("/") + "/api/v1"
    spec = page.request.get(f"{base}/apps/{app}").json()["app"]
    with page.expect_request(lambda r: r.method == "PUT"):
        page.route("**/api/v1/events", lambda route: route.abort())
        written(page, "PUT", f"/apps/{app}", {"spec": {**spec, "summary": "elsewhere"}, "base_version": 1})
        page.get_by_role("button", name="Keep in the app").click()
    expect(page.get_by_text("Kept as version 3")).to_be_visible()
    latest = page.request.get(f"{base}/apps/{app}").json()["app"]
    assert (latest["version"], latest["summary"], latest["views"][0]["group_by"]) == (3, "elsewhere", "kind")
    page.get_by_role("button", name="Change this view").click()
    page.get_by_label("Kind of view").select_option("board")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("region", name="Hike")).to_contain_text("Trip 4")
