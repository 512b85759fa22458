"""Which sandbox runs a program: the strongest one that is there and held against every attack in this process.

A backend that fails one attack is not used; where none holds, nothing is run.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from calisson.errors import SandboxError
from calisson.sandbox.bubblewrap import Bubblewrap
from calisson.sandbox.deno import Deno
from calisson.sandbox.landlock import Landlock
from calisson.sandbox.pyodide import Pyodide
from calisson.sandbox.selftest import Attack
from calisson.sandbox.types import Job, Language, Run, Sandbox

BACKENDS: tuple[Sandbox, ...] = (Bubblewrap(), Landlock(), Pyodide(), Deno())
"""The strongest first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a backend and a language."""

    backend: str
    language: Language
    missing: str = ""
    """Why it cannot be used at all; empty when it was tried."""
    attacks: tuple[Attack, ...] = ()

    @property
    def trusted(self) -> bool:
        """Whether it was tried and held against everything."""
        return bool(self.attacks) and all(a.held for a in self.attacks)

    @property
    def failed(self) -> tuple[str, ...]:
        """The attacks that it did not hold against."""
        return tuple(a.name for a in self.attacks if not a.held)


_lock = threading.Lock()
_known: dict[tuple[str, Language], Verdict] = {}


def verdict(sandbox: Sandbox, language: Language) -> Verdict:
    """Try a backend once in this process and return what is known of it. The first time takes seconds, or a minute."""
    from calisson.sandbox.attacks import attack

    with _lock:
        key = sandbox.name, language
        if key not in _known:
            why = sandbox.missing() if language in sandbox.languages else f"does not run {language}"
            _known[key] = Verdict(
                sandbox.name, language, why, () if why else tuple(attack(sandbox, language))
            )
        return _known[key]


def strongest(language: Language, backends: tuple[Sandbox, ...] = BACKENDS) -> Sandbox:
    """Return the sandbox that runs a language here.

    Raises:
        SandboxError: none is there that holds; nothing may be run.
    """
    seen = []
    for sandbox in backends:
        found = verdict(sandbox, language)
        if found.trusted:
            return sandbox
        seen.append(f"{found.backend}: {found.missing or 'did not hold against ' + ', '.join(found.failed)}")
    raise SandboxError(f"no sandbox for {language} holds here, so it is not run ({'; '.join(seen)})",
                       message_id="error-sandbox-untrusted")  # fmt: skip


def run_program(job: Job) -> Run:
    """Run a program in the strongest sandbox that holds.

    Raises:
        SandboxError: none does, or it could not start.
    """
    return strongest(job.language).run(job)


def survey() -> list[Verdict]:
    """Try every backend with every language that it runs."""
    return [verdict(sandbox, language) for sandbox in BACKENDS for language in sorted(sandbox.languages)]
