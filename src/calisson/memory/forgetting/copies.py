"""Copies of a home that hold what was forgotten, rewritten without it, each whole or not at all.

They are its automatic backups, and the backup files that are still where they were written.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from calisson.errors import StoreError
from calisson.journal import redaction
from calisson.memory.forgetting.erase import LOGGED, belongs, compact_file, is_talk, scrub, without_words
from calisson.memory.forgetting.traces import Trace, clean
from calisson.store import sealed
from calisson.store.backups import MANIFEST, digest_of, drop_backup, known_backups, note_backup, opened
from calisson.store.database import FILE
from calisson.store.engine import WRITE, make_engine


@dataclass(frozen=True, slots=True)
class Wish:
    """What shall be gone."""

    traces: Sequence[Trace]
    quiet: Sequence[str]
    """Ids of memories that go without their words being looked for."""
    positions: frozenset[int]
    """Their positions, by which vectors are kept."""
    actor: str
    at: datetime

    @property
    def ids(self) -> set[str]:
        """The memories."""
        return {*(t.id for t in self.traces), *self.quiet}


@dataclass(frozen=True, slots=True)
class Copies:
    """What became of the copies."""

    rewritten: tuple[str, ...] = ()
    out_of_reach: tuple[str, ...] = ()
    """Paths, or times of downloads, of backups that were made and are not there to be rewritten."""
    failed: tuple[str, ...] = ()
    shredded: tuple[str, ...] = ()
    """Sealed backups out of reach whose key was destroyed: nobody can read them any more."""


def scrub_copies(data_dir: Path, wish: Wish) -> Copies:
    """Rewrite every copy of the home that can be reached."""
    rewritten: list[str] = []
    gone: list[str] = []
    failed: list[str] = []
    shredded: list[str] = []
    works: list[tuple[Path, Callable[[Path, Wish], None]]] = []
    for path in sorted((data_dir / "backups").glob("*")):
        works += [(path, scrub_file)] if path.suffix == ".db" else []
        works += [(path, _scrub_mixed)] if path.suffix == ".jsonl" else []
    for known in known_backups(data_dir):
        there = bool(known["path"]) and Path(known["path"]).is_file()
        if known["key"] and not (there and sealed.sealed_with(Path(known["path"])) == known["key"]):
            lost = _shred(data_dir, known)
            (shredded if lost is None else gone).append(lost or known["path"] or known["at"])
        elif known["key"]:
            works.append((Path(known["path"]), partial(_scrub_sealed, data_dir, known)))
        elif there:
            works.append((Path(known["path"]), scrub_zip))
        else:
            gone.append(known["path"] or known["at"])
    for path, work in works:
        try:
            work(path, wish)
            rewritten.append(str(path))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, StoreError) as error:
            failed.append(f"{path}: {error}")
    return Copies(tuple(rewritten), tuple(gone), tuple(failed), tuple(shredded))


def scrub_file(path: Path, wish: Wish) -> None:
    """Rewrite a copy of a SQLite home."""
    engine = make_engine(path, None)
    try:
        with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
            scrub(connection, wish.traces, wish.quiet, actor=wish.actor, at=wish.at)
    finally:
        engine.dispose()
    compact_file(path, single=True)


def scrub_zip(path: Path, wish: Wish) -> None:
    """Rewrite a backup file, with its manifest.

    Raises:
        OSError, ValueError, KeyError, zipfile.BadZipFile: it cannot be read or written; it is as it was.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as folder:
        inside, made = Path(folder) / "home", Path(folder) / "backup.zip"
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            archive.extractall(inside, [n for n in archive.namelist() if n in manifest["sha256"]])
        if (inside / FILE).exists():
            scrub_file(inside / FILE, wish)
        for file in sorted((inside / "tables").glob("*.jsonl")):
            _rewrite(file, file.stem, wish)
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            for name in sorted(manifest["sha256"]):
                archive.write(inside / name, name)
                manifest["sha256"][name] = digest_of(inside / name)
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        shutil.copymode(path, made)
        made.replace(path)


def _shred(data_dir: Path, known: dict[str, Any]) -> str | None:
    """Destroy the key of a sealed backup; return where a copy of it is out of reach, if one is."""
    folders = [data_dir / sealed.FOLDER, *([Path(known["keys"])] if known["keys"] else [])]
    if not sealed.destroy_key(known["key"], *folders):
        return str(known["keys"])
    drop_backup(data_dir, known)
    return None


def _scrub_sealed(data_dir: Path, known: dict[str, Any], path: Path, wish: Wish) -> None:
    """Rewrite a sealed backup under a new key, and destroy the old one."""
    copy = Path(known["keys"]) if known["keys"] else None
    with tempfile.TemporaryDirectory(dir=data_dir, prefix=".backup-") as folder:
        plain = Path(folder) / "plain.zip"
        opened(path, plain, data_dir, copy)
        scrub_zip(plain, wish)
        key = sealed.new_key()
        name = sealed.keep_key(data_dir, key, copy)
        fresh = path.with_name(f".{path.name}.part")
        fresh.unlink(missing_ok=True)
        sealed.seal(plain, fresh, key)
        fresh.replace(path)
    note_backup(data_dir, path, datetime.fromisoformat(known["at"]), key=name, keys=copy)
    _shred(data_dir, known)


def _rewrite(file: Path, table: str, wish: Wish) -> None:
    """Rewrite a table that was dumped as JSON lines."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    cleaned = _rows_without(table, rows, wish)
    file.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in cleaned), "utf-8")


def _scrub_mixed(path: Path, wish: Wish) -> None:
    """Rewrite an automatic backup of a PostgreSQL home: lines `{table: row}`."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text("utf-8").splitlines():
        ((name, row),) = json.loads(line).items()
        tables.setdefault(name, []).append(row)
    fresh = path.with_suffix(".part")
    with fresh.open("w", encoding="utf-8") as file:
        for name, rows in tables.items():
            for row in _rows_without(name, rows, wish):
                file.write(json.dumps({name: row}, ensure_ascii=False) + "\n")
    fresh.replace(path)


def _rows_without(table: str, rows: list[dict[str, Any]], wish: Wish) -> list[dict[str, Any]]:
    if table == "memories" or table.startswith("memory_"):
        rows = [r for r in rows if table == "memory_partings" or not _is_about(r, wish)]
    if table == "changes":
        return [_change_without(r, wish) for r in rows]
    if table == "journal":
        return _journal_without(rows, wish)
    return [_row_without(r, wish) for r in rows] if is_talk(table) else rows


def _is_about(row: Mapping[str, Any], wish: Wish) -> bool:
    return row.get("memory_id", row.get("id")) in wish.ids or row.get("position") in wish.positions


def _row_without(row: dict[str, Any], wish: Wish) -> dict[str, Any]:
    near = belongs(wish.traces, json.dumps(row, ensure_ascii=False))
    return {
        k: v if k in ("id", "seq") else clean(v, wish.traces, belongs=near, key=k) for k, v in row.items()
    }


def _change_without(row: dict[str, Any], wish: Wish) -> dict[str, Any]:
    if row["table_name"] == "memories" and row["row_id"] in wish.ids:
        return {**row, "before": without_words(row["before"]), "after": without_words(row["after"])}
    return row if row["table_name"] in LOGGED | {"memories"} else _row_without(row, wish)


def _journal_without(rows: list[dict[str, Any]], wish: Wish) -> list[dict[str, Any]]:
    cut: dict[str, str] = {}
    for row in rows:
        body = json.loads(row["body"])
        new = clean(body, wish.traces, belongs=belongs(wish.traces, row["body"]))
        if new is not body and row["kind"] != redaction.KIND:
            row["body"] = cut[row["id"]] = redaction.canonical(new)
    if cut:
        about: Mapping[str, Any] = {"memories": sorted(wish.ids)}
        last = rows[-1]
        entry = redaction.entry(cut, previous=last["hash"], actor=wish.actor, at=wish.at, about=about)
        rows.append({"seq": last["seq"] + 1, **entry})
    return rows
