"""Putting right a part of a sentence: 'the meeting is on the 13th at 3' and 'no, the 14th'.

The part is found by its kind: a clock time, a date, a day of the week, else a number or a code. What the new words
do not name stays, so a new day keeps the month. The kinds are patterns of each language (`[amend]` in `talk.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from calisson.language.talk.patterns import patterns

KINDS = ("clock", "date", "weekday")

_NUMBER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z+-]*\d(?:[A-Za-z0-9.,:/-]*[A-Za-z0-9])?")
"""A number, a code or a telephone number."""


def amended(old: str, right: str, language: str) -> str | None:
    """Return the old sentence with the part put right, or None when it has no such part or the words have none."""
    rest, hidden, changed = right, old, False
    for kind in KINDS:
        new = _first(patterns(language, "amend", kind), rest)
        if new is None:
            continue
        former = _first(patterns(language, "amend", kind), hidden)
        if former is None:
            return None
        put = _put(former, new)
        old = old[: former.start()] + put + old[former.end() :]
        hidden = hidden[: former.start()] + "\ufffc" * len(put) + hidden[former.end() :]
        rest = rest[: new.start()] + " " + rest[new.end() :]
        changed = True
    if changed:
        return old
    numbers, others = list(_NUMBER.finditer(rest)), list(_NUMBER.finditer(old))
    if len(numbers) == 1 and len(others) == 1:
        return old[: others[0].start()] + numbers[0][0] + old[others[0].end() :]
    return None


def _first(known: Sequence[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((m for p in known if (m := p.search(text))), None)


def _put(former: re.Match[str], new: re.Match[str]) -> str:
    """Return the new words; when they name a part of what the former name, the former with that part."""
    given = {k: v for k, v in new.groupdict().items() if v is not None}
    had = {k for k, v in former.groupdict().items() if v is not None}
    if not given or not set(given) < had:
        return new[0]
    said = former[0]
    for name in sorted(given, key=lambda n: -former.start(n)):
        start, end = former.start(name) - former.start(), former.end(name) - former.start()
        said = said[:start] + given[name] + said[end:]
    return said
