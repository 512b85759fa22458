"""The attacks on the sandboxes, tried by a server once it serves, so that no first program has to wait for them.

They begin a moment after the page is there and take some twenty seconds of mostly waiting. What came of them is kept
in the home (`sandbox.json`) for whoever looks from another process; it is a report, and nothing is trusted for it:
every process tries its own sandboxes before it uses one.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from calisson.errors import SandboxError
from calisson.sandbox import trust
from calisson.sandbox.trust import BACKENDS, Verdict
from calisson.sandbox.types import Language, Sandbox

FILE = "sandbox.json"
LANGUAGES: tuple[Language, ...] = ("python", "shell", "javascript")
PAUSE_S = 10.0
"""How long the home serves before they begin, so that what a person does first is not slowed."""
ENDING_S = 5.0


class Tried(BaseModel):
    """What came of the attacks on one sandbox in one language."""

    sandbox: str
    language: str
    trusted: bool
    missing: str = ""
    attacks: int = 0
    failed: list[str] = []


class Report(BaseModel):
    """What came of all that was tried."""

    version: int = 1
    at: datetime
    tried: list[Tried]


def report_of(verdicts: Sequence[Verdict]) -> Report:
    """Return verdicts as they are kept."""
    tried = [Tried(sandbox=v.backend, language=v.language, trusted=v.trusted, missing=v.missing, attacks=len(v.attacks),
                   failed=list(v.failed)) for v in verdicts]  # fmt: skip
    return Report(at=datetime.now(UTC), tried=tried)


def last_report(folder: Path) -> Report | None:
    """Return what this process found out; else what a server of this home did last; None when nobody tried."""
    if here := trust.known():
        return report_of(here)
    try:
        return Report.model_validate_json((folder / FILE).read_text("utf-8"))
    except (OSError, ValidationError):
        return None


def told_of(folder: Path) -> tuple[bool, str]:
    """Return whether whole programs are run here, as far as is known, and what came of the attacks, in words."""
    report = last_report(folder)
    tried = [t for t in report.tried if t.attacks] if report is not None else []
    if report is None or not tried:
        here = [b.name for b in BACKENDS if not b.missing()]
        text = f"{', '.join(here)}; attacked before the first run, or now by `calisson sandbox test`"
        return bool(here), text if here else "no sandbox for whole programs is here, so none is run"
    held = dict.fromkeys(t.sandbox for t in tried if t.trusted)
    words = [f"{name} held against every attack in {', '.join(t.language for t in tried if t.sandbox == name and t.trusted)}"
             for name in held]  # fmt: skip
    words += [f"{t.sandbox} is not used for {t.language}, did not hold against: {', '.join(t.failed)}"
              for t in tried if not t.trusted]  # fmt: skip
    return bool(held), f"{'; '.join(words)}; tried {report.at.isoformat(' ', 'minutes')}"


class SelfTest:
    """Tries the sandboxes in the background from `start` on, until the end of its block."""

    def __init__(
        self, folder: Path, backends: tuple[Sandbox, ...] = BACKENDS, *, pause_s: float = PAUSE_S
    ) -> None:
        """Make it.

        Args:
            folder: the home's, where the report is kept.
            backends: the sandboxes, the strongest first; of each language the first that holds ends the search.
            pause_s: how long to wait before it begins.
        """
        self._folder, self._backends, self._pause_s = folder, backends, pause_s
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._work, name="sandbox-attacks", daemon=True)
        self._thread.start()

    def __enter__(self) -> SelfTest:
        """Return it."""
        return self

    def __exit__(self, *_: Any) -> None:
        """Give up what is not tried yet."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(ENDING_S)

    def _work(self) -> None:
        if self._end.wait(self._pause_s):
            return
        for language in LANGUAGES:
            with suppress(SandboxError):
                trust.strongest(language, self._backends, self._end.is_set, given_up=self._end.is_set)
            if self._end.is_set():
                return
            with suppress(OSError):
                text = json.dumps(report_of(trust.known()).model_dump(mode="json"), indent=1)
                part = self._folder / f"{FILE}.part"
                part.write_text(text + "\n", "utf-8")
                part.replace(self._folder / FILE)
