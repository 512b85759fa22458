"""What stands behind or before a number: units, money, counters, percent signs, by longest match.

English words are understood in every language, because chat in every language borrows them ('10 reps').
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from calisson.language.lexicon import SHARED, load
from calisson.language.traits import traits
from calisson.language.units import counters, currency_codes, money_words
from calisson.language.units import words as unit_words

_MAX_WORD = 26
"""Letters of the longest unit name that is looked for."""


@dataclass(frozen=True, slots=True)
class Named:
    """A unit word in the text."""

    kind: Literal["unit", "money", "counter"]
    name: str
    """A unit id, a money name as `resolve_currency` reads it, or the group of a counter."""
    word: str
    start: int
    end: int


@lru_cache(maxsize=8)
def _table(language: str) -> dict[str, tuple[Literal["unit", "money", "counter"], str]]:
    out: dict[str, tuple[Literal["unit", "money", "counter"], str]] = {}
    for code in ("en", language) if not traits(language).plural_s else ("en",):
        latin = language != code
        for word, group in counters(code).items():
            if not latin or len(word) > 2:
                out[word] = ("counter", group)
        for word, name in money_words(code).items():
            if not latin or len(word) > 2:
                out[word] = ("money", name)
        for word, unit in unit_words(code).items():
            if not latin or len(word) > 1:
                out[word] = ("unit", unit)
    for sign, name in load(SHARED, "units")["currency"]["symbols"].items():
        out[sign.lower()] = ("money", name)
    for currency in currency_codes():
        out.setdefault(currency.lower(), ("money", currency))
    return out


@lru_cache(maxsize=8)
def _lengths(language: str) -> dict[str, tuple[int, ...]]:
    """First letter → the lengths of the words that begin with it, longest first."""
    lengths: dict[str, set[int]] = {}
    for word in _table(language):
        lengths.setdefault(word[0], set()).add(min(len(word), _MAX_WORD))
    return {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()}


def _latin(char: str) -> bool:
    return char.isalpha() and char < "\u0250"


def named_at(lowered: str, at: int, language: str) -> Named | None:
    """Return the longest unit, money or counter word that begins at `at` of the lower-case text."""
    table = _table(language)
    for length in _lengths(language).get(lowered[at : at + 1], ()):
        word = lowered[at : at + length]
        if word not in table or len(word) < length:
            continue
        end = at + length
        following = lowered[end : end + 1]
        if (
            _latin(word[-1])
            and following
            and (_latin(following) or (following.isdigit() and _latin(word[-1])))
        ):
            if not re.match(r"x ?\d", lowered[end : end + 3]) and not (
                following.isdigit() and word in ("h", "m", "kg")
            ):
                continue
        kind, name = table[word]
        return Named(kind, name, word, at, end)
    return None


@lru_cache(maxsize=1)
def _before() -> re.Pattern[str]:
    signs = sorted(load(SHARED, "units")["currency"]["symbols"], key=len, reverse=True)
    codes = "|".join(sorted(currency_codes()))
    return re.compile(
        rf"(?:(?P<sign>{'|'.join(map(re.escape, signs))})|(?<![A-Za-z])(?P<code>{codes})) ?$", re.IGNORECASE
    )


def money_before(text: str, at: int) -> Named | None:
    """Return the currency sign or code that stands right before `at`."""
    match = _before().search(text, max(0, at - 5), at)
    if match is None:
        return None
    sign, code = match.group("sign"), match.group("code")
    symbols = load(SHARED, "units")["currency"]["symbols"]
    name = code.upper() if code else symbols.get(sign) or symbols.get(sign.upper())
    if name is None:
        return None
    return Named("money", name, match.group().strip(), match.start(), match.end())
