"""Constructors of days as the calendar writes them: month, day, weekday, year, in words or numbers."""

from __future__ import annotations

from calisson.language.times.west.frame import Frame
from calisson.language.times.west.words import Words, counted, ends


def full_year(value: int | None, *, short: bool = False) -> int | None:
    """Return a year of four digits; two digits mean 1950 to 2049 ('71', '27')."""
    if value is None:
        return None
    if value >= 100 or not short:
        return value
    return value + (2000 if value < 50 else 1900)


def year_of(w: Words) -> int | None:
    """Return the captured year: four digits, two digits, or two words ('nineteen ninety')."""
    whole = w.get("year", "anyyear")
    if whole is not None:
        return int(whole)
    two = w.caps.get("y2w")
    if two:
        return int(two[0]) * 100 + (int(two[1]) if len(two) > 1 else 0)
    return full_year(w.get("y2"), short=True)


def date(w: Words) -> Frame | None:
    """Month, day, weekday, year, each if captured."""
    day = w.get("ord", "day", "ordday")
    if day is not None and not 1 <= day <= 31:
        return None
    return Frame(
        year=year_of(w), month=w.get("month", "mon", "mon2"), day=day, weekday=w.get("weekday"),
        which=w.get("which"), nearest=bool(w.get("coming")),
    )  # fmt: skip


def iso(w: Words) -> Frame | None:
    """`2016-12-16T12:23:59`."""
    day, _, clock = w.get("iso").partition("t")
    parts = day.split("-")
    frame = Frame(year=int(parts[0]), month=int(parts[1]), day=int(parts[2]), exact=True)
    numbers = clock.rstrip("z").split(".")[0].split(":")
    if int(numbers[0]) > 24 or int(numbers[1]) > 59:
        return None
    frame.hour, frame.minute = int(numbers[0]), int(numbers[1])
    frame.second = int(numbers[2]) if len(numbers) > 2 else None
    return frame


def ymd(w: Words) -> Frame | None:
    """`2016-12-16`, `2016/12/16`."""
    text = w.get("ymd")
    year, month, day = (int(p) for p in text.replace("/", "-").replace(".", "-").split("-"))
    return Frame(year=year, month=month, day=day) if 1 <= day <= 31 else None


def order_of(a: int, b: int, *, day_first: bool) -> tuple[int, int] | None:
    """Return (month, day) of two numbers, by the habit of the language unless only the other order works."""
    month, day = (b, a) if day_first else (a, b)
    if not 1 <= month <= 12:
        month, day = day, month
    return (month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def xyz(w: Words) -> Frame | None:
    """`04/22/2016`, `22.04.16`, `9-18-15`."""
    text = w.get("xyz")
    dots = "." in text
    a, b, c = (int(p) for p in text.replace("/", "-").replace(".", "-").split("-"))
    order = order_of(a, b, day_first=w.settings["day_first"] or dots)
    if order is None:
        return None
    return Frame(year=full_year(c, short=True), month=order[0], day=order[1])


_SCALES = frozenset({2, 3, 4, 5, 6, 7, 8, 10, 20, 100})


def pair(w: Words) -> Frame | None:
    """`4/22`, `12.7.`, `4-22`: a date where the words around or the numbers themselves leave little doubt."""
    text: str = w.get("pair") or "-".join(str(n) for n in w.caps["nd"])
    if "-" in text and ("on" not in w.before or w.tokens[0].end != w.tokens[1].start):
        return None
    sign = next(c for c in text if not c.isdigit())
    left, right = text.split(sign)
    a, b = int(left), int(right)
    order = order_of(a, b, day_first=w.settings["day_first"] or sign == ".")
    if order is None:
        return None
    dot_after = w.tokens[-1].text == "."
    strong = w.led or w.alone
    if sign == "/":
        strong = strong or (len(right) == 2 and right[0] in "0123" and (b not in _SCALES or left[0] == "0"))
        strong = strong or a > 12 >= b or (a > b and b not in (2, 3, 4))
        if a <= b and b in _SCALES and len(right) == 1 and not w.led:
            strong = False
    elif sign == ".":
        if not w.settings["dotted"] and not w.led:
            return None
        inner = dot_after and w.followed[:1] not in ("", "\n") and not w.followed[1:2].isupper()
        zero = left[0] == "0" or right[0] == "0"
        strong = (strong and (dot_after or len(right) == 2)) or (dot_after and (inner or zero))
        if not dot_after and len(right) == 1 and w.settings["dotted"]:
            return None
    return Frame(month=order[0], day=order[1], weak=not strong, lead=w.led)


def bare_day(w: Words) -> Frame | None:
    """'on the 15th', 'am 15.', 'for the 27'; an ordinal alone needs company ('20th of next month')."""
    day = w.get("ord", "day")
    dotted = w.tokens[-1].text == "." and w.settings["dotted"] and not w.noun_follows and len(w.tokens) > 2
    if not 1 <= day <= 31 or counted(w) or not (dotted or ends(w)):
        return None
    bare = len(w.tokens) == 1 and not w.led
    return Frame(day=int(day), weekday=w.get("weekday"), lead=not bare, weak=bare)
