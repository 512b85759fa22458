"""A search puts what holds before what is over, says when it was over, and turns round when the past is asked for."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from holding_samples import CLOSES

from calisson import Home
from calisson.clock import FixedClock
from calisson.memory import Memory
from calisson.store import Database

EARLIER, LATER = datetime(2026, 2, 2, 9), datetime(2026, 4, 14, 9)
AFTERWARDS = datetime(2026, 4, 14, 10, tzinfo=UTC)


def keep(database: Database, memory: Memory, fact: str, language: str, at: datetime, turn: str) -> str:
    with database.transaction("me", turn) as tx:
        return memory.remember(tx, fact, source_turn=turn, language=language, at=at).id


@pytest.mark.parametrize(
    ("language", "earlier", "later", "now", "before"), CLOSES, ids=[c[2] for c in CLOSES]
)
def test_what_is_over_stands_behind_what_closed_it(
    database: Database, language: str, earlier: str, later: str, now: str, before: str
) -> None:
    memory = Memory(database, FixedClock(AFTERWARDS))
    first = keep(database, memory, earlier, language, EARLIER, "t1")
    second = keep(database, memory, later, language, LATER, "t2")
    found = memory.search(now, language, 2)
    assert [h.id for h in found] == [second, first]
    assert (found[1].closed_by, found[0].closed_by) == (second, None)
    assert found[1].until is not None and found[1].until <= LATER
    assert found[1].as_dict()["closed_by"] == second and "valid_until" in found[1].as_dict()
    assert [h.id for h in memory.search(now, language, 1)] == [second]
    assert [h.id for h in memory.search(before, language, 2)] == [first, second]


def test_a_closer_with_other_words_is_brought_along(database: Database) -> None:
    memory = Memory(database, FixedClock(AFTERWARDS))
    first = keep(database, memory, "I live in Lyon", "en", EARLIER, "t1")
    second = keep(database, memory, "I live in Basel now", "en", datetime(2026, 3, 1, 9), "t2")
    third = keep(database, memory, "I live in Turin now", "en", LATER, "t3")
    assert [h.id for h in memory.search("Lyon", "en", 3)] == [third, second, first]


def test_the_memory_page_and_the_command_say_that_something_is_over(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        home.memories.add("I live in Lyon")
        home.memories.add("I live in Basel now")
        for found in (home.memories.related("where do I live?"), home.memories.search("where do I live?")):
            assert [m["text"] for m in found] == ["I live in Basel now", "I live in Lyon"]
            assert found[1]["closed_by"] == found[0]["id"]
            assert json.dumps(found) and found[1]["valid_until"] > "2000"
