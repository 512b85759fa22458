"""The words for matters of which there is one at a time, of each language, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from calisson.language.lexicon import has, load
from calisson.language.text import fold, is_cjk

FALLBACK = "en"
"""The language whose words serve when a language has none."""


WHERE = ("car", "seat", "phone", "email", "code")
"""Attributes whose things may also lie somewhere."""

AGELESS = ("age", "favourite", "height", "weight")
"""Attributes of which nothing is old."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A way of naming an attribute."""

    pattern: re.Pattern[str]
    attribute: str
    verb: bool
    """A verb ('lives in'), which parts who from what; else a noun ('address')."""
    leads: bool
    """It goes before other nouns beside it: 'my favourite car' is about what is liked."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language's words, over folded text."""

    value: Literal["after", "before"]
    """On which side of a verb the value stands."""
    cues: tuple[Cue, ...]
    around: tuple[tuple[str, str, str], ...]
    """Attribute, and what stands before and after its value."""
    joins: re.Pattern[str]
    places: re.Pattern[str]
    objects: re.Pattern[str]
    own: frozenset[str]
    drop: frozenset[str]
    prefixes: tuple[str, ...]
    endings: tuple[str, ...]
    """What follows a value and says nothing, the longest first."""
    past: re.Pattern[str]
    starts: re.Pattern[str]
    since: re.Pattern[str]
    spans: re.Pattern[str]
    before: re.Pattern[str]
    """Its first group matches what only looks like such a word."""
    once: re.Pattern[str]
    """Asks for what held before when a word of the past stands in the question too."""
    former: re.Pattern[str]
    """'The old phone number': asks for what held before; its group is the attribute's noun."""
    kept_apart: re.Pattern[str]
    """Nouns of things that may be old themselves: 'where is the old car?'."""
    where: re.Pattern[str]
    """Words that ask for a place."""
    asks: re.Pattern[str]
    """Words of a question that say nothing about what it is about: verbs of being and standing in the past."""
    askings: tuple[Cue, ...]
    """Ways of naming an attribute that only questions have."""
    marks: frozenset[str]
    """What stands beside a time to say that it begins or ends there, in languages without spaces."""


@lru_cache(maxsize=16)
def phrases(language: str) -> Phrases:
    """Return the words of a language; those of English for one that has none."""
    given = load(language if has(language, "matters") else FALLBACK, "matters")
    attributes = given["attributes"]
    cues = [
        Cue(_any(words), name, kind == "verbs", bool(group.get("leads")))
        for name, group in attributes.items()
        for kind in ("verbs", "nouns")
        if (words := group.get(kind))
    ]
    askings = [
        Cue(_any(group["asks"]), name, True, False) for name, group in attributes.items() if "asks" in group
    ]
    ends = given["value"] == "before"
    apart = [w for name in WHERE for w in attributes.get(name, {}).get("nouns", ())]
    return Phrases(
        value=given["value"],
        cues=tuple(cues),
        around=tuple(
            (name, fold(a), fold(b)) for name, group in attributes.items() for a, b in group.get("around", ())
        ),
        joins=_any(given["joins"], ends=ends),
        places=_any(given["places"]),
        objects=_any(given.get("objects", ()), ends=ends),
        own=frozenset(map(fold, given["own"])),
        drop=frozenset(map(fold, given["drop"])),
        prefixes=tuple(map(fold, given.get("prefixes", ()))),
        endings=tuple(sorted(map(fold, given["endings"]), key=len, reverse=True)),
        past=_unlike(given["past"], given.get("unlike", ())),
        starts=_any(given["starts"]),
        since=_any(given["since"]),
        spans=_any(given["spans"]),
        before=re.compile(f"({_any(given.get('unlike', ())).pattern})|{_any(given['before']).pattern}"),
        once=_any(given.get("once", ())),
        former=_former(given, attributes),
        kept_apart=_any(apart),
        where=_any(given["where"]),
        asks=_any(given.get("asks", ())),
        askings=tuple(askings),
        marks=frozenset(given.get("marks", ())),
    )


def _unlike(words: Iterable[str], unlike: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of any of the words, but not where one begins as the end of a word that is unlike it (名前は)."""
    found = []
    for word in sorted(words, key=len, reverse=True):
        starts = {
            other[:-n]
            for other in map(fold, unlike)
            for n in range(1, len(other))
            if fold(word).startswith(other[-n:])
        }
        found.append("".join(f"(?<!{re.escape(s)})" for s in sorted(starts)) + f"(?:{_any([word]).pattern})")
    return re.compile("|".join(found) or r"(?!)")


def _former(given: Mapping[str, Any], attributes: Mapping[str, Any]) -> re.Pattern[str]:
    """Return a pattern of words for 'old' right before a noun of an attribute, with one word between in alphabets."""
    nouns = _any(
        w for name, group in attributes.items() if name not in AGELESS for w in group.get("nouns", ())
    )
    olds = _any(given.get("former", ()))
    return re.compile(rf"(?:{olds.pattern})(?:\s+|的|の)?(?:[a-z\u00df-\u024f-]+\s+)?(?=({nouns.pattern}))")


def _any(words: Iterable[str], *, ends: bool = False) -> re.Pattern[str]:
    """Return a pattern of any of the words, the longest first: whole words of alphabets, any place in other scripts.

    With `ends` a Korean particle ends a word that has something before it.
    """
    found = []
    for word in sorted({fold(w) for w in words}, key=len, reverse=True):
        safe = re.escape(word)
        if not is_cjk(word):
            edge = "" if word.endswith("-") else r"(?!\w)"
            found.append((r"(?<!\w)" if word[0].isalnum() else "") + safe + edge)
        elif ends and "\uac00" <= word[0] <= "\ud7a3":
            found.append(rf"(?<=\w){safe}(?!\w)")
        else:
            found.append(safe)
    return re.compile("|".join(found) or r"(?!)")
