"""Python in Pyodide (CPython as WebAssembly) inside Deno: for machines where neither bubblewrap nor Landlock can be.

Deno may read Pyodide's own folder while it loads, and nothing after that; its files are in memory only. Python's
way to JavaScript gives what Deno gives: no files, environment, network, processes, foreign functions or imports.
The module `js` is empty besides, as a second layer.

Covers: what `deno` covers; memory of WebAssembly, size of files and of output. Does not cover: packages outside the
standard library, processes and threads (WebAssembly has none), memory that JavaScript takes outside V8's heap where
there is no `prlimit`, faults of V8 or Deno. A start takes seconds, which the limit of time does not count.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import secrets
import shutil
import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from calisson.errors import SandboxError
from calisson.sandbox import files
from calisson.sandbox.deno import binary
from calisson.sandbox.process import carry_out, limited, own_uid, work_folder
from calisson.sandbox.types import MIB, Ending, Job, Language, Run

VARIABLE = "CALISSON_PYODIDE"
"""Names the folder of the npm package `pyodide`, or the one that `npm install pyodide` ran in."""

START_S = 30.0
"""What loading may take before a program's time begins (2 s alone, 7 s beside other work)."""

_NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LOADER = Path(__file__).with_name("pyodide_loader.js")

_START = """
def start(code):
    import os, sys, traceback
    os.environ.clear()
    os.environ.update(HOME='/work', TMPDIR='/tmp', LANG='C.UTF-8')
    sys.argv = ['main']
    status = 0
    try:
        exec(compile(code, 'main', 'exec'), sys.modules['__main__'].__dict__)
    except SystemExit as end:
        if isinstance(end.code, int):
            status = end.code
        elif end.code is not None:
            print(end.code, file=sys.stderr)
            status = 1
    except BaseException as error:
        traceback.print_exception(type(error), error, error.__traceback__.tb_next)
        status = 1
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return status
start
"""


class Pyodide:
    """Whole programs in Python, without packages from outside the standard library."""

    name = "pyodide"
    languages: frozenset[Language] = frozenset({"python"})
    bridged = True
    """Its Python reaches an interpreter of JavaScript: the attacks in that language are tried from it as well."""

    def missing(self) -> str:
        """Return why it cannot be used on this machine; empty when it can."""
        if binary() is None:
            return "Deno is not installed: pip install 'calisson[deno]'"
        folder = home()
        if folder is None:
            return f"not installed: npm install pyodide, and name its folder in {VARIABLE}"
        if "," in str(folder):
            return "the path of Pyodide's folder holds a comma, which Deno cannot take"
        if os.name == "posix" and os.geteuid() == 0 and not _open_to_others(folder):
            return "other users may not read Pyodide's folder, and a program started by root runs as one"
        return ""

    def run(self, job: Job) -> Run:
        """Run a program to its end or its limits.

        Raises:
            SandboxError: Deno or Pyodide is not there.
        """
        problem, deno, folder = self.missing(), binary(), home()
        if problem or deno is None or folder is None:
            raise SandboxError(f"pyodide: {problem}", message_id="error-sandbox-missing")
        limits, uid, mark = job.limits, own_uid(), f"\n{secrets.token_hex(16)}\n"
        kept = limits.kept_bytes if job.keep else 0
        within = replace(limits, output_bytes=limits.output_bytes + kept + kept // 2 + MIB)
        given = json.dumps({
            "code": job.code, "start": _START, "mark": mark, "keep": job.keep,
            "files": {str(files.safe_name(n)): base64.b64encode(c).decode() for n, c in job.files.items()},
            "folder": f"{folder}/", "address": f"{folder.as_uri()}/",
            "memory_bytes": limits.memory_bytes, "file_bytes": limits.file_bytes,
            "output_bytes": limits.output_bytes, "kept_bytes": limits.kept_bytes,
        })  # fmt: skip
        heap = max(64, limits.memory_bytes // MIB // 2)
        with work_folder(Job("javascript", "", {"main.mjs": _LOADER.read_bytes()}), uid) as place:
            command = [
                deno, "run", "--quiet", "--no-prompt", "--no-remote", "--no-npm", "--no-config", "--no-lock",
                "--cached-only", f"--allow-read={folder}", f"--v8-flags=--max-old-space-size={heap}", "main.mjs",
            ]  # fmt: skip
            if shutil.which("prlimit"):
                command = [
                    *limited(replace(within, time_s=limits.time_s + START_S), uid, address_space=False),
                    *command,
                ]
            environment = {"PATH": "/usr/bin:/bin", "DENO_DIR": str(place / "cache"), "HOME": str(place),
                           "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}  # fmt: skip
            inner = Job("javascript", "", stdin=given.encode() + b"\n" + job.stdin, limits=within,
                        stopped=job.stopped)  # fmt: skip
            return _told(carry_out(command, inner, place, uid=uid, environment=environment, start_s=START_S), mark,
                         job)  # fmt: skip


def home() -> Path | None:
    """Return the folder of the npm package: the one that is named, else that of a developer's checkout."""
    named = os.environ.get(VARIABLE)
    roots = [Path(named)] if named else [Path(__file__).parents[3] / "web"]
    for root in roots:
        for folder in (root, root / "node_modules" / "pyodide"):
            if all((folder / name).is_file() for name in _NEEDED):
                return folder.resolve()
    return None


def _open_to_others(folder: Path) -> bool:
    """Return whether every user may reach and read a folder's files."""
    try:
        way = all(p.stat().st_mode & stat.S_IXOTH for p in (folder, *folder.parents))
        return way and all((folder / name).stat().st_mode & stat.S_IROTH for name in _NEEDED)
    except OSError:
        return False


def _told(run: Run, mark: str, job: Job) -> Run:
    """Return a run with its output and files apart; everything in it may be forged by the program."""
    out, _, tail = run.stdout.removeprefix(mark).partition(mark)
    said: Mapping[str, Any] = {}
    try:
        read = json.loads(tail) if tail else {}
        said = read if isinstance(read, dict) else {}
    except (ValueError, RecursionError):
        pass
    ending: Ending = run.ending
    most = job.limits.output_bytes
    shown = [text.encode("utf-8", "replace") for text in (out, run.stderr)]
    if said.get("ending") == "output" or max(len(s) for s in shown) > most:
        ending = "output"
    found, left = _files(said, job.limits.kept_bytes) if job.keep else ({}, ())
    texts = [s[:most].decode("utf-8", "ignore") for s in shown]
    return Run(ending, run.status, texts[0], texts[1], run.duration_s, found, left)


def _files(said: Mapping[str, Any], most_bytes: int) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files that a program left, as far as their names and sizes are what they may be."""
    given, names = said.get("files"), said.get("left")
    left = [n[:1024] for n in names if isinstance(n, str)] if isinstance(names, list) else []
    found: dict[str, bytes] = {}
    room = most_bytes
    for name, text in given.items() if isinstance(given, dict) else ():
        try:
            content = base64.b64decode(text, validate=True) if isinstance(text, str) else None
            path = str(files.safe_name(name))
        except (SandboxError, binascii.Error, ValueError, IndexError):
            content, path = None, name
        if content is None or len(content) > room or len(found) >= files.MOST_FILES:
            left.append(path[:1024])
            continue
        found[path] = content
        room -= len(content)
    return found, tuple(sorted(left)[:100])
