"""Whole programs in bubblewrap: the user dropped first, every namespace, a seccomp filter, limits, control groups.

Covers: files and secrets outside the work folder, the environment, every network and unix socket, other
processes, nested user namespaces, forks, memory, time, file and output sizes. Does not cover: faults of the
kernel, and side channels.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from calisson.errors import SandboxError
from calisson.sandbox import seccomp
from calisson.sandbox.process import MAIN, carry_out, limited, own_uid, work_folder
from calisson.sandbox.types import Job, Language, Run

TEMPORARY_BYTES = 64 * 1024 * 1024


class Bubblewrap:
    """The strongest sandbox there is on Linux without a virtual machine."""

    name = "bubblewrap"
    languages: frozenset[Language] = frozenset({"python", "javascript", "shell"})

    def missing(self) -> str:
        """Return why it cannot be used on this machine; empty when it can."""
        if not sys.platform.startswith("linux"):
            return "only on Linux"
        if not seccomp.supported():
            return "no system call filter for this processor"
        lacking = [tool for tool in ("bwrap", "prlimit", "setpriv") if shutil.which(tool) is None]
        return f"not installed: {', '.join(lacking)}" if lacking else ""

    def run(self, job: Job) -> Run:
        """Run a program to its end or its limits.

        Raises:
            SandboxError: bubblewrap, or the language's interpreter, is missing.
        """
        problem = self.missing()
        if problem:
            raise SandboxError(f"bubblewrap: {problem}", message_id="error-sandbox-missing")
        uid = own_uid()
        inside = program(job.language)
        with work_folder(job, uid) as folder, _filter() as descriptor:
            command = [
                *limited(job.limits, uid, address_space=job.language != "javascript"),
                "bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session",
                "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp",
                "--setenv", "LANG", "C.UTF-8", "--hostname", "sandbox", *_system(),
                "--proc", "/proc", "--dev", "/dev", "--size", str(TEMPORARY_BYTES), "--tmpfs", "/tmp",
                "--bind", str(folder), "/work", "--ro-bind", str(folder.parent / MAIN), f"/{MAIN}",
                "--chdir", "/work", "--seccomp", str(descriptor.number), "--",
                *inside, f"/{MAIN}",
            ]  # fmt: skip
            return carry_out(command, job, folder, uid=uid, pass_fds=[descriptor.number])


def program(language: Language) -> list[str]:
    """Return how the system's interpreter runs a file that is given as an argument.

    Raises:
        SandboxError: it is not installed where the sandbox sees it.
    """
    names = {"python": ("python3", "-I", "-B"), "javascript": ("node",), "shell": ("sh",)}
    name, *rest = names[language]
    for folder in ("/usr/bin", "/bin", "/usr/local/bin"):
        path = Path(folder, name)
        if path.exists() and str(path.resolve()).startswith("/usr/"):
            return [str(path), *rest]
    raise SandboxError(f"{name} is not installed under /usr", message_id="error-sandbox-missing")


def _system() -> list[str]:
    """Return the system's folders, read-only, as they are laid out on this machine."""
    found = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64", "sbin"):
        path = Path("/", name)
        if path.is_symlink():
            found += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            found += ["--ro-bind", str(path), str(path)]
    return found


class _filter:
    """The filter in an anonymous file that bubblewrap inherits."""

    def __enter__(self) -> _filter:
        self.number = os.memfd_create("calisson-seccomp", 0)
        os.write(self.number, seccomp.program())
        os.lseek(self.number, 0, os.SEEK_SET)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.number)
