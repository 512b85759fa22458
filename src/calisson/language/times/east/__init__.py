"""Times in Chinese, Japanese and Korean: one engine, three grammars written as data.

The three languages build times alike: parts stand from coarse to fine (year, month, day, part of day, clock),
joined by nothing or a particle, without inflection. So a grammar is a list of atom patterns per language
(`data/<language>/times.toml`); neighbouring atoms whose parts do not clash make one phrase (`phrases`), and a
phrase is resolved against the reference time (`resolve`, `recur`). Words that only look like times ('1日3回',
'周末愉快') are kept out by the patterns themselves.
"""

from __future__ import annotations

from datetime import datetime

from calisson.language.times.east.phrases import read
from calisson.language.times.east.resolve import resolve
from calisson.language.types import TimeSpan

__all__ = ["find"]


def find(text: str, language: str, now: datetime) -> list[TimeSpan]:
    """Return the times of a normalised `text` in reading order; `language` is zh, ja or ko. Never raises."""
    spans = [resolve(phrase, text, language, now) for phrase in read(text, language)]
    return [span for span in spans if span is not None]
