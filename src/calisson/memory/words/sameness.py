"""When two facts say the same, and when one takes the place of another."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from calisson.language.text import fold
from calisson.memory.words.lexicon import words
from calisson.memory.words.tokens import content_tokens, token_weight, tokens, without_fillers

SAME = 0.9
"""Share of their tokens that two long facts must have in common to be one; short ones must have all."""

LONG = 8
"""Tokens from which a fact is long."""

_NUMBER = re.compile(r"\d+[\uac00-\ud7a3]{0,3}")
"""A number with the Korean ending that depends on how it is spoken."""

ALIKE = 0.4
"""Token overlap (Jaccard) from which two texts are worth comparing."""


def alike(a: Collection[str], b: Collection[str]) -> bool:
    """Tell whether two texts, by their tokens, are worth comparing closely."""
    first, second = set(a), set(b)
    return len(first & second) >= ALIKE * len(first | second)


def share(wanted: Sequence[str], has: set[str]) -> float:
    """Return the share of the tokens' weight that is there."""
    distinct = set(wanted)
    whole = sum(map(token_weight, distinct))
    return sum(token_weight(t) for t in distinct & has) / whole if whole else 0.0


def says_the_same(a: str, b: str, language: str) -> bool:
    """Tell whether two facts say the same: hardly a word differs, no number, negation or person."""
    if fixed(a, language) != fixed(b, language):
        return False
    first, second = set(content_tokens(a, language)), set(content_tokens(b, language))
    if not first or not second:
        return without_fillers(a, language).split() == without_fillers(b, language).split() and a == b
    shared = len(first & second) / len(first | second)
    return shared == 1.0 or (min(len(first), len(second)) >= LONG and shared >= SAME)


def fixed(text: str, language: str) -> tuple[tuple[str, ...], tuple[object, ...]]:
    """Return the numbers and dates of a text, and how often it negates and whose matter it is."""
    known, folded = words(language), fold(text)
    numbers = [t for t in tokens(text) if any(c.isdecimal() for c in t)]
    dates = known.dates.findall(folded)
    whose = tuple(sorted(set(known.whose.findall(folded))))
    return tuple(sorted((*numbers, *dates))), (len(known.negations.findall(folded)), whose)


def takes_the_place(new: str, old: str, language: str) -> bool:
    """Tell whether two facts differ only in the number or date of something that is true once at a time."""
    known = words(language)
    if not known.lasting.search(fold(new)):
        return False
    (first, sense), (second, other_sense) = fixed(new, language), fixed(old, language)
    if first == second or not first or not second or sense != other_sense:
        return False

    def rest(text: str) -> set[str]:
        bare = known.dates.sub(" ", without_fillers(_NUMBER.sub(" ", fold(text)), language))
        return {t for t in tokens(bare) if not any(c.isdecimal() for c in t)}

    return rest(new) == rest(old) != set()
