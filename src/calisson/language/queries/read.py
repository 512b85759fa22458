"""A compositional reading of a question: aggregate × field × filters × period × group × order × compare.

Each part is found on its own (cue words of the language, words of the home's schemas, typed spans) and the parts
are composed; nothing is matched as a whole sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from calisson.language.entries.refer import overlap
from calisson.language.entries.words import names_of, pattern
from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.types import (
    NUMERIC,
    Act,
    Aggregate,
    AppSchema,
    Ask,
    Condition,
    Context,
    EntitySchema,
    FieldSchema,
    Period,
    Proposal,
    Question,
    TimeSpan,
)
from calisson.language.units import compatible, unit_of

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


@lru_cache(maxsize=256)
def _cue(language: str, name: str) -> re.Pattern[str] | None:
    parts = []
    for word in sorted(load(language, "queries").get(name, ()), key=len, reverse=True):
        escaped = re.escape(word.casefold()).replace(r"\ ", r"\s+")
        parts.append(escaped if _WIDE.search(word) else rf"(?<!\w){escaped}(?!\w)")
    return re.compile("|".join(parts)) if parts else None


@dataclass(slots=True)
class _Words:
    low: str
    language: str

    def has(self, name: str) -> bool:
        found = _cue(self.language, name)
        return bool(found and found.search(self.low))


def read_question(spans: Spans, context: Context) -> Proposal | None:
    """Return the question that the words ask of the home's records, or None when they ask none that it can answer."""
    words = _Words(spans.text.casefold(), spans.language)
    asks = spans.text.rstrip().endswith(("?", "？")) or words.has("question")
    if not asks or not context.apps or len(spans.text) > 400:
        return None
    follow = _follow_up(spans, context, words)
    best = None
    for place, app in enumerate(context.apps):
        for entity in app.entities[:1]:
            fit, question, why = _over(spans, context, words, app, entity)
            fit += 0.12 if app.id == context.focus else 0
            fit -= place * 0.01
            if best is None or fit > best[0]:
                best = (fit, question, why)
    if best is None:
        return follow
    fit, question, why = best
    if follow is not None and fit < 0.55:
        return follow
    strong = spans.text.rstrip().endswith(("?", "？"))
    score = max(0.0, min(0.97, fit + (0.15 if strong else 0)))
    return Proposal(Act.ASK, Ask(question), score, why) if score >= 0.3 else follow


def _follow_up(spans: Spans, context: Context, words: _Words) -> Proposal | None:
    last = context.history[0].question if context.history else None
    if last is None or not spans.times or len(spans.text) > 60:
        return None
    period = _period(spans.times[0], context.now, None)
    return (
        Proposal(Act.ASK, Ask(replace(last, period=period)), 0.6, "the last question, another time")
        if period
        else None
    )


def _mentions(low: str, entity: EntitySchema) -> list[tuple[int, int, FieldSchema]]:
    found = []
    for f in entity.fields:
        for name in names_of(f):
            if len(name) < 2 and not _WIDE.search(name):
                continue
            if len(name) == 1:
                continue
            found += [(m.start(), m.end(), f) for m in pattern(name).finditer(low)]
    found.sort(key=lambda m: (-(m[1] - m[0]), m[0]))
    taken: list[tuple[int, int, FieldSchema]] = []
    for m in found:
        if all(m[1] <= t[0] or m[0] >= t[1] for t in taken):
            taken.append(m)
    return sorted(taken, key=lambda m: m[0])


def _by_unit(spans: Spans, entity: EntitySchema) -> tuple[FieldSchema | None, str | None]:
    """The field whose unit or counter word the question names ('how many km', '몇 개비')."""
    text = spans.text
    for token in re.findall(r"[A-Za-zÄÖÜäöüß°%]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+", text):
        candidates = (
            [token]
            if not _WIDE.search(token)
            else [token[a:b] for a in range(len(token)) for b in range(len(token), a, -1)]
        )
        for word in candidates:
            unit = unit_of(word, spans.language)
            if unit is None:
                continue
            for f in entity.fields:
                if f.type == "duration" and compatible(unit, "min"):
                    return f, unit
                if f.unit and f.type == "quantity" and compatible(unit, f.unit):
                    return f, unit
    return None, None


def _over(
    spans: Spans, context: Context, words: _Words, app: AppSchema, entity: EntitySchema
) -> tuple[float, Question, str]:
    mentions = _mentions(words.low, entity)
    where, used = _conditions(spans, context, words, app, entity, mentions)
    measured = [f for a, b, f in mentions if f.type in NUMERIC and (a, b) not in used]
    by_unit, unit = _by_unit(spans, entity)
    if by_unit is not None and not measured:
        measured = [by_unit]
    spends = words.has("spend")
    if not measured and spends:
        measured = [f for f in entity.fields if f.type == "money"][:1]
    field = measured[0] if measured else None
    aggregate = _aggregate(words, field)
    asked_count = words.has("count")
    texts = [
        f for a, b, f in mentions if f.type not in NUMERIC and f.type != "boolean" and (a, b) not in used
    ]
    titled = _titled(spans, context, app, entity)
    select = None
    evidence = bool(measured) or bool(where) or bool(texts) or words.has("undone") or bool(titled) or asked_count
    fit = (0.25 if evidence else 0.02) + 0.3 * bool(measured) + 0.2 * bool(where) + 0.1 * bool(texts)
    for word in (app.name, entity.label, *app.aliases, *entity.aliases):
        if len(word) > 1 and pattern(word).search(words.low):
            fit += 0.2
            break
    if (
        titled
        and aggregate in ("sum", "value", "list", "last", "mean")
        and not words.has("sum")
        and not words.has("mean")
        and not asked_count
    ):
        target = next((f for f in (*texts, *measured) if f.name != entity.title_field), None)
        others = [
            f for f in entity.fields if f.type in ("text", "long_text") and f.name != entity.title_field
        ]
        target = target or (others[0] if words.has("value") and others else None)
        if target is not None:
            title = entity.field(entity.title_field or "")
            if title is not None:
                condition = Condition(title.name, "contains", titled)
                return (
                    fit + 0.5,
                    Question(app.id, entity.name, "value", target.name, (condition,), unit=None),
                    "one record's value",
                )
    if asked_count and field is None:
        aggregate = "count"
    elif asked_count and by_unit is None and not _counts_field(words.low, mentions, field):
        aggregate, field = "count", None
    if aggregate == "streak" or words.has("streak"):
        return fit + 0.4, Question(app.id, entity.name, "streak", None, where), "a streak"
    if field is None and aggregate in ("sum", "mean", "min", "max", "median"):
        default = _default_measure(entity)
        if words.has("undone") or words.has("list") or default is None:
            aggregate = "list"
        else:
            field = default
            fit += 0.05
    if aggregate in ("last", "first") and field is None:
        other = texts[0] if texts else None
        field = other
        if other is None:
            aggregate = "list"
    if field is not None and aggregate in ("min", "max") and words.has("when") and entity.time_field:
        select = entity.time_field
    if aggregate == "list" or (field is None and aggregate not in ("count",)):
        aggregate, field = "list", None
        fit += 0.1 * words.has("list") + 0.1 * words.has("undone")
    period, compare, invert = _periods(spans, context, words, entity)
    if period is not None:
        fit += 0.1
    per = (
        "day"
        if words.has("per_day") and field
        else "week"
        if words.has("per_week") and field
        else "month"
        if words.has("per_month") and field
        else None
    )
    if per:
        aggregate = "mean"
    group = _group(words, mentions, entity)
    wanted = (
        unit
        if unit
        and field is not None
        and field.unit
        and field.type == "quantity"
        and unit != field.unit
        and compatible(unit, field.unit)
        else None
    )
    question = Question(
        app.id, entity.name, aggregate, field.name if field else None, tuple(where), period=period, compare=compare,
        invert=invert, per=per, group_by=group, select=select, unit=wanted,  # type: ignore[arg-type]
    )  # fmt: skip
    return fit, question, f"{aggregate} of {field.label if field else entity.label}"


def _counts_field(low: str, mentions: list[tuple[int, int, FieldSchema]], field: FieldSchema | None) -> bool:
    return field is not None and any(f is field for _, _, f in mentions)


def _default_measure(entity: EntitySchema) -> FieldSchema | None:
    numeric = [f for f in entity.fields if f.type in NUMERIC and f.type != "rating"] or [
        f for f in entity.fields if f.type in NUMERIC
    ]
    money = [f for f in numeric if f.type == "money"]
    return (money or numeric or [None])[0]


def _aggregate(words: _Words, field: FieldSchema | None) -> Aggregate:
    for name in ("streak", "mean", "max", "min"):
        if words.has(name):
            return name  # type: ignore[return-value]
    if words.has("last") and not words.has("sum"):
        return "last"
    if words.has("first"):
        return "first"
    if words.has("undone") or (words.has("list") and not words.has("sum")):
        if field is None or field.type in ("rating",):
            return "list"
    if field is not None:
        return field.aggregate if field.aggregate and not words.has("sum") else "sum"
    return "sum" if words.has("sum") or words.has("spend") else "list"


def _titled(spans: Spans, context: Context, app: AppSchema, entity: EntitySchema) -> str | None:
    title = entity.field(entity.title_field or "")
    if title is None:
        return None
    best, value = 0.0, None
    for text in context.values(app.id, entity.name, title.name)[:200]:
        score = overlap(spans, text)
        if score > best and score >= 0.7:
            best, value = score, text
    return value


def _conditions(
    spans: Spans,
    context: Context,
    words: _Words,
    app: AppSchema,
    entity: EntitySchema,
    mentions: list[tuple[int, int, FieldSchema]],
) -> tuple[list[Condition], set[tuple[int, int]]]:
    found: list[Condition] = []
    used: set[tuple[int, int]] = set()
    done = entity.field(entity.done_field or "")
    undone = words.has("undone")
    if undone and done is not None and done.type == "boolean":
        found.append(Condition(done.name, "eq", False, or_empty=True))
        used |= {(a, b) for a, b, f in mentions if f is done}
    for a, b, f in mentions:
        if f.type == "boolean" and f is not done:
            found.append(Condition(f.name, "eq", not undone, or_empty=undone))
            used.add((a, b))
        elif f is done and not undone and f.type == "boolean":
            found.append(Condition(f.name, "eq", True))
            used.add((a, b))
    without = _cue(words.language, "without")
    out = without.search(words.low) if without else None
    for f in entity.fields:
        if f.type not in ("choice", "multi_choice", "text", "person", "place") or f.name in {
            c.field for c in found
        }:
            continue
        names = [(w, c.value) for c in f.choices for w in (c.value, *c.aliases)]
        names += [(v, v) for v in context.values(app.id, entity.name, f.name)[:100]]
        best: tuple[int, str, int] | None = None
        for word, value in names:
            if len(word) < 2:
                continue
            m = pattern(word).search(words.low)
            if m and not any(
                a <= m.start() and m.end() <= b and b - a > m.end() - m.start() for a, b, _ in mentions
            ):
                if best is None or len(word) > best[0]:
                    best = (len(word), value, m.start())
        if best:
            op = "ne" if out and (out.start() < best[2] or _WIDE.search(words.low)) else "eq"
            found.append(
                Condition(
                    f.name, op if f.type != "text" else ("lacks" if op == "ne" else "contains"), best[1]
                )
            )
    for n in spans.numbers:
        numeric = [f for f in entity.fields if f.type in NUMERIC]
        close = [f for a, b, f in mentions if f in numeric]
        target = (
            close[0]
            if close
            else next((f for f in numeric if f.type == "rating"), None) or (numeric[0] if numeric else None)
        )
        op = next(
            (
                o
                for name, o in (("at_least", "ge"), ("at_most", "le"), ("above", "gt"), ("below", "lt"))
                if words.has(name)
            ),
            None,
        )
        if target is not None and op:
            found.append(Condition(target.name, op, n.value))  # type: ignore[arg-type]
            used |= {(a, b) for a, b, f in mentions if f is target}
    return found, used


def _group(words: _Words, mentions: list[tuple[int, int, FieldSchema]], entity: EntitySchema) -> str | None:
    cue = _cue(words.language, "group")
    if cue is None:
        return None
    for a, b, f in mentions:
        if f.type not in ("choice", "person", "place"):
            continue
        before, after = words.low[max(0, a - 8) : a], words.low[b : b + 3]
        if cue.search(before) or (_WIDE.search(words.low) and cue.search(after)):
            return f.name
    return None


def _period(t: TimeSpan, now: datetime, entity: EntitySchema | None) -> Period | None:
    if t.start is None or t.kind in ("duration", "recurrence", "time"):
        return None
    start, end = t.start, t.end
    if (
        t.kind == "datetime"
        or end is None
        or end <= start
        or (t.part_of_day and end - start < timedelta(days=1))
    ):
        start = datetime(start.year, start.month, start.day)
        end = start + timedelta(days=1)
    past = entity is None or entity.done_field is None
    if past and t.direction == "none" and start > now:
        if t.grain in ("month", "quarter"):
            start, end = start.replace(year=start.year - 1), end.replace(year=end.year - 1)
        elif t.grain == "day":
            alternatives = [a for a in getattr(t, "alternatives", ()) if a <= now]
            if alternatives:
                start = datetime(max(alternatives).year, max(alternatives).month, max(alternatives).day)
                end = start + timedelta(days=1)
    return Period(start, end, t.text)


def _periods(
    spans: Spans, context: Context, words: _Words, entity: EntitySchema
) -> tuple[Period | None, Period | None, bool]:
    planned = any(f.concept in ("itinerary", "due_date") for f in entity.fields)
    found = [p for t in spans.times if (p := _period(t, context.now, None if not planned else entity))]
    if len(found) >= 2 and words.has("compare"):
        later, earlier = sorted(found[:2], key=lambda p: p.start or datetime.min, reverse=True)
        return later, earlier, words.has("fewer")
    return (found[0] if found else None), None, False
