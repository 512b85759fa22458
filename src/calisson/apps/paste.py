"""Pasting a piece of a spreadsheet: rows of cells, tabs between them, written the way people write.

A column is read as a whole: `3/4/2026` alone can be March or April, but `25/4/2026` in the same column settles
it, and so does `1.234,50` for every other number beside it. What stays open is read in the language's own
order. Cells that still do not fit are reported one by one; nothing is guessed into a field.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from calisson.apps.records import add_many, check
from calisson.apps.spec import EntitySpec, FieldSpec
from calisson.apps.transfer import cell_in, match_columns
from calisson.apps.types import App, PasteReport
from calisson.apps.values import is_blank, read_text
from calisson.errors import ImportDataError, Problem, ValuesError
from calisson.language.traits import decimal_comma, month_first
from calisson.language.types import NUMERIC
from calisson.store import Transaction

MAX_ROWS = 10_000
MAX_PROBLEMS = 200

_DATE = re.compile(
    r"(\d{1,4})\s*[./\-年년]\s*(\d{1,2})\s*[./\-月월]\s*(\d{1,4})?\s*[日일.]?"
    r"(?:[\sT,]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\.?)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?\d[\d.,'\u2019\u00a0\u202f ]*|[-+]?[.,]\d+")


def paste(
    tx: Transaction, app: App, entity: EntitySpec, text: str, local: datetime, *, fields: Sequence[str] = (),
    keep: bool = False, dry_run: bool = False, language: str = "en",
) -> PasteReport:  # fmt: skip
    """Add rows that were copied from a spreadsheet.

    Args:
        tx: The transaction to write in.
        app: The app.
        entity: What the rows become.
        text: Lines of cells with tabs between them; quoted cells may hold line breaks.
        local: The home's time, for defaults.
        fields: The fields that the columns stand under when the first row does not name them; in the
            entity's order when empty.
        keep: Add the rows that fit when some do not; otherwise all or none.
        dry_run: Only report.
        language: Settles what a column leaves open: day or month first, decimal point or comma.

    Raises:
        ImportDataError: There is nothing in it, or too much.
    """
    table = _table(text)
    columns, header = _columns(entity, table[0], fields)
    lines = table[1:] if header else table
    readers = {at: _reader(f, [r[at] for r in lines if at < len(r)], language) for at, f in columns.items()}
    problems: list[Problem] = []
    fitting: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        values = {f.name: readers[at](line[at]) for at, f in columns.items() if at < len(line)}
        if all(is_blank(v) for v in values.values()):
            continue
        try:
            check(tx, app, entity, values, local, partial=False)
            fitting.append(values)
        except ValuesError as error:
            problems += [
                Problem(f"{number}.{p.path}", p.message_id, p.arguments, p.hint) for p in error.problems
            ]
    taken = tuple(columns[at].name if at in columns else "" for at in range(max(map(len, table))))
    added = len(fitting) if keep or not problems else 0
    if added and not dry_run:
        add_many(tx, app, entity, fitting, local)
    if dry_run:
        added = len(fitting)
    return PasteReport(len(lines), added, taken, header, tuple(problems[:MAX_PROBLEMS]))


def _table(text: str) -> list[list[str]]:
    if "\x00" in text:
        raise ImportDataError([Problem("text", "import-not-csv", {}, "the text is no table")])
    try:
        read = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter="\t")
        table = [[cell_in(c.strip()) for c in row] for row in read if any(c.strip() for c in row)]
    except csv.Error as error:
        raise ImportDataError([Problem("text", "import-not-csv", {}, str(error))]) from None
    if not table:
        raise ImportDataError([Problem("text", "import-empty", {}, "there is nothing in it")])
    if len(table) > MAX_ROWS + 1:
        raise ImportDataError([Problem("text", "import-too-large", {"size": len(table), "limit": MAX_ROWS},
                                       f"{len(table)} rows, {MAX_ROWS} fit")])  # fmt: skip
    return table


def _columns(
    entity: EntitySpec, first: Sequence[str], fields: Sequence[str]
) -> tuple[dict[int, FieldSpec], bool]:
    """Column number → field, and whether the first row names the fields."""
    named, _, _ = match_columns(entity, first)
    if named and 2 * len(named) >= len([c for c in first if c]):
        return named, True
    wanted = [f for name in fields if (f := entity.field(name)) is not None] or list(entity.fields)
    return {at: f for at, f in enumerate(wanted[: len(first)]) if f.formula is None}, False


def _reader(field: FieldSpec, cells: Sequence[str], language: str) -> Callable[[str], Any]:
    if field.type in ("date", "datetime"):
        first = _day_or_month_first(cells, language)
        return lambda cell: _date(cell, first, field.type == "datetime")
    if field.type == "duration":
        return lambda cell: _duration(cell, _comma(cells, language))
    if field.type in NUMERIC:
        comma = _comma(cells, language)
        return lambda cell: _number(cell, comma)
    return lambda cell: read_text(field, cell)


def _comma(cells: Sequence[str], language: str) -> bool:
    """Whether the decimals of a column stand behind a comma."""
    votes = 0
    for cell in cells:
        comma, point = cell.rfind(","), cell.rfind(".")
        if comma >= 0 and point >= 0:
            votes += 2 if comma > point else -2
        elif cell.count(",") > 1 or cell.count(".") > 1:
            votes += -1 if comma >= 0 else 1
        elif (found := re.search(r"([.,])(\d+)\D*$", cell)) and len(found[2]) != 3:
            votes += 1 if found[1] == "," else -1
    return votes > 0 if votes else decimal_comma(language)


def _number(cell: str, comma: bool) -> Any:
    """The one number of a cell, with whatever currency or unit is written beside it; else the cell."""
    text = cell.replace("−", "-").replace("\u2212", "-").strip()
    if not text:
        return None
    negative = text.startswith("(") and text.endswith(")")
    found = _NUMBER.findall(text)
    if len(found) != 1 or re.search(r"[A-Za-z]{12,}", text):
        return cell
    plain = re.sub(r"['\u2019\u00a0\u202f ]", "", found[0])
    plain = plain.replace(".", "").replace(",", ".") if comma else plain.replace(",", "")
    sign = -1 if negative or (re.match(r"^[^\d+-]*-", text) and not plain.startswith("-")) else 1
    try:
        return sign * float(plain)
    except ValueError:
        return cell


def _duration(cell: str, comma: bool) -> Any:
    """Minutes: `1:30` is an hour and a half, a plain number is minutes."""
    if found := re.fullmatch(r"(\d{1,4}):([0-5]\d)(?::[0-5]\d)?", cell.strip()):
        return int(found[1]) * 60 + int(found[2])
    return _number(cell, comma)


def _day_or_month_first(cells: Sequence[str], language: str) -> bool:
    """Whether the day stands before the month in `3/4/2026`."""
    for cell in cells:
        found = _DATE.match(cell)
        if found and len(found[1]) < 3 and found[3]:
            if int(found[1]) > 12:
                return True
            if int(found[2]) > 12:
                return False
            if "." in cell[: found.end(2)]:
                return True
    return not month_first(language)


def _date(cell: str, day_first: bool, clock: bool) -> Any:
    """A date in the stored form; the cell itself when it is none."""
    text = cell.strip()
    found = _DATE.fullmatch(text)
    if not text:
        return None
    if found is None or found[3] is None:
        return cell
    a, b, c = int(found[1]), int(found[2]), int(found[3])
    if len(found[1]) > 2:
        year, month, day = a, b, c
    else:
        year = c if len(found[3]) > 2 else 2000 + c if c < 70 else 1900 + c
        day, month = (a, b) if day_first else (b, a)
    hour, minute = int(found[4] or 0), int(found[5] or 0)
    if found[6]:
        hour = hour % 12 + (12 if found[6].lower() == "p" else 0)
    stamp = f"{year:04d}-{month:02d}-{day:02d}"
    return f"{stamp}T{hour:02d}:{minute:02d}" if clock and found[4] else stamp
