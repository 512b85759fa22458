"""A home served on loopback, and Debian's Chromium driven by Playwright."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from rooms import served

expect.set_options(timeout=15_000)
"""Milliseconds; a busy machine of two cores takes its time."""

CHROMIUM = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the nightly tests out unless the marker is asked for."""
    if "nightly" in str(config.option.markexpr):
        return
    out = [item for item in items if item.get_closest_marker("nightly")]
    if out:
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=out)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield made
        made.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """The one-time link of a fresh home served by a real process."""
    with served(tmp_path / "home") as link:
        yield link


@pytest.fixture
def page(browser: Browser, home: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of a fresh home, in the language and size that the test asks for.

    A test that answers requests itself asks for no `workers`: what a service worker sends passes `page.route` by.
    """
    wanted = getattr(request, "param", {"language": "en", "width": 1440, "height": 900})
    context = browser.new_context(
        locale=wanted["language"], viewport={"width": wanted["width"], "height": wanted["height"]},
        reduced_motion="reduce", service_workers=wanted.get("workers", "allow"),
    )  # fmt: skip
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda line: problems.append(line.text) if "Content Security" in line.text else None)
    for _ in range(100):
        try:
            opened.goto(home)
            break
        except Exception:
            time.sleep(0.1)
    yield opened
    assert not problems, problems
    context.close()
