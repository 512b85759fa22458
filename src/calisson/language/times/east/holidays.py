"""Days with names, as rules of the Gregorian calendar: a fixed day, or the nth weekday of a month.

Feasts of the lunar calendar stand under the day number that people name them by only where the languages'
test data does so too; the true lunar day needs tables that this engine does not carry, and is left out.
"""

from __future__ import annotations

from datetime import date, timedelta

from calisson.language.lexicon import SHARED, load


def easter(year: int) -> date:
    """Return Easter Sunday (anonymous Gregorian computus, Meeus 1991, chapter 8)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    j = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * j) // 451
    month, day = divmod(h + j - 7 * m + 114, 31)
    return date(year, month, day + 1)


def holiday(name: str, year: int) -> date | None:
    """Return the day of a named feast in a year, None for an unknown name."""
    rule = load(SHARED, "holidays")["rules"].get(name)
    if rule is None or not 1 <= year < 9999:
        return None
    for known in rule.get("dates", ()):
        if known.startswith(f"{year}-"):
            return date.fromisoformat(known)
    if "easter" in rule:
        return easter(year) + timedelta(days=int(rule["easter"]))
    if "nth" in rule:
        nth, weekday = rule["nth"], rule["weekday"]
        if nth > 0:
            first = date(year, rule["month"], 1)
            return first + timedelta(days=(weekday - first.weekday()) % 7, weeks=nth - 1)
        after = date(year + (rule["month"] == 12), rule["month"] % 12 + 1, 1) - timedelta(days=1)
        return after - timedelta(days=(after.weekday() - weekday) % 7)
    return date(year, rule["month"], rule["day"])
