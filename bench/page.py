"""The page with 20 apps and 10,000 records in one of them, in Chromium with its processor slowed four times."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("calisson")
RECORDS = 10_000
APPS = 20
SLOWER = 4
RUNS = 5


def furnish(folder: str) -> str:
    """Make the home and return the id of the app with the many records."""
    from calisson import Home

    with Home(folder) as home:
        big = ""
        for n in range(APPS):
            made = home.say(f"track spending {n}: what, amount in euros, category and date")
            assert made.app is not None
            big = big or made.app["id"]
        entity = home.apps.get(big).spec.main
        names = {f.type: f.name for f in entity.fields}
        start = datetime.now(UTC) - timedelta(days=300)
        with home.by_hand() as tx:
            rows = [{entity.title_field or names["text"]: f"entry {i}", names["money"]: i % 90 + 0.5,
                     names["date"]: (start + timedelta(hours=i * 0.7)).date().isoformat()} for i in range(RECORDS)]  # fmt: skip
            home.apps.add_many(tx, big, None, rows)
    return big


def measure(page: Any, big: str) -> dict[str, float]:
    """One visit: Today from a cold load, then the table, letters in its search, and scrolling."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(page.url.split("#")[0] + "#/today")
    page.reload()
    page.locator(".glance-card, .app-tile, .glance").first.wait_for()
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    begun = page.evaluate("performance.now()")
    page.evaluate("app => { location.hash = `#/app/${app}` }", big)
    page.locator("[role=row]:has-text('entry')").first.wait_for()
    opened = page.evaluate("performance.now()") - begun
    page.evaluate("""() => { window.slow = []; new PerformanceObserver(list => {
        for (const e of list.getEntries()) window.slow.push(e.duration) }).observe({ type: 'event', durationThreshold: 16 }) }""")
    page.wait_for_timeout(4000)
    page.locator("input[type=search]").last.press_sequentially("entry 77", delay=120)
    page.wait_for_timeout(800)
    slow = sorted(page.evaluate("window.slow")) or [16.0]
    page.locator("input[type=search]").last.fill("")
    page.wait_for_timeout(800)
    frames = page.evaluate("""() => new Promise(done => {
        const box = [...document.querySelectorAll('*')].filter(e => e.scrollHeight > e.clientHeight + 2000)
            .sort((a, b) => b.scrollHeight - a.scrollHeight)[0];
        if (!box) return done(0);
        let n = 0; const start = performance.now();
        const step = now => { n++; box.scrollTop += 40; now - start < 2000 ? requestAnimationFrame(step) : done(n / 2) };
        requestAnimationFrame(step) })""")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return {
        "paint": paint / 1000,
        "open": opened / 1000,
        "key": slow[int(len(slow) * 0.95)],
        "frames": frames,
    }


def table() -> list[str]:
    """Return the table's lines."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        big = furnish(folder)
        server = subprocess.Popen([COMMAND, "serve", "--no-open", "--port", "8498", "--data", folder],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
        try:
            link = None
            assert server.stderr is not None
            while link is None:
                link = re.search(r"http://\S+token=\S+", server.stderr.readline())
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                                     args=["--no-sandbox", "--disable-gpu"])  # fmt: skip
                page = browser.new_context(locale="en", viewport={"width": 1440, "height": 900}).new_page()
                page.wait_for_timeout(700)
                page.goto(link[0])
                page.wait_for_timeout(1500)
                runs = [measure(page, big) for _ in range(RUNS)]
                browser.close()
        finally:
            server.terminate()
            server.wait()
    middle = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    return [
        f"## Page ({APPS} apps, {RECORDS:,} records in one, Chromium with its processor slowed {SLOWER} times)",
        "",
        "| what | median of 5 | bar |",
        "| --- | --- | --- |",
        f"| Today: first paint of content | {middle['paint']:.2f} s | 1.5 s |",
        f"| table opened: first rows | {middle['open']:.2f} s | 1 s |",
        f"| a letter in the search, p95 | {middle['key']:.0f} ms | 100 ms |",
        f"| scrolling | {middle['frames']:.0f} frames a second | 50 |",
    ]


if __name__ == "__main__":
    print("\n".join(table()))
