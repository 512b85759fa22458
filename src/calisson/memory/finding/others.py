"""A question about somebody puts memories that are about somebody else behind the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.text import fold
from calisson.memory.finding import clues
from calisson.memory.finding.ranking import Ranked
from calisson.memory.holding.register import Register
from calisson.memory.words.kin import is_kind_of, kin_of
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import names_in, subject_in, tells_of_another

CLOSELY = 40
"""Memories that are looked at, the best ones."""

People = list[tuple[int, str | None]]
"""Words for relations: the number of each in its language, and what it is in all."""

Other = Callable[[Ranked], bool]
"""Tells whether a memory is about somebody else than a question."""


def people_in(text: str, language: str) -> People:
    """Return whom a text names by a word for a relation."""
    known = words(language)
    return [(known.person[m[0]], kin_of(m[0], language)) for m in known.people.finditer(fold(text))]


def may_be_same(a: tuple[int, str | None], of: str, b: tuple[int, str | None], to: str) -> bool:
    """Tell whether two words for relations, of the languages `of` and `to`, may mean one person ('kid', 'daughter').

    Across languages, words that are not known in all of them ('die Kinder') may mean anybody.
    """
    if a[1] and b[1] and (is_kind_of(a[1], b[1]) or is_kind_of(b[1], a[1])):
        return True
    if of != to and not (a[1] and b[1]):
        return True
    wider = words(of).wider
    return of == to and (a[0] == b[0] or b[0] in wider.get(a[0], ()) or a[0] in wider.get(b[0], ()))


@lru_cache(maxsize=8)
def _chains(language: str) -> tuple[re.Pattern[str], ...]:
    """Return how a language says whose relation somebody is ('my sister's husband'), with groups `owner` and `head`."""
    people = words(language).people.pattern
    return tuple(
        re.compile(p.replace("{owner}", f"(?P<owner>{people})").replace("{head}", f"(?P<head>{people})"))
        for p in load("shared", "kin")["chains"].get(language, ())
    )


def _chained(folded: str, language: str) -> list[re.Match[str]]:
    """Return where a text speaks of somebody's relation; a word for a person that holds another one is no chain (妹妹)."""
    person = words(language).person
    return [m for p in _chains(language) for m in p.finditer(folded) if m[0] not in person]


def is_relative_of(query: str, language: str, text: str, of: str) -> bool:
    """Tell whether a question asks about a relation, and a memory only about somebody's relation who is that or has that.

    'My sister's husband is allergic' tells nothing about my sister, 'my friend's mother' nothing about my mother.
    """
    asked, folded = people_in(query, language), fold(text)
    if not asked or _chained(fold(query), language):
        return False
    chained = _chained(folded, of)
    rest = folded
    for match in chained:
        rest = rest.replace(match[0], " ")
    return bool(chained) and not any(
        may_be_same(a, language, b, of) for a in asked for b in people_in(rest, of)
    )


def names_somebody(query: str, language: str) -> bool:
    """Tell whether a question names a person, by a name or a relation."""
    return bool(names_in(query, language) or people_in(query, language))


def others(query: str, language: str, who: Register) -> Other:
    """Return what tells whether a memory is about somebody else: by its subject, by relations, by who is who."""
    said, names, asked = fold(query), names_in(query, language), people_in(query, language)

    def other(one: Ranked) -> bool:
        row = one.candidate.row
        text, of = row["text"], row["language"]
        if fold(row["speaker"]) in names:
            return False
        if who.is_another(query, language, text, of):
            return True
        there = people_in(text, of)
        if any(may_be_same(a, language, b, of) for a in asked for b in there):
            return False
        if names:
            named = subject_in(text, of) is not None or bool(there and not names_in(text, of))
            known = any(who.kin_of_name(n) for n in names)
            return named and not known and tells_of_another(names, said, text, of, missed=False)
        return bool(there) and not names_in(text, of)

    return other


def last(ranked: Sequence[Ranked], other: Other) -> list[Ranked]:
    """Return ranked memories with those about somebody else counted for less, as in recall."""
    close = [replace(r, score=r.score * clues.OTHER_PERSON) if other(r) else r for r in ranked[:CLOSELY]]
    if close == list(ranked[:CLOSELY]):
        return list(ranked)
    return sorted([*close, *ranked[CLOSELY:]], key=lambda r: r.score, reverse=True)
