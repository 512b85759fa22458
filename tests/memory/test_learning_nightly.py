"""A home learns from what answered, promotes only what is not worse, goes back, and leaves alone what it may not learn from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from calisson import Home
from calisson.errors import NotFoundError
from calisson.memory.learned import lessons, nightly
from calisson.memory.learned.gate import WIDTH
from calisson.memory.learned.lessons import KINDS, Lesson, improved, result
from calisson.memory.learned.model import Learned, untrained
from calisson.memory.learned.nightly import Used
from calisson.memory.learned.tables import memory_learned, memory_lessons

FACTS = (
    "my sister is allergic to nuts", "the router password is tulip", "we moved to Graz in March",
    "the spare key is under the pot", "Ben works as a carpenter", "the car needs new tyres",
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path) as opened:
        yield opened


def made(count: int, seed: int = 1) -> list[Lesson]:
    """Return lessons in which `stated` tells what answers and nothing else does."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        rows = [[rng.random() * 0.4 for _ in KINDS] for _ in range(8)]
        answer = rng.randrange(8)
        for n, row in enumerate(rows):
            row[KINDS.index("stated")] = 1.0 if n == answer else 0.0
        features = tuple(rng.random() for _ in range(WIDTH))
        out.append(Lesson(features, tuple(map(tuple, rows)), (0,) * 8, (answer,)))
    return out


def put(home: Home, given: list[Lesson]) -> None:
    ids = [home.memories.add(f"{text} {n}") for n, text in enumerate(FACTS)]
    with home.database.transaction("calisson") as tx:
        for n, lesson in enumerate(given):
            row = {"id": f"turn_{n}", "person": "me", "memory_id": ids[n % len(ids)], "lesson": lesson.as_dict(),
                   "held": n % 5 == 0, "at": tx.now}  # fmt: skip
            tx.execute(memory_lessons.insert(), row)


def count(home: Home) -> int:
    with home.database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(memory_lessons)).scalar() or 0)


def test_a_night_moves_the_weights_towards_what_answered_and_repeats_exactly() -> None:
    given, base = made(40), untrained()
    one, two = improved(base, base.weights, given, "a"), improved(base, base.weights, given, "a")
    assert one == two
    assert one.weights["stated"] > base.weights["stated"]
    assert result(made(30, 2), one) >= result(made(30, 2), base)
    assert Lesson.from_dict(given[0].as_dict()) is not None
    assert Lesson.from_dict({**given[0].as_dict(), "rows": [[1.0]]}) is None


def test_a_version_that_is_not_worse_serves_is_journalled_and_can_be_taken_back(home: Home) -> None:
    put(home, made(60))
    first = home.memories.learn()
    assert first["status"] == "live" and first["after"] >= first["before"]
    second = home.memories.learn()
    assert second["status"] == "live" and second["number"] == first["number"] + 1
    shown = home.memories.learned()
    assert [(v["number"], v["status"]) for v in shown] == [(2, "live"), (1, "former")]
    assert shown[0]["weights"]["stated"] > shown[1]["weights"]["stated"] or shown[0]["changed"] == {}
    assert home.memory._retriever.learned is not None
    assert home.memory._retriever.learned.name == "night 2"
    kinds = [e.payload["status"] for e in home.journal.tail(20, "memory-learned")]
    assert kinds == ["live", "live"]
    assert home.memories.unlearn()["number"] == 1
    assert home.memory._retriever.learned.name == "night 1"
    assert home.memories.unlearn()["number"] == 0
    with pytest.raises(NotFoundError):
        home.memories.unlearn()


def test_a_worse_version_is_refused_and_the_former_goes_on(home: Home) -> None:
    put(home, made(60))
    assert home.memories.learn()["status"] == "live"
    learning = home.memory.learning
    former = learning.current()
    assert former is not None
    worse = replace(former, weights=dict.fromkeys(former.weights, 0.0) | {"words": 1.0}, name="worse")
    with home.database.transaction("calisson") as tx:
        told = learning.promote(tx, worse, former, made(30, 3), 2, 30)
    assert told["status"] == "refused" and told["after"] < told["before"]
    serving = learning.current()
    assert serving is not None and serving.name == former.name


def test_too_few_lessons_teach_nothing(home: Home) -> None:
    put(home, made(10))
    assert home.memories.learn()["status"] == "idle"
    assert home.memories.learned() == []


def test_answers_of_the_talk_become_lessons_once_unless_taken_from_training(home: Home) -> None:
    ids = [home.memories.add(text) for text in FACTS]
    used = [Used(f"turn_{n}", "me", text, "en", (ids[n],)) for n, text in enumerate(FACTS)]
    learning = home.memory.learning
    home.memories.set_policy(ids[0], {"no_train": True})
    with home.database.transaction("calisson") as tx:
        assert learning.collect(tx, used) == len(FACTS) - 1
        assert learning.collect(tx, used) == 0
        kept = {r["memory_id"] for r in tx.rows(select(memory_lessons))}
        assert kept == set(ids[1:])
    home.memories.set_policy(ids[1], {"no_train": True})
    home.memories.forget(ids[2])
    home.memories.learn()
    with home.database.read() as connection:
        left = set(connection.execute(select(memory_lessons.c.memory_id)).scalars())
    assert left == set(ids[3:])
    with home.database.read() as connection:
        text = str(connection.execute(select(memory_lessons.c.lesson)).all())
    assert not any(word in text for word in ("tulip", "Graz", "carpenter"))


def test_a_question_in_the_talk_is_learned_from(home: Home) -> None:
    home.say("remember that the router password is tulip")
    home.say("remember that my sister is allergic to nuts")
    answered = home.say("what is the router password?")
    assert "tulip" in answered.reply
    done = home.memories.learn()
    assert done["collected"] == 1 and count(home) == 1


def test_the_sample_is_bounded_and_the_same_in_any_order(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly, "ROOM", 3)
    ids = [home.memories.add(text) for text in FACTS]
    used = [Used(f"turn_{n}", "me", text, "en", (ids[n],)) for n, text in enumerate(FACTS)]
    kept = []
    for order in (used, used[::-1]):
        with home.database.transaction("calisson") as tx:
            tx.execute(memory_lessons.delete())
            home.memory.learning.collect(tx, order)
            kept.append({r["id"] for r in tx.rows(select(memory_lessons))})
    assert len(kept[0]) == 3 and kept[0] == kept[1]


def test_turned_off_nothing_is_learned_or_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALISSON_LEARNED", "0")
    with Home(tmp_path) as home:
        home.memories.add(FACTS[0])
        assert home.memories.learn() == {"status": "off"}
        home.memories.search("nuts", 3)
        assert home.memory._retriever.learned is None


def test_a_version_of_another_form_is_passed_over(home: Home) -> None:
    with home.database.transaction("calisson") as tx:
        row = {
            "id": "lrn_x",
            "number": 1,
            "status": "live",
            "learned": {"form": 99},
            "scores": {},
            "at": tx.now,
        }
        tx.execute(memory_learned.insert(), row)
    assert home.memory.learning.current() is None
    assert isinstance(untrained(), Learned) and lessons.KINDS
