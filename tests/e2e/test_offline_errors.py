"""What goes wrong is said: what happened, that nothing was lost, what to do; and the words are still there."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from rooms import base, read, settled

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(90), pytest.mark.xdist_group("browser")]

PHONE = {"language": "en", "width": 390, "height": 844, "workers": "block"}
SAID = "remember that the spare key is under the pot"
on_phone = pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])


def chat(page: Page) -> None:
    page.goto(f"{base(page)}/#/chat")
    settled(page)


def say(page: Page, text: str) -> None:
    page.locator("#composer").fill(text)
    page.keyboard.press("Enter")


@on_phone
@pytest.mark.parametrize(
    ("status", "message"),
    [
        (507, "There is no room left on the disk of your home. Nothing is lost"),
        (413, "That is too large. Nothing was changed"),
        (500, "Something went wrong at home. Nothing is lost"),
    ],
    ids=["full disk", "too large", "broken"],
)
def test_what_the_home_cannot_take_is_kept_and_explained(page: Page, status: int, message: str) -> None:
    chat(page)

    def refuse(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        body = json.dumps({"status": status, "title": "x", "message_id": "x"})
        route.fulfill(status=status, body=body, content_type="application/problem+json")

    page.route("**/api/v1/turns*", refuse)
    say(page, SAID)
    turn = page.get_by_role("article", name=SAID)
    expect(turn.get_by_role("alert")).to_contain_text(message)
    page.reload()
    expect(turn.get_by_role("alert")).to_contain_text(message)
    page.unroute("**/api/v1/turns*")
    turn.get_by_role("button", name="Send again").click()
    expect(turn.get_by_role("button", name="Undo")).to_be_visible(timeout=20_000)
    assert [t["text"] for t in read(page, "/turns")["turns"]] == [SAID]


@on_phone
def test_a_home_that_is_gone_is_told_from_no_connection(page: Page) -> None:
    chat(page)
    page.route("**/api/v1/**", lambda route: route.abort("connectionrefused"))
    say(page, SAID)
    expect(page.get_by_role("alert")).to_contain_text("Your home does not answer right now")
    expect(page.get_by_role("article", name=SAID)).to_contain_text("Waiting to be sent")
    page.unroute("**/api/v1/**")
    expect(page.get_by_role("article", name=SAID).get_by_role("button", name="Undo")).to_be_visible(
        timeout=20_000
    )
    assert len(read(page, "/turns")["turns"]) == 1


@on_phone
def test_an_expired_session_loses_no_words(page: Page) -> None:
    chat(page)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    say(page, SAID)
    expect(page.locator("input[type=password]")).to_be_visible()
    expect(page.get_by_text("What you typed is kept on this device")).to_be_visible()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.reload()
    expect(page.get_by_role("article", name=SAID).get_by_role("button", name="Undo")).to_be_visible(
        timeout=20_000
    )
    assert len(read(page, "/turns")["turns"]) == 1


@pytest.mark.parametrize("language", ["en", "de", "zh", "ja", "ko"])
def test_a_browser_that_is_too_old_is_told_so(page: Page, language: str) -> None:
    context = page.context.browser.new_context(locale=language, service_workers="block")  # type: ignore[union-attr]
    old = context.new_page()
    old.add_init_script("delete Object.hasOwn")
    old.goto(base(page) + "/")
    expect(old.locator("#too-old h1")).to_be_visible()
    assert (old.locator("html").get_attribute("lang") or "").startswith(language)
    assert re.search("Firefox", old.locator("#too-old p").inner_text())
    context.close()
