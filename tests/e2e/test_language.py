"""No words on any page but those of the catalogues: every message is marked, and what is left without a mark is found."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect
from rooms import ID, PLACES, VIEWS, base, furnish, read, settled

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

DATA = Path(__file__).parents[2] / "src" / "calisson" / "language" / "data"
WEB = Path(__file__).parents[2] / "web" / "src"
WIDE = {"language": "en", "width": 1440, "height": 900}
OPEN, SHUT = "⟦", "⟧"

TEXTS = """() => {
  const out = new Set();
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('[aria-hidden=true] svg');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'KBD', 'CODE'].includes(parent.tagName) || !shown(parent)) continue;
    out.add(walker.currentNode.textContent.trim());
  }
  for (const node of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]')) {
    if (!shown(node)) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
      if (node.getAttribute(name)) out.add(node.getAttribute(name).trim());
  }
  out.add(document.title);
  return [...out].filter(Boolean);
}"""

# Words that the browser's own data makes: names of days, months, units, zones, languages, currencies.
INTL = """(language) => {
  const words = new Set();
  const add = (text) => text.split(/[^\\p{L}\\p{M}]+/u).forEach((word) => words.add(word.toLowerCase()));
  for (let m = 0; m < 12; m += 1) for (const month of ['long', 'short', 'narrow'])
    add(new Intl.DateTimeFormat(language, { month, day: 'numeric', year: 'numeric' }).format(new Date(2026, m, 5)));
  for (let d = 1; d < 8; d += 1) for (const weekday of ['long', 'short', 'narrow'])
    add(new Intl.DateTimeFormat(language, { weekday }).format(new Date(2026, 0, d)));
  for (const hour of [3, 15])
    add(new Intl.DateTimeFormat(language, { hour: 'numeric', minute: 'numeric' }).format(new Date(2026, 0, 1, hour)));
  for (const unit of ['day', 'week', 'month', 'year', 'hour', 'minute', 'quarter']) for (const n of [-3, -1, 0, 1, 3])
    for (const style of ['long', 'short'])
    add(new Intl.RelativeTimeFormat(language, { numeric: 'auto', style }).format(n, unit));
  for (const unit of Intl.supportedValuesOf('unit')) for (const unitDisplay of ['long', 'short'])
    add(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(2));
  for (const zone of Intl.supportedValuesOf('timeZone')) add(zone);
  const currencies = new Intl.DisplayNames(language, { type: 'currency' });
  for (const code of Intl.supportedValuesOf('currency')) { add(code); add(currencies.of(code)); }
  for (const code of ['en', 'de', 'zh', 'ja', 'ko']) { add(new Intl.DisplayNames(code, { type: 'language' }).of(code)); add(code); }
  return [...words].filter(Boolean);
}"""

PROPER = {"calisson", "ctrl", "k", "csv", "ics", "json", "kcal", "utc", "api", "ai"}
"""Names, keys and formats that are the same in every language."""

COMPONENTS = {"en": {"dismiss"}, "ko": {"무시"}}
"""Names that the component library brings, in its own catalogues (the hidden button that closes a dialog)."""


def marked(source: str) -> str:
    """A catalogue with every sentence between marks."""
    lines = []
    for line in source.splitlines():
        if found := re.match(r"^([a-z][\w-]* = )(?!\{[^}]*->\s*$)(.+)$", line):
            lines.append(f"{found[1]}{OPEN}{found[2]}{SHUT}")
        elif found := re.match(r"^(\s+\*?\[[^\]]+\] )(.+)$", line):
            lines.append(f"{found[1]}{OPEN}{found[2]}{SHUT}")
        else:
            lines.append(line)
    return "\n".join(lines)


def strings(value: Any) -> set[str]:
    """Every text in what the home says: that is data, in the words of the person or of the home's own catalogues."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(strings, value.values())) | {str(k) for k in value}
    if isinstance(value, list):
        return set().union(*map(strings, value))
    return set()


UNBROKEN = re.compile(
    r"(?:\d{4}년\s?)?\d{1,2}월\s?\d{1,2}일(?:\s?\(\w{1,2}\))?|₩?\d[\d,.]*\s?(?:kcal|kg|km|g|원|분)?"
)


def pieces(heard: set[str]) -> set[str]:
    """What the home sent, and its parts as the page keeps dates and amounts in one (`Unbroken.tsx`)."""
    return heard | {part.strip() for text in heard for part in UNBROKEN.split(text)}


def unmarked(text: str, known: list[str], words: set[str]) -> str:
    """What is left of a text without marked sentences, data, and the browser's own words."""
    before = ""
    while before != text:
        before, text = text, re.sub(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}", " ", text)
    for data in known:
        if data in text:
            edges = [r"\b" if c.isascii() and c.isalnum() else "" for c in (data[0], data[-1])]
            text = re.sub(f"{edges[0]}{re.escape(data)}{edges[1]}", " ", text)
    left = [w for w in re.findall(r"[^\W\d_]+(?:-[a-z0-9]+)*", text) if w.lower() not in words]
    return " ".join(left)


@pytest.mark.parametrize("page", [WIDE], indirect=True, ids=["wide"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_word_comes_from_a_catalogue(page: Page, language: str) -> None:
    app = furnish(page, language, records=3)
    context = page.context.browser.new_context(  # type: ignore[union-attr]
        service_workers="block", locale=language, viewport=page.viewport_size, reduced_motion="reduce"
    )
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    catalogue = marked((DATA / language / "page.ftl").read_text("utf-8"))
    replaced: list[str] = []
    heard: set[str] = set()

    def give(route: Route) -> None:
        replaced.append(route.request.url)
        route.fulfill(body=f"export default {json.dumps(catalogue)}", content_type="text/javascript")

    context.route(re.compile(r"/assets/page-[\w-]+\.js"), give)
    view = context.new_page()

    def hear(answer: Response) -> None:
        if "/api/v1/" in answer.url and "json" in answer.headers.get("content-type", ""):
            heard.update(strings(answer.json()))

    view.on("response", hear)
    view.goto(base(page) + "/")
    settled(view)
    words = PROPER | COMPONENTS[language] | set(view.evaluate(INTL, language))
    found: list[str] = []

    def look(state: str) -> None:
        known = sorted((s for s in pieces(heard) if len(s) > 1), key=len, reverse=True)
        for text in view.evaluate(TEXTS):
            left = unmarked(text, known, words)
            if left:
                found.append(f"{state}: {left!r} in {text[:90]!r}")
            if ID.match(text):
                found.append(f"{state}: the sentence {text!r} is missing")

    for place in PLACES:
        view.goto(f"{base(page)}/#/{place}")
        settled(view)
        look(place or "today")
    for number, kind in enumerate(VIEWS):
        view.goto(f"{base(page)}/#/app/{app}/{number}")
        settled(view)
        look(f"view {kind}")
    view.goto(f"{base(page)}/#/")
    settled(view)
    for state, keys in (("palette", "Control+k"), ("capture", "Control+.")):
        view.keyboard.press(keys)
        expect(view.get_by_role("dialog")).to_be_visible()
        look(state)
        view.keyboard.press("Escape")
        expect(view.get_by_role("dialog")).to_have_count(0)
    context.close()
    assert replaced, "the catalogue's file has another name now"
    assert read(page, "/session")["csrf"]
    assert not found, "\n".join(sorted(set(found)))


def test_the_page_asks_for_no_sentence_that_is_not_there() -> None:
    ids = set(re.findall(r"^([a-z][\w-]*) =", (DATA / "en" / "page.ftl").read_text("utf-8"), re.MULTILINE))
    wanted: dict[str, str] = {}
    for path in sorted(WEB.rglob("*.ts*")):
        for name in re.findall(r"\bt\('([a-z][\w-]*)'", path.read_text("utf-8")):
            wanted.setdefault(name, path.name)
    assert len(wanted) > 100
    assert {n: p for n, p in wanted.items() if n not in ids} == {}


@pytest.mark.parametrize("language", ["de", "zh", "ja", "ko"])
def test_no_sentence_is_missing_in_a_language(language: str) -> None:
    def ids(code: str) -> set[str]:
        return set(
            re.findall(r"^([a-z][\w-]*) =", (DATA / code / "page.ftl").read_text("utf-8"), re.MULTILINE)
        )

    assert ids(language) == ids("en")
