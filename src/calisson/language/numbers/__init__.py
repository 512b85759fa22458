"""Numbers in chat: digits and words, quantities, money, percents, lengths of time, in five languages.

`find_numbers` scans a text for numerals (digits of every form, and each language's number words), joins each
with the unit, currency or counter beside it, and drops what only looks like a number ('a', 一下, 두부). All
vocabulary is data (`data/<language>/numbers.toml`, `units.toml`); how numerals are built is one of four grammars
(`english`, `german`, `han`, `hangul`), which the data names. Nothing here knows dates: '5月4日' yields 5 and 4, and the caller removes the
numbers that lie inside a time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.numbers.clocks import scan_clocks
from calisson.language.numbers.compose import Composer
from calisson.language.numbers.digits import scan_digits
from calisson.language.numbers.numeral import Numeral, without_overlaps
from calisson.language.text import lower, normalise
from calisson.language.types import LANGUAGES, NumberSpan

__all__ = ["find_numbers", "parse_number"]


@lru_cache(maxsize=512)
def _find(text: str, language: str, currency: str | None) -> tuple[NumberSpan, ...]:
    clean = normalise(text)
    lowered = lower(clean)
    clocks = scan_clocks(clean, lowered, language)
    taken = [(s, e) for s, e, _ in clocks]
    taken += [m.span() for pattern in _rating_scales(language) for m in pattern.finditer(clean)]
    numerals = [
        n
        for n in without_overlaps(_numerals(clean, language))
        if not any(s < n.end and n.start < e for s, e in taken)
    ]
    spans = Composer(clean, lowered, language, currency).spans(numerals)
    spans.extend(span for _, _, span in clocks if span is not None)
    return tuple(sorted(spans, key=lambda s: s.start_char))


@lru_cache(maxsize=8)
def _rating_scales(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in load(language, "numbers").get("rating_scale", ()))


def _numerals(clean: str, language: str) -> list[Numeral]:
    digits = scan_digits(clean, bool(load(language, "numbers")["decimal_comma"]))
    match load(language, "numbers")["grammar"]:
        case "english":
            from calisson.language.numbers import english

            words = english.scan_words(clean, digits)
        case "german":
            from calisson.language.numbers import german

            words = german.scan_words(clean, digits)
        case "hangul":
            from calisson.language.numbers import hangul

            words = hangul.scan_words(clean, digits)
        case _:
            from calisson.language.numbers import han

            words = han.scan_words(clean, digits, language)
    return [*words, *digits]


def find_numbers(text: str, language: str, currency: str | None = None) -> list[NumberSpan]:
    """Return the numbers of `text` in reading order, without overlaps; offsets are those of `text`.

    Durations are told in minutes, money in whole units of its currency, ratings ('7/10') as the points given.
    A counter word as written is the `unit` of a plain number ('40 Seiten'). `currency` is the home's code:
    '$' and 'pounds' follow it. An unknown language is read as English. Never raises.
    """
    if language not in LANGUAGES:
        language = "en"
    return list(_find(text, language, currency))


def parse_number(text: str, language: str) -> float | None:
    """Return the value when the whole text is one number without a unit ('twenty-five'), else None."""
    text = text.strip()
    if not text:
        return None
    clean = normalise(text)
    for numeral in _numerals(clean, language if language in LANGUAGES else "en"):
        if numeral.start == 0 and numeral.end == len(clean) and numeral.kind in ("number", "fraction"):
            return numeral.value
    spans = find_numbers(text, language)
    if len(spans) == 1 and spans[0].start_char == 0 and spans[0].end_char == len(text):
        if spans[0].kind == "number" and spans[0].unit is None:
            return spans[0].value
    return None
