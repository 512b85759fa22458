"""An app is looked at before it is called done: opened and clicked through in a browser."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error
from rooms import spec

from calisson.apps import parse_spec
from calisson.server import look_round
from calisson.server.look import Looker
from calisson.server.look_page import Visit
from calisson.server.look_room import room

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import with_code

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]


def test_good_apps_are_opened_and_clicked_through() -> None:
    for given in (with_code(), spec("ja")):
        with Looker() as looker:
            seen = looker(parse_spec(given), lambda: False)
        assert (seen.how, seen.findings, seen.why) == ("looked", (), "")


def test_a_blank_or_failed_view_is_found(browser: Browser) -> None:
    page = browser.new_page()
    tab = '<div role="tab" aria-selected="true"></div>'

    def seen(panel: str, tabs: str = tab) -> str:
        page.goto("about:blank#/app/a/0")
        page.set_content(tabs + panel)
        return Visit(page, "a", 300).opened(0)

    assert seen('<div role="tabpanel"></div>') == "it stays empty"
    assert seen('<div role="tabpanel"><div class="skeleton">…</div></div>') == "it stays empty"
    failed = '<div role="tabpanel"><div class="empty" data-icon="warn">It failed</div></div>'
    assert seen(failed) == "It failed"
    assert seen('<div role="tabpanel"><p>3 entries</p></div>') == ""
    other = '<div role="tab"></div>' + tab
    assert seen('<div role="tabpanel"><p>3 entries</p></div>', other) == "it stays empty"
    late = "<script>setTimeout(() => { document.querySelector('[role=tabpanel]').innerHTML = '<p>3</p>'; })</script>"
    assert seen('<div role="tabpanel"></div>' + late) == ""
    throws = "<script>addEventListener('hashchange', () => { throw new Error('It throws'); })</script>"
    page.goto("about:blank#/app/a/1")
    page.set_content(tab + '<div role="tabpanel"><p>3</p></div>' + throws)
    assert "It throws" in Visit(page, "a", 300).opened(0)
    page.close()


def test_where_to_press_is_what_a_person_could_press(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("""<div style="height: 3000px"></div><button id="far" onclick="this.textContent = 'pressed'">x</button>
        <button id="off" disabled>x</button><button id="under">x</button>
        <div style="position: fixed; inset: 0; z-index: 1; display: none"></div>""")
    visit = Visit(page, "a", 300)
    assert visit.press("#far") and page.locator("#far").text_content() == "pressed"
    assert not visit.press("#off") and not visit.press("#none")
    page.evaluate("document.querySelector('[style*=fixed]').style.display = ''")
    assert not visit.press("#under")
    page.close()


def test_an_entry_that_cannot_be_added_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_round, "PATIENCE_MS", 2_000)
    monkeypatch.setattr(look_round, "_values", lambda entity, number: [])
    with Looker() as looker:
        (finding,) = looker(parse_spec(with_code()), lambda: False).findings
    assert finding.stage == "look" and "cannot be added" in finding.problem.hint


def test_an_entry_that_cannot_be_changed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = look_round._values
    wrong = lambda entity, number: usual(entity, number) if number < 3 else ["", *usual(entity, number)[1:]]  # noqa: E731
    monkeypatch.setattr(look_round, "PATIENCE_MS", 2_000)
    monkeypatch.setattr(look_round, "_values", wrong)
    with Looker() as looker:
        (finding,) = looker(parse_spec(with_code()), lambda: False).findings
    assert finding.stage == "look" and "cannot be changed" in finding.problem.hint


def test_without_a_browser_it_says_so() -> None:
    with Looker("/nowhere/chromium") as looker:
        looker.wake()
        assert looker(parse_spec(with_code()), lambda: False).how == "server"
    assert Looker()(parse_spec(with_code()), lambda: True).how == "no"


def test_woken_before_it_looks_again_with_the_same_browser() -> None:
    with Looker() as looker:
        seen = []
        for _ in range(2):
            looker.wake()
            seen.append(looker(parse_spec(with_code()), lambda: False))
        assert [s.how for s in seen] == ["looked", "looked"] and not any(s.findings for s in seen)
        assert looker._thread is not None
    assert not [t for t in threading.enumerate() if t.name.startswith("look")]
    assert looker(parse_spec(with_code()), lambda: True).how == "no"


def test_the_page_that_is_looked_at_reaches_its_own_home_only(browser: Browser) -> None:
    """Another server of this machine, by address and by name, and a web socket: nothing arrives."""
    asked: list[str] = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    other = ThreadingHTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=other.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    port = other.server_port
    urls = [f"http://{host}:{port}/x" for host in ("127.0.0.1", "localhost", "127.0.0.2", "example.org")]

    def visit() -> None:
        with Looker() as looker, ExitStack() as lasting, room(looker._launch(lasting)) as place:
            for url in urls:
                frame = place.page.context.new_page()
                with suppress(Error):
                    frame.goto(url)
                frame.close()
            place.page.evaluate("url => { new WebSocket(url.replace('http', 'ws')); }", urls[0])
            assert place.page.evaluate("fetch('/api/v1/session').then(r => r.ok)")
            place.page.wait_for_timeout(200)

    try:
        with ThreadPoolExecutor(1) as own:  # this thread has a browser already
            own.submit(visit).result()
        assert asked == []
        with suppress(Error):  # the same address, from a browser that is not held back
            browser.new_page().goto(urls[0])
        assert "/x" in asked
    finally:
        other.shutdown()
        other.server_close()
        thread.join()
