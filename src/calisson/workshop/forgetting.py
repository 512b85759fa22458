"""What was forgotten, taken out of the workspaces: their files, and their histories, whose objects are compressed.

A history is written anew where it holds it: every file's content, commit message and tree gets the id that it has
without, refs and steps point to the new ids, and the old objects go, so that a run can still be rewound. A workspace
in which a run is at work is left alone until that run ends, because its model would write the words down again.

Covers: text files and commit messages of the workspaces in the home's `work` folder and of their sub-agents' copies.
Does not cover: names of files, files that are no text, files past 8 MB, and workspaces elsewhere; such a file or
workspace that holds the words is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from calisson.errors import ConflictError, ToolError
from calisson.memory.forgetting.places import Cleaned
from calisson.workshop.bench import FOLDER, Held
from calisson.workshop.gitstore import MOST_BYTES, GitStore
from calisson.workshop.tables import workshop_runs, workshop_steps

if TYPE_CHECKING:
    from calisson.store import Database

HISTORY = ".history"
COPIES = ".sub"
POINTERS = ("tree", "head", "image")
"""What of a step names an object of the history."""

Clean = Callable[[str], str]


class Workspaces:
    """The workspaces of a home, for whoever forgets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def clean(self, without: Clean) -> Cleaned:
        """Take out of every workspace what `without` takes out of a text."""
        rewritten: list[str] = []
        waiting: list[str] = []
        failed: list[str] = []
        base = self._database.data_dir / FOLDER
        for workspace in sorted({_workspace(p) for p in base.iterdir()} if base.is_dir() else ()):
            try:
                with Held(str(workspace)):
                    changed = [self._clean(place, without, failed) for place in _places(workspace)]
                    rewritten += [str(workspace)] if any(changed) else []
            except ConflictError:
                waiting += [str(workspace)] if any(_holds(p, without) for p in _places(workspace)) else []
            except (OSError, ToolError) as error:
                failed.append(f"{workspace}: {error}")
        failed += [f"{p}: not in this home" for p in self._elsewhere(base) if _holds(p, without)]
        return Cleaned(tuple(rewritten), tuple(waiting), tuple(failed))

    def _clean(self, place: Path, without: Clean, failed: list[str]) -> bool:
        changed = False
        for file in _files(place):
            data = file.read_bytes()
            new = _bytes_without(data, without)
            if new is None:
                failed += [f"{file}: not a text"] if _is_in(data, without) else []
            elif new != data:
                part = file.with_name(f"{file.name}.part~")
                part.write_bytes(new)
                part.chmod(file.stat().st_mode)
                part.replace(file)
                changed = True
        moved = _history(place).rewrite(lambda data: _bytes_without(data, without) or data)
        if moved:
            self._point_anew(place, moved)
        return changed or bool(moved)

    def _point_anew(self, place: Path, moved: Mapping[str, str]) -> None:
        """Let the steps of a workspace's runs name the new objects."""
        table = workshop_steps
        runs = select(workshop_runs.c.id).where(workshop_runs.c.folder == str(place.absolute()))
        with self._database.transaction("calisson") as tx:
            steps = tx.execute(select(table.c.seq, table.c.body).where(table.c.run_id.in_(runs))).mappings()
            for step in steps.all():
                body = step["body"]
                new: dict[str, Any] = {p: moved[body[p]] for p in POINTERS if body.get(p) in moved}
                if new:
                    tx.execute(update(table).where(table.c.seq == step["seq"]).values(body={**body, **new}))

    def _elsewhere(self, base: Path) -> list[Path]:
        """Return the workspaces of runs that are not in the home's folder."""
        with self._database.read() as connection:
            folders = connection.execute(select(workshop_runs.c.folder).distinct()).scalars()
            return [p for p in map(Path, folders) if not p.is_relative_to(base.absolute()) and p.is_dir()]


def _workspace(entry: Path) -> Path:
    """Return the workspace that an entry of the folder of workspaces belongs to."""
    name = entry.name
    for ending in (HISTORY, COPIES, ".lock"):
        name = name.removesuffix(ending)
    return entry.with_name(name)


def _places(workspace: Path) -> list[Path]:
    """Return a workspace and its sub-agents' copies, those too of which only the history is left."""
    copies = workspace.with_name(f"{workspace.name}{COPIES}")
    inner = {_workspace(p) for p in copies.iterdir()} if copies.is_dir() else set()
    return [workspace, *sorted(inner)]


def _history(place: Path) -> GitStore:
    return GitStore(place.with_name(f"{place.name}{HISTORY}"))


def _files(place: Path) -> Iterator[Path]:
    """Yield the regular files of a workspace, whatever they are called; no link is followed."""
    if not place.is_dir() or place.is_symlink():
        return
    for path in sorted(place.iterdir()):
        if path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.is_file() and path.stat().st_size <= MOST_BYTES:
            yield path


def _bytes_without(data: bytes, without: Clean) -> bytes | None:
    """Return a text's bytes without what was forgotten; None for what is no text."""
    try:
        return without(data.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_in(data: bytes, without: Clean) -> bool:
    """Tell whether bytes that are no text hold what was forgotten all the same."""
    readable = data.decode("utf-8", "replace")
    return without(readable) != readable


def _holds(place: Path, without: Clean) -> bool:
    """Tell whether anything in a workspace, or its history, holds what was forgotten."""
    contents = (path.read_bytes() for path in _files(place))
    return any(_is_in(data, without) for data in contents) or any(
        _is_in(data, without) for kind, data in _history(place).objects() if kind != "tree"
    )
