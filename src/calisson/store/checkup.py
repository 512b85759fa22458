"""Looking a home's database over, for `calisson doctor`."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from sqlalchemy import func, select, text

from calisson.store import tables
from calisson.store.blobs import Blobs
from calisson.store.database import Database
from calisson.store.setup import HEAD, version_of

LOW_DISK_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    """`schema`, `integrity`, `disk`, `blobs`, `history`."""
    ok: bool
    detail: str
    """What was found, and the mend when it is not right; in English."""
    needed: bool = True
    """Whether the home cannot do without."""


def check(database: Database) -> list[Check]:
    """Look over schema, integrity, disk space, blobs and history. Reads everything once; changes nothing."""
    found = []
    with database.read() as connection:
        version = version_of(connection)
        found.append(Check("schema", version == HEAD, f"version {version}, this release knows {HEAD}"))
        if database.dialect == "sqlite":
            result = [str(r[0]) for r in connection.execute(text("PRAGMA integrity_check(5)"))]
            broken = connection.execute(text("PRAGMA foreign_key_check")).all()
            fine = result == ["ok"] and not broken
            mend = "; restore the last backup with `calisson restore FILE`"
            found.append(Check("integrity", fine, "ok" if fine else "; ".join(result) + mend))
        else:
            found.append(Check("integrity", True, "PostgreSQL answers"))
        changes = connection.execute(select(func.count()).select_from(tables.changes)).scalar_one()
        found.append(Check("history", True, f"{changes} changes are kept", needed=False))
    free = shutil.disk_usage(database.data_dir).free
    low = (
        "; make room, or move the home with `calisson backup` and `restore`" if free < LOW_DISK_BYTES else ""
    )
    found.append(Check("disk", free >= LOW_DISK_BYTES, f"{free // 1_000_000} MB free{low}"))
    missing = list(Blobs(database).missing())
    found.append(
        Check("blobs", not missing, f"{len(missing)} files are missing" if missing else "all there", False)
    )
    return found
