"""German numerals in words: compounds in one word ('zweihundertfünf'), halves, units grown onto them.

A word is a number when it parses completely; 'ein' and 'eine' are numbers only before a unit or counter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.numbers.numeral import Numeral, tidy
from calisson.language.units import words as unit_words

_WORD = re.compile(r"'?[A-Za-zÄÖÜäöüß]+(?:\.(?=\s|$))?")


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, Any]:
    return load("de", "numbers")


@lru_cache(maxsize=1)
def _below_hundred() -> dict[str, int]:
    data = _lexicon()
    digits, tens, und = data["digits"], data["tens"], data["und"]
    out: dict[str, int] = {**digits, **tens}
    for one, value in digits.items():
        for ten, base in tens.items():
            if 1 <= value <= 9 and one not in ("eins",):
                out[one + und + ten] = base + value
    return out


@lru_cache(maxsize=4096)
def compound(word: str) -> float | None:
    """Return the value of one German word that is a number ('zweiundzwanzig', 'dreieinhalb'), else None."""
    data = _lexicon()
    if word in data["fixed"]:
        return float(data["fixed"][word])
    if word.endswith(data["half_suffix"]) or word.endswith(data["half_suffix"] + "e"):
        whole = _whole(word[: word.rindex(data["half_suffix"])].removesuffix(data["und"]))
        return None if whole is None else whole + 0.5
    return _whole(word)


def _whole(word: str) -> float | None:
    data = _lexicon()
    thousand, hundred, und = data["tausend"], data["hundert"], data["und"]
    if word == "":
        return None
    if thousand in word:
        head, _, tail = word.partition(thousand)
        above = 1.0 if head == "" else _whole(head)
        below = 0.0 if tail == "" else _whole(tail.removeprefix(und))
        if above is None or below is None or not 0 < above < 1000 or below >= 1000:
            return None
        return above * 1000 + below
    if hundred in word:
        head, _, tail = word.partition(hundred)
        above = 1.0 if head == "" else _below_hundred().get(head)
        below = (
            0.0 if tail == "" else _below_hundred().get(tail) or _below_hundred().get(tail.removeprefix(und))
        )
        if above is None or below is None or not 0 < above < 100:
            return None
        return above * 100 + below
    value = _below_hundred().get(word)
    return None if value is None else float(value)


def scan_words(text: str, digits: Sequence[Numeral]) -> list[Numeral]:
    """Return the numerals in words of a German text, with the digits that they take in."""
    data = _lexicon()
    items: list[Numeral | tuple[int, int, str]] = [
        (m.start(), m.end(), m.group().lower())
        for m in _WORD.finditer(text)
        if not any(d.start < m.end() and m.start() < d.end for d in digits)
    ]
    items.extend(digits)
    items.sort(key=lambda item: item.start if isinstance(item, Numeral) else item[0])
    out: list[Numeral] = []
    i = 0
    while i < len(items):
        numeral, after = _read(text, items, i, data)
        if numeral is None:
            i += 1
            continue
        out.append(numeral)
        i = after
    return out


_Items = list[Numeral | tuple[int, int, str]]


def _edges(item: Numeral | tuple[int, int, str]) -> tuple[int, int]:
    return (item.start, item.end) if isinstance(item, Numeral) else item[:2]


def _word(text: str, items: _Items, i: int, *, after: bool = True) -> str:
    """Return the lower-case word at `i` when it stands right behind the item before it, else ''."""
    if i >= len(items) or isinstance(items[i], Numeral):
        return ""
    if after and i and not re.fullmatch(r" {0,2}|-", text[_edges(items[i - 1])[1] : _edges(items[i])[0]]):
        return ""
    return str(items[i][2])  # type: ignore[index]


def _read(text: str, items: _Items, i: int, data: dict[str, Any]) -> tuple[Numeral | None, int]:
    item = items[i]
    if isinstance(item, Numeral):
        return _scaled(text, items, i, item, i + 1, data) if item.kind == "number" else (None, i)
    start, end, word = item
    if word in data["negative"]:
        if i + 1 < len(items) and text[end : _edges(items[i + 1])[0]] == " ":
            numeral, after = _read(text, items, i + 1, data)
            if numeral is None and isinstance(items[i + 1], Numeral):
                numeral, after = items[i + 1], i + 2  # type: ignore[assignment]
            if numeral is not None:
                return replace(numeral, start=start, value=-numeral.value, words=True), after
        return None, i
    if word in data["multiples"]:
        return Numeral(start, end, float(data["multiples"][word]), True, kind="multiple"), i + 1
    glued = _glued(word, start, data)
    if glued is not None:
        return glued, i + 1
    half = word in data["half"]
    if half:
        group = data["groups"].get(_word(text, items, i + 1))
        if group:
            return Numeral(start, _edges(items[i + 1])[1], group / 2, True), i + 2
        return Numeral(start, end, 0.5, True, weak=True, kind="fraction", bridge=True), i + 1
    if word.rstrip(".") in data["groups"]:
        return Numeral(start, end, float(data["groups"][word.rstrip(".")]), True), i + 1
    if word in data["fixed"]:
        return _scaled(text, items, i, Numeral(start, end, float(data["fixed"][word]), True, kind="fraction",
                                               bridge=True), i + 1, data)  # fmt: skip
    ordinal = _ordinal(word, data)
    if ordinal is not None:
        return Numeral(start, end, ordinal, True, kind="ordinal"), i + 1
    article = word in data["articles"]
    value = 1.0 if article else compound(word)
    if value is None:
        if word.endswith(data["times_suffix"]) and len(word) > 4:
            value = compound(word.removesuffix(data["times_suffix"]))
            if value is not None and value > 1:
                return Numeral(start, end - len(data["times_suffix"]), value, True), i + 1
        if word.endswith(data["fold_suffix"]):
            value = compound(word.removesuffix(data["fold_suffix"]))
            if value is not None and value > 1:
                return Numeral(start, end, value, True, kind="multiple"), i + 1
        return None, i
    name = text[start].isupper() and re.search(r"(?:^|[.!?:;\n(\"'*-])\s*$", text[:start]) is None
    numeral = Numeral(
        start, end, value, True, weak=article or name, article=article
    )  # 'Drei Zinnen' is a name
    return _scaled(text, items, i, numeral, i + 1, data)


def _scaled(
    text: str, items: _Items, i: int, numeral: Numeral, j: int, data: dict[str, Any]
) -> tuple[Numeral | None, int]:
    """Take in what follows a number: halves and fractions, dozens, millions, 'Komma fünf'."""
    first, value, weak, article, kind = j, numeral.value, numeral.weak, numeral.article, numeral.kind
    bridge = numeral.bridge
    end = numeral.end
    word = _word(text, items, j)
    if word in data["point"] and numeral.words and not weak:
        decimals = ""
        k = j + 1
        while (digit := _word(text, items, k)) in data["digits"] and digit:
            decimals += str(data["digits"][digit])
            k += 1
        if decimals:
            value, end, j = float(f"{value:g}.{decimals}"), _edges(items[k - 1])[1], k
    elif word in data["fractions"]:
        below = data["fractions"][word]
        after = _word(text, items, j + 1)
        factor = data["groups"].get(after) or data["scales"].get(after) or 1
        if below == 2 and (word == "halb" and not article):
            factor = 0
        if factor:
            value, end, kind, bridge = value / below * factor, _edges(items[j])[1], "fraction", True
            weak = False
            article = False
            j += 1
            if factor != 1:
                end, j = _edges(items[j])[1], j + 1
    elif word in data["and"]:
        k = j + 1
        if _word(text, items, k) in data["articles"]:
            above, k = 1.0, k + 1
        else:
            nxt = items[k] if k < len(items) else None
            number = nxt.value if isinstance(nxt, Numeral) else compound(_word(text, items, k) or "")
            above, k = (number, k + 1) if number else (1.0, k)
        below = data["fractions"].get(_word(text, items, k))
        if below and above < below:
            value, end, j = value + above / below, _edges(items[k])[1], k + 1
            weak = article = False
    while (spoken := _word(text, items, j)) in data["scales"] or spoken.rstrip(".") in data["groups"]:
        factor = data["scales"].get(spoken) or data["groups"][spoken.rstrip(".")]
        end, weak, article, j = _edges(items[j])[1], False, False, j + 1
        value *= factor
        following = _word(text, items, j)
        rest = (
            compound(following) if following and following not in data["articles"] and factor > 1000 else None
        )
        if rest is not None and rest < factor:
            value, end, j = value + rest, _edges(items[j])[1], j + 1
    if j == first and not numeral.words:
        return None, i
    return Numeral(numeral.start, end, tidy(value), True, weak, article, kind, bridge=bridge), j


def _glued(word: str, start: int, data: dict[str, Any]) -> Numeral | None:
    """'Viertelstunde', 'Dreiviertelliter': the numeral is the first part, its unit the second."""
    for head, value in data["glued_fractions"].items():
        if word.startswith(head) and word[len(head) :] in unit_words("de") and len(word) > len(head) + 2:
            return Numeral(start, start + len(head), float(value), True, weak=True, kind="fraction")
    return None


def _ordinal(word: str, data: dict[str, Any]) -> float | None:
    match = re.fullmatch(r"(.+?)(?:e[rsnm]?)", word)
    if not match or word in data["ordinal_not"]:
        return None
    stem = match.group(1)
    if stem in data["ordinals"]:
        return float(data["ordinals"][stem]) if word != stem else None
    if stem.endswith("st") and len(stem) > 6:
        value = compound(stem.removesuffix("st"))
        return value if value is not None and value >= 20 else None
    return None
