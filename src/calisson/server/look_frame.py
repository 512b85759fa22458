"""A small picture of an app, taken while it is looked at: what a person sees of a version before it is live.

One JPEG of what the app opens with, as a phone shows it, of the page that is open anyway. Its entries are invented, so
nothing of the home is in it. No picture is no fault of the app's: whatever goes wrong here leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from calisson.making.types import PICTURE_BYTES

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page, ViewportSize

WIDE: ViewportSize = {"width": 1280, "height": 800}
"""Of the page while its views are looked at, in pixels."""
NARROW: ViewportSize = {"width": 480, "height": 640}
"""Of the page while the picture is taken, in pixels; a widget's is taken on the phone that it is tried on."""

HEIGHT = 400
"""Of the picture, in pixels: the view itself, without what the page has above and below it."""

QUALITIES = (70, 45, 25)
"""Of the JPEG, in percent: the next when a picture is too large."""

PATIENCE_MS = 1_000
_TOP = (
    "() => { const panel = document.querySelector('[role=tabpanel]');"
    " return panel ? Math.max(0, panel.getBoundingClientRect().top) : 0; }"
)


class Camera:
    """Takes the picture of one app; the first that comes about stays."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.picture = b""
        """JPEG, at most `PICTURE_BYTES`; empty while there is none."""

    @contextmanager
    def narrow(self) -> Iterator[None]:
        """Have the page as narrow as the picture, and wide after that."""
        if self._page.viewport_size != NARROW:
            self._page.set_viewport_size(NARROW)
        try:
            yield
        finally:
            self._page.set_viewport_size(WIDE)

    def take(self) -> None:
        """Take the picture of what the open app shows, unless there is one."""
        from playwright.sync_api import Error

        if not self.picture:
            with suppress(Error):
                clip = self._clip()
                self.picture = bounded(
                    lambda quality: self._page.screenshot(
                        type="jpeg", quality=quality, scale="css", clip=clip, timeout=PATIENCE_MS
                    )
                )

    def _clip(self) -> FloatRect:
        top = float(self._page.evaluate(_TOP))
        return {"x": 0, "y": top, "width": (self._page.viewport_size or NARROW)["width"], "height": HEIGHT}


def bounded(shoot: Callable[[int], bytes]) -> bytes:
    """Return a picture of at most `PICTURE_BYTES`, coarser where it has to be; empty when none is small enough.

    Args:
        shoot: takes it, as a JPEG of this quality in percent.
    """
    for quality in QUALITIES:
        if len(data := shoot(quality)) <= PICTURE_BYTES:
            return data
    return b""
