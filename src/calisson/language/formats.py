"""Numbers, units, money, dates and lists as people of each language write them (CLDR through Babel).

Values come in as the public contract stores them: durations in minutes, dates `YYYY-MM-DD`, times `HH:MM`,
date-times `YYYY-MM-DDTHH:MM`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Any

from calisson.language.traits import traits
from calisson.language.types import LANGUAGES


def locale_of(language: str) -> str:
    """Return the CLDR locale of a language; itself when it has none of ours."""
    return traits(language).locale if language in LANGUAGES else language


def currency_of(language: str, tz: str) -> str:
    """Return the currency (ISO 4217) of the zone's country, else of the language's main one (CLDR)."""
    from babel.core import get_global
    from babel.numbers import get_territory_currencies

    territory = get_global("zone_territories").get(tz) or locale_of(language)[-2:]
    return str((get_territory_currencies(territory) or ["USD"])[0])


def number(value: float, language: str) -> str:
    """Format a number with at most two decimals (more for numbers under 1), grouped."""
    from babel.numbers import format_decimal

    digits = 2 if abs(value) >= 1 or value == 0 else 4
    rounded = round(float(value), 3 if 1 <= abs(value) < 10 else digits)
    pattern = (
        "#,##0.###" if digits == 2 and abs(rounded) < 10 else "#,##0.##" if digits == 2 else "#,##0.####"
    )
    return str(format_decimal(rounded, format=pattern, locale=locale_of(language)))


def money(value: float, currency: str, language: str) -> str:
    """Format an amount of money; whole amounts of a currency with minor units keep them."""
    from babel.numbers import format_currency

    return str(format_currency(value, currency, locale=locale_of(language)))


def percent(value: float, language: str) -> str:
    """Format a percentage given as 12.5 for 12.5 %."""
    from babel.numbers import format_percent

    return str(format_percent(value / 100, format="#,##0.##%", locale=locale_of(language)))


def duration(minutes: float, language: str) -> str:
    """Format a duration given in minutes: '1 hr 30 min', '1 Std. 30 Min.', '1小时30分钟'."""
    from babel.units import format_unit

    locale = locale_of(language)
    hours, rest = divmod(round(minutes, 2), 60)
    parts = []
    if hours:
        parts.append(format_unit(int(hours), "duration-hour", "short", locale=locale))
    if rest or not parts:
        rest = int(rest) if float(rest).is_integer() else round(rest, 1)
        parts.append(format_unit(rest, "duration-minute", "short", locale=locale))
    return ("" if not traits(language).spaced else " ").join(parts)


def day(value: date, language: str, *, today: date | None = None) -> str:
    """Format a day with its weekday; without the year when it is this one."""
    from babel.dates import format_date, format_skeleton

    if today and value.year == today.year:
        return str(format_skeleton("MMMEd", value, locale=locale_of(language)))
    return str(
        format_date(value, "long" if not traits(language).spaced else "medium", locale=locale_of(language))
    )


def month(value: date, language: str) -> str:
    """Format the month of a day with its year ('March 2026')."""
    from babel.dates import format_skeleton

    return str(format_skeleton("yMMMM", value, locale=locale_of(language)))


def clock(value: time, language: str) -> str:
    """Format a time of day as the language writes it ('7:45 PM', '19:45')."""
    from babel.dates import format_time

    pattern = (
        "aaaa h:mm" if traits(language).particles else "short"
    )  # CLDR's short Korean day period is a Latin AM/PM
    return str(format_time(value, pattern, locale=locale_of(language))).replace("\u202f", " ")


def moment(value: datetime, language: str, *, today: date | None = None) -> str:
    """Format a day and time."""
    return f"{day(value.date(), language, today=today)} {clock(value.time(), language)}"


def quantity(value: float, unit: str, language: str) -> str:
    """Format a number with its unit's usual sign ('650 kcal', '61.2 kg')."""
    from calisson.language.units import label

    sign = label(unit, language, value)
    glue = "" if sign in {"°"} or (sign and ord(sign[0]) > 0x2E80) else " "
    return f"{number(value, language)}{glue}{sign}"


def value(
    given: Any,
    *,
    type: str,
    language: str,
    unit: str | None = None,
    currency: str | None = None,
    today: date | None = None,
) -> str:
    """Format one stored value of a field for reading; empty text for nothing.

    Args:
        given: the value as the contract stores it.
        type: the field's type.
        language: the language to write in.
        unit: the field's unit.
        currency: the field's currency (ISO 4217).
        today: the day that is 'this year'.
    """
    if given is None or given == "":
        return ""
    if isinstance(given, bool):
        return "✓" if given else "✗"
    if isinstance(given, (list, tuple)):
        return listing([str(g) for g in given], language)
    if isinstance(given, (int, float)):
        if type == "money" and currency:
            return money(given, currency, language)
        if type == "percent":
            return percent(given, language)
        if type == "duration":
            return duration(given, language)
        return quantity(given, unit, language) if unit else number(given, language)
    text = str(given)
    try:
        if type == "date":
            return day(date.fromisoformat(text[:10]), language, today=today)
        if type == "datetime":
            return moment(datetime.fromisoformat(text), language, today=today)
        if type == "time":
            return clock(time.fromisoformat(text), language)
    except ValueError:
        return text
    return text


def listing(items: Sequence[str] | Iterable[str], language: str) -> str:
    """Join items as the language does ('a, b, and c', 'a、b和c')."""
    from babel.lists import format_list

    items = list(items)
    return str(format_list(items, locale=locale_of(language))) if items else ""
