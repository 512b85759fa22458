"""Finding words in text: whole words with a little inflection for alphabets, plain substrings for CJK and Hangul."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.types import FieldSchema

_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_OBJECT = frozenset("을를은는에의")
"""Korean particles of one letter that are safe to cut from the end of a noun; others end many nouns."""

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


def names_of(field: FieldSchema) -> Iterable[str]:
    """Return the words for a field, longest first."""
    return sorted({field.label, *field.aliases} - {""}, key=len, reverse=True)


def trim(text: str, language: str) -> str:
    """Return `text` without filler words, punctuation and particles at its edges."""
    edges = sorted(load(language, "entries").get("edge_only", ()), key=len, reverse=True)
    strip = " \t\n,.;:!?、。，；：！？…~\"'“”„‘’「」『』《》()（）[]-–—=＝♪😀🙈😭"
    text = re.sub(r"^'s\b", "", text.strip(" ")).strip(strip)
    changed = True
    while changed and text:
        changed = False
        low = text.lower()
        for word in edges:
            w = word.lower()
            wide = bool(_WIDE.search(w)) and not (_HANGUL.search(w) and len(w) == 1 and w not in _OBJECT)
            if len(w) == 1 and _KANA.match(w) and _KANA.match(low[1:2] or "x") and low.startswith(w):
                continue  # はるか is a name, は彩花 a particle and one
            if w == "the" and re.match(r"The\s+[A-Z]", text):
                continue  # 'The Dry' is a title
            if low.startswith(w) and (
                (wide and len(text) > len(w) + 1) or low[len(w) : len(w) + 1].isspace()
            ):
                text, changed = text[len(w) :].strip(strip), True
                break
            if low.endswith(w) and ((wide and len(text) > len(w) + 1) or low[: -len(w)][-1:].isspace()):
                text, changed = text[: -len(w)].strip(strip), True
                break
    return re.sub(r"\s+", " ", text)
