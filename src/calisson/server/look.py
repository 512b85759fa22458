"""Looking at an app before it is called done: every view is opened in a real browser, an entry added, changed, deleted.

The app is put into a home of its own in a temporary folder, with invented entries, served on loopback, and opened by
a headless browser that can reach nothing else (`look_room`). What counts as wrong: a view that stays empty or shows a
failure, a script that fails, an entry that cannot be added, changed or deleted, and what `look_widget` says of the app's
own view. One picture of it is taken on the way (`look_frame`). Where there is no browser, or it does
not start, nothing is held against the app, and the reply says that nobody looked.

`wake` gets browser and home ready while a model still works, so that the look itself costs a few hundred
milliseconds. Each home serves one look; the browser is kept for `IDLE_S` seconds.
"""

from __future__ import annotations

import os
import queue
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from calisson.apps import AppSpec
from calisson.errors import Problem
from calisson.making.types import Finding, Look
from calisson.server.look_frame import WIDE, Camera
from calisson.server.look_room import Room, put, room
from calisson.server.look_widget import look_at_widget

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS = 8_000
"""How long a view may take to show what it has."""

IDLE_S = 180.0
"""A browser that nobody needs for so long is ended."""

MOST_VIEWS = 12
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "microsoft-edge")
ARGUMENTS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1")  # fmt: skip
POLL_S = 0.05
PAUSE_MS = 10

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
                            place = place or once.enter_context(room(browser, lambda: not self._work.empty()))
                            if wanted is not None:
                                spec, stopped, done = wanted
                                camera = Camera(place.page)
                                found = tuple(_round(place, spec, stopped, camera))
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


def _probed(spec: AppSpec) -> AppSpec:
    """The app with a form and a list of its main entries at the end, to click through."""
    from calisson.apps.spec import ViewSpec

    main = spec.main.name
    return spec.model_copy(update={"views": (*spec.views[:MOST_VIEWS], ViewSpec(kind="form", entity=main),
                                             ViewSpec(kind="list", entity=main))})  # fmt: skip


def _round(place: Room, spec: AppSpec, stopped: Callable[[], bool], camera: Camera) -> Iterator[Finding]:
    page = place.page
    page.set_default_timeout(PATIENCE_MS)
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)[:200]))
    app_id = put(place, _probed(spec))
    views = spec.views[:MOST_VIEWS]
    own = any(view.kind == "custom" for view in views)
    if own:
        page.set_viewport_size(WIDE)
    for number, view in enumerate(views):
        if view.kind == "custom":
            continue
        if stopped():
            return
        with nullcontext() if own or camera.picture else camera.narrow():
            page.goto(f"{place.address}/#/app/{app_id}/{number}")
            problem = _shows(page) or (failed[0] if failed else "")
            if not own and not problem:
                camera.take()
        failed.clear()
        if problem:
            yield _finding(f"views.{number}", f"opened in a browser, the {view.kind} view fails: {problem}")
    yield from look_at_widget(place, spec, stopped, camera)
    if not stopped():
        yield from _clicked(place, len(views), app_id, spec, failed)


def _shows(page: Page) -> str:
    """Return what is wrong with the view that is open; empty when it shows something and no failure."""
    from playwright.sync_api import TimeoutError as Late

    panel = page.get_by_role("tabpanel")
    try:
        panel.wait_for()
        page.wait_for_function("() => !document.querySelector('[role=tabpanel] .skeleton')")
        page.wait_for_function(
            "() => { const p = document.querySelector('[role=tabpanel]');"
            " return p && (p.innerText.trim() !== '' || p.querySelector('input, canvas, svg, img')); }"
        )
    except Late:
        return "it stays empty"
    if panel.locator(".empty[data-icon=warn]").count():
        return panel.inner_text()[:200]
    return ""


def _clicked(place: Room, form: int, app_id: str, spec: AppSpec, failed: list[str]) -> Iterator[Finding]:
    """Add an entry by the form, change it, delete it; each step as the home itself sees it."""
    from calisson.apps.checks import sample_record

    entity = spec.main
    if any(f.required and f.type in ("ref", "image") for f in entity.fields if f.formula is None):
        return
    sample = sample_record(entity, 1)

    page, address = place.page, f"{place.address}/#/app/{app_id}"

    def count() -> int:
        return place.home.apps.count(app_id, entity.name)

    page.goto(f"{address}/{form}")
    before = count()
    fields = page.locator("[role=tabpanel] form.form > .field")
    fields.first.wait_for()
    for number, field in enumerate(f for f in entity.fields if f.formula is None):
        if field.name in sample:
            with suppress(Exception):  # what cannot be filled shows when the entry is added
                _fill(fields.nth(number), sample[field.name])
    page.locator("[role=tabpanel] form.form > button[type=submit]").click()
    if not _until(lambda: count() == before + 1, page):
        wrong = " ".join(page.locator("[role=tabpanel] .field-error").all_inner_texts())[:200]
        yield _finding(
            "entities." + entity.name,
            f"in a browser, an entry cannot be added: {wrong or failed or 'nothing happens'}",
        )
        return
    page.goto(f"{address}/{form + 1}")
    page.locator("[role=tabpanel] .list-line").first.click()
    sheet = page.get_by_role("dialog")
    sheet.locator("form button[type=submit]").click()
    sheet.wait_for(state="detached")
    page.locator("[role=tabpanel] .list-line").first.click()
    sheet.locator("form button[type=submit] + button").click()
    if not _until(lambda: count() == before, page):
        yield _finding("entities." + entity.name, "in a browser, an entry cannot be deleted")
    elif failed:
        yield _finding("entities." + entity.name, f"in a browser, clicking through fails: {failed[0]}")


def _fill(place: Any, value: Any) -> None:
    control = place.locator("input, textarea, select").first
    kind = control.evaluate("e => e.tagName === 'SELECT' ? 'select' : e.type")
    match kind:
        case "checkbox" | "radio":
            control.evaluate("e => e.click()")
        case "select":
            control.select_option(index=1)
        case _:
            control.fill(str(value), timeout=1_000)


def _until(holds: Callable[[], bool], page: Page) -> bool:
    for _ in range(PATIENCE_MS // PAUSE_MS):
        if holds():
            return True
        page.wait_for_timeout(PAUSE_MS)
    return False


def _finding(path: str, hint: str) -> Finding:
    return Finding(
        "look", Problem(path, "spec-check-failed", {"name": path, "reason": hint[:120]}, hint[:400])
    )
