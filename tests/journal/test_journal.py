"""The journal is append-only, chained, and explains decisions."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from calisson.errors import JournalError, NotFoundError
from calisson.journal import Alternative, Journal
from calisson.store import Database


@pytest.fixture
def journal(database: Database) -> Journal:
    return Journal(database)


def some(journal: Journal, database: Database, count: int = 5) -> list[str]:
    ids = []
    for n in range(count):
        with database.transaction("anna", f"turn_{n}") as tx:
            ids.append(
                journal.event(tx, "note", {"n": n, "text": "メモ 😀", "x": 1e20, "y": 0.1}, [f"rec_{n}"])
            )
    return ids


def test_a_decision_explains_itself(journal: Journal, database: Database) -> None:
    with database.transaction("anna", "turn_1") as tx:
        decision = journal.decision(
            tx, "log", [Alternative("ask", 0.2, "a question mark"), Alternative("log", 0.8, "a number")],
            evidence=["turn_1", "rec_1", "turn_1"], policy="prior-1", explanation="the number fits", budget=3,
        )  # fmt: skip
    found = journal.get(decision)
    assert (found.option, found.why, found.policy, found.actor, found.turn_id) == (
        "log", "the number fits", "prior-1", "anna", "turn_1",
    )  # fmt: skip
    assert [a.option for a in found.alternatives] == ["log", "ask"]
    assert found.evidence == ("turn_1", "rec_1")
    assert found.at == datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
    assert found.as_dict()["alternatives"][0] == {"option": "log", "probability": 0.8, "why": "a number"}
    assert journal.resting_on("rec_1") == [decision]
    assert [e.id for e in journal.of_turn("turn_1")] == [decision]


def test_what_is_no_decision(journal: Journal, database: Database) -> None:
    with database.transaction("anna") as tx:
        event = journal.event(tx, "note", {})
        with pytest.raises(JournalError):
            journal.decision(tx, "log", [Alternative("ask", 1.0)])
        with pytest.raises(JournalError):
            journal.decision(tx, "log", [Alternative("log", 1.2)])
        with pytest.raises(JournalError):
            journal.event(tx, "note", {"x": float("nan")})
        with pytest.raises(JournalError):
            journal.event(tx, "note", {"x": object()})
    for wrong in (event, "dec_nothing"):
        with pytest.raises(NotFoundError):
            journal.get(wrong)


def test_the_chain_holds_and_ends_where_it_says(journal: Journal, database: Database) -> None:
    assert journal.verify() == []
    ids = some(journal, database)
    assert journal.verify() == []
    assert [e.id for e in journal.tail(2)] == ids[:-3:-1]
    assert journal.head() == journal.tail(1)[0].hash
    assert journal.entry(ids[0]).payload["text"] == "メモ 😀"


@pytest.mark.parametrize(
    "verb",
    [
        "UPDATE journal SET body = '{}'",
        "DELETE FROM journal",
        "DELETE FROM evidence",
        "UPDATE evidence SET target = 'x'",
    ],
)
def test_the_database_itself_refuses_to_rewrite_it(journal: Journal, database: Database, verb: str) -> None:
    some(journal, database)
    with pytest.raises(DBAPIError, match="append-only"), database.engine.begin() as connection:
        connection.execute(text(verb))
    assert journal.verify() == []


@pytest.mark.parametrize(
    ("damage", "message"),
    [("UPDATE journal SET body = replace(body, 'メモ', 'メメ') WHERE seq = 3", "journal-changed"),
     ("UPDATE journal SET turn_id = 'turn_9' WHERE seq = 3", "journal-changed"),
     ("UPDATE journal SET hash = previous WHERE seq = 3", "journal-changed"),
     ("DELETE FROM journal WHERE seq = 3", "journal-broken-link")],
)  # fmt: skip
def test_whoever_gets_round_that_is_found_out(
    journal: Journal, database: Database, damage: str, message: str
) -> None:
    some(journal, database)
    with database.engine.begin() as connection:
        if database.dialect == "sqlite":
            connection.execute(text("DROP TRIGGER journal_no_update"))
            connection.execute(text("DROP TRIGGER journal_no_delete"))
        else:
            connection.execute(text("DROP TRIGGER journal_append_only ON journal"))
        connection.execute(text(damage))
    assert message in {p.message_id for p in journal.verify()}


def test_what_was_taken_back_is_not_journalled(journal: Journal, database: Database) -> None:
    with pytest.raises(RuntimeError), database.transaction("anna") as tx:
        journal.event(tx, "note", {})
        raise RuntimeError
    assert journal.tail() == []
    some(journal, database, 2)
    assert journal.verify() == []
