"""What neighbouring numbers tell together: '1 h 30', '5 ft 10', '三块五毛', '3x8', '7 out of 10'.

Each rule looks at two neighbours and at what stands between them; nothing is joined across other words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.numbers.numeral import tidy
from calisson.language.numbers.piece import Piece
from calisson.language.traits import traits
from calisson.language.units import convert, dimension

_RATED = (5.0, 6.0, 7.0, 10.0, 20.0, 100.0)
_FEET = (3.0, 8.0)
"""Heights in feet and inches lie between these feet: 5'10" is a height, 1'10" is not."""


@lru_cache(maxsize=8)
def _link(language: str) -> re.Pattern[str]:
    """What may stand between two parts of one amount: nothing, a space, a comma, 'and'."""
    joints = "|".join(map(re.escape, load(language, "numbers")["joint"]))
    return re.compile(rf",? ?(?:(?:{joints}) ?)?")


@dataclass(frozen=True, slots=True)
class Joiner:
    """Joins the pieces of one text."""

    text: str
    lowered: str
    language: str

    @property
    def data(self) -> dict[str, Any]:
        """The number lexicon of the language."""
        return load(self.language, "numbers")

    def join(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces with heights, ratings, crosses and compounds joined."""
        return self._compounds(self._cross(self._rate(self._heights(pieces))))

    def _heights(self, pieces: list[Piece]) -> list[Piece]:
        """Join 5'10" into feet."""
        out: list[Piece] = []
        for piece in pieces:
            last = out[-1] if out else None
            if (
                last is not None
                and self.text[last.end : piece.start] == "'"
                and _FEET[0] <= last.value <= _FEET[1]
                and 0 <= piece.value < 12
                and last.kind == piece.kind == "number"
            ):
                end = piece.end + (self.text[piece.end : piece.end + 1] == '"')
                feet = tidy(last.value + piece.value / 12)
                out[-1] = replace(last, end=end, value=feet, kind="quantity", unit="ft", joined=True)
            else:
                out.append(piece)
        return out

    def _rate(self, pieces: list[Piece]) -> list[Piece]:
        """Read '7 out of 10' as 7, rated against 10; other shares ('1 out of 3', '2 over 3') as fractions."""
        out: list[Piece] = []
        for piece in pieces:
            last = out[-1] if out else None
            plain = last is not None and last.kind == "number" and last.unit is None and not last.numeral.weak
            if last is not None and plain and not last.dead and piece.value and _countable(piece):
                gap = self.lowered[last.end : piece.start].strip()
                part = 0 <= last.value <= piece.value
                if gap in self.data.get("out_of", ()) and part and piece.value in _RATED:
                    numeral = replace(last.numeral, scale_of=piece.value)
                    out[-1] = replace(last, numeral=numeral, end=piece.end, unit=piece.unit)
                    continue
                shared = gap in self.data.get("over", ()) and not _is_pressure(last.value, piece.value)
                if shared and piece.unit is None:
                    out[-1] = replace(last, value=tidy(last.value / piece.value), end=piece.end)
                    continue
                power = self.data.get("power", [])
                if power and gap == power[0] and self.text.startswith(power[1], piece.end):
                    value = _power(last.value, piece.value)
                    out[-1] = replace(last, value=value, end=piece.end + len(power[1]))
                    continue
            out.append(piece)
        return out

    def _cross(self, pieces: list[Piece]) -> list[Piece]:
        """Read '3x8' as three sets of eight; 'x' before an amount with a unit only multiplies it."""
        out = list(pieces)
        for i in range(len(out) - 1):
            a, b = out[i], out[i + 1]
            if not re.fullmatch(
                r" ?[xX*] ?", self.text[a.numeral.end if a.unit in ("x", "X") else a.end : b.start]
            ):
                continue
            if a.dead or b.dead:
                continue
            bare = b.kind == "number" and b.unit in (None, "x", "X")
            if a.unit in ("x", "X") or (a.unit is None and a.kind == "number"):
                first = i == 0 or out[i - 1].end < a.start - 3 or out[i - 1].unit != "sets"
                out[i] = replace(a, end=a.numeral.end, unit=("sets" if first else "reps") if bare else "x")
                if not bare and i and out[i - 1].unit == "sets":
                    out[i] = replace(out[i], unit="reps")
            if bare:
                out[i + 1] = replace(b, end=b.numeral.end, unit="reps" if b.unit is None else b.unit)
        return out

    def _compounds(self, pieces: list[Piece]) -> list[Piece]:
        out: list[Piece] = []
        for piece in pieces:
            joined = self._joined(out[-1], piece) if out else None
            if joined is not None:
                out[-1] = joined
            else:
                out.append(piece)
        return out

    def _joined(self, a: Piece, b: Piece) -> Piece | None:
        """Return one piece when `b` goes on what `a` began, else None."""
        if a.dead or a.named is None or b.value < 0:
            return None
        gap = self.text[a.end : b.start]
        if a.kind == "duration" and b.kind == "duration" and _link(self.language).fullmatch(gap):
            if _seconds(b.unit) < _seconds(a.unit) and a.value == int(a.value) and not b.dead:
                return self._sum(a, b, convert(b.value, str(b.unit), str(a.unit)))
        if a.named.word == "分" and a.named.kind == "counter" and b.unit == "s" and gap in ("", " "):
            minutes = replace(a, kind="duration", unit="min")
            return self._sum(minutes, b, b.value / 60)
        if a.kind == "duration" and a.unit == "h" and gap in ("", " ", "零"):
            points = b.named is not None and b.named.kind == "counter" and b.named.word in ("分", "m")
            bare = (
                b.named is None
                and b.kind == "number"
                and not b.numeral.weak
                and (gap == "" or b.numeral.end - b.start == 2)
            )
            metre = b.unit == "m"
            if (
                (points or bare or metre)
                and 0 < b.value < 60
                and b.value == int(b.value)
                and a.value == int(a.value)
            ):
                return self._sum(a, b, b.value / 60)
        if (
            a.kind == "money"
            and b.kind == "money"
            and a.unit == b.unit
            and _link(self.language).fullmatch(gap)
            and "," not in gap
        ):
            if b.factor < a.factor:
                return self._sum(a, b, b.value * b.factor / a.factor)
        if a.kind == b.kind == "quantity" and _link(self.language).fullmatch(gap) and "," not in gap:
            if dimension(str(a.unit)) == dimension(str(b.unit)) in ("mass", "length") and a.value == int(
                a.value
            ):
                extra = (
                    convert(b.value, str(b.unit), str(a.unit))
                    if a.unit != "kilo" and b.unit != "kilo"
                    else 9.0
                )
                if 0 < extra < 1:
                    return self._sum(a, b, extra)
        return self._tail(a, b, gap)

    def _tail(self, a: Piece, b: Piece, gap: str) -> Piece | None:
        """Join the bare end of an amount: 三十五块五, 一米七五, 12 Euro 50, 5 ft 10, 9 stone 5."""
        assert a.named is not None
        raw = self.text[b.numeral.start : b.numeral.end]
        if b.named is not None and b.named.word in self.data.get("tail_after", ()) and gap == "":
            if a.named.word in self.data["tail_units"] and 0 < b.value < 10:
                return self._sum(a, b, b.value / 10)  # 37度8分
        if (
            b.named is not None
            or b.kind not in ("number",)
            or b.joined
            or a.joined
            or a.value != int(a.value)
        ):
            return None
        if gap == "" and a.named.word in self.data.get("tail_units", ()):
            places = "".join(c if c.isdigit() else str(self.data["digits"].get(c, "x")) for c in raw)
            if 1 <= len(places) <= 2 and places.isdigit():
                return self._sum(a, b, int(places) / 10 ** len(places))
        if b.dead:
            return None
        if traits(self.language).latin and gap in ("", " ") and re.fullmatch(r"\d\d", raw):
            if a.kind == "money" and a.factor == 1 and a.end == a.named.end and not a.numeral.article:
                return self._sum(a, b, b.value / 100)
            if a.unit == "m" and a.value <= 3:
                return self._sum(a, b, b.value / 100)
        if gap in ("", " ") and re.fullmatch(r"\d\d?", raw):
            if a.unit == "ft" and b.value < 12:
                return self._sum(a, b, b.value / 12)
            if a.unit == "stone" and b.value < 14:
                return self._sum(a, b, b.value / 14)
        return None

    def _sum(self, a: Piece, b: Piece, extra: float) -> Piece:
        return replace(a, end=b.end, value=tidy(a.value + extra), joined=True)


def _power(base: float, exponent: float) -> float:
    """Return base to the power, the sign of the base kept in front ('-1.1 の 23 乗')."""
    sign = -1.0 if base < 0 else 1.0
    try:
        return sign * tidy(abs(base) ** exponent) if base and abs(exponent) < 300 else base
    except OverflowError:
        return base


def _is_pressure(above: float, below: float) -> bool:
    return above > below >= 40 and above <= 260


def _countable(piece: Piece) -> bool:
    return piece.kind == "number" and (piece.named is None or piece.named.name in ("stars", "points"))


def _seconds(unit: str | None) -> float:
    return convert(1.0, unit, "s") if unit and dimension(unit) == "time" else 0.0
