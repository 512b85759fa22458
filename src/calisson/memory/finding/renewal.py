"""Making vectors that are missing, or of another encoder than the home uses now, while searches go on.

As long as the earlier encoder can be had, its vectors answer, and the new ones wait beside them (`memory_points_next`)
until there is one for every memory that can be read; then they take their places in one transaction. When it cannot,
vectors are made in place and a search finds the more by meaning the further this is. Each batch is a transaction of
its own and is begun again from what is stored, so that it may be interrupted at any point.

What may not leave the house has no vector of an encoder outside it: it is passed over, and a vector that was made
before its policy said so is dropped.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, text, true

from calisson.errors import ConfigError
from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.encoders import TOGETHER, encode_all, is_outside
from calisson.memory.finding.points import Points, as_stored, points, upcoming
from calisson.memory.finding.search import readable
from calisson.memory.privacy.policy import may_leave
from calisson.memory.tables import memories
from calisson.store import Database
from calisson.store.sealing import BYTES

SOON = 5000
"""So many vectors of the built-in encoder are made at once rather than in the background: about a second."""

AGAIN_S = 60.0
"""How long after a failure it is tried again."""

AFRESH = 20
"""Batches made in place after which searches read the vectors anew."""

_SEAL = len(BYTES) + 16 + 12 + 16
"""Bytes by which a sealed vector is longer: mark, name of the key, nonce, tag."""

_TAKE_PLACES = text(
    "UPDATE memory_points SET encoder = made.encoder, vector = made.vector FROM memory_points_next AS made "
    "WHERE made.position = memory_points.position AND made.encoder = :encoder"
)

log = logging.getLogger(__name__)


class Renewal:
    """Makes the vectors of a home's memories complete."""

    def __init__(
        self, database: Database, held: Points, names: Callable[[Connection], frozenset[str]]
    ) -> None:
        self._database = database
        self._points = held
        self._names = names
        self._width = 0
        self._looked = False
        self._again = 0.0
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._one = threading.Lock()

    def look(self) -> None:
        """Begin what is missing, in the background unless it is little; once a process, and after failures."""
        if (self._looked and not self._points.behind) or time.monotonic() < self._again or self.is_running():
            return
        self._points.pgvector.prepare(SOON)
        with self._database.read() as connection:
            state = self.progress(connection)
        self._looked, self._points.behind = True, False
        left = state["memories"] - state["done"]
        if 0 < left <= (SOON if self._points.wanted is built_in() else TOGETHER):
            self.run()
        elif left > 0:
            self._thread = threading.Thread(target=self.run, name="calisson-vectors", daemon=True)
            self._thread.start()

    def tend(self) -> None:
        """Let PostgreSQL search the vectors, if it can, and find them fast when there are many; may take minutes."""
        self._points.pgvector.prepare()
        with self._database.read() as connection:
            self._points.settle(connection)
        self._points.pgvector.tend(self._points.encoder.name)

    def is_running(self) -> bool:
        """Tell whether vectors are being made in the background."""
        return self._thread is not None and self._thread.is_alive()

    def close(self) -> None:
        """Stop after the batch that is being made."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def progress(self, connection: Connection) -> dict[str, Any]:
        """Return how many memories there are, how many have a vector of the wanted encoder, and which answers now.

        What may not be given to the wanted encoder is not counted but `withheld`. `by` says what compares them,
        `pgvector` the extension's state on PostgreSQL.
        """
        self._points.settle(connection)
        wanted = self._points.wanted.name
        count = select(func.count())
        done = connection.execute(count.select_from(points).where(points.c.encoder == wanted)).scalar()
        beside = connection.execute(count.select_from(upcoming).where(upcoming.c.encoder == wanted)).scalar()
        every = int(connection.execute(count.select_from(memories)).scalar() or 0)
        given = every
        if is_outside(self._points.wanted):
            given = int(connection.execute(count.select_from(memories).where(may_leave())).scalar() or 0)
        return {
            "encoder": wanted,
            "answering": self._points.encoder.name,
            "memories": given,
            "withheld": every - given,
            "done": int(done or 0) + int(beside or 0),
            "by": "pgvector" if self._points.pgvector.is_ready(connection) else "memory",
            "pgvector": self._points.pgvector.state if connection.dialect.name == "postgresql" else None,
        }

    def run(self) -> bool:
        """Make what is missing; return whether it is complete, but for what is encrypted and locked."""
        with self._one:
            try:
                return self._run()
            except ConfigError as problem:
                log.warning("vectors are made later: %s", problem)
                self._points.behind, self._again = True, time.monotonic() + AGAIN_S
                return False
            except Exception:
                if self._stop.is_set():  # the home was closed
                    return False
                raise

    def _run(self) -> bool:
        after, batches = -1, 0
        if is_outside(self._points.wanted) or is_outside(self._points.encoder):
            with self._database.transaction("calisson") as tx:
                self._points.withhold(tx.connection)
        self._width = len(self._points.wanted.encode("calisson"))
        while not self._stop.is_set():
            with self._database.read() as connection:
                self._points.settle(connection)
                beside = self._points.encoder is not self._points.wanted
                rows = self._missing(connection, beside, after)
                names = self._names(connection)
            if rows:
                self._make([r for r in rows if readable(r)], names, beside)
                after, batches = rows[-1]["position"], batches + 1
                if not beside and batches % AFRESH == 0:
                    self._points.forget_copy()
            elif beside:
                if not self._take_places(after):
                    return True  # everything that is left is locked
                after = -1  # what was without a vector of either comes now
            else:
                self._points.forget_copy()
                return True
        return False

    def _missing(self, connection: Connection, beside: bool, after: int) -> list[dict[str, Any]]:
        """Return the next memories, by their positions, without a vector of the wanted encoder."""
        query = select(memories).order_by(memories.c.position).limit(TOGETHER)
        query = query.where(memories.c.position > after, self._given())
        if beside:
            here = and_(upcoming.c.position == memories.c.position, *self._right(upcoming.c))
            query = query.outerjoin(upcoming, here).where(upcoming.c.position.is_(None))
        else:
            here = and_(points.c.position == memories.c.position, *self._right(points.c))
            query = query.outerjoin(points, here).where(points.c.position.is_(None))
        return [dict(r) for r in connection.execute(query).mappings()]

    def _given(self) -> ColumnElement[bool]:
        """Return the condition of what the wanted encoder may be given."""
        return may_leave() if is_outside(self._points.wanted) else true()

    def _right(self, columns: Any) -> Sequence[ColumnElement[bool]]:
        """Return the conditions of a vector of the wanted encoder: its name, and its size, which may have changed."""
        size = func.length(columns.vector)
        sizes = (0, _SEAL, self._width, self._width + _SEAL)
        return columns.encoder == self._points.wanted.name, or_(*(size == s for s in sizes))

    def _make(self, rows: Sequence[Mapping[str, Any]], names: frozenset[str], beside: bool) -> None:
        """Make the vectors of memories before the transaction, and keep those of what is still there in it."""
        wanted = self._points.wanted
        vectors = encode_all(wanted, [(str(r["text"]), str(r["language"])) for r in rows], names)
        by_position = dict(zip((r["position"] for r in rows), vectors, strict=True))
        with self._database.transaction("calisson") as tx:
            still = select(memories.c.position, memories.c.text).where(
                memories.c.position.in_(by_position), self._given()
            )
            made = [
                {"position": r["position"], "encoder": wanted.name, "vector": as_stored(r, by_position[r["position"]])}
                for r in map(dict, tx.execute(still).mappings())
                if readable(r)
            ]  # fmt: skip
            places = [m["position"] for m in made]
            self._points.note(tx.connection, wanted)
            if beside:
                tx.execute(upcoming.delete().where(upcoming.c.position.in_(places)))
                if made:
                    tx.execute(upcoming.insert(), made)
                return
            held = select(points.c.position).where(points.c.position.in_(places))
            known = set(tx.execute(held).scalars())
            for one in made:
                if one["position"] in known:
                    values = {"encoder": one["encoder"], "vector": one["vector"]}
                    tx.execute(points.update().where(points.c.position == one["position"]).values(**values))
            new = [r for r in rows if r["position"] in set(places) - known]
            self._points.keep(tx.connection, new, {m["position"]: m["vector"] for m in made}, wanted)

    def _take_places(self, after: int) -> bool:
        """Let the new vectors answer, unless memories came meanwhile; return False when there are none."""
        with self._database.transaction("calisson") as tx:
            if self._missing(tx.connection, True, after):
                return True
            if tx.execute(select(upcoming.c.position).limit(1)).first() is None:
                return False
            tx.execute(_TAKE_PLACES, {"encoder": self._points.wanted.name})
            tx.execute(upcoming.delete())
            tx.on_commit(self._answer)
            return True

    def _answer(self) -> None:
        self._points.encoder = self._points.wanted
        self._points.forget_copy()


def forget_unfinished(connection: Connection) -> None:
    """Drop vectors that wait: what they were made of is stored in another form now. They are made again."""
    connection.execute(upcoming.delete())
