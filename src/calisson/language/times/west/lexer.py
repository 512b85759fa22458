"""From text to tokens with classes.

A class is what a token may stand for: `month` (with the value 5), `weekday`, `hour`, `day`, `cnt` … One token
can have several ('second' is an ordinal and a unit). Words of several tokens ('day after tomorrow', 'p.m.')
become one; number words become one ('twenty two', 'zweiundzwanzig').
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

Classes = dict[str, Any]

_SHAPES = re.compile(
    r"""(?P<iso>\d{4}-\d\d?-\d\d?t\d\d?:\d\d(?::\d\d)?(?:\.\d+)?z?(?!\d))
    |(?P<ymd>\d{4}(?P<s1>[-/.])(?:0?[1-9]|1[0-2])(?P=s1)\d{1,2}(?![\d%]))
    |(?P<xyz>\d{1,2}(?P<s2>[-/.])\d{1,2}(?P=s2)(?:\d{4}|\d\d)(?![\d%]|[.,]\d))
    |(?P<clock>\d{1,2}:\d\d(?::\d\d)?(?![\d:]))
    |(?P<long>\d+(?:[.,:/]\d+){2,}|\d{5,})
    |(?P<pair>\d{1,2}[./]\d{1,2}(?![\d:]|[.,/]\d))
    |(?P<dec>\d+[.,]\d+)
    |(?P<int>\d+)
    |(?P<word>[^\W\d_]+)
    |(?P<mark>\S)""",
    re.VERBOSE,
)
_MONEY_BEFORE = re.compile(
    r"[$€£¥₩#] ?$|[\d,+*^=]$|\d\.$|(?<!\w)(?:usd|eur|gbp|chf|krw|jpy|cny|no\.|nr\.) ?$"
)
_MONEY_AFTER = re.compile(r" ?[%€$£¥₩°‰]|[*=^+]|,-")


@dataclass(slots=True)
class Token:
    """A word, number or mark with what it may stand for."""

    text: str
    start: int
    end: int
    kind: str
    classes: Classes = field(default_factory=dict)
    capital: bool = False
    wordy: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language, by their first token."""

    entries: dict[str, tuple[tuple[tuple[str, ...], Classes], ...]]
    weak: frozenset[str]
    ones: dict[str, int]
    tens: dict[str, int]
    hundred: frozenset[str]
    thousand: frozenset[str]
    joint: frozenset[str]
    glued: re.Pattern[str] | None
    table: dict[str, int]
    suffixes: frozenset[str]


def split(text: str) -> list[Token]:
    """Return the raw tokens of a lower-case text; classes are still empty."""
    return [
        Token(m.group(), m.start(), m.end(), m.lastgroup or "mark")
        if m.lastgroup not in ("s1", "s2")
        else Token(m.group(), m.start(), m.end(), "ymd" if m.group("ymd") else "xyz")
        for m in _SHAPES.finditer(text)
    ]


def number_classes(value: float, width: int, *, whole: bool, word: bool) -> Classes:
    """Return what a number may stand for: hour, minute, day, year … `width` is its count of digits."""
    out: Classes = {"cnt": value}
    if not whole:
        return out
    n = int(value)
    if n < 0 or n > 9999:
        return out
    out["n"] = n
    if word:
        out["nw"] = n
        if 10 <= n <= 99:
            out["y2w"] = n
        if 1 <= n <= 12:
            out["nw_hour"] = n
    else:
        out["nd"] = n
    if width <= 2:
        if n <= 24:
            out["hour"] = n
        if n <= 59:
            out["min"] = n
            if width == 2 or word:
                out["min2"] = n
        if 1 <= n <= 31:
            out["day"] = n
        if 1 <= n <= 12:
            out["mon"] = n
            if width == 2 and not word:
                out["mon2"] = n
        if 10 <= n <= 99:
            out["y2"] = n
    if (word and 1000 <= n <= 2999) or (width == 4 and 1000 <= n <= 2999):
        out["year"] = n
    if 3 <= width <= 4 and n // 100 <= 24 and n % 100 < 60:
        out["hhmm"] = n
    if width >= 3:
        out["anyyear"] = n
    return out


def lex(text: str, lowered: str, lexicon: Lexicon) -> list[Token]:
    """Return the tokens of a text with their classes."""
    raw = split(lowered)
    out: list[Token] = []
    i = 0
    while i < len(raw):
        token = raw[i]
        token.capital = text[token.start].isupper()
        size, classes = _entry(raw, i, lexicon)
        if (
            token.kind == "word"
            and (number := _number_word(raw, i, lexicon)) is not None
            and number[0] >= size
        ):
            size, value = number
            numeric = number_classes(value, 2 if value < 100 else 4, whole=value == int(value), word=True)
            merged = numeric | (classes if number[0] == size and _entry(raw, i, lexicon)[0] == size else {})
            out.append(_merge(text, raw, i, size, merged, "int"))
            out[-1].wordy = True
        elif size:
            out.append(_merge(text, raw, i, size, dict(classes), token.kind))
        else:
            size = 1
            if token.kind in ("int", "dec", "pair"):
                token.classes = _digits(lowered, raw, i, lexicon)
            elif token.kind in ("iso", "ymd", "xyz", "clock"):
                before = lowered[max(0, token.start - 4) : token.start]
                if not _MONEY_BEFORE.search(before) and (not before or not before[-1].isalnum()):
                    token.classes = {token.kind: token.text}
            out.append(token)
        i += size
    return out


def _digits(lowered: str, raw: list[Token], i: int, lexicon: Lexicon) -> Classes:
    token = raw[i]
    before = lowered[max(0, token.start - 4) : token.start]
    if _MONEY_BEFORE.search(before) or _MONEY_AFTER.match(lowered, token.end):
        return {}
    previous = raw[i - 1] if i else None
    if previous is not None and previous.text == "." and previous.end == token.start and i > 1:
        if raw[i - 2].kind != "word" or raw[i - 2].text not in lexicon.entries:
            return {}
    if previous is not None and previous.end == token.start and previous.kind == "word":
        if previous.text not in lexicon.entries and previous.text not in lexicon.suffixes:
            return {}
    following = raw[i + 1] if i + 1 < len(raw) else None
    if following is not None and following.start == token.end and following.kind == "word":
        if following.text not in lexicon.entries and following.text not in lexicon.suffixes:
            return {}
    if token.kind == "int":
        return number_classes(int(token.text), len(token.text), whole=True, word=False)
    out: Classes = {}
    if token.kind == "pair":
        out["pair"] = token.text
        if token.text[-2] in ".,":
            out["cnt"] = float(token.text)
        elif "." in token.text:
            out["cnt"] = float(token.text)
    else:
        out["cnt"] = float(token.text.replace(",", "."))
    return out


def _merge(text: str, raw: list[Token], i: int, size: int, classes: Classes, kind: str) -> Token:
    start, end = raw[i].start, raw[i + size - 1].end
    return Token(text[start:end].lower(), start, end, kind, classes, text[start].isupper())


def _entry(raw: list[Token], i: int, lexicon: Lexicon) -> tuple[int, Classes]:
    """Return the size and classes of the longest word of the lexicon that begins at `i` (size 0: none)."""
    for words, classes in lexicon.entries.get(raw[i].text, ()):
        at = i + 1
        for word in words[1:]:
            if at < len(raw) and raw[at].text == "-" and word != "-" and raw[at - 1].end == raw[at].start:
                at += 1
            if at >= len(raw) or raw[at].text != word:
                break
            at += 1
        else:
            return at - i, classes
    return 0, {}


def _number_word(raw: list[Token], i: int, lexicon: Lexicon) -> tuple[int, float] | None:
    """Return the size and value of the number written in words from `i` on."""
    word = raw[i].text
    if lexicon.glued is not None:
        if lexicon.glued.fullmatch(word):
            value = _glued(word, lexicon)
            if value is not None:
                return 1, value
        return None
    if word not in lexicon.ones and word not in lexicon.tens:
        return None
    at, total, current, last = i, 0, 0, 10**6
    size = 0
    while at < len(raw):
        text = raw[at].text
        if text == "-" and at > i and raw[at - 1].end == raw[at].start:
            at += 1
            continue
        if text in lexicon.joint and last >= 100 and at > i:
            at += 1
            continue
        if text in lexicon.tens and (last >= 100):
            current += lexicon.tens[text]
            last = 10
        elif text in lexicon.ones and (last >= 100 or (last == 10 and 0 < lexicon.ones[text] < 10)):
            current += lexicon.ones[text]
            last = 1
        elif text in lexicon.hundred and 0 < current < 100:
            current, last = current * 100, 100
        elif text in lexicon.thousand and 0 < current < 1000:
            total, current, last = total + current * 1000, 0, 1000
        else:
            break
        at += 1
        size = at - i
    return (size, float(total + current)) if size else None


def _glued(word: str, lexicon: Lexicon) -> float | None:
    """Return the value of a number written as one word, parts glued together."""
    for sign, factor in ((lexicon.thousand, 1000), (lexicon.hundred, 100)):
        for name in sign:
            head, found, tail = word.partition(name)
            if found:
                above = _glued(head, lexicon) if head else 1.0
                for joint in lexicon.joint:
                    tail = tail.removeprefix(joint)
                below = _glued(tail, lexicon) if tail else 0.0
                return None if above is None or below is None else above * factor + below
    return float(lexicon.table[word]) if word in lexicon.table else None
