"""The conversation as stored: writing a turn, and reading the last ones back for follow-ups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, literal, select

from calisson.assistant.tables import turns
from calisson.language.codec import from_plain, to_plain
from calisson.language.types import Turn

if TYPE_CHECKING:
    from calisson.assistant.types import TurnResult
    from calisson.store import Database, Transaction


TALK = ("chat", "clarify")
"""What is done in a turn of mere talk."""

SMALL_TALK = 3
"""How many turns of small talk may stand between a turn and one that speaks of it."""


def write(
    tx: Transaction, result: TurnResult, *, person: str, at: str, local_at: str, text: str, memory: Turn
) -> None:
    """Keep a turn: its words, its result and what follow-ups may refer to."""
    tx.execute(
        turns.insert(),
        {
            "id": result.id,
            "person": person,
            "at": at,
            "local_at": local_at,
            "text": text,
            "language": result.language,
            "act": result.act,
            "app_id": (result.app or {}).get("id"),
            "memory": to_plain(memory),
            "result": result.model_dump(mode="json"),
            "effects": result.undoable,
            "undone_by": None,
        },
    )


def recent(database: Database, person: str, limit: int) -> list[Turn]:
    """Return the last turns of a person, most recent first; one that cannot be read back is passed over."""
    with database.read() as connection:
        rows = connection.execute(
            select(turns.c.memory).where(turns.c.person == person).order_by(turns.c.id.desc()).limit(limit)
        ).all()
    found = []
    for (plain,) in rows:
        try:
            found.append(from_plain(plain))
        except (ValueError, TypeError):
            continue
    return found


def answers(database: Database, person: str, limit: int) -> list[str]:
    """Return what was answered to a person in the last turns, most recent first."""
    query = select(turns.c.result["reply"].as_string()).where(turns.c.person == person)
    with database.read() as connection:
        found = connection.execute(query.order_by(turns.c.id.desc()).limit(limit)).scalars()
        return [reply for reply in found if reply]


def last_turn(database: Database, person: str) -> dict[str, Any] | None:
    """Return the last turn of a person that was no small talk, as `page` does, or None before the first."""
    own = select(*_READ, turns.c.memory).where(turns.c.person == person).order_by(turns.c.id.desc())
    with database.read() as connection:
        rows = connection.execute(own.limit(SMALL_TALK + 1)).all()
    for row in rows:
        if row.result.get("act") != "chat" or (row.memory.get("payload") or {}).get("$") != "Chat":
            return _read([row])[0]
    return None


def last_turns(database: Database, person: str, limit: int) -> list[dict[str, Any]]:
    """Return the last turns of a person, most recent first, as `page` does."""
    own = select(*_READ).where(turns.c.person == person).order_by(turns.c.id.desc())
    with database.read() as connection:
        return _read(connection.execute(own.limit(limit)).all())


def last_language(database: Database, person: str) -> str | None:
    """Return the language of the person's last turn, or None before the first."""
    with database.read() as connection:
        return connection.execute(
            select(turns.c.language).where(turns.c.person == person).order_by(turns.c.id.desc()).limit(1)
        ).scalar()


def undoable(database: Database, person: str, steps: int = 1) -> Any | None:
    """Return the row of the `steps`-th last turn that had effects and was not taken back, or None."""
    with database.read() as connection:
        return connection.execute(
            select(turns.c.id, turns.c.text, turns.c.app_id, turns.c.act)
            .where(turns.c.person == person, turns.c.effects, turns.c.undone_by.is_(None))
            .order_by(turns.c.id.desc())
            .offset(steps - 1)
            .limit(1)
        ).first()


_READ = (turns.c.id, turns.c.local_at, turns.c.text, turns.c.result, turns.c.undone_by)


def _read(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {"id": r.id, "at": r.local_at, "text": r.text, "result": r.result, "undone": r.undone_by is not None}
        for r in rows
    ]


def page(
    database: Database,
    person: str,
    *,
    before: str | None = None,
    after: str | None = None,
    around: str | None = None,
    limit: int = 50,
) -> Sequence[dict[str, Any]]:
    """Return turns for reading, oldest first: `limit` of them.

    Args:
        database: the home's database.
        person: whose talk.
        before: those before this turn; the last ones without it.
        after: those that follow this turn.
        around: this turn, with half of the others before and half after it.
        limit: the most turns.
    """
    own = select(*_READ).where(turns.c.person == person)
    back, ahead = own.order_by(turns.c.id.desc()), own.order_by(turns.c.id)
    with database.read() as connection:
        if around:
            earlier = connection.execute(back.where(turns.c.id <= around).limit(limit // 2 + 1)).all()
            later = connection.execute(ahead.where(turns.c.id > around).limit(limit // 2)).all()
            return _read([*reversed(earlier), *later])
        if after:
            return _read(connection.execute(ahead.where(turns.c.id > after).limit(limit)).all())
        query = back.where(turns.c.id < before) if before else back
        return _read(reversed(connection.execute(query.limit(limit)).all()))


def talk(
    database: Database, person: str, *, after: str | None = None, before: str | None = None, limit: int
) -> list[dict[str, Any]]:
    """Return turns of mere talk with a reply, as `page` does, oldest first: the last `limit` of those in between."""
    own = select(*_READ).where(turns.c.person == person, turns.c.act.in_(TALK), turns.c.text != "")
    own = own.where(turns.c.id > after) if after else own
    own = own.where(turns.c.id < before) if before else own
    with database.read() as connection:
        rows = connection.execute(own.order_by(turns.c.id.desc()).limit(limit)).all()
    return [t for t in _read(reversed(rows)) if t["result"].get("reply")]


def search(
    database: Database, person: str, query: str, *, found: Sequence[str] = (), limit: int = 30
) -> list[dict[str, Any]]:
    """Return turns whose words or reply hold every word of `query`, latest first, then the turns `found`.

    Args:
        database: the home's database.
        person: whose talk.
        query: words to find, whatever their case; at most eight count.
        found: ids of further turns that answer the query in other words.
        limit: the most turns.
    """
    words = query.split()[:8]
    if not words:
        return []
    heard = turns.c.text + literal("\n") + func.coalesce(turns.c.result["reply"].as_string(), "")
    place = func.instr if database.dialect == "sqlite" else func.strpos
    own = select(*_READ).where(turns.c.person == person)
    exact = own
    for word in words:
        exact = exact.where(place(func.calisson_fold(heard), func.calisson_fold(word)) > 0)
    with database.read() as connection:
        rows = list(connection.execute(exact.order_by(turns.c.id.desc()).limit(limit)).all())
        known = {r.id for r in rows}
        more = [f for f in found if f not in known][: max(limit - len(rows), 0)]
        if more:
            others = {r.id: r for r in connection.execute(own.where(turns.c.id.in_(more))).all()}
            rows += [others[f] for f in more if f in others]
    return [{**t, "exact": t["id"] in known} for t in _read(rows)]


def mark_undone(tx: Transaction, turn_id: str, by: str) -> None:
    """Note on a turn which turn took it back."""
    tx.execute(turns.update().where(turns.c.id == turn_id).values(undone_by=by))
