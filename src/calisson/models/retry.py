"""Trying again: exponential backoff with full jitter, and the wait that a provider asks for.

Full jitter (a uniform wait between 0 and the exponential bound) after Marc Brooker, "Exponential Backoff and
Jitter", 2015. A longer wait than `longest_s` that a provider asks for ends the tries: the next model is sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from calisson.errors import (
    ModelConnectionError,
    ModelError,
    ModelOutputError,
    ModelOverloadError,
    ModelRateError,
    ModelTimeoutError,
)

WORTH_IT: tuple[tuple[type[ModelError], int], ...] = (
    (ModelRateError, 4),
    (ModelOverloadError, 4),
    (ModelConnectionError, 3),
    (ModelTimeoutError, 2),
    (ModelOutputError, 2),
)
"""How often one model is tried, by what went wrong; everything else is tried once."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait between tries."""

    base_s: float = 0.5
    longest_s: float = 20.0

    def wait_s(self, error: ModelError, tries: int, random: Callable[[], float]) -> float | None:
        """Return how long to wait after `tries` tries; None when another one is not worth it."""
        most = next((n for kind, n in WORTH_IT if isinstance(error, kind)), 1)
        if tries >= most:
            return None
        asked = error.retry_after_s if isinstance(error, ModelRateError) else None
        if asked is not None and asked > self.longest_s:
            return None
        bound: float = min(self.longest_s, self.base_s * 2 ** (tries - 1))
        return max(asked or 0.0, bound * random())
