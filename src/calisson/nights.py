"""What is done with memories at night: under their budget, what is due to go goes, and what the day taught is learned."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.memory.learned.nightly import Used

LESSONS_A_NIGHT = 500
"""Answers, the latest ones, that are looked at for lessons in one night."""


def keep_house(home: Home, *, now: bool = True) -> dict[str, Any]:
    """Do what is done at night, and report; for `now` see `Memories.keep_house`."""
    from calisson.assistant import places
    from calisson.memory.privacy.encrypt import finish

    memory, memories, database = home.memory, home.memories, home.database
    if now:
        memory.renewal.run()
    else:
        memory.renewal.look()
    memory.renewal.tend()
    if not now and not 2 <= home.now().hour < 5 and not memories.forgetting.is_late():
        return {}
    budget, after_h = memories.budget(), home.preferences.erase_after_h
    with database.transaction("calisson") as tx:
        places.keep_all(home, tx)
    people = memories.retention.people()
    readable = [p for p in people if not database.vault.is_locked(p)]
    for person in readable:
        with database.transaction(person) as tx:
            places.keep_relied(home, tx, person)
    gone = {p: [s.id for s in memories.retention.keep_under(p, budget, after_h=after_h)] for p in readable}
    for person in people:
        with database.transaction(person) as tx:
            memory.read_people(tx)
        memories.keep_episodes(person)
    for person in readable:
        if database.vault.is_on(person):
            finish(database, person)
    learned = learn(home)
    return {
        "let_go": {p: ids for p, ids in gone.items() if ids}, "erased": memories.erase(), "learned": learned,
    }  # fmt: skip


def learn(home: Home) -> dict[str, Any]:
    """Make lessons of what was asked and answered since, take a night's steps, and return what came of it."""
    from calisson.memory.learned.model import is_on

    if not is_on():
        return {"status": "off"}
    from calisson.assistant.crediting import worth_of

    learning = home.memory.learning
    worth = worth_of(home, LESSONS_A_NIGHT)
    bad = {turn for turn, amount in worth.items() if amount < 0}
    good = {turn for turn, amount in worth.items() if amount > 0}
    with home.database.transaction("calisson") as tx:
        collected = learning.collect(tx, [u for u in _answered(home, good) if u.turn_id not in bad])
        done = learning.learn(tx, bad, good)
    home.memory.use_learned()
    return {**done, "collected": collected}


def _answered(home: Home, good: Collection[str]) -> list[Used]:
    """Return the questions of the talk that a memory answered, those that no lesson is of and nobody took back.

    What was told only as what may be meant answered where the next turn showed that it did (`good`).
    """
    from sqlalchemy import select

    from calisson.assistant.tables import turns
    from calisson.memory.learned.nightly import Used
    from calisson.memory.tables import memory_uses

    columns = (memory_uses.c.memory_id, memory_uses.c.how, turns.c.id, turns.c.person, turns.c.text)
    told = select(*columns, turns.c.language)
    told = told.join(turns, turns.c.id == memory_uses.c.turn_id).where(
        memory_uses.c.place == 0, turns.c.undone_by.is_(None)
    )
    with home.database.read() as connection:
        rows = connection.execute(told.order_by(turns.c.id.desc()).limit(LESSONS_A_NIGHT)).all()
    fresh = home.memory.learning.unknown([r.id for r in rows])
    return [
        Used(r.id, r.person, r.text, r.language, (r.memory_id,))
        for r in rows
        if r.id in fresh and (r.how != "meaning" or r.id in good)
    ]
