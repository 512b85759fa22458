"""A number as it stands in a text, before anything is known of what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NumeralKind = Literal["number", "ordinal", "multiple", "percent", "fraction"]


@dataclass(frozen=True, slots=True)
class Numeral:
    """A stretch of text that may be a number."""

    start: int
    end: int
    value: float
    words: bool = False
    """Written in words or numerals of the language."""
    weak: bool = False
    """A number only when a unit or counter follows ('a cup', '一杯', '한 잔')."""
    article: bool = False
    """'a', 'one', '一', '한': may only be the article of what follows."""
    kind: NumeralKind = "number"
    approximate: bool = False
    scale_of: float | None = None
    """The whole it is rated against: 10 in '7/10'."""
    bridge: bool = False
    """May stand before its unit with 'of a' between ('half an hour', 'a couple of miles')."""


def tidy(value: float) -> float:
    """Return `value` without the noise of binary fractions (2.3 * 1000 is 2300)."""
    return float(f"{value:.14g}")


def without_overlaps(numerals: list[Numeral]) -> list[Numeral]:
    """Return the longest numerals in reading order; of two at one place the longer, then the earlier."""
    kept: list[Numeral] = []
    for numeral in sorted(numerals, key=lambda n: (n.start - n.end, n.start)):
        if all(numeral.end <= other.start or numeral.start >= other.end for other in kept):
            kept.append(numeral)
    return sorted(kept, key=lambda n: n.start)
