"""Pasting pieces of spreadsheets."""

from typing import Any

import pytest
from app_samples import MEALS, spec

from calisson.apps import App, Apps
from calisson.apps.spec import parse_spec
from calisson.errors import ImportDataError
from calisson.store import Database

LEDGER: dict[str, Any] = {
    "name": "Ledger", "language": "en", "entities": [{"name": "item", "label": "Item", "title_field": "what", "fields": [
        {"name": "what", "label": "What", "type": "text"},
        {"name": "amount", "label": "Amount", "type": "money", "currency": "EUR"},
        {"name": "day", "label": "Day", "type": "date"},
        {"name": "took", "label": "Took", "type": "duration"},
        {"name": "double", "label": "Double", "type": "money", "currency": "EUR", "formula": "amount * 2"}]}],
}  # fmt: skip


@pytest.fixture
def ledger(apps: Apps, database: Database) -> App:
    with database.transaction("me") as tx:
        return apps.create(tx, parse_spec(LEDGER))


def pasted(database: Database, apps: Apps, app: App, text: str, **options: Any) -> Any:
    with database.transaction("me") as tx:
        return apps.paste(tx, app.id, text, **options)


def columns(apps: Apps, app: App, name: str) -> list[Any]:
    found = {r.values.get("what"): r.values.get(name) for r in apps.records(app.id)}
    return [found[k] for k in sorted(found, key=str)]


def test_a_header_names_the_fields(database: Database, apps: Apps, ledger: App) -> None:
    report = pasted(
        database,
        apps,
        ledger,
        "Day\tWhat\tElsewhere\tamount\n2026-03-02\ta\tx\t12.50 €\n\n2026-03-03\tb\ty\t€1,200\n",
    )
    assert (report.rows, report.added, report.header, report.problems) == (2, 2, True, ())
    assert report.fields == ("day", "what", "", "amount")
    assert columns(apps, ledger, "amount") == [12.5, 1200]


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["1.234,50", "12,5", "1.200"], [1234.5, 12.5, 1200]),
        (["1,234.50", "12.5", "1,200"], [1234.5, 12.5, 1200]),
        (["(5.00)", "-7.25", "−3"], [-5, -7.25, -3]),
        (["¥1,980", "1 200 ¥", "12円"], [1980, 1200, 12]),
    ],
)
def test_numbers_are_read_by_their_column(
    database: Database, apps: Apps, ledger: App, cells: list[str], read: list[float]
) -> None:
    text = "\n".join(f"{name}\t{cell}" for name, cell in zip("abc", cells, strict=True))
    assert pasted(database, apps, ledger, text).problems == ()
    assert columns(apps, ledger, "amount") == read


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["3/4/2026", "25/4/2026"], ["2026-04-03", "2026-04-25"]),
        (["3/4/2026", "4/25/26"], ["2026-03-04", "2026-04-25"]),
        (["3/4/2026", "5/6/2026"], ["2026-03-04", "2026-05-06"]),
        (["3.4.2026", "05.06.26"], ["2026-04-03", "2026-06-05"]),
        (["2026年3月2日", "2026/03/04"], ["2026-03-02", "2026-03-04"]),
        (["2026년 3월 2일", "2026-3-4"], ["2026-03-02", "2026-03-04"]),
    ],
)
def test_dates_are_read_by_their_column(
    database: Database, apps: Apps, ledger: App, cells: list[str], read: list[str]
) -> None:
    text = "\n".join(f"{name}\t1\t{cell}" for name, cell in zip("ab", cells, strict=True))
    assert pasted(database, apps, ledger, text).problems == ()
    assert columns(apps, ledger, "day") == read


def test_what_does_not_fit_is_reported_and_nothing_is_stored_until_asked(
    database: Database, apps: Apps, ledger: App
) -> None:
    text = "a\t1\t2026-03-02\nb\tlots\t2026-02-30\nc\t3\t2026-03-02"
    report = pasted(database, apps, ledger, text)
    assert (report.rows, report.added) == (3, 0)
    assert [(p.path, p.message_id) for p in report.problems] == [
        ("2.amount", "value-not-number"), ("2.day", "value-no-such-date"),
    ]  # fmt: skip
    assert apps.count(ledger.id) == 0
    assert pasted(database, apps, ledger, text, dry_run=True).added == 2
    assert apps.count(ledger.id) == 0
    assert pasted(database, apps, ledger, text, keep=True).added == 2
    assert columns(apps, ledger, "amount") == [1, 3]


def test_columns_go_where_they_were_pasted_and_computed_ones_nowhere(
    database: Database, apps: Apps, ledger: App
) -> None:
    report = pasted(database, apps, ledger, '5\t"two\nlines"\t99', fields=["amount", "what", "double"])
    assert (report.fields, report.added) == (("amount", "what", ""), 1)
    assert columns(apps, ledger, "what") == ["two lines"] or columns(apps, ledger, "what") == ["two\nlines"]


def test_durations(database: Database, apps: Apps, ledger: App) -> None:
    pasted(database, apps, ledger, "a\t\t\t1:30\nb\t\t\t45")
    assert columns(apps, ledger, "took") == [90, 45]


def test_nothing_and_too_much(database: Database, apps: Apps, ledger: App) -> None:
    for text in ("", " \t \n", "a\x00b", "x\n" * 10_002):
        with pytest.raises(ImportDataError):
            pasted(database, apps, ledger, text)


def test_choices_and_lists_as_in_files(database: Database, apps: Apps) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, spec(MEALS) if callable(spec) else parse_spec(MEALS))
    report = pasted(database, apps, app, "Food\tKind\tTags\tHomemade\nSoup\tMittagessen\twarm; salty\tyes")
    assert report.problems == ()
    record = apps.records(app.id)[0]
    assert (record.values["kind"], record.values["tags"], record.values["homemade"]) == (
        "lunch",
        ["warm", "salty"],
        True,
    )
