"""What a query asks for, as clues, and how much of it a memory has.

A clue is a word, a pair of characters, or an idea that a language says in several ways ('expires', 'runs
out'). A memory's score is the share of the clues' weight that it has. Words weigh by rarity (inverse document
frequency, Spärck Jones 1972); a word that no memory has is most likely the question's own wording and weighs
little, but an idea that no memory has is what the question is about and weighs fully, so that 'when is my
sister's birthday' does not find 'my sister is allergic to nuts'.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from calisson.language.text import count_han, fold, is_cjk
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES
from calisson.memory.words.lexicon import particles, words
from calisson.memory.words.names import names_as_said, names_in
from calisson.memory.words.stems import STEM, without_ending
from calisson.memory.words.tokens import has_token, token_weight, tokens

UNKNOWN = 0.4
"""Weight of a word that no memory has, against one that a single memory has."""

UNKNOWN_IDEA = 1.3
"""The same of an idea beside another: it is what the question is about."""

IDEA = 1.1
PERSON = 0.5
LIGHT = 0.4
NAME = 0.8
WORD = 0.6
"""Weight of an idea, of a word for a person, of an idea that an answer need not have, and of a Han character
that stands alone, against that of another word; and from which weight on a token is a word and not
grammar."""

COMMON_IDEA = 0.75
"""The least rarity of an idea: having it counts though many memories have it."""

NO_DATE = 0.55
"""What is left of the score of a memory without any date or number when the question asks for a time."""

INFLECTION = 3
"""Letters by which forms of one word differ in length."""

ENDING = 2
"""Letters that a name may have at its end."""

NO_IDEA = 0.7
NO_WORD = 0.65
"""What is left when a question has ideas, or words, and the memory has none of them."""

OTHER_PERSON = 0.35
"""What is left when question and memory name different people."""

_LONG_NUMBER = re.compile(r"(?:\d[\s/()-]{0,2}){6,}")
_POSSESSIVE = re.compile(r"(?<=[a-z])'s?(?![a-z])")


@dataclass(frozen=True, slots=True)
class Clue:
    """One thing that a memory should have."""

    text: str
    """As asked, for explanations."""
    weight: float
    forms: tuple[frozenset[str], ...]
    """Ways of having it: all tokens of one of them."""
    idea: bool = False
    person: bool = False
    numbered: bool = False
    """A long number answers it, as a telephone's does."""

    def tokens(self) -> frozenset[str]:
        """Return every token of every form."""
        return frozenset().union(*self.forms)


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody wants to recall."""

    clues: tuple[Clue, ...]
    language: str
    asks_time: bool = False
    people: frozenset[int] = frozenset()
    """Which people it names (`lexicon.Words.person`)."""
    names: frozenset[str] = frozenset()
    """Which people it names by their names."""
    said: str = ""
    """Its words, folded."""
    mine: bool = False
    """It asks about the speaker, of a matter that is somebody's own."""
    others: bool = False
    """It asks about somebody else, of such a matter."""
    latest: bool = False
    """It asks for the last of several."""

    def tokens(self) -> list[str]:
        """Return what to search for."""
        return list(dict.fromkeys(t for clue in self.clues for t in sorted(clue.tokens())))


@dataclass(frozen=True, slots=True)
class Match:
    """How well a memory answers."""

    score: float
    """Share of the clues' weight that it has, 0 to 1."""
    matched: tuple[str, ...] = field(default=())
    missed: bool = False
    """A word of the question, which may be a name, is not there."""
    only_person: bool = False
    """Nothing but a word for a person matched, though more was asked."""


def read(text: str, language: str) -> Query:
    """Return the clues of a query."""
    known = words(language)
    folded = _POSSESSIVE.sub("", fold(text)[:600])
    clues: list[Clue] = []
    seen: set[int] = set()

    called = names_as_said(text, language)
    negated = known.negations.search(folded) is not None

    def idea(said: str, given: tuple[int, ...]) -> None:
        groups = [h for g in given for h in (known.opposites.get(g, (g,)) if negated else (g,))]
        groups = [g for g in groups if g not in seen]
        if groups:
            seen.update(groups)
            forms = tuple(dict.fromkeys(f for g in groups for f in _forms(language, g)))
            heavy = not known.light.issuperset(groups)
            numbered = not known.numbered.isdisjoint(groups)
            clues.append(Clue(said, IDEA if heavy else LIGHT, forms, idea=heavy, numbered=numbered))

    asks_time = known.when.search(folded) is not None
    for match in known.same.finditer(folded):
        idea(match[0], known.groups[match[0]])
    rest = known.same.sub(" ", folded)
    named = frozenset(known.person[m[0]] for m in known.people.finditer(rest))
    for person in sorted(named):
        forms = tuple(frozenset(tokens(w)) for w, n in known.person.items() if n == person)
        clues.append(
            Clue(next(w for w, n in known.person.items() if n == person), PERSON, forms, person=True)
        )
    rest = known.fillers.sub(" ", known.people.sub(" ", rest))
    for piece in rest.split():
        for token in dict.fromkeys(tokens(piece)):
            if token in particles():
                continue
            inflected = [m for m in known.stems.get(token, ()) if abs(len(m) - len(piece)) <= INFLECTION]
            if inflected:
                idea(piece, known.groups[inflected[0]])
                continue
            weight = NAME if token == piece and count_han(token) else token_weight(token)
            person = any(piece.startswith(n) and len(piece) <= len(n) + ENDING for n in called)
            clues.append(Clue(token, weight, _word_forms(token, piece, language), person=person))
    distinct = {c.forms: c for c in reversed(clues)}
    names = names_in(text, language)
    personal = not known.personal.isdisjoint(seen)
    others = personal and bool(named or names)
    mine = personal and not others and known.mine.search(folded) is not None
    latest = known.latest.search(folded) is not None
    clued = tuple(reversed(distinct.values()))
    return Query(clued, language, asks_time, named, names, folded, mine, others, latest)


@lru_cache(maxsize=512)
def _forms(language: str, group: int) -> tuple[frozenset[str], ...]:
    """Return the token sets of a group's members; characters alone do not stand for a word of several."""
    made = []
    for member in words(language).members[group]:
        parts = member.split()
        found = [t for p in parts for t in tokens(p) if len(t) > 1 or not is_cjk(t) or len(p) == 1]
        if found:
            made.append(frozenset(found))
    return tuple(dict.fromkeys(made))


def _word_forms(token: str, piece: str, language: str) -> tuple[frozenset[str], ...]:
    """Return the ways of having a word; a long German one may be a compound ('Reifenwechsel', 'Reifen')."""
    forms = [frozenset({token})]
    if (
        language in LANGUAGES
        and traits(language).compounds
        and len(piece) > STEM
        and len(token) == STEM
        and without_ending(token) != token
    ):
        forms.append(frozenset({without_ending(token)}))
    return tuple(forms)


def weigh(query: Query, frequency: Mapping[str, int], total: int) -> list[float]:
    """Return the weight of each clue in a home of `total` memories, `frequency` of which have a token."""
    top = math.log(1 + (total + 1) / 0.5)
    several = sum(c.idea for c in query.clues) > 1
    out = []
    for clue in query.clues:
        known = max((min(frequency.get(t, 0) for t in form) for form in clue.forms), default=0)
        if known:
            rarity = math.log(1 + (total + 1) / (known + 0.5)) / top
            rarity = max(rarity, COMMON_IDEA) if clue.idea else rarity
        else:
            rarity = (UNKNOWN_IDEA if several else 1.0) if clue.idea else UNKNOWN
        out.append(clue.weight * rarity)
    return out


def match(query: Query, weights: list[float], text: str, has: frozenset[str]) -> Match:
    """Return how well the memory with this text and these tokens answers."""
    whole = sum(weights)
    got, named = 0.0, []
    asked = {"idea": 0, "word": 0, "light": 0, "person": 0}
    has_of = dict(asked)
    by_name = False
    for clue, weight in zip(query.clues, weights, strict=True):
        light = clue.weight == LIGHT and len(clue.forms) > 1 and not clue.person
        kind = "idea" if clue.idea else "person" if clue.person else "light" if light else "word"
        asked[kind] += kind != "word" or clue.weight >= WORD
        if any(all(has_token(has, t) for t in form) for form in clue.forms) or (
            clue.numbered and _LONG_NUMBER.search(text)
        ):
            got += weight
            named.append(clue.text)
            has_of[kind] += 1
            by_name |= clue.person and clue.weight >= WORD
    if not named or not whole:
        return Match(0.0)
    score = got / whole
    if query.asks_time and not tells_time(text, query.language):
        score *= NO_DATE
    if asked["idea"] and not has_of["idea"]:
        score *= NO_IDEA
    if asked["word"] and not has_of["word"] and not by_name:
        score *= NO_WORD
    about = people_in(text, query.language)
    if about and query.people and not query.people & about:
        score *= OTHER_PERSON
    elif query.mine and (about or names_in(text, query.language)):
        score *= OTHER_PERSON
    elif query.others and not about and _speaks_of_self(text, query.language):
        score *= OTHER_PERSON
    matters = ("idea", "word", "light")
    only_person = not any(has_of[m] for m in matters) and any(asked[m] for m in matters)
    missed = has_of["word"] < asked["word"]
    return Match(score, tuple(named), missed, only_person)


@lru_cache(maxsize=8192)
def tells_time(text: str, language: str) -> bool:
    """Tell whether a text has a date, a time or a number."""
    folded = fold(text)
    return any(c.isdecimal() for c in folded) or words(language).dates.search(folded) is not None


@lru_cache(maxsize=8192)
def people_in(text: str, language: str) -> frozenset[int]:
    """Return which people a text names, as its language counts them."""
    known = words(language)
    return frozenset(known.person[m[0]] for m in known.people.finditer(fold(text)))


@lru_cache(maxsize=8192)
def _speaks_of_self(text: str, language: str) -> bool:
    """Tell whether a text is about who said it, and names nobody else."""
    return words(language).mine.search(fold(text)) is not None and not names_in(text, language)
