"""Every write leaves its history, and undo brings back exactly what was."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, select

from calisson.errors import ConflictError, NotFoundError, StoreError
from calisson.store import Database, Instant, Json, Transaction, changes_of, history_of, metadata, undo
from calisson.store.history import as_of

things = Table(
    "test_things",
    MetaData(),
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("data", Json),
    Column("at", Instant),
    Column("touched", Instant, info={"loose": True}),
    Column("version", Integer, nullable=False, info={"counter": True}),
)


@pytest.fixture(autouse=True, scope="module")
def room() -> Iterator[None]:
    """A room with this table, for these tests only."""
    table = things.to_metadata(metadata)
    yield
    metadata.remove(table)


def all_rows(database: Database) -> dict[str, dict[str, Any]]:
    with database.read() as connection:
        return {r["id"]: dict(r) for r in connection.execute(select(things)).mappings()}


def values(database: Database) -> dict[str, tuple[Any, ...]]:
    return {i: (r["name"], r["data"], r["at"]) for i, r in all_rows(database).items()}


def add(tx: Transaction, row_id: str, **more: Any) -> None:
    tx.insert(things, {"id": row_id, "name": row_id, "data": {"a": 1}, "touched": tx.now, **more})


def test_a_turn_is_one_transaction_with_its_history(database: Database) -> None:
    with database.transaction("anna", "turn_1") as tx:
        add(tx, "x", at=tx.now)
        tx.update(things, "x", {"name": "y", "data": {"a": 2, "b": None}})
        tx.delete(things, "x")
    with database.read() as connection:
        found = changes_of(connection, "turn_1")
    assert [(c.op, c.actor, c.row_id) for c in found] == [
        ("insert", "anna", "x"), ("update", "anna", "x"), ("delete", "anna", "x"),
    ]  # fmt: skip
    assert found[1].before == {"name": "x", "data/a": 1}
    assert found[1].after == {"name": "y", "data/a": 2, "data/b": None}
    assert found[2].before is not None and found[2].before["name"] == "y"
    assert not all_rows(database)


def test_an_exception_takes_everything_back(database: Database) -> None:
    with pytest.raises(RuntimeError), database.transaction("me", "turn_1") as tx:
        add(tx, "x")
        raise RuntimeError
    assert not all_rows(database)
    with database.read() as connection:
        assert not changes_of(connection, "turn_1")


def test_writing_the_same_again_changes_nothing(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x")
    with database.transaction("me", "turn_2") as tx:
        tx.update(things, "x", {"name": "x", "data": {"a": 1}})
    with database.read() as connection:
        assert not changes_of(connection, "turn_2")
    assert all_rows(database)["x"]["version"] == 1


@pytest.mark.parametrize("before", [{"a": 1}, {"a": 1.5, "b": [1, "二"], "c": {"d": None}}, None, {}])
@pytest.mark.parametrize("after", [{"a": 2}, {"b": True}, {}, None])
def test_undo_of_an_update_is_exact(database: Database, before: Any, after: Any) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x", data=before, at=tx.now)
    was = values(database)
    with database.transaction("me", "turn_2") as tx:
        tx.update(things, "x", {"data": after, "at": None, "name": "changed"})
    became = values(database)
    with database.transaction("me", "turn_3") as tx:
        undo(tx, "turn_2")
    assert values(database) == was
    with database.transaction("me", "turn_4") as tx:
        undo(tx, "turn_3")
    assert values(database) == became


def test_undo_of_a_mixed_turn_and_of_its_undo(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "a")
        add(tx, "b")
    was = values(database)
    with database.transaction("me", "turn_2") as tx:
        tx.delete(things, "a")
        add(tx, "c")
        tx.update(things, "b", {"name": "b2"})
        tx.update(things, "b", {"name": "b3"})
        tx.delete(things, "c")
        add(tx, "c", name="again")
    became = values(database)
    for turn, taken in (("turn_3", "turn_2"), ("turn_4", "turn_3"), ("turn_5", "turn_4")):
        with database.transaction("me", turn) as tx:
            undo(tx, taken)
        assert values(database) == (became if turn == "turn_4" else was)


def test_the_version_never_goes_back(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x")
    for turn, name in (("turn_2", "y"), ("turn_3", "z")):
        with database.transaction("me", turn) as tx:
            tx.update(things, "x", {"name": name})
    with database.transaction("me", "turn_4") as tx:
        undo(tx, "turn_3")
    assert all_rows(database)["x"]["version"] == 4


def test_a_later_change_of_the_same_is_a_conflict_that_names_it(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x")
    with database.transaction("me", "turn_2") as tx:
        tx.update(things, "x", {"data": {"a": 2}})
    with database.transaction("ben", "turn_3") as tx:
        tx.update(things, "x", {"data": {"a": 3}})
    before = values(database)
    with database.transaction("me", "turn_4") as tx:
        with pytest.raises(ConflictError) as caught:
            undo(tx, "turn_2")
        tx.update(things, "x", {"name": "still usable"})
    assert caught.value.arguments["turn_id"] == "turn_3"
    assert caught.value.arguments["row"] == "x"
    assert caught.value.arguments["paths"] == ("data/a",)
    assert values(database)["x"][1] == before["x"][1]


def test_a_later_change_of_another_part_is_none(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x", data={"a": 1, "b": 1})
    with database.transaction("me", "turn_2") as tx:
        tx.update(things, "x", {"data": {"a": 2, "b": 1}, "touched": tx.now})
    with database.transaction("me", "turn_3") as tx:
        tx.update(things, "x", {"data": {"a": 2, "b": 2}})
    with database.transaction("me", "turn_4") as tx:
        undo(tx, "turn_2")
    assert all_rows(database)["x"]["data"] == {"a": 1, "b": 2}


def test_undo_of_what_was_undone_or_never_was(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "x")
    with database.transaction("me", "turn_2") as tx:
        undo(tx, "turn_1")
    with database.transaction("me", "turn_3") as tx:
        with pytest.raises(ConflictError):
            undo(tx, "turn_1")
        with pytest.raises(NotFoundError):
            undo(tx, "turn_0")


def test_a_failed_undo_leaves_nothing_half_done(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        add(tx, "a")
        add(tx, "b")
    with database.transaction("me", "turn_2") as tx:
        tx.update(things, "a", {"name": "later"})
    before = all_rows(database)
    with database.transaction("me", "turn_3") as tx, pytest.raises(ConflictError):
        undo(tx, "turn_1")
    assert all_rows(database) == before
    with database.read() as connection:
        assert not changes_of(connection, "turn_3")


def test_many_rows_at_once(database: Database) -> None:
    with database.transaction("me", "turn_1") as tx:
        tx.insert_many(things, [{"id": f"r{n}", "name": "x", "data": {"n": n}} for n in range(300)])
        rows = tx.rows(select(things))
        changed = tx.update_many(
            things, ("data",), [(r, {**r, "data": {"n": min(r["data"]["n"], 99)}}) for r in rows]
        )
    assert changed == 200
    with database.transaction("me", "turn_2") as tx:
        undo(tx, "turn_1")
    assert not all_rows(database)


def test_the_story_of_a_row_and_the_state_at_a_time(database: Database, clock: Any) -> None:
    times = []
    for turn, name in (("turn_1", "one"), ("turn_2", "two"), ("turn_3", "three")):
        with database.transaction("me", turn) as tx:
            add(tx, "x", name=name) if turn == "turn_1" else tx.update(
                things, "x", {"name": name, "data": {"n": name}}
            )
        times.append(clock.now())
        clock.advance(60)
    with database.transaction("me", "turn_4") as tx:
        tx.delete(things, "x")
    with database.read() as connection:
        assert [c.turn_id for c in history_of(connection, things, "x")] == [
            "turn_4",
            "turn_3",
            "turn_2",
            "turn_1",
        ]
        for time, name in zip(times, ("one", "two", "three"), strict=True):
            assert as_of(connection, things, [], time)["x"]["name"] == name


def test_a_second_transaction_in_one_thread_is_refused(database: Database) -> None:
    with database.transaction("me"), pytest.raises(StoreError), database.transaction("me"):
        pass


def test_what_waits_for_the_commit(database: Database) -> None:
    told: list[str] = []
    with database.transaction("me") as tx:
        tx.on_commit(lambda: told.append("done"))
        assert not told
    with pytest.raises(RuntimeError), database.transaction("me") as tx:
        tx.on_commit(lambda: told.append("never"))
        raise RuntimeError
    assert told == ["done"]


def test_a_row_that_is_there_is_not_added_again(database: Database) -> None:
    with database.transaction("me") as tx:
        add(tx, "x")
        with pytest.raises(ConflictError):
            add(tx, "x")
        with pytest.raises(NotFoundError):
            tx.update(things, "nobody", {"name": "y"})
        with pytest.raises(KeyError):
            tx.insert(things, {"id": "y", "nome": "typo"})
