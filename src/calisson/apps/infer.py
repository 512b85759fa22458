"""An app from a table that somebody already has: fields and their types by what stands in the columns.

A column is of the first type that every one of its filled cells can be stored as; nothing is guessed beyond
that, so taking the rows in cannot fail on a value. Left out: units, money and formulas, which a heading or a
sign beside a number would only suggest; the person adds them by talking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec, MetricSpec, ViewSpec
from calisson.apps.values import ValueProblem, check_value, read_text
from calisson.errors import ImportDataError, Problem
from calisson.language.types import FieldType

TRIED: tuple[FieldType, ...] = ("integer", "number", "boolean", "date", "datetime", "time", "link")
"""The types that are tried, in this order; what is none of them is a choice or text."""

SAMPLE = 2000
"""Rows that decide the type of a column."""

FEW = 12
"""Different short texts that repeat make a choice up to this many."""

LONG = 120
"""Characters from which a text wants more than one line."""

MAX_COLUMNS = 60


def spec_of_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, name: str, language: str
) -> AppSpec:
    """Return the specification of an app that takes a table's rows.

    Args:
        header: the names of the columns; columns without a name are left out.
        rows: the cells as text, by row.
        name: what the app is called.
        language: the language of the names.

    Raises:
        ImportDataError: no column has a name, or there are more than `MAX_COLUMNS`.
    """
    from calisson.language.drafts.naming import identifier

    named = [(at, " ".join(h.split())[:80]) for at, h in enumerate(header) if h.strip()]
    if not named or len(named) > MAX_COLUMNS:
        raise ImportDataError(
            [Problem("header", "import-no-header", {"limit": MAX_COLUMNS},
                     f"the first line has {len(named)} names of columns; 1 to {MAX_COLUMNS} fit")]
        )  # fmt: skip
    fields: list[FieldSpec] = []
    for at, label in named:
        cells = [row[at] for row in rows[:SAMPLE] if at < len(row) and row[at].strip()]
        taken = {f.name for f in fields}
        fields.append(_field(identifier(label, f"column_{at + 1}", taken), label, cells))
    time = next((f.name for f in fields if f.type in ("datetime", "date")), None)
    texts = [f for f in fields if f.type == "text"]
    title = next((f.name for f in texts), None)
    entity = EntitySpec(name="entry", label=name, fields=tuple(fields), title_field=title, time_field=time)
    return AppSpec(
        name=name, icon="🗂️", language=language, entities=(entity,), views=_views(fields, time),
        metrics=(MetricSpec(name="entries", label=name, entity="entry", aggregate="count", period="total"),),
    )  # fmt: skip


def _field(name: str, label: str, cells: Sequence[str]) -> FieldSpec:
    for kind in TRIED:
        field = FieldSpec(name=name, label=label, type=kind)
        if cells and all(_fits(field, cell) for cell in cells):
            return field
    different = dict.fromkeys(cell.strip() for cell in cells)
    if (
        1 < len(different) <= FEW
        and len(cells) >= 3 * len(different)
        and all(len(d) <= 40 for d in different)
    ):
        return FieldSpec(name=name, label=label, type="choice", choices=tuple(different))  # type: ignore[arg-type]
    long = any(len(cell) > LONG or "\n" in cell for cell in cells)
    return FieldSpec(name=name, label=label, type="long_text" if long else "text")


def _fits(field: FieldSpec, cell: str) -> bool:
    try:
        check_value(field, read_text(field, cell))
    except ValueProblem:
        return False
    if field.type == "link":
        return "://" in cell or cell.strip().startswith("www.")
    leading_zero = field.type in ("integer", "number") and re.match(r"\s*[-+]?0\d", cell)
    return not leading_zero  # a house number, a post code: a text


def _views(fields: Sequence[FieldSpec], time: str | None) -> tuple[ViewSpec, ...]:
    shown = tuple(f.name for f in fields)
    views = [
        ViewSpec(kind="table", entity="entry", fields=shown),
        ViewSpec(kind="form", entity="entry", fields=shown),
    ]
    number = next((f.name for f in fields if f.type in ("integer", "number")), None)
    if time and number:
        views.append(
            ViewSpec(
                kind="chart", entity="entry", fields=(number,), group_by="day", period="day", chart="line"
            )
        )
    if time:
        views.append(ViewSpec(kind="calendar", entity="entry"))
    return tuple(views)
