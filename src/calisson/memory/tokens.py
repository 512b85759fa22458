"""Search tokens that work without word boundaries: stems for alphabets, characters and pairs for CJK and Hangul.

Character pairs find Chinese, Japanese and Korean words without a segmenter (Nie, Gao, Zhang & Zhou 2000, 'On the
use of words and n-grams for Chinese information retrieval'). Words of alphabets are folded and cut to a stem of
six letters, which joins most inflected forms of English and German. Every token is plain letters and digits, so
that both databases' own tokenisers leave it alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from calisson.language.lexicon import load

STEM = 6
"""Letters of a word that count."""

_WORDS = re.compile(r"[^\W_]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_KANA = re.compile(r"[\u3040-\u309f]")


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))[:STEM]


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order, with repeats."""
    found = []
    text = unicodedata.normalize("NFKC", text)
    for run in _WORDS.findall(text):
        at = 0
        for wide in _WIDE.finditer(run):
            if wide.start() > at:
                found.append(_plain(run[at : wide.start()]))
            found += _pairs(wide[0])
            at = wide.end()
        if at < len(run):
            found.append(_plain(run[at:]))
    return [t for t in found if t]


def _pairs(run: str) -> Iterable[str]:
    for character in run:
        if not _KANA.match(character) and not "\uac00" <= character <= "\ud7a3":
            yield character
    if len(run) == 1:
        yield run
    for a, b in zip(run, run[1:], strict=False):
        if not (_KANA.match(a) and _KANA.match(b)):
            yield a + b


def content_tokens(text: str, language: str) -> list[str]:
    """Return the distinct tokens of a query that carry meaning: without the language's question and filler words."""
    lexicon = load(language, "memory")
    folded = unicodedata.normalize("NFKC", text).casefold()
    for phrase in sorted(lexicon.get("fillers", ()), key=len, reverse=True):
        pattern = re.escape(phrase) if _WIDE.search(phrase) else rf"(?<!\w){re.escape(phrase)}(?!\w)"
        folded = re.sub(pattern, " ", folded)
    return list(dict.fromkeys(tokens(folded)))
