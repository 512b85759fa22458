"""What somebody says in passing that plainly tells a side of them: 'I'm a vegetarian', 'we've moved to Dover'.

Stricter than for facts, which were asked to be kept: the words must say it (`plain` in `profile.toml`), of the person
who speaks or of somebody of theirs, now and not on one day.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from calisson.language.lexicon import has, load
from calisson.language.text import fold
from calisson.language.times import find_times
from calisson.memory.holding.phrases import phrases
from calisson.memory.shortening.units import sentences
from calisson.memory.tiers.heard import first_person
from calisson.memory.words.kin import introduced, spoken_of
from calisson.memory.words.lexicon import words
from calisson.memory.words.measure import count
from calisson.memory.words.names import is_listed, names_in, subject_in

LONGEST = 40
"""Tokens of what may be a line."""

OFTEN = ("habits",)
"""Sides whose words name days."""

OF_PEOPLE = ("home", "work")
"""Sides of which a sentence's topic is whose they are; of food the topic may be the food."""

_TOPIC = {"ja": re.compile(r"(.{1,14}?)は"), "ko": re.compile(r"(.{1,14}?)[은는](?= )")}
_DAY = datetime(2026, 1, 5, 12)


@lru_cache(maxsize=8192)
def plain_side(text: str, language: str) -> tuple[str, str] | None:
    """Return the sentence of a text that plainly says a side of the person who speaks, and the side; None for none."""
    for sentence in sentences(text):
        if (side := _side(sentence, language)) is not None:
            return sentence.strip(), side
    return None


def _side(sentence: str, language: str) -> str | None:
    folded = fold(sentence).rstrip(" .!。！~")
    if not has(language, "profile") or count(sentence) > LONGEST:
        return None
    known = phrases(language)
    if known.past.search(folded) or any(m[1] is None for m in known.before.finditer(folded)):
        return None
    side = next((name for name, pattern in _patterns(language) if pattern.search(folded)), None)
    if side is None and introduced(sentence, language):
        side = "family"
    if side is None or not _is_of_theirs(sentence, folded, language, side):
        return None
    if side not in OFTEN and any(s.has_date and not s.rrule for s in find_times(sentence, language, _DAY)):
        return None
    return side


def _is_of_theirs(sentence: str, folded: str, language: str, side: str) -> bool:
    """Tell whether a sentence is about the one who speaks or somebody of theirs: by its words, or by naming nobody."""
    if first_person(sentence, language) or spoken_of(language).search(folded):
        return True
    subject = subject_in(sentence, language)  # of a food or a language it is the food or the language
    named = {n for n in names_in(sentence, language) if n != subject or is_listed(n)}
    if language in ("en", "de") or named:
        return False
    topic = _TOPIC[language].match(folded) if side in OF_PEOPLE and language in _TOPIC else None
    return topic is None or words(language).dates.search(topic[1]) is not None


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    given = load(language, "profile").get("plain", {})
    return tuple((side, re.compile("|".join(f"(?:{p})" for p in some))) for side, some in given.items())
