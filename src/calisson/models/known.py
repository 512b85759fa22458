"""Which models are known to be there, without asking at every turn.

The household sets a model up beside a running home (`calisson models add`, `ollama serve`), and a server that was
there goes away. So what is known is looked up again after `RENEW_S`, beside the turn that notices, which still uses
what was known; it is looked up at once when `changed` gives something new.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from calisson.errors import ConfigError
from calisson.models.roster import Roster

RENEW_S = 30.0
"""Looking costs under a millisecond when nothing listens, and up to seconds when a server hangs."""


class Known:
    """The roster, kept. Safe to share between threads."""

    def __init__(
        self,
        find: Callable[[], Roster],
        changed: Callable[[], object] | None = None,
        *,
        renew_s: float = RENEW_S,
    ) -> None:
        """Keep what `find` gives until it is `renew_s` seconds old, or until `changed` gives another value."""
        self._renew_s = renew_s
        self._find = find
        self._changed = changed or (lambda: None)
        self._lock = threading.Lock()
        self._kept: tuple[Roster, object, float] | None = None
        self._renewing = False

    def roster(self) -> Roster:
        """Return the roster.

        Raises:
            ConfigError: it cannot be read.
        """
        kept, state = self._kept, self._changed()
        if kept is None or kept[1] != state:
            return self._look(state)
        if time.monotonic() - kept[2] > self._renew_s:
            self._renew(state)
        return kept[0]

    def forget(self) -> None:
        """Look again at the next use."""
        self._kept = None

    def _look(self, state: object) -> Roster:
        found = self._find()
        self._kept = (found, state, time.monotonic())
        return found

    def _renew(self, state: object) -> None:
        with self._lock:
            if self._renewing:
                return
            self._renewing = True
        threading.Thread(target=self._beside, args=(state,), name="models-known", daemon=True).start()

    def _beside(self, state: object) -> None:
        try:
            self._look(state)
        except ConfigError:
            self.forget()  # the next use says what is wrong
        finally:
            self._renewing = False
