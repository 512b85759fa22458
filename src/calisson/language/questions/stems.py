"""Comparing words across inflection: light stems for English and German, endings for Korean and Japanese.

Made for linking a word of a question to a short list of known names, so over-stemming costs little: two words
of one home rarely differ only in their ending. A light rule set in the manner of Harman's S-stemmer
('How effective is suffixing?', 1991), widened by participles and umlauts.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from calisson.language.lexicon import SHARED, load
from calisson.language.traits import traits

_UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s", "é": "e", "è": "e"})
_DE_ENDINGS = ("ern", "em", "en", "er", "es", "e", "n", "s")
_SHORTEST = 4
_VOWEL = re.compile(r"[aeiouy]")


@lru_cache(maxsize=16384)
def stem(word: str, language: str) -> str:
    """Return the stem of one lower-case word of English or German; other words come back as they are."""
    if traits(language).compounds:
        out = word.translate(_UMLAUTS)
        while True:
            for ending in _DE_ENDINGS:
                if out.endswith(ending) and len(out) - len(ending) >= _SHORTEST:
                    out = out[: -len(ending)]
                    break
            else:
                return out
    return _english(word) if traits(language).plural_s else word


def _english(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif re.search(r"(?:ch|sh|x|ss|z|o)es$", word):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and _VOWEL.search(rest):
            word = rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


@cache
def _rule(language: str, name: str) -> re.Pattern[str]:
    return re.compile(load(language, "questions")[name])


def korean_bare(word: str) -> str:
    """Return a Korean word group without the particle at its end; words of two syllables keep at least one."""
    bare = _rule("ko", "particle").sub("", word)
    return bare if bare else word


def state_stem(name: str) -> str:
    """Return the part of a yes/no field's CJK name that its inflected forms share ('读完没' → 读完, '읽었는지' → 읽)."""
    out = _rule(SHARED, "whether").sub("", name)
    for _ in range(3):
        out = _rule(SHARED, "asking").sub("", out).strip()
    return re.sub(r"(?:었|았|했)$", "", out) if len(out) > 1 else out
