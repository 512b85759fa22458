"""Finding words in text: whole words with a little inflection for alphabets, plain substrings for CJK and Hangul."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.types import FieldSchema

_HANGUL = re.compile(r"[\uac00-\ud7a3]")

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_KANA = re.compile(r"[\u3041-\u3096]")
_LETTER = "[a-zà-ÿœß]"
"""Letters of alphabets with word boundaries; a Latin word in Chinese text may touch a character."""


def _head(word: str) -> str:
    return "(?<![a-z0-9à-ÿœß])" if word[:1].isalnum() else ""


def _end(word: str) -> str:
    return "(?![a-z0-9à-ÿœß])" if word[-1:].isalnum() else ""


@lru_cache(maxsize=4096)
def pattern(word: str) -> re.Pattern[str]:
    """Return what finds `word`: inflected by up to three letters when it is long enough to stay itself."""
    escaped = re.escape(word.lower()).replace(r"\ ", r"\s+")
    if _WIDE.search(word):
        return re.compile(escaped)
    tail = f"{_LETTER}{{0,3}}" if len(word) > 3 and word[-1].isalpha() else ""
    return re.compile(f"{_head(word)}{escaped}{tail}{_end(word)}")


@lru_cache(maxsize=64)
def cues(language: str, name: str) -> re.Pattern[str] | None:
    """Return one pattern for all cue words of a kind, longest first; None when the language has none."""
    found = sorted(load(language, "entries").get(name, ()), key=len, reverse=True)
    if not found:
        return None
    wide, bounded, loose = [], [], []
    for word in found:
        escaped = re.escape(word.lower()).replace(r"\ ", r"\s+")
        if _WIDE.search(word):
            wide.append(escaped)
        elif word[:1].isalnum() and word[-1:].isalnum():
            bounded.append(escaped)
        else:
            loose.append(f"{_head(word)}{escaped}{_end(word)}")
    if bounded:
        loose.insert(0, f"{_head('a')}(?:{'|'.join(bounded)}){_end('a')}")
    return re.compile("|".join([*loose, *wide]))


def has(text: str, language: str, name: str) -> bool:
    """Tell whether a cue of this kind stands in the (case-folded) text."""
    found = cues(language, name)
    return bool(found and found.search(text))


@lru_cache(maxsize=512)
def label_core(label: str, language: str) -> tuple[str, ...]:
    """Return a label without its 'number' or 'amount' ('零件数': 零件), as people say it before a number."""
    m = re.match(str(load(language, "questions").get("label_core") or r"(?!)()"), label)
    return (m[1],) if m and len(m[1]) > 1 else ()


def names_of(field: FieldSchema) -> Iterable[str]:
    """Return the words for a field, longest first."""
    return sorted({field.label, *field.aliases} - {""}, key=len, reverse=True)


Edge = tuple[str, bool]
"""A word that carries nothing at the edge of a phrase, and whether it may touch what it is cut from."""


@lru_cache(maxsize=8)
def _edges(language: str) -> tuple[dict[str, list[Edge]], dict[str, list[Edge]]]:
    """Return the edge words of a language by their first and by their last letter, longest first."""
    heads: dict[str, list[Edge]] = {}
    tails: dict[str, list[Edge]] = {}
    for word in sorted(load(language, "entries").get("edge_only", ()), key=len, reverse=True):
        w = word.lower()
        wide = bool(_WIDE.search(w)) and not (
            _HANGUL.search(w)
            and len(w) == 1
            and w not in load(language, "entries").get("object_particles", "")
        )
        heads.setdefault(w[0], []).append((w, wide))
        tails.setdefault(w[-1], []).append((w, wide))
    return heads, tails


_STRIP = " \t\n,.;:!?、。，；：！？…~\"'“”„‘’「」『』《》()（）[]-–—=＝♪😀🙈😭"
_THE = re.compile(r"The\s+[A-Z]")
_SPACES = re.compile(r"\s+")


def trim(text: str, language: str) -> str:
    """Return `text` without filler words, punctuation and particles at its edges."""
    text = text.strip(" ")
    if text.startswith("'s") and not text[2:3].isalnum():
        text = text[2:]
    text = text.strip(_STRIP)
    heads, tails = _edges(language)
    while text:
        low = text.lower()
        shorter = _cut_head(text, low, heads.get(low[0], ()))
        if shorter is None:
            shorter = _cut_tail(text, low, tails.get(low[-1], ()))
        if shorter is None:
            break
        text = shorter.strip(_STRIP)
    return _SPACES.sub(" ", text)


def _cut_head(text: str, low: str, edges: Iterable[Edge]) -> str | None:
    for w, wide in edges:
        if not low.startswith(w):
            continue
        if len(w) == 1 and _KANA.match(w) and _KANA.match(low[1:2] or "x"):
            continue  # はるか is a name, は彩花 a particle and one
        if w == "the" and _THE.match(text):
            continue  # 'The Dry' is a title
        if (wide and len(text) > len(w) + 1) or low[len(w) : len(w) + 1].isspace():
            return text[len(w) :]
    return None


def _cut_tail(text: str, low: str, edges: Iterable[Edge]) -> str | None:
    for w, wide in edges:
        if low.endswith(w) and ((wide and len(text) > len(w) + 1) or low[: -len(w)][-1:].isspace()):
            return text[: -len(w)]
    return None
