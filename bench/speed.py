"""In-process speed: request → usable app, log, ask, in a home with 20 apps and 100,000 records."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from calisson import Home

APPS = (
    "track my spending: amount in euros, category, shop", "track what I eat with calories and protein",
    "make a workout log: exercise, weight in kg, sets, reps", "make a mood diary: mood 1 to 10, note", "make a sleep log: hours of sleep",
    "make a water tracker: amount in ml", "make a reading list: title, author, pages, read or not", "make a running log: distance in km, duration",
    "make a watchlist: title, genre, watched or not", "make a chore chart: task, who, due date, done", "make a weight log: weight in kg",
    "make a blood pressure log: systolic, diastolic, pulse", "make a plant care: plant, watered, note", "make a car log: litres, price, mileage",
    "make a coffee log: beans, grams, rating 1-5", "make a piano practice: piece, minutes", "make a study log: subject, hours",
    "make a subscriptions: name, price, renewal date", "make a gift ideas: person, gift, price", "make a garden harvest: crop, weight in g",
)  # fmt: skip
RECORDS = 100_000
NOW = dt.datetime(2026, 11, 20, 12, 0, tzinfo=dt.UTC)
CREATE = (
    "make me a bee inspection log: hive, frames of brood, varroa count, temperament 1-5",
    "Ich möchte ein Lauftagebuch: Strecke in km, Dauer in Minuten, Puls",
    "我想记账，金额、分类、备注", "筋トレの記録アプリがほしい。種目、重さ(kg)、回数", "가계부 만들어줘. 금액, 카테고리, 메모",
)  # fmt: skip
LOGS = (
    "spent 12.50 euros on lunch at Rosa, category food", "oatmeal for breakfast, 380 kcal and 12 g protein",
    "bench press 3x8 at 60 kg", "mood 7 today, quiet day", "ran 8.4 km in 50 minutes yesterday",
)  # fmt: skip
ASKS = (
    "how much did I spend this week?", "how many calories yesterday?", "average mood this month?",
    "what's the heaviest weight so far?", "how many km did I run last week?",
)  # fmt: skip


def fill(home: Home) -> list[str]:
    """Make the twenty apps and the hundred thousand records."""
    rng = random.Random(7)
    ids = []
    for wish in APPS:
        made = home.say(wish, at=NOW - dt.timedelta(days=400))
        if made.app is None:
            raise SystemExit(f"no app was made of {wish!r}: {made.reply}")
        ids.append(made.app["id"])
    for app_id in ids:
        app = home.apps.get(app_id)
        entity = app.schema.main
        many = []
        for n in range(RECORDS // len(ids)):
            day = (NOW - dt.timedelta(days=rng.random() * 390)).replace(tzinfo=None)
            values: dict[str, object] = {}
            for field in entity.fields:
                if field.formula:
                    continue
                if field.type in ("date", "datetime"):
                    values[field.name] = day.strftime(
                        "%Y-%m-%d" if field.type == "date" else "%Y-%m-%dT%H:%M"
                    )
                elif field.type == "rating":
                    values[field.name] = rng.randint(1, 5)
                elif field.type == "boolean":
                    values[field.name] = rng.random() < 0.5
                elif field.type in ("number", "integer", "quantity", "money", "duration", "percent"):
                    values[field.name] = rng.randint(1, 90)
                elif field.type in ("text", "choice", "person", "place"):
                    values[field.name] = f"{field.label} {n % 40}"
            many.append(values)
        for at in range(0, len(many), 1000):
            with home.database.transaction("bench") as tx:
                home.apps.add_many(tx, app_id, entity.name, many[at : at + 1000])
    return ids


def timed(calls: list[Callable[[], object]]) -> tuple[float, float]:
    """Median and p95 in milliseconds."""
    times = []
    for call in calls:
        begun = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - begun))
    times.sort()
    return statistics.median(times), times[min(len(times) - 1, int(0.95 * len(times)))]


def baseline(file: Path, app_id: str, field: str) -> float:
    """The same sum as plain SQL on the same file: median milliseconds."""
    connection = sqlite3.connect(file)
    query = "select sum(json_extract(data, ?)) from records where app_id = ? and time_at >= ? and time_at < ?"
    times = []
    for _ in range(30):
        begun = time.perf_counter()
        connection.execute(query, (f"$.{field}", app_id, "2026-11-16", "2026-11-23")).fetchall()
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def table() -> list[str]:
    """Return the table's lines."""
    with tempfile.TemporaryDirectory() as folder, Home(folder) as home:
        ids = fill(home)
        clock = iter(range(10**6))

        def turn(text: str) -> Callable[[], object]:
            return lambda: home.say(text, at=NOW + dt.timedelta(seconds=next(clock)))

        for text in (LOGS[0], ASKS[0]):
            turn(text)()
        rows = [
            ("log", 50, timed([turn(LOGS[n % len(LOGS)]) for n in range(100)])),
            ("ask", 50, timed([turn(ASKS[n % len(ASKS)]) for n in range(100)])),
            ("request → usable app", 300, timed([turn(CREATE[n % len(CREATE)]) for n in range(25)])),
        ]
        money = next(f.name for f in home.apps.get(ids[0]).schema.main.fields if f.type == "money")
        plain = baseline(home.database.file, ids[0], money)
    lines = [
        f"## Speed in process (20 apps, {RECORDS:,} records)", "",
        "| what | n | median ms | p95 ms | bar ms |", "| --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    lines += [
        f"| {name} | {25 if bar == 300 else 100} | {median:.1f} | {p95:.1f} | {bar} |"
        for name, bar, (median, p95) in rows
    ]
    ask = next(median for name, _, (median, _) in rows if name == "ask")
    lines += [
        "",
        f"The same weekly sum as hand-written SQL: {plain:.1f} ms; a whole turn is {ask / max(plain, 0.01):.1f} times that.",
    ]
    return lines
