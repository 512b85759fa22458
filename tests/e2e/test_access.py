"""Everyone can use it: axe on every page and state in light and dark, the main job by keyboard, 200 % text, right to left."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rooms import base, furnish, offline_state, round_trip, settled, write

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"language": "en", "width": 390, "height": 844}
WIDE = {"language": "en", "width": 1440, "height": 900}
RUN = """async () => {
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
  });
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => ({ ...v, nodes: v.nodes.filter((n) => !n.any.some((a) => a.message.includes('partially obscured'))) }))
    .filter((v) => v.nodes.length)
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + [...n.any, ...n.all].map((a) => a.message)[0]).join(' | ')}`);
}"""
# What is half under the edge of a scrolled list counts as obscured to axe; a scroll brings it out.
COLOURS = """async () => {
  const { violations } = await axe.run(document, { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] });
  return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.any.map((a) => a.message)[0]).join(' | ')}`);
}"""


def examine(page: Page, state: str) -> list[str]:
    """Serious and critical findings of a state: everything in light, what colours change in dark."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text("utf-8"))
    found = [f"{state}: {line}" for line in page.evaluate(RUN)]
    page.emulate_media(color_scheme="dark")
    found += [f"{state} (dark): {line}" for line in page.evaluate(COLOURS)]
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("page", [WIDE, PHONE], indirect=True, ids=["wide", "phone"])
def test_no_serious_finding_on_any_page(page: Page) -> None:
    found = examine(page, "first minute")
    app = furnish(page)
    page.reload()
    narrow = (page.viewport_size or PHONE)["width"] < 600
    for state in round_trip(page, app, views=narrow):
        found += examine(page, state)
    offline_state(page, "had soup")
    found += examine(page, "offline")
    page.get_by_role("button", name=re.compile("waiting")).first.click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    found += examine(page, "outbox")
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    page.goto(base(page) + "/")
    page.reload()
    expect(page.locator("input[type=password]")).to_be_visible()
    found += examine(page, "login")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_nothing_breaks_with_large_text_or_right_to_left(page: Page) -> None:
    app = furnish(page, records=4)
    page.reload()
    wrong = []
    for state in round_trip(page, app):
        for name, on, off in (
            ("200 %", "document.documentElement.style.fontSize = '200%'", "document.documentElement.style.fontSize = ''"),
            ("rtl", "document.documentElement.dir = 'rtl'", "document.documentElement.dir = ''"),
        ):  # fmt: skip
            page.evaluate(on)
            page.wait_for_timeout(60)
            width = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
            if width > 391:
                wrong.append(f"{state} at {name}: {width} px wide")
            page.evaluate(off)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["wide"])
def test_the_five_moments_by_keyboard_alone(page: Page) -> None:
    def reach(name: re.Pattern[str] | str, role: str = "button", tries: int = 80) -> None:
        wanted = page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]
        expect(wanted).to_be_visible()
        for _ in range(tries):
            page.keyboard.press("Tab")
            if wanted.evaluate("(node) => node === document.activeElement"):
                shown = "(node) => [node, node.parentElement].some((n) => getComputedStyle(n).outlineStyle !== 'none')"
                assert wanted.evaluate(shown), f"{name} has the focus and does not show it"
                return
        raise AssertionError(f"{name} is not reached by Tab")

    def answered(text: str) -> None:
        expect(page.get_by_role("article", name=text, exact=True).last).to_be_visible(timeout=20_000)

    expect(page.get_by_role("textbox", name="Log anything")).to_be_visible()
    reach("Log anything", "textbox")
    create = "I'd like to keep track of what I eat, with calories and protein"
    page.keyboard.type(create)
    page.keyboard.press("Enter")
    expect(page.locator("section.pane").get_by_role("tab").first).to_be_visible(timeout=20_000)
    reach("Message", "textbox")
    page.keyboard.type("had ramen for lunch today, 650 kcal")
    page.keyboard.press("Enter")
    answered("had ramen for lunch today, 650 kcal")
    reach("Add", "button")
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog")
    expect(form).to_be_visible()
    for _ in range(20):
        if form.get_by_label("Calories").first.evaluate("(node) => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("300")
    page.keyboard.press("Enter")
    expect(form).to_be_hidden()
    expect(page.get_by_text("300 kcal").first).to_be_visible()
    reach("Message", "textbox")
    page.keyboard.type("how many calories today?")
    page.keyboard.press("Enter")
    answered("how many calories today?")
    expect(page.get_by_role("article", name="how many calories today?")).to_contain_text("950")
    reach("Message", "textbox")
    page.keyboard.type("add a field mood from 1 to 5")
    page.keyboard.press("Enter")
    answered("add a field mood from 1 to 5")
    expect(page.locator("section.pane").get_by_text("Version 2")).to_be_visible(timeout=20_000)
    reach("Search the talk")
    page.keyboard.press("Enter")
    page.keyboard.type("ramen")
    reach(re.compile("ramen"), "link")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("article", name="had ramen for lunch today, 650 kcal", exact=True)
    ).to_be_in_viewport()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("settings")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["wide"])
def test_a_screen_reader_hears_the_answer_and_finds_every_message(page: Page) -> None:
    page.goto(base(page) + "/#/chat")
    settled(page)
    heard: list[str] = []
    page.expose_function("hear", lambda text: heard.append(text))
    page.evaluate("""() => {
      const seen = new WeakSet();
      const watch = () => document.querySelectorAll('[aria-live=polite]').forEach((region) => {
        if (seen.has(region)) return;
        seen.add(region);
        new MutationObserver(() => window.hear(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
      });
      watch();
      new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
    }""")
    said = "remember that the spare key is under the pot"
    page.get_by_role("textbox", name="Message", exact=True).fill(said)
    page.keyboard.press("Enter")
    message = page.get_by_role("article", name=said)
    expect(message).to_be_visible(timeout=20_000)
    reply = message.locator(".reply p").first.inner_text()
    page.wait_for_timeout(300)
    assert any(len(text) > 5 and text in reply for text in heard), (reply, heard)
    assert page.get_by_role("log", name="Conversation").count() == 1
    expect(message).to_contain_text("You: ")
    assert write(page, "/preferences", {}, "PATCH") is not None


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["wide"])
def test_reduced_motion_moves_nothing(page: Page) -> None:
    app = furnish(page, records=2)
    page.reload()
    for state in round_trip(page, app, views=False):
        moving = page.evaluate(
            "document.getAnimations().filter((a) => a.effect.getTiming().duration > 50).length"
        )
        assert moving == 0, state
