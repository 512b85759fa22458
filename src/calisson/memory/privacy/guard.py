"""The door of a home's memory: where a viewer stands, and writing down who was barred from what.

Everything that reads memories for somebody lets the guard say where they stand (`placed`), puts `policy.visible` for
that viewer into its query, and hands the guard what they were barred from. A search that found memories which its
viewer may not see, or a list, an export or a profile that left some of theirs out, leaves one event in the journal:
who, for what purpose, how many, and their ids; never their words. The same bar is noted once an hour, so that a busy
house does not fill its journal with it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from calisson.journal import Journal
from calisson.memory.privacy.policy import Viewer, withheld
from calisson.memory.tables import memories, memory_policies
from calisson.store import Database, PreferenceStore, Transaction

NAMED = 20
"""Ids that one event names."""

ONCE_IN = timedelta(hours=1)
KNOWN = 500
"""Bars that are remembered, to note each once."""

KIND = "memory-barred"


class Guard:
    """Notes barred accesses of one home. Safe to share between threads; a note may be lost in a crash."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._preferences = PreferenceStore(database)
        self._journal = Journal(database)
        self._known: OrderedDict[tuple[object, ...], datetime] = OrderedDict()
        self._waiting: list[dict[str, Any]] = []

    def placed(self, viewer: Viewer) -> Viewer:
        """Return the viewer with the region in which they look: the home's, when what they see stays in the house."""
        if viewer.remote or viewer.region is not None:
            return viewer
        return replace(viewer, region=self._preferences.get().region)

    def withheld(
        self, connection: Connection, viewer: Viewer, now: datetime, *among: ColumnElement[bool]
    ) -> list[str]:
        """Return the ids of what this viewer's person may read elsewhere and is barred from here, the latest ones."""
        if not self.may_bar(connection, viewer):
            return []
        query = select(memories.c.id).join(memory_policies, memory_policies.c.id == memories.c.id)
        query = query.where(withheld(viewer, now), *among).order_by(memories.c.position.desc())
        return list(connection.execute(query.limit(NAMED)).scalars())

    def may_bar(self, connection: Connection, viewer: Viewer) -> bool:
        """Tell, from two index look-ups, whether anything at all could be barred from this viewer."""
        for query in (
            select(memories.c.id).where(memories.c.person < viewer.person).limit(1),
            select(memories.c.id).where(memories.c.person > viewer.person).limit(1),
            select(memory_policies.c.id).limit(1),
        ):
            if connection.execute(query).first() is not None:
                return True
        return False

    def note(
        self, viewer: Viewer, ids: Sequence[str], now: datetime, doing: str, tx: Transaction | None = None
    ) -> None:
        """Write down that the viewer was barred from these memories, in `tx` or in a transaction of its own.

        Inside another transaction of the same thread it waits for the next note.
        """
        if ids:
            self._take(viewer, ids, now, doing)
        if not self._waiting:
            return
        if tx is not None:
            self._write(tx)
        elif not self._database.in_transaction():
            with self._database.transaction(viewer.person) as own:
                self._write(own)

    def _take(self, viewer: Viewer, ids: Sequence[str], now: datetime, doing: str) -> None:
        key = (viewer, doing, *sorted(ids))
        last = self._known.get(key)
        if last is not None and last <= now < last + ONCE_IN:
            return
        self._known[key] = now
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)
        self._waiting.append({"person": viewer.person, "purpose": viewer.purpose, "remote": viewer.remote,
                              "doing": doing, "count": len(ids), "memories": sorted(ids)[:NAMED]})  # fmt: skip

    def _write(self, tx: Transaction) -> None:
        waiting, self._waiting = self._waiting, []
        for payload in waiting:
            self._journal.event(tx, KIND, payload, evidence=payload["memories"])
