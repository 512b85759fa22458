"""Memories' vectors searched inside PostgreSQL, where its extension `vector` (pgvector) is.

The column `near` of `memory_points` is generated from the stored vector, so nothing can be in one and not in the
other: what is kept, made anew for another encoder or erased there is so here in the same statement. It is no part of
the schema's version: a home makes it when the server has the extension, and without it everything is as before. Signed
bytes are whole numbers that half-precision floats hold exactly, so distances are the scan's own and there is nothing
to compare again.

Up to `INDEXED` memories every vector is compared. Above, a graph for the encoder that answers (HNSW, Malkov and
Yashunin 2018) walks them from near to far and the privacy clauses are checked on the way, in the same statement; where
they leave too few, all that they allow are compared. `docs/memory.md` has the figures, and those of codes of one bit a
dimension, which were tried.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Integer,
    Select,
    String,
    Table,
    and_,
    cast,
    literal,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import UserDefinedType

from calisson.memory.finding.encoder import Vector
from calisson.memory.privacy.policy import within_reach
from calisson.memory.tables import memories
from calisson.store import Database
from calisson.store.sealing import BYTES

State = Literal["unknown", "ready", "absent", "old", "refused", "waiting"]
"""`ready`: it searches. `absent`: the server does not have it. `old`: an earlier version than `LEAST`. `refused`: this
home may not add it, or its column. `waiting`: the column of a large home is made at night. Else it was not looked."""

LEAST = (0, 8)
"""The version since which a graph goes on looking when what it found may not be seen."""

INDEXED = 5_000
"""Memories from which there is a graph; comparing fewer takes a millisecond or two."""

NEIGHBOURS, BUILT_WITH, LOOKED_AT = 24, 128, 100
"""The graph's links a memory, the candidates for a link, and the candidates of a search."""

WIDEST = 4000
"""Dimensions that a graph can have."""

SEEN = 2_000
"""Memories that a graph shows to a search, before all that the viewer may see are compared instead."""

_BUILD_MEMORY = "256MB"
_LOCK = 0x43414C4A
_PREFIX = "memory_points_near_"

_LOOK = text(
    "SELECT e.extversion AS version, quote_ident(n.nspname) AS schema, "
    "EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('memory_points') "
    "AND attname = 'near' AND NOT attisdropped) AS made "
    "FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'"
)
_OFFERED = text("SELECT default_version FROM pg_available_extensions WHERE name = 'vector'")
_FUNCTION = """
CREATE OR REPLACE FUNCTION calisson_near(given bytea) RETURNS {schema}.halfvec
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT CASE WHEN length(given) > 0 AND substr(given, 1, {mark_length}) <> '\\x{mark}'::bytea
    THEN CAST(array_agg((((get_byte(given, i) + 128) & 255) - 128)::real ORDER BY i) AS {schema}.halfvec) END
    FROM generate_series(0, length(given) - 1) AS i
)
"""
_COLUMN = "ALTER TABLE memory_points ADD COLUMN near {schema}.halfvec GENERATED ALWAYS AS (calisson_near(vector)) STORED"
_SETTINGS = text(
    "SELECT set_config('hnsw.ef_search', :looked, true), set_config('hnsw.max_scan_tuples', :seen, true), "
    "set_config('hnsw.iterative_scan', 'strict_order', true)"
)
_GRAPHS = text(
    "SELECT c.relname AS name, i.indisvalid AS whole FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    f"WHERE i.indrelid = to_regclass('memory_points') AND c.relname LIKE '{_PREFIX}%'"
)
_WIDTH = (
    "SELECT {schema}.vector_dims(near) FROM memory_points WHERE encoder = :encoder AND near IS NOT NULL "
    "ORDER BY number DESC LIMIT 1"
)

log = logging.getLogger(__name__)


class Halfvec(UserDefinedType[str]):
    """The extension's type of half-precision floats, wherever it was installed."""

    cache_ok = True

    def __init__(self, schema: str) -> None:
        self.schema = schema

    def get_col_spec(self, **_: object) -> str:
        """Return its name in SQL."""
        return f"{self.schema}.halfvec"


@dataclass(slots=True)
class Pgvector:
    """The extension's part in a home's search; on SQLite it is absent."""

    database: Database
    points: Table
    state: State = "unknown"
    _schema: str = ""
    _graphs: frozenset[str] = frozenset()

    def is_ready(self, connection: Connection) -> bool:
        """Tell whether it can search; looked up once a process."""
        if self.state == "unknown":
            self._look(connection)
        return self.state == "ready"

    def _look(self, connection: Connection) -> None:
        if connection.dialect.name != "postgresql":
            self.state = "absent"
            return
        found = connection.execute(_LOOK).first()
        version = found.version if found else connection.execute(_OFFERED).scalar()
        if version is None:
            self.state = "absent"
        elif _numbers(version) < LEAST:
            self.state = "old"
        elif found is None or not found.made:
            self.state = "waiting"
        else:
            self.state, self._schema = "ready", found.schema
            self._graphs = frozenset(r.name for r in connection.execute(_GRAPHS) if r.whole)

    def prepare(self, most: int | None = None) -> None:
        """Make the extension and the column, where they can be and are not; a home of more than `most` waits.

        Never raises for what the server does not allow: `state` says it.
        """
        if self.state in ("ready", "absent", "old", "refused") or self.database.in_transaction():
            return
        with self.database.read() as connection:
            self._look(connection)
            if self.state != "waiting":
                return
            if most is not None and self._more_than(connection, most):
                return
        try:
            with self.database.transaction("calisson") as tx:
                self._make(tx.connection)
        except DBAPIError as problem:
            log.info("vectors are searched in working memory: %s", problem.orig)
            self.state = "refused"
        else:
            self.state = "unknown"
            with self.database.read() as connection:
                self._look(connection)

    def _make(self, connection: Connection) -> None:
        connection.execute(text("SET LOCAL lock_timeout = '10s'"))
        if connection.execute(_LOOK).first() is None:
            try:  # where every schema of the database sees it
                with connection.begin_nested():
                    connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public"))
            except DBAPIError:
                connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        found = connection.execute(_LOOK).one()
        if not found.made:
            filled = {"schema": found.schema, "mark": BYTES.hex(), "mark_length": len(BYTES)}
            connection.exec_driver_sql(_FUNCTION.format(**filled))
            connection.exec_driver_sql(_COLUMN.format(**filled))

    def _more_than(self, connection: Connection, most: int) -> bool:
        some: Select[Any] = select(literal_column("1")).select_from(self.points).offset(most).limit(1)
        return connection.execute(some).first() is not None

    # --- searching -------------------------------------------------------------------------------------------

    def nearest(
        self,
        connection: Connection,
        encoder: str,
        vector: Vector,
        count: int,
        allowed: ColumnElement[bool],
        whose: str | None = None,
    ) -> list[int]:
        """Return the numbers of the `count` nearest that are allowed, nearest first, of equals the earlier one.

        Args:
            connection: a connection for which `is_ready`.
            encoder: the name of the encoder of `vector` and of the vectors that it is compared with.
            vector: signed bytes.
            count: the most numbers.
            allowed: the condition on `memories`; it is part of the statement, so nothing else leaves the database.
            whose: the viewer whom `allowed` is for: where they have little, that is found faster.
        """
        found: list[tuple[float, int]] = []
        try:
            if has_graph := graph_name(encoder, len(vector)) in self._graphs:
                looked = str(min(1000, max(LOOKED_AT, 2 * count)))
                connection.execute(_SETTINGS, {"looked": looked, "seen": str(SEEN)})
                found = self._ask(connection, encoder, vector, count, allowed, by_graph=True)
            if has_graph and len(found) < count and whose is not None:
                allowed = and_(within_reach(whose), allowed)
            if len(found) < count or not has_graph:
                found = self._ask(connection, encoder, vector, count, allowed, by_graph=False)
        except DBAPIError:
            self.state = "unknown"  # it was taken away: the next search looks again
            raise
        return [number for _, number in sorted(found)]

    def _ask(
        self,
        connection: Connection,
        encoder: str,
        vector: Vector,
        count: int,
        allowed: ColumnElement[bool],
        *,
        by_graph: bool,
    ) -> list[tuple[float, int]]:
        p, width = self.points, len(vector)
        near = "memory_points.near"
        if by_graph:  # the expression that it is over
            near = f"CAST({near} AS {self._schema}.halfvec({width}))"
        wanted = "[" + ",".join(str(b - 256 if b > 127 else b) for b in vector) + "]"
        to = cast(literal(wanted, String), Halfvec(self._schema))
        distance = literal_column(near, Halfvec(self._schema)).op(
            f"OPERATOR({self._schema}.<#>)", return_type=Float()
        )(to)
        query = (
            select(distance.label("distance"), p.c.number)
            .join_from(p, memories, memories.c.position == p.c.position)
            .where(
                p.c.encoder == literal(encoder, String, literal_execute=True),
                literal_column(f"{self._schema}.vector_dims(memory_points.near)", Integer)
                == literal_column(str(width)),
                allowed,
            )
            .order_by(distance)
            .limit(literal_column(str(count)))
        )
        return [(float(r.distance), int(r.number)) for r in connection.execute(query)]

    # --- the graph -------------------------------------------------------------------------------------------

    def tend(self, encoder: str) -> None:
        """Have a graph of this encoder's vectors when there are many, and no other one.

        Others read and write meanwhile. A hundred thousand take one to two minutes of one core, once; afterwards every
        memory adds itself. What was interrupted is done again.
        """
        if self.state != "ready":
            return
        options = {"isolation_level": "AUTOCOMMIT"}
        with self.database.engine.connect().execution_options(**options) as connection:
            if not connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": _LOCK}).scalar():
                return  # another process is at it
            try:
                self._tend(connection, encoder)
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": _LOCK})
                connection.execute(text("RESET maintenance_work_mem"))

    def _tend(self, connection: Connection, encoder: str) -> None:
        width = connection.execute(text(_WIDTH.format(schema=self._schema)), {"encoder": encoder}).scalar()
        wanted = graph_name(encoder, int(width or 0))
        there = {r.name: r.whole for r in connection.execute(_GRAPHS)}
        for name in sorted(n for n, whole in there.items() if n != wanted or not whole):
            connection.exec_driver_sql(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        if not there.get(wanted) and 0 < (width or 0) <= WIDEST and self._more_than(connection, INDEXED):
            connection.execute(text(f"SET maintenance_work_mem = '{_BUILD_MEMORY}'"))
            name = "'" + encoder.replace("'", "''").replace("%", "%%") + "'"
            connection.exec_driver_sql(
                f"CREATE INDEX CONCURRENTLY {wanted} ON memory_points USING hnsw "
                f"((CAST(near AS {self._schema}.halfvec({width}))) {self._schema}.halfvec_ip_ops) "
                f"WITH (m = {NEIGHBOURS}, ef_construction = {BUILT_WITH}) "
                f"WHERE encoder = {name} AND {self._schema}.vector_dims(near) = {width}"
            )
            connection.exec_driver_sql("ANALYZE memory_points, memories")
        self._graphs = frozenset(r.name for r in connection.execute(_GRAPHS) if r.whole)


def graph_name(encoder: str, width: int) -> str:
    """Return the name of the graph of an encoder's vectors of this width."""
    import hashlib

    return _PREFIX + hashlib.sha256(f"{encoder} {width}".encode()).hexdigest()[:12]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
