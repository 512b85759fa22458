"""The main job in a real browser: create by talking, see it, log by talking and by hand, ask, edit, undo, roll back."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]


class Words(NamedTuple):
    line: str
    message: str
    send: str
    create: str
    log: str
    thing: str
    ask: str
    answer: str
    edit: str
    column: str
    undo: str
    add: str
    add_entry: str
    calories: str
    history: str
    version_1: str
    roll_back: str
    search: str
    table: str


ENGLISH = Words(
    "Log anything", "Message", "Send", "I'd like to keep track of what I eat, with calories and protein",
    "had ramen for lunch today, 650 kcal", "ramen", "how many calories today?", "650",
    "add a field for sugar", "Sugar", "Undo", "Add", "Add entry", "Calories", "History", "Version 1",
    "Roll back to this version", "Search entries", "Table",
)  # fmt: skip
GERMAN = Words(
    "Etwas eintragen", "Nachricht", "Senden", "Ich möchte festhalten, was ich esse, mit Kalorien und Eiweiß",
    "heute Mittag Linsensuppe gegessen, 520 kcal", "Linsensuppe", "Wie viele Kalorien heute?", "520",
    "füg noch ein Feld für Zucker hinzu", "Zucker", "Rückgängig", "Hinzufügen", "Eintrag hinzufügen", "Kalorien",
    "Verlauf", "Version 1", "Zu dieser Version zurückkehren", "Einträge durchsuchen", "Tabelle",
)  # fmt: skip
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def say(page: Page, words: Words, text: str) -> None:
    """Type into Today's line or the message box, send it, and wait for its answer."""
    page.get_by_role("textbox", name=re.compile(f"^({words.line}|{words.message})$")).fill(text)
    page.get_by_role("button", name=words.send, exact=True).click()
    turn = page.get_by_role("article", name=text, exact=True).last
    expect(turn).to_be_visible(timeout=20_000)


@pytest.mark.parametrize(
    ("page", "words"),
    [({"language": "en", **WIDE}, ENGLISH), ({"language": "de", **WIDE}, GERMAN)],
    indirect=["page"],
    ids=["en", "de"],
)
def test_the_main_job(page: Page, words: Words) -> None:
    say(page, words, words.create)
    app = page.locator("section.pane")
    expect(app.get_by_role("tab", name=words.table)).to_be_visible()

    say(page, words, words.log)
    expect(app.get_by_role("gridcell", name=re.compile(f"^{words.thing}")).first).to_be_visible()

    app.get_by_role("button", name=words.add, exact=True).click()
    form = page.get_by_role("dialog")
    form.get_by_label(words.calories).fill("300")
    form.get_by_role("button", name=words.add_entry).click()
    expect(form).to_be_hidden()
    expect(app.get_by_role("gridcell", name="300 kcal", exact=True)).to_be_visible()
    page.get_by_role("status").get_by_role("button", name=words.undo).click()
    expect(app.get_by_role("gridcell", name="300 kcal", exact=True)).to_be_hidden()

    say(page, words, words.ask)
    expect(page.get_by_role("article", name=words.ask)).to_contain_text(words.answer)

    say(page, words, words.edit)
    column = app.get_by_role("columnheader", name=re.compile(words.column))
    expect(column).to_be_visible()
    page.get_by_role("article", name=words.edit).get_by_role("button", name=words.undo).click()
    expect(column).to_be_hidden()

    say(page, words, words.edit + " ")
    expect(column).to_be_visible()
    app.get_by_role("button", name=words.history).click()
    oldest = page.get_by_role("dialog").get_by_role("listitem").filter(has_text=words.version_1).last
    oldest.get_by_role("button", name=words.roll_back).click()
    expect(column).to_be_hidden()

    page.reload()
    expect(page.get_by_role("article", name=words.log)).to_be_visible()
    expect(
        page.locator("section.pane").get_by_role("gridcell", name=re.compile(f"^{words.thing}")).first
    ).to_be_visible()


@pytest.mark.parametrize("page", [{"language": "en", **PHONE}], indirect=True, ids=["phone"])
def test_on_a_phone_the_app_is_one_tap_away(page: Page) -> None:
    say(page, ENGLISH, ENGLISH.create)
    say(page, ENGLISH, ENGLISH.log)
    page.get_by_role("link", name=re.compile("^Open ")).first.click()
    expect(page.get_by_role("gridcell", name=re.compile("^ramen"))).to_be_visible()
    page.get_by_role("link", name="Chat").click()
    expect(page.get_by_role("textbox", name="Message")).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page scrolls sideways: {width}"


@pytest.mark.parametrize("page", [{"language": "ja", **WIDE}], indirect=True, ids=["ja"])
def test_the_page_speaks_the_browsers_language(page: Page) -> None:
    expect(page.get_by_role("textbox", name="すばやく記録")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ja"
