"""The five moments of a person's day with the page, in every language: two of them in each run, all of them nightly."""

import re
from datetime import date
from importlib import resources
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from rooms import base

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240), pytest.mark.xdist_group("browser")]

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}


class Said(NamedTuple):
    """What is said in one language, and what is to be seen of it."""

    create: str
    log: str
    number: str
    edit: str
    field: str
    remember: str
    search: str


SAID = {
    "en": Said("I'd like to keep track of what I eat, with calories and protein", "had ramen for lunch today, 650 kcal", "650",
               "add a field for sugar", "Sugar", "remember that the spare key is under the pot", "spare key"),
    "de": Said("Ich möchte festhalten, was ich esse, mit Kalorien und Eiweiß", "heute Mittag Linsensuppe gegessen, 520 kcal", "520",
               "füg noch ein Feld für Zucker hinzu", "Zucker", "merk dir, dass der Ersatzschlüssel bei Ada liegt", "Ersatzschlüssel"),
    "zh": Said("我想记录吃的东西，包括热量和蛋白质", "今天午饭吃了牛肉面，650千卡", "650", "加一个字段：糖", "糖",
               "记住备用钥匙在花盆下面", "备用钥匙"),
    "ja": Said("食事を記録するアプリを作って。カロリーとタンパク質", "今日のお昼に親子丼、720kcal", "720", "糖質の項目を追加して", "糖質",
               "合鍵は植木鉢の下だと覚えておいて", "合鍵"),
    "ko": Said("먹은 음식을 기록하고 싶어. 칼로리와 단백질도", "오늘 점심에 비빔밥 먹었어, 560kcal", "560", "당류 항목을 추가해줘", "당류",
               "여분 열쇠는 화분 밑에 있다고 기억해 줘", "여분 열쇠"),
}  # fmt: skip


def chosen() -> list[Any]:
    """Each language on a phone or a wide screen; two run by default and change with the day, the rest are nightly."""
    languages = sorted(SAID)
    day = date.today().toordinal()
    two = {languages[day % 5], languages[(day + 2) % 5]}
    out = []
    for number, language in enumerate(languages):
        size = PHONE if (day + number) % 2 else WIDE
        marks = () if language in two else (pytest.mark.nightly,)
        out.append(pytest.param({"language": language, **size}, id=language, marks=marks))
    return out


def words(page: Page) -> dict[str, str]:
    """The plain messages of the page's language."""
    language = page.evaluate("document.documentElement.lang").split("-")[0]
    text = (resources.files("calisson.language") / "data" / language / "page.ftl").read_text("utf-8")
    return dict(re.findall(r"^([a-z][a-z0-9-]*) = (.+)$", text, re.M))


def say(page: Page, w: dict[str, str], text: str) -> None:
    """Type into the line that is there, and wait for what became of it."""
    line = page.get_by_role("textbox", name=re.compile(f"^({w['today-line']}|{w['chat-input']})$")).last
    line.fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name=text, exact=True).last).to_be_visible(timeout=20_000)


@pytest.mark.parametrize("page", chosen(), indirect=True)
def test_the_five_moments(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function("document.documentElement.lang")
    w = words(page)
    said = SAID[page.evaluate("document.documentElement.lang").split("-")[0]]
    phone = page.viewport_size["width"] < 960  # type: ignore[index]

    # The first minute: no question, an example life to try, gone with one tap; one sentence makes an app.
    assert page.get_by_role("dialog").count() == 0
    page.get_by_role("button", name=w["welcome-example-start"]).click()
    page.get_by_role("button", name=w["example-end"]).click(timeout=30_000)
    expect(page.get_by_text(w["example-gone"]).first).to_be_visible(timeout=20_000)
    say(page, w, said.create)

    # A log in ten seconds, from anywhere.
    page.goto(f"{base(page)}/#/memory")
    expect(page.get_by_role("searchbox", name=w["memory-search"])).to_be_visible()
    page.keyboard.press("Control+.")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.type(said.log)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text(said.number, timeout=20_000)
    page.keyboard.press("Escape")

    # The evening look: a living card with today's number.
    page.goto(f"{base(page)}/#/")
    expect(page.locator(".glance-card").first).to_contain_text(said.number)

    # Changing an app: said beside it, shown at once, taken back with one tap.
    page.goto(f"{base(page)}/#/chat")
    say(page, w, said.edit)
    turn = page.get_by_role("article", name=said.edit, exact=True).last
    expect(turn).to_contain_text(said.field)
    turn.get_by_role("button", name=w["undo"], exact=True).click()
    expect(page.locator(".toast").get_by_text(w["undo-done"]).first).to_be_visible()

    # Finding something said long ago.
    say(page, w, said.remember)
    page.get_by_role("button", name=w["chat-search"], exact=True).click()
    page.get_by_role("searchbox").fill(said.search)
    page.get_by_role("link", name=re.compile(said.search)).first.click()
    expect(page.get_by_role("article", name=said.remember)).to_be_focused()
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
