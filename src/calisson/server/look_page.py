"""The page of a room as a look uses it: views opened, forms filled, buttons pressed, what fails kept by view.

The waiting and finding is done inside the page (`look_page.js`): one question and one answer for each step. Presses are real
ones of the mouse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

FORM = "[role=tabpanel]"
SHEET = "[role=dialog]"
SUBMIT = "form.form button[type=submit]"
PAUSE_MS = 5
"""How long to wait before the home is asked again."""


@cache
def script() -> str:
    """Return what a page needs before it can be used."""
    return (resources.files("calisson.server") / "look_page.js").read_text("utf-8")


class Visit:
    """One app open in a page."""

    def __init__(self, page: Page, app_id: str, patience_ms: int) -> None:
        self.page = page
        self.app_id = app_id
        self._at = f"#/app/{app_id}/"
        self._patience_ms = patience_ms
        self._failed: dict[str, str] = {}
        page.evaluate(script())
        page.on("pageerror", self._error)

    def end(self) -> None:
        """Hear nothing more."""
        self.page.remove_listener("pageerror", self._error)

    def opened(self, number: int) -> str:
        """Open a view; return what is wrong with it, empty when it shows something and no failure."""
        return str(self._do("open", self._at + str(number), number)) or self.failed(number)

    def fetch(self, views: int) -> None:
        """Have the scripts of these first views fetched before they are opened."""
        self._do("fetch", [self._at + str(number) for number in range(views)])

    def failed(self, number: int) -> str:
        """Return what a script said that failed while this view was open; empty when none did."""
        return self._failed.get(self._at + str(number), "")

    def fill(self, within: str, values: Sequence[str | None]) -> bool:
        """Fill a form's fields in their order, None leaves one as it is; return whether there is a form."""
        return bool(self._do("fill", within, list(values)))

    def press(self, selector: str) -> bool:
        """Press an element; returns whether it could be pressed."""
        at = self._do("where", selector)
        if at is not None:
            self.page.mouse.click(at["x"], at["y"])
        return at is not None

    def gone(self, selector: str) -> bool:
        """Wait until an element is no longer there; return whether it went."""
        return bool(self._do("gone", selector))

    def until(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds in the home; return whether it came to that."""
        for _ in range(self._patience_ms // PAUSE_MS):
            if holds():
                return True
            self.page.wait_for_timeout(PAUSE_MS)
        return False

    def wrong(self, within: str) -> str:
        """Return what a form says is wrong."""
        return " ".join(self.page.locator(f"{within} .field-error").all_inner_texts())[:200]

    def _do(self, what: str, *given: Any) -> Any:
        return self.page.evaluate(f"given => calissonLook.{what}(given)", [*given, self._patience_ms])

    def _error(self, error: Any) -> None:
        where = "#" + self.page.url.partition("#")[2]
        self._failed.setdefault(where, str(error)[:200])
