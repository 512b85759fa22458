"""A backup looked at before it is brought back: what would be added, replaced and put away; the present state kept first.

Each state that a restore replaced is a backup itself, in the home's `backups` folder, and can be brought back the
same way. So nothing that a restore does is lost.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import select

from calisson.errors import NotFoundError
from calisson.store import metadata
from calisson.store.exchange import Unpacked, take_over, unpack

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.store import Database

SUFFIX = "-before-restore.zip"
"""What the name of a kept state ends with; before it stands when, in UTC."""

Versions = Mapping[str, tuple[Any, ...]]
"""By id: what differs when a row does."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many things a restore would touch."""

    added: int
    replaced: int
    gone: int
    """Here now, and not in the backup."""
    same: int


@dataclass(frozen=True, slots=True)
class AppChange:
    """What would become of one app."""

    id: str
    name: str
    icon: str
    change: Literal["added", "replaced", "gone", "same"]
    records: Counts


@dataclass(frozen=True, slots=True)
class Preview:
    """What bringing a backup back would do."""

    made_at: datetime
    """Aware."""
    apps: tuple[AppChange, ...]
    records: Counts
    memories: Counts
    reminders: Counts
    turns: Counts
    """Of the talk."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {**asdict(self), "made_at": self.made_at.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class Saved:
    """A state that was kept before a restore."""

    name: str
    at: datetime
    """Aware."""
    size_bytes: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"name": self.name, "at": self.at.isoformat(timespec="seconds"), "size_bytes": self.size_bytes}


class Arrival:
    """A backup that was unpacked beside the home; `close` takes it away."""

    def __init__(self, unpacked: Unpacked, folder: tempfile.TemporaryDirectory[str]) -> None:
        self.unpacked = unpacked
        self._folder = folder

    def close(self) -> None:
        """Remove what was unpacked."""
        self._folder.cleanup()


def arrive(home: Home, file: Path) -> Arrival:
    """Check and unpack a backup on the home's own disk.

    Raises:
        CorruptError: it is no backup, or is damaged.
        NewerSchemaError: it was made by a newer release.
        StoreError: there is no room for it.
    """
    folder = tempfile.TemporaryDirectory(
        dir=home.database.data_dir, prefix=".restore-", ignore_cleanup_errors=True
    )
    try:
        unpacked = unpack(file, Path(folder.name), home.database.data_dir)
        _forget(home, unpacked)
        return Arrival(unpacked, folder)
    except BaseException:
        folder.cleanup()
        raise


def preview(home: Home, arrival: Arrival) -> Preview:
    """Compare a backup with the home as it is now."""
    from calisson.store import Database

    with Database.open(arrival.unpacked.folder) as other:
        now, then = _Content(home.database), _Content(other)
    ids = [*then.apps, *(a for a in now.apps if a not in then.apps)]
    apps = [_app(now, then, app_id) for app_id in ids]
    order = ("gone", "added", "replaced", "same")
    apps.sort(key=lambda a: (order.index(a.change), a.name.casefold()))
    return Preview(
        made_at=arrival.unpacked.made_at,
        apps=tuple(apps),
        records=_counts(now.all_records, then.all_records),
        memories=_counts(now.memories, then.memories),
        reminders=_counts(now.reminders, then.reminders),
        turns=_counts(now.turns, then.turns),
    )


def bring_back(home: Home, arrival: Arrival) -> Saved:
    """Put a backup in the place of the home's content and return the state that was kept first.

    Raises:
        StoreError: the home is on PostgreSQL, or the present state cannot be kept; nothing is changed then.
    """
    folder = home.database.data_dir / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    at = home.clock.now()
    while (keep := folder / f"{at:%Y%m%d-%H%M%S}{SUFFIX}").exists():  # never over another state
        at += timedelta(seconds=1)
    _forget(home, arrival.unpacked)  # what was forgotten since it was looked at, too
    take_over(home.database, arrival.unpacked, keep)
    home.open_rooms()
    return _saved(keep)


def _forget(home: Home, unpacked: Unpacked) -> None:
    """Take what this home has forgotten out of a backup that was unpacked, before anybody sees it."""
    from calisson.memory.forgetting import tombstones
    from calisson.store import Database

    ids = tombstones.known(home.database)
    tombstones.note(home.database.data_dir, ids)
    with Database.open(unpacked.folder, clock=home.clock) as brought:
        tombstones.forget_again(brought, ids, home.clock)


def forget_as_before(data_dir: Path, former: Path) -> None:
    """Forget in a home that was restored what the home that stood there before had forgotten.

    Args:
        data_dir: the restored home's folder.
        former: where the home before it is kept.
    """
    from calisson.clock import SystemClock
    from calisson.memory.forgetting import tombstones
    from calisson.store import Database
    from calisson.store.database import FILE

    if (former / FILE).is_file():
        with Database.open(former) as before:
            ids = tombstones.known(before)
    else:
        ids = tombstones.kept(former)
    tombstones.note(data_dir, ids)
    with Database.open(data_dir) as now:
        tombstones.forget_again(now, ids, SystemClock())


def saved(home: Home, name: str | None = None) -> list[Saved]:
    """Return the states that were kept before restores, latest first; with `name` that one.

    Raises:
        NotFoundError: there is none of this name.
    """
    folder = home.database.data_dir / "backups"
    found = [_saved(p) for p in sorted(folder.glob(f"*{SUFFIX}"), reverse=True) if _when(p.name)]
    if name is None:
        return found
    if one := [s for s in found if s.name == name]:
        return one
    raise NotFoundError(f"no kept state {name!r}", message_id="error-not-found")


def _saved(path: Path) -> Saved:
    at = _when(path.name)
    assert at is not None
    return Saved(path.name, at, path.stat().st_size)


def _when(name: str) -> datetime | None:
    found = re.fullmatch(r"(\d{8}-\d{6})" + re.escape(SUFFIX), name)
    return datetime.strptime(found[1] + "+0000", "%Y%m%d-%H%M%S%z") if found else None


class _Content:
    """What a comparison looks at: ids with what differs when a row does."""

    def __init__(self, database: Database) -> None:
        with database.read() as connection:

            def rows(table: str, *columns: str, **where: Any) -> Iterable[Any]:
                t = metadata.tables[table]
                query = select(*(t.c[c] for c in columns))
                for column, value in where.items():
                    query = query.where(t.c[column] == value)
                return connection.execute(query).all()

            self.apps = {
                r[0]: r for r in rows("apps", "id", "name", "spec", "version", "updated_at", deleted_at=None)
            }
            self.records: dict[str, dict[str, tuple[Any, ...]]] = {a: {} for a in self.apps}
            for record_id, app_id, *rest in rows("records", "id", "app_id", "version", "updated_at"):
                if app_id in self.records:
                    self.records[app_id][record_id] = tuple(rest)
            self.memories = {
                r[0]: tuple(r[1:]) for r in rows("memories", "id", "text", status="live", tier="fact")
            }
            self.reminders = {r[0]: tuple(r[1:]) for r in rows("reminders", "id", "updated_at")}
            self.turns = {r[0]: () for r in rows("turns", "id")}

    @property
    def all_records(self) -> Versions:
        return {i: v for records in self.records.values() for i, v in records.items()}


def _app(now: _Content, then: _Content, app_id: str) -> AppChange:
    mine, theirs = now.apps.get(app_id), then.apps.get(app_id)
    records = _counts(now.records.get(app_id, {}), then.records.get(app_id, {}))
    shown = theirs or mine
    assert shown is not None
    change: Literal["added", "replaced", "gone", "same"]
    if mine is None:
        change = "added"
    elif theirs is None:
        change = "gone"
    elif mine.version == theirs.version and not (records.added or records.replaced or records.gone):
        change = "same"
    else:
        change = "replaced"
    return AppChange(app_id, shown.name, str(shown.spec.get("icon") or ""), change, records)


def _counts(now: Versions, then: Versions) -> Counts:
    replaced = sum(1 for i, v in then.items() if i in now and now[i] != v)
    both = sum(1 for i in then if i in now)
    return Counts(len(then) - both, replaced, len(now) - both, both - replaced)
