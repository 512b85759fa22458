"""Answering typed questions: one SQL statement each, with bound values.

Nothing found is None, never a false zero; only counting nothing gives 0. Sums and means come back without the
dust of floating point. Medians, streaks and shares are finished in Python from one statement's rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from calisson.apps.asked import Asked, convert, is_number
from calisson.apps.scope import Scope
from calisson.apps.types import Answer, App
from calisson.apps.values import tidy
from calisson.language.codec import to_plain
from calisson.language.types import Question


def answer(
    connection: Connection, dialect: str, apps: Mapping[str, App], question: Question, now: datetime
) -> Answer:
    """Answer a question over one or several apps.

    Raises:
        QuestionError: A field is missing, a value does not fit, or the units of several apps do not agree.
    """
    query = to_plain(question)
    if question.also:
        found = _several(connection, dialect, apps, question, now)
    else:
        found = Asked(
            connection, Scope.of(dialect, apps[question.app_id], question.entity), question, now
        ).answer()
    return replace(found, query=query, app_id=question.app_id, period=question.period)


def _several(
    connection: Connection, dialect: str, apps: Mapping[str, App], question: Question, now: datetime
) -> Answer:
    parts = (replace(question, also=()), *question.also)
    asked = [Asked(connection, Scope.of(dialect, apps[q.app_id], q.entity), q, now) for q in parts]
    if question.aggregate == "mean" and question.group_by is None and question.per is None:
        sums = [Asked(connection, a.scope, replace(a.question, aggregate="sum"), now).answer() for a in asked]
        unit, values = _same_unit(sums)
        count = sum(a.count for a in sums)
        return Answer(tidy(sum(values) / count) if count else None, unit, count=count)
    found = [a.answer() for a in asked]
    rows = tuple(row for a in found for row in a.rows)
    count = sum(a.count for a in found)
    unit, values = _same_unit(found)
    if question.aggregate == "list" or question.group_by is not None:
        text = ", ".join(str(a.value) for a in found if a.value is not None)
        return Answer(text or None, unit, rows, count=count)
    match question.aggregate:
        case "sum" | "count":
            return Answer(tidy(sum(values)) if values else None, unit, rows, count=count)
        case "min" | "max":
            chosen = (min if question.aggregate == "min" else max)(values) if values else None
            return Answer(chosen, unit, rows, count=count)
        case _:
            first = next((a for a in found if a.value is not None), found[0])
            return replace(first, rows=rows, count=count)


def _same_unit(found: Sequence[Answer]) -> tuple[str | None, list[Any]]:
    """The unit of the first answer that has one, and every number in it."""
    unit = next((a.unit for a in found if a.unit), None)
    values: list[Any] = []
    for a in found:
        if is_number(a.value):
            same = a.unit == unit or unit is None or a.unit is None
            values.append(a.value if same else convert(float(a.value or 0), str(a.unit), str(unit)))
    return unit, values
