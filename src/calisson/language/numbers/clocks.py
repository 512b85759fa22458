"""Colons between digits: lengths of time ('45:12', '1:32:10', '1:30 h'), paces ('5:30/km') and clocks.

A stretch that may be a clock time ('12:30') is left to the times engine: its digits are no numbers.
"""

from __future__ import annotations

import re

from calisson.language.numbers.numeral import tidy
from calisson.language.numbers.vocabulary import named_at
from calisson.language.types import NumberSpan
from calisson.language.units import dimension

_COLONS = re.compile(r"(?<![\d:.,/-])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?!:?\d)")


def scan_clocks(text: str, lowered: str, language: str) -> list[tuple[int, int, NumberSpan | None]]:
    """Return (start, end, span) of every group of digits and colons; no span for a possible clock time."""
    out: list[tuple[int, int, NumberSpan | None]] = []
    for match in _COLONS.finditer(text):
        first, second = int(match.group(1)), int(match.group(2))
        third = match.group(3)
        at = match.end() + (text[match.end() : match.end() + 1] == " ")
        named = named_at(lowered, at, language) or named_at(lowered, match.end(), language)
        unit = named.name if named is not None and named.kind == "unit" else None
        minutes: float | None = None
        if unit in ("min/km", "min/mi") and third is None:
            assert named is not None
            span = NumberSpan(match.start(), named.end, text[match.start() : named.end], tidy(first + second / 60),
                              "quantity", unit, match.end())  # fmt: skip
            out.append((match.start(), named.end, span))
            continue
        end = match.end()
        if unit is not None and dimension(unit) == "time" and named is not None:
            end = named.end
            minutes = first * 60 + second + int(third or 0) / 60 if unit == "h" else None
            if unit == "min":
                minutes = first + second / 60
        elif (third is not None and first >= 24) or (third is None and first >= 24):
            minutes = first + second / 60 if third is None else first * 60 + second + int(third) / 60
        elif third is not None and len(match.group(1)) == 1:
            minutes = first * 60 + second + int(third) / 60
        span = None
        if minutes is not None:
            span = NumberSpan(match.start(), end, text[match.start() : end], tidy(minutes), "duration", "min",
                              match.end())  # fmt: skip
        out.append((match.start(), end, span))
    return out
