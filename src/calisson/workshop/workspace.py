"""A folder of files that an agent works in: safe paths, whole-file changes, each one atomic.

Covers: paths that climb out, links (none is followed, none is made), sizes. `apply` writes what stands in the
change whatever was there before, so that a step that was kept can be carried out again after a crash.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from glob import escape
from pathlib import Path, PurePosixPath

from calisson.errors import SandboxError, ToolError
from calisson.sandbox.files import safe_name
from calisson.workshop.gitstore import EMPTY_TREE, GitStore
from calisson.workshop.patterns import fits
from calisson.workshop.types import Change, Site

FILE_BYTES = 1 << 20
MOST_FILES = 2000
PART = ".part~"


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known of a workspace's files."""

    outside: frozenset[str] = frozenset()
    """They hold outside text: last changed by a run that had read some."""
    local: frozenset[str] = frozenset()
    """They may not leave the house: last changed by a run that had read what may not."""
    patterns: tuple[str, ...] = ()
    """More files that hold outside text."""

    def is_outside(self, path: str) -> bool:
        """Return whether a file holds outside text."""
        return path in self.outside or any(fits(path, p) for p in self.patterns)

    def after(self, paths: frozenset[str], *, outside: bool, local: bool) -> Marks:
        """Return what is known after a step changed these files."""
        return Marks(self.outside | paths if outside else self.outside - paths,
                     self.local | paths if local else self.local - paths, self.patterns)  # fmt: skip

    @property
    def outside_patterns(self) -> tuple[str, ...]:
        """The files that hold outside text, as patterns."""
        return (*self.patterns, *(escape(p) for p in sorted(self.outside)))


class Workspace:
    """The files of one workspace."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.history = GitStore(folder.with_name(f"{folder.name}.history"))
        self._last: tuple[dict[str, str], str] = ({}, EMPTY_TREE)
        """The files of the last snapshot, and its tree."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def names(self) -> list[str]:
        """Return every regular file's relative path, sorted."""
        return [name for name, _ in self._listed()]

    def _listed(self) -> list[tuple[str, os.stat_result]]:
        """Return every regular file's relative path and what the system knows of it, sorted; links are not followed."""
        found: list[tuple[str, os.stat_result]] = []
        folders = [""]
        while folders:
            within = folders.pop()
            with os.scandir(self.folder / within) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(f"{within}{entry.name}/")
                    elif entry.is_file(follow_symlinks=False) and not entry.name.endswith(PART):
                        found.append((f"{within}{entry.name}", entry.stat(follow_symlinks=False)))
        found.sort(key=lambda f: f[0])
        return found[:MOST_FILES]

    def read(self, path: str) -> bytes | None:
        """Return a file's content; None when it is not there.

        Raises:
            ToolError: the path leads out or through a link, or is a folder.
        """
        place = self._place(path)
        if not place.exists():
            return None
        if not place.is_file():
            raise ToolError(f"{path} is a folder")
        return place.read_bytes()

    def scanned(self) -> dict[str, str]:
        """Return the ids in the history of the files as they are, by path."""
        return self.history.scan(self.folder, self._listed())

    def snapshot(self) -> str:
        """Keep the files as they are in the history and return the tree's id."""
        blobs = self.scanned()
        if blobs != self._last[0]:
            self._last = (blobs, self.history.tree(blobs))
        return self._last[1]

    def restore(self, tree: str) -> None:
        """Bring the files back to what they were in a tree; what the history never took in stays."""
        wanted, now = self.history.blobs(tree), self.scanned()
        changes = [
            Change(p, None, self.history.read(blob)) for p, blob in wanted.items() if now.get(p) != blob
        ]
        changes += [Change(p, b"", None) for p in now if p not in wanted]
        self.apply(changes)

    def check(self, changes: Iterable[Change]) -> None:
        """Make sure that `apply` will carry changes out.

        Raises:
            ToolError: a path leads out, or a file is too large.
        """
        for change in changes:
            place = self._place(change.path)
            if change.after is not None and len(change.after) > FILE_BYTES:
                raise ToolError(f"{change.path} would be larger than {FILE_BYTES} bytes")
            if place.is_dir() or any(p.is_file() for p in place.parents if p.is_relative_to(self.folder)):
                raise ToolError(f"{change.path} is in the way of a file or folder")

    def apply(self, changes: Iterable[Change]) -> None:
        """Bring files to their state after; doing it twice is doing it once.

        Raises:
            ToolError: a path leads out.
        """
        for change in changes:
            place = self._place(change.path)
            if change.after is None:
                place.unlink(missing_ok=True)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_name(place.name + PART)
            with part.open("wb") as file:
                file.write(change.after)
                file.flush()
                os.fsync(file.fileno())
            part.replace(place)

    def _place(self, path: str) -> Path:
        try:
            parts = safe_name(path).parts
        except SandboxError as error:
            raise ToolError(str(error)) from error
        place = self.folder
        for part in parts:
            place = place / part
            if place.is_symlink():
                raise ToolError(f"{path} goes through a link")
        return place


class Watched:
    """The files of a workspace as a call reads them, noting whether it came by outside or local text."""

    def __init__(
        self, place: Workspace, marks: Marks | None = None, site: Site | None = None,
        denied: Callable[[str], bool] = lambda path: False,
    ) -> None:  # fmt: skip
        """Begin to watch.

        Args:
            place: the workspace.
            marks: what is known of its files.
            site: where the call is made from.
            denied: tells of a path whether a rule denies it to the call; such a file is not there for it.
        """
        self._place = place
        self._denied = denied
        self._marks = marks or Marks()
        self._site = site
        self.outside = False
        self.local = False

    @property
    def site(self) -> Site:
        """Where the call is made from."""
        assert self._site is not None, "only the loop's calls have a site"
        return self._site

    @property
    def history(self) -> GitStore:
        """The workspace's history."""
        return self._place.history

    def names(self) -> list[str]:
        """Return every file's relative path; a name that others gave is their text, too."""
        found = [n for n in self._place.names() if not self._denied(n)]
        for name in found:
            self._note(name)
        return found

    def read(self, path: str) -> bytes | None:
        """Return a file's content; None when it is not there.

        Raises:
            ToolError: the path leads out or through a link, or is a folder.
        """
        if self.denies(path):
            return None
        content = self._place.read(path)
        if content is not None:
            self._note(PurePosixPath(path).as_posix())
        return content

    def denies(self, path: str) -> bool:
        """Return whether a rule denies a file to the call."""
        return self._denied(PurePosixPath(path).as_posix())

    def scanned(self) -> dict[str, str]:
        """Return the ids in the history of the files as they are, by path, of denied ones too."""
        self.names()
        return self._place.scanned()

    def _note(self, path: str) -> None:
        self.outside = self.outside or self._marks.is_outside(path)
        self.local = self.local or path in self._marks.local
