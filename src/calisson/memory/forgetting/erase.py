"""Taking the bytes of forgotten memories out of a database: this home's, or a copy of one.

Forgetting marks a row at once, so that nothing answers with it, and notes a parting. When its time to be taken back
is over (or at once, on request) `scrub` removes, in one transaction: the row, its entry in the full-text index, what
other tables keep by its id, its words in the change history, and sentences that say it again in talk, in kept
answers, in the steps of the workshop and in the journal (see `traces` and `journal.redaction`). `compact` then
rewrites the file, because SQLite leaves old bytes in free pages and in its log.

What people logged (records, apps, reminders) is theirs and is left alone, also where it says the same.

Not covered: the medium below the file system (worn cells of an SSD, snapshots), PostgreSQL's own log and replicas,
the freed space of a large PostgreSQL home's vectors (`REWRITTEN`), and copies that somebody made by other means.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    exists,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import Engine

from calisson.journal import redaction
from calisson.language.text import fold
from calisson.memory.finding.search import index_words
from calisson.memory.forgetting.traces import RESTATES, Trace, clean
from calisson.memory.tables import memories, memory_partings
from calisson.memory.words.sameness import share
from calisson.store import metadata, reveal, setup
from calisson.store.images import is_json
from calisson.store.tables import changes

TALK = ("turns", "answers", "workshop_steps", "workshop_runs")
"""Tables with words that are talk, not logged data; so is every table of memory. `info={"talk": True}` adds one."""

STEPS = "workshop_steps"

LOGGED = frozenset({"records", "apps", "app_versions", "reminders", "deliveries", "preferences"})
"""Tables that people log into: their history is left alone too."""

WORDS = ("text", "tokens", "mark", "matter")
"""Columns of a memory that carry its words."""

REWRITTEN = 20_000
"""Vectors up to which PostgreSQL's table of them is rewritten. With more, pgvector's graph would take minutes to make
anew: the places in it are emptied, and freed space of the table may hold the numbers until it is used again."""

_BATCH = 500


def traces_of(connection: Connection, ids: Sequence[str]) -> list[Trace]:
    """Return what to look for, for these memories and the former wordings that they replaced."""
    found: list[Trace] = []
    for row in _with_former(connection, ids):
        log = select(changes.c.turn_id, changes.c.after).where(
            changes.c.table_name == "memories", changes.c.row_id == row["id"]
        )
        of_row = [r for r in connection.execute(log).all() if r.turn_id]
        gone = [r.turn_id for r in of_row if (r.after or {}).get("status") == "forgotten"]
        asked = connection.execute(
            text("SELECT j.turn_id FROM evidence e JOIN journal j ON j.id = e.entry_id WHERE e.target = :id"),
            {"id": row["id"]},
        )
        links = {row["source"], *(r.turn_id for r in of_row), *asked.scalars()} - {None, ""}
        found.append(Trace.of(row, sorted(links), gone))
    return found


def _with_former(connection: Connection, ids: Sequence[str]) -> list[Mapping[str, Any]]:
    rows: dict[str, Mapping[str, Any]] = {}
    wanted = list(ids)
    while wanted:
        some, wanted = wanted[:_BATCH], wanted[_BATCH:]
        query = select(memories).where(or_(memories.c.id.in_(some), memories.c.replaced_by.in_(some)))
        for row in connection.execute(query).mappings():
            if row["id"] not in rows:
                rows[row["id"]] = dict(row)
                wanted.append(row["id"])
    return list(rows.values())


def positions_of(connection: Connection, ids: Sequence[str]) -> set[int]:
    """Return the positions of memories."""
    found: set[int] = set()
    for at in range(0, len(ids), _BATCH):
        query = select(memories.c.position).where(memories.c.id.in_(ids[at : at + _BATCH]))
        found.update(connection.execute(query).scalars())
    return found


def scrub(
    connection: Connection, traces: Sequence[Trace], quiet: Sequence[str], *, actor: str, at: datetime
) -> int:
    """Remove every byte of these memories from the tables; return how many rows were changed.

    Args:
        connection: inside a write transaction, on this home or a copy (also of an earlier release).
        traces: what to look for.
        quiet: further memories that go without their words being looked for elsewhere: talk that was hidden
            together with a fact, whose other sentences stay with the turn.
        actor: whose wish it is.
        at: aware.
    """
    ids = [*{*(t.id for t in traces), *quiet}]
    tables = _tables(connection)
    count = _drop_rows(connection, tables, ids)
    ids += _drop_orphans(connection, tables, traces)
    count += _strip_history(connection, ids)
    bodies: dict[str, str] = {}
    runs: set[str] = set()
    for table in tables.values():
        if not traces:
            break
        if table.name == "journal":
            bodies = _cut_journal(connection, table, traces)
        elif table.name == "changes" or is_talk(table.name):
            count += _clean_table(connection, table, traces, runs)
    if runs and (steps := tables.get(STEPS)) is not None:
        _drop_told(connection, steps, runs)
    redaction.redact(connection, bodies, actor=actor, at=at, about={"memories": sorted(ids)})
    return count + len(bodies)


def compact(engine: Engine) -> None:
    """Rewrite the database file so that no freed byte stays in it or its log.

    Raises:
        sqlalchemy.exc.OperationalError, sqlite3.OperationalError: somebody else is reading or writing; try later.
    """
    if engine.dialect.name == "sqlite":
        engine.dispose()
        compact_file(Path(engine.url.database or ""))
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        there = set(inspect(connection).get_table_names())
        for name in sorted(there & {"memories", "changes", "journal", *TALK}):
            connection.execute(text(f"VACUUM (FULL) {name}"))
        if "memory_points" in there:
            many = connection.execute(text("SELECT count(*) FROM memory_points")).scalar_one() > REWRITTEN
            connection.execute(text(f"VACUUM ({'INDEX_CLEANUP ON' if many else 'FULL'}) memory_points"))


def compact_file(file: Path, *, single: bool = False) -> None:
    """Rewrite one SQLite file and empty its log; with `single`, leave no log beside it."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=15)) as connection:
        connection.execute("PRAGMA temp_store=FILE")
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'memories_index'").fetchone():
            connection.execute("INSERT INTO memories_index(memories_index) VALUES ('optimize')")
        connection.execute("VACUUM")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise sqlite3.OperationalError("the log is in use")
        if single:
            connection.execute("PRAGMA journal_mode=DELETE")


# --- inside ------------------------------------------------------------------------------------------------


def _tables(connection: Connection) -> dict[str, Table]:
    """Return the tables that there are, with the columns that there are: a copy may be of an earlier release."""
    setup.load_tables()
    seen, found = inspect(connection), {}
    for name in sorted(set(seen.get_table_names()) & metadata.tables.keys()):
        there = set(connection.execute(select(text("*")).select_from(metadata.tables[name]).limit(0)).keys())
        columns = [c for c in metadata.tables[name].columns if c.name in there]
        found[name] = Table(
            name, MetaData(), *(Column(c.name, c.type, primary_key=c.primary_key) for c in columns)
        )
    return found


def is_talk(name: str) -> bool:
    """Tell whether a table has words that are talk."""
    ours = name.startswith("memory_") and name != memory_partings.name
    return name in TALK or ours or bool(name in metadata.tables and metadata.tables[name].info.get("talk"))


def _drop_rows(connection: Connection, tables: Mapping[str, Table], ids: Sequence[str]) -> int:
    count = 0
    for at in range(0, len(ids), _BATCH):
        query = select(tables["memories"]).where(tables["memories"].c.id.in_(ids[at : at + _BATCH]))
        old = [dict(r) for r in connection.execute(query).mappings()]
        connection.execute(
            delete(tables["memories"]).where(tables["memories"].c.id.in_(ids[at : at + _BATCH]))
        )
        _drop_blocks(connection, tables, ids[at : at + _BATCH])
        _drop_about(connection, tables, old)
        count += len(old)
    return count


def _drop_blocks(connection: Connection, tables: Mapping[str, Table], ids: Sequence[str]) -> None:
    """Remove the blocks of talk that are made of any of these memories, and the history of lines about them."""
    parts, blocks = tables.get("memory_episode_turns"), tables.get("memory_episodes")
    if parts is not None and blocks is not None:
        of = select(parts.c.episode_id).where(parts.c.memory_id.in_(ids))
        made_of = list(connection.execute(of).scalars())
        connection.execute(delete(blocks).where(blocks.c.id.in_(made_of)))
        connection.execute(delete(parts).where(parts.c.episode_id.in_(made_of)))
    for name in ("memory_profile", "memory_merges"):
        if (about := tables.get(name)) is not None:
            rows = list(connection.execute(select(about.c.id).where(about.c.memory_id.in_(ids))).scalars())
            _strip_history(connection, rows, name)


def _drop_about(
    connection: Connection, tables: Mapping[str, Table], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Remove what is kept about memories: index entries, and rows of memory's tables by id or position."""
    unindex(connection, rows)
    ids, positions = [r["id"] for r in rows], [r["position"] for r in rows]
    for table in tables.values():
        if not table.name.startswith("memory_") or table.name == memory_partings.name:
            continue
        for name, values in (("memory_id", ids), ("position", positions), ("id", ids)):
            if name in table.c and (name != "id" or isinstance(table.c.id.type, String)):
                connection.execute(delete(table).where(table.c[name].in_(values)))
                break


def _drop_orphans(connection: Connection, tables: Mapping[str, Table], traces: Sequence[Trace]) -> list[str]:
    """Unindex the same words of rows that are gone because their turn was taken back; return those rows' ids."""
    query = select(changes.c.row_id, changes.c.after).where(
        changes.c.table_name == "memories",
        changes.c.op == "insert",
        ~exists(select(memories.c.id).where(memories.c.id == changes.c.row_id)),
    )
    found: dict[str, Mapping[str, Any]] = {}
    for row_id, after in connection.execute(query).all():
        if not after or not after.get("text"):
            continue
        said, has = reveal(after["text"]), set(reveal(after["tokens"]).split())
        if any(t.folded == fold(said) or share(t.wanted, has) >= RESTATES for t in traces):
            found[row_id] = {**after, "tokens": reveal(after["tokens"])}
    _drop_about(connection, tables, list(found.values()))
    return list(found)


def unindex(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Take rows out of SQLite's index; one that has no entry is passed over, because that would spoil the index."""
    if connection.dialect.name != "sqlite":
        return
    there = text("SELECT 1 FROM memories_index_docsize WHERE id = :position")
    out = "INSERT INTO memories_index(memories_index, rowid, tokens, tier) VALUES ('delete', :position, :tokens, :tier)"
    for row in rows:
        if connection.execute(there, {"position": row["position"]}).first() is not None:
            values = {"position": row["position"], "tokens": index_words(row["tokens"]), "tier": row["tier"]}
            connection.execute(text(out), values)


def _strip_history(connection: Connection, ids: Sequence[str], table: str = "memories") -> int:
    """Take the words out of the memories' own history; what an undo of it needs else stays."""
    count = 0
    for at in range(0, len(ids), _BATCH):
        query = select(changes).where(
            changes.c.table_name == table, changes.c.row_id.in_(ids[at : at + _BATCH])
        )
        for row in connection.execute(query).mappings().all():
            bare = {side: without_words(row[side]) for side in ("before", "after")}
            if any(row[side] != bare[side] for side in bare):
                connection.execute(update(changes).where(changes.c.seq == row["seq"]).values(**bare))
                count += 1
    return count


def without_words(image: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the image of a memory in the history without what it said."""
    return None if image is None else {k: v for k, v in image.items() if k not in WORDS}


def belongs(traces: Sequence[Trace], words: str) -> dict[str, bool]:
    """Return the traces that a row belongs to: it names one of their turns."""
    return {
        t.id: any(link in words for link in t.forgetting)
        for t in traces
        if any(link in words for link in t.links)
    }


def _rows(connection: Connection, table: Table) -> Iterator[Mapping[str, Any]]:
    """Yield all rows, in batches by primary key, so that they can be changed meanwhile."""
    (key,) = table.primary_key.columns
    last: Any = None
    while True:
        query = select(table).order_by(key).limit(_BATCH)
        more = query if last is None else query.where(key > last)
        rows = [dict(r) for r in connection.execute(more).mappings()]
        yield from rows
        if len(rows) < _BATCH:
            return
        last = rows[-1][key.name]


def is_wordy(column: Column[Any]) -> bool:
    """Tell whether a column holds text or JSON."""
    return is_json(column) or isinstance(column.type, String | JSON)


def _clean_table(
    connection: Connection, table: Table, traces: Sequence[Trace], runs: set[str] | None = None
) -> int:
    """Clean a table's rows; return how many changed, and note in `runs` the runs of the workshop that they are steps of."""
    if len(table.primary_key.columns) != 1:
        return 0
    (key,) = table.primary_key.columns
    wordy = [c for c in table.columns if c is not key and is_wordy(c)]
    count = 0
    for row in _rows(connection, table):
        if table.name == "changes" and row["table_name"] in LOGGED | {"memories"}:
            continue
        values = {c.name: row[c.name] for c in wordy if row[c.name] is not None}
        near = belongs(traces, json.dumps([row[key.name], *values.values()], ensure_ascii=False, default=str))
        new = {name: clean(value, traces, belongs=near, key=name) for name, value in values.items()}
        new = {name: value for name, value in new.items() if value is not values[name]}
        if new:
            connection.execute(update(table).where(key == row[key.name]).values(**new))
            count += 1
            if runs is not None and table.name == STEPS:
                runs.add(row["run_id"])
    return count


def _drop_told(connection: Connection, steps: Table, runs: set[str]) -> None:
    """Empty what these runs were told of their older steps: single words of it may be left; it is made anew from them."""
    query = select(steps.c.seq, steps.c.body).where(steps.c.kind == "summary", steps.c.run_id.in_(runs))
    for seq, body in connection.execute(query).all():
        values = {"body": {**body, "text": "", "trail": None}}
        connection.execute(update(steps).where(steps.c.seq == seq).values(**values))


def _cut_journal(connection: Connection, table: Table, traces: Sequence[Trace]) -> dict[str, str]:
    cut: dict[str, str] = {}
    for row in _rows(connection, table):
        if row["kind"] == redaction.KIND:
            continue
        body = json.loads(row["body"])
        new = clean(body, traces, belongs=belongs(traces, row["body"]))
        if new is not body:
            cut[row["id"]] = redaction.canonical(new)
    return cut
