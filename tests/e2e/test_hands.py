"""By hand in the views: a card and an event are dragged and moved by keys, a picture is put in, units are the person's."""

import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rooms import VIEWS, base, furnish, read, write

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

WIDE = {"language": "en", "width": 1440, "height": 900}
PICTURE = Path(__file__).parents[2] / "web" / "public" / "icon-192.png"


def stored(page: Page, app: str, what: str) -> dict[str, object]:
    """The values of one entry, as the home has them."""
    found = [
        r["values"] for r in read(page, f"/apps/{app}/records")["records"] if r["values"]["what"] == what
    ]
    return dict(found[0])


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["desktop"])
def test_cards_events_and_pictures_by_hand(page: Page) -> None:
    expect(page.get_by_role("main")).to_be_visible()
    app = furnish(page, records=1)
    here = f"{base(page)}/#/app/{app}"

    page.goto(f"{here}/{VIEWS.index('board')}")
    column = page.get_by_role("region", name="zza", exact=True)
    page.get_by_role("region", name="zzb", exact=True).get_by_role("button", name="zzone0").drag_to(column)
    card = column.get_by_role("button", name="zzone0")
    expect(card).to_be_visible()
    expect(page.locator(".mark")).to_have_count(0)
    assert stored(page, app, "zzone0")["kind"] == "zza"
    card.press("Alt+ArrowRight")
    expect(
        page.get_by_role("region", name="zzb", exact=True).get_by_role("button", name="zzone0")
    ).to_be_focused()
    expect(
        page.get_by_text("zzone0 moved to zzb").or_(page.get_by_text(re.compile("zzone0.*zzb"))).first
    ).to_be_attached()

    page.goto(f"{here}/{VIEWS.index('calendar')}")
    today = date.today()
    other = today.replace(day=15 if today.day != 15 else 16)
    cells = page.get_by_role("gridcell")
    event = cells.get_by_role("button", name="zzone0")
    event.drag_to(cells.filter(has=page.get_by_role("button", name=re.compile(rf"\b{other.day}\b"))).locator(
        "visible=true").nth(0))  # fmt: skip
    expect(page.locator(".mark")).to_have_count(0)
    moved = str(stored(page, app, "zzone0")["day"])
    assert moved != today.isoformat()
    cells.get_by_role("button", name="zzone0").press("Alt+ArrowDown")
    expect(cells.get_by_role("button", name="zzone0")).to_be_focused()
    page.wait_for_timeout(300)
    assert (date.fromisoformat(str(stored(page, app, "zzone0")["day"])) - date.fromisoformat(moved)).days == 7

    spec = read(page, f"/apps/{app}")["app"]
    spec["entities"][0]["fields"] += [{"name": "photo", "label": "Photo", "type": "image"},
                                      {"name": "weight", "label": "Weight", "type": "quantity", "unit": "kg"}]  # fmt: skip
    write(page, f"/apps/{app}", {"spec": spec, "base_version": spec["version"]}, "PUT")
    page.goto(f"{here}/{VIEWS.index('gallery')}")
    page.reload()
    page.get_by_role("button", name="zzone0").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("input[type=file]").set_input_files(PICTURE)
    expect(sheet.get_by_role("img", name="Photo")).to_be_visible()
    sheet.get_by_role("button", name="Save").click()
    picture = page.locator(".gallery-tile img")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('.gallery-tile img').naturalWidth > 0")

    write(page, "/preferences", {"units": {"mass": "lb"}}, "PATCH")
    page.goto(f"{here}/0")
    page.reload()
    row = page.get_by_role("row", name=re.compile("zzone0"))
    expect(page.get_by_role("columnheader", name="Weight")).to_be_attached()
    row.get_by_role("gridcell").last.scroll_into_view_if_needed()
    row.get_by_role("gridcell").last.click()
    page.wait_for_timeout(50)
    page.keyboard.type("220.46226218")
    page.keyboard.press("Enter")
    expect(row.get_by_role("gridcell", name="220.46 lb")).to_be_visible()
    expect(page.locator(".mark")).to_have_count(0)
    assert stored(page, app, "zzone0")["weight"] == pytest.approx(100)
