"""What the rules of composition share: the bare question, the measured field, the aggregate, counts and extremes."""

from __future__ import annotations

from calisson.language.numbers import parse_number
from calisson.language.questions.heard import Heard
from calisson.language.questions.lexicon import bad_when_high
from calisson.language.questions.linking import WEAK, Mention
from calisson.language.questions.measures import default_aggregate, main_measure
from calisson.language.questions.reading import Reading
from calisson.language.types import TEMPORAL, TEXTUAL, Aggregate, Condition, FieldSchema, Question

WH = (
    "which",
    "what",
    "how_many",
    "how_much",
    "how_long",
    "how_often",
    "who",
    "when",
    "where",
    "show",
    "clock",
)
"""Question words that rule out a yes or no."""


def question(r: Reading, aggregate: Aggregate, field: FieldSchema | None = None) -> Question:
    """Return the question with the reading's conditions and period."""
    return Question(
        app_id=r.app.id, entity=r.entity.name, aggregate=aggregate, field=field.name if field else None,
        where=conditions(r, field), period=r.times.period,
    )  # fmt: skip


def conditions(r: Reading, field: FieldSchema | None) -> tuple[Condition, ...]:
    """Return the conditions of the question; a yes/no field that is asked for is no condition on itself."""
    return tuple(
        c
        for c in r.filters.conditions
        if not (field is not None and c.field == field.name and field.type == "boolean")
    )


def measure(r: Reading) -> FieldSchema | None:
    """The field that a wish for a number means: the named one, else what the entity is about."""
    return r.measured if r.measured is not None else main_measure(r.app, r.entity)


def said(r: Reading, *cues: str) -> bool:
    """Whether one of the cues stands outside the values that were named: 'Max' may be a boy."""
    held = [(m.start, m.end) for m in r.mentions if m.kind in ("value", "part")]
    spots = (spot for cue in cues for spot in r.heard.cues.get(cue, ()))
    return any(not any(a <= start and end <= b for a, b in held) for start, end in spots)


def extreme_asked(r: Reading) -> Aggregate | None:
    """Whether the words ask for the highest or the lowest."""
    h = r.heard
    low = bool(h.lowest or h.worst or said(r, "min", "least"))
    high = bool(h.highest or said(r, "max", "most"))
    if not (low or high):
        return None
    if low and high:
        low = any(
            s not in {x for x, _ in (*h.highest, *h.cues.get("max", ()))}
            for s, _ in (*h.lowest, *h.cues.get("min", ()))
        )
        high = not low
    wanted: Aggregate = "min" if low else "max"
    field = measure(r)
    if h.worst and not (h.lowest or h.highest or h.has("min", "least", "max", "most")):
        return "max" if field is not None and field.concept in bad_when_high() else "min"
    fast = "fast" in h.hints and field is not None and field.concept in ("pace", "duration")
    return ("min" if wanted == "max" else "max") if fast else wanted


def count_named(r: Reading, default: int = 1) -> int:
    """How many rows 'the last 5', 'top three' name."""
    h = r.heard
    for n in h.numbers:
        if n in r.filters.used_numbers or n.kind not in ("number", "ordinal", "quantity"):
            continue
        if 1 <= n.value <= 100 and float(n.value).is_integer():
            return int(n.value)
    for name in ("last", "first", "rank", "next"):
        for _, end in h.cues.get(name, ()):
            word = h.text[end:].strip().split(" ")[0] if h.latin else h.text[end : end + 1]
            value = parse_number(word, h.language) if word else None
            if value is not None and 1 < value <= 100:
                return int(value)
    return default


def aggregate_of(r: Reading, field: FieldSchema | None, *, plain: bool = False) -> Aggregate:
    """The aggregate that the words say for this field, else what the field means by default."""
    h = r.heard
    if field is None:
        return "count"
    if h.has("mean"):
        return "mean"
    if h.has("median"):
        return "median"
    extreme = None if plain else extreme_asked(r)
    if extreme is not None:
        return extreme
    if h.has("last") and not h.has("sum"):
        return "last"
    own = default_aggregate(field)
    if own == "last" and r.time is None and field.type in ("integer", "number") and not h.has("now"):
        return "sum"  # of things one has: all of them
    if (
        h.has("sum")
        and field.type != "rating"
        and own in ("last", "mean", "max", "min")
        and field.type in ("money", "quantity", "duration", "integer")
    ):
        return "sum" if field.concept is None or own != "last" else own
    return own


def asked_field(r: Reading) -> FieldSchema | None:
    """The field that is asked for: the named one that no condition is on."""
    used = {c.field for c in r.filters.conditions}
    named = [
        m for m in r.mentions
        if m.field is not None and m.kind in ("field", "unit", "state") and m.field.name not in used and m.weight > 0.5
    ]  # fmt: skip
    if named:
        if r.measured is not None and any(m.field is r.measured for m in named):
            best = max(named, key=lambda m: m.weight)
            return (
                r.measured
                if best.weight - 0.5 <= max(m.weight for m in named if m.field is r.measured)
                else best.field
            )
        return max(named, key=lambda m: m.weight).field
    if r.heard.has("clock"):
        return clock_field(r)
    booleans = [
        c for c in r.filters.conditions if (f := r.entity.field(c.field)) is not None and f.type == "boolean"
    ]
    if booleans and r.heard.has("yes_no") and not r.heard.has(*WH):
        return r.entity.field(booleans[0].field)
    return r.measured if r.measured is not None and r.measured.name not in used else None


def clock_field(r: Reading) -> FieldSchema | None:
    """Return the time of day of the entity, the named one first."""
    return r.field_named("time") or next((f for f in r.entity.fields if f.type == "time"), None)


def time_field(r: Reading) -> FieldSchema | None:
    """Return the day or date-time that is asked for: the named one, else the entity's own."""
    named = r.field_named("date", "datetime")
    if named is not None:
        return named
    return r.time or next((f for f in r.entity.fields if f.type in TEMPORAL), None)


def is_named(r: Reading, field: FieldSchema) -> bool:
    """Return whether a number field was named, not merely guessed."""
    return (
        any(m.field is field and m.kind in ("field", "unit") and m.weight > WEAK for m in r.mentions)
        or r.measured_weight >= 1.5
    )


def title_named(r: Reading) -> bool:
    """Return whether the field that names records was named ('which words')."""
    return r.title is not None and any(
        m.field is r.title and m.kind == "field" and m.weight > 0.5 for m in r.mentions
    )


def counted_noun(r: Reading) -> Mention | None:
    """The name of records or of a text field right after 'how many' ('how many words', '단어 몇 개')."""
    spots = r.heard.cues.get("how_many", []) + r.heard.cues.get("how_much", [])
    for m in r.mentions:
        textual = m.field is not None and m.field.type in (*TEXTUAL, "boolean")
        if m.kind not in ("entity", "field", "choice", "value", "part", "state", "app") or (
            m.kind == "field" and not textual
        ):
            continue
        for start, end in spots:
            if 0 <= m.start - end <= (12 if r.heard.latin else 2) or (
                not r.heard.latin and 0 <= start - m.end <= 6
            ):
                return m
    return None


def shows_all(h: Heard) -> bool:
    """Tell whether everything is to be shown ('显示所有记录', '全部見せて', '전부 보여줘'), not added up."""
    if not h.has("show") or h.has(
        "how_many", "how_much", "how_long", "how_far", "how_often", "how_degree", "count"
    ):
        return False
    sums, alls = h.cues.get("sum", ()), h.cues.get("all_time", ())
    return all(any(begin <= start and end <= stop for begin, stop in alls) for start, end in sums)
