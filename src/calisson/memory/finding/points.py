"""Where memories' vectors are kept, and how the nearest of them are found.

PostgreSQL's extension `vector` does it where that is (see `pgvector`), else a scan over a copy in working memory.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    select,
    text,
)

from calisson.errors import ConfigError
from calisson.memory.finding.encoder import Encoder, Vector, similarity
from calisson.memory.finding.encoders import encode_all, encoder_named, is_outside, setting
from calisson.memory.finding.pgvector import Pgvector
from calisson.memory.finding.scan import Scan, scan_for
from calisson.memory.privacy.policy import may_leave
from calisson.memory.tables import memories, memory_policies
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

upcoming = Table(
    "memory_points_next",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False, doc="the memory's position"),
    Column("encoder", String(40), nullable=False, doc="name of the encoder that made it"),
    Column("vector", SealedBytes, nullable=False),
)
"""Vectors of another encoder while they are made; they take the place of the others all at once (see `renewal`)."""

encoders = Table(
    "memory_encoders",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("setting", Text, nullable=False, doc="what `CALISSON_ENCODER` was"),
)
"""The encoders that made vectors of this home."""

BATCH = 1000

UNMADE = ""
"""Stands for the encoder of a vector that could not be made when its memory was kept."""

_SINCE = text(
    "SELECT number, vector FROM memory_points WHERE number > :last AND encoder = :encoder ORDER BY number"
)
"""Plain text, because a home may have a million: the columns' types would make each row cost three times as much."""

_THERE = {
    "sqlite": text(
        "SELECT number FROM memory_points WHERE number IN (SELECT value FROM json_each(:numbers))"
    ),
    "postgresql": text("SELECT number FROM memory_points WHERE number = ANY(:numbers)"),
}

log = logging.getLogger(__name__)


class Points:
    """The vectors of a home's memories."""

    def __init__(self, database: Database, encoder: Encoder) -> None:
        self.encoder = encoder
        """The one whose vectors answer now: an earlier one, until those of `wanted` are complete."""
        self.wanted = encoder
        self.pgvector = Pgvector(database, points)
        self.behind = False
        """Whether a memory was kept whose vector could not be made."""
        self._database = database
        self._scan: Scan | None = None
        self._last = 0
        self._seen: tuple[str, int, frozenset[str]] = ("", 0, frozenset())
        self._noted: set[str] = set()
        self._lock = threading.Lock()

    def settle(self, connection: Connection) -> None:
        """Find out which encoder's vectors answer: those of `wanted`, unless they are still being made."""
        last = select(points.c.encoder).where(points.c.encoder != UNMADE).order_by(points.c.number.desc())
        name = connection.execute(last.limit(1)).scalar()
        if name in (None, self.encoder.name):
            return
        begun = select(points.c.number).where(points.c.encoder == self.wanted.name).limit(1)
        if name == self.wanted.name or connection.execute(begun).first() is not None:
            self.encoder = self.wanted
        else:
            self.encoder = self._earlier(connection, str(name)) or self.wanted

    def _earlier(self, connection: Connection, name: str) -> Encoder | None:
        """Return the encoder of this name, if it can still be had."""
        known = select(encoders.c.setting).where(encoders.c.name == name)
        try:
            found = encoder_named(connection.execute(known).scalar() or "")
        except ConfigError as problem:
            log.warning("the encoder %s cannot be had any more: %s", name, problem)
            return None
        return found if found.name == name else None

    def add(self, connection: Connection, rows: Iterable[Mapping[str, Any]], names: frozenset[str]) -> None:
        """Keep the vectors of new memories, whose policies are written; words in `names` do not count.

        When the encoder cannot be reached the memories are kept without, and the vectors are made later.
        """
        new = list(rows)
        self.settle(connection)
        given = self._given(connection, new)
        texts = [(str(r["text"]), str(r["language"])) for r in given]
        try:
            vectors = encode_all(self.encoder, texts, names)
        except ConfigError as problem:
            log.warning("%d memories have no vector for now: %s", len(new), problem)
            self.behind = True
            vectors = []
        stored = {r["position"]: as_stored(r, v) for r, v in zip(given, vectors, strict=False)}
        self.keep(connection, new, stored, self.encoder)

    def _given(
        self, connection: Connection, rows: Sequence[Mapping[str, Any]]
    ) -> Sequence[Mapping[str, Any]]:
        """Return the memories that the encoder may be given: outside the house, only those that may leave it."""
        if not is_outside(self.encoder):
            return rows
        may: set[int] = set()
        for at in range(0, len(rows), BATCH):
            places = [r["position"] for r in rows[at : at + BATCH]]
            query = select(memories.c.position).where(memories.c.position.in_(places), may_leave())
            may |= set(connection.execute(query).scalars())
        return [r for r in rows if r["position"] in may]

    def withhold(self, connection: Connection) -> int:
        """Drop the vectors that an encoder outside the house made of what may not leave it; return how many."""
        outside = [e.name for e in (self.encoder, self.wanted) if is_outside(e)]
        if not outside:
            return 0
        kept = select(memories.c.position).join(memory_policies, memory_policies.c.id == memories.c.id)
        held = kept.where(~may_leave())
        of_these = points.c.position.in_(held), points.c.encoder.in_(outside)
        gone = connection.execute(
            points.update().where(*of_these).values(encoder=UNMADE, vector=b"")
        ).rowcount
        gone += connection.execute(upcoming.delete().where(
            upcoming.c.position.in_(held), upcoming.c.encoder.in_(outside)
        )).rowcount  # fmt: skip
        if gone:
            self.forget_copy()
        return gone

    def keep(
        self,
        connection: Connection,
        rows: Sequence[Mapping[str, Any]],
        stored: Mapping[int, bytes],
        encoder: Encoder,
    ) -> None:
        """Write the vectors of memories, by their positions, as they are stored; without one a place is kept."""
        made = [
            {
                "position": row["position"],
                "encoder": encoder.name if row["position"] in stored else UNMADE,
                "vector": stored.get(row["position"], b""),
                "stated": _stated(row),
            }
            for row in rows
        ]
        for at in range(0, len(made), BATCH):
            some = made[at : at + BATCH]
            places = [m["position"] for m in some]
            connection.execute(points.delete().where(points.c.position.in_(places)))
            connection.execute(points.insert(), some)
        if stored:
            self.note(connection, encoder)

    def note(self, connection: Connection, encoder: Encoder) -> None:
        """Remember how an encoder was asked for, so that its vectors can answer while another's are made."""
        if encoder.name in self._noted:
            return
        if connection.execute(select(encoders.c.name).where(encoders.c.name == encoder.name)).first() is None:
            asked_for = setting() if encoder is self.wanted else ""
            connection.execute(encoders.insert().values(name=encoder.name, setting=asked_for))
        self._noted.add(encoder.name)

    def forget_copy(self) -> None:
        """Let go of the copy in working memory; the next search reads it anew."""
        with self._lock:
            self._scan = None

    def nearest(
        self,
        connection: Connection,
        vector: Vector,
        count: int,
        allowed: ColumnElement[bool],
        whose: str | None = None,
    ) -> list[int]:
        """Return the numbers of the `count` nearest memories, nearest first.

        With pgvector they are the nearest of those that are `allowed`, a condition on `memories` for the viewer `whose`.
        The scan knows numbers only: whoever reads memories by them has the condition in that statement.
        """
        return self.seek(connection, vector, count, allowed, whose)()

    def seek(
        self,
        connection: Connection,
        vector: Vector,
        count: int,
        allowed: ColumnElement[bool],
        whose: str | None = None,
    ) -> Callable[[], list[int]]:
        """Begin what `nearest` does and return how to get its result; other work may be done meanwhile.

        Where there is much to compare, a thread does it: comparing leaves the interpreter to others.
        """
        if not vector:
            return list
        if self.pgvector.is_ready(connection):
            near = self.pgvector.nearest(connection, self.encoder.name, vector, count, allowed, whose)
            return lambda: near
        with self._lock:
            scan = self._load(connection, len(vector))
            found = scan.seek(vector, count * scan.spare)
        return lambda: self._there(connection, vector, count, scan.spare, found())

    def _there(
        self, connection: Connection, vector: Vector, count: int, spare: int, close: list[int]
    ) -> list[int]:
        """Return the nearest of what the scan found, without what was erased since."""
        if spare == 1:
            query = _THERE[connection.dialect.name]
            given = close if connection.dialect.name == "postgresql" else json.dumps(close)
            there = set(connection.execute(query, {"numbers": given}).scalars())
            return [n for n in close if n in there]
        full = select(points.c.number, points.c.vector).where(points.c.number.in_(close))
        found = [(similarity(vector, bytes(v)), -n) for n, v in connection.execute(full)]
        return [-n for _, n in sorted(found, reverse=True)[:count]]

    def scan_bytes(self) -> int:
        """Return the bytes of working memory that the vectors take; 0 before the first search."""
        return self._scan.size() if self._scan is not None else 0

    def _load(self, connection: Connection, width: int) -> Scan:
        """Return the scan with what was added since.

        It is made anew when another encoder answers, or people's keys were opened or closed.
        """
        seen = (self.encoder.name, width, frozenset(OPEN))
        if self._scan is None or self._seen != seen:
            self._scan, self._last, self._seen = scan_for(width), 0, seen
        rows = connection.execution_options(yield_per=10 * BATCH).execute(
            _SINCE, {"last": self._last, "encoder": self.encoder.name}
        )
        for part in rows.partitions():
            self._scan.extend([(n, reveal_bytes(bytes(v)) or b"") for n, v in part])
            self._last = int(part[-1][0])
        return self._scan


def as_stored(row: Mapping[str, Any], vector: Vector) -> bytes:
    """Return a memory's vector as it is stored: sealed when its text is."""
    key = row["text"].key if isinstance(row["text"], Sealed) else None
    return vector if key is None else key.seal_bytes(vector)


def _stated(row: Mapping[str, Any]) -> int:
    share = len(statements(row["text"], row["language"])) / max(1, len(row["text"]))
    return round(100 * min(1.0, share))
