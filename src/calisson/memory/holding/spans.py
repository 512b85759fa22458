"""From when until when a fact holds, by its own words: 'since March', 'from 1 May', 'until Friday'.

The times themselves are read by `language.times`; here it is decided which of them bound the fact, and which are
what it says ('my passport is valid until 2030' is worth knowing in 2031 too).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from calisson.language.text import fold, normalise
from calisson.language.times import find_times
from calisson.language.types import LANGUAGES, TimeSpan
from calisson.memory.holding.phrases import Phrases, phrases

WIDEST = 240
"""Characters of a fact that may be about one matter."""


@dataclass(frozen=True, slots=True)
class Held:
    """When a fact holds."""

    since: datetime | None
    """Naive local time from which it holds; None when its words do not say."""
    until: datetime | None
    """Exclusive; None while nothing ends it."""
    rest: str
    """The folded text without the words for those times."""
    past: bool
    """It tells of something that is over."""


def held(text: str, language: str, now: datetime) -> Held:
    """Return when a fact holds that is said at `now`, naive local time."""
    said = normalise(text)
    known = phrases(language)
    folded = fold(said)
    past = known.past.search(folded) is not None
    if len(said) > WIDEST or language not in LANGUAGES:
        return Held(None, None, folded, past)
    since = until = None
    cut: list[tuple[int, int]] = []
    content = known.spans.search(folded) is not None
    for span in find_times(said, language, now):
        if span.start is None or not span.has_date or span.rrule or span.invalid:
            continue
        begins, ends = _bounds(span, said, known, now)
        if begins is None and ends is None:
            continue
        if not content:
            since, until = since or begins, until or ends
        cut.append(_with_marks(span, said, known))
    for start, end in reversed(cut):
        said = f"{said[:start]} {said[end:]}"
    return Held(since, until, fold(said).strip(" ,，、"), past or (until is not None and until <= now))


def _bounds(
    span: TimeSpan, said: str, known: Phrases, now: datetime
) -> tuple[datetime | None, datetime | None]:
    assert span.start is not None
    if span.bound in ("from", "after"):
        start = span.end if span.bound == "after" and span.end else span.start
        around = fold(said[max(0, span.start_char - 6) : span.end_char + 6])
        if start > now and known.since.search(around):
            start = max((a for a in span.alternatives if a <= now), default=start)
        return start, None
    if span.bound in ("until", "before"):
        return None, span.end if span.bound == "until" and span.end else span.start
    if span.last is not None:
        return span.start, span.end
    if span.start <= now and known.starts.search(fold(said)):
        return span.start, None
    return None, None


def _with_marks(span: TimeSpan, said: str, known: Phrases) -> tuple[int, int]:
    """Return where the words for a time begin and end, with the marks beside them that belong to it."""
    start, end = span.start_char, span.end_char
    for _ in range(3):
        for mark in sorted(known.marks, key=len, reverse=True):
            if mark and said.startswith(mark, end) and mark not in (" ",):
                end += len(mark)
                break
        else:
            break
    for mark in sorted(known.marks, key=len, reverse=True):
        if said[:start].endswith(mark) and mark not in "，,、":
            start -= len(mark)
            break
    return start, end
