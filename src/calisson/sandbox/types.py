"""What every sandbox for whole programs takes and gives, and the Protocol that they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Language = Literal["python", "javascript", "shell"]

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What a program may use."""

    time_s: float = 10.0
    """Wall clock, and the processor time of each process."""
    memory_bytes: int = 1024 * MIB
    """Of each process; where control groups are allowed, of all together."""
    processes: int = 64
    file_bytes: int = 50 * MIB
    """Of each file that it writes."""
    output_bytes: int = 1 * MIB
    """Of standard output and of standard error, each."""
    open_files: int = 256
    kept_bytes: int = 50 * MIB
    """Of all files that are brought back."""


@dataclass(frozen=True, slots=True)
class Job:
    """A program to run."""

    language: Language
    code: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What stands in its work folder, by relative path."""
    stdin: bytes = b""
    limits: ProcessLimits = ProcessLimits()
    keep: bool = False
    """Bring the work folder's files back."""
    stopped: Callable[[], bool] | None = None
    """Asked a few times a second; true ends the program."""


Ending = Literal["ok", "failed", "time", "output", "killed", "stopped"]
"""`failed`: it ended with another status than 0; `killed`: by a signal, such as at its memory limit; `stopped`:
somebody asked for it."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a program came to; everything in it comes from untrusted code."""

    ending: Ending
    status: int
    stdout: str
    stderr: str
    duration_s: float
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    """What was not brought back: links, devices, what is too large."""

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with status 0."""
        return self.ending == "ok"


class Sandbox(Protocol):
    """Runs whole programs that nobody trusts."""

    name: str
    languages: frozenset[Language]

    def missing(self) -> str:
        """Return why it cannot be used on this machine; empty when it can."""
        ...

    def run(self, job: Job) -> Run:
        """Run a program to its end or its limits.

        Raises:
            SandboxError: the sandbox itself could not start.
        """
        ...
