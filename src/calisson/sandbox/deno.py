"""JavaScript in Deno with every permission denied: for machines where bubblewrap cannot be.

The code reaches Deno as text in a function, not as a module, because Deno reads what a module imports by a fixed
name without asking for permission; a name made at run time needs it.

Covers: files, environment, network, processes, foreign functions, imports, memory of the heap, time, output. Does
not cover: faults of V8 or Deno; what the host's user may do then is held by a user of its own only as root.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path

from calisson.errors import SandboxError
from calisson.sandbox.process import carry_out, limited, own_uid, work_folder
from calisson.sandbox.types import MIB, Job, Language, Run

_LOADER = (
    "const input = JSON.parse(%s);\n"
    "const made = Object.getPrototypeOf(async function () {}).constructor;\n"
    "await new made('files', input.code)(input.files);\n"
)


class Deno:
    """JavaScript without permissions; its files come as the object `files`, and none go back."""

    name = "deno"
    languages: frozenset[Language] = frozenset({"javascript"})

    def missing(self) -> str:
        """Return why it cannot be used on this machine; empty when it can."""
        return "" if binary() else "not installed: pip install 'calisson[deno]'"

    def run(self, job: Job) -> Run:
        """Run a program to its end or its limits.

        Raises:
            SandboxError: Deno is not there.
        """
        deno = binary()
        if deno is None:
            raise SandboxError(f"deno: {self.missing()}", message_id="error-sandbox-missing")
        uid = own_uid()
        given = {"code": job.code, "files": {n: c.decode("utf-8", "replace") for n, c in job.files.items()}}
        source = _LOADER % json.dumps(json.dumps(given))
        heap = max(32, job.limits.memory_bytes // MIB // 2)
        with work_folder(Job("javascript", "", {"main.js": source.encode()}), uid) as folder:
            command = [
                deno, "run", "--quiet", "--no-prompt", "--no-remote", "--no-npm", "--no-config", "--no-lock",
                "--cached-only", f"--v8-flags=--max-old-space-size={heap}", "main.js",
            ]  # fmt: skip
            if shutil.which("prlimit"):
                command = [*limited(job.limits, uid, address_space=False), *command]
            environment = {"PATH": "/usr/bin:/bin", "DENO_DIR": str(folder / "cache"), "HOME": str(folder),
                           "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}  # fmt: skip
            return carry_out(command, Job("javascript", "", stdin=job.stdin, limits=job.limits, stopped=job.stopped), folder, uid=uid,
                             environment=environment)  # fmt: skip


def binary() -> str | None:
    """Return where Deno is: the wheel's, else the path's."""
    spec = importlib.util.find_spec("deno")
    if spec is not None:
        beside = Path(sys.prefix, "bin" if sys.platform != "win32" else "Scripts", "deno")
        for path in (beside, beside.with_suffix(".exe")):
            if path.is_file():
                return str(path)
    return shutil.which("deno")
