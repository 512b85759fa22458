"""Where things are: one derived row for each app, with what it keeps, so that search finds the app by that.

A row follows from its app alone: it has no history of its own, is written again when the app changes and at night,
and goes with the app, its index entry and vector with it. Undo of what happened to the app makes it again. It is no
fact: lists of facts, the profile, exports and the budget pass it over. Numbers of records are not in it; `ask`
answers those from the records.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, select, update

from calisson.memory.finding.points import points, upcoming
from calisson.memory.finding.search import readable
from calisson.memory.forgetting.erase import unindex
from calisson.memory.forgetting.parting import DERIVED
from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.rows import MAX_TEXT
from calisson.memory.tables import (
    memories,
    memory_care,
    memory_grants,
    memory_partings,
    memory_policies,
    memory_uses,
)

if TYPE_CHECKING:
    from calisson.memory.types import Tier
    from calisson.memory.writing import Writing
    from calisson.store import Database, Transaction

TIER: Tier = "app"


@dataclass(frozen=True, slots=True)
class AppRow:
    """What memory holds about an app."""

    app_id: str
    person: str
    """Who made it: the row is theirs."""
    text: str
    language: str
    at: datetime
    """Naive local time since when there is the app."""
    readers: tuple[str, ...] = ()
    """The other people who may see it."""
    local_only: bool = False
    """Whether it never goes to a machine outside the house."""


def id_of(app_id: str) -> str:
    """Return the id of an app's row: always the same one, so that what names it stays right."""
    return f"mem_{app_id.removeprefix('app_')}"[:40]


class AppRows:
    """The rows of a home's apps."""

    def __init__(self, database: Database, writing: Writing) -> None:
        self._database = database
        self._writing = writing

    def keep(self, tx: Transaction, row: AppRow) -> bool:
        """Write an app's row, when it is not there as it should be; return whether anything was written.

        While its person's memories are locked nothing is written; the next night does it.
        """
        if self._database.vault.is_locked(row.person):
            return False
        text = row.text[:MAX_TEXT]
        old = tx.get(memories, id_of(row.app_id))
        if old is not None and self._is_same(tx, old, row, text):
            return False
        if old is not None:
            self._take_out(tx.connection, [old])
        made = self._writing.row(
            tx, text, TIER, row.language, row.app_id, row.person, row.at, whose=row.person,
            position=old["position"] if old else None,
        )  # fmt: skip
        made |= {"id": id_of(row.app_id), "introduces": False}
        tx.execute(memories.insert(), made)
        self._writing.add(tx, [made])
        tx.execute(memory_care.insert(), {
            "id": made["id"], "pinned": False, "kept_for": row.app_id, "importance": 0.5, "uses": 0,
            "last_used": None, "credit": 0.0,
        })  # fmt: skip
        if row.readers or row.local_only:
            tx.execute(memory_policies.insert(), {
                "id": made["id"], "scope": "people" if row.readers else "private", "expires_at": None,
                "region": None, "local_only": row.local_only, "no_train": False, "origin": "own",
            })  # fmt: skip
        for name in row.readers:
            grant = {"id": f"{made['id']}:reader:{name}"[:180], "memory_id": made["id"]}
            tx.execute(memory_grants.insert(), {**grant, "kind": "reader", "name": name})
        tx.execute(delete(memory_partings).where(memory_partings.c.id == made["id"]))
        return True

    def drop(self, tx: Transaction, app_ids: Collection[str]) -> int:
        """Take the rows of apps that are gone out of everything, and return how many there were."""
        rows = [row for a in app_ids if (row := tx.get(memories, id_of(a))) is not None]
        locked = [r for r in rows if not readable(r)]  # the words of its index entry cannot be read now
        tx.execute(
            update(memories).where(memories.c.id.in_([r["id"] for r in locked])).values(status="forgotten")
        )
        gone = [r for r in rows if readable(r)]
        self._take_out(tx.connection, gone)
        for row in gone:
            ids = (memory_uses.c.memory_id == row["id"], memory_partings.c.id == row["id"])
            tx.execute(delete(memory_uses).where(ids[0]))
            tx.execute(delete(memory_partings).where(ids[1]))
            tx.execute(memory_partings.insert(), {
                "id": row["id"], "person": row["person"], "tier": TIER, "reason": "budget",
                "detail": {"with": row["source"], DERIVED: True}, "at": tx.now, "due_at": tx.now + timedelta(hours=1),
                "erased_at": None,
            })  # fmt: skip
        return len(rows)

    def known(self, connection: Connection) -> set[str]:
        """Return the ids of the apps that have a row."""
        query = select(memories.c.source).where(memories.c.tier == TIER)
        return set(connection.execute(query).scalars())

    def seen(self, connection: Connection, viewer: Viewer, now: datetime) -> dict[str, dict[str, Any]]:
        """Return the rows that the viewer may see, by app."""
        query = select(memories).where(memories.c.tier == TIER, visible(viewer, now))
        rows = (dict(r) for r in connection.execute(query).mappings())
        return {r["source"]: r for r in rows if readable(r)}

    def _is_same(self, tx: Transaction, old: dict[str, Any], row: AppRow, text: str) -> bool:
        policy = tx.get(memory_policies, old["id"])
        granted = select(memory_grants.c.name).where(memory_grants.c.memory_id == old["id"])
        return (
            old["status"] == "live"
            and readable(old)
            and str(old["text"]) == text
            and (old["person"], old["language"]) == (row.person, row.language)
            and bool(policy and policy["local_only"]) == row.local_only
            and set(tx.execute(granted).scalars()) == set(row.readers)
        )

    def _take_out(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Remove rows, and what is kept about them to find and to guard them."""
        unindex(connection, rows)
        ids, places = [r["id"] for r in rows], [r["position"] for r in rows]
        for table in (points, upcoming):
            connection.execute(delete(table).where(table.c.position.in_(places)))
        connection.execute(delete(memory_grants).where(memory_grants.c.memory_id.in_(ids)))
        connection.execute(delete(memory_policies).where(memory_policies.c.id.in_(ids)))
        connection.execute(delete(memory_care).where(memory_care.c.id.in_(ids)))
        connection.execute(delete(memories).where(memories.c.id.in_(ids)))
