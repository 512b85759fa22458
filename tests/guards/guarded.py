"""One guard, taken away alone: the attack that it stops then succeeds, so the test of it could fail."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

Attack = Callable[[Path], bool]
"""Attacks in an empty folder; returns whether harm was done, read off the world and not off what anything says."""


@dataclass(frozen=True)
class Guard:
    """A guard: where it stands, what stands there when it is gone, and what it stops."""

    what: str
    where: Any
    name: str
    gone: Any
    attack: Attack

    def __str__(self) -> str:
        return self.what


def proved(guard: Guard, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack with the guard and without it."""
    (folder / "with").mkdir()
    (folder / "without").mkdir()
    assert not guard.attack(folder / "with"), f"{guard.what}: the attack succeeds"
    with monkeypatch.context() as patch:
        patch.setattr(guard.where, guard.name, guard.gone)
        assert guard.attack(folder / "without"), f"{guard.what}: without it the attack fails too"
