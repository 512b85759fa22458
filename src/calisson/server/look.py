"""Looking at an app before it is called done: every view is opened in a real browser, an entry added, changed, deleted.

The app is put into a home of its own in a temporary folder, with invented entries, served on loopback, and opened by
a headless browser that can reach nothing else. What counts as wrong: a view that stays empty or shows a failure, a
script that fails, an entry that cannot be added, changed or deleted. Where there is no browser, or it does not
start, nothing is held against the app, and the reply says that nobody looked.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from calisson.apps import AppSpec
from calisson.errors import Problem
from calisson.making.types import Finding, Look

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS = 8_000
"""How long a view may take to show what it has."""

START_S = 20.0
MOST_VIEWS = 12
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "microsoft-edge")
ARGUMENTS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--disable-quic")  # fmt: skip
POLL_S = 0.05


class Looker:
    """Looks at apps; without a browser it says so."""

    def __init__(self, browser: str | None = None) -> None:
        self._browser = browser or next((p for b in BROWSERS if (p := shutil.which(b))), None)

    def missing(self) -> str:
        """Return why nothing can be looked at here; empty when it can."""
        if self._browser is None:
            return "no browser"
        try:
            import playwright.sync_api  # noqa: F401
        except ImportError:
            return "playwright is not installed"
        return ""

    def __call__(self, spec: AppSpec, stopped: Callable[[], bool]) -> Look:
        """Open every view and click through the app; ends within a tenth of a second when it is stopped."""
        if why := self.missing():
            return Look((), "server", why)
        found: list[Look] = []

        def work() -> None:
            try:
                found.append(self._look(spec, stopped))
            except Exception as error:  # the browser's fault, not the app's
                found.append(Look((), "server", f"{type(error).__name__}: {error}"[:200]))

        thread = threading.Thread(target=work, name="look", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(POLL_S)
            if stopped():
                return Look((), "no", "stopped")
        return found[0]

    def _look(self, spec: AppSpec, stopped: Callable[[], bool]) -> Look:
        from playwright.sync_api import sync_playwright

        with _served(spec) as (link, app_id), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=self._browser, args=_arguments())
            try:
                findings = list(_round(browser, link, app_id, spec, stopped))
            finally:
                browser.close()
        return Look(tuple(findings), "looked")


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


@contextmanager
def _served(spec: AppSpec) -> Iterator[tuple[str, str]]:
    """Serve the app with a few entries from a home of its own; gives a one-time link and the app's id."""
    import uvicorn

    from calisson.app import Home
    from calisson.apps.checks import sample_record
    from calisson.server.main import create_app
    from calisson.server.run import Server, listen, login_link

    with tempfile.TemporaryDirectory(prefix="calisson-look-") as folder, Home(Path(folder) / "home") as home:
        with home.by_hand() as tx:
            home.set_preferences(tx, language="en")
            app = home.apps.create(tx, _probed(spec))
            now = home.now()
            for entity in spec.entities:
                if any(f.type == "ref" and f.required for f in entity.fields):
                    continue
                many = [sample_record(entity, n, now) for n in range(3)]
                home.apps.add_many(tx, app.id, entity.name, [m for m in many if m])
        listener = listen("127.0.0.1", 0)
        link = login_link(home, "127.0.0.1", listener.getsockname()[1])
        served = create_app(home)
        ready = threading.Event()
        config = uvicorn.Config(
            served, log_level="critical", access_log=False, ws="none", timeout_graceful_shutdown=1
        )
        server = Server(config, served.state.hub, ready.set)
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, name="look-home", daemon=True
        )
        thread.start()
        try:
            if not ready.wait(START_S):
                raise TimeoutError("the app's own home did not start")
            yield link, app.id
        finally:
            served.state.hub.close()
            server.should_exit = True
            thread.join(START_S)


def _round(
    browser: Browser, link: str, app_id: str, spec: AppSpec, stopped: Callable[[], bool]
) -> Iterator[Finding]:
    base = f"http://{urlsplit(link).netloc}"
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 800}, reduced_motion="reduce",
                                  service_workers="block")  # fmt: skip
    context.route(lambda url: not url.startswith(base), lambda route: route.abort())
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)[:200]))
    page.goto(link)
    page.locator("main").first.wait_for()
    views = spec.views[:MOST_VIEWS]
    for number, view in enumerate(views):
        if stopped():
            return
        page.goto(f"{base}/#/app/{app_id}/{number}")
        problem = _shows(page) or (failed[0] if failed else "")
        failed.clear()
        if problem:
            yield _finding(f"views.{number}", f"opened in a browser, the {view.kind} view fails: {problem}")
    if not stopped():
        yield from _clicked(page, f"{base}/#/app/{app_id}", len(views), app_id, spec, failed)
    context.close()


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


def _clicked(
    page: Page, address: str, form: int, app_id: str, spec: AppSpec, failed: list[str]
) -> Iterator[Finding]:
    """Add an entry by the form, change it, delete it; each step as the home itself sees it."""
    from calisson.apps.checks import sample_record

    entity = spec.main
    if any(f.required and f.type in ("ref", "image") for f in entity.fields if f.formula is None):
        return
    sample = sample_record(entity, 1)

    def count() -> int:
        path = f"{address.split('/#')[0]}/api/v1/apps/{app_id}/records?entity={entity.name}&limit=1"
        return int(page.request.get(path).json()["total"])

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
    for _ in range(PATIENCE_MS // 100):
        if holds():
            return True
        page.wait_for_timeout(100)
    return False


def _finding(path: str, hint: str) -> Finding:
    return Finding(
        "look", Problem(path, "spec-check-failed", {"name": path, "reason": hint[:120]}, hint[:400])
    )
