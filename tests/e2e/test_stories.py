"""axe over every story, light and dark: each component in each state, alone."""

import http.server
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from test_access import AXE, COLOURS, RUN

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300), pytest.mark.xdist_group("browser")]

WEB = Path(__file__).parents[2] / "web"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def stories() -> Iterator[str]:
    """The address of the story page, built anew."""
    subprocess.run(["npm", "run", "stories", "--silent"], cwd=WEB, check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(WEB / "dist")))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/stories.html"
    server.shutdown()
    thread.join()
    server.server_close()


def test_no_serious_finding_in_any_story(browser: Browser, stories: str) -> None:
    context = browser.new_context(viewport={"width": 900, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(stories)
    page.wait_for_function("window.stories?.ids.length > 100")
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for story in page.evaluate("window.stories.ids"):
        page.evaluate("(id) => window.stories.show(id)", story)
        page.wait_for_function(
            "(id) => { const stage = document.querySelector('[data-story]'); return stage?.dataset.story === id "
            "&& (stage.children.length > 1 || document.querySelector('[role=dialog], [role=alertdialog]')) "
            "&& !stage.querySelector('[aria-label=\"…\"]'); }",
            arg=story,
        )
        page.wait_for_timeout(30)
        for scheme, look in (("light", RUN), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{story} ({scheme}): {line}" for line in page.evaluate(look)]
    context.close()
    assert not found, "\n".join(found)


def test_the_stories_are_no_part_of_the_page() -> None:
    """What is shipped holds nothing of them."""
    built = WEB.parent / "src" / "calisson" / "server" / "static"
    names = [p.name for p in built.rglob("*")]
    assert "index.html" in names and "stories.html" not in names
    assert not any("data-story" in p.read_text("utf-8") for p in (built / "assets").glob("*.js"))
