"""Taking data in and out: CSV for spreadsheets, JSON for whole apps.

CSV is safe to open in a spreadsheet: a text that would be read as a formula (it begins with `=`, `+`, `-`,
`@`, a tab or a carriage return) gets an apostrophe in front, and so does one that begins with an apostrophe
before such a character; reading the file back takes exactly that apostrophe off again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from calisson.apps import tables
from calisson.apps.records import add_many, record_of, refs_titles
from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec, parse_spec
from calisson.apps.types import App, AppVersion, ImportReport
from calisson.apps.values import read_text
from calisson.errors import ImportDataError, Problem, ValuesError
from calisson.language.text import fold
from calisson.store import Transaction

T = tables.records
MAX_BYTES = 20_000_000
MAX_ROWS = 100_000
MAX_PROBLEMS = 50
FORMAT = "calisson-app"
FORMAT_VERSION = 1

_RISKY = re.compile(r"'*[=+\-@\t\r]")


def cell_out(value: Any) -> str:
    """Return a value as a cell that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"'{text}" if _RISKY.match(text) else text


def cell_in(text: str) -> str:
    """Return the text that `cell_out` was given."""
    return text[1:] if text.startswith("'") and _RISKY.match(text[1:]) else text


def export_csv(connection: Connection, dialect: str, app: App, entity: EntitySpec) -> str:
    """Return an entity's records as CSV, oldest first, with the fields' labels as the header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    names = _headers(entity)
    writer.writerow(map(cell_out, names.values()))
    query = (
        select(T)
        .where(T.c.app_id == app.id, T.c.entity == entity.name)
        .order_by(T.c.time_at, T.c.created_at, T.c.id)
    )
    records = [record_of(app, row) for row in connection.execute(query).mappings()]
    refs = [f.name for f in entity.fields if f.type == "ref"]
    titles = refs_titles(connection, [str(r.values[n]) for r in records for n in refs if n in r.values])
    for record in records:
        values = {**record.values, **record.computed}
        for name in refs:
            values[name] = titles.get(str(values.get(name)), values.get(name))
        writer.writerow([cell_out(values.get(name)) for name in names])
    return out.getvalue()


def _headers(entity: EntitySpec) -> dict[str, str]:
    """Field name → header: its label, or its name where two fields have one label."""
    labels = [f.label for f in entity.fields]
    return {f.name: f.label if labels.count(f.label) == 1 else f.name for f in entity.fields}


def import_csv(
    tx: Transaction, app: App, entity: EntitySpec, text: str, local: datetime, *, dry_run: bool
) -> ImportReport:
    """Add the records of a CSV text, all or none.

    Raises:
        ImportDataError: The text is no CSV, too large, or has no column that a field takes.
    """
    header, lines = read_table(text)
    columns, ignored, suggestions = match_columns(entity, header)
    if not columns:
        known = ", ".join(_headers(entity).values())
        raise ImportDataError([
            Problem("header", "import-no-column", {"columns": ", ".join(header)[:200], "known": known},
                    f"no column is a field of {entity.label!r}; its fields are {known}")
        ])  # fmt: skip
    many: list[dict[str, Any]] = []
    numbers: list[int] = []
    for number, line in lines:
        values = {f.name: read_text(f, cell_in(line[at])) for at, f in columns.items() if at < len(line)}
        values = {name: value for name, value in values.items() if value is not None}
        if values:
            many.append(values)
            numbers.append(number)
    mapped = {header[at]: f.name for at, f in columns.items()}
    try:
        with tx.savepoint():
            added = len(add_many(tx, app, entity, many, local)) if many else 0
            if dry_run:
                raise _DryRun
    except _DryRun:
        pass
    except ValuesError as error:
        problems = tuple(_at_line(p, numbers) for p in error.problems[:MAX_PROBLEMS])
        return ImportReport(0, dry_run, mapped, ignored, suggestions, problems)
    return ImportReport(added, dry_run, mapped, ignored, suggestions)


class _DryRun(Exception):
    """Takes back what a rehearsal added."""


def _at_line(problem: Problem, numbers: Sequence[int]) -> Problem:
    first, _, rest = problem.path.partition(".")
    index, name = (int(first), rest) if first.isdigit() else (0, problem.path)
    return Problem(
        f"{numbers[index]}.{name}",
        problem.message_id,
        {**problem.arguments, "line": numbers[index]},
        f"line {numbers[index]}: {problem.hint}",
    )


def read_table(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the header, and every line that is not empty with its number in the file.

    Raises:
        ImportDataError: the text is no CSV, is too large, or has no line below its header.
    """
    if len(text) > MAX_BYTES:
        raise ImportDataError([Problem("file", "import-too-large", {"size": len(text), "limit": MAX_BYTES},
                                       f"the file has {len(text)} characters, {MAX_BYTES} fit")])  # fmt: skip
    if "\x00" in text:
        raise ImportDataError([Problem("file", "import-not-csv", {}, "the file is no text")])
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count) if first else ","
    try:
        rows = [(n, [c.strip() for c in row]) for n, row in
                enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1)
                if any(c.strip() for c in row)]  # fmt: skip
    except csv.Error as error:
        raise ImportDataError([Problem("file", "import-not-csv", {"reason": str(error)},
                                       f"the file cannot be read as CSV: {error}")]) from error  # fmt: skip
    if len(rows) < 2:
        raise ImportDataError([Problem("file", "import-empty", {}, "the file has no line below its header")])
    if len(rows) > MAX_ROWS + 1:
        raise ImportDataError([Problem("file", "import-too-large", {"size": len(rows), "limit": MAX_ROWS},
                                       f"the file has {len(rows)} lines, {MAX_ROWS} fit")])  # fmt: skip
    return [cell_in(c) for c in rows[0][1]], rows[1:]


def match_columns(
    entity: EntitySpec, header: Sequence[str]
) -> tuple[dict[int, FieldSpec], tuple[str, ...], dict[str, str]]:
    """Return column number → field, the columns that no field takes, and what those look like."""
    open_fields = [f for f in entity.fields if f.formula is None]
    columns: dict[int, FieldSpec] = {}
    for strict in (True, False):
        for at, name in enumerate(header):
            if at in columns:
                continue
            for field in open_fields:
                words = (field.name, field.label) if strict else (*field.aliases, *field.labels.values())
                if field not in columns.values() and fold(name) in {fold(w) for w in words}:
                    columns[at] = field
                    break
    computed = {fold(w) for f in entity.fields if f.formula is not None for w in (f.name, f.label)}
    ignored = tuple(n for at, n in enumerate(header) if at not in columns and n and fold(n) not in computed)
    return columns, ignored, _suggestions(ignored, [f for f in open_fields if f not in columns.values()])


def _suggestions(ignored: Sequence[str], fields: Sequence[FieldSpec]) -> dict[str, str]:
    if not ignored or not fields:
        return {}
    from rapidfuzz import fuzz, process

    words = {fold(w): f.label for f in fields for w in (f.name, f.label, *f.aliases)}
    found = {}
    for name in ignored:
        best = process.extractOne(fold(name), words.keys(), scorer=fuzz.WRatio, score_cutoff=70)
        if best is not None:
            found[name] = words[best[0]]
    return found


def export_json(connection: Connection, app: App, versions: Sequence[AppVersion]) -> dict[str, Any]:
    """Return a whole app as JSON-able data."""
    query = select(T).where(T.c.app_id == app.id).order_by(T.c.created_at, T.c.id)
    records = [record_of(app, row) for row in connection.execute(query).mappings()]
    return {
        "format": FORMAT, "format_version": FORMAT_VERSION, "id": app.id, "version": app.version,
        "spec": app.spec.as_dict(),
        "versions": [{"number": v.number, "at": v.at.isoformat(), "actor": v.actor, "reason": v.reason,
                      "spec": v.spec.as_dict()} for v in versions],
        "records": [{"id": r.id, "entity": r.entity, "values": dict(r.values), "computed": dict(r.computed),
                     "created_at": r.created_at.isoformat(), "updated_at": r.updated_at.isoformat()}
                    for r in records],
    }  # fmt: skip


def read_export(data: Any) -> tuple[AppSpec, list[tuple[str, list[tuple[str, dict[str, Any]]]]], str]:
    """Return the specification, (entity, [(former id, values)]), and the former id.

    Entities that others point to come first.

    Raises:
        ImportDataError: The data is no exported app.
        SpecError: Its specification has not the shape of one.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or "spec" not in data:
        raise ImportDataError([Problem("format", "import-not-app", {}, "this is no exported app")])
    if data.get("format_version") != FORMAT_VERSION:
        raise ImportDataError(
            [
                Problem(
                    "format_version",
                    "import-newer",
                    {"found": str(data.get("format_version"))},
                    "it was exported by a newer release",
                )
            ]
        )
    spec = parse_spec(data["spec"])
    records = data.get("records", [])
    if not isinstance(records, list) or len(records) > MAX_ROWS:
        raise ImportDataError(
            [Problem("records", "import-too-large", {"limit": MAX_ROWS}, "too many records")]
        )
    by_entity: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for number, record in enumerate(records):
        if not (isinstance(record, Mapping) and isinstance(record.get("values"), Mapping)):
            raise ImportDataError(
                [Problem(f"records.{number}", "import-not-record", {}, "this is no record")]
            )
        if spec.entity(record.get("entity")) is not None:
            by_entity.setdefault(record["entity"], []).append((str(record.get("id")), dict(record["values"])))
    return spec, sorted(by_entity.items(), key=lambda item: _depth(spec, item[0])), str(data.get("id", ""))


def _depth(spec: AppSpec, name: str, seen: tuple[str, ...] = ()) -> int:
    """How many entities have to be there before this one can point to them."""
    entity = spec.entity(name)
    if entity is None or name in seen:
        return 0
    refs = [f.ref for f in entity.fields if f.type == "ref" and f.ref and f.ref != name]
    return max((1 + _depth(spec, r, (*seen, name)) for r in refs), default=0)
