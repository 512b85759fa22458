"""The history of a workspace as tools: what changed since the last commit, the commits, and a new one."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from calisson.models import Tool
from calisson.workshop.gitstore import EMPTY_TREE, GitStore
from calisson.workshop.provenance import Origin, Powers
from calisson.workshop.tools import Made, clipped
from calisson.workshop.types import Files, Outcome

MOST_COMMITS = 50
_LOOK: Mapping[str, Any] = {
    "type": "object",
    "properties": {"do": {"enum": ["status", "diff", "log"]}, "path": {"type": "string"}},
    "required": ["do"], "additionalProperties": False,
}  # fmt: skip
_COMMIT: Mapping[str, Any] = {
    "type": "object", "properties": {"message": {"type": "string", "maxLength": 2000}},
    "required": ["message"], "additionalProperties": False,
}  # fmt: skip


def git_tools() -> dict[str, Made]:
    """Return `git` (status, diff, log) and `git_commit`."""
    look = Made(Tool("git", "Look at the workspace's history: status, diff since the last commit (of one path), log.", _LOOK),
                "read", _look, Powers())  # fmt: skip
    commit = Made(
        Tool("git_commit", "Commit all files of the workspace.", _COMMIT),
        "edit",
        _commit,
        Powers(changes=True),
    )
    return {"git": look, "git_commit": commit}


def _base(store: GitStore) -> dict[str, str]:
    tip = store.ref("heads/main")
    return store.blobs(store.show(tip).tree if tip else EMPTY_TREE)


def _look(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
    store, now = files.history, files.scanned()
    commits = list(islice(store.log(), MOST_COMMITS))
    theirs: Origin | None = "outside" if files.outside or any(c.outside for c in commits) else None
    if a["do"] == "log":
        lines = [f"{c.id[:10]} {c.at:%Y-%m-%d %H:%M} {c.message}" for c in commits]
        return Outcome(clipped("\n".join(lines)) or "(no commits)", origin=theirs)
    base = _base(store)
    changed = sorted(p for p in base.keys() | now.keys() if base.get(p) != now.get(p) and not files.denies(p))
    if a["do"] == "status":
        signs = [f"{'A' if p not in base else 'D' if p not in now else 'M'} {p}" for p in changed]
        return Outcome("\n".join(signs) or "(nothing changed)", origin=theirs)
    wanted = [p for p in changed if a.get("path") in (None, p)]
    told = "\n".join(_diff(files, p, base.get(p), now.get(p)) for p in wanted)
    return Outcome(clipped(told) or "(nothing changed)", origin=theirs)


def _diff(files: Files, path: str, before: str | None, after: str | None) -> str:
    old = files.history.read(before) if before else b""
    new = (files.read(path) or b"") if after else b""
    try:
        lines = difflib.unified_diff(
            old.decode().splitlines(), new.decode().splitlines(), f"a/{path}", f"b/{path}", lineterm=""
        )
    except UnicodeDecodeError:
        return f"{path}: no text, {len(old)} → {len(new)} bytes"
    return "\n".join(lines)


def _commit(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
    tree = files.history.tree(files.scanned())
    made = files.history.commit(tree, a["message"], outside=files.site.tainted or files.outside)
    return Outcome(f"committed {made[:10]}", origin="own")
