"""What kind of thing a question seeks, and which memory tells a thing of that kind about whom or what it names.

'What may I not cook for Grandma?' shares only a person with 'Grandma is allergic to walnuts', but it seeks what somebody
has to avoid, and that memory tells such a thing. A kind is what questions ask (patterns) and what tells it (words), from
`sought.toml` of each language; `shared/sought.toml` says what else has to agree: the person (`whose`), the thing
(`thing`), or nothing, where the kind alone is telling ('locked out' seeks a key). A memory that tells nothing of a
kind that is told in plain words (`strict`) is hardly an answer to it, whatever words it shares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import has, load
from calisson.language.text import fold
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES
from calisson.memory.words.lexicon import either, words
from calisson.memory.words.tokens import tokens

_BETWEEN = re.compile(r"(\[\^[？?]+\])(\*|\{0,\d+\})\??")
"""What a pattern lets stand between its words."""

MOST_TOKENS = 60
"""Tokens by which memories of a kind are looked for."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing that questions seek, in one language."""

    name: str
    asks: re.Pattern[str]
    """How a folded question seeks it."""
    tells: re.Pattern[str]
    """What tells it, in a folded memory."""
    looks: tuple[str, ...]
    """Tokens of what tells it."""
    besides: re.Pattern[str]
    """What a question says beside it that is no thing ('while we are away')."""
    whose: bool
    """It is somebody's: a memory has to be about the person whom the question names."""
    thing: bool
    """A memory has to be about what else the question names."""
    single: bool
    """There is one of it at a time: what was said last holds."""
    strict: bool
    """A memory that does not tell it is no answer, unless nearly everything else agrees."""


@lru_cache(maxsize=8)
def kinds(language: str) -> Mapping[str, Kind]:
    """Return the kinds of a language, by name; none for a language without them."""
    if language not in LANGUAGES or not has(language, "sought"):
        return {}
    what = {n: frozenset(names) for n, names in load("shared", "sought").items()}
    return {
        name: Kind(
            name,
            _edged(given["asks"], language),
            _told(given, load(language, "memory").get("particles", ())),
            tuple(dict.fromkeys(t for w in given["tells"] for t in tokens(w) if len(t) > 1)),
            besides=_edged(given.get("besides", ("(?!)",)), language),
            whose=name in what["whose"],
            thing=name in what["thing"],
            single=name in what["single"],
            strict=name in what["strict"],
        )
        for name, given in load(language, "sought").items()
    }


def _told(given: Mapping[str, Any], particles: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of the words that tell a kind, and of what is `like` them."""
    return re.compile("|".join((either(given["tells"], particles).pattern, *given.get("like", ()))))


def _edged(patterns: Iterable[str], language: str) -> re.Pattern[str]:
    """Return a pattern of any of these, in an alphabet at the edges of words; what stands between words is a group."""
    whole = "|".join(p.replace("ß", fold("ß")) for p in patterns)
    whole = _BETWEEN.sub(r"(\1\2?)", whole)
    return re.compile(rf"(?<!\w)(?:{whole})(?!\w)" if traits(language).latin else whole)


@lru_cache(maxsize=256)
def asked(query: str, language: str) -> tuple[Kind, ...]:
    """Return the kinds that a question seeks."""
    folded = fold(query)
    return tuple(k for k in kinds(language).values() if k.asks.search(folded))


def tells(kind: Kind, text: str, language: str) -> bool:
    """Tell whether a memory, in any language, tells a thing of a kind; yes for a language without kinds."""
    own = kinds(language)
    return not own or (kind.name in own and own[kind.name].tells.search(fold(text)) is not None)


def misses(query: str, language: str, text: str, of: str) -> bool:
    """Tell whether a question seeks plain kinds of thing, and a memory in the language `of` tells none of them."""
    plain = [k for k in asked(query, language) if k.strict]
    return bool(plain) and not any(tells(k, text, of) for k in plain)


def is_whose(query: str, language: str) -> bool:
    """Tell whether a question seeks what is somebody's: a memory that names nobody of theirs is no answer."""
    return any(k.whose and k.strict for k in asked(query, language))


def tokens_of(some: Sequence[Kind]) -> list[str]:
    """Return the tokens by which memories of these kinds are found."""
    return list(dict.fromkeys(t for k in some for t in k.looks))[:MOST_TOKENS]


def rest(query: str, language: str, kind: Kind) -> str:
    """Return a folded question without the words that seek the kind, without people and without fillers."""
    known = words(language)
    left = kind.asks.sub(lambda m: f" {' '.join(g for g in m.groups() if g)} ", fold(query))
    return known.fillers.sub(" ", known.people.sub(" ", kind.besides.sub(" ", left)))


def about(
    some: Iterable[Mapping[str, Any]], sought: Sequence[Kind]
) -> Iterator[tuple[Kind, Mapping[str, Any]]]:
    """Yield the rows that tell a thing of these kinds, with the first such kind."""
    for row in some:
        for kind in sought:
            if tells(kind, row["text"], row["language"]):
                yield kind, row
                break
