"""Stems of words of alphabets, without a dictionary.

Words are folded, freed of the commonest endings of English and German, and cut to six letters. That joins
most inflected and derived forms ('allergic', 'Allergie'), and also some words that have nothing to do with
each other, which search by several words outweighs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

STEM = 6
"""Letters of a word that count."""

SHORTEST = 4
"""Letters that a word keeps when an ending goes."""

_ENDING = re.compile(r"(?:ing|ed|en|er|es|em|e|n|s)$")


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """Return the token of one word of an alphabet (folded already)."""
    decomposed = unicodedata.normalize("NFKD", word)
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    if plain.isdigit():
        return plain[:12]
    if plain.endswith("s") and len(plain) > SHORTEST - 1 and not plain.endswith("ss"):
        plain = plain[:-1]
    return without_ending(plain)[:STEM]


def without_ending(word: str) -> str:
    """Return a word without its inflection, as far as its form tells."""
    shorter = _ENDING.sub("", word)
    if len(shorter) < SHORTEST:
        return word
    return shorter[:-1] if shorter[-1] == shorter[-2] else shorter
