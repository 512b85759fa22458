"""A furnished home and a round through every place of the page, for tests that look at all of them."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

SAID = {
    "en": ["remember that the spare key is under the pot", "remind me every day at 8 to water the plants", "good morning"],
    "de": ["merk dir, dass der Schlüssel bei Ada liegt", "erinnere mich jeden Tag um 8 ans Gießen", "guten Morgen"],
    "zh": ["记住备用钥匙在花盆下面", "每天早上8点提醒我浇花", "早上好"],
    "ja": ["合鍵は植木鉢の下だと覚えておいて", "毎日8時に水やりをリマインドして", "おはよう"],
    "ko": ["여분 열쇠는 화분 밑에 있다고 기억해 줘", "매일 8시에 물 주라고 알려 줘", "좋은 아침"],
}  # fmt: skip
VIEWS = (
    "table",
    "list",
    "cards",
    "form",
    "calendar",
    "board",
    "chart",
    "stat",
    "checklist",
    "timeline",
    "gallery",
    "map",
)
PLACES = ("", "chat", "apps", "due", "memory", "history", "gallery", "runs", "settings")


def spec(language: str) -> dict[str, Any]:
    """An app with every kind of view; its names are data, not words of the page."""
    fields: list[dict[str, Any]] = [
        {"name": "what", "label": "Zzwhat", "type": "text"},
        {"name": "amount", "label": "Zzamount", "type": "number"},
        {
            "name": "kind",
            "label": "Zzkind",
            "type": "choice",
            "choices": [{"value": "zza"}, {"value": "zzb"}],
        },
        {"name": "day", "label": "Zzday", "type": "date"},
        {"name": "done", "label": "Zzdone", "type": "boolean"},
        {"name": "where", "label": "Zzwhere", "type": "place"},
        {"name": "stars", "label": "Zzstars", "type": "rating"},
    ]
    views = [
        {"kind": kind, "entity": "thing", **({"fields": ["amount"], "chart": "bar"} if kind == "chart" else {}),
         **({"group_by": "kind"} if kind == "board" else {})}
        for kind in VIEWS
    ]  # fmt: skip
    return {
        "name": "Zzapp", "icon": "🧺", "language": language, "views": views,
        "entities": [{"name": "thing", "label": "Zzthing", "fields": fields, "title_field": "what",
                      "time_field": "day", "done_field": "done"}],
    }  # fmt: skip


def base(page: Page) -> str:
    """Where the home is served."""
    return page.url.split("#")[0].split("?")[0].rstrip("/")


def read(page: Page, path: str) -> dict[str, Any]:
    """What the home itself says."""
    answer = page.request.get(f"{base(page)}/api/v1{path}")
    assert answer.ok, answer.text()
    return dict(answer.json())


def write(page: Page, path: str, body: Any, method: str = "POST") -> Any:
    """Change something at the home, past the page."""
    csrf = read(page, "/session")["csrf"]
    answer = page.request.fetch(
        f"{base(page)}/api/v1{path}", method=method, data=body, headers={"X-Calisson-CSRF": csrf}
    )
    assert answer.ok, answer.text()
    return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text()


def furnish(page: Page, language: str = "en", records: int = 12) -> str:
    """Fill a fresh home: an app with every view, entries, memories, reminders, talk. Returns the app's id."""
    write(page, "/preferences", {"language": language}, "PATCH")
    app = str(write(page, "/apps", {"spec": spec(language)})["app"]["id"])
    today = date.today()
    for n in range(records):
        values = {"what": f"zzone{n}", "amount": 10 + n * 3, "kind": "zza" if n % 2 else "zzb",
                  "day": (today - timedelta(days=n)).isoformat(), "done": n % 3 == 0, "where": "zzplace", "stars": n % 5 + 1}  # fmt: skip
        write(page, f"/apps/{app}/records", {"values": values})
    for text in SAID[language]:
        write(page, "/turns", {"text": text})
    return app


def settled(page: Page) -> None:
    """Wait until nothing loads any more."""
    page.locator("main h1, main input").first.wait_for(timeout=10_000)
    expect(page.locator(".skeleton")).to_have_count(0, timeout=10_000)
    page.wait_for_timeout(60)


def round_trip(page: Page, app: str, *, views: bool = True) -> Iterator[str]:
    """Go to every place and open every overlay; yields the name of each state once it stands."""
    here = base(page)
    for place in PLACES:
        page.goto(f"{here}/#/{place}")
        settled(page)
        yield place or "today"
    for number, kind in enumerate(VIEWS if views else VIEWS[:1]):
        page.goto(f"{here}/#/app/{app}/{number}")
        settled(page)
        yield f"view {kind}"
    page.goto(f"{here}/#/")
    settled(page)
    for name, keys in (("palette", "Control+k"), ("capture", "Control+.")):
        page.keyboard.press(keys)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.wait_for_timeout(100)
        yield name
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


WORKER_READY = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.some((n) => n.startsWith('shell-')))"
ANSWERS_KEPT = """caches.open('answers').then((cache) => cache.keys()).then((keys) => {
    const paths = keys.map((key) => new URL(key.url).pathname);
    return ['/session', '/turns', '/apps', '/records'].every((end) => paths.some((path) => path.endsWith(end)));
})"""


def ready_offline(page: Page) -> None:
    """Wait until the service worker has the shell, rules the page, and keeps what is read without a connection."""
    assert page.evaluate(WORKER_READY)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_function(ANSWERS_KEPT)


def offline_state(page: Page, talk: str) -> None:
    """Cut the connection and say something: the page shows that it waits."""
    page.context.set_offline(True)
    page.goto(f"{base(page)}/#/chat")
    page.locator("#composer").fill(talk)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name=talk)).to_be_visible()


ID = re.compile(r"^[a-z]+(-[a-z0-9]+)+$")
"""What an id of a catalogue looks like: on the screen it is a sentence that is missing."""


@contextmanager
def served(folder: Path, **environment: str) -> Iterator[str]:
    """Serve a home by a real process and yield its one-time link."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = Path(sys.executable).with_name("calisson")
    process = subprocess.Popen(
        [command, "serve", "--no-open", "--port", str(port), "--data", folder],
        stderr=subprocess.PIPE, text=True, env={**os.environ, **environment},
    )  # fmt: skip
    assert process.stderr is not None
    link, begun = "", time.monotonic()
    while not link and time.monotonic() - begun < 30:
        found = re.search(r"http://\S+/login\?token=\S+", process.stderr.readline())
        link = found[0] if found else ""
    assert link, "the server printed no link"
    yield link
    process.terminate()
    process.wait(15)
    process.stderr.close()
