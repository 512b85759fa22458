"""Constructors of lengths and of times a length away: 'two and a half hours', 'two days ago'."""

from __future__ import annotations

from collections.abc import Sequence

from calisson.language.times.west.calendar import CLOCK_UNITS, Amount
from calisson.language.times.west.frame import Frame
from calisson.language.times.west.lexer import Token
from calisson.language.times.west.words import Words


def amounts(tokens: Sequence[Token]) -> tuple[Amount, ...]:
    """Read a length: counts with their units, with halves and quarters before or after them."""
    out: list[Amount] = []
    count: float | None = None
    joined = article = False
    for index, token in enumerate(tokens):
        has = token.classes
        if "and" in has:
            joined = True
            continue
        if "mshort" in has and count is not None:
            out.append((count, "minute"))
            count = None
        elif "amount" in has:
            number, name = has["amount"]
            out.append(((1.0 if count is None else count) * number, name))
            count = None
        elif "frac" in has:
            part = has["frac"]
            if (
                out
                and count in (None, 1.0)
                and not any("unit" in t.classes for t in tokens[index + 1 : index + 4])
            ):
                out[-1] = (out[-1][0] + part, out[-1][1])
                count = None
            elif count is None or (article and not joined):
                count = part
            else:
                count = count + part if joined or part >= 0.5 else count * part
        elif "unit" in has and (count is not None or "cnt" not in has):
            out.append((1.0 if count is None else count, has["unit"]))
            count = None
        elif "clock" in has:
            numbers = [int(p) for p in has["clock"].split(":")]
            count = numbers[0] + numbers[1] / 60 + (numbers[2] / 3600 if len(numbers) > 2 else 0)
        elif "cnt" in has and not ("a" in has and count is not None):
            count = count + float(has["cnt"]) if joined and count is not None else float(has["cnt"])
        else:
            continue
        joined, article = False, "a" in has
    if count is not None and out and out[-1][1] == "hour":
        out.append((count, "minute"))
    return tuple(out)


def _span(w: Words, *stop: str) -> tuple[Amount, ...]:
    return amounts([t for t in w.tokens if not any(s in t.classes for s in stop)])


def length(w: Words) -> Frame | None:
    """'an hour and a half', '2:15 h'."""
    found = amounts(w.tokens)
    if found and w.before & {"times", "every"} and "a" in w.tokens[0].classes:
        return None
    return Frame(length=found) if found else None


def ago(w: Words) -> Frame | None:
    """'two days ago'."""
    found = _span(w, "ago")
    return Frame(shift=found, sign=-1) if found else None


def hence(w: Words) -> Frame | None:
    """'in two days', 'two days later'."""
    found = _span(w, "in", "later")
    if w.settings["measured"].search(w.preceding) and all(u in CLOCK_UNITS for _, u in found):
        return Frame(length=found) if found else None  # '5 km in 25 min' is how long it took
    return Frame(shift=found, sign=1) if found else None


def weekdays_hence(w: Words) -> Frame | None:
    """'two Sundays from now'."""
    count = int(w.get("cnt"))
    return Frame(nth=count, nth_of="hence", weekday=w.get("weekday", "weekdays"))


def weekdays_ago(w: Words) -> Frame | None:
    """'two Sundays ago'."""
    return Frame(nth=-int(w.get("cnt")), nth_of="hence", weekday=w.get("weekday", "weekdays"))


def window(w: Words) -> Frame | None:
    """'the last three days', 'the next few hours'."""
    found = _span(w, "which")
    which = w.get("which")
    if not found or which == 0:
        return None
    return Frame(window=found, sign=1 if which > 0 else -1)


def within(w: Words) -> Frame | None:
    """'within three days': from now on."""
    found = _span(w, "within", "which")
    return Frame(window=found, sign=0) if found else None
