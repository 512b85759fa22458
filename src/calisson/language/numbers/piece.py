"""A numeral together with what it counts: what the composer makes and the joiner puts together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calisson.language.numbers.numeral import Numeral
from calisson.language.numbers.vocabulary import Named


@dataclass(frozen=True, slots=True)
class Piece:
    """A numeral with what it counts."""

    numeral: Numeral
    start: int
    end: int
    value: float
    named: Named | None = None
    factor: float = 1.0
    """The worth of one of it in the currency: 0.1 for 毛."""
    kind: Literal["number", "quantity", "money", "percent", "duration", "ordinal", "multiple"] = "number"
    unit: str | None = None
    dead: bool = False
    """Kept only for its neighbour; never reported."""
    literal: float | None = None
    joined: bool = False
