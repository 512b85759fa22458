"""Rules: told once when a condition becomes true, in the write's own transaction, and never in a circle."""

from typing import Any

import pytest
from app_samples import spec

from calisson.apps import Apps
from calisson.apps.checks import run
from calisson.errors import SpecError
from calisson.store import Database, undo

PANTRY: dict[str, Any] = {
    "name": "Pantry", "entities": [
        {"name": "item", "label": "Item", "title_field": "what", "fields": [
            {"name": "what", "label": "What", "type": "text"},
            {"name": "amount", "label": "Amount", "type": "number"},
            {"name": "low", "label": "Low", "type": "boolean"},
            {"name": "price", "label": "Price", "type": "number", "aggregate": "sum"}]},
        {"name": "buy", "label": "To buy", "title_field": "what", "fields": [
            {"name": "what", "label": "What", "type": "text"},
            {"name": "count", "label": "Count", "type": "number"}]}],
    "metrics": [{"name": "spent", "entity": "item", "aggregate": "sum", "field": "price", "period": "day"}],
    "rules": [
        {"name": "low", "entity": "item", "when": "amount < 2", "action": "notify",
         "text": "{what} is running low ({amount} left){nothing}"},
        {"name": "mark", "entity": "item", "when": "amount < 2", "action": "set", "values": {"low": True}},
        {"name": "list", "entity": "item", "when": "amount < 2", "action": "add", "into": "buy",
         "values": {"what": "=what", "count": "=5 - amount"}},
        {"name": "dear", "entity": "item", "when": "spent >= 100", "action": "notify", "text": "100 spent today"}],
}  # fmt: skip


def changed(**rule: Any) -> dict[str, Any]:
    return {**PANTRY, "rules": [{**PANTRY["rules"][0], **rule}]}


def test_a_rule_acts_when_its_condition_becomes_true_and_only_then(database: Database, apps: Apps) -> None:
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(PANTRY))
        rice = apps.add(tx, app.id, "item", {"what": "Rice", "amount": 3})
        assert tx.notices == []
    with database.transaction("me", "turn_low") as tx:
        record = apps.update(tx, rice.id, {"amount": 1})
        assert tx.notices == ["Rice is running low (1 left){nothing}"]
        assert record.values["low"] is True
    assert [r.values for r in apps.records(app.id, "buy")] == [{"what": "Rice", "count": 4}]
    with database.transaction("me", "turn_lower") as tx:
        apps.update(tx, rice.id, {"amount": 0})
        assert tx.notices == [], "it was low before"
    with database.transaction("me", "turn_more") as tx:
        apps.update(tx, rice.id, {"amount": 9})
        apps.update(tx, rice.id, {"amount": 1})
        assert len(tx.notices) == 1, "low again after having been enough"
    assert len(apps.records(app.id, "buy")) == 2


def test_a_new_record_sets_off_rules_and_one_undo_takes_back_all_of_it(
    database: Database, apps: Apps
) -> None:
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(PANTRY))
    with database.transaction("me", "turn_add") as tx:
        oil = apps.add(tx, app.id, "item", {"what": "Oil", "amount": 0.5})
        assert oil.values["low"] is True
    with database.transaction("me") as tx:
        undo(tx, "turn_add")
    assert apps.count(app.id) == 0
    assert apps.records(app.id, "buy") == []


def test_a_condition_may_name_a_metric_and_is_told_when_the_line_is_crossed(
    database: Database, apps: Apps
) -> None:
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(PANTRY))
        for price, told in ((60, 0), (30, 0), (20, 1), (5, 0)):
            tx.notices.clear()
            apps.add(tx, app.id, "item", {"what": "x", "amount": 5, "price": price})
            assert len(tx.notices) == told, price


def test_an_empty_field_and_an_import_set_off_nothing(database: Database, apps: Apps) -> None:
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(PANTRY))
        apps.add(tx, app.id, "item", {"what": "Salt"})
        apps.add_many(tx, app.id, "item", [{"what": "Tea", "amount": 0}])
        assert tx.notices == []
    assert apps.records(app.id, "buy") == []


def test_rules_that_set_off_each_other_come_to_rest(database: Database, apps: Apps) -> None:
    circle = {**PANTRY, "rules": [{"name": "again", "entity": "item", "when": "amount < 2", "action": "add",
                                   "values": {"what": "=what", "amount": "=amount"}}]}  # fmt: skip
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(circle))
        apps.add(tx, app.id, "item", {"what": "Echo", "amount": 1})
    assert apps.count(app.id) == 4


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ({"when": "amount <"}, "rules.low.when"),
        ({"when": "amuont < 2"}, "rules.low.when"),
        ({"when": "amount + 2"}, "rules.low.when"),
        ({"entity": "thing"}, "rules.low"),
        ({"action": "add", "into": "thing"}, "rules.low"),
        ({"action": "set", "values": {"nope": 1}}, "rules.low.values"),
        ({"action": "set", "values": {"what": "=nope + 1"}}, "rules.low.values.what"),
    ],
)
def test_a_rule_that_cannot_work_is_not_published(
    database: Database, apps: Apps, rule: dict[str, Any], path: str
) -> None:
    with pytest.raises(SpecError) as caught, database.transaction("me") as tx:
        apps.create(tx, spec(changed(**rule)))
    assert any(p.path.startswith(path) and p.hint for p in caught.value.problems)


def test_a_check_may_demand_that_a_rule_acts() -> None:
    def with_check(amount: float, expected: bool) -> Any:
        check = {"name": "c", "kind": "rule", "target": "low", "entity": "item", "expected": expected,
                 "records": [{"what": "Rice", "amount": amount}]}  # fmt: skip
        return spec({**PANTRY, "checks": [check]})

    assert run(with_check(1, True)) == []
    assert run(with_check(3, False)) == []
    assert len(run(with_check(3, True))) == 1
    assert len(run(with_check(1, False))) == 1
