"""Which of the shipped languages a message is in.

The script decides Korean and Japanese, and Chinese against Japanese by characters and words that only one of
them writes. English against German is decided by function words and letter groups. Where the words do not
tell ('Ramen 650', '5 km'), the language of the conversation so far does. Foreign words inside quotes and
brackets, and a few Latin words in a Chinese, Japanese or Korean line, do not change its language.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from calisson.language.lexicon import load
from calisson.language.text import count_han, count_hangul, count_kana, normalise
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES

_QUOTED = re.compile(
    r"「[^」]*」|『[^』]*』|《[^》]*》|<[^>]*>|\([^)]*\)|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|【[^】]*】"
)
_LATIN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_LATIN_ONLY = re.compile(r"[A-Za-zÀ-ɏ']+$")
_PRIOR = 1.0
"""What the conversation's language counts for, in units of one telling word."""
_GRAM = 0.2
"""What one telling letter group counts for."""
_CHAR_KANA = 2
"""Kana needed outside quotes to call a line Japanese at once; one の stands on many a Chinese sign."""


def detect(text: str, prior: str | None = None) -> str:
    """Return the language of `text`: one of the shipped codes.

    `prior` is the language of the conversation so far; it decides where the text does not. A text without
    letters is `prior`, or English when nothing is known. Never raises.
    """
    text = normalise(text)
    prior = prior if prior in LANGUAGES else None
    bare = _QUOTED.sub(" ", text)
    if not any(c.isalpha() for c in bare):
        bare = text
    if not any(c.isalpha() for c in bare):
        return prior or "en"
    hangul, kana, han = count_hangul(bare), count_kana(bare), count_han(bare)
    latin = [w.lower() for w in _LATIN.findall(bare) if _LATIN_ONLY.match(w)]
    if hangul + kana + han and not _reads_latin(latin, hangul + kana + han, prior):
        return _cjk(bare, text, prior)
    return _latin(latin, bare, prior)


def _reads_latin(latin: list[str], characters: int, prior: str | None) -> bool:
    """Whether a line with both scripts is a Latin sentence that quotes the other one."""
    if prior is not None and not traits(prior).latin:
        return False
    telling = sum(any(w in _words(language) for language in _of("latin")) for w in latin)
    if prior is not None:
        return telling >= 1 and len(latin) * 2 > characters
    return telling >= 2 and len(latin) > characters * 0.6


def _cjk(bare: str, text: str, prior: str | None) -> str:
    hangul, kana, han = count_hangul(bare), count_kana(bare), count_han(bare)
    (korean, *_), (japanese, *_) = _of("particles"), _of("kana")
    if hangul and hangul * 1.5 + (2 if prior == korean else 0) >= kana + han * (0.5 if kana else 1.0):
        return korean
    if kana >= _CHAR_KANA and kana * 4 >= han:
        return japanese
    scores = {language: _han_score(bare, language) for language in (*_of("characters"), japanese)}
    scores[japanese] += kana
    if not kana and count_kana(text):
        scores[japanese] += 0.4
    if prior in scores:
        scores[prior] += _PRIOR
    return max(scores, key=lambda language: scores[language])


@cache
def _of(trait: str) -> tuple[str, ...]:
    """The shipped languages that have a trait."""
    return tuple(language for language in LANGUAGES if getattr(traits(language), trait))


@lru_cache(maxsize=8)
def _characters(language: str) -> frozenset[str]:
    others = (x for x in (*_of("characters"), *_of("kana")) if x != language)
    return frozenset(load(language, "languages")["characters"]).difference(
        *(load(x, "languages")["characters"] for x in others)
    )


def _han_score(text: str, language: str) -> float:
    telling = _characters(language)
    return sum(c in telling for c in text) + 1.5 * sum(
        w in text for w in load(language, "languages")["words"]
    )


@lru_cache(maxsize=8)
def _words(language: str) -> frozenset[str]:
    others = (x for x in _of("latin") if x != language)
    return frozenset(load(language, "languages")["words"].split()).difference(
        *(load(x, "languages")["words"].split() for x in others)
    )


def _latin(latin: list[str], text: str, prior: str | None) -> str:
    scores = dict.fromkeys(_of("latin"), 0.0)
    line = " ".join(latin) + " "
    for language in scores:
        scores[language] += sum(w in _words(language) for w in latin)
        scores[language] += _GRAM * sum(line.count(gram) for gram in load(language, "languages")["grams"])
        scores[language] += 1.5 * sum(text.count(c) for c in load(language, "languages").get("letters", ""))
    if prior in scores:
        scores[prior] += _PRIOR
    best = max(scores, key=lambda language: scores[language])
    if sum(score == scores[best] for score in scores.values()) > 1:
        return prior or LANGUAGES[0]
    if prior is not None and not traits(prior).latin and not any(w in _words(best) for w in latin):
        return str(prior)  # a name or a unit alone ('Netflix', '5 km') keeps the conversation's language
    return best
