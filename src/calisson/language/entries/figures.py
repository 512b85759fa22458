"""Numbers of an utterance laid over the numeric fields of an entity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from calisson.language.entries.alignment import Alignment, Fill
from calisson.language.entries.words import cues, names_of
from calisson.language.spans import Spans
from calisson.language.types import NUMERIC, AppSchema, Context, EntitySchema, FieldSchema, NumberSpan
from calisson.language.units import UnitError, compatible, convert, dimension

NEAR = 18
"""Characters within which a label and its value stand together."""
_ALIKE = {"degC": ("kWh",), "degree": ("kWh",)}
"""Units that one word means: 度 is a degree, and a kilowatt-hour of a meter."""
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_STARS = frozenset("★☆⭐")
_DIGITS = re.compile(r"\d+(?:\.\d+)?(?![\d.]|[a-z])")
_SCORED = re.compile(r"(?<![\d/.,])(\d{1,3}(?:[.,]\d)?)\s?/\s?(\d{1,3})(?![\d/])")
_BARE = re.compile(r"(?<![\d:.])\d{1,2}$")


class NumberLayer:
    """What an aligner knows of numbers: which field each fits, and how well."""

    spans: Spans
    context: Context
    app: AppSchema
    entity: EntitySchema
    fields: list[FieldSchema]
    low: str
    language: str
    _mentions: list[tuple[int, int, FieldSchema]]
    _open: set[str]
    """Fields of unknown kind that hold nothing yet."""

    def _glued(self) -> list[NumberSpan]:
        """Numbers that stand right behind their label ('pH7.2'), where no number reader sees one."""
        out = []
        for _, at, f in self._mentions:
            m = _DIGITS.match(self.low, at)
            taken = m and any(n.start_char < m.end() and m.start() < n.end_char for n in self.spans.numbers)
            if m and not taken and f.type in NUMERIC:
                out.append(NumberSpan(m.start(), m.end(), m[0], float(m[0]), "number", number_end=m.end()))
        return out

    def _rated(self) -> list[NumberSpan]:
        """Ratings that name their scale ('7/10'), where a field has that scale."""
        scales = {f.maximum for f in self.fields if f.type == "rating"}
        return [
            NumberSpan(m.start(), m.end(), m[0], float(m[1].replace(",", ".")), "number", number_end=m.end(1))
            for m in _SCORED.finditer(self.low)
            if float(m[2]) in scales
        ]

    def _clocks(self) -> list[NumberSpan]:
        """Bare numbers that were read as times ('auf 5') where no field holds a time of day."""
        if any(f.type in ("time", "datetime") for f in self.fields):
            return []
        out = []
        for t in self.spans.times:
            m = _BARE.search(t.text)
            if t.kind == "time" and not t.has_date and m and len(_DIGITS.findall(t.text)) == 1:
                at = t.start_char + m.start()
                out.append(
                    NumberSpan(at, at + len(m[0]), m[0], float(m[0]), "number", number_end=at + len(m[0]))
                )
        return out

    def _untyped(self, f: FieldSchema) -> bool:
        """Whether nobody knows yet what a field holds: no meaning, no choices, nothing stored."""
        plain = f.type == "text" and f.concept is None and f.name != self.entity.title_field
        return plain and not self.context.values(self.app.id, self.entity.name, f.name)

    def _numbers(self, made: Alignment, numbers: Sequence[NumberSpan], mentions: Any, used: Any) -> None:
        pairs = []
        for n in numbers:
            for f in self.fields:
                score = self._number_fit(n, f, mentions)
                if score > 0:
                    pairs.append((score, -n.start_char, n, f))
        pairs.sort(key=lambda p: (-p[0], -p[1]))
        done: set[int] = set()
        again: dict[int, float] = {}
        for score, _, n, f in pairs:
            if n.start_char in done:
                continue
            if f.name in made.fills:
                again[n.start_char] = max(score, again.get(n.start_char, 0.0))
                continue
            if f.name in self._open:
                made.learned[f.name] = f = self._learn(n, f)
            value = self._number_value(n, f)
            if value is None:
                continue
            done.add(n.start_char)
            made.fills[f.name] = Fill(
                f, value, n.start_char, n.end_char, score >= 3, 2.0 if score >= 4 else 1.0
            )
            used.append((n.start_char, n.end_char))
            for a, b, g in mentions:
                if g.name == f.name and self._gap(a, b, n.start_char, n.end_char) <= NEAR:
                    used.append((min(a, n.start_char), max(b, n.end_char)))
        for at, score in again.items():
            if at not in done:
                made.repeated = made.repeated or score >= 4
                made.surplus = True

    def _gap(self, a: int, b: int, c: int, d: int) -> int:
        """Characters between a label [a, b) and a value [c, d); large when a clause ends between them."""
        between = self.low[b:c] if b <= c else self.low[d:a] if d <= a else ""
        if re.search(
            r"[.;。；\n、，,]", between.strip()[:-1] if between.strip().endswith((":", "：")) else between
        ):
            return 99
        return len(between)

    def _number_fit(self, n: NumberSpan, f: FieldSchema, mentions: Any) -> float:
        if f.type not in NUMERIC:
            return self._untyped_fit(n, f, mentions) if f.name in self._open else 0
        near = min((self._gap(a, b, n.start_char, n.end_char) + (0 if b <= n.start_char else 1)
                    for a, b, g in mentions if g is f), default=99)  # fmt: skip
        close = max(0.0, 4 - near / 4) if near <= NEAR else 0.0
        unit = n.unit
        if n.kind == "ordinal" and not close:
            return 0  # '第三章' names a chapter
        if n.kind == "money":
            return 4 + close if f.type == "money" else 0
        if n.kind == "percent":
            return 4 + close if f.type == "percent" else close
        if n.kind == "duration":
            if f.type == "duration":
                return 4 + close
            return close if f.type in ("number", "quantity") and f.unit in (None, "h", "min") else 0
        if (
            unit == "lb"
            and f.type == "money"
            and not any(g.unit and g.type == "quantity" and compatible("lb", g.unit) for g in self.fields)
        ):
            return 4 + close  # 'pounds' where nothing has a weight
        if n.kind == "quantity" and unit:
            if f.type == "quantity" and f.unit and compatible(unit, f.unit):
                return 4 + close
            if f.unit in _ALIKE.get(unit, ()):
                return 4 + close
            if f.type == "quantity" and f.unit and dimension(unit):
                return 0
            return close if f.type in ("number", "integer", "quantity") else 0
        counter = (unit or "").lower()
        if counter:
            names = [x.lower() for x in names_of(f)]
            long = len(counter) > 1
            counts = (f"{counter}数", f"{counter}수", f"{counter}數")
            if counter in names or any(
                counter in x or x in counter if long else x.endswith(counts) for x in names if len(x) > 1
            ):
                return 5 + close
            if f.type == "rating" and counter in (
                "stars",
                "star",
                "stern",
                "sterne",
                "星",
                "颗星",
                "점",
                "分",
                "개",
            ):
                return 4 + close
        if f.type == "rating" and self.low[n.start_char - 1 : n.start_char] in _STARS and n.start_char:
            return 4 + close
        if f.type == "rating":
            inside = (f.minimum is None or n.value >= f.minimum) and (
                f.maximum is None or n.value <= f.maximum
            )
            listed = self.entity.done_field is not None and self.entity.title_field is not None
            return (0.0 if listed else 2.2 if inside else 0.2 if close else 0.0) + close
        if f.type == "money":
            return (2.0 if not counter and not self._counted(n) else 0) + close
        if f.type in ("quantity", "number", "integer", "percent"):
            return (1.5 if not counter else 0.8) + close
        return 0.5 + close if f.type == "duration" and close else 0

    def _untyped_fit(self, n: NumberSpan, f: FieldSchema, mentions: Any) -> float:
        counter = (n.unit or "").lower() if n.kind not in ("money", "duration", "percent") else ""
        names = [x.lower() for x in names_of(f)]
        if len(counter) > 1 and any(x.startswith(counter) or counter.startswith(x) for x in names):
            return 5
        gaps = [self._gap(a, b, n.start_char, n.end_char) for a, b, g in mentions if g is f]
        return 4 if min(gaps, default=99) <= 3 else 0

    def _learn(self, n: NumberSpan, f: FieldSchema) -> FieldSchema:
        """Return the field as the number beside it shows it to be."""
        if n.kind == "money":
            return replace(f, type="money", currency=n.unit, aggregate="sum")
        if n.kind == "duration":
            return replace(f, type="duration", aggregate="sum")
        if n.kind == "percent":
            return replace(f, type="percent", aggregate="mean")
        if n.kind == "quantity" and n.unit and dimension(n.unit):
            return replace(f, type="quantity", unit=n.unit, aggregate="sum")
        return replace(f, type="number", aggregate="sum")

    def _denied(self, n: NumberSpan) -> bool:
        """Whether the words say that it was not this number ('540, not 450', '450じゃなくて')."""
        before, after = cues(self.language, "not_before"), cues(self.language, "not_after")
        head, tail = (
            self.low[max(0, n.start_char - 14) : n.start_char].rstrip(),
            self.low[n.end_char :].lstrip(),
        )
        if n.kind == "number" and self._numbered(n):
            return True
        touching = self.low[n.number_end or n.end_char :][:1]
        if n.words and n.value == 0 and _WIDE.match(touching):
            return True  # the 零 of 零件
        left = before is not None and re.search(f"(?:{before.pattern})$", head) is not None
        return left or (after is not None and after.match(tail) is not None)

    def _named(self, n: NumberSpan, mentions: Any) -> bool:
        """Whether a bare number stands right behind the label of a field of words ('Beet 2', '畝は2番')."""
        if n.kind not in ("number", "ordinal") or n.words:
            return False
        beside = [
            f
            for a, b, f in mentions
            if b <= n.start_char
            and self._gap(a, b, n.start_char, n.end_char) <= 1
            and not self.low[a - 1 : a].isalpha()
        ]
        return bool(beside) and all(
            f.type in ("text", "choice", "place", "person") and f.name not in self._open for f in beside
        )

    def _numbered(self, n: NumberSpan) -> bool:
        """Whether it is part of a name ('tram 28', 'Gleis 3', '2号线')."""
        before, after = cues(self.language, "numbered"), cues(self.language, "numbering")
        head = self.low[max(0, n.start_char - 16) : n.start_char].rstrip()
        if any(0 <= n.start_char - b <= 2 for _, b, _ in self._mentions):
            return False  # the word is a field's label here
        if any(f.concept == "address" for f in self.fields) and re.search(
            r"[A-ZÄÖÜ][\w.äöüß-]+\s+$", self.spans.original[max(0, n.start_char - 30) : n.start_char]
        ):
            return True  # a house number
        named = before is not None and re.search(f"(?:{before.pattern})$", head) is not None
        return named or (after is not None and after.match(self.low, n.number_end or n.end_char) is not None)

    def _counted(self, n: NumberSpan) -> bool:
        """Whether a word stands right at the number, as a counter that no lexicon knows ('2모', '1단')."""
        after = self.spans.text[n.end_char : n.end_char + 1]
        loose = cues(self.language, "particles")
        if loose is not None and loose.match(self.low, n.end_char):
            return False
        return bool(re.match(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]", after))

    def _number_value(self, n: NumberSpan, f: FieldSchema) -> float | int | None:
        value = n.value
        try:
            alike = f.unit in _ALIKE.get(n.unit or "", ())
            if f.type == "quantity" and n.unit and f.unit and n.kind == "quantity" and not alike:
                value = convert(n.value, n.unit, f.unit)
            elif n.kind == "duration" and f.type != "duration" and f.unit == "h":
                value = n.value / 60
        except UnitError:
            return None
        value = round(value, 4)
        return int(value) if float(value).is_integer() else value
