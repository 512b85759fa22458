"""Which sandbox runs a program: the strongest one that is there and held against every attack in this process.

A backend that fails one attack is not used; where none holds, nothing is run. The attacks take seconds, so they run in
a thread of their own: whoever waits for them can be stopped, and a server begins them by itself (`background`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from calisson.errors import SandboxError
from calisson.sandbox.bubblewrap import Bubblewrap
from calisson.sandbox.deno import Deno
from calisson.sandbox.landlock import Landlock
from calisson.sandbox.pyodide import Pyodide
from calisson.sandbox.selftest import Attack
from calisson.sandbox.types import Job, Language, Run, Sandbox

BACKENDS: tuple[Sandbox, ...] = (Bubblewrap(), Landlock(), Pyodide(), Deno())
"""The strongest first."""
POLL_S = 0.05
Stopped = Callable[[], bool]


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
_turn = threading.Lock()
"""One suite at a time: two would disturb each other's judgement."""
_known: dict[tuple[str, Language], Verdict] = {}
_trying: dict[tuple[str, Language], threading.Event] = {}


def known() -> list[Verdict]:
    """Return what was found out in this process so far."""
    with _lock:
        return list(_known.values())


def verdict(
    sandbox: Sandbox, language: Language, stopped: Stopped | None = None, *, given_up: Stopped | None = None
) -> Verdict:
    """Try a backend once in this process and return what is known of it. The first time takes seconds, or a minute.

    Args:
        sandbox: the backend.
        language: of the programs.
        stopped: asked many times a second; true ends the wait, while the attacks go on for whoever asks next.
        given_up: true ends the attacks that this call begins; nothing is known then.

    Raises:
        SandboxError: it was stopped.
    """
    key = sandbox.name, language
    while True:
        with _lock:
            if key in _known:
                return _known[key]
            if key not in _trying:
                done = _trying[key] = threading.Event()
                work = threading.Thread(
                    target=_try, args=(sandbox, language, done, given_up or _never), daemon=True
                )
                work.start()
            done = _trying[key]
        while not done.wait(POLL_S):
            if stopped is not None and stopped():
                raise SandboxError("stopped while the sandbox was being tried")
        if given_up is not None and given_up():
            raise SandboxError("stopped while the sandbox was being tried")


def _try(sandbox: Sandbox, language: Language, done: threading.Event, given_up: Stopped) -> None:
    from calisson.sandbox.attacks import attack

    key, found = (sandbox.name, language), None
    try:
        why = sandbox.missing() if language in sandbox.languages else f"does not run {language}"
        with _turn:
            tried = () if why or given_up() else tuple(attack(_Until(sandbox, given_up), language))
        found = Verdict(sandbox.name, language, why, tried)
    except Exception as error:  # a backend that cannot even be tried is not used
        found = Verdict(sandbox.name, language, f"{type(error).__name__}: {error}"[:200])
    finally:
        with _lock:
            if found is not None and not given_up():
                _known[key] = found
            del _trying[key]
        done.set()


def _never() -> bool:
    return False


class _Until:
    """A sandbox whose programs end when the attacks on it are given up."""

    def __init__(self, sandbox: Sandbox, given_up: Stopped) -> None:
        self._sandbox, self._given_up = sandbox, given_up
        self.name, self.languages = sandbox.name, sandbox.languages

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sandbox, name)

    def missing(self) -> str:
        return self._sandbox.missing()

    def run(self, job: Job) -> Run:
        if self._given_up():
            raise SandboxError("the attacks were given up")
        own = job.stopped or _never
        return self._sandbox.run(replace(job, stopped=lambda: own() or self._given_up()))


def strongest(
    language: Language, backends: tuple[Sandbox, ...] = BACKENDS, stopped: Stopped | None = None, *,
    given_up: Stopped | None = None,
) -> Sandbox:  # fmt: skip
    """Return the sandbox that runs a language here; for `stopped` and `given_up` see `verdict`.

    Raises:
        SandboxError: none is there that holds, nothing may be run; or it was stopped.
    """
    seen = []
    for sandbox in backends:
        found = verdict(sandbox, language, stopped, given_up=given_up)
        if found.trusted:
            return sandbox
        seen.append(f"{found.backend}: {found.missing or 'did not hold against ' + ', '.join(found.failed)}")
    raise SandboxError(f"no sandbox for {language} holds here, so it is not run ({'; '.join(seen)})",
                       message_id="error-sandbox-untrusted")  # fmt: skip


def run_program(job: Job, backends: tuple[Sandbox, ...] = BACKENDS) -> Run:
    """Run a program in the strongest sandbox that holds.

    Raises:
        SandboxError: none does, it could not start, or it was stopped before it did.
    """
    return strongest(job.language, backends, job.stopped).run(job)


def survey() -> list[Verdict]:
    """Try every backend with every language that it runs."""
    return [verdict(sandbox, language) for sandbox in BACKENDS for language in sorted(sandbox.languages)]
