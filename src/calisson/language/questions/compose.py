"""Composing the typed question from a reading: which aggregate over which field, grouped, ordered, compared.

A cascade from the most telling wording (a comparison, a streak, 'when') to the least (a bare field name); each
rule answers with a question or hands on to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from calisson.language.questions.lookups import last, meaning, value, when, who_where, yes_no
from calisson.language.questions.measures import asked_unit
from calisson.language.questions.reading import Reading
from calisson.language.questions.rows import bare, rows, streak
from calisson.language.questions.totals import average, comparison, extremes, grouped, number, per_step, share
from calisson.language.types import Question

Rule = Callable[[Reading], Question | None]

RULES: tuple[Rule, ...] = (
    comparison, streak, share, when, who_where, yes_no, per_step, grouped, extremes, average, meaning, value, last, number, rows, bare,
)  # fmt: skip


def compose(reading: Reading) -> Question | None:
    """Return the question that the words ask of this entity, or None when they ask nothing of it."""
    for rule in RULES:
        found = rule(reading)
        if found is not None:
            reading.notes.append(rule.__name__)
            return _finish(reading, found)
    return None


def _finish(r: Reading, q: Question) -> Question:
    """Add what goes with any question: the unit that was asked for, a limit, a grouping."""
    field = r.entity.field(q.field) if q.field else None
    unit = asked_unit(field, r.mentions)
    if unit is not None and q.aggregate != "count":
        q = replace(q, unit=unit)
    return q
