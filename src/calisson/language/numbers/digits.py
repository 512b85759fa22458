"""Numbers in digits: separators by language, signs, fractions, exponents, and what is no number at all.

A comma or point is read as people of the language write it, and where the form itself is clear it wins:
'1.250,00' and '1,250.00' are both 1250 everywhere, '2.90' is 2.9 and '0.750' 0.75 in German too, '1.008' is
1008 in German and 1.008 in English. Digits glued behind letters ('B12', 'N4') belong to a name.
"""

from __future__ import annotations

import re
import unicodedata

from calisson.language.numbers.numeral import Numeral, tidy
from calisson.language.units import currency_codes

LONGEST = 40
"""More digits in a row are noise, not a number (a float ends at 309)."""

_LITERAL = re.compile(r"\d+(?:[.,']\d+)*|(?<![\d.])\.\d+")
_DOT_GROUPS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?")
_COMMA_GROUPS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_LAKH_GROUPS = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?")
_QUOTE_GROUPS = re.compile(r"[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?")
_SPACE_GROUPS = re.compile(r"[1-9]\d{0,2}(?: \d{3})+(?![\d])(?:[.,]\d+)?")
_EXPONENT = re.compile(r"[eE]([+-]?\d+)(?![\dA-Za-z])")
_TIMES_TEN = re.compile(r" ?x ?10\^([+-]?\d+)(?!\d)")
_POWER = re.compile(r"\^\+?(-*)(\d+)(?![\d.])")
_SLASH = re.compile(r" ?/ ?(\d+)(?![\d.,/]|\d)")
_RATED = (5, 6, 7, 10, 20, 100)
"""Denominators that people rate against; 'mood 7/10' is a 7. Kitchens and rulers use the others."""
_PRESSURE = (40.0, 260.0)
"""'120/80' is two readings, not a fraction: both lie in this range (mmHg)."""


def scan_digits(text: str, decimal_comma: bool) -> list[Numeral]:
    """Return every number written in digits, in reading order."""
    found: list[Numeral] = []
    at = 0
    while match := _LITERAL.search(text, at):
        at = match.end()
        if _names_something(text, match.start()):
            continue
        grouped = _SPACE_GROUPS.match(text, match.start())
        if grouped and match.group().isdigit() and _is_space_group(grouped.group()):
            whole = grouped.group().replace(" ", "")
            found.append(_signed(text, grouped.start(), grouped.end(), _plain(whole)))
            at = grouped.end()
            continue
        if len(match.group()) > LONGEST:
            continue
        for start, end, value in _read(match.group(), match.start(), decimal_comma):
            found.append(_signed(text, start, end, value))
    return _fractions(text, [_powers(text, numeral) for numeral in _vulgar(text, found)])


def _names_something(text: str, start: int) -> bool:
    """Whether the digits go on a word ('B12', 'v2'); 'x3', '@60' and '$5' do not."""
    before = text[start - 1] if start else " "
    if not (before.isascii() and before.isalpha()) and not (before.isalpha() and before.islower()):
        return False
    if not (before.isascii() or unicodedata.name(before, "").startswith("LATIN")):
        return False
    run = re.search(r"[^\W\d_]*$", text[:start])
    letters = "".join(c for c in (run.group() if run else "") if c < "\u2e80")
    if letters.lower() == "x" or re.search(r"\d[^\W\d_]{1,3}$", text[:start]):
        return False  # '3 x8', '1h30'
    return letters.upper() not in _SHORT and letters.upper() not in currency_codes()


_SHORT = frozenset({"RS", "RM", "R"})
"""What stands before digits in money besides the ISO codes: 'Rs50', 'RM50'; 'A17' is a seat or a code."""


def _is_space_group(text: str) -> bool:
    groups = text.split(" ")[1:]
    return len(groups) >= 2 or groups[0][:3] == "000" or any(mark in groups[-1] for mark in ".,")


def _plain(text: str) -> float:
    return float(text.replace(",", "."))


def _read(text: str, start: int, decimal_comma: bool) -> list[tuple[int, int, float]]:
    """Return the numbers of one run of digits and separators, with offsets."""
    value = _value(text, decimal_comma)
    if value is not None:
        return [(start, start + len(text), value)]
    return [
        (start + m.start(), start + m.end(), float(m.group())) for m in re.finditer(r"\d+", text)
    ]  # a list ('22,24,26') or an address ('192.168.1.2')


def _value(text: str, decimal_comma: bool) -> float | None:
    if text.isdigit():
        return float(text)
    if text.startswith("."):
        return float("0" + text)
    if _QUOTE_GROUPS.fullmatch(text):
        return _plain(text.replace("'", ""))
    if "'" in text:
        return None
    commas, dots = text.count(","), text.count(".")
    if _DOT_GROUPS.fullmatch(text) and (decimal_comma or commas or dots > 1):
        return _plain(text.replace(".", ""))
    if _COMMA_GROUPS.fullmatch(text) and (not decimal_comma or dots or commas > 1):
        return float(text.replace(",", ""))
    if _LAKH_GROUPS.fullmatch(text):
        return float(text.replace(",", ""))
    if commas + dots == 1:
        return _plain(text)
    return None


def _signed(text: str, start: int, end: int, value: float) -> Numeral:
    if start and text[start - 1] == "-":
        before = text[start - 2] if start > 1 else " "
        clear = before in " \n([{:=<>;/^*\"'" and not re.search(r"\d\s+-$", text[max(0, start - 8) : start])
        if clear or (
            before > "\u3040" and not re.search(r"\d[^\d\s]{0,3}-$", text[max(0, start - 8) : start])
        ):
            return Numeral(start - 1, end, -value)
    return Numeral(start, end, value)


def _powers(text: str, numeral: Numeral) -> Numeral:
    """Take in '1e5', 'x10^-4' and '2^10' behind the digits."""
    if match := _EXPONENT.match(text, numeral.end) or _TIMES_TEN.match(text, numeral.end):
        exponent = int(match.group(1))
        if abs(exponent) <= 300:
            return _with(numeral, match.end(), float(f"{numeral.value}e{exponent}"))
    if match := _POWER.match(text, numeral.end):
        exponent = int(match.group(2)) * (-1 if len(match.group(1)) % 2 else 1)
        if abs(exponent) <= 300 and numeral.value:
            sign = -1 if numeral.value < 0 else 1
            try:
                return _with(numeral, match.end(), sign * abs(numeral.value) ** exponent)
            except OverflowError:
                return numeral
    return numeral


def _with(numeral: Numeral, end: int, value: float) -> Numeral:
    return Numeral(numeral.start, end, tidy(value), kind=numeral.kind, scale_of=numeral.scale_of)


def _vulgar(text: str, found: list[Numeral]) -> list[Numeral]:
    """Take in '½' and '1½', which are digits of their own."""
    if text.isascii() or not any(c in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞" for c in text):
        return found
    out = list(found)
    for match in re.finditer(r"[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]", text):
        value, start = unicodedata.numeric(match.group()), match.start()
        whole = next((n for n in out if n.end == start or (n.end == start - 1 and text[n.end] == " ")), None)
        if whole is not None and whole.value == int(whole.value):
            out.remove(whole)
            sign = -1 if text[whole.start] == "-" else 1
            value, start = whole.value + sign * value, whole.start
        out.append(Numeral(start, match.end(), tidy(value), kind="fraction"))
    return sorted(out, key=lambda n: n.start)


def _fractions(text: str, found: list[Numeral]) -> list[Numeral]:
    """Join '3/4', '1 1/2' and '7/10'; leave '120/80' as two readings."""
    out: list[Numeral] = []
    skip = -1
    for index, numeral in enumerate(found):
        if index == skip:
            continue
        match = _SLASH.match(text, numeral.end)
        below = float(match.group(1)) if match else 0.0
        integral = (
            numeral.value == int(numeral.value) and text[numeral.start : numeral.end].lstrip("-").isdigit()
        )
        slashed = text[numeral.start - 1 : numeral.start] == "/" if numeral.start else False
        if match and below in _RATED and 0 <= numeral.value <= below and not integral and not slashed:
            skip = index + 1
            out.append(Numeral(numeral.start, match.end(), numeral.value, scale_of=below))
            continue
        if (
            match
            and 0 < below < 1000 > numeral.value
            and integral
            and not slashed
            and not _is_pressure(numeral.value, below)
        ):
            skip = index + 1
            value, start = numeral.value / below, numeral.start
            whole = out[-1] if out else None
            mixed = (
                whole is not None
                and text[whole.end : start] == " "
                and text[whole.start : whole.end].lstrip("-").isdigit()
                and 0 < numeral.value
            )
            if below in _RATED and 0 <= numeral.value <= below and not mixed:
                out.append(Numeral(numeral.start, match.end(), numeral.value, scale_of=below))
                continue
            if mixed and whole is not None:
                out.pop()
                value, start = whole.value + (-value if whole.value < 0 else value), whole.start
            out.append(Numeral(start, match.end(), tidy(value), kind="fraction"))
            continue
        out.append(numeral)
    return out


def _is_pressure(above: float, below: float) -> bool:
    low, high = _PRESSURE
    return above > below and all(low <= value <= high for value in (above, below))
