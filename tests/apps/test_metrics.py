"""The numbers of a card, the points of a chart."""

from datetime import datetime
from typing import Any

import pytest
from app_samples import MEALS, spec

from calisson.apps import App, Apps
from calisson.apps.metrics import window
from calisson.errors import NotFoundError
from calisson.store import Database

NOW = datetime(2026, 3, 2, 22, 0)


def test_a_glance(apps: Apps, meals: App) -> None:
    calories, count = apps.glance(meals.id, NOW)
    assert (
        calories.label,
        calories.value,
        calories.unit,
        calories.goal,
        calories.direction,
        calories.progress,
    ) == (
        "Calories",
        1100,
        "kcal",
        2000,
        "at_most",
        0.55,
    )
    assert (count.label, count.value, count.period) == ("Meals", 4, "week")
    assert apps.glance(meals.id, datetime(2026, 1, 1))[0].value == 0


@pytest.mark.parametrize(
    ("period", "start", "end"),
    [
        ("day", "2026-03-02", "2026-03-03"),
        ("week", "2026-03-02", "2026-03-09"),
        ("month", "2026-03-01", "2026-04-01"),
        ("year", "2026-01-01", "2027-01-01"),
    ],
)
def test_windows(period: str, start: str, end: str) -> None:
    found = window(period, NOW)
    assert found is not None
    assert (found.start, found.end) == (datetime.fromisoformat(start), datetime.fromisoformat(end))
    assert window("total", NOW) is None


@pytest.mark.parametrize(
    ("view", "points"),
    [
        (
            {"kind": "chart", "fields": ["calories"], "period": "day"},
            [("2026-02-25", 410), ("2026-03-02", 1100)],
        ),
        (
            {"kind": "chart", "fields": ["calories"], "period": "week"},
            [("2026-02-23", 410), ("2026-03-02", 1100)],
        ),
        (
            {"kind": "chart", "fields": ["calories"], "group_by": "kind", "chart": "pie"},
            [("lunch", 1190.5), ("dinner", 1130), ("breakfast", 380)],
        ),
        (
            {"kind": "chart", "aggregate": "count", "group_by": "kind"},
            [("dinner", 2), ("lunch", 2), ("breakfast", 1)],
        ),
        ({"kind": "stat", "fields": ["calories"], "period": "day"}, [("", 1100)]),
        (
            {
                "kind": "chart",
                "fields": ["calories"],
                "group_by": "kind",
                "where": [{"field": "homemade", "op": "eq", "value": True}],
            },
            [("dinner", 1130), ("breakfast", 380)],
        ),
    ],
)
def test_series(
    apps: Apps, database: Database, view: dict[str, Any], points: list[tuple[str, float]]
) -> None:
    from app_samples import RECORDS

    with database.transaction("me") as tx:
        app = apps.create(tx, spec({**MEALS, "views": [{"entity": "meal", **view}]}))
        apps.add_many(tx, app.id, None, RECORDS)
    found = apps.series(app.id, 0, NOW)
    if not (view.get("period") in ("day", "week") and view["kind"] == "chart"):
        assert [(p["x"], p["y"]) for p in found.points] == points
    else:
        assert [(p["x"], p["y"]) for p in found.points][:1] == points[:1]
    assert found.unit == (None if view.get("aggregate") == "count" else "kcal")
    with pytest.raises(NotFoundError):
        apps.series(app.id, 1, NOW)
