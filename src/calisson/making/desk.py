"""The works that are under way: by their ids they are stopped, and after a crash they go on.

Every answer that was paid for is kept in a file of the home's folder before it is looked at (written beside and
moved into place), so that the same wish, said again after the process was killed, is not paid for twice. Nothing
of it is live. A file goes when its work ends; one that nobody came back for goes after a day.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from calisson.making.types import Wish

FOLDER = "making"
VERSION = 1
LEFT_S = 86_400.0
"""How long the answers of a work that was cut off are kept, in seconds."""


class Work:
    """One work under way: whether it is to stop, and the answers it has. Safe to share between threads."""

    def __init__(
        self, run: str, file: Path | None, answers: Sequence[dict[str, Any]] = (), *, person: str = "me"
    ) -> None:
        self.run = run
        self.person = person
        self._file = file
        self._answers = [dict(a) for a in answers]
        self._stop = threading.Event()
        self.asked = 0
        """How many answers were asked for."""
        self.take = False
        """Whether the person wants the best version so far rather than nothing."""

    def stop(self, *, take: bool = False) -> None:
        """Ask the work to end."""
        self.take = take
        self._stop.set()

    def stopped(self) -> bool:
        """Tell whether it was asked to end."""
        return self._stop.is_set()

    def answer(self) -> dict[str, Any] | None:
        """Return the next answer if it was kept before a crash, or None."""
        self.asked += 1
        return self._answers[self.asked - 1] if self.asked <= len(self._answers) else None

    def keep(self, answer: dict[str, Any]) -> None:
        """Keep an answer."""
        self._answers.append(answer)
        if self._file is None:
            return
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = self._file.with_suffix(".part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"version": VERSION, "answers": self._answers}, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._file)

    def forget(self) -> None:
        """Throw the kept answers away."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


class Desk:
    """The works of a home."""

    def __init__(self, data_dir: Path | None = None) -> None:
        self._folder = data_dir / FOLDER if data_dir is not None else None
        self._lock = threading.Lock()
        self._works: dict[str, Work] = {}

    def begin(self, wish: Wish) -> Work:
        """Return a new work for a wish, with the answers that a crash left behind."""
        name = name_of(wish)
        file = self._folder / f"{name}.json" if self._folder is not None else None
        self._tidy()
        with self._lock:
            run = f"{name}-{len(self._works)}" if name in self._works else name
            work = Work(
                run, file if run == name else None, _read(file) if run == name else (), person=wish.person
            )
            self._works[run] = work
        return work

    def end(self, work: Work) -> None:
        """Put a work that came to its end away."""
        work.forget()
        with self._lock:
            self._works.pop(work.run, None)

    def drop(self, work: Work) -> None:
        """Let go of a work that was cut off: what it kept stays for the next time."""
        with self._lock:
            self._works.pop(work.run, None)

    def stop(self, run: str, person: str, *, take: bool = False) -> bool:
        """Ask a person's work to end; whether there is such a work."""
        with self._lock:
            work = self._works.get(run)
        if work is None or work.person != person:
            return False
        work.stop(take=take)
        return True

    def stop_all(self) -> None:
        """Ask every work to end: the home is about to close."""
        with self._lock:
            works = tuple(self._works.values())
        for work in works:
            work.stop()

    def _tidy(self) -> None:
        if self._folder is None or not self._folder.is_dir():
            return
        for file in self._folder.iterdir():
            try:
                if time.time() - file.stat().st_mtime > LEFT_S:
                    file.unlink()
            except OSError:
                continue


def name_of(wish: Wish) -> str:
    """Return the name by which the same wish is known again: its words, its key, who said it, what it is about."""
    about = (wish.app.id, wish.app.version) if wish.app is not None else ()
    told = json.dumps([wish.person, wish.text, wish.key, *about], ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:24]


def _read(file: Path | None) -> list[dict[str, Any]]:
    if file is None:
        return []
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    if not isinstance(found, dict) or found.get("version") != VERSION:
        return []
    return [a for a in found.get("answers") or () if isinstance(a, dict)]
