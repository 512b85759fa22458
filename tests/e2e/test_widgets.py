"""An app's own view in a real browser: one that means well works; hostile ones get nothing out and the page stays usable."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect


def code(name: str) -> str:
    """Code of a widget: one that means well, and those that do not."""
    return (Path(__file__).with_name("widgets") / name).read_text("utf-8")


THROWS = "export default function W() { throw new Error('broken on purpose'); }"
NO_MODULE = "throw new Error('no module');\nexport default 1;"
SPEC: dict[str, Any] = {
    "name": "Tea", "language": "en", "icon": "🍵",
    "entities": [
        {"name": "day", "label": "Day", "fields": [
            {"name": "cups", "label": "Cups", "type": "integer"}, {"name": "note", "label": "Note", "type": "text"}]},
        {"name": "secret", "label": "Secret", "fields": [{"name": "word", "label": "Word", "type": "text"}]},
    ],
    "views": [{"kind": "custom", "entity": "day"}, {"kind": "table", "entity": "day"}],
}  # fmt: skip
ACCESS = {"reads": ["day.cups"], "writes": ["day.cups"]}


@pytest.fixture
def page(browser: Browser, home: str) -> Iterator[Page]:
    """The page of a fresh home; what the frame's policy refuses is written to the console, and meant to be."""
    context = browser.new_context(
        locale="en", viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    opened = context.new_page()
    for _ in range(100):
        try:
            opened.goto(home)
            break
        except Exception:
            time.sleep(0.1)
    yield opened
    context.close()


class Spy:
    """Listens beside the home, TCP and UDP, and keeps whatever arrives."""

    def __init__(self) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.heard: list[str] = []
        for run in (self._tcp, self._udp):
            threading.Thread(target=run, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.tcp.getsockname()[1]}"

    @property
    def udp_port(self) -> int:
        return int(self.udp.getsockname()[1])

    def _tcp(self) -> None:
        while True:
            try:
                connection, _ = self.tcp.accept()
            except OSError:
                return
            connection.settimeout(0.5)
            try:
                first = connection.recv(200).decode("latin-1").split("\r\n")[0]
            except OSError:
                first = "(nothing said)"
            self.heard.append(f"tcp {first}")
            connection.close()

    def _udp(self) -> None:
        while True:
            try:
                self.heard.append(f"udp {len(self.udp.recv(2000))}")
            except OSError:
                return

    def close(self) -> None:
        self.tcp.close()
        self.udp.close()


@pytest.fixture
def spy() -> Iterator[Spy]:
    made = Spy()
    yield made
    made.close()


def api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Call the home as the page does."""
    return page.evaluate(
        """async ([method, path, body]) => {
          const { csrf } = await (await fetch('/api/v1/session')).json();
          const answer = await fetch('/api/v1' + path, { method, headers: { 'Content-Type': 'application/json', 'X-Calisson-CSRF': csrf },
            ...(body === null ? {} : { body: JSON.stringify(body) }) });
          return answer.json();
        }""",
        [method, path, body],
    )


def make(page: Page, widget: str, source: str = "js", **spec: Any) -> str:
    made = api(
        page,
        "POST",
        "/apps",
        {"spec": {**SPEC, **spec, "widget": {"code": widget, "source": source, "access": ACCESS}}},
    )
    assert "app" in made, made
    app_id = str(made["app"]["id"])
    for values in ({"cups": 3, "note": "private"}, {"cups": 4}):
        api(page, "POST", f"/apps/{app_id}/records", {"entity": "day", "values": values})
    api(page, "POST", f"/apps/{app_id}/records", {"entity": "secret", "values": {"word": "hush"}})
    return app_id


def show(page: Page, app_id: str) -> FrameLocator:
    page.evaluate("id => { location.hash = `#/app/${id}/0`; }", app_id)
    return page.frame_locator(".widget-frame")


def cups(page: Page, app_id: str) -> list[int]:
    found = api(page, "GET", f"/apps/{app_id}/records?entity=day")
    return sorted(r["values"].get("cups", 0) for r in found["records"])


def test_a_widget_reads_and_changes_what_it_may_and_nothing_else(page: Page) -> None:
    expect(page.get_by_role("navigation").first).to_be_visible()
    app_id = make(page, code("good.tsx"), "tsx")
    frame = show(page, app_id)
    expect(frame.locator("#sum")).to_have_text("7 cups, keys cups")
    expect(frame.locator("h2")).to_have_text(re.compile("Tea en (light|dark)"))
    frame.get_by_role("button", name="Add two").click()
    expect(frame.locator("#sum")).to_have_text("9 cups, keys cups")
    assert cups(page, app_id) == [2, 3, 4]
    page.get_by_role("button", name="Undo").first.click()
    expect(frame.locator("#sum")).to_have_text("7 cups, keys cups")
    for name in ("Write a note", "Delete a stranger"):
        frame.get_by_role("button", name=name).click()
        expect(frame.locator("#said")).to_have_text("not-allowed")
    frame.get_by_role("button", name="Delete one").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(frame.locator("#said")).to_have_text("declined")
    assert cups(page, app_id) == [3, 4]


def test_a_hostile_widget_gets_nothing_out(page: Page, spy: Spy) -> None:
    expect(page.get_by_role("navigation").first).to_be_visible()
    other = make(page, "export default () => null", name="Other")
    parts = urlsplit(page.url)
    hostile = code("hostile.js")
    for name, value in {
        "SPY": spy.address,
        "HOME": f"http://{parts.netloc}",
        "OTHER": other,
        "UDP": str(spy.udp_port),
    }.items():
        hostile = hostile.replace(f"__{name}__", value)
    pages = len(page.context.pages)
    frame = show(page, make(page, hostile))
    expect(frame.locator("#tried")).to_be_visible(timeout=60_000)
    got = json.loads(frame.locator("#tried").inner_text())
    assert got.pop("foreign") == "0"
    assert {k: v for k, v in got.items() if v != "no"} == {}
    time.sleep(0.5)
    assert spy.heard == []
    assert len(page.context.pages) == pages and urlsplit(page.url).netloc == parts.netloc
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("grid")).to_contain_text("private")


SILENT = ("tcp ", "tcp (nothing said)")
"""Chromium now and then opens a connection for a navigation that it then bars; not a byte goes over it."""


@pytest.mark.parametrize(
    ("widget", "title"),
    [(code("flood.js"), "far too much"), (code("loop.js"), "stopped answering"), (code("away.js"), "another page"),
     (THROWS, "ran into an error"), (NO_MODULE, "ran into an error")],
    ids=["flood", "loop", "away", "throws", "module"],
)  # fmt: skip
def test_a_widget_that_misbehaves_is_ended_and_the_app_stays(
    page: Page, spy: Spy, widget: str, title: str
) -> None:
    expect(page.get_by_role("navigation").first).to_be_visible()
    app_id = make(page, widget.replace("__SPY__", spy.address))
    show(page, app_id)
    expect(page.get_by_text(title)).to_be_visible(timeout=40_000)
    expect(page.locator("iframe")).to_have_count(0)
    said = [h for h in spy.heard if h not in SILENT] if title == "another page" else spy.heard
    assert said == []
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("grid")).to_contain_text("private")
    assert len(cups(page, app_id)) <= 2 + 10
