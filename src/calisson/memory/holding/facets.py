"""What a row of `memories` knows of its fact beside the words: when it holds, what it is about.

Read from the words at writing; rows that are older than this, or came in bulk, are read when they are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from calisson.language.text import fold
from calisson.memory.finding.clues import tells_time
from calisson.memory.holding.matters import Matter, matter_of
from calisson.memory.holding.phrases import phrases
from calisson.memory.holding.spans import WIDEST, Held, held
from calisson.store.sealing import Key

NOTHING = ""
"""The matter of a fact that is about none."""


def read(text: str, language: str, at: datetime) -> tuple[Held, Matter | None]:
    """Return when a fact holds that was said at `at`, and what it is about."""
    timed = len(text) <= WIDEST and (
        tells_time(text, language) or any(m in text for m in phrases(language).marks if len(m) > 1)
    )
    when = held(text, language, at) if timed else untimed(text, language)
    return when, matter_of(when.rest, language)


def untimed(text: str, language: str) -> Held:
    """Return when a fact holds that names no time."""
    folded = fold(text)
    return Held(None, None, folded, phrases(language).past.search(folded[:WIDEST]) is not None)


def facets(text: str, language: str, at: datetime, key: Key | None) -> dict[str, Any]:
    """Return the columns of a fact: `valid_from`, `valid_until`, `matter`.

    Args:
        text: the fact.
        language: its language.
        at: naive local time at which it was said.
        key: of its person, when their memories are encrypted.
    """
    when, matter = read(text, language, at)
    until = when.until
    if until is None and when.past and matter is not None:
        until = at  # 'I used to live in Rome': over, whenever that was
    return {
        "valid_from": stamp(when.since),
        "valid_until": stamp(until),
        "matter": kept_as(matter.attribute if matter else NOTHING, key),
    }


def stamp(at: datetime | None) -> str | None:
    """Return a time as it is stored."""
    return at.replace(tzinfo=None).isoformat(timespec="seconds") if at else None


def kept_as(attribute: str, key: Key | None) -> str:
    """Return the stored form of an attribute."""
    return key.mac(f"matter {attribute}") if key and attribute else attribute


def start_of(row: Mapping[str, Any]) -> str:
    """Return from when a row holds as far as is known: what its words say, else when it was said."""
    return str(row["valid_from"] or row["at"])
