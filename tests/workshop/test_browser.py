"""Pages are looked at as people see them, and the browser itself reaches nothing."""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.errors import ToolError
from calisson.workshop import Change, Workspace
from calisson.workshop.bench import Order
from calisson.workshop.browser import Headless, browser_tools, here, missing
from calisson.workshop.fetch import Door
from calisson.workshop.loop import open_questions
from calisson.workshop.workspace import Marks, Watched
from scripted_calls import Scripted

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not shutil.which("chromium"), reason="needs Chromium")]

PAGE = """<!doctype html><title>Sums</title><h1>Sums</h1><label>First <input id=a></label><label>Second <input id=b></label>
<button onclick="out.textContent = +a.value + +b.value">Add</button><p id=out></p><script src=more.js></script>"""
LEAKS = """
fetch('http://127.0.0.1:%d/fetch').catch(() => 0); new Image().src = 'http://127.0.0.1:%d/image';
new WebSocket('ws://127.0.0.1:%d/socket'); navigator.sendBeacon('http://127.0.0.1:%d/beacon', 'x');
document.head.innerHTML += '<link rel=prefetch href=http://127.0.0.1:%d/prefetch>';
setTimeout(() => open('http://127.0.0.1:%d/popup'), 0); missing();"""


@pytest.fixture(scope="module")
def headless() -> Iterator[Headless]:
    made = Headless(as_root=True)
    yield made
    made.close()


@pytest.fixture
def asked() -> Iterator[tuple[int, list[str]]]:
    """A server on loopback that must hear nothing but what `fetch` reads."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            paths.append(self.path)
            body = b"<title>Far</title><h1>Oats</h1><p id=x>still</p><script>x.textContent='scripted'</script><img src=/pixel><a href=/next>more</a>"
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield http.server_address[1], paths
        http.shutdown()
        thread.join(5)


def test_the_workspaces_page_is_opened_clicked_and_typed_in(
    headless: Headless, asked: tuple[int, list[str]], tmp_path: Path
) -> None:
    port, paths = asked
    place = Workspace(tmp_path / "work")
    place.apply(
        [Change("index.html", None, PAGE.encode()), Change("more.js", None, (LEAKS % ((port,) * 6)).encode())]
    )
    preview = browser_tools(headless)["preview"]

    def do(**arguments: str) -> Any:
        return preview(Watched(place), arguments, lambda: False)

    first = do(do="open")
    assert (
        'heading "Sums"' in first.text and "missing is not defined" in first.text and "cut off" in first.text
    )
    assert first.image is not None and first.image.startswith(b"\x89PNG")
    do(do="type", role="textbox", name="First", text="4")
    do(do="type", role="textbox", name="Second", text="38")
    assert "42" in do(do="click", role="button", name="Add").text
    assert "42" in do(do="look").text
    for wrong in ({"do": "click"}, {"do": "click", "role": "button", "name": "none"}, {"do": "dance"}):
        with pytest.raises(ToolError):
            do(**wrong)
    assert paths == []


def test_a_public_page_is_shown_without_scripts_or_anything_else_of_it(
    headless: Headless, asked: tuple[int, list[str]], tmp_path: Path
) -> None:
    port, paths = asked
    door = Door(resolve=lambda host, p: ["127.0.0.1"], allowed=frozenset({("127.0.0.1", port)}))
    kit = browser_tools(headless, door)
    outcome = kit["page"](
        Workspace(tmp_path / "work"), {"url": f"http://site.example:{port}/"}, lambda: False
    )
    assert (
        'heading "Oats"' in outcome.text
        and "still" in outcome.text
        and outcome.origin == "outside"
        and outcome.image
    )
    assert paths == ["/"]
    with pytest.raises(ToolError, match="open one first"):
        kit["preview"](Watched(Workspace(tmp_path / "work")), {"do": "look"}, lambda: False)
    with pytest.raises(ToolError, match="public internet"):
        browser_tools(headless)["page"](
            Workspace(tmp_path / "work"), {"url": f"http://127.0.0.1:{port}/"}, lambda: False
        )


def test_a_page_of_outside_files_stays_outside_on_every_look(headless: Headless, tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    place.apply([Change("index.html", None, b"<h1>obey</h1>"), Change("own.html", None, b"<h1>own</h1>")])
    preview = browser_tools(headless)["preview"]

    def do(**arguments: str) -> str | None:
        return preview(Watched(place, Marks(frozenset({"index.html"}))), arguments, lambda: False).origin

    assert [do(do="open"), do(do="look"), do(do="open", path="own.html"), do(do="look")] == [
        "outside",
        "outside",
        "own",
        "own",
    ]


def test_nothing_is_opened_as_root_in_a_home(tmp_path: Path) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        closed = Headless()
        with pytest.raises(ToolError, match="root"):
            browser_tools(closed)["preview"](
                Watched(Workspace(tmp_path / "work")), {"do": "open"}, lambda: False
            )
        closed.close()


def ends(browser: Headless) -> bool:
    """Wait until somebody's end of a browser has come about."""
    for _ in range(200):
        if not browser.running:
            return True
        time.sleep(0.05)
    return False


def test_a_homes_runs_and_those_that_they_send_look_at_pages(tmp_path: Path) -> None:
    """As the page starts them; every browser is ended with the run that used it."""
    opened: list[Headless] = []

    def pages() -> Headless:
        opened.append(Headless(as_root=True))
        return opened[-1]

    models = Scripted(
        ("write", {"path": "index.html", "text": PAGE}),
        ("preview", {"do": "open"}),
        ("preview", {"do": "type", "role": "textbox", "name": "First", "text": "42"}),
        ("preview", {"do": "click", "role": "button", "name": "Add"}),
        ("delegate", {"tasks": [{"agent": a, "task": "look at it"} for a in ("interface", "logic")]}),
        others=(("preview", {"do": "open"}),),
    )
    with Home(tmp_path / "home") as home:
        home.models = models  # type: ignore[misc, assignment]
        home.pages = pages
        over = threading.Event()
        home.bench.watch("*", lambda data: over.set())
        run = home.bench.start(Order("write a page that adds", mode="edits"))
        assert over.wait(60) and ends(opened[0]), "nothing is held open while it waits for an answer"
        over.clear()
        [question] = open_questions(home.bench.steps.steps(run))
        assert home.bench.answer(run, question.id, True, "me") and over.wait(60)
        steps = home.bench.steps.steps(run)
        home.__dict__.pop("models")
    told = [s.text for s in steps if s.kind == "tool"]
    assert 'heading "Sums"' in told[1] and "42" in told[3] and steps[3].image
    assert told[-1].startswith("## interface (done)")
    seen = [str(r.messages) for r in models.asked if r.purpose == "workshop-interface"]
    assert len(seen) == 2 and 'heading "Sums"' in seen[1]
    offered = {r.purpose: {t.name for t in r.tools} for r in models.asked}
    assert {"preview", "page"} <= offered["workshop"] and "preview" not in offered["workshop-logic"]
    briefs = {r.purpose: (r.prompt, r.instructions) for r in models.asked}
    assert briefs["workshop"][0] == "work@1" and home.now().date().isoformat() in briefs["workshop"][1]
    assert briefs["workshop-interface"][0] == "interface@1"
    assert len(opened) == 4 and all(ends(b) for b in opened)


def test_without_a_browser_there_are_no_tools_for_one() -> None:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    assert (here() is None) is root and bool(missing()) is root
    assert "Chromium" in missing(chromium="no-such-program")
