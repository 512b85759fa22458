"""A person watches an app being made, takes the version that holds, and picks one of two designs."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from rooms import base, read, served

from calisson.testing import ScriptedServer

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import RENT, WISHES, WRONG, changed, said

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

OTHER = changed(name="Cards", views=[{"kind": "cards", "entity": "flatmate"}])


@pytest.fixture
def models() -> Iterator[ScriptedServer]:
    with ScriptedServer(models=("scripted",)) as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, models: ScriptedServer) -> Iterator[str]:
    """The one-time link of a fresh home that knows one scripted model."""
    with served(tmp_path / "home", OPENAI_BASE_URL=models.openai_url) as link:
        yield link


def speak(page: Page, text: str) -> None:
    line = page.locator("#composer")
    line.fill(text)
    line.press("Enter")


def drawn(picture: Locator) -> int:
    """Wait until a picture is there, and return how many pixels wide it is; 0 when the page may not load it."""
    expect(picture).to_be_visible(timeout=60_000)
    return int(picture.evaluate("img => img.decode().then(() => img.naturalWidth, () => 0)"))


def test_an_app_is_watched_mended_and_made(page: Page, models: ScriptedServer) -> None:
    models.script = [said(WRONG, delay_s=0.5), said(RENT, delay_s=2.0)]
    expect(page.locator("main").first).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    speak(page, WISHES["en"])
    card = page.get_by_role("region", name="Making your app")
    expect(card.locator(".making-wrong")).to_contain_text("does not hold yet")
    expect(card.locator("[aria-current=step]")).to_contain_text("round 1 of 3")
    expect(page.locator(".reply").last).to_contain_text(
        "I opened every view and clicked through it", timeout=60_000
    )
    expect(page.get_by_role("heading", name="Rent split", level=1)).to_be_visible()
    (app,) = read(page, "/apps")["apps"]
    assert app["name"] == "Rent split"


def test_one_of_two_designs_is_picked(page: Page, models: ScriptedServer) -> None:
    """How the first looks is shown while the second is made, and each beside the other when both are there."""
    models.script = lambda asked: said(OTHER, delay_s=3.0) if b"Rent split" in asked.body else said(RENT)
    expect(page.locator("main").first).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    speak(page, "Make me something nice for the kids")
    making = page.get_by_role("region", name="Making your app")
    frame = making.get_by_role("img", name="How “Rent split” looks")
    assert drawn(frame) == 480
    offers = page.get_by_role("list", name="Two designs").get_by_role("listitem")
    expect(offers).to_have_count(2, timeout=60_000)
    assert read(page, "/apps")["apps"] == []
    assert [drawn(offers.nth(n).get_by_role("img", name="looks, with made-up entries")) for n in (0, 1)] == [
        480,
        480,
    ]
    offers.nth(1).get_by_role("button").click()
    expect(page.get_by_role("heading", name="Cards", level=1)).to_be_visible()
    assert [a["name"] for a in read(page, "/apps")["apps"]] == ["Cards"]


def test_a_stop_leaves_nothing_behind(page: Page, models: ScriptedServer) -> None:
    models.script = [said(RENT, delay_s=20.0)]
    expect(page.locator("main").first).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    speak(page, WISHES["en"])
    card = page.get_by_role("region", name="Making your app")
    card.get_by_role("button", name="Stop").click()
    expect(page.locator(".reply").last).to_contain_text(
        "Stopped. Nothing was made or changed.", timeout=5_000
    )
    assert read(page, "/apps")["apps"] == []
