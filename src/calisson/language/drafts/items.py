"""Cutting a list that people write ('title, genre, rating 1-5 and whether I saw it') into its items.

Commas, enumeration marks, line breaks, bullets and the language's words for 'and' separate; brackets,
quotes and numbers ('2,000') hold together, and so does anything that the ontology knows as one thing
('date and time').
"""

from __future__ import annotations

import re
from functools import lru_cache

from calisson.language.drafts import ontology
from calisson.language.drafts.formulas import split_formula
from calisson.language.drafts.grammar import pattern, texts, trim
from calisson.language.text import is_cjk
from calisson.language.traits import traits

_OPEN, _CLOSE = "([{（「『《【", ")]}）」』》】"
_MARKS = ",;、\n\t|•，"
_BULLET = re.compile(r"(?m)^\s*(?:[-*•·]|\d{1,2}[.)])\s+")


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Return (start, end) of the sentences; brackets, quotes, decimals and abbreviations end none."""
    shorts = tuple(a.lower() for a in texts(language, "abbreviations"))
    out: list[tuple[int, int]] = []
    start = depth = 0
    quote = ""
    low = text.lower()
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote or char == "\n" else quote
        elif char == '"' and text.find('"', at + 1) > 0:
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif char == "\n":
            depth = 0
        if depth or quote or char not in ".!?。\n~…":
            continue
        if char == "~" and not (text[at + 1 : at + 2] in ("", " ") and not text[at - 1 : at].isdigit()):
            continue
        if char == "\n":  # a list on its own lines stays one sentence
            if _listed(text, start, at):
                continue
        elif char == "." and (
            (at + 1 < len(text) and not text[at + 1].isspace() and not is_cjk(text[at + 1]))
            or any(low.endswith(a, 0, at + 1) for a in shorts)
            or (
                text[at - 1 : at].isdigit()
                and at + 2 < len(text)
                and text[at + 2 : at + 3].isalpha()
                and traits(language).compounds
            )
        ):
            continue
        if text[start : at + 1].strip(" .!?。\n~…"):
            out.append((start, at + 1))
        start = at + 1
    if text[start:].strip(" .!?。\n~…"):
        out.append((start, len(text)))
    return out


def _listed(text: str, start: int, at: int) -> bool:
    following = text[at + 1 :].lstrip("\n ")
    here = text[start:at]
    line = here.rsplit("\n", 1)[-1].strip()
    return (
        bool(re.match(r"[-*•·]\s|\d{1,2}[.)]\s", following))
        or ("\n" in here and len(line) <= 40)
        or line.endswith(":")
    )


def split_items(text: str, language: str, about: ontology.Domain | None = None) -> list[str]:
    """Return the items of a list, trimmed, in order; never an empty one."""
    text = _BULLET.sub("\n", text)
    rough = [trim(part) for part in _by_marks(text)]
    out: list[str] = []
    for part in rough:
        out += [piece for piece in _by_words(part, language, about) if piece]
    return out


def _by_marks(text: str) -> list[str]:
    parts: list[str] = []
    start = depth = 0
    quote = False
    for at, char in enumerate(text):
        if char == '"':
            quote = not quote
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif char in _MARKS and not depth and not quote:
            if char == "," and text[at - 1 : at].isdigit() and text[at + 1 : at + 4].isdigit():
                continue
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return parts


def known(phrase: str, language: str, about: ontology.Domain | None = None) -> bool:
    """Return whether the ontology knows the whole phrase as one concept, or as one name for several."""
    return bool(ontology.match(phrase, language, about) or ontology.composite(phrase, language))


def _outside(text: str, at: int) -> bool:
    """Whether the place lies outside brackets and quotes."""
    before = text[:at]
    opened = sum(before.count(c) for c in _OPEN) - sum(before.count(c) for c in _CLOSE)
    return opened <= 0 and before.count('"') % 2 == 0


def _by_words(part: str, language: str, about: ontology.Domain | None) -> list[str]:
    if not part:
        return []
    if known(part, language, about):
        return [part]
    pieces = [part]
    if split_formula(part, language):
        return pieces
    for found in pattern(language, "separators").finditer(part):
        if _outside(part, found.start()):
            left, right = trim(part[: found.start()]), trim(part[found.end() :])
            if left and right:
                if known(right, language, about) or not _half(left, right):
                    return [*_by_words(left, language, about), *_by_words(right, language, about)]
            elif left or right:
                return _by_words(left or right, language, about)
    for mark in "/・":
        if part.count(mark) >= 2:
            slashed = [trim(p) for p in part.split(mark)]
            if sum(known(p, language, about) for p in slashed) >= len(slashed) - (mark == "・"):
                return slashed
    if is_cjk(part):
        pieces = _join_split(part, language, about)
    return pieces


def _half(left: str, right: str) -> bool:
    """Whether two sides of 'and' only make sense together ('good and', numbers)."""
    return bool(re.fullmatch(r"[\d.,]+", right)) or bool(
        re.search(r"[\d.,]+$", left) and re.match(r"[\d.,]+\b", right)
    )


@lru_cache(maxsize=8)
def _joiner(language: str) -> re.Pattern[str] | None:
    joiners = texts(language, "joiners")
    return re.compile("|".join(map(re.escape, joiners))) if joiners else None


def _join_split(part: str, language: str, about: ontology.Domain | None) -> list[str]:
    """Split at と, 和, 랑 … only where both sides read as things of their own."""
    joiner = _joiner(language)
    if joiner is None:
        return [part]
    guarded = [m.span() for kept in texts(language, "keep") for m in re.finditer(re.escape(kept), part)]
    for found in joiner.finditer(part):
        start, end = found.span()
        if not _outside(part, start) or any(a <= start < b for a, b in guarded):
            continue
        left, right = trim(part[:start]), trim(part[end:])
        if left and right and _things(left, right, language, about, part[end : end + 1]):
            return [*_join_split(left, language, about), *_join_split(right, language, about)]
    return [part]


_KANA_END = re.compile(r"[\u3041-\u3096]$")


def _things(left: str, right: str, language: str, about: ontology.Domain | None, after: str) -> bool:
    first = re.sub(r"\(.*?\)", "", left).strip()
    if known(first, language, about) or known(re.sub(r"\(.*?\)", "", right).strip(), language, about):
        return not traits(language).particles or after == " " or known(first, language, about)
    if traits(language).particles:
        return after == " " and len(first) >= 2
    if traits(language).kana:
        return (
            len(first) >= 2
            and (not _KANA_END.search(first) or first.endswith(("こと", "もの", "か")))
            and len(right) >= 2
        )
    return len(first) >= 2 and len(right) >= 2
