"""A meal diary to test with."""

from typing import Any

from calisson.apps import AppSpec

MEALS: dict[str, Any] = {
    "name": "Meals", "language": "en", "icon": "🍜", "entities": [{
        "name": "meal", "label": "Meal", "title_field": "food",
        "time_field": "eaten_at", "notes_field": "notes",
        "fields": [
            {"name": "food", "label": "Food", "type": "text"},
            {"name": "calories", "label": "Calories", "type": "quantity", "unit": "kcal", "aggregate": "sum"},
            {"name": "protein", "label": "Protein", "type": "quantity", "unit": "g", "aggregate": "sum"},
            {"name": "kind", "label": "Kind", "type": "choice",
             "choices": ["breakfast", {"value": "lunch", "aliases": ["Mittagessen", "昼"]}, "dinner"]},
            {"name": "eaten_at", "label": "When", "type": "datetime", "default": "now"},
            {"name": "homemade", "label": "Homemade", "type": "boolean"},
            {"name": "tags", "label": "Tags", "type": "multi_choice"},
            {"name": "rating", "label": "Rating", "type": "rating", "minimum": 1, "maximum": 5},
            {"name": "took", "label": "Time", "type": "duration"},
            {"name": "notes", "label": "Notes", "type": "long_text"},
        ]}],
    "metrics": [
        {"name": "calories_day", "entity": "meal", "aggregate": "sum", "field": "calories", "period": "day",
         "goal": {"value": 2000, "direction": "at_most"}},
        {"name": "meals", "label": "Meals", "entity": "meal", "aggregate": "count", "period": "week"}],
    "views": [{"kind": "table", "entity": "meal"}, {"kind": "form", "entity": "meal"},
              {"kind": "chart", "entity": "meal", "fields": ["calories"], "aggregate": "sum", "period": "day",
               "chart": "bar"}, {"kind": "calendar", "entity": "meal"}],
}  # fmt: skip

RECORDS: list[dict[str, Any]] = [
    {
        "food": "Oatmeal",
        "calories": 380,
        "protein": 12,
        "kind": "breakfast",
        "eaten_at": "2026-03-02T08:00",
        "homemade": True,
        "tags": ["sweet", "warm"],
        "rating": 4,
        "took": 10,
    },
    {
        "food": "Chicken curry",
        "calories": 720,
        "protein": 41,
        "kind": "dinner",
        "eaten_at": "2026-03-02T19:00",
        "homemade": True,
        "tags": ["spicy", "warm"],
        "rating": 5,
        "took": 45,
    },
    {
        "food": "Tuna sandwich",
        "calories": 540,
        "protein": 28,
        "kind": "lunch",
        "eaten_at": "2026-03-03T12:30",
        "homemade": False,
        "rating": 3,
    },
    {"food": "Ramen", "calories": 650.5, "kind": "lunch", "eaten_at": "2026-03-04T12:00", "tags": ["Warm"]},
    {
        "food": "Chicken salad",
        "calories": 410,
        "protein": 35,
        "kind": "dinner",
        "eaten_at": "2026-02-25T19:00",
        "homemade": True,
        "rating": 4,
    },
]


def spec(data: dict[str, Any]) -> AppSpec:
    return AppSpec.model_validate(data)
