"""Search tokens that work without word boundaries: stems, characters, and pairs of characters.

Character pairs find Chinese, Japanese and Korean words without a segmenter (Nie, Gao, Zhang & Zhou 2000, 'On
the use of words and n-grams for Chinese information retrieval'). Words of alphabets are stems (see `stems`).
Every token is plain letters and digits, so that both databases' own tokenisers leave it alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator

from calisson.language.text import fold
from calisson.memory.words.lexicon import particles, words
from calisson.memory.words.stems import SHORTEST, STEM, stem

_RUNS = re.compile(r"[^\W_]+")
_WIDE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]+")
_CLITIC = re.compile(r"(?<=[a-z])'(?:s|t|m|d|ll|re|ve)?(?![a-z])")
_SENTENCE = re.compile(r"(?<=[.!?。！？…\n])(?=\s|[^\x00-\x7f])|\n")

MAX_TOKENS = 600
"""Tokens of one text; what follows is kept but not searched."""


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order, with repeats; at most `MAX_TOKENS`."""
    found: list[str] = []
    for run in _RUNS.findall(_CLITIC.sub("", fold(text))):
        at = 0
        for wide in _WIDE.finditer(run):
            if wide.start() > at:
                found.append(stem(run[at : wide.start()]))
            found += _pairs(wide[0])
            at = wide.end()
        if at < len(run):
            found.append(stem(run[at:]))
        if len(found) >= MAX_TOKENS:
            break
    return [t for t in found if t][:MAX_TOKENS]


def _is_hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3"


def is_kana(character: str) -> bool:
    """Tell whether it is a hiragana or katakana letter."""
    return "\u3041" <= character <= "\u30ff"


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
        return
    if _is_hangul(run[0]) and run[1:] in particles():
        yield run[0]
    for character in run:
        if not is_kana(character) and not _is_hangul(character):
            yield character
    for a, b in itertools.pairwise(run):
        yield a + b


def token_weight(token: str) -> float:
    """Return how much a token says by its form: one character or a pair of hiragana says little."""
    if token <= "\u2e80":
        return 1.0
    if len(token) == 1 and not _is_hangul(token):
        return 0.4
    return 0.25 if all("\u3041" <= c <= "\u309f" for c in token) else 0.7


def opens(token: str) -> bool:
    """Tell whether a token also stands for longer ones that begin with it: inflected and compound words."""
    return (SHORTEST <= len(token) < STEM and token.isascii() and token.isalpha()) or (
        len(token) == 1 and _is_hangul(token)
    )


def has_token(has: Collection[str], token: str) -> bool:
    """Tell whether a text with these tokens has this one, or an inflection of it."""
    return token in has or (opens(token) and any(h.startswith(token) for h in has))


def without_fillers(text: str, language: str) -> str:
    """Return folded text without the words of questions and requests that mean nothing of their own."""
    return words(language).fillers.sub(" ", fold(text))


def content_tokens(text: str, language: str) -> list[str]:
    """Return the distinct tokens of a text that carry meaning."""
    return list(dict.fromkeys(tokens(without_fillers(text, language))))


def is_question(sentence: str, language: str) -> bool:
    """Tell whether a sentence asks something."""
    folded = fold(sentence).rstrip(" .!。！…~^ㅋㅎㅠ")
    if folded.endswith("?"):
        return True
    return any(q.search(folded) for q in words(language).questions)


def statements(text: str, language: str) -> str:
    """Return the sentences of a text that state something, joined; empty when all of them ask."""
    kept = [s.strip() for s in _SENTENCE.split(text) if s.strip() and not is_question(s, language)]
    return " ".join(kept)
