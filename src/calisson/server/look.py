"""Looking at an app before it is called done: every view is opened in a real browser, an entry added, changed, deleted.

The app is put into a home of its own in a temporary folder, with invented entries, served on loopback, and opened by
a headless browser that can reach nothing else (`look_room`). What counts as wrong: a view that stays empty or shows a
failure, a script that fails, an entry that cannot be added, changed or deleted, and what `look_widget` says of the app's
own view. One picture of it is taken on the way (`look_frame`). Where there is no browser, or it does
not start, nothing is held against the app, and the reply says that nobody looked.

`wake` gets browser and home ready while a model still works, and the whole look rehearsed (`look_round`). Each home
serves one look; the browser is kept for `IDLE_S` seconds.
"""

from __future__ import annotations

import os
import queue
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from calisson.apps import AppSpec
from calisson.making.types import Look
from calisson.server.look_frame import Camera
from calisson.server.look_room import Room, room
from calisson.server.look_round import looked_at, rehearsed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IDLE_S = 180.0
"""A browser that nobody needs for so long is ended."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "microsoft-edge")
ARGUMENTS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1")  # fmt: skip
POLL_S = 0.05

_Wanted = tuple[AppSpec, Callable[[], bool], "Future[Look]"]


class Looker:
    """Looks at apps; without a browser it says so. Browser and home live in a thread of their own."""

    def __init__(self, browser: str | None = None) -> None:
        self._browser = browser or next((p for b in BROWSERS if (p := shutil.which(b))), None)
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[_Wanted | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def missing(self) -> str:
        """Return why nothing can be looked at here; empty when it can."""
        if self._browser is None:
            return "no browser"
        try:
            import playwright.sync_api  # noqa: F401
        except ImportError:
            return "playwright is not installed"
        return ""

    def wake(self) -> None:
        """Get ready to look; returns at once."""
        if not self._closed and not self.missing():
            self._ask(None)

    def close(self) -> None:
        """End the browser, and wait until it is gone."""
        with self._lock:
            thread, self._closed = self._thread, True
            if thread is not None:
                self._work.put(None)
        if thread is not None:
            thread.join()

    def __enter__(self) -> Looker:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the browser."""
        self.close()

    def __call__(self, spec: AppSpec, stopped: Callable[[], bool]) -> Look:
        """Open every view and click through the app; ends within a tenth of a second when it is stopped."""
        if why := self.missing():
            return Look((), "server", why)
        if stopped():
            return Look((), "no", "stopped")
        done: Future[Look] = Future()
        self._ask((spec, stopped, done))
        while True:
            with suppress(TimeoutError):
                return done.result(POLL_S)
            if stopped():
                return Look((), "no", "stopped")

    # --- its own thread --------------------------------------------------------------------------------

    def _ask(self, wanted: _Wanted | None) -> None:
        with self._lock:
            self._work.put(wanted)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="look", daemon=True)
                self._thread.start()

    def _next(self) -> _Wanted | None:
        """Return what is wanted next; None means to get ready.

        Raises:
            queue.Empty: nothing is wanted any more; the thread is to end.
        """
        with suppress(queue.Empty):
            return self._work.get(timeout=0 if self._closed else IDLE_S)
        with self._lock:  # whoever asks from now on starts a new thread
            try:
                return self._work.get_nowait()
            except queue.Empty:
                self._thread = None
                raise

    def _wanted(self) -> bool:
        return not self._work.empty()

    def _serve(self) -> None:
        with ExitStack() as lasting, suppress(queue.Empty):
            browser: Browser | None = None
            while True:
                wanted = self._next()
                with ExitStack() as once:
                    place: Room | None = None
                    while not self._closed or wanted is not None:
                        try:
                            if browser is None or not browser.is_connected():
                                browser = self._launch(lasting)
                            if place is None:
                                place = once.enter_context(room(browser))
                                rehearsed(place, self._wanted if wanted is None else lambda: True)
                            if wanted is not None:
                                spec, stopped, done = wanted
                                camera = Camera(place.page)
                                found = tuple(looked_at(place, spec, stopped, camera))
                                done.set_result(Look(found, "looked", picture=camera.picture))
                        except Exception as error:  # the browser's fault, not the app's
                            if wanted is not None:
                                wanted[2].set_result(
                                    Look((), "server", f"{type(error).__name__}: {error}"[:200])
                                )
                        if wanted is not None:
                            break
                        wanted = self._next()

    def _launch(self, lasting: ExitStack) -> Browser:
        from playwright.sync_api import sync_playwright

        lasting.close()  # what is left of one that broke
        playwright = lasting.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=self._browser, args=_arguments())
        lasting.callback(lambda: _quietly(browser.close))
        return browser


def _quietly(do: Callable[[], object]) -> None:
    with suppress(Exception):
        do()


def _arguments() -> list[str]:
    """The browser's own sandbox stays on, but for the superuser, for whom it does not start."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*ARGUMENTS, *(["--no-sandbox"] if root else [])]
