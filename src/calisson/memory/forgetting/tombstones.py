"""What stays forgotten when a backup is brought back: ids of memories, in a file that no backup holds.

A backup that moved or was downloaded cannot be rewritten when something is forgotten. So the home keeps the ids of what
was forgotten (nothing of what it said) beside its database, and forgets the same again in whatever is brought back,
before anybody can read it. Not covered: a home that was lost together with this file, and a backup that is brought back
into another home; for those there are sealed backups, whose keys are destroyed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import select

from calisson.clock import Clock
from calisson.memory.tables import memories, memory_partings
from calisson.store import Database

FILE = "forgotten.jsonl"
_BATCH = 500


def note(data_dir: Path, ids: Collection[str]) -> None:
    """Keep that these memories were forgotten; on the disk when it returns."""
    fresh = sorted(set(ids) - kept(data_dir))
    if not fresh:
        return
    handle = os.open(data_dir / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(i) + "\n" for i in fresh))
        file.flush()
        os.fsync(file.fileno())


def kept(data_dir: Path) -> set[str]:
    """Return the ids in the file; a line that a crash cut off is left out."""
    found: set[str] = set()
    try:
        lines = (data_dir / FILE).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return found
    for line in lines:
        try:
            found.add(str(json.loads(line)))
        except ValueError:
            continue
    return found


def known(database: Database) -> set[str]:
    """Return the ids of everything that was forgotten in a home and not taken back."""
    with database.read() as connection:
        asked = connection.execute(select(memory_partings.c.id).where(memory_partings.c.reason != "budget"))
        return kept(database.data_dir) | set(asked.scalars())


def forget_again(database: Database, ids: Collection[str], clock: Clock) -> tuple[str, ...]:
    """Forget in a home what is forgotten already, with every trace and at once; return what was there.

    Of a person whose memories are locked nothing answers any more, and the bytes go once they are unlocked.
    """
    from calisson.memory.forgetting.parting import ACTOR, Forgetting, part

    found: list[str] = []
    wanted = sorted(ids)
    with database.transaction(ACTOR) as tx:
        for at in range(0, len(wanted), _BATCH):
            query = select(memories).where(memories.c.id.in_(wanted[at : at + _BATCH]))
            for row in tx.rows(query):
                part(tx, row, "asked", after_h=0)
                found.append(str(row["id"]))
    if found:
        Forgetting(database, clock).erase(found)
    return tuple(found)
