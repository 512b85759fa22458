"""What held before is found in words that the facts have not; 'old' alone asks for nothing of the kind."""

from datetime import UTC, datetime

import pytest
from before_samples import FACTS, NOW, TALK

from calisson.clock import FixedClock
from calisson.memory import Memory
from calisson.memory.holding import asking
from calisson.store import Database

EARLIER = datetime(2026, 2, 2, 9)
LATER = datetime(2026, 4, 14, 9)


@pytest.fixture
def memory(database: Database) -> Memory:
    return Memory(database, FixedClock(datetime(2026, 4, 14, 10, tzinfo=UTC)))


@pytest.mark.parametrize(("language", "earlier", "later", "before"), TALK, ids=[t[3] for t in TALK])
def test_of_what_was_said_in_passing(
    database: Database, memory: Memory, language: str, earlier: str, later: str, before: str
) -> None:
    for turn, said, at in (("t1", earlier, EARLIER), ("t2", later, LATER)):
        with database.transaction("me", turn) as tx:
            memory.index_turn(tx, turn, said, "chat", language, at)
    assert [h.text for h in memory.recall(before, language)][:1] == [earlier]


@pytest.mark.parametrize(("language", "earlier", "later", "before"), FACTS, ids=[f[3] for f in FACTS])
def test_of_what_was_kept(
    database: Database, memory: Memory, language: str, earlier: str, later: str, before: str
) -> None:
    for turn, said, at in (("t1", earlier, EARLIER), ("t2", later, LATER)):
        with database.transaction("me", turn) as tx:
            memory.remember(tx, said, source_turn=turn, language=language, at=at)
    assert [h.text for h in memory.recall(before, language)][:1] == [earlier]


@pytest.mark.parametrize(("language", "question"), NOW, ids=[n[1] for n in NOW])
def test_old_things_are_asked_for_as_they_are(language: str, question: str) -> None:
    assert asking.read(question, language, LATER).is_now
