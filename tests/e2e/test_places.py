"""The moments that matter, in a real browser: first minute, a quick log, finding, remembering, history, a dropped table."""

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

WIDE = {"language": "en", "width": 1440, "height": 900}
PHONE = {"language": "en", "width": 390, "height": 844}
GERMAN_PHONE = {"language": "de", "width": 390, "height": 844}
on = pytest.mark.parametrize


def log(page: Page, text: str) -> None:
    """Type into the line that is on the screen, and wait for what became of it."""
    page.get_by_role(
        "textbox", name=re.compile("^(Log anything|Message|Etwas eintragen|Nachricht)$")
    ).last.fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name=text, exact=True).last).to_be_visible(timeout=20_000)


@on("page", [WIDE, PHONE], indirect=True, ids=["wide", "phone"])
def test_the_first_minute_asks_nothing_and_ends_with_an_app(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Good "))
    assert page.get_by_role("dialog").count() == 0
    page.get_by_role("button", name=re.compile("keep track of what I eat")).click()
    made = page.get_by_role("article", name=re.compile("keep track of what I eat"))
    expect(made.get_by_role("link", name="Open Food diary")).to_be_visible(timeout=20_000)
    if page.viewport_size["width"] > 960:  # type: ignore[index]
        expect(page.locator("section.pane").get_by_role("tab", name="Table")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/")
    card = page.get_by_role("article", name="Food diary")
    expect(card).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


@on("page", [PHONE], indirect=True, ids=["phone"])
def test_a_log_in_ten_seconds_from_anywhere(page: Page) -> None:
    log(page, "I'd like to keep track of what I eat, with calories and protein")
    page.goto(page.url.split("#")[0] + "#/memory")
    page.get_by_role("button", name="Log something").click()
    log(page, "had ramen for lunch, 650 kcal")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name=re.compile("^Calories 650"))).to_be_visible()
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_text("Taken back")).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Today").click()
    expect(page.get_by_text("ramen")).to_have_count(0)


@on("page", [WIDE], indirect=True, ids=["wide"])
def test_by_keyboard_alone(page: Page) -> None:
    expect(page.get_by_role("textbox", name="Log anything")).to_be_visible()
    page.keyboard.press("Control+.")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.type("A mood diary: mood 1 to 10, a note")
    page.keyboard.press("Enter")
    expect(page.locator("section.pane").get_by_role("tab", name="Table")).to_be_visible(timeout=20_000)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    palette = page.get_by_role("combobox")
    expect(palette).to_be_focused()
    page.keyboard.type("add to mood")
    expect(page.get_by_role("option", name=re.compile("^Add to Mood diary"))).to_be_visible()
    page.keyboard.press("ArrowDown")
    for _ in range(4):
        if "Add to" in (page.locator("[role=option][aria-selected=true]").inner_text()):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Add to Mood diary")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("mood 8, slept well")
    expect(page.get_by_role("option").first).to_contain_text("mood 8, slept well")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="mood 8, slept well")).to_be_visible(timeout=20_000)


@on("page", [WIDE, GERMAN_PHONE], indirect=True, ids=["wide", "phone-de"])
def test_something_said_long_ago_is_found_in_its_place(page: Page) -> None:
    german = page.evaluate("navigator.language") == "de"
    wanted = "merk dir, dass der Schlüssel bei Ada liegt" if german else "remember that the key is with Ada"
    log(page, wanted)
    for n in range(20):
        log(page, f"note {n}")
    page.goto(page.url.split("#")[0] + "#/chat")
    page.get_by_role("button", name="Gespräch durchsuchen" if german else "Search the talk").click()
    page.get_by_role("searchbox").fill("ADA schlüssel" if german else "ADA key")
    page.get_by_role("link", name=re.compile("Ada")).first.click()
    found = page.get_by_role("article", name=wanted)
    expect(found).to_be_in_viewport()
    expect(found).to_be_focused()
    expect(page.get_by_role("article", name="note 19")).not_to_be_in_viewport()
    page.get_by_role("button", name="Zum Neuesten" if german else "To the latest").click()
    expect(page.get_by_role("article", name="note 19")).to_be_in_viewport()


@on("page", [PHONE], indirect=True, ids=["phone"])
def test_what_is_remembered_is_reworded_forgotten_and_brought_back(page: Page) -> None:
    log(page, "remember that the key is with Ada")
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("link", name="Memory").click()
    page.get_by_role("button", name=re.compile("^About this memory: the key")).click()
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("textbox", name="What to remember").fill("the key is under the blue pot")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("the key is under the blue pot")).to_be_visible()
    page.get_by_role("button", name="Forget: the key is under the blue pot").click()
    expect(page.get_by_text("the key is under the blue pot")).to_be_hidden()
    page.locator(".toast", has_text="Forgotten").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("the key is under the blue pot")).to_be_visible()
    page.get_by_role("searchbox").fill("pot")
    expect(page.get_by_text("the key is under the blue pot")).to_be_visible()


@on("page", [WIDE], indirect=True, ids=["wide"])
def test_every_change_is_listed_and_taken_back(page: Page) -> None:
    log(page, "I'd like to keep track of what I eat, with calories and protein")
    log(page, "had ramen for lunch, 650 kcal")
    page.get_by_role("link", name="History").click()
    step = page.get_by_role("article").filter(has_text="had ramen for lunch, 650 kcal")
    expect(step).to_contain_text("650 kcal")
    step.get_by_role("button", name="Undo").click()
    expect(step).to_contain_text("Taken back")
    page.get_by_role("combobox", name="Changes of").select_option(index=1)
    page.get_by_role("button", name="As it was").click()
    expect(page.get_by_role("dialog").get_by_text("0 entries")).to_be_visible()


@on("page", [WIDE], indirect=True, ids=["wide"])
def test_a_dropped_table_becomes_an_app(page: Page) -> None:
    expect(page.get_by_role("textbox", name="Log anything")).to_be_visible()
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(['day,km,mood\\n2026-03-01,10.5,good\\n2026-03-03,5.2,fine\\n'], 'runs.csv', {type: 'text/csv'}));
            document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        }"""
    )
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("2 rows")).to_be_visible()
    sheet.get_by_role("textbox", name="Name").fill("My runs")
    sheet.get_by_role("button", name="Make the app").click()
    expect(page.get_by_role("heading", name="My runs")).to_be_visible()
    expect(page.locator("section.pane").get_by_text("10.5").first).to_be_visible()


@on("page", [PHONE], indirect=True, ids=["phone"])
def test_a_draft_survives_reload(page: Page) -> None:
    page.get_by_role("textbox", name="Log anything").fill("half a thou")
    page.reload()
    expect(page.get_by_role("textbox", name="Log anything")).to_have_value("half a thou")


@on("page", [WIDE], indirect=True, ids=["wide"])
def test_the_first_load_is_light(page: Page) -> None:
    expect(page.get_by_role("textbox", name="Log anything")).to_be_visible()
    origin = page.url.split("#")[0]
    for place in ("", "chat", "gallery", "settings"):
        other = page.context.new_page()
        scripts: set[str] = set()
        other.on("request", lambda r, into=scripts: into.add(r.url) if r.url.endswith(".js") else None)
        other.goto(f"{origin}#/{place}")
        expect(other.get_by_role("heading", level=1)).to_be_visible()
        other.wait_for_timeout(300)
        size = sum(len(gzip.compress(other.request.get(url).body())) for url in tuple(scripts))
        other.close()
        assert len(scripts) > 2
        assert size <= 250_000, f"{place or 'today'}: {size} bytes of script, gzipped"
