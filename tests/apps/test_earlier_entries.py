"""Functions that see earlier entries: what they give, and that it follows every write, undo and version."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson.app import Home
from calisson.apps import Apps, parse_spec
from calisson.apps.checks import run, with_checks
from calisson.apps.logic import problems
from calisson.errors import SpecError
from calisson.store import Database

NEXT = """
def next_weight(exercise, rows):
    done = [r["weight"] for r in rows if r["exercise"] == exercise and r["weight"] is not None][:5]
    if not done:
        return None
    return max(done) + 2.5
"""
EXAMPLES = [
    {"inputs": {"exercise": "squat"}, "rows": [], "output": None},
    {
        "inputs": {"exercise": "squat"},
        "rows": [{"exercise": "squat", "weight": 60}, {"exercise": "row", "weight": 90}],
        "output": 62.5,
    },
]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as made:
        yield made


def gym(code: str = NEXT, last: int = 3, **logic: Any) -> dict[str, Any]:
    return {
        "name": "Gym",
        "entities": [{
            "name": "lift", "label": "Lift", "time_field": "day", "fields": [
                {"name": "day", "label": "Day", "type": "date"},
                {"name": "exercise", "label": "Exercise", "type": "text"},
                {"name": "weight", "label": "Weight", "type": "number"},
                {"name": "suggestion", "label": "Suggestion", "type": "number", "formula": "logic.next_weight(exercise)"},
                {"name": "less", "label": "Less", "type": "number", "formula": "suggestion - 5.0"},
            ],
        }],
        "views": [{"kind": "table", "entity": "lift"}],
        "logic": [{"name": "next_weight", "code": code, "inputs": ["exercise"], "rows": ["exercise", "weight"], "last": last,
                   "examples": EXAMPLES, **logic}],
    }  # fmt: skip


def lift(day: int, weight: float, exercise: str = "squat") -> dict[str, Any]:
    return {"day": f"2026-03-{day:02d}", "exercise": exercise, "weight": weight}


def suggestions(apps: Apps, app_id: str, tx: Any = None) -> list[Any]:
    found = apps.records(app_id, tx=tx, limit=1000)
    return [r.computed.get("suggestion") for r in reversed(found)]


def test_a_value_comes_from_the_entries_before_and_formulas_build_on_it(
    apps: Apps, database: Database
) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(gym()))
        first, second = (apps.add(tx, app.id, None, lift(d, w)) for d, w in ((1, 60), (2, 65)))
        assert (first.computed, first.errors) == ({}, {})
        assert second.computed == {"suggestion": 62.5, "less": 57.5}
        other = apps.add(tx, app.id, None, lift(3, 40, "row"))
        assert "suggestion" not in other.computed


def test_every_write_is_followed_by_those_that_see_it_and_no_others(apps: Apps, database: Database) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(gym()))
        many = apps.add_many(tx, app.id, None, [lift(d, 10 * d) for d in (2, 4, 6, 8, 10, 12)])
        assert suggestions(apps, app.id, tx) == [None, 22.5, 42.5, 62.5, 82.5, 102.5]
        versions = [apps.record(r.id, tx=tx).version for r in many]
        late = apps.add(tx, app.id, None, lift(5, 500))
        assert suggestions(apps, app.id, tx) == [None, 22.5, 42.5, 502.5, 502.5, 502.5, 102.5]
        apps.update(tx, late.id, {"weight": 1})
        assert suggestions(apps, app.id, tx) == [None, 22.5, 42.5, 42.5, 62.5, 82.5, 102.5]
        apps.update(tx, late.id, {"day": "2026-03-13", "weight": 500})
        assert suggestions(apps, app.id, tx) == [None, 22.5, 42.5, 62.5, 82.5, 102.5, 122.5]
        apps.remove(tx, many[0].id)
        assert suggestions(apps, app.id, tx)[:2] == [None, 42.5]
        assert [apps.record(r.id, tx=tx).version for r in many[1:]] == versions[1:]


def test_the_result_is_the_same_in_whatever_order_things_were_written(apps: Apps, database: Database) -> None:
    """Against a plain re-computation of the whole, after 60 random writes."""
    draw = random.Random(5)
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(gym()))
        ids: list[str] = []
        for _ in range(60):
            match draw.choice(["add", "add", "move", "weigh", "remove"]):
                case "add":
                    ids.append(apps.add(tx, app.id, None, lift(draw.randint(1, 28), draw.randint(1, 99))).id)
                case "remove" if ids:
                    apps.remove(tx, ids.pop(draw.randrange(len(ids))))
                case "move" if ids:
                    apps.update(tx, draw.choice(ids), {"day": f"2026-03-{draw.randint(1, 28):02d}"})
                case "weigh" if ids:
                    apps.update(tx, draw.choice(ids), {"weight": draw.randint(1, 99)})
        found = list(reversed(apps.records(app.id, tx=tx, limit=100)))
    for number, one in enumerate(found):
        before = [r.values["weight"] for r in found[max(0, number - 3) : number]]
        assert one.computed.get("suggestion") == (max(before) + 2.5 if before else None)


def test_undo_is_followed_too(home: Home) -> None:
    with home.by_hand() as tx:
        app = home.apps.create(tx, parse_spec(gym()))
        home.apps.add_many(tx, app.id, None, [lift(d, 10 * d) for d in (2, 4)])
    with home.by_hand() as later:
        newest = home.apps.add(later, app.id, None, lift(8, 80))
    with home.by_hand() as earlier:
        home.apps.add(earlier, app.id, None, lift(6, 600))
    assert suggestions(home.apps, app.id) == [None, 22.5, 42.5, 602.5]
    home.undo(earlier.turn_id or "")
    assert suggestions(home.apps, app.id) == [None, 22.5, 42.5]
    with home.by_hand() as moved:
        home.apps.update(moved, newest.id, {"day": "2026-03-01"})
    assert suggestions(home.apps, app.id) == [None, 82.5, 82.5]
    home.undo(moved.turn_id or "")
    home.undo(later.turn_id or "")
    assert suggestions(home.apps, app.id) == [None, 22.5]


def test_formulas_follow_when_one_of_two_changes_is_taken_back(home: Home) -> None:
    with home.by_hand() as tx:
        app = home.apps.create(tx, parse_spec({"name": "Box", "entities": [{"name": "box", "label": "Box", "fields": [
            {"name": "a", "label": "A", "type": "number"}, {"name": "b", "label": "B", "type": "number"},
            {"name": "both", "label": "Both", "type": "number", "formula": "a + b"}]}]}))  # fmt: skip
        one = home.apps.add(tx, app.id, None, {"a": 1, "b": 1})
    with home.by_hand() as first:
        home.apps.update(first, one.id, {"a": 10})
    with home.by_hand() as second:
        home.apps.update(second, one.id, {"b": 100})
    home.undo(first.turn_id or "")
    now = home.apps.record(one.id)
    assert (now.values, now.computed) == ({"a": 1, "b": 100}, {"both": 101})


def test_a_new_version_computes_what_is_there_anew(apps: Apps, database: Database) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(gym()))
        apps.add_many(tx, app.id, None, [lift(d, 10 * d) for d in (2, 4, 6)])
        apps.publish(tx, app.id, parse_spec(gym(NEXT.replace("max(", "min("), examples=EXAMPLES)))
        assert suggestions(apps, app.id, tx) == [None, 22.5, 22.5]
        apps.publish(tx, app.id, parse_spec(gym(last=1)))
        assert suggestions(apps, app.id, tx) == [None, 22.5, 42.5]


def test_examples_carry_earlier_entries_and_checks_too(apps: Apps, database: Database) -> None:
    wrong = [{**EXAMPLES[1], "output": 60}]
    with database.transaction("me") as tx, pytest.raises(SpecError, match=r"got 62\.5"):
        apps.create(tx, parse_spec(gym(examples=wrong)))
    scenario = {"name": "the last one counts", "kind": "formula", "target": "suggestion", "entity": "lift",
                "records": [lift(9, 1), lift(8, 80), lift(7, 70)], "expected": 82.5}  # fmt: skip
    spec = parse_spec({**gym(), "checks": [scenario]})
    assert run(with_checks(spec)) == []
    assert run(spec.model_copy(update={"checks": (spec.checks[0].model_copy(update={"expected": 1}),)}))


@pytest.mark.parametrize(
    ("rows", "message"),
    [(["weight", "price"], "spec-no-field"), (["suggestion"], "logic-chain"), (["less"], "logic-chain")],
)
def test_what_comes_from_earlier_entries_is_not_seen_again(rows: list[str], message: str) -> None:
    assert [p.message_id for p in problems(parse_spec(gym(rows=rows)))] == [message]


def test_a_window_has_an_end() -> None:
    for last in (0, 1001):
        with pytest.raises(SpecError):
            parse_spec(gym(last=last))
