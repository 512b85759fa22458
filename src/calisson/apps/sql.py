"""The few expressions that SQLite and PostgreSQL say differently: into JSON, folding, steps of the calendar.

Keys reach the database as bound parameters (a path on SQLite, a text on PostgreSQL), values always do.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    Float,
    Integer,
    Text,
    and_,
    case,
    cast,
    func,
    literal,
    select,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.selectable import Select

SQLITE = "sqlite"


def json_text(dialect: str, column: Column[Any], key: str) -> ColumnElement[Any]:
    """The value under `key` as text; NULL when there is none."""
    if dialect == SQLITE:
        return func.json_extract(column, _path(key), type_=Text)
    text: ColumnElement[Any] = column.op("->>", return_type=Text())(literal(key))
    return text


def json_number(dialect: str, column: Column[Any], key: str) -> ColumnElement[Any]:
    """The number under `key`; booleans are 0 and 1; NULL for anything else."""
    if dialect == SQLITE:
        return func.json_extract(column, _path(key), type_=Float)
    kind = func.jsonb_typeof(column.op("->", return_type=JSONB())(literal(key)))
    text = json_text(dialect, column, key)
    return case(
        (kind == "number", cast(text, Float)), (kind == "boolean", case((text == "true", 1.0), else_=0.0))
    )


def json_items(dialect: str, column: Column[Any], key: str) -> Any:
    """The members of the list under `key`, as a table with one text column `value`."""
    if dialect == SQLITE:
        return func.json_each(column, _path(key)).table_valued("value", joins_implicitly=True)
    inner = column.op("->", return_type=JSONB())(literal(key))
    array = case((func.jsonb_typeof(inner) == "array", inner), else_=cast(literal("[]", Text), JSONB))
    return func.jsonb_array_elements_text(array).table_valued("value", joins_implicitly=True)


def json_values(dialect: str, column: Column[Any]) -> Any:
    """Every value of the object in `column`, as a table with one text column `value`."""
    if dialect == SQLITE:
        return func.json_each(column).table_valued("value", joins_implicitly=True)
    return func.jsonb_each_text(column).table_valued("key", "value", joins_implicitly=True)


def raw_json(column: Column[Any], dialect: str) -> ColumnElement[str]:
    """The column's JSON as the text that is stored."""
    return type_coerce(column, Text) if dialect == SQLITE else cast(column, Text)


def fold(value: Any) -> ColumnElement[str]:
    """Text in the form in which it is compared."""
    return func.calisson_fold(value, type_=Text)


def contains(dialect: str, text: Any, part: Any) -> ColumnElement[bool]:
    """Whether `part` stands in `text`, whatever the case."""
    position = func.instr if dialect == SQLITE else func.strpos
    return type_coerce(position(fold(text), fold(part)) > 0, Boolean)


def exists_in(table: Any, condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a member of a JSON list fulfils the condition."""
    query: Select[Any] = select(literal(1)).select_from(table).where(condition)
    return query.exists()


def step(dialect: str, time: Any, grain: str) -> ColumnElement[str]:
    """The label of the calendar step that a `YYYY-MM-DDTHH:MM:SS` text lies in.

    `day` → `YYYY-MM-DD`; `week` → its Monday; `month` → `YYYY-MM`; `year` → `YYYY`; `quarter` → `YYYY-Qn`;
    `weekday` → `1` (Monday) to `7`; `hour` → `00` to `23`.
    """
    match grain:
        case "day":
            return func.substr(time, 1, 10, type_=Text)
        case "month":
            return func.substr(time, 1, 7, type_=Text)
        case "year":
            return func.substr(time, 1, 4, type_=Text)
        case "hour":
            return func.substr(time, 12, 2, type_=Text)
        case "week":
            if dialect == SQLITE:
                return func.date(time, "weekday 0", "-6 days", type_=Text)
            return func.to_char(func.date_trunc("week", _timestamp(time)), "YYYY-MM-DD", type_=Text)
        case "weekday":
            if dialect == SQLITE:
                return cast((cast(func.strftime("%w", time), Integer) + 6) % 7 + 1, Text)
            return func.to_char(_timestamp(time), "ID", type_=Text)
        case "quarter":
            month = cast(func.substr(time, 6, 2), Float)
            if dialect == SQLITE:
                return func.substr(time, 1, 4) + "-Q" + cast(cast((month + 2) / 3, Integer), Text)
            return func.to_char(_timestamp(time), 'YYYY-"Q"Q', type_=Text)
    raise ValueError(f"no calendar step {grain!r}")


def between(time: Any, start: str | None, end: str | None) -> ColumnElement[bool]:
    """Whether the time lies in `[start, end)`; a side may be open. A missing time never does."""
    conditions = [time.is_not(None)]
    if start is not None:
        conditions.append(time >= start)
    if end is not None:
        conditions.append(time < end)
    return and_(*conditions)


def _timestamp(time: Any) -> ColumnElement[Any]:
    return cast(time, DateTime)


def _path(key: str) -> str:
    return f'$."{key}"'
