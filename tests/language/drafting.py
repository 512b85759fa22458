"""Helpers for the tests of drafts and edits: spans of an utterance, and the cases' type families."""

from __future__ import annotations

from datetime import datetime

from calisson.language.numbers import find_numbers
from calisson.language.spans import Spans
from calisson.language.text import normalise
from calisson.language.times import find_times
from calisson.language.types import AppSchema, Context, FieldSchema

NOW = datetime(2026, 11, 20, 10, 0)

FAMILY = {
    "number": {"number", "integer", "money", "quantity", "percent"},
    "percent": {"percent"},
    "text": {"text", "long_text"},
    "date": {"date", "datetime"},
    "time": {"time"},
    "duration": {"duration"},
    "choice": {"choice", "multi_choice"},
    "rating": {"rating"},
    "bool": {"boolean"},
}


def spans_of(text: str, language: str, now: datetime = NOW) -> Spans:
    """Return the spans that reading makes of an utterance."""
    clean = normalise(text)
    times = tuple(find_times(clean, language, now))
    taken = [(t.start_char, t.end_char) for t in times if t.kind != "duration"]
    numbers = tuple(
        n
        for n in find_numbers(clean, language)
        if not any(n.start_char < end and start < n.end_char for start, end in taken)
    )
    return Spans(clean, text, language, times, numbers)


def context_of(language: str, *apps: AppSchema) -> Context:
    """Return a context whose latest app is the first."""
    return Context(now=NOW, language=language, apps=apps, focus=apps[0].id if apps else None)


def called(field: FieldSchema, word: str) -> bool:
    """Return whether a field goes by a word."""
    return any(word.casefold() in n.casefold() for n in (field.name, field.label, *field.aliases))
