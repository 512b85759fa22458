"""What a step does to the household's data: kept with the step, carried out in one transaction with its mark.

A tool names an effect and gives its data; the handler of that name does it when the step takes effect, and says in
words what came of it. The transaction also marks the step as done, so an effect happens once, whatever crashes,
and its turn takes it back like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calisson.store import Transaction


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of the household's data, not made yet."""

    kind: str
    """The handler's name."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON-able."""


Handler = Callable[[Transaction, Mapping[str, Any]], str]
"""Carries out an effect inside a transaction and returns what came of it, for the model.

Raises:
    CalissonError: it cannot be done; nothing of the step's effects is kept then.
"""
