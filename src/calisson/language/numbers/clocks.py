"""Colons between digits: lengths of time ('45:12', '1:32:10', '1:30 h'), paces ('5:30/km') and clocks.

A stretch that may be a clock time ('12:30') is left to the times engine: its digits are no numbers.
"""

from __future__ import annotations

import re

from calisson.language.numbers.numeral import tidy
from calisson.language.numbers.vocabulary import named_at
from calisson.language.types import NumberSpan

_COLONS = re.compile(r"(?<![\d:.,/-])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?!:?\d)")


def scan_clocks(text: str, lowered: str, language: str) -> list[tuple[int, int, NumberSpan | None]]:
    """Return (start, end, span) of every group of digits and colons; no span for a possible clock time."""
    out: list[tuple[int, int, NumberSpan | None]] = []
    for match in _COLONS.finditer(text):
        first, second, third = (int(group or 0) for group in match.groups())
        seconds = match.group(3) is not None
        at = match.end() + (text[match.end() : match.end() + 1] == " ")
        named = named_at(lowered, at, language) or named_at(lowered, match.end(), language)
        unit = named.name if named is not None and named.kind == "unit" else None
        end, kind, told, value = match.end(), "duration", "min", None
        if named is not None and unit in ("min/km", "min/mi") and not seconds:
            end, kind, told, value = named.end, "quantity", unit, first + second / 60
        elif named is not None and unit in ("h", "min"):
            end = named.end
            value = first + second / 60 if unit == "min" else first * 60 + second + third / 60
        elif seconds and (first >= 24 or len(match.group(1)) == 1):
            value = first * 60 + second + third / 60
        elif first >= 24:
            value = first + second / 60
        span = None
        if value is not None:
            span = NumberSpan(
                start_char=match.start(),
                end_char=end,
                text=text[match.start() : end],
                value=tidy(value),
                kind="quantity" if kind == "quantity" else "duration",
                unit=told,
                number_end=match.end(),
            )
        out.append((match.start(), end, span))
    return out
