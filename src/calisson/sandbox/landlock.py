"""Whole programs behind Landlock and seccomp: the fallback where bubblewrap cannot make namespaces.

Weaker than bubblewrap: the program sees which process ids exist, and shares the host's clock and names. Where
neither a user of its own nor a control group can hold its children, it may start none.

Covers: files and secrets outside the work folder, the environment, all sockets but pairs, signals to others,
nested namespaces, forks, memory, time, file and output sizes. Does not cover: faults of the kernel, side
channels, and the existence (not the contents) of files.
"""

from __future__ import annotations

import ctypes
import json
import platform
import sys
from pathlib import Path

from calisson.errors import SandboxError
from calisson.sandbox import seccomp
from calisson.sandbox.bubblewrap import program
from calisson.sandbox.process import MAIN, carry_out, own_uid, work_folder
from calisson.sandbox.types import Job, Language, Run

LAUNCH = Path(__file__).with_name("landlock_launch.py")
READABLE = ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache")
_VERSION_QUESTION = (444, 1)
"""`landlock_create_ruleset` and its flag that asks for the interface's version."""


class Landlock:
    """The fallback on Linux."""

    name = "landlock"
    languages: frozenset[Language] = frozenset({"python", "shell"})

    def missing(self) -> str:
        """Return why it cannot be used on this machine; empty when it can."""
        if not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "aarch64"):
            return "only on Linux, on x86-64 and ARM64"
        call, flag = _VERSION_QUESTION
        version = ctypes.CDLL(None).syscall(call, None, ctypes.c_size_t(0), flag)
        return "" if version >= 1 else "this kernel has no Landlock"

    def run(self, job: Job) -> Run:
        """Run a program to its end or its limits.

        Raises:
            SandboxError: it cannot be used here, or the walls could not be built.
        """
        problem = self.missing()
        if problem:
            raise SandboxError(f"landlock: {problem}", message_id="error-sandbox-missing")
        uid, limits = own_uid(), job.limits
        seconds = max(1, int(limits.time_s + 0.999))
        walls: dict[str, int] = {
            "RLIMIT_AS": limits.memory_bytes, "RLIMIT_CPU": seconds, "RLIMIT_FSIZE": limits.file_bytes,
            "RLIMIT_NOFILE": limits.open_files, "RLIMIT_CORE": 0,
        }  # fmt: skip
        if uid is not None:
            walls["RLIMIT_NPROC"] = limits.processes
        with work_folder(job, uid) as folder:
            main = folder.parent / MAIN
            settings = {
                "limits": walls, "uid": uid, "read": [*(p for p in READABLE if Path(p).exists()), str(main)],
                "write": [str(folder)],
                "filter": seccomp.program(sockets=False, signals=False, forks=uid is not None, shared=False,
                                          marks=uid is not None).hex(),
                "environment": {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": str(folder),
                                "LANG": "C.UTF-8"},
            }  # fmt: skip
            command = [
                sys.executable,
                "-I",
                "-S",
                str(LAUNCH),
                json.dumps(settings),
                "--",
                *program(job.language),
                str(main),
            ]
            found = carry_out(command, job, folder, uid=uid, dropped=True)
        if found.status == 125 and found.stderr.startswith("landlock: "):
            raise SandboxError(found.stderr.strip(), message_id="error-sandbox-missing")
        return found
