"""Places beside the database that may hold what was forgotten; whoever keeps one says how it is cleaned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What became of a place."""

    rewritten: tuple[str, ...] = ()
    """Paths of what was rewritten without it."""
    waiting: tuple[str, ...] = ()
    """Paths of what holds it and is in use; it is to be tried again later."""
    failed: tuple[str, ...] = ()
    """What may still hold it and cannot be rewritten, with the reason."""


class Place(Protocol):
    """Somewhere beside the database where people's words may stand."""

    def clean(self, without: Callable[[str], str]) -> Cleaned:
        """Rewrite every text there as `without` gives it; doing it twice is doing it once."""
        ...
