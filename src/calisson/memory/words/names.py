"""The people whom a text names: given names in any script, and whom a sentence is about.

A name is one of a list, or a word with a form of address, or the word that a sentence begins with and is about when
it is no word of the built-in encoder's concepts. A name in another script is the same name ('Tom', 'トム').
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.text import fold, is_cjk, normalise
from calisson.language.types import LANGUAGES
from calisson.memory.finding.encoder import CONCEPTS, built_in
from calisson.memory.words.lexicon import words

LONGEST = 12
"""Characters of a name that stands before a topic's mark."""

MARKED = 4
"""Characters of a name that stands before a form of address."""

_SCRIPTS = {
    "hiragana": re.compile("[\u3041-\u3096]"),
    "katakana": re.compile("[\u30a1-\u30ff]"),
    "han": re.compile("[\u4e00-\u9fff\u3005]"),
    "hangul": re.compile("[\uac00-\ud7a3]"),
}
_RUN = re.compile(
    "(?:[\u3041-\u3096]{1,3}[子美]|[\u4e00-\u9fff\u3005]+|[\u30a1-\u30ff]+|[\u3041-\u3096]+|[\uac00-\ud7a3]+)$"
)
"""What stands before a form of address, in one script."""

_WORD = re.compile(r"[^\W\d_]+")
CALLED = re.compile(r"[小老阿][\u4e00-\u9fff]")
"""How Chinese calls people it knows: 小丽, 老王, 阿强."""
_LATIN = re.compile(r"[a-z\u00df-\u024f]+")


@lru_cache(maxsize=1)
def _given() -> dict[str, str]:
    """Return every way of writing a listed name, with its first one."""
    return {fold(w): fold(row[0]) for row in load("shared", "names")["names"] for w in row}


def is_listed(word: str) -> bool:
    """Tell whether a folded word is one of the listed given names, in any script."""
    return word in _given()


def listed(word: str) -> str:
    """Return a folded name as its list writes it first; itself when it is not listed."""
    return _given().get(word, word)


@lru_cache(maxsize=1024)
def spellings(name: str) -> tuple[str, ...]:
    """Return every way of writing a name, folded, in all scripts; itself when it is not listed."""
    first = listed(name)
    return tuple(dict.fromkeys((name, *(w for w, listing in _given().items() if listing == first))))


@lru_cache(maxsize=1)
def _written() -> re.Pattern[str]:
    wide = sorted((w for w in _given() if is_cjk(w)), key=len, reverse=True)
    # a katakana name is no part of a longer katakana word
    parts = [
        rf"(?<![\u30a1-\u30ff]){re.escape(w)}(?![\u30a1-\u30ff])"
        if "\u30a1" <= w[0] <= "\u30ff"
        else rf"(?<![\uac00-\ud7a3]){re.escape(w)}"
        if "\uac00" <= w[0] <= "\ud7a3"
        else re.escape(w)
        for w in wide
        if len(w) > 1
    ]
    return re.compile("|".join(parts))


@lru_cache(maxsize=8192)
def names_in(text: str, language: str) -> frozenset[str]:
    """Return the names of people in a text, folded, each as its list writes it first."""
    folded = fold(text)
    given = _given()
    found = {given[w] for w in _LATIN.findall(folded) if w in given and not _is_common(w, text)}
    found |= {given[m[0]] for m in _written().finditer(folded)}
    marks = load("shared", "names")
    for mark in marks["after"]:
        for part in folded.split(mark)[:-1]:
            run = _RUN.search(part.rstrip() if mark[0] >= "\uac00" else part)
            if run and len(run[0]) <= MARKED and not _is_role(part, run[0], mark, language):
                found.add(given.get(run[0], run[0]))
    for first, second in itertools.pairwise(normalise(text).split()):
        if fold(first).strip(".") in marks["before"] and (name := _WORD.match(second)):
            if name[0][:1].isupper() or not is_ordinary(fold(name[0]), language):
                found.add(fold(name[0]))
    if subject := subject_in(text, language):
        found.add(subject)
    return frozenset(found)


def _is_role(before: str, run: str, mark: str, language: str) -> bool:
    """Tell whether a word with a form of address is no name: a relation (お母さん), a trade (水道屋さん), a word (날씨)."""
    known = words(language).person
    if run in known or any((before + mark).endswith(p) for p in known if p.endswith(mark)):
        return True
    if run.endswith(tuple(load("shared", "names")["roles"].get(language, ()))):
        return True
    return "\uac00" <= run[0] <= "\ud7a3" and built_in().row(run + mark) is not None


def names_as_said(text: str, language: str) -> frozenset[str]:
    """Return the names of people in a text, folded, as they stand there."""
    folded, given = fold(text), _given()
    found = {w for w in _LATIN.findall(folded) if w in given and not _is_common(w, text)}
    found |= {m[0] for m in _written().finditer(folded)}
    return frozenset(found | {n for n in names_in(text, language) if n in folded})


@lru_cache(maxsize=8192)
def subject_in(text: str, language: str) -> str | None:
    """Return the name that a sentence begins with and is about; None when it begins otherwise."""
    folded = fold(text)
    marks = load("shared", "names")
    topics = marks["topics"].get(language, ())
    if language in ("en", "de"):
        match = _WORD.match(folded)
        rest = folded[match.end() :] if match else ""
        mark = _WORD.match(rest.strip()) if not rest.startswith("'s ") else None
        told = rest.startswith("'s ") or (mark is not None and rest.strip().startswith(tuple(topics)))
        if match is None or not told or not normalise(text).lstrip()[:1].isupper():
            return None
        word = match[0]
    else:
        ends = [at for t in topics if 1 < (at := folded.find(t, 1)) <= LONGEST]
        if not ends or not _WORD.fullmatch(folded[: min(ends)]):
            return None
        word = folded[: min(ends)]
        if len({_script(c) for c in word}) > 1 and not word.endswith(tuple(marks["finals"])):
            return None  # what something is called ('ボイラー業者', 'りんごケーキ'), no name
        if set(word) & set(marks["joins"].get(language, "")) or word.endswith(tuple(words(language).person)):
            return None  # a phrase ('姪のひなの靴'), or a relation
        if _is_begun(folded, word):
            return None
    if word in _given():
        return _given()[word]
    if is_ordinary(word, language):
        return None
    return word


def _script(character: str) -> str:
    return next((n for n, p in _SCRIPTS.items() if p.match(character)), "")


def _is_begun(folded: str, word: str) -> bool:
    """Tell whether a text in hangul begins with a word that goes on after what would be a name (고양|이)."""
    if not "\uac00" <= word[0] <= "\ud7a3":
        return False
    ends = range(max(2, len(word) - 2), len(word) + 2)
    return any(built_in().row(folded[:n]) is not None for n in ends if len(folded) >= n)


def _is_common(word: str, text: str) -> bool:
    """Tell whether a listed name is a word here: written small in a text that writes others great."""
    return built_in().row(f"{CONCEPTS}{word}") is not None and word in text


def is_ordinary(word: str, language: str) -> bool:
    """Tell whether a folded word is one of its language, and so hardly somebody's name."""
    known = words(language)
    if (
        word in known.person
        or known.same.search(word)
        or known.dates.search(word)
        or known.fillers.search(word)
    ):
        return True
    keys = {"en": (f"{CONCEPTS}{word}",), "de": (f"de:{word}",)}.get(language, (word, word[:2], word[-2:]))
    return any(built_in().row(key) is not None for key in keys)


def tells_of_another(names: Collection[str], said: str, text: str, language: str, *, missed: bool) -> bool:
    """Tell whether a memory is about somebody else than the question.

    Args:
        names: the names in the question.
        said: the question, folded.
        text: what the memory says.
        language: its language.
        missed: whether the question has a word, which may be a name, that the memory has not.
    """
    if names:
        folded = fold(text)
        return not (frozenset(names) & names_in(text, language)) and not any(n in folded for n in names)
    return missed and (subject := subject_in(text, language)) is not None and subject not in said


def same_name(a: str, b: str) -> bool:
    """Tell whether two words name one person: the same letters, one name in two scripts, or one word for a person."""
    one, other = fold(a), fold(b)
    if one == other or _given().get(one, one) == _given().get(other, other):
        return True
    lexicons = [words(language).person for language in LANGUAGES]
    return any(one in known and other in known and known[one] == known[other] for known in lexicons)
