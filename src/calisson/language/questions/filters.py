"""Conditions: from mentions, states, thresholds and numbers beside a name to the filters of a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from calisson.language.entries.truth import outcome
from calisson.language.questions.heard import Heard
from calisson.language.questions.lexicon import done_concepts, implied, status_verbs
from calisson.language.questions.linking import Mention
from calisson.language.text import lower
from calisson.language.traits import traits
from calisson.language.types import NUMERIC, TEXTUAL, Condition, EntitySchema, FieldSchema, NumberSpan
from calisson.language.units import UnitError, convert

NEAR = 14
"""Characters between a negation or an exclusion and what it denies."""


@dataclass(slots=True)
class Filters:
    """The conditions of a question, and what they explain."""

    conditions: list[Condition] = field(default_factory=list)
    titles: list[Mention] = field(default_factory=list)
    """Values of the title field that were named."""
    state: bool = False
    """Whether a condition says open or done."""
    used_numbers: list[NumberSpan] = field(default_factory=list)
    weight: float = 0.0


def build(
    heard: Heard, entity: EntitySchema, mentions: Sequence[Mention], measured: FieldSchema | None
) -> Filters:
    """Return the conditions that the accepted mentions and numbers make for one entity."""
    out = Filters()
    _named(heard, entity, mentions, out)
    _states(heard, entity, mentions, measured, out)
    _outcomes(heard, entity, out)
    _numbers(heard, entity, mentions, measured, out)
    return out


# --- values ----------------------------------------------------------------------------------------------


def _outcomes(heard: Heard, entity: EntitySchema, out: Filters) -> None:
    """'How many prints failed?': the yes-or-no field that is about success, and which side is meant."""
    taken = {c.field for c in out.conditions}
    for one in entity.fields:
        if one.type != "boolean" or one.name in taken:
            continue
        for value, cue in zip((False, True), reversed(outcome(one, heard.language)), strict=True):
            m = cue.search(heard.text) if cue is not None else None
            if m is not None:
                out.conditions.append(Condition(one.name, "eq", value))
                out.weight += 1.6
                heard.covered.update(range(m.start(), m.end()))
                break


def _named(heard: Heard, entity: EntitySchema, mentions: Sequence[Mention], out: Filters) -> None:
    by_field: dict[tuple[str, bool, bool], list[Mention]] = {}
    finisher = done_field(entity)
    for m in mentions:
        if m.kind not in ("choice", "value", "part") or m.field is None or m.value is None:
            continue
        if finisher is not None and m.field.name == finisher.name:
            excluded = _negative(heard, m)
            out.state = True
        else:
            excluded = denied(heard, m, "except") or (
                m.kind != "value" and denied(heard, m, "not") and not _open(heard)
            )
        by_field.setdefault((m.field.name, excluded, m.kind == "part"), []).append(m)
        if m.field.name == entity.title_field:
            out.titles.append(m)
        out.weight += m.weight
    for (name, excluded, part), found in by_field.items():
        values = list(dict.fromkeys(m.value for m in found if m.value is not None))
        schema = entity.field(name)
        multi = schema is not None and schema.type == "multi_choice"
        if part:
            out.conditions += [Condition(name, "lacks" if excluded else "contains", v) for v in values[:1]]
        elif excluded:
            out.conditions += [Condition(name, "lacks" if multi else "ne", v, or_empty=True) for v in values]
        elif len(values) == 1:
            out.conditions.append(Condition(name, "contains" if multi else "eq", values[0]))
        else:
            out.conditions.append(Condition(name, "in", tuple(values)))


def denied(heard: Heard, mention: Mention, cue: str) -> bool:
    """Return whether a cue of exclusion or negation stands where the language puts it for this mention."""
    for start, end in heard.cues.get(cue, ()):
        if cue == "except" and not traits(heard.language).verb_last and 0 <= mention.start - end <= NEAR:
            return not _intervenes(heard, end, mention.start)
        if (
            cue == "except"
            and not traits(heard.language).latin
            and 0 <= start - mention.end <= (4 if not traits(heard.language).characters else 3)
        ):
            return True
        if (
            cue == "not"
            and heard.latin
            and 0 <= mention.start - end <= NEAR
            and not _intervenes(heard, end, mention.start)
        ):
            return True
        if cue == "not" and traits(heard.language).characters and 0 <= mention.start - end <= 2:
            return True
        if cue == "not" and traits(heard.language).kana and 0 <= start - mention.end <= 4:
            return True
        if (
            cue == "not"
            and traits(heard.language).particles
            and (0 <= mention.start - end <= 1 or 0 <= start - mention.end <= 3)
        ):
            return True
    return False


def _intervenes(heard: Heard, start: int, end: int) -> bool:
    return any(c in ",.;?!" for c in heard.text[start:end])


# --- done, open, yes and no ------------------------------------------------------------------------------


def _open(heard: Heard) -> bool:
    return heard.has("open")


def _under_way(heard: Heard, m: Mention, measured: FieldSchema | None) -> bool:
    """Whether a past verb tells of doing and not of being through: 'how many pages did I read?', '读了多少页'."""
    if measured is None or measured.type not in NUMERIC or m.field is None or measured.type == "money":
        return False
    if m.field.concept not in ("read", "watched", "played", "done", "learned"):
        return False
    said = heard.text[m.start : m.end + 2]
    return heard.has("how_many", "how_much", "how_long") and heard.words.through.search(said) is None


def _states(
    heard: Heard,
    entity: EntitySchema,
    mentions: Sequence[Mention],
    measured: FieldSchema | None,
    out: Filters,
) -> None:
    if heard.has("either"):
        return
    said = [
        m
        for m in mentions
        if m.field is not None and m.field.type == "boolean" and m.kind in ("field", "state", "choice")
    ]
    seen: set[str] = set()
    for m in sorted(said, key=lambda m: -m.weight):
        if m.field is None or m.field.name in seen:
            continue
        no = _negative(heard, m)
        if not no and m.kind == "state" and not _happened(heard, m):
            continue
        if not no and _under_way(heard, m, measured):
            continue
        seen.add(m.field.name)
        if not no and m.field.concept in implied():
            out.conditions.append(Condition(m.field.name, "ne", False, or_empty=True))
        else:
            out.conditions.append(Condition(m.field.name, "eq", not no, or_empty=no))
        out.state = True
        out.weight += m.weight
    finisher = done_field(entity)
    if finisher is None or finisher.name in seen or any(c.field == finisher.name for c in out.conditions):
        return
    verb = _status_verb(heard, finisher)
    if verb is not None and not _negative(heard, verb) and _happened(heard, verb) and not _open(heard):
        condition = _finished(heard, finisher)
        out.conditions += [condition] if condition is not None else []
        out.state = True
        out.weight += 1.6
    elif _open(heard) or (verb is not None and _negative(heard, verb)):
        out.conditions.append(_unfinished(heard, finisher))
        out.state = True
        out.weight += 1.6
    elif heard.has("done") and (finisher.type != "boolean" or not seen):
        condition = _finished(heard, finisher)
        if condition is not None:
            out.conditions.append(condition)
            out.state = True
            out.weight += 1.2


def _status_verb(heard: Heard, field: FieldSchema) -> Mention | None:
    """Where the verb of a status field stands ('읽은 책', 'books I've read')."""
    pattern = heard.words.states.get(status_verbs().get(field.concept or "", ""))
    match = pattern.search(heard.text) if pattern is not None and field.type != "boolean" else None
    return Mention(match.start(), match.end(), "state", field, 1.6) if match is not None else None


def _happened(heard: Heard, m: Mention) -> bool:
    """Whether the verb of a CJK question says that it took place ('看过', '観た'), not that it can ('観れる')."""
    if heard.latin:
        return True
    pattern = heard.words.happened
    said, after = heard.text[m.start : m.end], heard.text[m.end : m.end + 8]
    if pattern.match(after) or pattern.search(said[1:]):
        return True
    if heard.has("when", "last") and heard.words.happened_when.match(after):
        return True
    if traits(heard.language).particles and said:
        last = ord(said[-1]) - 0xAC00
        return 0 <= last < 11172 and last % 28 in (4, 20)  # a final ㄴ or ㅆ: a participle or the past
    return False


def _negative(heard: Heard, m: Mention) -> bool:
    text = heard.text
    if heard.latin and text.startswith("un", m.start):
        return True
    if denied(heard, m, "not"):
        return True
    for start, end in heard.cues.get("open", ()):
        if heard.latin and (m.start <= end + NEAR or start <= m.start <= end):
            return True
        if not heard.latin and start - 6 <= m.end and m.start <= end + 12:
            return True
    if traits(heard.language).kana:
        tail = text[m.end : m.end + 8]
        return any(0 <= s - m.end <= 5 for s, _ in heard.cues.get("not", ())) and bool(tail)
    return False


def done_field(entity: EntitySchema) -> FieldSchema | None:
    """Return the field that says whether a record is finished, or None."""
    if entity.done_field is not None:
        return entity.field(entity.done_field)
    booleans = [f for f in entity.fields if f.type == "boolean"]
    concepts, status = done_concepts()
    for f in booleans:
        if f.concept in concepts or f.name in concepts:
            return f
    for f in entity.fields:
        if f.type == "choice" and f.choices and (f.concept in status or f.name in status):
            return f
    return booleans[0] if len(booleans) == 1 else None


def done_choices(heard: Heard, field: FieldSchema) -> list[str]:
    """Return the values of a status field that mean finished."""
    out = []
    for choice in field.choices:
        words = " ".join(lower(w) for w in (choice.value, *choice.aliases))
        first = lower(choice.value)
        if heard.words.unfinished.search(first):
            continue
        if heard.words.finished.search(words):
            out.append(choice.value)
    return out or [c.value for c in field.choices[-1:]]


def _unfinished(heard: Heard, field: FieldSchema) -> Condition:
    if field.type == "boolean":
        return Condition(field.name, "eq", False, or_empty=True)
    done = done_choices(heard, field)
    return Condition(field.name, "ne", done[0] if len(done) == 1 else tuple(done), or_empty=True)


def _finished(heard: Heard, field: FieldSchema) -> Condition | None:
    if field.type == "boolean":
        return Condition(field.name, "eq", True)
    done = done_choices(heard, field)
    if not done:
        return None
    return (
        Condition(field.name, "eq", done[0]) if len(done) == 1 else Condition(field.name, "in", tuple(done))
    )


# --- numbers ---------------------------------------------------------------------------------------------

_OPERATORS = {"over": "gt", "under": "lt", "at_least": "ge", "at_most": "le", "equal": "eq"}


def comparator(heard: Heard, number: NumberSpan) -> str | None:
    """Return the operator that the words beside a number say, or None."""
    before, after = heard.text[: number.start_char], heard.text[number.end_char :]
    inside = heard.text[number.number_end or number.end_char :]
    for name, pattern in heard.words.after.items():
        if pattern.match(after) or pattern.match(inside):
            return _OPERATORS[name]
    for name, pattern in heard.words.before.items():
        if pattern.search(before):
            return _OPERATORS[name]
    return None


def _numbers(
    heard: Heard,
    entity: EntitySchema,
    mentions: Sequence[Mention],
    measured: FieldSchema | None,
    out: Filters,
) -> None:
    inside = [(m.start, m.end) for m in mentions if m.kind in ("choice", "value", "part")]
    out.used_numbers += [
        n for n in heard.numbers if any(s <= n.start_char and n.end_char <= e for s, e in inside)
    ]
    numbers = [
        n for n in heard.numbers
        if n not in out.used_numbers and not heard.words.rank.search(heard.text[: n.start_char])
        and not (n.words and n.value == 1 and comparator(heard, n) is None)
    ]  # fmt: skip
    between = heard.has("between") and len(numbers) >= 2
    for i, number in enumerate(numbers):
        op = ("ge" if i == 0 else "le") if between and i < 2 else comparator(heard, number)
        schema = _of_number(heard, entity, mentions, number, measured, op)
        if schema is None:
            continue
        if op is None:
            op = "eq"
        value = _value(number, schema)
        if value is None:
            continue
        if schema.type in NUMERIC:
            out.conditions.append(Condition(schema.name, op, value))  # type: ignore[arg-type]
        else:
            bare = int(number.value) if float(number.value).is_integer() else number.value
            out.conditions.append(
                Condition(schema.name, "eq" if schema.type == "choice" else "contains", str(bare))
            )
        out.used_numbers.append(number)
        out.weight += 1.0


def _of_number(
    heard: Heard, entity: EntitySchema, mentions: Sequence[Mention], number: NumberSpan,
    measured: FieldSchema | None, op: str | None,
) -> FieldSchema | None:  # fmt: skip
    numeric = [f for f in entity.fields if f.type in NUMERIC]
    if number.kind == "money":
        return next((f for f in numeric if f.type == "money"), None)
    if number.kind == "duration" and op is not None:
        return next((f for f in numeric if f.type == "duration"), None)
    beside = _beside(heard, entity, mentions, number)
    if number.unit is not None and number.kind == "quantity":
        for f in numeric:
            if f.unit is not None and _convertible(number, f):
                return f
    if op is None:
        if beside is not None and (beside.type in TEXTUAL or beside.type in NUMERIC) and not _counts(number):
            return beside
        stars = [f for f in numeric if f.type == "rating"]
        return stars[0] if stars and _rated(heard, number) else None
    if beside is not None and beside.type in NUMERIC:
        return beside
    named = [m.field for m in mentions if m.field is not None and m.field.type in NUMERIC]
    ratings = [f for f in numeric if f.type == "rating" and (f.maximum or 5) >= number.value]
    if (
        ratings
        and (heard.has("which", "what", "show", "how_many") or not numeric)
        and measured not in ratings
        and (measured is None or not named)
    ):
        return ratings[0]
    return (
        (named[0] if named else None)
        or (ratings[0] if ratings else None)
        or measured
        or (numeric[0] if len(numeric) == 1 else None)
    )


def _rated(heard: Heard, number: NumberSpan) -> bool:
    tail = heard.text[number.number_end or number.end_char : number.end_char + 8]
    return any(
        s - 2 <= number.end_char and number.start_char <= e for s, e in heard.hints.get("rating", ())
    ) and bool(tail)


def _counts(number: NumberSpan) -> bool:
    return number.kind in ("money", "duration", "percent", "multiple")


def _beside(
    heard: Heard, entity: EntitySchema, mentions: Sequence[Mention], number: NumberSpan
) -> FieldSchema | None:
    """The field named right before (or, with 以上 and the like, around) the number."""
    best: tuple[int, FieldSchema] | None = None
    for m in mentions:
        if m.field is None or m.kind not in ("field", "unit"):
            continue
        gap = number.start_char - m.end
        if 0 <= gap <= 3 or (m.field.type in NUMERIC and 0 <= gap <= NEAR):
            best = (gap, m.field) if best is None or gap < best[0] else best
        elif m.field.type in NUMERIC and 0 <= m.start - number.end_char <= 4:
            best = (m.start - number.end_char + 5, m.field) if best is None else best
    return best[1] if best else None


def _convertible(number: NumberSpan, field: FieldSchema) -> bool:
    return _value(number, field) is not None


def _value(number: NumberSpan, field: FieldSchema) -> float | None:
    if number.kind == "quantity" and number.unit and field.unit:
        try:
            return convert(number.value, number.unit, field.unit)
        except UnitError:
            return None
    return number.value
