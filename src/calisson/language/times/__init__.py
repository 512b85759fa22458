"""Dates, times, lengths of time and recurrences in running text, in every language of the home.

`find_times` reads a text in one language and returns non-overlapping spans, each resolved against the given
local time. All natural language is data (`data/<language>/times.toml`); two engines read it:

- `west` for languages that write words with spaces between them (English, German). A text becomes tokens
  with classes; templates over classes (`"{which} {weekday}"`) are handed to a fixed set of constructors;
  neighbours that fit together are joined; the joined frame is resolved.
- `east` for Chinese, Japanese and Korean, where times stand from coarse to fine without inflection or spaces.

A further language is a further data file: one with `engine = "west"` is read by the first, any other by the
second. Nothing here is tied to a time zone: all times are naive local ones.
"""

from __future__ import annotations

from datetime import datetime

from calisson.language.lexicon import load
from calisson.language.text import normalise
from calisson.language.types import TimeSpan

__all__ = ["find_times"]


def find_times(text: str, language: str, now: datetime) -> list[TimeSpan]:
    """Return the times that `text` names, in reading order and without overlaps; never raises on any text.

    `now` is the naive local time at which the words were said. Offsets refer to `text`.

    Raises:
        LookupError: The language has no `times` lexicon.
    """
    clean = normalise(text)
    if load(language, "times").get("engine") == "west":
        from calisson.language.times.west import find as find_west

        return find_west(clean, language, now)
    from calisson.language.times.east import find as find_east

    return find_east(clean, language, now)
