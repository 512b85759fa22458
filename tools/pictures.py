"""Take the pictures of README and docs from the running program: `python tools/pictures.py [LANGUAGE…]`.

Every place on a phone and on a wide screen, every view of one app that has them all, light and dark, and a phone
in each language. Needs Chromium; the home is a fresh one, talked to on the command line.
"""

import datetime as dt
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "pictures"
COMMAND = Path(sys.executable).with_name("calisson")
PORT = "8499"
TALKS = {
    "en": ["I'd like to keep track of what I eat, with calories and protein", "oatmeal with blueberries, 380 kcal and 12 g protein",
           "yesterday chicken curry, 720 kcal and 41 g protein", "two days ago lentil soup, 430 kcal and 24 g protein",
           "a running app: distance in km, minutes, and how it felt from 1 to 5", "ran 5.2 km in 31 minutes, felt 4",
           "remind me tomorrow at 9 to call the dentist", "remember that Mia is allergic to peanuts",
           "tuna sandwich, 450 kcal, 28 g protein", "how many calories this week?"],
    "de": ["Haushaltsbuch bitte! Betrag, Kategorie, Datum, Bemerkung", "Wocheneinkauf bei Rewe heute 87,43 €, Kategorie Lebensmittel",
           "gestern Kino 14,50 €, Kategorie Freizeit", "Wie viel habe ich diese Woche ausgegeben?"],
    "ja": ["食事を記録するアプリ作ってほしい。カロリーとタンパク質", "お昼に親子丼、720kcal、タンパク質35g", "昨日の夜は鮭定食で680kcal、タンパク質40g",
           "今週は全部で何キロカロリー食べた？"],
    "zh": ["我想记账，金额、分类、备注就行", "今天打车花了三十五块五，分类交通", "昨天超市买菜128.6元，分类吃饭", "这周一共花了多少"],
    "ko": ["가계부 만들어줘. 금액, 카테고리, 결제수단, 메모", "오늘 점심 만이천원 카드로 결제, 카테고리는 식비", "어제 택시비 8,700원 현금, 카테고리 교통비",
           "식비 합계는?"],
}  # fmt: skip
KEPT = (
    (342, "Remember that the spare key is with Ada next door"), (331, "Remember that Grandma Rosa drinks her tea without sugar"),
    (296, "Remember that our boiler was serviced by Lindner & Co"), (251, "Remember that I moved to Leipzig"),
    (248, "Remember that the wifi at home is called Birdhouse"), (203, "Remember that Jonas is afraid of dogs"),
    (197, "Remember that Mia's birthday is on June 3"), (154, "Remember that I prefer window seats on trains"),
    (121, "Remember that the dentist is Dr Okafor, on Mill Lane"), (98, "Remember that Jonas wears shoe size 34"),
    (63, "Remember that our car needs 95 octane petrol"), (57, "Remember that Mia plays the cello on Thursdays"),
    (34, "Remember that Grandma Rosa likes crime novels"), (20, "Remember that I am learning Portuguese"),
    (9, "Remember that the tent is in the cellar behind the bikes"),
)  # fmt: skip
"""What an English home was asked to keep, days ago."""
SIZES = {"wide": (1440, 900, 1), "phone": (390, 844, 2)}
PLACES = ("today", "chat", "apps", "memory", "history", "gallery", "settings")


def trips(today: dt.date) -> dict[str, Any]:
    """An app with every kind of view, and entries for them."""
    places = (("Lisbon", 38.72, -9.14, "gone", 640), ("Kyoto", 35.01, 135.77, "booked", 1900), ("Oslo", 59.91, 10.75, "idea", 520),
              ("Palermo", 38.12, 13.36, "gone", 480), ("Seoul", 37.57, 126.98, "idea", 1700), ("Bergen", 60.39, 5.32, "booked", 390))  # fmt: skip
    fields = [
        {"name": "where", "label": "Where", "type": "text"},
        {"name": "from", "label": "From", "type": "date"},
        {"name": "state", "label": "State", "type": "choice", "choices": ["idea", "booked", "gone"]},
        {"name": "cost", "label": "Cost", "type": "money", "currency": "EUR", "aggregate": "sum"},
        {"name": "packed", "label": "Packed", "type": "boolean"},
        {"name": "place", "label": "Place", "type": "place"},
        {"name": "picture", "label": "Picture", "type": "image"},
    ]
    kinds = (
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
    views = [{"kind": kind, "entity": "trip"} for kind in kinds]
    views[5]["group_by"] = "state"
    views[6] |= {"fields": ["cost"], "group_by": "state", "aggregate": "sum", "chart": "bar"}
    records = [
        {"entity": "trip", "values": {"where": name, "from": (today + dt.timedelta(days=9 * n - 20)).isoformat(), "state": state,
                                      "cost": cost, "packed": state == "gone", "place": f"{name} ({lat}, {lon})"}}
        for n, (name, lat, lon, state, cost) in enumerate(places)
    ]  # fmt: skip
    spec = {"name": "Trips", "icon": "🧳", "language": "en", "views": views, "entities": [
        {"name": "trip", "label": "Trip", "title_field": "where", "time_field": "from", "done_field": "packed", "fields": fields}],
        "metrics": [{"name": "spent", "label": "Spent", "entity": "trip", "aggregate": "sum", "field": "cost", "period": "total",
                     "goal": {"value": 6000, "direction": "at_most"}}]}  # fmt: skip
    return {"spec": spec, "records": records}


def say(home: str, text: str, at: dt.datetime) -> None:
    subprocess.run([COMMAND, "say", text, "--data", home, "--at", at.isoformat(), "--tz", "UTC"], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip


@contextmanager
def lived_in(language: str) -> Iterator[str]:
    """A served home that was talked to; yields its one-time link."""
    with tempfile.TemporaryDirectory() as home:
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None, microsecond=0)
        for ago, text in KEPT if language == "en" else ():
            say(home, text, now - dt.timedelta(days=ago))
        for n, text in enumerate(TALKS[language]):
            say(home, text, now - dt.timedelta(minutes=4 * (len(TALKS[language]) - n)))
        server = subprocess.Popen([COMMAND, "serve", "--no-open", "--port", PORT, "--data", home],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
        assert server.stderr is not None
        link = ""
        while not link:
            found = re.search(r"http://\S+token=\S+", server.stderr.readline())
            link = found[0] if found else ""
        try:
            yield link
        finally:
            server.terminate()
            server.wait()


def opened(browser: Browser, link: str, language: str) -> Page:
    """A page that is logged in."""
    page = browser.new_context(locale=language, reduced_motion="reduce").new_page()
    for _ in range(50):
        try:
            page.goto(link)
            break
        except Exception:
            page.wait_for_timeout(100)
    page.wait_for_timeout(700)
    return page


def shoot(page: Page, name: str, place: str, size: str, scheme: str = "light") -> None:
    width, height, _ = SIZES[size]
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("place => { location.hash = `#/${place}` }", place)
    page.wait_for_timeout(1100)
    page.screenshot(path=OUT / f"{size}-{name}{'' if scheme == 'light' else '-dark'}.png")


def main() -> None:
    if not sys.argv[1:]:
        shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for language in sys.argv[1:] or list(TALKS):
            with lived_in(language) as link:
                page = opened(browser, link, language)
                apps = page.evaluate("fetch('/api/v1/apps').then(r => r.json())")["apps"]
                first = f"app/{apps[-1]['id']}"
                for place in ("today", "chat"):
                    shoot(page, f"{language}-{place}", place, "phone")
                shoot(page, f"{language}-app", first, "wide")
                if language == "en":
                    shoot(page, "en-today", "today", "phone", "dark")
                    shoot(page, "en-app", first, "wide", "dark")
                    for place in PLACES:
                        shoot(page, f"en-{place}", place, "wide")
                        shoot(page, f"en-{place}", place, "phone")
                    made = page.evaluate(IMPORT, json.dumps(trips(dt.date.today())))
                    page.reload()
                    for n, view in enumerate(made["views"]):
                        shoot(page, f"view-{view}", f"app/{made['id']}/{n}", "wide")
                        shoot(page, f"view-{view}", f"app/{made['id']}/{n}", "phone")
                page.context.close()
        browser.close()


IMPORT = """async text => {
  const { spec, records } = JSON.parse(text);
  const { csrf } = await (await fetch('/api/v1/session')).json();
  const send = (path, body) => fetch(`/api/v1/${path}`, { method: 'POST', body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'X-Calisson-CSRF': csrf } }).then(r => r.json());
  const { app } = await send('apps', { spec });
  for (const record of records) await send(`apps/${app.id}/records`, record);
  return { id: app.id, views: spec.views.map(v => v.kind) };
}"""


if __name__ == "__main__":
    main()
