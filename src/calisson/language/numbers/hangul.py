"""Korean numerals: Sino-Korean (만이천, 5만 4천), native (열두, 스물다섯), determiners (한, 두), fractions.

Syllables of numbers are syllables of ordinary words too (이 사 오 일, 두부, 한강), so a numeral must begin a
word, a lone syllable counts only before the units that it goes with, and lists of look-alikes are data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.numbers.numeral import Numeral, tidy
from calisson.language.text import count_hangul
from calisson.language.units import counters, fold_unit, money_words
from calisson.language.units import words as unit_words

_LITERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"


@dataclass(frozen=True, slots=True)
class _Patterns:
    sino: re.Pattern[str]
    native: re.Pattern[str]
    determiner: re.Pattern[str]
    fraction: re.Pattern[str]
    idioms: re.Pattern[str]
    glued: re.Pattern[str]
    particles: re.Pattern[str]


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return load("ko", "numbers")


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    data = _data()
    ones, many = "".join(data["digits"]), "".join(data["multipliers"])
    natives = data["natives"]
    tens = [w for w, v in natives.items() if v >= 10]
    small = [w for w, v in natives.items() if v < 10]
    determiners = list(data["determiners"])
    piece = rf"(?:{_LITERAL}|[{ones}])?[{many}]"
    gap = rf"(?: (?=(?:\d+|[{ones}])[{many}]))?"
    sino = rf"(?:{piece}{gap})+(?: ?\d{{1,4}}(?![\d.,]))?[{ones}]?|[{ones}]{{1,8}}"
    point = "|".join(data["point"])
    number = rf"(?:(?:{sino})(?: ?(?:{point}) ?[{ones}]+(?![{many}]))?)"
    minus = "|".join(data["negative"])
    either = rf"(?:{number}|{_LITERAL})"
    particles = "|".join(map(re.escape, sorted(data["particles"], key=len, reverse=True)))
    return _Patterns(
        sino=re.compile(rf"(?:(?:{minus}) ?)?{number}"),
        native=re.compile(
            rf"(?:{'|'.join(tens)})(?:{'|'.join([*small, *determiners])})?|(?:{'|'.join(small)})"
        ),
        determiner=re.compile(
            rf"(?:열|{'|'.join(t for t in tens if t != '열')})?(?:{'|'.join(determiners)})"
        ),
        fraction=re.compile(
            rf"(?:(?P<whole>-?{either}) ?(?:{'|'.join(data['fraction_and'])}) ?)?(?P<below>{either}) ?"
            rf"(?:{'|'.join(data['fraction'])}) ?"
            rf"(?P<above>(?:(?:{minus}) ?)?(?:{_LITERAL}|(?:[{ones}]?[십백천])*[{ones}]?))"
        ),
        idioms=re.compile("|".join(map(re.escape, sorted(data["idioms"], key=len, reverse=True)))),
        glued=re.compile("|".join(map(re.escape, sorted(data["glued_block"], key=len, reverse=True)))),
        particles=re.compile(rf"(?:{particles})*(?![\uac00-\ud7a3])"),
    )


def sino_value(text: str) -> float | None:
    """Return the value of a Sino-Korean numeral, digits mixed in ('만이천', '5만 4천', '이점오'), or None."""
    data = _data()
    whole, _, decimals = text.replace(" ", "").partition("점")
    value = _whole(whole, data)
    if value is None:
        return None
    if decimals:
        places = "".join(str(data["digits"].get(c, "x")) for c in decimals)
        if not places.isdigit():
            return None
        value += float(f"0.{places}")
    return tidy(value)


def _whole(text: str, data: dict[str, Any]) -> float | None:
    if not text:
        return None
    if re.fullmatch(_LITERAL, text):
        return float(text.replace(",", ""))
    digits, multipliers = data["digits"], data["multipliers"]
    pieces = re.findall(rf"{_LITERAL}|.", text)
    if len(pieces) > 1 and all(p in digits for p in pieces):
        return None
    total, section, pending, last, last_big = 0.0, 0.0, None, float("inf"), float("inf")
    for piece in pieces:
        if piece in multipliers:
            factor = float(multipliers[piece])
            if factor < 10000:
                if factor >= last and last < 10000:
                    return None
                section += (1.0 if pending is None else pending) * factor
            else:
                if factor >= last_big:
                    return None
                total += (section + (pending or 0.0) or 1.0) * factor
                section, last_big = 0.0, factor
            pending, last = None, factor
        elif piece in digits or re.fullmatch(_LITERAL, piece):
            if pending is not None:
                return None
            pending = float(digits[piece]) if piece in digits else float(piece.replace(",", ""))
        else:
            return None
    rest = section + (pending or 0.0)
    if last_big == 1e8 and pending is None and 1000 <= rest < 10000:
        rest *= 10000  # 1억 2천: people leave 만 out
    return total + rest


def scan_words(text: str, digits: Sequence[Numeral]) -> list[Numeral]:
    """Return the Korean numerals of a text, with the digits that they take in."""
    if not count_hangul(text):
        return list(digits)
    patterns = _patterns()
    blocked = [m.span() for m in patterns.idioms.finditer(text)]
    blocked += [m.span() for m in patterns.glued.finditer(text) if not _hangul(text, m.start() - 1)]
    out: list[Numeral] = []
    for match in patterns.fraction.finditer(text):
        numeral = _fraction(match)
        if numeral is not None and not _hangul(text, numeral.start - 1):
            out.append(numeral)
    for match in patterns.sino.finditer(text):
        out.extend(_sino(text, match))
    out.extend(_natives(text, patterns))
    out = [n for n in out if not any(s <= n.start < e for s, e in blocked)]
    free = [d for d in digits if not any(n.start <= d.start and d.end <= n.end for n in out)]
    return [*out, *free]


def _hangul(text: str, at: int) -> bool:
    return 0 <= at < len(text) and "\uac00" <= text[at] <= "\ud7a3"


def ends_word(text: str, at: int) -> bool:
    """Whether a Korean word may end at `at`: no letter follows, or only particles."""
    return _patterns().particles.match(text, at) is not None


def _fraction(match: re.Match[str]) -> Numeral | None:
    def read(group: str) -> float | None:
        raw = match.group(group) or ""
        sign = -1.0 if raw.startswith(("-", *_data()["negative"])) else 1.0
        for word in ("-", *_data()["negative"]):
            raw = raw.removeprefix(word)
        value = sino_value(raw.strip())
        return None if value is None else sign * value

    below, above = read("below"), read("above")
    if not below or above is None:
        return None
    whole = read("whole") if match.group("whole") else 0.0
    if whole is None:
        return None
    value = whole - above / below if whole < 0 else whole + above / below
    return Numeral(match.start(), match.end(), tidy(value), True, kind="fraction")


def _sino(text: str, match: re.Match[str]) -> list[Numeral]:
    data = _data()
    raw, start = match.group(), match.start()
    sign = next((s for s in data["negative"] if raw.startswith(s)), "")
    begun = not _hangul(text, start - 1)
    for length in range(len(raw), 0, -1):
        piece = raw[:length].rstrip()
        here = start + len(piece)
        core = piece.removeprefix(sign).strip()
        if not core or re.fullmatch(_LITERAL, core):
            return []
        if core[0].isdigit() and text[start - 1 : start] and text[start - 1] in ".,":
            return []
        value = sino_value(core)
        if value is None:
            continue
        unit = _unit_follows(text, here)
        mixed = core[0].isdigit()
        many = any(c in data["multipliers"] for c in core)
        if mixed:
            last = core[-1]
            if last in data["digits"] and not unit and length > 1:
                continue  # 10만이: 이 is a particle
            return [Numeral(start, here, -value if sign else value, True)]
        if len(core) == 1:
            ok = bool(sign) or (begun and core in data["single"].get(unit, "") and _closes(text, here, unit))
            if ok:
                return [Numeral(start, here, -value if sign else value, True, weak=not sign)]
            if begun and core == text.strip():
                return [Numeral(start, here, value, True)]
            continue
        if not many and not sign and "점" not in core:
            continue
        if not begun and not (unit and len(core) >= 3):
            return []
        if unit or _patterns().particles.match(text, here):
            return [Numeral(start, here, -value if sign else value, True)]
    return []


def _closes(text: str, at: int, unit: str) -> bool:
    """Whether the unit behind a lone numeral ends its word: 오분 counts, 사주시겠어요 does not."""
    at += len(unit) + (text[at : at + 1] == " ")
    return ends_word(text, at) or text[at : at + 1] in tuple(_data()["half"])


def _unit_follows(text: str, at: int) -> str:
    """Return the unit, counter or money word that stands at `at` (one space allowed), else ''."""
    if text[at : at + 1] == " ":
        at += 1
    for length in range(min(8, len(text) - at), 0, -1):
        word = fold_unit(text[at : at + length])
        if len(word) == length and (
            word in money_words("ko") or word in unit_words("ko") or word in counters("ko") or word == "%"
        ):
            return word
    return ""


def _natives(text: str, patterns: _Patterns) -> list[Numeral]:
    data = _data()
    natives, determiners = data["natives"], data["determiners"]
    out: list[Numeral] = []
    for match in patterns.determiner.finditer(text):
        if _hangul(text, match.start() - 1):
            continue
        word = match.group()
        value = _native_value(word, natives, determiners)
        scale = re.compile(r" ?(만|천|백)(?= ?원)").match(text, match.end())
        if value is not None and scale:
            value *= data["multipliers"][scale.group(1)]
            out.append(Numeral(match.start(), scale.end(), value, True))
        elif value is not None:
            out.append(Numeral(match.start(), match.end(), value, True, weak=True, article=word == "한"))
    for match in patterns.native.finditer(text):
        if _hangul(text, match.start() - 1):
            continue
        word, end = match.group(), match.end()
        value = _native_value(word, natives, determiners)
        if value is None:
            continue
        free = patterns.particles.match(text, end) is not None
        bare = word in natives and word not in ("열", "쉰")
        weak = not (free and (bare or (len(word) > 2 and word[-1] not in determiners)))
        out.append(Numeral(match.start(), end, value, True, weak=weak, article=word == "하나"))
    return out


def _native_value(word: str, natives: dict[str, int], determiners: dict[str, int]) -> float | None:
    if word in natives:
        return float(natives[word])
    if word in determiners:
        return float(determiners[word])
    for ten, value in natives.items():
        if value >= 10 and word.startswith(ten) and len(word) > len(ten):
            rest = word[len(ten) :]
            small = natives.get(rest, determiners.get(rest))
            if small is not None and small < 10:
                return float(value + small)
    return None
