"""A workspace's history in git's own format, written and read without running git.

Beside the workspace, never inside it: what an agent writes can be no configuration, hook or attribute of it, and no
program of the host ever looks at the workspace as a repository. Any git reads it: `git --git-dir FOLDER.history log`.

Objects are loose and stay so (zlib, SHA-1, git's documentation: gitformat-loose, git-hash-object); files have mode
100644, folders 40000. Left out: links, executable bits, packs, and files above `MOST_BYTES`.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from calisson.errors import ToolError

MOST_BYTES = 8 * 1024 * 1024
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
WHO = "Calisson <calisson@localhost>"
OUTSIDE = "Outside <outside@localhost>"
"""The author of a commit whose message or files hold outside text."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit."""

    id: str
    tree: str
    parents: tuple[str, ...]
    message: str
    at: datetime
    outside: bool = False
    """Whether its message or files hold outside text."""


class GitStore:
    """The objects and refs of one workspace."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: dict[tuple[str, int, int, int], str] = {}

    def _ready(self) -> None:
        if (self.folder / "HEAD").exists():
            return
        for name in ("objects", "refs/heads"):
            (self.folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.folder / "config").write_text(
            "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gc]\n\tauto = 0\n"
        )
        (self.folder / "HEAD").write_text("ref: refs/heads/main\n")

    # --- objects ---------------------------------------------------------------------------------------

    def put(self, kind: str, data: bytes) -> str:
        """Keep an object and return its id."""
        whole = f"{kind} {len(data)}\0".encode() + data
        name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        place = self.folder / "objects" / name[:2] / name[2:]
        if not place.exists():
            self._ready()
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = place.with_name(f"{place.name}.{os.getpid()}~")
            part.write_bytes(zlib.compress(whole, 1))
            part.replace(place)
        return name

    def get(self, name: str) -> tuple[str, bytes]:
        """Return an object's kind and data.

        Raises:
            ToolError: there is none of this id, or it is damaged.
        """
        try:
            whole = zlib.decompress((self.folder / "objects" / name[:2] / name[2:]).read_bytes())
        except (OSError, zlib.error) as error:
            raise ToolError(f"no object {name[:40]!r}") from error
        head, _, data = whole.partition(b"\0")
        return head.split(b" ")[0].decode(), data

    def tree(self, blobs: Mapping[str, str]) -> str:
        """Keep a tree of blob ids by path and return its id."""
        folders: dict[str, dict[str, str]] = {}
        entries: list[tuple[bytes, bytes, str]] = []
        for path, blob in blobs.items():
            first, _, rest = path.partition("/")
            if rest:
                folders.setdefault(first, {})[rest] = blob
            else:
                entries.append((first.encode(), b"100644", blob))
        entries += [(name.encode(), b"40000", self.tree(inner)) for name, inner in folders.items()]
        entries.sort(key=lambda e: e[0] + (b"/" if e[1] == b"40000" else b""))
        return self.put(
            "tree", b"".join(mode + b" " + name + b"\0" + bytes.fromhex(i) for name, mode, i in entries)
        )

    def blobs(self, tree: str, prefix: str = "") -> dict[str, str]:
        """Return the blob ids of a tree by path."""
        found: dict[str, str] = {}
        data = self.get(tree)[1] if tree != EMPTY_TREE else b""
        while data:
            head, _, rest = data.partition(b"\0")
            mode, _, name = head.partition(b" ")
            inner, data, path = rest[:20].hex(), rest[20:], prefix + name.decode()
            if mode == b"40000":
                found |= self.blobs(inner, path + "/")
            else:
                found[path] = inner
        return found

    def read(self, blob: str) -> bytes:
        """Return a file's content."""
        return self.get(blob)[1]

    def objects(self) -> Iterator[tuple[str, bytes]]:
        """Yield the kind and data of every object; damaged ones are left out."""
        for name in self._names():
            try:
                yield self.get(name)
            except ToolError:
                continue

    def _names(self) -> list[str]:
        folder = self.folder / "objects"
        return sorted(p.parent.name + p.name for p in folder.glob("??/*") if not p.name.endswith("~"))

    def rewrite(self, clean: Callable[[bytes], bytes]) -> dict[str, str]:
        """Write the history anew with other contents of files and other messages, and return the new ids by the old.

        Args:
            clean: returns what shall stand in the place of a file's content or a message; what it gives back as it was
                stays.
        """
        moved: dict[str, str] = {}
        for name in self._names():
            self._rewrite(name, clean, moved)
        changed = {old: new for old, new in moved.items() if old != new}
        if not changed:
            return {}
        for place in sorted((self.folder / "refs").rglob("*")):
            if place.is_file() and (new := changed.get(place.read_text().strip())):
                place.write_text(new + "\n")
        for old in changed.keys() - set(changed.values()):
            (self.folder / "objects" / old[:2] / old[2:]).unlink(missing_ok=True)
        for left in (self.folder / "objects").glob("??/*~"):
            left.unlink(missing_ok=True)
        self._seen.clear()
        return changed

    def _rewrite(self, first: str, clean: Callable[[bytes], bytes], moved: dict[str, str]) -> None:
        """Write an object anew, those that it names before it; histories are longer than the stack is deep."""
        waiting = [first]
        while waiting:
            name = waiting[-1]
            if name in moved:
                waiting.pop()
                continue
            try:
                kind, data = self.get(name)
            except ToolError:  # it is damaged or not there: there is nothing to be read in it
                moved[name] = name
                continue
            named = _named(kind, data)
            if left := [n for n in named if n not in moved]:
                waiting += left
                continue
            if kind == "blob":
                new = clean(data)
            elif kind == "tree":
                new = data
                for n in named:
                    new = new.replace(b"\0" + bytes.fromhex(n), b"\0" + bytes.fromhex(moved[n]))
            else:
                head, _, message = data.partition(b"\n\n")
                for n in named:
                    head = head.replace(n.encode(), moved[n].encode())
                new = head + b"\n\n" + clean(message)
            moved[name] = name if new == data else self.put(kind, new)

    # --- the workspace ---------------------------------------------------------------------------------

    def scan(self, work: Path, listed: Iterable[tuple[str, os.stat_result]]) -> dict[str, str]:
        """Keep the files of a workspace and return their ids by path; a file that did not change is not read again."""
        found: dict[str, str] = {}
        for name, status in listed:
            if status.st_size > MOST_BYTES:
                continue
            known = (name, status.st_ino, status.st_mtime_ns, status.st_size)
            if known not in self._seen:
                try:
                    name.encode()
                    self._seen[known] = self.put("blob", (work / name).read_bytes())
                except (OSError, UnicodeEncodeError):
                    continue  # it went away meanwhile, or has a name that is no text
            found[name] = self._seen[known]
        return found

    # --- commits ---------------------------------------------------------------------------------------

    def ref(self, name: str) -> str:
        """Return what a ref (`heads/main`) points to; empty when there is none."""
        place = self.folder / "refs" / name
        return place.read_text().strip() if place.is_file() else ""

    def set_ref(self, name: str, target: str) -> None:
        """Let a ref point to an object; an empty target takes the ref away."""
        place = self.folder / "refs" / name
        if not target:
            place.unlink(missing_ok=True)
            return
        self._ready()
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = place.with_name(place.name + "~")
        part.write_text(target + "\n")
        part.replace(place)

    def commit(
        self,
        tree: str,
        message: str,
        ref: str = "heads/main",
        now: datetime | None = None,
        *,
        outside: bool = False,
    ) -> str:
        """Put a commit on a ref and return its id; the same tree and message twice are one commit."""
        parent = self.ref(ref)
        if parent:
            last = self.show(parent)
            if last.tree == tree and last.message == message.strip():
                return parent
        if tree == EMPTY_TREE:
            self.put("tree", b"")
        when = f"{int((now or datetime.now(UTC)).timestamp())} +0000"
        lines = [
            f"tree {tree}",
            *([f"parent {parent}"] if parent else []),
            f"author {OUTSIDE if outside else WHO} {when}",
            f"committer {WHO} {when}",
        ]
        made = self.put("commit", ("\n".join(lines) + f"\n\n{message.strip()}\n").encode())
        self.set_ref(ref, made)
        return made

    def show(self, name: str) -> Commit:
        """Return a commit."""
        kind, data = self.get(name)
        if kind != "commit":
            raise ToolError(f"{name[:40]} is no commit")
        head, _, message = data.decode("utf-8", "replace").partition("\n\n")
        fields = [line.partition(" ")[::2] for line in head.splitlines()]
        stamp = next((v for k, v in fields if k == "committer"), "0 +0000").rsplit(" ", 2)[-2]
        author = next((v for k, v in fields if k == "author"), "")
        return Commit(name, next(v for k, v in fields if k == "tree"), tuple(v for k, v in fields if k == "parent"),
                      message.strip(), datetime.fromtimestamp(int(stamp), UTC), author.startswith(OUTSIDE))  # fmt: skip

    def log(self, ref: str = "heads/main") -> Iterator[Commit]:
        """Yield a ref's commits, latest first."""
        name = self.ref(ref)
        while name:
            found = self.show(name)
            yield found
            name = found.parents[0] if found.parents else ""


def _named(kind: str, data: bytes) -> list[str]:
    """Return the ids of the objects that an object names."""
    if kind == "commit":
        lines = data.partition(b"\n\n")[0].decode("utf-8", "replace").splitlines()
        return [line.split(" ")[1] for line in lines if line.startswith(("tree ", "parent "))]
    found = []
    while kind == "tree" and data:
        _, _, rest = data.partition(b"\0")
        found.append(rest[:20].hex())
        data = rest[20:]
    return found
