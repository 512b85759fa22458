"""Looking at rendered pages in headless Chromium: the workspace's own preview, and public pages that were fetched.

Covers: the browser itself reaches nothing. Every request is answered by us, from the workspace's files under the
made-up host `preview.invalid`, or with the one public page that `fetch` read; all else is cut off, names resolve to
nothing and a dead proxy takes the rest (web sockets, WebRTC, prefetching). A public page runs no script. Profiles are
thrown away. Chromium's own sandbox stays on; as root, where it cannot be, nothing is opened.
Does not cover: flaws of Chromium itself.
Needs the extra `browser` (Playwright) and a Chromium on the path.
"""

from __future__ import annotations

import importlib.util
import os
import queue
import shutil
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from calisson.errors import ToolError
from calisson.models import Tool
from calisson.workshop.fetch import Door, address_target, fetch
from calisson.workshop.provenance import Powers
from calisson.workshop.tools import Made, clipped
from calisson.workshop.types import Files, Outcome

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import BrowserContext, Page, Route

HOST = "preview.invalid"
WAIT_S = 15.0
CLOSING_S = 0.5
"""How long the end of a browser is waited for: a run that is stopped ends within a second."""
SIZE = {"width": 1024, "height": 768}
_ARGUMENTS = [
    "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """What a page looks like."""

    text: str
    """Its address and title, its accessibility tree, and what its scripts complained of."""
    image: bytes | None


def missing(chromium: str | None = None, *, as_root: bool = False) -> str:
    """Return why no page can be looked at here, also as root if asked for; empty when it can. `chromium` names the program."""
    if importlib.util.find_spec("playwright") is None:
        return "looking at pages needs the extra: pip install 'calisson[browser]'"
    if not _program(chromium):
        return "there is no Chromium on the path"
    return (
        "pages are not opened as root, where Chromium's sandbox cannot be"
        if _is_root() and not as_root
        else ""
    )


def here() -> Headless | None:
    """Return a browser for one run; None where there is none. Nothing is started yet."""
    return None if missing() else Headless()


def _program(chromium: str | None) -> str | None:
    names = (chromium,) if chromium else ("chromium", "chromium-browser", "google-chrome")
    return next((found for n in names if (found := shutil.which(n))), None)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


class Headless:
    """One run's browser, in a thread of its own; started at the first use, ended by `close`."""

    def __init__(self, *, as_root: bool = False, chromium: str | None = None) -> None:
        """Make it; nothing is started yet.

        Args:
            as_root: open pages also as root, without Chromium's sandbox: for tests.
            chromium: the program; the one on the path by default.
        """
        self._as_root = as_root
        self._program = chromium
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._chromium: Chromium | None = None
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._files: Files | None = None
        self._public: Mapping[str, tuple[str, str]] = {}
        self._notes: list[str] = []
        self.theirs = False
        """Whether the open page shows files that hold outside text."""

    @property
    def running(self) -> bool:
        """Whether its thread runs, and with it the browser."""
        return self._thread is not None and self._thread.is_alive()

    def close(self, patience_s: float = CLOSING_S) -> None:
        """End the browser; the next use starts it anew. A page that hangs is waited for so long, and ends by itself."""
        if self._thread is None:
            return
        if not self._closing:
            self._closing = True
            self._work.put(None)
        self._thread.join(patience_s)
        if not self._thread.is_alive():
            self._thread, self._closing = None, False

    def run(self, work: Callable[[], Any], stopped: Callable[[], bool]) -> Any:
        """Do work in the browser's thread.

        Raises:
            ToolError: it cannot be done, took too long, or was stopped.
        """
        if self._closing:
            self.close(0)
        if self._closing:
            raise ToolError("the browser is still being closed")
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()
        done: Future[Any] = Future()
        self._work.put((work, done))
        for _ in range(int((WAIT_S + 15) / 0.1)):
            with suppress(TimeoutError):
                return done.result(0.1)
            if stopped():
                raise ToolError("stopped")
        raise ToolError("the browser took too long")

    def _serve(self) -> None:
        manager: Any = None
        while (item := self._work.get()) is not None:
            work, done = item
            try:
                if manager is None:
                    manager = self._start()
                done.set_result(work())
            except ToolError as error:
                done.set_exception(error)
            except Exception as error:
                done.set_exception(
                    ToolError(str(error).splitlines()[0][:300] if str(error) else type(error).__name__)
                )
        with suppress(Exception):
            if self._chromium is not None:
                self._chromium.close()
        if manager is not None:
            manager.stop()
        self._chromium = self._context = self._page = None

    def _start(self) -> Any:
        if why := missing(self._program, as_root=self._as_root):
            raise ToolError(why)
        from playwright.sync_api import sync_playwright

        manager = sync_playwright().start()
        try:
            self._chromium = manager.chromium.launch(
                executable_path=_program(self._program),
                chromium_sandbox=not _is_root(),
                args=_ARGUMENTS,
                timeout=WAIT_S * 1000,
            )
        except Exception:
            manager.stop()
            raise
        return manager

    # --- pages -----------------------------------------------------------------------------------------

    def open(self, url: str, files: Files | None, public: Mapping[str, tuple[str, str]]) -> Look:
        """Open a page in a fresh profile: the workspace's, or those of `public` (address → type and text)."""
        assert self._chromium is not None
        if self._context is not None:
            self._context.close()
        self._files, self._public, self._notes = files, public, []
        self._context = self._chromium.new_context(
            viewport={"width": SIZE["width"], "height": SIZE["height"]}, java_script_enabled=files is not None,
            service_workers="block", accept_downloads=False,
        )  # fmt: skip
        self._context.set_default_timeout(WAIT_S * 1000 / 3)
        self._context.route("**/*", self._answer)
        self._context.route_web_socket("**/*", lambda socket: socket.close())
        self._page = self._context.new_page()
        self._page.on(
            "console", lambda m: self._note(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None
        )
        self._page.on("pageerror", lambda error: self._note(f"uncaught: {error}"))
        self._page.on("dialog", lambda dialog: dialog.dismiss())
        self._page.goto(url, wait_until="load")
        return self.look()

    def look(self, files: Files | None = None) -> Look:
        """Return what the open page looks like."""
        page = self._opened(files)
        with suppress(Exception):
            page.wait_for_load_state("networkidle", timeout=1000)
        tree = page.locator("body").aria_snapshot()
        notes = "".join(f"\n! {n}" for n in self._notes[-20:])
        return Look(f"{page.url} — {page.title()}\n{tree or '(empty)'}{notes}", page.screenshot(type="png"))

    def act(self, files: Files, do: str, role: str, name: str, text: str) -> Look:
        """Click or type on the open page."""
        page = self._opened(files)
        found: Any = page.get_by_role(role, name=name) if role else page.get_by_text(name)  # type: ignore[arg-type]
        if do == "click":
            found.first.click()
        else:
            found.first.fill(text)
        return self.look()

    def _opened(self, files: Files | None) -> Page:
        if self._page is None or (files is not None and self._files is None):
            raise ToolError("no page is open: open one first")
        if files is not None:
            self._files = files
        return self._page

    def _note(self, text: str) -> None:
        self._notes.append(text[:300])

    def _answer(self, route: Route) -> None:
        url = route.request.url
        parts = urlsplit(url)
        if self._files is not None and parts.hostname == HOST:
            path = unquote(parts.path).lstrip("/") or "index.html"
            try:
                content = self._files.read(path)
            except ToolError:
                content = None
            if content is None:
                self._note(f"not found: {path}")
                route.fulfill(status=404, body="")
                return
            route.fulfill(
                status=200, body=content, content_type=guess_type(path)[0] or "application/octet-stream"
            )
            return
        if url in self._public:
            media_type, text = self._public[url]
            route.fulfill(status=200, body=text, content_type=f"{media_type}; charset=utf-8")
            return
        if self._files is not None:
            self._note(f"cut off: {url[:200]}")
        route.abort()


_PREVIEW: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "do": {"enum": ["open", "look", "click", "type"]},
        "path": {"type": "string", "description": "of the page to open; index.html by default"},
        "role": {"type": "string", "description": "the element's role: button, link, textbox, checkbox"},
        "name": {"type": "string", "description": "the element's accessible name"},
        "text": {"type": "string", "description": "what to type"},
    },
    "required": ["do"], "additionalProperties": False,
}  # fmt: skip
_PAGE: Mapping[str, Any] = {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"],
                            "additionalProperties": False}  # fmt: skip


def browser_tools(browser: Headless, door: Door | None = None) -> dict[str, Made]:
    """Return `preview` (the workspace's own pages) and `page` (a public page as it looks)."""

    def preview(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        do = a["do"]
        if do in ("click", "type") and not a.get("name"):
            raise ToolError(f"to {do} needs the name of an element")
        if do == "open":
            path = a.get("path", "index.html")
            look = browser.run(lambda: browser.open(f"http://{HOST}/{path}", files, {}), stopped)
        elif do == "look":
            look = browser.run(lambda: browser.look(files), stopped)
        else:
            look = browser.run(
                lambda: browser.act(files, do, a.get("role", ""), a["name"], a.get("text", "")), stopped
            )
        browser.theirs = files.outside or (browser.theirs and do != "open")
        return Outcome(clipped(look.text), image=look.image, origin="outside" if browser.theirs else "own")

    def page(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        found = fetch(a["url"], door, stopped, raw=True)
        if found.moved_to:
            return Outcome(f"moved to another host: {found.moved_to}", origin="outside")
        given = {found.url: (found.media_type, found.text)}
        look = browser.run(lambda: browser.open(found.url, None, given), stopped)
        return Outcome(clipped(look.text), image=look.image, origin="outside")

    own = Made(Tool("preview", "Open a page of the workspace in a browser without network; look, click and type there.", _PREVIEW),
               "read", preview, Powers(), close=browser.close)  # fmt: skip
    public = Made(Tool("page", "Look at a public web page as it is rendered, without scripts and pictures.", _PAGE), "send", page,
                  Powers(reads_outside=True, leaves=True), address_target, close=browser.close)  # fmt: skip
    return {"preview": own, "page": public}
