"""What in a message is somebody else's: passed on, sung, played, written as code, or said by another 'I'.

Told by form where form tells it (the head of a forwarded message, notes of music, a stage direction between stars,
lines of code), else by a word before a colon (`heard.toml`) after which somebody says 'I' who is not the person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from calisson.language.lexicon import load
from calisson.language.text import fold, is_cjk
from calisson.memory.holding.phrases import phrases
from calisson.memory.words.names import CALLED, is_ordinary, names_in

HOLE = "\ufffc"
"""Stands where somebody else's words stood."""

LEAD = 60
"""Characters before a colon that may say whose the words after it are."""

_LEAD = re.compile(rf"^(.{{1,{LEAD}}}?)(?:：|:(?=\s|[^\x00-\x7f]|[\"']))")
_HEAD = re.compile(r"[:：\]】)）]|-{3,}|_{3,}|={3,}")
_MUSIC = re.compile(r"[♩-♯🎵🎶🎤🎼]")
_STAGE = re.compile(r"^\s*\*(?!\*)[^*\n]{2,60}\*(?![*:：])")
_CODE = re.compile(
    r"""^\s*(?:def\s+\w+\(|class\s+\w+[:(]|from\s+[\w.]+\s+import\s|import\s+[\w.]+(?:\s+as\s+\w+)?;?$|\s+return\b
    |(?:const|let|var)\s+\w+\s*=|function\b.*\(|SELECT\b.*\bFROM\b|(?:INSERT\sINTO|UPDATE|DELETE\sFROM|CREATE\sTABLE)\s\w
    |\#include|\#!|\$\s\w|</?[A-Za-z][^<>]*>|[{\[]\s*["'{\[]|["']\w+["']\s*:|[\w.]+\s*[-+*/]?=\s*["'\[{\d]
    |[\w.]+\([^()]*\)\s*[;:{]?\s*$|[})\]]+[;,]?\s*$|//\s|/\*)
    |[;{]\s*$""",
    re.VERBOSE,
)


def without_heard(text: str, language: str) -> str:
    """Return a message with a hole in the place of each part that is somebody else's."""
    kept: list[str] = []
    in_code = False
    lines = text.splitlines()
    letter = _letter(lines)
    for number, line in enumerate(lines):
        if number == letter or _is_passed_on(line):
            kept.append(HOLE)
            break
        in_code = _CODE.search(line) is not None or (in_code and line[:1].isspace())
        if in_code or _MUSIC.search(line) or _STAGE.match(line) or _quoting().search(fold(line)):
            kept.append(HOLE)
            continue
        kept.append(_without_other(line, language))
    return "\n".join(kept)


def _letter(lines: Sequence[str]) -> int | None:
    """Return the first of two lines that head a letter; None when there are none."""
    heads = [
        n for n, line in enumerate(lines) if (m := _LEAD.match(line)) and fold(m[1]).strip(" *") in _heads()
    ]
    return next((a for a, b in pairwise(heads) if b == a + 1), None)


def _is_passed_on(line: str) -> bool:
    """Tell whether a line heads what is passed on: 'Fwd: …', '【转发】…', '--- Forwarded message ---'."""
    found = _forwards().search(fold(line[: 2 * LEAD]))
    if found is None or found.start() > LEAD:
        return False
    return _HEAD.search(line[found.end() : found.end() + LEAD]) is not None


def _without_other(line: str, language: str) -> str:
    """Return a line without what another says after a colon, when that other is not the person."""
    start = 0
    for sentence in re.split(r"(?<=[.!?。！？])\s*", line):
        at = line.find(sentence, start)
        start = at + len(sentence)
        lead = _LEAD.match(sentence)
        if lead is not None and _is_others(lead[1].strip(), line[at + lead.end() :], language):
            return f"{line[:at]}{HOLE}"
    return line


def _is_others(lead: str, rest: str, language: str) -> bool:
    who = fold(lead).strip(" *_-–—[]<>()")
    if who in _speakers():
        return True
    if not first_person(rest, language) or _begins_with_own(lead, language):
        return False
    return _says().search(who) is not None or _is_name(lead, language)


def _is_name(lead: str, language: str) -> bool:
    words = fold(lead).strip(" *_-–—[]<>()").split()
    if not 1 <= len(words) <= 2 or first_person(lead, language) or " ".join(words) in _labels():
        return False
    if CALLED.fullmatch(words[0]):
        return True
    return bool(names_in(lead, language)) or (len(words) == 1 and not is_ordinary(words[0], language))


def first_person(text: str, language: str) -> bool:
    """Tell whether somebody speaks of themselves in a text."""
    return _own(language).search(fold(text)) is not None


def _begins_with_own(lead: str, language: str) -> bool:
    """Tell whether it is the person who speaks ('I told my boss: …'), not somebody of theirs ('my boss said: …')."""
    return _subject(language).match(fold(lead)) is not None


@lru_cache(maxsize=16)
def _own(language: str) -> re.Pattern[str]:
    own = sorted(phrases(language).own, key=len, reverse=True)
    if language == "ko":
        return re.compile(rf"(?<!\w)(?:{'|'.join(own)})(?:는|은|가|이|를|도|의|한테|에게|만|랑)?(?!\w)")
    if language in ("zh", "ja"):
        return re.compile("|".join(w for w in own if w not in ("自分", "自己")))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)")


@lru_cache(maxsize=16)
def _subject(language: str) -> re.Pattern[str]:
    given = load("shared", "heard")["subjects"].get(language, ["i"])
    return re.compile("|".join(rf"{re.escape(w)}(?![a-z'])" for w in given))


@lru_cache(maxsize=1)
def _forwards() -> re.Pattern[str]:
    return _any(load("shared", "heard")["forwards"])


@lru_cache(maxsize=1)
def _says() -> re.Pattern[str]:
    return _any(load("shared", "heard")["says"])


@lru_cache(maxsize=1)
def _quoting() -> re.Pattern[str]:
    return _any(load("shared", "heard")["quoting"])


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    return frozenset(map(fold, load("shared", "heard")["heads"]))


@lru_cache(maxsize=1)
def _labels() -> frozenset[str]:
    return frozenset(map(fold, load("shared", "heard")["labels"]))


@lru_cache(maxsize=1)
def _speakers() -> frozenset[str]:
    return frozenset(map(fold, load("shared", "heard")["speakers"]))


def _any(given: Iterable[str]) -> re.Pattern[str]:
    words = sorted(map(fold, given), key=len, reverse=True)
    return re.compile("|".join(re.escape(w) if is_cjk(w) else rf"(?<!\w){re.escape(w)}(?!\w)" for w in words))
