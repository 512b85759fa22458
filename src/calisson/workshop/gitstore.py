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
from collections.abc import Iterable, Iterator, Mapping
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
