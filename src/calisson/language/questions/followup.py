"""Follow-up questions: 'and yesterday?', 'und im Januar?', '那昨天呢', 'じゃあ先週は？', '그럼 어제는?'.

The last question is asked again with what the new words change: the period, the field, the filter or the
aggregate. A complete new question is left alone.
"""

from __future__ import annotations

from dataclasses import replace

from calisson.language.questions.heard import Heard
from calisson.language.questions.linking import Linker
from calisson.language.questions.parts import aggregate_of, said
from calisson.language.questions.reading import Reading, read
from calisson.language.traits import traits
from calisson.language.types import Act, Ask, Context, Proposal, Question

SHORT = 40
"""Characters up to which an utterance can lean on the last question."""


ASKING = (
    "how_many", "how_much", "how_long", "how_often", "when", "clock", "who", "where", "which", "what", "show", "mean", "sum", "max",
    "min", "streak", "open", "means", "due",
)  # fmt: skip
"""Words with which a question stands on its own."""


def follow(
    heard: Heard, context: Context, found: Question | None, reading: Reading | None
) -> Proposal | None:
    """Return the last question changed by these words, or None when they do not lean on it."""
    last = context.history[0] if context.history else None
    if (
        last is None
        or last.question is None
        or last.question.source != "records"
        or len(heard.raw) > SHORT * 2
    ):
        return None
    app = context.app(last.question.app_id)
    entity = app.entity(last.question.entity) if app is not None else None
    if app is None or entity is None:
        return None
    opens = heard.has("follow")
    complete = found is not None and _complete(heard, reading)
    if complete or not (opens or heard.asks) or (heard.numbers and not opens):
        return None
    if _asks(heard, reading) and (not opens or traits(heard.language).verb_last) and found is not None:
        return None
    if not opens and len(heard.raw) > SHORT:
        return None
    here = read(heard, Linker(heard), context, app, entity, comparing=False, stored=True)
    question, changed = _changed(here, last.question)
    if not changed:
        return None
    strange = len(here.unexplained)
    own = reading.link if reading is not None else 0.0
    if reading is not None and reading.app.id != app.id and own > here.link + 1.5:
        return None
    score = (0.9 if opens else 0.7) * 0.75**strange
    return Proposal(
        Act.ASK, Ask(question), round(score, 3), f"follows the last question: {', '.join(changed)}"
    )


def _asks(heard: Heard, reading: Reading | None) -> bool:
    """Whether a question word stands outside the words that lean on the last question ('what about …?')."""
    leaning = list(heard.cues.get("follow", ()))
    leaning += [(m.start, m.end) for m in (reading.mentions if reading else ()) if m.kind == "value"]
    spots = (spot for name in ASKING for spot in heard.cues.get(name, ()))
    return any(not any(s <= start and end <= e for s, e in leaning) for start, end in spots)


def _complete(heard: Heard, reading: Reading | None) -> bool:
    """Whether the words are a question of their own: they say how it is asked and what is measured or listed."""
    how = _asks(heard, reading)
    if reading is not None and reading.measured is not None and not heard.has("follow"):
        if reading.times.period is not None and reading.filters.conditions:
            return True  # a measure, a filter and a period: nothing is left to lean on
    if reading is not None and reading.filters.state and heard.has("which", "show"):
        return True  # 'which are still open?'
    if reading is None or not how:
        return False
    return reading.link >= 1.2


def _changed(here: Reading, last: Question) -> tuple[Question, list[str]]:
    changed, question = [], last
    if here.times.period is not None:
        if last.compare is not None:
            question = replace(question, compare=here.times.period)
        else:
            question = replace(question, period=here.times.period)
        changed.append("period")
    elif here.heard.has("all_time"):
        question = replace(question, period=None)
        changed.append("all time")
    field = here.measured
    if field is not None and field.name != last.field and here.measured_weight >= 1.5:
        aggregate = (
            last.aggregate
            if last.aggregate in ("mean", "min", "max", "median") and here.heard.has("follow")
            else aggregate_of(here, field)
        )
        question = replace(question, field=field.name, aggregate=aggregate, unit=None, select=None)
        changed.append("field")
    if here.filters.conditions:
        fields = {c.field for c in here.filters.conditions}
        kept = tuple(c for c in last.where if c.field not in fields)
        question = replace(question, where=(*kept, *here.filters.conditions))
        changed.append("filter")
    heard = here.heard
    wanted = (
        "mean"
        if heard.has("mean")
        else "max"
        if said(here, "max")
        else "min"
        if said(here, "min")
        else "sum"
        if heard.has("sum")
        else None
    )
    if (
        wanted is not None
        and wanted != last.aggregate
        and question.field is not None
        and "field" not in changed
    ):
        question = replace(question, aggregate=wanted)  # type: ignore[arg-type]
        changed.append(wanted)
    return question, changed
