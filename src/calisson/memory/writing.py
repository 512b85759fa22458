"""Writing rows of memories: made, sealed, numbered, indexed by their words and by their meaning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from calisson.clock import local
from calisson.ids import new_id
from calisson.memory.finding.points import Points
from calisson.memory.finding.recall import CANDIDATES
from calisson.memory.finding.retrieval import speakers, words_of
from calisson.memory.finding.search import Index, chosen
from calisson.memory.holding.facets import facets
from calisson.memory.privacy.policy import owned_by
from calisson.memory.rows import Row, mark_of
from calisson.memory.tables import memories
from calisson.memory.types import Tier
from calisson.memory.words.kin import introduced
from calisson.memory.words.tokens import tokens
from calisson.store import Database, PreferenceStore, Transaction
from calisson.store.sealing import unmarked

UNREAD = {"valid_from": None, "valid_until": None, "matter": None}
"""Of talk that came in bulk, what it says of times is read when it is needed."""

RAREST = 8
"""Tokens, the rarest ones, by which texts that say the same are looked for."""


class Writing:
    """The rows of memories and what makes them findable, written together."""

    def __init__(
        self, database: Database, preferences: PreferenceStore, index: Index, points: Points
    ) -> None:
        self._database = database
        self._preferences = preferences
        self._index = index
        self._points = points

    def add(self, tx: Transaction, rows: Sequence[Row]) -> None:
        """Make new rows findable: by their words and by their meaning."""
        self._index.add(tx.connection, rows)
        said_by = {str(r["speaker"]) for r in rows}
        self._points.add(tx.connection, rows, words_of({*speakers(tx.connection), *said_by}))

    def row(
        self,
        tx: Transaction,
        said: str,
        tier: Tier,
        language: str,
        source: str,
        speaker: str,
        at: datetime | None,
        position: int | None = None,
        stated: str | None = None,
    ) -> dict[str, Any]:
        """Return a new row, sealed when its person's memories are encrypted; not written yet.

        Args:
            tx: the transaction; its actor is whose memory it is.
            said: the text.
            tier: fact or turn.
            language: the language of the text.
            source: the turn or file that it came from.
            speaker: who said it.
            at: naive local time at which it was said; None means now.
            position: its number in the index; the next one by default.
            stated: the part of the text that is searched by words; all of it by default.
        """
        when = at or local(tx.now, self._preferences.get(tx).tz)
        said = unmarked(said)
        words = " ".join(tokens(said if stated is None else stated))
        mark = mark_of(tier, tx.actor, speaker, said, at)
        key = self._database.vault.key(tx.actor)
        return {
            "id": new_id("mem"),
            "position": self.next_position(tx) if position is None else position,
            "tier": tier,
            "text": said if key is None else key.seal(said),
            "tokens": words if key is None else key.seal(words),
            "mark": mark if key is None else key.mac(mark),
            "language": language[:8],
            "person": tx.actor,
            "speaker": speaker[:80],
            "source": source[:80],
            "at": when.replace(tzinfo=None).isoformat(timespec="seconds"),
            "status": "live",
            "replaced_by": None,
            "introduces": bool(introduced(said, language)),
            **(facets(said, language, when, key) if tier == "fact" else UNREAD),
        }

    def next_position(self, tx: Transaction) -> int:
        """Return a number above every one in use, and above those of rows that undo may bring back."""
        last = tx.execute(select(func.max(memories.c.position))).scalar() or 0
        return max(int(last), self._index.last(tx.connection), int(tx.now.timestamp() * 1_000_000)) + 1

    def similar(self, tx: Transaction, found: Sequence[str], tier: Tier) -> list[dict[str, Any]]:
        """Return live memories of the transaction's actor that share the rarest of these tokens."""
        return self.near(tx.connection, tx.actor, found, tier)

    def near(
        self, connection: Connection, person: str, found: Sequence[str], tier: Tier
    ) -> list[dict[str, Any]]:
        """Return live memories of a person that share the rarest of these tokens."""
        distinct = list(dict.fromkeys(found))
        frequency = self._index.frequencies(connection, distinct)
        looked_for = chosen(distinct, frequency)[:RAREST]
        return self._index.candidates(connection, looked_for, tier, CANDIDATES, owned_by(person))
