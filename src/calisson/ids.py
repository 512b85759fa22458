"""Identifiers: a prefix that says what it names, the time it was made, and randomness.

`app_01kbq7w9x3m8e0r5t2v6y4z1` sorts by the moment it was made, also within a millisecond: a process that
makes several in one millisecond counts up. 48 bits of milliseconds, 12 bits of counter and 50 random bits, in
Crockford's base 32 (no i, l, o, u).
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def _base32(number: int, length: int) -> str:
    out = []
    for _ in range(length):
        out.append(_DIGITS[number & 31])
        number >>= 5
    return "".join(reversed(out))


class Ids:
    """A source of identifiers; time (milliseconds) and randomness (bits → int) are injected."""

    def __init__(
        self,
        milliseconds: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        bits: Callable[[int], int] = secrets.randbits,
    ) -> None:
        self._milliseconds = milliseconds
        self._bits = bits
        self._last = 0
        self._count = 0
        self._lock = threading.Lock()

    def new(self, prefix: str) -> str:
        """Return a new identifier `<prefix>_<22 characters>`, later than every one made here before."""
        with self._lock:
            now = max(self._milliseconds(), self._last)
            if now == self._last:
                self._count += 1
                if self._count > 0xFFF:
                    now, self._count = now + 1, 0
            else:
                self._count = 0
            self._last = now
            number = (now << 62) | (self._count << 50) | self._bits(50)
        return f"{prefix}_{_base32(number, 22)}"


_ids = Ids()


def new_id(prefix: str) -> str:
    """Return a new identifier from the process's own source."""
    return _ids.new(prefix)
