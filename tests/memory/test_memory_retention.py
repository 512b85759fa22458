"""Under a budget what is worth least goes, nothing that is kept for a reason, and it is said what and why."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import NotFoundError
from calisson.memory import Policy, note_use
from calisson.memory.forgetting.retention import (
    WEIGHTS,
    Budget,
    Retention,
    care_for,
    note_credit,
    score,
)
from calisson.store import Database, undo

NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
CARE = {"importance": None, "uses": None, "last_used": None, "credit": None}


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def fill(home: Home, count: int) -> list[str]:
    with home.database.transaction("me", "t") as tx:
        return [
            home.memory.remember(
                tx, f"box {n} holds the {w} things", source_turn=f"t{n}", language="en",
                at=datetime(2025, 1, 1) + timedelta(days=10 * n),
            ).id
            for n, w in zip(range(count), "red blue green white black brown golden silver".split(), strict=False)
        ]  # fmt: skip


def test_the_score_is_what_its_docstring_says() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1.0)
    fresh = {"tier": "fact", "at": "2026-03-04T11:00:00", **CARE}
    value, parts = score(fresh, NOW)
    assert parts == pytest.approx({"importance": 0.7, "use": 0, "freshness": 1, "credit": 0.5, "novelty": 1})
    assert value == pytest.approx(0.3 * 0.7 + 0.25 + 0.05 + 0.1)
    old = {**fresh, "at": "2025-03-04T11:00:00"}
    assert score(old, NOW)[1]["freshness"] == pytest.approx(0.5)
    assert score({**old, "tier": "turn"}, NOW)[0] < score(old, NOW)[0] < value
    used = {**old, "uses": 3, "last_used": NOW - timedelta(days=90)}
    assert score(used, NOW)[1]["use"] == pytest.approx((1 - 2.718281828**-1) / 2)
    assert score({**old, "credit": 2.0}, NOW)[0] > score(old, NOW)[0] > score({**old, "credit": -2.0}, NOW)[0]
    assert score(old, NOW, redundancy=1.0)[0] == pytest.approx(score(old, NOW)[0] - 0.1)


def test_the_budget_holds_and_what_is_kept_for_a_reason_stays(home: Home) -> None:
    ids = fill(home, 8)
    with home.by_hand() as tx:
        care_for(tx, ids[0], pinned=True)
        care_for(tx, ids[1], kept_for="legal")
        care_for(tx, ids[2], kept_for="app_x")
        care_for(tx, ids[3], importance=1.0)
        note_use(tx, [ids[4]] * 4)
        note_credit(tx, {ids[4]: 2.0})
    gone = home.memories.retention.keep_under("me", Budget(items=5), after_h=24)
    assert [s.id for s in gone] == ids[5:8]  # the oldest of those that nothing speaks for
    assert {f.id for f in home.memory.list()} == set(ids[:5])
    assert home.memories.retention.keep_under("me", Budget(items=5), after_h=24) == []
    assert {s.id for s in home.memories.retention.keep_under("me", Budget(items=1), after_h=24)} == set(
        ids[3:5]
    )
    assert {f.id for f in home.memory.list()} == set(ids[:3])  # rather over the budget than these


def test_bytes_count_too_and_what_another_says_as_well_goes_first(home: Home) -> None:
    ids = fill(home, 4)
    with home.database.transaction("me", "t9") as tx:
        double = home.memory.remember(
            tx,
            "box 3 in the hall holds the white things",
            source_turn="t9",
            language="en",
            at=datetime(2025, 1, 31),
        ).id
    usage = home.memories.retention.usage("me", Budget(size_bytes=1))
    assert usage.over and usage.items == 5 and usage.size_bytes > 5 * 25
    gone = home.memories.retention.keep_under("me", Budget(size_bytes=usage.size_bytes - 10), after_h=24)
    assert len(gone) == 1 and gone[0].id in {ids[3], double} and gone[0].parts["novelty"] < 0.5


def test_it_is_said_what_went_and_why_and_it_can_come_back(home: Home, clock: FixedClock) -> None:
    ids = fill(home, 4)
    with home.by_hand() as tx:
        home.set_preferences(tx, memory_most_items=2)
    assert home.memories.keep_house(now=False) == {}  # it is noon
    assert home.memories.keep_house()["let_go"] == {"me": ids[:2]}
    report = home.memories.report()
    assert (report["items"], report["most_items"]) == (2, 2)
    assert [(p["id"], p["reason"], p["text"] is None) for p in report["forgotten"]] == [
        (ids[1], "budget", False), (ids[0], "budget", False),
    ]  # fmt: skip
    assert set(report["forgotten"][0]["detail"]) == {"score", *WEIGHTS}
    turn = home.memories.care_for(ids[0], pinned=True)
    assert ids[0] in {f.id for f in home.memory.list()}
    home.undo(turn)
    assert ids[0] not in {f.id for f in home.memory.list()}
    clock.advance(25 * 3600)
    assert set(home.memories.erase()["memories"]) == set(ids[:2])
    assert home.memories.report()["forgotten"][0]["text"] is None
    with pytest.raises(NotFoundError):
        home.memories.care_for(ids[0], pinned=True)
    assert all(home.memory.recall(f"what does box {n} hold?", "en") for n in (2, 3))


def test_talk_leaves_an_extract_of_its_month_and_the_conversation_stays(
    home: Home, clock: FixedClock
) -> None:
    said = [
        "I planted twelve tulips by the gate", "Mira passed her driving test", "the roof leaked in the storm",
        "we watched the eclipse from the bridge", "I sold the old piano to Otto",
    ]  # fmt: skip
    turns = [home.say(s).id for s in said]
    with home.by_hand() as tx:
        (secret,) = [
            h.id for h in home.memory.recall("who did I sell the old piano to?", "en") if "piano" in h.text
        ]
        home.memory.set_policy(tx, secret, Policy(local_only=True))
    clock.advance(400 * 86400)
    count = home.memories.retention.usage("me", Budget()).items
    home.memories.retention.keep_under("me", Budget(items=1), after_h=0)
    assert home.memories.retention.usage("me", Budget()).items < count
    home.memories.erase()
    extract = home.memories.retention.scores("me")
    asked = (
        "did the roof leak in the storm?",
        "where did we watch the eclipse?",
        "did Mira pass her driving test?",
    )
    hits = [h for a in asked for h in home.memory.recall(a, "en")[:1]]
    assert len(extract) == 2 and len(hits) == 3
    (of_month,) = {h.text for h in hits if h.source == "summary:2026-03"}
    assert "piano" not in of_month
    assert {t["id"] for t in home.turns()} >= set(turns) and home.turns()[0]["text"] == said[0]
    clock.advance(40 * 86400)
    home.memories.retention.keep_under("me", Budget(items=1), after_h=0)


def test_facts_that_go_leave_an_extract_too_and_the_report_says_which(home: Home) -> None:
    with home.database.transaction("me", "t") as tx:
        kept = [
            home.memory.remember(
                tx, text, source_turn=f"t{n}", language="en", at=datetime(2024, 5, 3 + n), policy=policy
            ).id
            for n, (text, policy) in enumerate([
                ("the plumber charged 340 euros", Policy()), ("Otto borrowed the green tent", Policy()),
                ("the lease runs until 2031", Policy()), ("the tulips came from Delft", Policy()),
                ("the tax office wants form 22B", Policy()), ("Mira hid the ring in Ghent", Policy(local_only=True)),
            ])
        ]  # fmt: skip
    with home.by_hand() as tx:
        care_for(tx, kept[2], kept_for="legal")
        care_for(tx, kept[4], kept_for="app_taxes")
    home.memories.retention.keep_under("me", Budget(items=2), after_h=24)
    assert {f.id for f in home.memory.list()} == {kept[2], kept[4]}
    report = {p["id"]: p["detail"].get("extract") for p in home.memories.report()["forgotten"]}
    assert report == {kept[n]: "summary:2024-05" for n in (0, 1, 3)} | {kept[5]: None}
    (found,) = [
        h for h in home.memory.recall("who borrowed the tent?", "en") if h.source.startswith("summary:")
    ]
    assert "340" in found.text and "Delft" in found.text and "Ghent" not in found.text


def test_answers_count_as_use(home: Home) -> None:
    home.say("remember that the bike is blue")
    home.say("remember that the boat is green")
    home.say("what colour is the boat?")
    lowest = home.memories.retention.scores("me")[0]
    assert [f.text for f in home.memory.list() if f.id == lowest.id] == ["the bike is blue"]


def test_many_are_brought_under_a_budget(database: Database, clock: FixedClock) -> None:
    import json

    from calisson.memory import Memory

    memory = Memory(database, clock)
    lines = [json.dumps({"text": f"item {n} is in drawer {n % 97}", "at": "2026-01-01"}) for n in range(2000)]
    with database.transaction("me", "t") as tx:
        memory.import_lines(tx, lines)
    retention = Retention(database, clock, memory)
    gone = retention.keep_under("me", Budget(items=1500), after_h=24)
    assert len(gone) == 500 and retention.usage("me", Budget()).items == 1500 + 1  # and the month's extract
    with database.transaction("me", "u") as tx:
        retention.bring_back(tx, gone[0].id)
    with database.transaction("me", "u2") as tx:
        undo(tx, "u")
    assert retention.usage("me", Budget()).items == 1500 + 1


def test_among_the_lowest_what_was_worth_asking_for_stays(home: Home) -> None:
    """The scorer of importance tells a dated appointment from a courtesy of the same age; what was set stays as set."""
    said = [
        "the appointment with Doctor Brandt is on 14 May at 9:30",
        "oh well, never mind, you know how it is",
    ]
    lines = [{"text": t, "at": "2026-02-01T10:00:00", "speaker": "me", "source": t[:8]} for t in said]
    home.memories.take_in([json.dumps(x) for x in lines])
    ids = {f.text: f.id for f in home.memory.list()}
    gone = home.memories.retention.keep_under("me", Budget(items=1), after_h=24)
    assert [s.id for s in gone] == [ids[said[1]]]
    assert gone[0].parts["importance"] < 0.7
    with home.by_hand() as tx:
        home.memories.retention.bring_back(tx, ids[said[1]])
        care_for(tx, ids[said[1]], importance=0.95)
    gone = home.memories.retention.keep_under("me", Budget(items=1), after_h=24)
    assert [s.id for s in gone] == [ids[said[0]]]
