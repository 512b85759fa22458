"""Who somebody is to the person who speaks, as it is said: 'my sister Lena', 'Lena is my sister', '妹のゆき'.

The words are in `shared/kin.toml`. A name that stands only beside the relation must be one of the known given names,
or no word of its language; after 'is called' any word is one. Somebody else's sister is nobody of the person's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.text import fold, is_cjk, normalise
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import CALLED, is_listed, is_ordinary, listed

WIDEST = 240
"""Characters of a text that is read."""

PETS = frozenset({"dog", "cat"})

_NAME = {
    "en": r"(?P<name>[a-z\u00df-\u024f]{2,20})",
    "de": r"(?P<name>[a-z\u00df-\u024f]{2,20})",
    "zh": r"(?P<name>(?:(?![不没是的了在叫我你他她也都很就还])[\u4e00-\u9fff]){1,3}?)",
    "ja": r"(?P<name>[\u3041-\u30ff\u4e00-\u9fff]{1,6}?)(?:さん|ちゃん|くん|君|様)?",
    "ko": r"(?P<name>[\uac00-\ud7a3]{1,4}?)(?:씨|님|이)?",
}
_WORD = re.compile(r"[^\W\d_]+")
_CALLED = re.compile(CALLED.pattern + r"|([\u4e00-\u9fff])\1")
"""How Chinese speakers call people: 小丽, 婷婷."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """One person's name and what they are to the one who speaks."""

    kin: str
    """A relation of `kin.toml`."""
    name: str
    """Folded, as its list writes it first."""


@lru_cache(maxsize=8192)
def introduced(text: str, language: str) -> tuple[Introduced, ...]:
    """Return whom a text introduces, each once."""
    said = normalise(text)
    if len(said) > WIDEST or language not in _NAME:
        return ()
    folded = fold(said)
    if not any(word in folded for word in _words(language)):
        return ()
    found: dict[Introduced, None] = {}
    for sure, pattern in _patterns(language):
        for match in pattern.finditer(folded):
            name = match["name"]
            capital = is_cjk(name) or any(w[0].isupper() for w in _WORD.findall(said) if fold(w) == name)
            if _someone_elses(folded, match, language) or not _is_name(name, match, language, sure, capital):
                continue
            found[Introduced(_words(language)[match["kin"]], listed(name))] = None
    return tuple(found)


def kin_of(word: str, language: str) -> str | None:
    """Return the relation that a folded word says; None for another one."""
    return _words(language).get(word) if language in _NAME else None


def kin_of_any(word: str) -> str | None:
    """Return the relation that a word says in any language; None for none."""
    folded = fold(word)
    return next((k for language in _NAME if (k := kin_of(folded, language))), None)


def is_kind_of(one: str, other: str) -> bool:
    """Tell whether two relations may be the same: equal, or one a kind of the other."""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


@lru_cache(maxsize=8)
def spoken_of(language: str) -> re.Pattern[str]:
    """Return a pattern for a relation as the person speaks of it ('my little sister'); its group `kin` is the word."""
    said = _given()["said"][language]
    kin = _either(list(_words(language)))
    if language in ("zh", "ja", "ko"):
        gap = " ?" if language == "ko" else ""
        own = f"(?:{_either(said['own'])}{gap})?(?:(?:{_either(said['like'])}){gap})?"
        edge = r"(?<!\w)" if language == "ko" else r"(?<![\u4e00-\u9fff]的)(?<![\u3041-\u9fff]の)"
        return re.compile(f"{edge}{own}(?P<kin>{kin})")
    return re.compile(
        rf"(?<![\w-])(?:{_either(said['own'])}) (?:(?:{_either(said['like'])}) )*(?P<kin>{kin})(?!\w|-)"
    )


def bare_word_for(kin: str) -> str | None:
    """Return a word for a relation, in the first language that has one; None for no relation."""
    own = _given()["kin"].get(kin, {})
    return next((str(own[language][0]) for language in _NAME if language in own), None)


def word_for(kin: str, language: str) -> str | None:
    """Return a word for a relation in a language, with whose it is where that is always said; None without one."""
    known = _given()["kin"]
    own = {"en": "my ", "de": "mein "}.get(language, "")
    for name in (kin, *(k for k in known if is_kind_of(k, kin))):
        if found := known.get(name, {}).get(language):
            return f"{own}{min(found, key=len) if is_cjk(found[0]) else found[0]}"
    return None


def ways_of_saying(kin: str) -> tuple[str, ...]:
    """Return the words of all languages for a relation and its kinds, folded."""
    return tuple(
        fold(w)
        for name, by in _given()["kin"].items()
        if is_kind_of(name, kin)
        for said in by.values()
        for w in said
    )


def is_one(kin: str) -> bool:
    """Tell whether there is one person at a time who is this."""
    return kin in _given()["one"]


def is_beside(kin: str) -> bool:
    """Tell whether somebody who is this may be something else to the person too."""
    return kin in _given()["beside"]


def _given() -> dict[str, Any]:
    return load("shared", "kin")


@lru_cache(maxsize=8)
def _words(language: str) -> dict[str, str]:
    return {fold(w): kin for kin, by in _given()["kin"].items() for w in by.get(language, ())}


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[bool, re.Pattern[str]], ...]:
    said = _given()["said"][language]
    like = _either(said["like"])
    kin = f"(?P<kin>{_either(list(_words(language)))})"
    own = f"(?:{_either(said['own'])})"
    if language in ("zh", "ja", "ko"):
        gap = " ?" if language == "ko" else ""
        kin = f"(?:(?:{like}){gap})?{kin}"
    else:
        own, kin = rf"(?<![\w-]){own}", f"(?:(?:{like}) )*{kin}"
    made = []
    for kind in ("sure", "near"):
        for template in said[kind]:
            edge = r"(?<!\w)" if template.startswith("{name}") and language in ("en", "de", "ko") else ""
            raw = template.replace("{own}", own).replace("{kin}", kin).replace("{name}", _NAME[language])
            made.append((kind == "sure", re.compile(edge + raw)))
    return tuple(made)


def _is_name(name: str, match: re.Match[str], language: str, sure: bool, capital: bool) -> bool:
    if name in _words(language) or name in words(language).person:
        return False
    if is_listed(name):
        return True
    if language == "zh" and _CALLED.fullmatch(name):
        return sure or not is_ordinary(name, language)
    if words(language).dates.search(name):
        return False
    if language == "ja" and re.search(f"{re.escape(name)}(?:さん|ちゃん|くん|君|様)", match[0]):
        return True
    if is_cjk(name):
        pet = _words(language)[match["kin"]] in PETS and not is_ordinary(name, language)
        return (
            (sure or pet)
            and (len(name) > 1 or language == "ja")
            and not words(language).fillers.fullmatch(name)
        )
    if language == "en" and _words(language)[match["kin"]] in PETS:  # our dog Biscuit
        beside = re.search(rf"{re.escape(match['kin'])},? {re.escape(name)}", match[0])
        return capital and (beside is not None or not is_ordinary(name, language))
    return capital and not is_ordinary(name, language)


def _someone_elses(folded: str, match: re.Match[str], language: str) -> bool:
    """Tell whether the relation is not the speaker's own, or denied."""
    before = folded[: match.start()]
    if language == "ja":
        return before.endswith("の") and not before.endswith(tuple(_given()["said"]["ja"]["own"]))
    if language == "ko":
        last = before.split()[-1:] if before.endswith(" ") else []
        own = {*_given()["said"]["ko"]["own"], *_given()["said"]["ko"]["like"]}
        return (bool(before) and not before.endswith(" ")) or bool(
            last and last[0] not in own and is_listed(last[0])
        )
    return False


def _either(given: list[str]) -> str:
    return "|".join(re.escape(fold(w)) for w in sorted(given, key=len, reverse=True))
