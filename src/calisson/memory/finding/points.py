"""Where memories' vectors are kept, and the scan that finds the nearest of them.

A search compares signs first: one bit a dimension, the Hamming distance of two such codes follows the angle
between their vectors (Charikar 2002, 'Similarity estimation techniques from rounding algorithms'). The nearest by
code are then ordered by their full vectors, read from the database. Codes are 16 bytes a memory in working memory;
with NumPy (extra `vectors`) a million are compared in some milliseconds, without it the latest 200,000 are.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Any, Protocol

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
)

from calisson.memory.finding.encoder import Encoder, Vector, similarity
from calisson.memory.tables import memories
from calisson.memory.words.tokens import statements
from calisson.store import Database, Sealed, SealedBytes, metadata

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

LATEST = 200_000
"""Memories that are compared without NumPy."""

CLOSE = 4
"""For one memory wanted, this many are taken by their codes and compared by their vectors."""

BATCH = 1000


class Codes(Protocol):
    """Sign codes in working memory, in the order of their numbers."""

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows of number and vector."""
        ...

    def nearest(self, vector: Vector, count: int) -> list[int]:
        """Return the numbers of the `count` nearest by code, nearest first."""
        ...

    def size(self) -> int:
        """Return the bytes of working memory that they take."""
        ...


def code(vector: Vector) -> int:
    """Return the signs of a vector as the bits of a number; an empty vector's is 0."""
    return int(vector.translate(_SIGNS), 2) if vector else 0


_SIGNS = bytes(ord("1") if b >= 128 else ord("0") for b in range(256))


class PlainCodes:
    """Codes as Python's whole numbers."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._codes: list[int] = []

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows; the oldest go beyond `LATEST`."""
        self._numbers += [n for n, v in rows if v]
        self._codes += [code(v) for _, v in rows if v]
        del self._numbers[:-LATEST], self._codes[:-LATEST]

    def nearest(self, vector: Vector, count: int) -> list[int]:
        """Return the numbers of the nearest by code."""
        wanted = code(vector)
        far = [(wanted ^ c).bit_count() for c in self._codes]
        return [self._numbers[n] for n in nsmallest(count, range(len(far)), key=far.__getitem__)]

    def size(self) -> int:
        """Return the bytes of working memory that they take: two lists and two whole numbers each."""
        return sum(sys.getsizeof(x) for some in (self._numbers, self._codes) for x in (some, *some))


class ArrayCodes:
    """Codes as NumPy arrays, which grow by doubling."""

    def __init__(self) -> None:
        import numpy as np

        self._np = np
        self._used = 0
        self._numbers = np.zeros(0, np.int64)
        self._codes = np.zeros((0, 0), np.uint64)

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows."""
        np = self._np
        kept = [(n, v) for n, v in rows if v]
        if not kept:
            return
        signs = np.frombuffer(b"".join(v for _, v in kept), np.int8).reshape(len(kept), -1) < 0
        words = np.ascontiguousarray(np.packbits(signs, axis=1)).view(np.uint64)
        if self._used + len(kept) > len(self._numbers):
            room = max(BATCH, 2 * len(self._numbers), self._used + len(kept))
            numbers, codes = np.zeros(room, np.int64), np.zeros((room, words.shape[1]), np.uint64)
            numbers[: self._used] = self._numbers[: self._used]
            if self._used:
                codes[: self._used] = self._codes[: self._used]
            self._numbers, self._codes = numbers, codes
        self._numbers[self._used : self._used + len(kept)] = [n for n, _ in kept]
        self._codes[self._used : self._used + len(kept)] = words
        self._used += len(kept)

    def nearest(self, vector: Vector, count: int) -> list[int]:
        """Return the numbers of the nearest by code."""
        np = self._np
        if not self._used:
            return []
        wanted = np.packbits(np.frombuffer(vector, np.int8) < 0).view(np.uint64)
        far = np.zeros(self._used, np.uint8)
        for column, word in enumerate(wanted):
            far += np.bitwise_count(self._codes[: self._used, column] ^ word)
        within = int(np.searchsorted(np.cumsum(np.bincount(far)), min(count, self._used)))
        close = np.flatnonzero(far <= within)
        return [int(n) for n in self._numbers[close[np.argsort(far[close], kind="stable")[:count]]]]

    def size(self) -> int:
        """Return the bytes of working memory that they take."""
        return int(self._numbers.nbytes + self._codes.nbytes)


class Points:
    """The vectors of a home's memories."""

    def __init__(self, database: Database, encoder: Encoder) -> None:
        self.encoder = encoder
        self._database = database
        self._codes: Codes | None = None
        self._last = 0
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
            self._codes, self._last = None, 0

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
            codes = self._load(connection)
            close = codes.nearest(vector, count * CLOSE)
        query = select(points.c.number, points.c.vector).where(points.c.number.in_(close))
        found = [(int(n), bytes(v)) for n, v in connection.execute(query)]
        found.sort(key=lambda f: -similarity(vector, f[1]))
        return dict(found[:count])

    def code_bytes(self) -> int:
        """Return the bytes of working memory that the codes take; 0 before the first search."""
        return self._codes.size() if self._codes is not None else 0

    def _load(self, connection: Connection) -> Codes:
        """Return the codes with what was added since."""
        if self._codes is None:
            self._codes, self._last = codes_for(), 0
        query = (
            select(points.c.number, points.c.vector)
            .where(points.c.number > self._last, points.c.encoder == self.encoder.name)
            .order_by(points.c.number)
        )
        rows = connection.execution_options(yield_per=10 * BATCH).execute(query)
        for part in rows.partitions():
            self._codes.extend([(int(n), bytes(v)) for n, v in part])
            self._last = int(part[-1][0])
        return self._codes


def codes_for() -> Codes:
    """Return codes over NumPy where it is installed, plain ones otherwise."""
    try:
        return ArrayCodes()
    except ImportError:
        return PlainCodes()
