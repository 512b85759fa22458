"""Which engine leads the talk with the model, as the household chose: our own loop's door, or Claude's own program.

`calisson models engine claude` chooses the second one. It needs its extra and a model whose server speaks the
Anthropic Messages API; where one of them is missing, the first one goes on working, so that no run ends for that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from calisson.models import Models, ModelSpec, Roster
from calisson.workshop import claude
from calisson.workshop.types import Engine

PROVIDERS = ("anthropic", "deepseek")
"""Whose servers speak the Messages API, the first one preferred."""


def model_of(roster: Roster) -> ModelSpec | None:
    """Return the model that Claude's program would ask: a strong one of the first provider that is set up."""
    able = [m for m in roster.models if m.provider in PROVIDERS]
    return min(able, key=lambda m: (PROVIDERS.index(m.provider), m.strength != "strong"), default=None)


def missing(roster: Roster) -> str:
    """Return why Claude's program cannot be used here, in English; empty when it can."""
    if not claude.available():
        return "needs the extra: pip install 'calisson[claude]'"
    return "" if model_of(roster) else "needs Claude or DeepSeek set up"


class Engines:
    """The engines of a home. Safe to share between threads."""

    def __init__(self, models: Callable[[], Models]) -> None:
        """Make it; `models` gives the home's door when it is needed."""
        self._models = models
        self._lock = threading.Lock()
        self._open: dict[ModelSpec, claude.ClaudeEngine] = {}

    def chosen(self) -> Engine:
        """Return the engine for a new run."""
        models = self._models()
        if models.roster.engine != "claude" or missing(models.roster):
            return models
        spec = model_of(models.roster)
        assert spec is not None
        with self._lock:
            if spec not in self._open:
                self._open[spec] = claude.ClaudeEngine(models, spec)
            return self._open[spec]

    def close(self) -> None:
        """End the programs."""
        with self._lock:
            for engine in self._open.values():
                engine.close()
            self._open.clear()
