"""The guards of a widget's frame, taken away one at a time: what they hold back then gets out."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

import calisson.server.widgets as widgets
from calisson.apps import parse_spec
from calisson.server.look import Looker
from calisson.server.look_room import _served

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]

SENDS = """import { createElement as h, useEffect } from 'react';
export default function W() {
  useEffect(() => { void fetch('__SPY__/fetch', { mode: 'no-cors' }).catch(() => 0); }, []);
  return h('p', { id: 'there' }, 'there');
}"""
CALLS = """import { createElement as h, useEffect, useState } from 'react';
export default function W() {
  const [said, say] = useState('');
  useEffect(() => { void (async () => {
    try { const p = new RTCPeerConnection(); p.createDataChannel('x'); await p.setLocalDescription();
          say('called'); }
    catch { say('barred'); }
  })(); }, []);
  return said ? h('p', { id: 'there' }, said) : null;
}"""
"""Makes a WebRTC channel, which no Content-Security-Policy covers."""


def _without_locks(route: Route) -> None:
    """Pass a script of the frame on, but for the one that takes away what no policy covers."""
    answer = route.fetch()
    locks = "RTCPeerConnection" in answer.text()
    route.fulfill(response=answer, body="" if locks else answer.text())


def heard(code: str, *, unlocked: bool = False) -> list[str]:
    """Show a widget in a real page, and return what it says and what arrives at a listener beside the home."""
    found: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as spy:

        def listen() -> None:
            while True:
                try:
                    connection, _ = spy.accept()
                except OSError:
                    return
                found.append("arrived")
                connection.close()

        threading.Thread(target=listen, daemon=True).start()

        def show() -> None:
            with Looker() as looker, ExitStack() as lasting, _served() as (home, link, _):
                page = looker._launch(lasting).new_page()
                with home.by_hand() as tx:
                    spec = {"name": "Tea", "entities": [{"name": "day", "label": "Day", "fields": [
                        {"name": "cups", "label": "Cups", "type": "integer"}]}],
                        "views": [{"kind": "custom", "entity": "day"}],
                        "widget": {"code": code.replace("__SPY__", f"http://127.0.0.1:{spy.getsockname()[1]}"),
                                   "source": "js", "access": {"reads": [], "writes": []}}}  # fmt: skip
                    app = home.apps.create(tx, parse_spec(spec))
                if unlocked:
                    page.route("**/widgets/*/*.js", _without_locks)
                page.goto(link)
                page.goto(f"http://{urlsplit(link).netloc}/#/app/{app.id}/0")
                found.append(page.frame_locator(".widget-frame").locator("#there").inner_text())
                page.wait_for_timeout(400)

        with ThreadPoolExecutor(1) as own:
            own.submit(show).result()
        spy.shutdown(socket.SHUT_RDWR)
    return found


def alone() -> bool:
    """Open a frame's document by itself, signed in; returns whether it is of the home's own origin."""

    def show() -> bool:
        with Looker() as looker, ExitStack() as lasting, _served() as (home, link, _):
            page = looker._launch(lasting).new_page()
            with home.by_hand() as tx:
                spec = {"name": "Tea", "entities": [{"name": "day", "label": "Day", "fields": [
                            {"name": "cups", "label": "Cups", "type": "integer"}]}],
                        "views": [{"kind": "custom", "entity": "day"}],
                        "widget": {"code": "export default () => null;", "source": "js"}}  # fmt: skip
                app = home.apps.create(tx, parse_spec(spec))
            page.goto(link)
            address = page.evaluate("id => fetch(`/api/v1/apps/${id}/widget`).then(r => r.json())", app.id)[
                "frame"
            ]
            page.goto(f"http://{urlsplit(link).netloc}{address}")
            return bool(page.evaluate("self.origin !== 'null'"))

    with ThreadPoolExecutor(1) as own:
        return own.submit(show).result()


def test_the_policy_holds_back_what_a_widget_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(SENDS) == ["there"]
    monkeypatch.setattr(widgets, "policy", lambda origin, imports: "sandbox allow-scripts")
    assert "arrived" in heard(SENDS)


def test_the_locks_hold_back_what_no_policy_covers() -> None:
    assert heard(CALLS) == ["barred"]
    assert heard(CALLS, unlocked=True) == ["called"]


def test_a_frame_has_no_origin_even_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not alone()
    whole = widgets.policy
    monkeypatch.setattr(widgets, "policy", lambda *a: whole(*a).replace("; sandbox allow-scripts", ""))
    assert alone()
