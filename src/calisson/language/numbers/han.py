"""Chinese and Japanese numerals: 六百八十, 两千三, 1.2万, 5万4千, 三分之二, 三分の一, ひとつ.

One arithmetic serves both languages; what differs is data: in Chinese a last digit stands for the next place
(一百二 is 120), in Japanese it is added (百二 is 102). A single character is weak: it counts only before a
counter or unit, or standing alone, because 一, 三 and 千 live in ordinary words and names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.numbers.numeral import Numeral, tidy
from calisson.language.numbers.vocabulary import named_at
from calisson.language.traits import traits

_LITERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_CLOSED = " \n,，.。、!！?？;；:：)）]】」』\"'~/|…〜;]"
"""What may stand beside a lone numeral character that is a number."""


@dataclass(frozen=True, slots=True)
class _Words:
    digits: dict[str, int]
    multipliers: dict[str, int]
    run: re.Pattern[str]
    fraction: re.Pattern[str]
    percent: re.Pattern[str] | None
    natives: re.Pattern[str] | None
    point: str
    trailing: bool
    left_block: frozenset[str]
    inside: str


@lru_cache(maxsize=2)
def _words(language: str) -> _Words:
    data = load(language, "numbers")
    digits, multipliers = data["digits"], data["multipliers"]
    ones, many = "".join(digits), "".join(multipliers)
    inside = "".join(data["approximate_inside"])
    point = "".join(p for p in data["point"])
    price = rf"(?!(?<=[{ones}])一[个個斤本杯瓶条只件张次份天块])"  # 三块五一斤: 五, then 一斤
    lone = rf"[{ones}](?:{price}[{ones}])*"
    inner = rf"(?:[{inside}](?=[{many}]))?"
    step = rf"[零〇]?(?:(?:{_LITERAL})|[{ones}])?{inner}[{many}]"
    gap = rf"(?: (?=(?:\d{{1,4}}|[{ones}])[{many}]))?"
    numeral = rf"(?:(?:{step}{gap})+(?:[零〇]?(?:{_LITERAL})|{lone})?|{lone}|(?:{_LITERAL}))"
    decimal = rf"(?:[{re.escape(point)}](?:[{ones}]+(?![{many}])|\d+))?"
    tail = rf"(?:[{inside}](?=\D))?" if traits(language).characters else ""
    number = rf"{numeral}{decimal}(?:[万萬億亿](?![一二三四五六七八九]))*{tail}"
    if traits(language).characters:
        number = rf"{numeral}{decimal}(?:[万萬亿億兆]+)?{tail}"
    line = "|".join(data["fraction"])
    joint = "|".join(re.escape(w) for w in data["fraction_and"])
    minus = "|".join(re.escape(w) for w in (*data["negative"], "-"))
    fraction = re.compile(
        rf"(?:(?P<whole>(?:{minus})?{numeral}) ?(?:{joint}) ?)?"
        rf"(?P<minus>{minus})?(?P<below>{numeral}) *(?:{line}) *"
        rf"(?P<above>(?:{minus})?{numeral}{decimal})"
    )
    before = data["percent"]["before"]
    percent = re.compile(rf"(?:{'|'.join(before)})(?P<value>{number})") if before else None
    natives = data.get("natives")
    return _Words(
        digits, multipliers, re.compile(rf"(?:{minus})? ?{number}"), fraction, percent,
        re.compile("|".join(sorted(natives, key=len, reverse=True))) if natives else None,
        point, bool(data["trailing_digit_scales"]), frozenset(data["left_block"]), inside,
    )  # fmt: skip


def value_of(text: str, language: str) -> float | None:
    """Return the value of a numeral in Han characters and digits ('两千三', '5万4千6百'), or None."""
    words = _words(language)
    text = "".join(c for c in text if c != " " and not (c in words.inside and c not in words.digits))
    whole, mark, decimals = _split_point(text, words)
    value = _whole(whole, words)
    if value is None:
        return None
    scale = 1.0
    while decimals and decimals[-1] in words.multipliers:
        scale *= words.multipliers[decimals[-1]]
        decimals = decimals[:-1]
    if mark and decimals:
        places = "".join(
            c if c.isdigit() and c.isascii() else str(words.digits.get(c, "x")) for c in decimals
        )
        if not places.isdigit():
            return None
        value += float(f"0.{places}")
    return tidy(value * scale)


def _split_point(text: str, words: _Words) -> tuple[str, str, str]:
    for mark in words.point:
        if mark in text:
            whole, _, decimals = text.partition(mark)
            return whole, mark, decimals
    return text, "", ""


def _whole(text: str, words: _Words) -> float | None:
    pieces = re.findall(rf"{_LITERAL}|.", text)
    if not pieces:
        return None
    if len(pieces) > 1 and all(p in words.digits or p.isdigit() for p in pieces):
        return float("".join(p if p.isdigit() and p.isascii() else str(words.digits[p]) for p in pieces))
    total, section, pending = 0.0, 0.0, None
    last, last_big, zero = 0, float("inf"), False
    for piece in pieces:
        if piece in words.multipliers:
            factor = words.multipliers[piece]
            if factor < 10000:
                base = pending or 1.0
                section += factor if piece in "廿卅" else base * factor
                if piece in "廿卅":
                    factor = 10
            else:
                section += pending or 0.0
                if section == 0 and total and factor >= last_big:
                    total *= factor
                elif factor >= last_big and total:
                    total = (total + section) * factor
                else:
                    total += (section or 1.0) * factor
                section, last_big = 0.0, min(last_big, factor) if total else factor
                last_big = factor
            pending, last, zero = None, factor, False
        elif piece in words.digits:
            if pending is not None and pending != 0:
                return None
            zero = zero or words.digits[piece] == 0
            pending = float(words.digits[piece])
        else:
            if pending is not None and pending != 0:
                return None
            pending = float(piece.replace(",", ""))
            zero = zero or pending >= 10 or "." in piece
    if pending is not None:
        colloquial = words.trailing and last >= 100 and not zero and 1 <= pending <= 9
        section += pending * last / 10 if colloquial else pending
    return total + section


def scan_words(text: str, digits: Sequence[Numeral], language: str) -> list[Numeral]:
    """Return the numerals of a Chinese or Japanese text beside those that the digit scanner found."""
    words, data = _words(language), load(language, "numbers")
    taken = _idioms(text, language)
    out: list[Numeral] = []
    if words.percent is not None:
        for match in words.percent.finditer(text):
            value = value_of(match.group("value"), language)
            if value is not None:
                out.append(Numeral(match.start(), match.end(), value, True, kind="percent"))
    for match in words.fraction.finditer(text):
        below, above = (_signed(match.group(n), language) for n in ("below", "above"))
        if not below or above is None:
            continue
        whole = _signed(match.group("whole"), language) if match.group("whole") else 0.0
        value = above / below * (-1 if match.group("minus") else 1)
        if whole is None:
            continue
        value = whole - value if whole < 0 else whole + value
        out.append(Numeral(match.start(), match.end(), tidy(value), True, kind="fraction"))
    bare = _prefix(language).sub("\x00", text)
    for match in words.run.finditer(bare):
        numeral = _numeral(bare, match, words, language)
        if numeral is not None:
            out.append(numeral)
    for half in data["half"]:
        halves = re.finditer(re.escape(half), text)
        out.extend(Numeral(m.start(), m.end(), 0.5, True, weak=True, kind="fraction") for m in halves)
    if words.natives is not None:
        for match in words.natives.finditer(text):
            value = float(data["natives"][match.group()])
            out.append(Numeral(match.start(), match.end(), value, True))
    out = [n for n in out if not any(s <= n.start < e for s, e in taken)]
    free = [d for d in digits if not any(n.start <= d.start and d.end <= n.end for n in out)]
    return [*out, *free]


@lru_cache(maxsize=4)
def _prefix(language: str) -> re.Pattern[str]:
    """A 千 behind digits that belongs to the unit after it: 380千卡 are 380 kcal, not 380,000."""
    forms = {f for words in load(language, "units")["units"].values() for f in words if f.startswith("千")}
    return re.compile(
        rf"(?<=\d)千(?={'|'.join(sorted(re.escape(f[1:]) for f in forms if len(f) > 1)) or '(?!)'})"
    )


def _signed(text: str, language: str) -> float | None:
    for sign in (*load(language, "numbers")["negative"], "-"):
        if text.startswith(sign):
            value = value_of(text.removeprefix(sign).strip(), language)
            return None if value is None else -value
    return value_of(text, language)


@lru_cache(maxsize=2)
def _idiom_pattern(language: str) -> re.Pattern[str]:
    idioms = sorted(load(language, "numbers")["idioms"], key=len, reverse=True)
    return re.compile("|".join(map(re.escape, idioms)))


def _idioms(text: str, language: str) -> list[tuple[int, int]]:
    return [match.span() for match in _idiom_pattern(language).finditer(text)]


def _numeral(text: str, match: re.Match[str], words: _Words, language: str) -> Numeral | None:
    raw = match.group()
    start, end = match.span()
    sign = next((s for s in (*load(language, "numbers")["negative"], "-") if raw.startswith(s)), "")
    if sign == "-" and start and (text[start - 1].isalnum()):
        sign, start, raw = "", start + 1, raw[1:]
    body = raw.removeprefix(sign)
    start += len(body) - len(body.lstrip()) if not sign else 0
    body = body.strip()
    if re.fullmatch(r"[\d.,]+", body):
        if not sign or sign == "-":
            return None  # digits alone are read by the digit scanner, with the language's separators
    if traits(language).characters and body and body[-1] in "点點":
        body, end = body[:-1], end - 1
    approximate = any(c in words.inside and c not in words.digits for c in body)
    if traits(language).characters and len(body) > 1 and body[-1] in "两兩" and body[-2] in words.digits:
        body, end = body[:-1], end - 1  # 三两: two is the unit
    vague = load(language, "numbers")["vague_before"]
    if body[:1] in tuple(vague) or (start and text[start - 1] in vague and body[0] in words.multipliers):
        return None  # 几十, 数百: nobody knows how many
    if len(body) == 2 and all(c in words.digits for c in body):
        low, high = (words.digits[c] for c in body)
        if high - low == 1 and low > 0:
            return Numeral(start, end, float(low), True, weak=True, approximate=True)  # 两三个
    value = _decimal_or_clock(body, text, end, words, language)
    if value is None:
        return None
    if sign:
        value = -value
    strong = any(c.isdigit() and c.isascii() for c in body) or (
        len(body) >= 2 and any(c in words.multipliers for c in body) and body[0] in words.digits
    )
    if not strong and len(body) >= 2 and body[0] in words.multipliers and body[0] == "十":
        strong = True  # 十二
    if not strong and len(body) >= (3 if traits(language).characters else 2) and body[0] in words.multipliers:
        strong = True
    if not strong and any(words.digits.get(c) == 0 for c in body) and len(body) >= 2:
        strong = True
    if not strong and any(mark in body for mark in words.point):
        strong = True
    counted = any(text.endswith(prefix, 0, start) for prefix in load(language, "numbers")["ordinal_before"])
    strong = strong or counted
    blocked = not counted and start > 0 and text[start - 1] in words.left_block
    named = named_at(text.lower(), end, language) if blocked else None
    if blocked and not sign and (named is None or named.kind != "unit"):
        if len(body) == 1:
            return None
    if not strong and not blocked:
        left = text[start - 1] if start else " "
        right = text[end] if end < len(text) else " "
        data = load(language, "numbers")
        right_open = left in data["lone_before"] and any(text.startswith(w, end) for w in data["lone_after"])
        alone = right_open or (right in _CLOSED and (left in _CLOSED or "\u3040" <= left or len(body) == 1))
        strong = alone and not (len(body) == 1 and body in words.multipliers and left not in _CLOSED)
    article = body in ("一", "壹")
    return Numeral(start, end, value, True, weak=not strong, article=article, approximate=approximate)


def _decimal_or_clock(body: str, text: str, end: int, words: _Words, language: str) -> float | None:
    """Read 二点五 as 2.5, but leave 两点五十 and 三点五分 to the clock."""
    for mark in words.point:
        if mark in body and mark in "点點":
            after = body.partition(mark)[2]
            nxt = text[end : end + 1]
            if "十" in after or (nxt in ("分", "刻") and not text.startswith("分之", end)) or not after:
                return None
    return value_of(body, language)
