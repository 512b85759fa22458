"""The rows themselves: lists, what is open, streaks, and what is left when no wording says how."""

from __future__ import annotations

from dataclasses import replace

from calisson.language.questions.filters import done_field
from calisson.language.questions.linking import SPENT
from calisson.language.questions.parts import aggregate_of, asked_field, question, shows_all, title_named
from calisson.language.questions.periods import plans
from calisson.language.questions.reading import Reading
from calisson.language.types import Condition, FieldSchema, Period, Question


def streak(r: Reading) -> Question | None:
    """Read 'how many days in a row?'."""
    if not r.heard.has("streak") or plans(r.app, r.entity) or not (r.heard.asks or r.heard.has("how_many")):
        return None
    field = r.field_named("boolean")
    q = question(r, "streak", field)
    return replace(
        q, where=tuple(c for c in r.filters.conditions if field is None or c.field != field.name), period=None
    )


def rows(r: Reading) -> Question | None:
    """'Which …', 'what is …', 'show …': the rows themselves."""
    h = r.heard
    wish = h.has("which", "what", "show", "is_there", "who", "due") or (
        h.asks and (r.filters.state or r.times.period is not None)
    )
    ahead = (
        r.times.period is not None
        and r.times.period.start is not None
        and r.times.period.start > r.context.now
    )
    if not wish or (ahead and not plans(r.app, r.entity) and r.time is not None):
        return None
    field = r.measured
    direct = field is not None and any(
        m.field is field and m.kind in ("field", "unit") and m.weight > 0.5 for m in r.mentions
    )
    direct = direct or (
        field is not None and field.type == "money" and r.measured_weight >= SPENT and h.has("what")
    )
    state = r.filters.state
    plain = not state or not h.has("which", "what", "show", "who", "is_there", "due")
    if direct and field is not None and plain and not h.has("which") and not _about_rows(r, field):
        return question(r, aggregate_of(r, field), field)
    if h.has("overdue") and r.time is not None:
        return replace(question(r, "list"), period=Period(None, r.context.now), where=_open_too(r))
    if not (
        state
        or r.filters.conditions
        or r.times.period
        or r.named("entity", "app")
        or title_named(r)
        or h.has("entry")
        or (h.has("all_time") and shows_all(h) and r.app.id == r.context.focus)
    ):
        text = asked_field(r)
        if text is not None and r.link >= 2:
            return replace(question(r, "list"), select=text.name)
        return None
    if r.filters.titles and not state and not r.times.period:
        text = asked_field(r)
        if text is not None:
            return question(r, "value", text)
    q = question(r, "list")
    if r.time is not None and (r.times.period is not None or state):
        q = replace(q, descending=False)
    return q


def _open_too(r: Reading) -> tuple[Condition, ...]:
    finisher = done_field(r.entity)
    if (
        finisher is None
        or finisher.type != "boolean"
        or any(c.field == finisher.name for c in r.filters.conditions)
    ):
        return tuple(r.filters.conditions)
    return (*r.filters.conditions, Condition(finisher.name, "eq", False, or_empty=True))


def _about_rows(r: Reading, field: FieldSchema) -> bool:
    return any(c.field == field.name for c in r.filters.conditions) or (
        r.heard.has("which", "show") and (title_named(r) or bool(r.named("entity")))
    )


def bare(r: Reading) -> Question | None:
    """A field name with a question mark, or a verb and a time ('протеин?'; 'spent yesterday?')."""
    h = r.heard
    if not h.asks and not h.has("sum", "mean", "max", "min", "all_time"):
        return None
    field = r.measured
    if field is not None and r.measured_weight >= 1.5:
        return question(r, aggregate_of(r, field), field)
    text = asked_field(r)
    if r.filters.titles and text is not None:
        return question(r, "value", text)
    if r.filters.conditions and h.asks and not r.unexplained:
        return question(r, "list")
    return None
