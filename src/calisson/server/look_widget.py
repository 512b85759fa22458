"""Looking at an app's own view: opened in its frame with nothing in the app, with edge values, and as people have it.

What counts as wrong: an error that is thrown (also by a button), a frame that stays blank or stops answering, a request
that the frame's policy refuses, records or changes that the widget's access does not name, and on a phone a picture that
is wider than the screen. What the frame said about it goes into the finding. The entries are invented, in the room's own
home; buttons are really pressed there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from calisson.apps import AppSpec
from calisson.errors import Problem
from calisson.making.types import Finding
from calisson.server.look_frame import WIDE, Camera
from calisson.server.look_room import Room, filling

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, FrameLocator, Page, ViewportSize

SHOWN_MS = 6_000
"""How long a widget may take to show something."""
SETTLE_MS = 250
"""How long it is watched after that: what fails late fails in here."""
REST_MS = 50
"""How long a frame rests before it tells how wide it is."""
SLOWER = 4
"""A frame that answers so many milliseconds late is watched this many times as long, where that is longer."""
LONGEST_MS = 4_000
TRIES = 3
PRESSED = 4
"""How many of its buttons are pressed."""
PHONE: ViewportSize = {"width": 390, "height": 844}
_HARMLESS = ("declined", "busy")
"""Reasons of the bridge that are the person's or the moment's, not the widget's fault."""

_REST = (
    f"root => new Promise((rest) => setTimeout(() => rest(root.scrollWidth - root.clientWidth), {REST_MS}))"
)
_SOMETHING = "#root :is(svg, canvas, img, input, button, select, textarea, p, h1, h2, h3, li, td, th, span, div):visible"
"""Anything that a frame shows; an element without a size is not visible."""


def look_at_widget(
    place: Room, spec: AppSpec, stopped: Callable[[], bool], camera: Camera
) -> Iterator[Finding]:
    """Yield what is wrong with an app's own view; nothing when it has none."""
    number = next((n for n, v in enumerate(spec.views) if v.kind == "custom"), None)
    if spec.widget is None or number is None:
        return
    alone = spec.model_copy(update={"views": (spec.views[number],), "checks": (), "reminders": ()})
    watch = _Watch(place.page)
    told: set[str] = set()
    try:
        for what, records, phone in _tables(place, spec):
            if stopped():
                return
            place.page.set_viewport_size(PHONE if phone else WIDE)
            place.page.emulate_media(color_scheme="dark" if phone else "light")
            wrong = _opened(place, alone, records, watch, camera if phone else None)
            if wrong and wrong not in told:
                told.add(wrong)
                yield _finding(f"opened in a browser {what}, the widget fails: {wrong}")
    finally:
        watch.end()
        place.page.emulate_media(color_scheme="light")
        place.page.set_viewport_size(WIDE)


def _tables(place: Room, spec: AppSpec) -> Iterator[tuple[str, dict[str, list[dict[str, Any]]], bool]]:
    from calisson.apps.checks import sample_record
    from calisson.making.edges import SIDES, edge_record

    now = place.home.now()
    open_ = [e for e in spec.entities if not any(f.type == "ref" and f.required for f in e.fields)]
    yield "with no entries", {}, False
    yield (
        "with empty, smallest and largest values",
        {e.name: [edge_record(e, s) for s in SIDES] for e in open_},
        False,
    )
    usual = {e.name: [r for n in range(5) if (r := sample_record(e, n, now))] for e in open_}
    yield "on a phone in the dark theme", usual, True


class _Watch:
    """Keeps what the frame says while it is open."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def end(self) -> None:
        self.page.remove_listener("console", self._console)
        self.page.remove_listener("pageerror", self._error)

    def first(self) -> str:
        """Return the first thing that was said, and forget all of it."""
        found, self.said[:] = (self.said[0] if self.said else ""), []
        return found

    def _console(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and (
            "/widgets/" in str(message.location.get("url")) or "ontent Security" in text
        ):
            self._keep(text)

    def _error(self, error: Any) -> None:
        self._keep(str(error))

    def _keep(self, text: str) -> None:
        if not any(reason in text for reason in _HARMLESS):
            self.said.append(text.strip()[:250])


def _opened(
    place: Room, spec: AppSpec, records: dict[str, list[dict[str, Any]]], watch: _Watch, camera: Camera | None
) -> str:
    """Return what is wrong with the widget when the app holds these records; empty when it stands them.

    Args:
        place: where it is opened.
        spec: the app with its own view alone.
        records: what is in it, by entity.
        watch: hears what the frame says.
        camera: takes a picture of it; given on a phone only, where its width and its buttons are tried too.
    """
    page = place.page
    with filling(place) as tx:
        app = place.home.apps.create(tx, spec, granted=True)
        for entity, many in records.items():
            place.home.apps.add_many(tx, app.id, entity, many)
    page.goto(f"{place.address}/#/apps")  # nothing of the one before is taken for this one
    page.locator("[role=tabpanel]").wait_for(state="detached")
    watch.first()
    page.goto(f"{place.address}/#/app/{app.id}/0")
    frame = page.frame_locator(f".widget-frame[src*='{app.id}']")
    wrong, wide = "", 0
    for _ in range(TRIES):  # a frame may be put up anew while it is looked at
        seen = _shown(page, frame)
        page.wait_for_timeout(SETTLE_MS)
        wide = _rested(frame)
        wrong = _fallen(page) or watch.first() or seen
        if wrong or wide >= 0:
            break
    if wrong or camera is None:
        return wrong
    for _ in range(TRIES):  # what is wide may come after what is shown first: records are read meanwhile
        if wide > 1:
            break
        page.wait_for_timeout(SETTLE_MS)
        wide = max(wide, _rested(frame))
    if wide > 1:
        return f"on a phone it is {wide} pixels wider than the screen"
    camera.take()
    return _pressed(page, frame, watch)


def _rested(frame: FrameLocator) -> int:
    """Wait until what the frame set off is over and told; return by how many pixels it is too wide, -1 when it is gone."""
    from playwright.sync_api import Error

    with suppress(Error):
        return int(frame.locator("html").evaluate(_REST, timeout=2_000))
    return -1


def settling_ms(rested_ms: float) -> float:
    """Return for how long to watch a frame whose rest took so long: more on a busy machine, `LONGEST_MS` at most."""
    return max(SETTLE_MS, min(SLOWER * (rested_ms - REST_MS), LONGEST_MS))


def _shown(page: Page, frame: FrameLocator) -> str:
    """Wait until the frame shows something or is ended; return what is wrong when neither comes."""
    from playwright.sync_api import Error

    fallen = page.locator("[role=tabpanel] .empty[data-icon=warn]")
    for _ in range(SHOWN_MS // 100):
        with suppress(Error):
            frame.locator(_SOMETHING).first.wait_for(timeout=100)
            return ""
        if fallen.count():
            return ""
    return "it stays blank, or never answers"


def _fallen(page: Page) -> str:
    """Return what the page shows in place of a widget that failed; empty when it is there."""
    fallen = page.locator("[role=tabpanel] .empty[data-icon=warn]")
    if not fallen.count():
        return ""
    detail = page.locator("[role=tabpanel] .widget-detail code")
    if detail.count():
        return (detail.first.text_content() or "")[:300]
    return fallen.first.inner_text()[:300]


def _pressed(page: Page, frame: FrameLocator, watch: _Watch) -> str:
    """Press the widget's first buttons; return what goes wrong."""
    from playwright.sync_api import Error

    for number in range(min(PRESSED, frame.get_by_role("button").count())):
        with suppress(Error):  # a button that goes away is no fault
            frame.get_by_role("button").nth(number).evaluate("button => button.click()", timeout=2_000)
        begun = time.monotonic()
        _rested(frame)
        page.wait_for_timeout(settling_ms((time.monotonic() - begun) * 1_000))
        asked = page.get_by_role("alertdialog")
        if asked.count():  # before a removal the page asks the person, who says no
            asked.get_by_role("button").last.click()
        wrong = _fallen(page) or watch.first()
        if wrong:
            return f"after its button {number + 1} is pressed: {wrong}"
    return ""


def _finding(hint: str) -> Finding:
    return Finding(
        "look",
        Problem("widget.code", "spec-check-failed", {"name": "widget", "reason": hint[:160]}, hint[:400]),
    )
