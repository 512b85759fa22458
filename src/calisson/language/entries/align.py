"""Laying a stretch of words over one entity: which field takes which number, time, choice and text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from calisson.language.entries.words import cues, has, names_of, pattern, trim
from calisson.language.spans import Spans
from calisson.language.types import (
    NUMERIC,
    AppSchema,
    Context,
    EntitySchema,
    FieldSchema,
    NumberSpan,
    TimeSpan,
)
from calisson.language.units import UnitError, compatible, convert, dimension

QUOTES = re.compile(r"[“„\"「『《〈<'‘]([^“”„\"「」『』《》〈〉<>'‘’]{1,120})[”“\"」』》〉>'’]")
NEAR = 18
"""Characters within which a label and its value stand together."""


@dataclass(slots=True)
class Fill:
    """One filled field."""

    field: FieldSchema
    value: Any
    start: int
    end: int
    sure: bool = True
    weight: float = 1.0


@dataclass(slots=True)
class Alignment:
    """A stretch of words laid over an entity."""

    app: AppSchema
    entity: EntitySchema
    start: int
    end: int
    fills: dict[str, Fill] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    """The words that no field took, cleaned, in order."""
    repeated: bool = False
    """A second value for a field that has one: the stretch holds several entries."""
    mentions: int = 0

    @property
    def rest(self) -> str:
        """The words that no field took."""
        return " ".join(self.pieces)

    @property
    def weight(self) -> float:
        """How much of the schema the words speak about."""
        return sum(f.weight for f in self.fills.values()) + 0.3 * self.mentions


def time_value(span: TimeSpan, target: FieldSchema, entity: EntitySchema, now: datetime) -> str | None:
    """Return a time as the field stores it, moved to the past for logs and to the future for plans."""
    start = span.start
    if start is None:
        return None
    due = entity.done_field is not None and target.name == entity.time_field
    if span.kind == "range" and span.end is not None and not span.has_clock and due:
        start = span.end - timedelta(days=1)
    if span.has_date and span.direction == "none" and span.vague_year is False and not due:
        alternatives = getattr(span, "alternatives", ())
        past = [a for a in (start, *alternatives) if a.date() <= now.date()]
        if (
            start.date() > now.date()
            and past
            and not target.concept == "due_date"
            and entity.done_field is None
        ):
            start = max(past)
    if target.type == "time":
        return start.strftime("%H:%M")
    if target.type == "date":
        return start.strftime("%Y-%m-%d")
    if span.has_clock:
        return start.strftime("%Y-%m-%dT%H:%M")
    clock = PART_CLOCKS.get(span.part_of_day or "")
    if clock is None:
        clock = now.strftime("%H:%M") if start.date() == now.date() else "12:00"
    return f"{start:%Y-%m-%d}T{clock}"


PART_CLOCKS = {
    "morning": "08:00",
    "noon": "12:00",
    "afternoon": "15:00",
    "evening": "19:00",
    "night": "22:00",
}
"""Where a part of the day stands when a field wants a clock time."""


class Aligner:
    """Lays words over one entity of one app."""

    def __init__(self, spans: Spans, context: Context, app: AppSchema, entity: EntitySchema) -> None:
        self.spans, self.context, self.app, self.entity = spans, context, app, entity
        self.low = (
            spans.text.casefold() if len(spans.text.casefold()) == len(spans.text) else spans.text.lower()
        )
        self.language = spans.language
        self.fields = [f for f in entity.fields if f.formula is None]
        self._mentions: list[tuple[int, int, FieldSchema]] = self._find_mentions()

    def _find_mentions(self) -> list[tuple[int, int, FieldSchema]]:
        found = []
        for f in self.fields:
            for name in names_of(f):
                if len(name) < 2 and not name.isalpha():
                    continue
                found += [(m.start(), m.end(), f) for m in pattern(name).finditer(self.low)]
        for m in re.finditer(r"(?:^|[.;,。；，、\s])([^\W\d_]{2,20})\s*[:：]", self.low):
            word = m[1]
            for f in self.fields:
                if any(word in re.findall(r"[^\W\d_]+", name.casefold()) for name in names_of(f)):
                    found.append((m.start(1), m.end(1), f))
                    break
        found.sort(key=lambda m: (-(m[1] - m[0]), m[0]))
        taken: list[tuple[int, int, FieldSchema]] = []
        for hit in found:
            if all(hit[1] <= t[0] or hit[0] >= t[1] for t in taken):
                taken.append(hit)
        return sorted(taken, key=lambda m: m[0])

    def align(self, start: int, end: int) -> Alignment:
        """Return the stretch [start, end) laid over the entity."""
        made = Alignment(self.app, self.entity, start, end)
        mentions = [m for m in self._mentions if start <= m[0] and m[1] <= end]
        made.mentions = len(mentions)
        numbers = [
            n
            for n in self.spans.numbers
            if start <= n.start_char and n.end_char <= end and not self._denied(n)
        ]
        times = [t for t in self.spans.times if start <= t.start_char and t.end_char <= end]
        used: list[tuple[int, int]] = []
        self._numbers(made, numbers, mentions, used)
        self._times(made, times, mentions, used)
        self._choices(made, start, end, used)
        self._booleans(made, mentions, start, end, used)
        self._texts(made, mentions, start, end, used)
        self._rest(made, start, end, used)
        return made

    # --- numbers -------------------------------------------------------------------------------------

    def _numbers(self, made: Alignment, numbers: Sequence[NumberSpan], mentions: Any, used: Any) -> None:
        pairs = []
        for n in numbers:
            for f in self.fields:
                score = self._number_fit(n, f, mentions)
                if score > 0:
                    pairs.append((score, -n.start_char, n, f))
        pairs.sort(key=lambda p: (-p[0], -p[1]))
        done: set[int] = set()
        for score, _, n, f in pairs:
            if n.start_char in done:
                continue
            if f.name in made.fills:
                if score >= 4:
                    made.repeated = True
                continue
            value = self._number_value(n, f)
            if value is None:
                continue
            done.add(n.start_char)
            made.fills[f.name] = Fill(
                f, value, n.start_char, n.end_char, score >= 3, 2.0 if score >= 4 else 1.0
            )
            used.append((n.start_char, n.end_char))
            for a, b, g in mentions:
                if g is f and self._gap(a, b, n.start_char, n.end_char) <= NEAR:
                    used.append((min(a, n.start_char), max(b, n.end_char)))

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
            return 0
        near = min((self._gap(a, b, n.start_char, n.end_char) + (0 if b <= n.start_char else 1)
                    for a, b, g in mentions if g is f), default=99)  # fmt: skip
        close = max(0.0, 4 - near / 4) if near <= NEAR else 0.0
        unit = n.unit
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
            if f.type == "quantity" and f.unit and dimension(unit):
                return 0
            return close if f.type in ("number", "integer", "quantity") else 0
        counter = (unit or "").casefold()
        if counter:
            names = [x.casefold() for x in names_of(f)]
            if any(counter in x or x in counter for x in names if len(x) > 1) or counter in names:
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
        if f.type == "rating":
            inside = (f.minimum is None or n.value >= f.minimum) and (
                f.maximum is None or n.value <= f.maximum
            )
            listed = self.entity.done_field is not None and self.entity.title_field is not None
            return (0.0 if listed else 2.2 if inside else 0.2) + close
        if f.type == "money":
            return (2.0 if not counter and not self._counted(n) else 0) + close
        if f.type in ("quantity", "number", "integer", "percent"):
            return (1.5 if not counter else 0.8) + close
        return 0.5 + close if f.type == "duration" and close else 0

    def _denied(self, n: NumberSpan) -> bool:
        """Whether the words say that it was not this number ('540, not 450', '450じゃなくて')."""
        before, after = cues(self.language, "not_before"), cues(self.language, "not_after")
        head, tail = (
            self.low[max(0, n.start_char - 14) : n.start_char].rstrip(),
            self.low[n.end_char :].lstrip(),
        )
        left = before is not None and re.search(f"(?:{before.pattern})$", head) is not None
        return left or (after is not None and after.match(tail) is not None)

    def _counted(self, n: NumberSpan) -> bool:
        """Whether a word stands right at the number, as a counter that no lexicon knows ('2모', '1단')."""
        after = self.spans.text[n.end_char : n.end_char + 1]
        return bool(re.match(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]", after))

    def _number_value(self, n: NumberSpan, f: FieldSchema) -> float | int | None:
        value = n.value
        try:
            if f.type == "quantity" and n.unit and f.unit and n.kind == "quantity":
                value = convert(n.value, n.unit, f.unit)
            elif n.kind == "duration" and f.type != "duration" and f.unit == "h":
                value = n.value / 60
        except UnitError:
            return None
        value = round(value, 4)
        return int(value) if float(value).is_integer() else value

    # --- times ---------------------------------------------------------------------------------------

    def _times(self, made: Alignment, times: Sequence[TimeSpan], mentions: Any, used: Any) -> None:
        now = self.context.now
        targets = [f for f in self.fields if f.type in ("date", "datetime", "time")]
        if not targets:
            return
        for t in times:
            if t.kind in ("duration", "recurrence") or t.start is None:
                continue
            ranked = sorted(
                targets,
                key=lambda f: (
                    min(
                        (self._gap(a, b, t.start_char, t.end_char) for a, b, g in mentions if g is f),
                        default=99,
                    ),
                    f.name != self.entity.time_field,
                ),
            )
            taken = False
            for f in ranked:
                if f.type == "time" and not t.has_clock:
                    continue
                if f.type == "date" and not (t.has_date or t.kind in ("date", "datetime", "range")):
                    continue
                if f.name in made.fills:
                    continue
                value = time_value(t, f, self.entity, now)
                if value is None:
                    continue
                made.fills[f.name] = Fill(f, value, t.start_char, t.end_char, True, 0.6)
                taken = True
                other = {"date": "time", "time": "date"}.get(f.type)
                both = (
                    t.has_clock
                    and t.has_date
                    and any(g.type == other and g.name not in made.fills for g in targets)
                )
                if not both:
                    break
            if targets and not taken and (t.has_date or t.has_clock):
                made.repeated = True
            used.append((t.start_char, t.end_char))

    # --- words ---------------------------------------------------------------------------------------

    def _choices(self, made: Alignment, start: int, end: int, used: Any) -> None:
        for f in self.fields:
            if f.type not in ("choice", "multi_choice", "person", "place") or f.name in made.fills:
                continue
            best: tuple[int, int, int, str] | None = None
            names = [(w, c.value) for c in f.choices for w in (c.value, *c.aliases)]
            names += [(v, v) for v in self.context.values(self.app.id, self.entity.name, f.name)[:60]]
            for word, value in names:
                if len(word) < 2 and not re.match(r"[\u3400-\u9fff]", word):
                    continue
                m = pattern(word).search(self.low, start, end)
                if m and not _inside(m.start(), m.end(), used) and (best is None or len(word) > best[0]):
                    best = (len(word), m.start(), m.end(), value)
            if best:
                made.fills[f.name] = Fill(f, best[3], best[1], best[2], True, 1.5)
                used.append((best[1], best[2]))

    def _booleans(self, made: Alignment, mentions: Any, start: int, end: int, used: Any) -> None:
        for f in self.fields:
            if f.type != "boolean" or f.name in made.fills:
                continue
            for a, b, g in mentions:
                if g is f:
                    around = self.low[max(start, a - 12) : min(end, b + 10)]
                    made.fills[f.name] = Fill(f, not has(around, self.language, "negation"), a, b, True, 1.5)
                    used.append((a, b))
                    break

    def _texts(self, made: Alignment, mentions: Any, start: int, end: int, used: Any) -> None:
        linkers = cues(self.language, "linkers")
        texts = [
            f for f in self.fields if f.type in ("text", "long_text", "choice", "person", "place", "link")
        ]
        for a, b, f in mentions:
            if f not in texts or f.name in made.fills or _inside(a, b, used):
                continue
            link = linkers.match(self.low, b + (self.low[b : b + 1] == " ")) if linkers else None
            at = link.end() if link else b
            stop = re.compile(r"[,;.!?。；，、！？\n]").search(self.low, at, end)
            stop_at = min(
                [s.start() if (s := stop) else end, *(m[0] for m in mentions if m[0] > b)], default=end
            )
            value = trim(self.spans.original[at:stop_at], self.language)
            if value and (link or f.type == "choice"):
                made.fills[f.name] = Fill(f, value, at, stop_at, bool(link), 1.5)
                used.append((a, stop_at))
        for m in QUOTES.finditer(self.spans.original, start, end):
            title = self.entity.field(self.entity.title_field or "")
            if _inside(m.start(), m.end(), used):
                continue
            before = trim(self.spans.original[start : m.start()], self.language)
            second = next(
                (f for f in texts if f is not title and f.type == "text" and f.name not in made.fills), None
            )
            said = cues(self.language, "equates")
            tail = self.low[start : m.start()].rstrip()
            if (
                title
                and second
                and said
                and before
                and len(before.split()) <= 3
                and re.search(f"(?:{said.pattern})$", tail)
            ):
                made.fills[title.name] = Fill(title, before, start, m.start(), True, 1.5)
                made.fills[second.name] = Fill(second, m[1].strip(), m.start(), m.end(), True, 1.5)
                used.append((start, m.end()))
                continue
            if title and title.name not in made.fills:
                made.fills[title.name] = Fill(title, m[1].strip(), m.start(), m.end(), True, 1.5)
                used.append((m.start(), m.end()))

    def _rest(self, made: Alignment, start: int, end: int, used: Any) -> None:
        pieces, at = [], start
        for a, b in sorted(used):
            if a > at:
                pieces.append(self.spans.original[at:a])
            at = max(at, b)
        pieces.append(self.spans.original[at:end])
        cleaned = [trim(p, self.language) for p in pieces]
        made.pieces = [p for p in cleaned if p and not _filler(p, self.language)]


def _filler(text: str, language: str) -> bool:
    from calisson.language.lexicon import load

    return text.casefold() in {w.casefold() for w in load(language, "entries").get("fillers", ())}


def _inside(a: int, b: int, used: Sequence[tuple[int, int]]) -> bool:
    return any(a < d and c < b for c, d in used)
