"""Images of rows: what the history keeps of a row, as JSON, and back.

An image is a dict from path to value. A path is a column's name or, inside a JSON column that holds an
object, `column/key`; so two people who change different fields of one record do not stand in each other's
way.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Column, Date, DateTime, LargeBinary, Table

from calisson.store.schema import Instant, JsonType, instant_text
from calisson.store.sealing import Sealed, SealedText, reveal

Row = dict[str, Any]
Image = dict[str, Any]


def is_json(column: Column[Any]) -> bool:
    """Return whether the column holds JSON."""
    return isinstance(column.type, JsonType)


def encode(column: Column[Any], value: Any) -> Any:
    """Return a column's value as JSON-able data; what is sealed stays sealed."""
    if isinstance(value, Sealed):
        return value.sealed
    if isinstance(value, datetime):
        return instant_text(value) if value.tzinfo else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    return value


def decode(column: Column[Any], value: Any) -> Any:
    """Return what `encode` was given."""
    if value is None or not isinstance(value, str):
        return value
    if isinstance(column.type, Instant | DateTime):
        return datetime.fromisoformat(value)
    if isinstance(column.type, Date):
        return date.fromisoformat(value)
    if isinstance(column.type, SealedText):
        return reveal(value)
    if isinstance(column.type, LargeBinary):
        return base64.b64decode(value)
    return value


def whole(table: Table, row: Mapping[str, Any]) -> Image:
    """Return the image of a whole row, column by column."""
    return {c.name: encode(c, row[c.name]) for c in table.columns if c.name in row}


def row_of(table: Table, image: Mapping[str, Any]) -> Row:
    """Return the row of a whole image; columns that are gone since are left out."""
    return {c.name: decode(c, image[c.name]) for c in table.columns if c.name in image}


def difference(table: Table, old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Image, Image]:
    """Return the images before and after of what differs; counters do not count."""
    before: Image = {}
    after: Image = {}
    for column in table.columns:
        name = column.name
        if name not in new or column.info.get("counter"):
            continue
        a, b = old[name], new[name]
        if same(a, b):
            continue
        if is_json(column) and isinstance(a, dict) and isinstance(b, dict):
            for key in {**a, **b}:
                path = f"{name}/{key}"
                if key in a and not (key in b and same(a[key], b[key])):
                    before[path] = a[key]
                if key in b and not (key in a and same(a[key], b[key])):
                    after[path] = b[key]
        else:
            before[name], after[name] = encode(column, a), encode(column, b)
    return before, after


def same(a: Any, b: Any) -> bool:
    """Return whether two values are the same; unlike `==`, True is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


_ABSENT = object()


def at_path(table: Table, row: Mapping[str, Any], path: str) -> Any:
    """Return the encoded value at a path of a row, or a marker that equals nothing else when it is absent."""
    name, _, key = path.partition("/")
    value = row.get(name)
    if not key:
        return encode(table.c[name], value)
    return value.get(key, _ABSENT) if isinstance(value, dict) else _ABSENT


def matches(table: Table, row: Mapping[str, Any], path: str, image: Mapping[str, Any]) -> bool:
    """Return whether the row has at `path` what the image has there (both absent counts)."""
    now = at_path(table, row, path)
    if now is _ABSENT or path not in image:
        return now is _ABSENT and path not in image
    return same(now, image[path])


def put(table: Table, row: Row, path: str, image: Mapping[str, Any]) -> None:
    """Set the row at `path` to what the image has there, or drop the key when the image has none."""
    name, slash, key = path.partition("/")
    if not slash:
        row[name] = decode(table.c[name], image.get(name))
        return
    inner = dict(row.get(name) or {})
    if path in image:
        inner[key] = image[path]
    else:
        inner.pop(key, None)
    row[name] = inner
