"""The conversation as stored: writing a turn, and reading the last ones back for follow-ups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from calisson.assistant.tables import turns
from calisson.language.codec import from_plain, to_plain
from calisson.language.types import Turn

if TYPE_CHECKING:
    from calisson.assistant.types import TurnResult
    from calisson.store import Database, Transaction


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


def page(
    database: Database, person: str, *, before: str | None = None, limit: int = 50
) -> Sequence[dict[str, Any]]:
    """Return turns for reading, oldest first: the `limit` ones before the turn `before` (or the last ones)."""
    query = select(turns.c.id, turns.c.local_at, turns.c.text, turns.c.result, turns.c.undone_by)
    query = query.where(turns.c.person == person).order_by(turns.c.id.desc()).limit(limit)
    if before:
        query = query.where(turns.c.id < before)
    with database.read() as connection:
        rows = connection.execute(query).all()
    return [
        {"id": r.id, "at": r.local_at, "text": r.text, "result": r.result, "undone": r.undone_by is not None}
        for r in reversed(rows)
    ]


def mark_undone(tx: Transaction, turn_id: str, by: str) -> None:
    """Note on a turn which turn took it back."""
    tx.execute(turns.update().where(turns.c.id == turn_id).values(undone_by=by))
