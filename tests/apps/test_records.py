"""Records: adding, changing, removing, listing; one turn undone whole."""

from datetime import timedelta
from typing import Any

import pytest
from app_samples import MEALS, RECORDS, spec

from calisson.apps import App, Apps, AppSpec
from calisson.clock import FixedClock
from calisson.errors import ConflictError, NotFoundError, ValuesError
from calisson.store import Database, PreferenceStore, undo


def snapshot(apps: Apps, app_id: str) -> Any:
    app = apps.get(app_id)
    records = sorted(
        (r.id, dict(r.values), dict(r.computed), r.title, r.time_at) for r in apps.records(app_id)
    )
    return app.name, app.version, app.spec, records, [v.number for v in apps.history(app_id)]


def test_what_was_added_comes_back(apps: Apps, meals: App) -> None:
    found = apps.records(meals.id)
    assert [r.values["food"] for r in found] == [
        "Ramen",
        "Tuna sandwich",
        "Chicken curry",
        "Oatmeal",
        "Chicken salad",
    ]
    assert found[3].values == RECORDS[0]
    assert found[0].as_dict()["values"]["calories"] == 650.5
    assert apps.record(found[0].id) == found[0]


def test_defaults_follow_the_home_s_zone(apps: Apps, database: Database, meals: App) -> None:
    with database.transaction("me") as tx:
        PreferenceStore(database).set(tx, tz="Asia/Tokyo")
    with database.transaction("me") as tx:
        added = apps.add(tx, meals.id, None, {"food": "Tea"})
    assert added.values["eaten_at"] == "2026-03-04T20:00"


def test_a_change_keeps_the_rest_and_none_empties(apps: Apps, database: Database, meals: App) -> None:
    record = apps.records(meals.id)[1]
    with database.transaction("me", "turn_2") as tx:
        changed = apps.update(tx, record.id, {"calories": 450, "rating": None})
    assert changed.values == {k: v for k, v in {**record.values, "calories": 450}.items() if k != "rating"}
    assert changed.version == 2
    with database.transaction("me", "turn_3") as tx:
        undo(tx, "turn_2")
    assert apps.record(record.id).values == record.values


def test_somebody_else_s_change_is_noticed(apps: Apps, database: Database, meals: App) -> None:
    record = apps.records(meals.id)[0]
    with database.transaction("me") as tx:
        apps.update(tx, record.id, {"calories": 1}, base_version=1)
    with database.transaction("me") as tx, pytest.raises(ConflictError):
        apps.update(tx, record.id, {"calories": 2}, base_version=1)


def test_a_turn_is_undone_whole(apps: Apps, database: Database, meals: App, clock: FixedClock) -> None:
    before = snapshot(apps, meals.id)
    clock.advance(60)
    first, second = apps.records(meals.id)[:2]
    with database.transaction("me", "turn_2") as tx:
        apps.add(tx, meals.id, None, {"food": "Cake", "calories": 500})
        apps.update(tx, first.id, {"calories": 1})
        apps.remove(tx, second.id)
        apps.publish(tx, meals.id, meals.spec.model_copy(update={"name": "Food"}))
    after = snapshot(apps, meals.id)
    assert after != before
    for turn, taken, expected in (
        ("turn_3", "turn_2", before),
        ("turn_4", "turn_3", after),
        ("turn_5", "turn_4", before),
    ):
        with database.transaction("me", turn) as tx:
            undo(tx, taken)
        assert snapshot(apps, meals.id) == expected


def test_the_making_of_an_app_is_undone(apps: Apps, database: Database, meals: App) -> None:
    with database.transaction("me", "turn_2") as tx:
        undo(tx, "turn_make")
    assert apps.list() == []
    with database.transaction("me", "turn_3") as tx:
        undo(tx, "turn_2")
    assert len(apps.records(meals.id)) == 5


def test_an_app_with_later_records_is_not_undone_silently(apps: Apps, database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        app = apps.create(tx, spec(MEALS))
    with database.transaction("me", "turn_2") as tx:
        apps.add(tx, app.id, None, {"food": "x"})
    with database.transaction("me", "turn_3") as tx, pytest.raises(ConflictError):
        undo(tx, "turn_1")
    assert len(apps.records(app.id)) == 1


@pytest.mark.parametrize(
    ("values", "field"),
    [({"calories": "many"}, "calories"), ({"rating": 9}, "rating"), ({"rating": 2.5}, "rating"),
     ({"eaten_at": "2026-02-31"}, "eaten_at"), ({"weight": 3}, "weight"), ({}, ""), ({"food": "  "}, "")],
)  # fmt: skip
def test_what_does_not_fit_is_never_stored(
    apps: Apps, database: Database, meals: App, values: dict[str, Any], field: str
) -> None:
    given = {**values, "eaten_at": values.get("eaten_at", "2026-03-01")} if values and field else values
    with database.transaction("me") as tx, pytest.raises(ValuesError) as caught:
        apps.add_many(tx, meals.id, None, [{"food": "good"}, given] if field else [given])
    assert apps.count(meals.id) == 5
    if field:
        assert caught.value.problems[0].path == f"1.{field}"


def test_search_order_and_pages(apps: Apps, meals: App) -> None:
    def foods(**more: Any) -> list[str]:
        return [r.values["food"].split()[0] for r in apps.records(meals.id, **more)]

    assert foods(search="chicken") == ["Chicken", "Chicken"]
    assert foods(search="CHICKEN dinner curry") == ["Chicken"]
    assert foods(search="calories") == []
    assert foods(search="warm 720") == ["Chicken"]
    assert foods(order="calories", limit=2) == ["Oatmeal", "Chicken"]
    assert foods(order="-calories", limit=2, offset=1) == ["Ramen", "Tuna"]
    assert foods(order="food", limit=1, offset=4) == ["Tuna"]
    assert foods(start="2026-03-03", end="2026-03-04") == ["Tuna"]
    assert apps.count(meals.id, search="chicken") == 2
    assert apps.count(meals.id, start="2026-03-02") == 4
    with pytest.raises(NotFoundError):
        foods(order="nothing")


def test_references_and_values_for_the_words(
    apps: Apps, database: Database, meals: App, clock: FixedClock
) -> None:
    oldest = apps.records(meals.id)[-1]
    clock.advance(5)
    with database.transaction("me") as tx:
        apps.update(tx, oldest.id, {"calories": 411})
    refs = apps.record_refs(meals.id, 2)
    assert (refs[0].id, refs[0].values["calories"], refs[0].created_turn) == (oldest.id, 411, "turn_make")
    assert list(apps.values(meals.id, "meal", "kind")) == ["dinner", "lunch", "breakfast"]
    assert list(apps.values(meals.id, "meal", "tags", 2)) == ["warm", "Warm"]
    assert list(apps.values(meals.id, "meal", "nothing")) == []


def test_apps_come_most_recently_used_first(
    apps: Apps, database: Database, meals: App, clock: FixedClock
) -> None:
    clock.advance(5)
    with database.transaction("me") as tx:
        other = apps.create(tx, spec({**MEALS, "name": "Other"}))
    assert [a.id for a in apps.list()] == [other.id, meals.id]
    clock.advance(5)
    with database.transaction("me") as tx:
        apps.add(tx, meals.id, None, {"food": "x"})
    assert [s.id for s in apps.schemas()] == [meals.id, other.id]


def test_a_deleted_app_comes_back_with_everything(apps: Apps, database: Database, meals: App) -> None:
    before = snapshot(apps, meals.id)
    with database.transaction("me", "turn_2") as tx:
        apps.delete(tx, meals.id)
    assert apps.list() == [] and [a.id for a in apps.list(deleted=True)] == [meals.id]
    with pytest.raises(NotFoundError):
        apps.records(meals.id)
    with database.transaction("me", "turn_3") as tx:
        apps.restore(tx, meals.id)
    assert snapshot(apps, meals.id) == before


def test_inside_a_transaction_its_own_changes_are_seen(apps: Apps, database: Database, meals: App) -> None:
    with database.transaction("me") as tx:
        added = apps.add(tx, meals.id, None, {"food": "Soup", "calories": 200})
        assert apps.record(added.id, tx=tx).values["food"] == "Soup"
        assert apps.count(meals.id, tx=tx) == 6
        assert apps.record_refs(meals.id, 1, tx=tx)[0].id == added.id


def test_records_as_they_were(apps: Apps, database: Database, meals: App, clock: FixedClock) -> None:
    then = clock.now()
    clock.advance(3600)
    first, second = apps.records(meals.id)[:2]
    with database.transaction("me") as tx:
        apps.update(tx, first.id, {"calories": 1})
        apps.remove(tx, second.id)
        apps.add(tx, meals.id, None, {"food": "new"})
    assert [r.values for r in apps.as_of(meals.id, then)][:2] == [first.values, second.values]
    assert len(apps.as_of(meals.id, then)) == 5
    assert apps.as_of(meals.id, then - timedelta(days=1)) == []


def test_fields_with_names_that_mean_something_elsewhere(apps: Apps, database: Database) -> None:
    names = ["id", "select", "in", "true", "values", "名前", "class", "app_id"]
    data = {
        "name": "'; DROP TABLE records; --",
        "entities": [
            {
                "name": "order",
                "label": "<script>",
                "fields": [{"name": n, "label": n, "type": "text"} for n in names],
            }
        ],
    }
    with database.transaction("me") as tx:
        app = apps.create(tx, AppSpec.model_validate(data))
        given = {n: f"'{n}\" \\ \0 😀 \u202eabc" for n in names}
        added = apps.add(tx, app.id, None, given)
    assert added.values == {n: v.replace("\0", "") for n, v in given.items()}
    assert apps.records(app.id, order="id", search="select")[0].values == added.values
