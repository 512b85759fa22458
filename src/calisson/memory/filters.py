"""Narrowing down memories by whom they name, what they are about, when they were said, and of what kind they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, get_args

from sqlalchemy import ColumnElement

from calisson.errors import MemoryError_
from calisson.language.text import fold, is_cjk
from calisson.memory.finding.themes import OTHER, THEMES
from calisson.memory.tables import memories
from calisson.memory.types import Tier
from calisson.memory.words.kin import is_kind_of, kin_of_any, ways_of_saying
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import listed, names_as_said, names_in, same_name, spellings
from calisson.memory.words.tokens import tokens

WIDER = 5
"""Times as many memories are looked at as are wanted, when filters will leave some out."""

FURTHEST = 2000
"""Memories that are looked at at most, as long as too few fit."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a memory must fit; empty members let everything pass."""

    person: str = ""
    """A name, in any script, or a word for a person ('sister')."""
    theme: str = ""
    """A theme of `finding.themes`."""
    tier: str = ""
    """fact, turn or episode."""
    speaker: str = ""
    """Who said it: `me`, or a name as it was kept."""
    pinned: bool = False
    """Only what is pinned."""
    over_at: str = ""
    """A naive local ISO time: only what held no more then."""
    since: str = ""
    until: str = ""
    """ISO dates between which it was said, `until` included."""
    same: frozenset[str] = frozenset()
    """Names and relations that mean the same person, by what was said of who is who."""

    def __post_init__(self) -> None:
        """Refuse what nothing could ever fit.

        Raises:
            MemoryError_: there is no such theme or kind of memory, or a day is none.
        """
        kinds = get_args(Tier)
        for name, value, known in (("theme", self.theme, (*THEMES, OTHER)), ("tier", self.tier, kinds)):
            if value and value not in known:
                raise _wrong(f"{name} is one of {', '.join(known)}, not {value!r}")
        for name, value in (("since", self.since), ("until", self.until)):
            if value and not _is_day(value):
                raise _wrong(f"{name} needs a day such as 2026-03-04, not {value!r}")

    def __bool__(self) -> bool:
        """Tell whether anything is asked for."""
        narrowed = (self.person, self.theme, self.tier, self.speaker, self.over_at, self.since, self.until)
        return self.pinned or any(narrowed)

    def fits(self, memory: Mapping[str, Any]) -> bool:
        """Tell whether a memory, described as the doors do, fits."""
        day = str(memory["at"])[:10]
        return (
            (not self.theme or memory.get("theme") == self.theme)
            and (not self.tier or memory.get("tier") == self.tier)
            and (not self.speaker or memory.get("speaker") == self.speaker)
            and (not self.pinned or bool(memory.get("pinned")))
            and (not self.over_at or _is_over(memory, self.over_at))
            and (not self.since or day >= self.since)
            and (not self.until or day <= self.until)
            and (not self.person or any(self._names(str(p)) for p in memory.get("people", ())))
        )

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return conditions on `memories` for what the database knows: kind and time."""
        asked = (
            (self.tier, memories.c.tier == self.tier),
            (self.since, memories.c.at >= self.since),
            (self.until, memories.c.at <= f"{self.until}T99"),
        )
        return [condition for given, condition in asked if given]

    def looks(self) -> list[str]:
        """Return tokens of the ways of naming the person, in any language; one of them is in what fits."""
        kin = [
            k for w in (self.person, *self.same) if (k := kin_of_any(w) or (w if ways_of_saying(w) else None))
        ]
        names = [s for n in (self.person, *self.same) if n for s in spellings(fold(n))]
        ways = dict.fromkeys([*names, *(w for k in kin for w in ways_of_saying(k))])
        return list(dict.fromkeys(t for w in ways for t in tokens(w) if len(t) > 1 or len(w) == 1))

    def _names(self, person: str) -> bool:
        """Tell whether a name, or a word for a person, means the one asked for."""
        if same_name(self.person, person) or listed(fold(person)) in self.same:
            return True
        kin = kin_of_any(person)
        asked = kin_of_any(self.person)
        return kin is not None and any(is_kind_of(kin, k) for k in (*self.same, *((asked,) if asked else ())))


def _is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _wrong(why: str) -> MemoryError_:
    return MemoryError_(why, message_id="error-request")


def _is_over(memory: Mapping[str, Any], at: str) -> bool:
    """Tell whether a memory was closed by a later one, or its time was up."""
    until = memory.get("valid_until")
    return bool(memory.get("closed_by")) or (until is not None and str(until) <= at)


@lru_cache(maxsize=8192)
def people_of(text: str, language: str) -> tuple[str, ...]:
    """Return whom a text names, as a filter shows them: names, and its words for people."""
    named = (n if is_cjk(n) else n.title() for n in sorted(names_in(text, language)))
    kin = dict.fromkeys(m[0] for m in words(language).people.finditer(fold(text)))
    return tuple(dict.fromkeys((*named, *kin)))


@lru_cache(maxsize=8192)
def told_apart(text: str, language: str) -> tuple[str, ...]:
    """Return `people_of` with everybody once: the word for a person that stands before a name is the same person's.

    'Grandma Rosa', 'Oma Rosa', 'my sister Mia', '妹のミア', '여동생 미아' and '妹妹小雨' are one person each; behind a name
    the word may be somebody else's ('Mias Schwester', '미아 여동생').
    """
    folded, names = fold(text), names_as_said(text, language)
    return tuple(
        person
        for person in people_of(text, language)
        if not (
            kin_of_any(person) and any(f"{person}{link}{name}" in folded for link in _LINKS for name in names)
        )
    )


_LINKS = ("", " ", "の")
"""What stands between a word for a person and the person's name."""
