"""Light and steady: scripts of the first look, nothing that jumps while the page loads and while an answer streams."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect
from rooms import base, furnish, settled

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]

BAR_BYTES = 250_000
STATIC = Path(__file__).parents[2] / "src" / "calisson" / "server" / "static"
SHIFTS = """
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
"""
PHONE = {"language": "en", "width": 390, "height": 844}
WIDE = {"language": "en", "width": 1440, "height": 900}


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["wide"])
def test_the_first_look_is_light(page: Page) -> None:
    scripts: dict[str, int] = {}

    def note(answer: Response) -> None:
        if re.search(r"\.js(\?|$)", answer.url) and answer.ok and not answer.from_service_worker:
            file = STATIC / answer.url.split("/", 3)[3]
            scripts[file.name] = len(gzip.compress(file.read_bytes(), 6))

    context = page.context.browser.new_context(service_workers="block", locale="en")  # type: ignore[union-attr]
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    fresh = context.new_page()
    fresh.on("response", note)
    fresh.goto(base(page) + "/")
    settled(fresh)
    fresh.wait_for_load_state("networkidle")
    context.close()
    assert len(scripts) > 3
    assert sum(scripts.values()) <= BAR_BYTES, scripts


@pytest.mark.parametrize("page", [PHONE, WIDE], indirect=True, ids=["phone", "wide"])
def test_nothing_jumps_while_loading_and_streaming(page: Page) -> None:
    app = furnish(page)
    page.add_init_script(SHIFTS)
    jumped = {}
    for place in (
        "",
        "chat",
        "apps",
        f"app/{app}/0",
        f"app/{app}/6",
        "due",
        "memory",
        "history",
        "gallery",
        "settings",
    ):
        page.goto(f"{base(page)}/?fresh#/{place}")  # another address: the page loads anew
        page.reload()
        settled(page)
        page.wait_for_timeout(250)
        jumped[place or "today"] = page.evaluate("window.shifts")
    page.goto(f"{base(page)}/#/chat")
    page.reload()
    settled(page)
    page.evaluate("window.shifts = 0")
    said = "remember that the bins go out on Thursday"
    page.locator("#composer").fill(said)
    page.wait_for_timeout(600)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name=said)).to_be_visible(timeout=20_000)
    page.wait_for_timeout(700)
    jumped["streaming"] = page.evaluate("window.shifts")
    assert max(jumped.values()) < 0.05, {k: round(v, 3) for k, v in jumped.items() if v >= 0.05}
