"""An app is looked at before it is called done: opened and clicked through in a browser."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from rooms import spec

from calisson.apps import parse_spec
from calisson.server import look
from calisson.server.look import Looker

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import with_code

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]


def test_good_apps_are_opened_and_clicked_through() -> None:
    for given in (with_code(), spec("ja")):
        seen = Looker()(parse_spec(given), lambda: False)
        assert (seen.how, seen.findings, seen.why) == ("looked", (), "")


def test_a_blank_or_failed_view_is_found(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "PATIENCE_MS", 300)
    page = browser.new_page()
    page.set_default_timeout(300)
    page.set_content('<div role="tabpanel"></div>')
    assert look._shows(page) == "it stays empty"
    page.set_content('<div role="tabpanel"><div class="skeleton">…</div></div>')
    assert look._shows(page) == "it stays empty"
    page.set_content('<div role="tabpanel"><div class="empty" data-icon="warn">It failed</div></div>')
    assert look._shows(page) == "It failed"
    page.set_content('<div role="tabpanel"><p>3 entries</p></div>')
    assert look._shows(page) == ""
    page.close()


def test_an_entry_that_cannot_be_added_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "PATIENCE_MS", 2_000)
    monkeypatch.setattr(look, "_fill", lambda place, value: None)
    (finding,) = Looker()(parse_spec(with_code()), lambda: False).findings
    assert finding.stage == "look" and "cannot be added" in finding.problem.hint


def test_without_a_browser_it_says_so() -> None:
    assert Looker("/nowhere/chromium")(parse_spec(with_code()), lambda: False).how == "server"
    assert Looker()(parse_spec(with_code()), lambda: True).how == "no"
