"""Where memories' vectors are kept, and how the nearest of them are found: a scan over a copy in working memory."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    func,
    select,
    text,
)

from calisson.memory.finding.encoder import Encoder, Vector, similarity
from calisson.memory.finding.scan import Scan, scan_for
from calisson.memory.tables import memories
from calisson.memory.words.tokens import statements
from calisson.store import Database, Sealed, SealedBytes, metadata
from calisson.store.sealing import OPEN, reveal_bytes

points = Table(
    "memory_points",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("position", BigInteger, nullable=False, doc="the memory's position"),
    Column("encoder", String(40), nullable=False, doc="name of the encoder that made it"),
    Column("vector", SealedBytes, nullable=False),
    Column("stated", SmallInteger, nullable=False, doc="percent of its characters in sentences that state"),
    Index("memory_points_by_position", "position", unique=True),
    sqlite_autoincrement=True,
)
"""One row a memory, in the order in which they were kept: neighbours have neighbouring numbers. It follows from
`memories` and has no history of its own."""

BATCH = 1000

_SINCE = text(
    "SELECT number, vector FROM memory_points WHERE number > :last AND encoder = :encoder ORDER BY number"
)
"""Plain text, because a home may have a million: the columns' types would make each row cost three times as much."""


class Points:
    """The vectors of a home's memories."""

    def __init__(self, database: Database, encoder: Encoder) -> None:
        self.encoder = encoder
        self._database = database
        self._scan: Scan | None = None
        self._last = 0
        self._keys: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def add(self, connection: Connection, rows: Iterable[Mapping[str, Any]], names: frozenset[str]) -> None:
        """Keep the vectors of new memories; words in `names` do not count."""
        made = [{"position": row["position"], **self._made(row, names)} for row in rows]
        for at in range(0, len(made), BATCH):
            some = made[at : at + BATCH]
            places = [m["position"] for m in some]
            connection.execute(points.delete().where(points.c.position.in_(places)))
            connection.execute(points.insert(), some)

    def missing(self, connection: Connection, limit: int = BATCH) -> list[dict[str, Any]]:
        """Return memories, the first kept first, that have no vector yet, or one of another encoder."""
        query = (
            select(memories)
            .outerjoin(points, points.c.position == memories.c.position)
            .where(points.c.number.is_(None) | (points.c.encoder != self.encoder.name))
            .order_by(memories.c.position)
            .limit(limit)
        )
        return [dict(r) for r in connection.execute(query).mappings()]

    def renew(self, connection: Connection, rows: Sequence[Mapping[str, Any]], names: frozenset[str]) -> None:
        """Make the vectors of memories that `missing` returned."""
        for row in rows:
            change = points.update().where(points.c.position == row["position"])
            done = connection.execute(change.values(**self._made(row, names)))
            if not done.rowcount:
                self.add(connection, [row], names)
        with self._lock:
            self._scan, self._last = None, 0

    def _made(self, row: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
        stated = len(statements(row["text"], row["language"])) / max(1, len(row["text"]))
        vector = self.encoder.encode(row["text"], row["language"], names)
        key = row["text"].key if isinstance(row["text"], Sealed) else None
        return {
            "encoder": self.encoder.name,
            "vector": vector if key is None else key.seal_bytes(vector),
            "stated": round(100 * min(1.0, stated)),
        }

    def complete(self, connection: Connection) -> bool:
        """Tell whether every memory has a vector of this encoder."""
        made = select(func.count()).select_from(points).where(points.c.encoder == self.encoder.name)
        kept = select(func.count()).select_from(memories)
        return int(connection.execute(made).scalar() or 0) >= int(connection.execute(kept).scalar() or 0)

    def nearest(self, connection: Connection, vector: Vector, count: int) -> dict[int, Vector]:
        """Return the `count` nearest memories as number → vector, nearest first."""
        if not vector:
            return {}
        with self._lock:
            scan = self._load(connection, len(vector))
            close = scan.nearest(vector, count * scan.spare)
        query = select(points.c.number, points.c.vector).where(points.c.number.in_(close))
        found = [(int(n), bytes(v)) for n, v in connection.execute(query)]
        found.sort(key=lambda f: -similarity(vector, f[1]))
        return dict(found[:count])

    def scan_bytes(self) -> int:
        """Return the bytes of working memory that the vectors take; 0 before the first search."""
        return self._scan.size() if self._scan is not None else 0

    def _load(self, connection: Connection, width: int) -> Scan:
        """Return the scan with what was added since; made anew when people's keys were opened or closed."""
        keys = frozenset(OPEN)
        if self._scan is None or self._keys != keys:
            self._scan, self._last, self._keys = scan_for(width), 0, keys
        rows = connection.execution_options(yield_per=10 * BATCH).execute(
            _SINCE, {"last": self._last, "encoder": self.encoder.name}
        )
        for part in rows.partitions():
            self._scan.extend([(n, reveal_bytes(bytes(v)) or b"") for n, v in part])
            self._last = int(part[-1][0])
        return self._scan
