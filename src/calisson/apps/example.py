"""An example life to look at: a few ready ideas with six weeks of believable entries.

The entries follow from the day alone (a fixed sequence), so that the same life appears everywhere. They carry
their own turn, by which they are told apart from what the person logs.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from calisson.apps.apps import Apps
from calisson.apps.gallery import specification
from calisson.apps.spec import AppSpec
from calisson.apps.types import App
from calisson.ids import new_id
from calisson.language.lexicon import load
from calisson.store import Database, Transaction

TURN = "example"
"""What the ids of an example's turns begin with."""

DAYS = 42


def start(
    database: Database, apps: Apps, person: str, language: str, currency: str | None, now: datetime
) -> list[App]:
    """Make the example apps with their entries, in one turn. `now` is the home's local time.

    An example that is there already is left as it is and returned.
    """
    there = sorted((a for a in apps.list() if of_example(apps, a)), key=lambda a: a.id)
    if there:
        return there
    words = load(language, "gallery")["example"]
    made = []
    with database.transaction(person, new_id(TURN)) as tx:
        for name, entries in (
            ("meals", _meals),
            ("running", _runs),
            ("mood", _moods),
            ("spending", _costs),
            ("books", _books),
        ):
            spec = specification(name, language, currency)
            app = apps.create(tx, spec, reason="example")
            apps.add_many(tx, app.id, None, list(entries(spec, words, now, Random(name))), now=now)
            made.append(apps.get(app.id, tx=tx))
    return made


def end(tx: Transaction, apps: Apps) -> int:
    """Take the example away inside `tx` and return how many apps went.

    An app in which the person logged something stays with what they logged.
    """
    gone = 0
    for app in apps.list(tx=tx):
        if not of_example(apps, app):
            continue
        records = apps.records(app.id, tx=tx, limit=100_000)
        theirs = [r for r in records if not (r.created_turn or "").startswith(TURN)]
        if theirs:
            for record in records:
                if record not in theirs:
                    apps.remove(tx, record.id)
        else:
            apps.delete(tx, app.id)
            gone += 1
    return gone


def of_example(apps: Apps, app: App) -> bool:
    """Tell whether an app came with the example."""
    return any((v.turn_id or "").startswith(TURN) and v.number == 1 for v in apps.history(app.id))


def _days(now: datetime) -> Iterator[datetime]:
    return (
        now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=n)
        for n in range(DAYS, -1, -1)
    )


def _at(day: datetime, hour: int, minute: int = 0) -> str:
    return day.replace(hour=hour, minute=minute).strftime("%Y-%m-%dT%H:%M")


def _meals(spec: AppSpec, words: dict[str, Any], now: datetime, chance: Random) -> Iterator[dict[str, Any]]:
    kinds = [c.value for c in (spec.main.field("meal") or spec.main.fields[0]).choices]
    for day in _days(now):
        for slot, (hour, dishes) in enumerate(
            ((8, words["breakfasts"]), (12, words["lunches"]), (19, words["dinners"]))
        ):
            at = day.replace(hour=hour, minute=chance.randrange(0, 50, 5))
            if at > now or chance.random() < 0.12:
                continue
            food, energy, protein = chance.choice(dishes)
            meal = {"meal": kinds[slot]} if len(kinds) > slot else {}
            yield {
                "food": food,
                "energy": energy,
                "protein": protein,
                "datetime": at.strftime("%Y-%m-%dT%H:%M"),
                **meal,
            }


def _runs(spec: AppSpec, words: dict[str, Any], now: datetime, chance: Random) -> Iterator[dict[str, Any]]:
    for n, day in enumerate(_days(now)):
        if n % 3 == 1 and day.date() < now.date():
            distance = round(4 + n * 0.06 + chance.random() * 2, 1)
            yield {"distance": distance, "duration": round(distance * (6.4 - n * 0.015)), "pulse": 138 + chance.randrange(14),
                   "feeling": chance.choice((3, 4, 4, 5)), "date": day.date().isoformat()}  # fmt: skip


def _moods(spec: AppSpec, words: dict[str, Any], now: datetime, chance: Random) -> Iterator[dict[str, Any]]:
    for day in _days(now):
        at = day.replace(hour=21, minute=chance.randrange(0, 60, 5))
        if at < now and chance.random() < 0.9:
            mood = chance.choice((2, 3, 3, 4, 4, 4, 5))
            note = (
                {"notes": chance.choice(words["good" if mood > 3 else "hard"])}
                if chance.random() < 0.4
                else {}
            )
            yield {"mood": mood, "datetime": at.strftime("%Y-%m-%dT%H:%M"), **note}


def _costs(spec: AppSpec, words: dict[str, Any], now: datetime, chance: Random) -> Iterator[dict[str, Any]]:
    for n, day in enumerate(_days(now)):
        if n % 30 == 0:
            yield {
                "content": words["rent"][0],
                "amount": words["rent"][1],
                "category": words["rent"][2],
                "date": day.date().isoformat(),
            }
        for _ in range(chance.choice((0, 1, 1, 2))):
            content, least, most, category = chance.choice(words["costs"])
            amount = (
                round(chance.uniform(least, most), 2)
                if most < 1000
                else round(chance.uniform(least, most), -2)
            )
            yield {"content": content, "amount": amount, "category": category, "date": day.date().isoformat()}


def _books(spec: AppSpec, words: dict[str, Any], now: datetime, chance: Random) -> Iterator[dict[str, Any]]:
    kinds = next(([c.value for c in f.choices] for f in spec.main.fields if f.type == "choice"), [])
    state = next((f.name for f in spec.main.fields if f.type == "choice"), "")
    for n, (title, author, pages) in enumerate(words["books"]):
        read = n < len(words["books"]) - 2
        here = {state: kinds[2 if read else len(words["books"]) - 1 - n]} if len(kinds) > 2 else {}
        done = (
            {
                "rating": chance.choice((3, 4, 5)),
                "finished_on": (now - timedelta(days=6 + 9 * n)).date().isoformat(),
            }
            if read
            else {}
        )
        yield {"title": title, "author": author, "pages": pages, **here, **done}
