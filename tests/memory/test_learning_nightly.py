"""A home learns from what answered, promotes only what is not worse, goes back, and leaves alone what it may not learn from."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from calisson import Home
from calisson.errors import NotFoundError
from calisson.memory.forgetting.retention import note_credit
from calisson.memory.learned import lessons, nightly
from calisson.memory.learned.gate import WIDTH
from calisson.memory.learned.lessons import KINDS, Lesson, improved, result
from calisson.memory.learned.model import Learned, untrained
from calisson.memory.learned.needs import tried
from calisson.memory.learned.nightly import Used
from calisson.memory.learned.tables import memory_learned, memory_lessons
from calisson.memory.shortening.importance import Scorer
from calisson.memory.tables import memories, memory_uses

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
    both, again = improved(base, base.weights, given, "a"), improved(base, base.weights, given, "a")
    assert both == again
    one = both[0]
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


def sharded(count: int, *, tells: bool, seed: int = 5) -> list[Lesson]:
    """Return lessons whose views are noise, and whose question tells the shard of what answers, or does not."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        rows = tuple(tuple(rng.random() for _ in KINDS) for _ in range(8))
        shards, answer, which = list(range(8)), rng.randrange(8), rng.randrange(8)
        shards[answer], shards[which] = shards[which], shards[answer]
        theme = shards[answer] if tells else rng.randrange(8)
        features = tuple(2.0 if n == theme else 0.0 for n in range(WIDTH - 1))
        out.append(Lesson((*features, 1.0), rows, tuple(shards), (answer,)))
    return out


@pytest.mark.parametrize("tells", [True, False])
def test_the_gate_serves_where_it_earns_it_and_nowhere_else(home: Home, tells: bool) -> None:
    put(home, sharded(300, tells=tells))
    for _ in range(8):
        done = home.memories.learn()
        assert set(done["gate"]) == {"off", "on", "serves"}
    live = home.memory.learning.current() or untrained().without("gate")
    assert live.has("gate") is tells
    if tells:
        assert live.view_weights()["gate"] > 0
        fresh = sharded(60, tells=True, seed=6)
        assert result(fresh, live) > result(fresh, live.without("gate")) + 0.05


def test_the_gate_goes_on_learning_while_it_is_off() -> None:
    given, base = sharded(40, tells=True), untrained().without("gate")
    plain, opened = improved(base, base.weights, given, "a")
    assert not plain.has("gate") and opened.has("gate")
    assert plain.gate == opened.gate != base.gate
    assert plain.view_weights()["gate"] == 0.0


DULL = ("oh well, never mind", "that was nice indeed", "well, you know how it is", "so it goes, I suppose", "just chatting a bit")  # fmt: skip


def lived(home: Home, count: int) -> list[str]:
    """Fill a home with old facts and small talk, in which the facts were asked for; return the ids of the facts."""
    told = [
        f"my appointment with Doctor Brandt number {n} is on {n % 27 + 1} May at {n % 12 + 1}:30"
        for n in range(count)
    ]
    lines = [
        {"text": text, "at": f"2026-01-{n % 27 + 1:02}T10:00:00", "speaker": "me", "source": f"s{n}"}
        for n, text in enumerate(
            [*told, *(f"{DULL[n % 5]} {'so ' * (n // 5)}".strip() for n in range(count))]
        )
    ]
    home.memories.take_in([json.dumps(x) for x in lines])
    with home.database.transaction("me") as tx:
        rows = tx.rows(select(memories).where(memories.c.text.like("my appointment%")))
        for n, row in enumerate(rows):
            tx.execute(memory_uses.insert(), {
                "id": f"turn_{n}:{row['id']}", "memory_id": row["id"], "turn_id": f"turn_{n}", "person": "me", "place": 0,
                "how": "words", "via": None, "why": "words", "at": tx.now,
            })  # fmt: skip
    return [r["id"] for r in rows]


def test_importance_learns_from_what_was_asked_for_and_serves_when_it_is_not_worse(home: Home) -> None:
    lived(home, 60)
    assert home.memory.learning.scorer() == Scorer()
    done = home.memories.learn()
    assert done["status"] == "live" and done["importance"]["serves"]
    assert done["importance"]["after"] < done["importance"]["before"]
    scorer = home.memory.learning.scorer()
    assert scorer.numbers > Scorer().numbers
    assert home.memories.learn()["status"] == "idle"  # nothing new
    assert home.memory.learning.scorer() == scorer
    assert "Brandt" not in str(home.memories.learned())
    home.memories.unlearn()
    assert home.memory.learning.scorer() == Scorer()


def test_importance_learns_nothing_from_bad_answers_or_what_may_not_be_learned_from(home: Home) -> None:
    ids = lived(home, 60)
    with home.database.transaction("calisson") as tx:
        trial = tried(tx, Scorer())
        assert trial is not None and trial.needed == 60
        assert tried(tx, Scorer(), {f"turn_{n}" for n in range(60)}) is None
        note_credit(tx, dict.fromkeys(ids[:10], -1.0))
        trial = tried(tx, Scorer())
        assert trial is not None and trial.needed == 50
    for i in ids[10:20]:
        home.memories.set_policy(i, {"no_train": True})
    with home.database.transaction("calisson") as tx:
        trial = tried(tx, Scorer())
        assert trial is not None and trial.needed == 40


def test_an_answer_that_turned_out_bad_is_no_lesson(home: Home) -> None:
    home.say("remember that the router password is tulip")
    home.say("remember that my sister is allergic to nuts")
    home.say("what is the router password?")
    home.say("what is the router password?")
    home.say("you are useless")
    home.say("what is my sister allergic to?")
    home.say("thank you!")
    assert home.memories.learn()["collected"] == 1
    assert count(home) == 1


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
