"""The fixed set of constructors: what a matched template says, as a frame.

A maker is a function from the captured words to a `Frame`, or None when the words cannot mean that (a 32nd day,
a rating `4/5`). Their names are the keys under `[rules]` of a language's data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from calisson.language.times.west.calendar import CLOCK_UNITS, Amount
from calisson.language.times.west.frame import Every, Frame
from calisson.language.times.west.lexer import Token


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of a match and what its classes captured."""

    tokens: Sequence[Token]
    caps: dict[str, list[Any]]
    settings: dict[str, Any]
    language: str = "en"
    followed: str = ""
    """The lower-case text after the match."""
    alone: bool = False
    """Whether the match is the whole text."""
    led: bool = False
    """Whether a preposition of time stands before the match."""
    before: frozenset[str] = frozenset()
    """The classes of the token before the match."""
    preceding: str = ""
    """The lower-case text before the match."""

    def get(self, *names: str) -> Any:
        """Return the first captured value of these classes, or None."""
        return next((self.caps[name][0] for name in names if name in self.caps), None)

    def all(self, name: str) -> list[Any]:
        """Return the values of a class over all tokens of the match, also those in repeated groups."""
        return [t.classes[name] for t in self.tokens if name in t.classes]


Maker = Callable[[Words], Frame | None]


def full_year(value: int | None, *, short: bool = False) -> int | None:
    """Return a year of four digits; two digits mean 1950 to 2049 ('71', '27')."""
    if value is None:
        return None
    if value >= 100 or not short:
        return value
    return value + (2000 if value < 50 else 1900)


def _year(w: Words) -> int | None:
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
        year=_year(w), month=w.get("month", "mon", "mon2"), day=day, weekday=w.get("weekday"), which=w.get("which"),
        nearest=bool(w.get("coming")), weak=bool(w.settings.get("weak_date")),
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


def _order(a: int, b: int, *, day_first: bool) -> tuple[int, int] | None:
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
    order = _order(a, b, day_first=w.settings["day_first"] or dots)
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
    order = _order(a, b, day_first=w.settings["day_first"] or sign == ".")
    if order is None:
        return None
    dot_after = w.tokens[-1].text == "."
    strong = w.led or w.alone
    if sign == "/":
        strong = strong or len(right) == 2 and right[0] in "0123" and (b not in _SCALES or left[0] == "0")
        strong = strong or a > 12 >= b or (a > b and b not in (2, 3, 4))
        if a <= b and b in _SCALES and len(right) == 1 and not w.led:
            strong = False
    elif sign == ".":
        if not w.settings["dotted"] and not w.led:
            return None
        inner = dot_after and w.followed[:1] not in ("", "\n") and not w.followed[1:2].isupper()
        zero = left[0] == "0" or right[0] == "0"
        strong = strong and (dot_after or len(right) == 2) or (dot_after and (inner or zero))
        if not dot_after and len(right) == 1 and w.settings["dotted"]:
            return None
    return Frame(month=order[0], day=order[1], weak=not strong, lead=w.led)


def relday(w: Words) -> Frame | None:
    """'today', 'tomorrow', 'the day before yesterday'; with a part of the day glued on, that too."""
    return Frame(rel=("day", w.get("relday")), part=w.get("part", "clearpart"), weekday=w.get("weekday"))


def weekday_part(w: Words) -> Frame | None:
    """'Dienstagabend' as one word."""
    weekday, part = w.get("weekday_part")
    return Frame(weekday=weekday, part=part, which=w.get("which"))


def weekday_and_part(w: Words) -> Frame | None:
    """'Dienstag Abend'."""
    return Frame(weekday=w.get("weekday"), part=w.get("part"), which=w.get("which"))


def window_units(w: Words) -> Frame | None:
    """'in den nächsten Stunden', 'in den letzten Tagen': a few of them."""
    return None


def nth_of_this(w: Words) -> Frame | None:
    """'die dritte Woche des Monats': the nth of the current one."""
    units = w.all("unit")
    place = w.get("ord", "day")
    weekday = w.get("weekday")
    inner, outer = ("weekday", units[-1]) if weekday is not None else (units[0], units[-1])
    if inner in CLOCK_UNITS or outer not in ("month", "year", "quarter"):
        return None
    return Frame(nth=-1 if place is None else int(place), nth_of=inner, weekday=weekday, rel=(outer, 0))


def clock_led(w: Words) -> Frame | None:
    """'um 7.15'."""
    return None if _counted(w) else clock(w)


def relday_part(w: Words) -> Frame | None:
    """'heutabend' and the like as one word."""
    offset, part = w.get("relday_part")
    return Frame(rel=("day", offset), part=part)


def unit(w: Words) -> Frame | None:
    """'last week', 'this year', 'next weekend'; 'next hour' is a stretch from now on."""
    name, which = w.get("unit") or "weekend", w.get("which") or 0
    if name in CLOCK_UNITS:
        return None if which == 0 else Frame(window=((1.0, name),), sign=1 if which > 0 else -1)
    if name == "workday":
        return Frame(shift=((1.0, name),), sign=1 if which > 0 else -1) if which else None
    return Frame(rel=(name, which))


def unit_after_next(w: Words) -> Frame | None:
    """'the week after next', 'übernächste Woche'."""
    return Frame(rel=(w.get("unit"), 2))


def unit_before_last(w: Words) -> Frame | None:
    """'the week before last', 'vorletzte Woche'."""
    return Frame(rel=(w.get("unit"), -2))


def now(_w: Words) -> Frame | None:
    """'now', 'as soon as possible'."""
    return Frame(now=True)


def holiday(w: Words) -> Frame | None:
    """A feast, with a year if captured."""
    return Frame(holiday=w.get("holiday"), year=_year(w), which=None)


def season(w: Words) -> Frame | None:
    """'last summer', 'winter 2025'."""
    which = w.get("which")
    return Frame(season=w.get("season"), year=_year(w), which=which if which is not None else None)


def nth(w: Words) -> Frame | None:
    """'the first Friday', 'the last day', 'the third week'."""
    place = w.get("ord")
    place = -1 if place is None else int(place)
    weekday = w.get("weekday")
    if weekday is not None:
        return Frame(nth=place, nth_of="weekday", weekday=weekday)
    name = w.get("unit")
    if name in CLOCK_UNITS or name in (None, "century", "decade"):
        return None
    return Frame(nth=place, nth_of=name)


def week_of(_w: Words) -> Frame | None:
    """'the week of …' before a day."""
    return Frame(week_of=True)


def quarter(w: Words) -> Frame | None:
    """`Q3`, 'second half of the year' as the third quarter and so on of a year."""
    place = w.get("nd", "n", "ord")
    limit = 2 if w.get("halfmark") else 4
    if not 1 <= place <= limit:
        return None
    return Frame(nth=place, nth_of="half" if limit == 2 else "quarter", year=_year(w))


def year(w: Words) -> Frame | None:
    """A year that words announce ('in 2016', 'year 247')."""
    value = _year(w)
    return None if value is None or value < 1 or _counted(w) else Frame(year=value)


def year_led(w: Words) -> Frame | None:
    """A year after a preposition of time ('since 2016')."""
    return year(w) if w.led or "of" in w.before else None


def stamp(w: Words) -> Frame | None:
    """'Wed Oct 26 15:50:06 2016'."""
    day, time = date(w), clock(w)
    if day is None or time is None:
        return None
    day.hour, day.minute, day.second, day.exact = time.hour, time.minute, time.second, time.exact
    return day


def decade(w: Words) -> Frame | None:
    """'the 1970s', 'the seventies'."""
    value = w.get("decade")
    if value is None:
        value = w.get("year", "y2", "hundreds")
    two = w.caps.get("y2w")
    if two:
        value = int(two[0]) * 100 + int(w.get("decade") or 0)
    if value is None or value % 10:
        return None
    return Frame(decade=(int(value), value >= 100))


def century(w: Words) -> Frame | None:
    """'the 21st century'."""
    place = w.get("ord", "n")
    return Frame(century=int(place)) if 1 <= place <= 30 else None


def weekno(w: Words) -> Frame | None:
    """'week 31'."""
    number = w.get("nd", "n")
    return Frame(weekno=number) if 1 <= number <= 53 else None


def edge(w: Words) -> Frame | None:
    """'the end of', 'early', 'the rest of' before a stretch; with a unit, of the current one."""
    if (whole := w.get("edge_of")) is not None:
        return Frame(edge=whole[0], rel=(whole[1], 0))
    name = w.get("unit")
    rel = None if name is None else (name, w.get("which") or 0)
    if name in CLOCK_UNITS:
        return None
    return Frame(edge=w.get("edge"), rel=rel, month=w.get("month"), year=_year(w))


# --- amounts ---------------------------------------------------------------------------------------------


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
            if out and count in (None, 1.0) and not any("unit" in t.classes for t in tokens[index + 1 : index + 4]):
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


# --- clock -----------------------------------------------------------------------------------------------


def _meridian(w: Words) -> Any:
    return w.get("meridian")


def clock(w: Words) -> Frame | None:
    """`8:40`, '8 Uhr 40', '3 pm', 'eight forty': hour, minute, second as captured."""
    text = w.get("clock")
    minute: int | None
    second: int | None = None
    if text is not None:
        numbers = [int(p) for p in text.split(":")]
        hour, minute = numbers[0], numbers[1]
        second = numbers[2] if len(numbers) > 2 else None
        exact = text[0] == "0" or hour > 12
    elif w.get("dotclock") or w.get("pair") is not None:
        left, _, right = str(w.get("pair")).partition(".")
        if len(right) != 2:
            return None
        hour, minute, exact = int(left), int(right), False
    elif w.get("hhmm") is not None:
        hour, minute, exact = w.get("hhmm") // 100, w.get("hhmm") % 100, False
    else:
        hour = w.get("nw_hour", "hour")
        minute = w.get("min", "min2")
        exact = hour > 12 or hour == 0
        if w.get("nw_hour") and minute is not None and minute < 10 and "meridian" not in w.caps and "oh" not in w.caps:
            return None
    if hour is None or hour > 24 or (minute or 0) > 59 or (second or 0) > 59 or hour == 24 and minute:
        return None
    return _timed(w, Frame(hour=hour, minute=minute, second=second, exact=exact or bool(w.get("uhr"))))


def _timed(w: Words, frame: Frame) -> Frame:
    frame.meridian = _meridian(w)
    frame.part = w.get("part", "clearpart")
    return frame


def minutes_past(w: Words) -> Frame | None:
    """'ten past nine', 'Viertel nach acht'."""
    return _offset(w, 1)


def minutes_to(w: Words) -> Frame | None:
    """'ten to nine', 'Viertel vor acht'."""
    return _offset(w, -1)


def half_to(w: Words) -> Frame | None:
    """'halb neun': half an hour before nine."""
    hour = w.get("hour")
    return None if not 1 <= hour <= 24 else _timed(w, _moved(hour, 0, -30))


def quarter_into(w: Words) -> Frame | None:
    """'viertel neun' (8:15), 'dreiviertel neun' (8:45)."""
    hour = w.get("hour")
    return None if not 1 <= hour <= 24 else _timed(w, _moved(hour, 0, -60 + int(w.get("quarterword") * 60)))


def half_eve(w: Words) -> Frame | None:
    """'fünf vor halb neun', 'fünf nach halb neun'."""
    sign = -1 if w.get("before") else 1
    return _timed(w, _moved(w.get("hour"), 0, -30 + sign * int(w.get("min"))))


def _moved(hour: int, minute: int, by: int) -> Frame:
    total = hour * 60 + minute + by
    frame = Frame(hour=total // 60 % 24, minute=total % 60, exact=hour > 12)
    if 0 < hour <= 12 and total < 60:  # 'half to one' is 0:30 or 12:30: read as 12:30
        frame.hour = 12
    return frame


def _offset(w: Words, sign: int) -> Frame | None:
    fraction = w.get("frac", "quarterword")
    numbers = w.all("n")
    text = w.get("clock")
    minutes = int(fraction * 60) * (int(w.get("times") or 1)) if fraction is not None else w.get("min")
    if fraction is not None and (times := w.get("times_n")) is not None:
        minutes = int(fraction * 60 * times)
    if text is not None:
        hour, base = (int(p) for p in text.split(":")[:2])
    else:
        hour = w.get("hour2", "hour")
        hours = w.caps.get("hour", [])
        hour = hours[-1] if hours else hour
        base = w.get("min2nd") or 0
        if len(numbers) == 3:
            hour, base = numbers[1], numbers[2]
    if hour is None or hour > 24:
        return None
    return _timed(w, _moved(hour, base, sign * minutes))


def named_clock(w: Words) -> Frame | None:
    """'noon', 'midnight', also with a number before it ('12 noon')."""
    hour, minute = w.get("clockword")
    said = w.get("hour")
    if said not in (None, hour, hour or 12, 12 if hour == 0 else hour):
        return None
    return Frame(hour=hour, minute=minute, exact=True)


def bare_hour(w: Words) -> Frame | None:
    """'at 7', 'um sieben'."""
    hour = w.get("hour")
    return None if _counted(w) else Frame(hour=hour, exact=hour > 12 or hour == 0, lead=True)


def bare_day(w: Words) -> Frame | None:
    """'on the 15th', 'am 15.', 'for the 27'; an ordinal alone needs company ('20th of next month')."""
    day = w.get("ord", "day")
    if not 1 <= day <= 31 or _counted(w) or not _ends(w):
        return None
    bare = len(w.tokens) == 1 and not w.led
    return Frame(day=int(day), weekday=w.get("weekday"), lead=not bare, weak=bare)


def _counted(w: Words) -> bool:
    """Whether what follows makes the number a count or a quantity."""
    from calisson.language.numbers.vocabulary import named_at

    text = w.followed
    stripped = text.lstrip()
    if text[:1] in ("%", "€", "$", "£", "x") or (text[:1] == "-" and text[1:2].isalpha()) or stripped[:1] in ("%", "€", "$", "£", "°"):
        return True
    if text[:1] in ",." and text[1:2].isdigit():
        return True
    first = stripped.split(" ")[0].strip(".,!?;:")
    if first in w.settings["counted"]:
        return True
    named = named_at(text, len(text) - len(stripped), w.language)
    return named is not None and first not in w.settings["function_words"]


def _ends(w: Words) -> bool:
    """Whether the phrase ends here: nothing follows, a mark, or a small word."""
    stripped = w.followed.strip()
    if not stripped or not stripped[0].isalnum():
        return True
    word = stripped.split()[0].strip(".,!?;:'")
    return word in w.settings["function_words"]


# --- parts of the day ------------------------------------------------------------------------------------


def part(w: Words) -> Frame | None:
    """'in the morning', 'early afternoon'."""
    return Frame(part=w.get("part", "clearpart"), part_edge=w.get("portion"), lead=bool(w.get("in")))


def relpart(w: Words) -> Frame | None:
    """'this morning', 'last night'."""
    which = w.get("which", "relpart")
    return Frame(rel=("day", which), part=w.get("part"), part_edge=w.get("portion"))


def relnamed(w: Words) -> Frame | None:
    """One word for a day and its part: 'tonight'."""
    offset, name = w.get("daypart")
    return Frame(rel=("day", offset), part=name)


def meal(w: Words) -> Frame | None:
    """'at lunchtime'."""
    return Frame(part=w.get("part"))


# --- recurrence ------------------------------------------------------------------------------------------

_FREQ = {
    "day": ("DAILY", 1), "workday": ("WEEKLY", 1), "week": ("WEEKLY", 1), "weekend": ("WEEKLY", 1),
    "month": ("MONTHLY", 1), "quarter": ("MONTHLY", 3), "year": ("YEARLY", 1), "hour": ("HOURLY", 1),
    "minute": ("MINUTELY", 1), "decade": ("YEARLY", 10),
}  # fmt: skip
WORKDAYS = (0, 1, 2, 3, 4)


def every_unit(w: Words) -> Frame | None:
    """'every day', 'every two weeks', 'every other month', 'alle 3 Tage'."""
    name = w.get("unit")
    if name not in _FREQ:
        return None
    freq, factor = _FREQ[name]
    count = w.get("cnt", "ord")
    if w.get("other"):
        count = 2
    count = 1 if count is None else count
    if count != int(count) or count < 1:
        return None
    days = WORKDAYS if name == "workday" else (5, 6) if name == "weekend" else ()
    return Frame(every=Every(freq, int(count) * factor, days))


def every_weekday(w: Words) -> Frame | None:
    """'every Monday and Thursday', 'every other Friday', 'montags'."""
    days = tuple(dict.fromkeys(w.all("weekday") + w.all("weekdays") + [p[0] for p in w.all("weekday_part")]))
    interval = 2 if w.get("other") else int(w.get("cnt", "ord") or 1)
    if interval < 1:
        return None
    parts = [p[1] for p in w.all("weekday_part")]
    return Frame(every=Every("WEEKLY", interval, tuple(sorted(days))), part=parts[0] if parts else w.get("part"))


def every_range(w: Words) -> Frame | None:
    """'Monday to Friday' where it is a rhythm: 'every day from Monday to Friday'."""
    days = w.all("weekday") + w.all("weekdays")
    first, last = days[0], days[-1]
    listed = tuple(sorted((first + i) % 7 for i in range((last - first) % 7 + 1)))
    return Frame(every=Every("WEEKLY", 1, listed))


def every_part(w: Words) -> Frame | None:
    """'every morning', 'abends'."""
    return Frame(every=Every("DAILY"), part=w.get("part", "parts"))


def every_named(w: Words) -> Frame | None:
    """'daily', 'fortnightly', 'quarterly' with what the data says: [freq, interval] and weekdays."""
    spec = w.get("rhythm")
    return Frame(every=Every(spec[0], spec[1], tuple(spec[2]) if len(spec) > 2 else ()), part=w.get("part"))


def every_monthday(w: Words) -> Frame | None:
    """'on the 1st of every month', 'jeden 15.'."""
    day = w.get("ord", "day")
    if day is None:
        day = -1
    if not 1 <= day <= 31 and day != -1:
        return None
    return Frame(every=Every("MONTHLY", 1, (), None, int(day)))


def every_nth(w: Words) -> Frame | None:
    """'the first Monday of every month', 'jeden letzten Freitag im Monat'."""
    place = w.get("ord")
    place = -1 if place is None else int(place)
    weekday = w.get("weekday")
    if weekday is None:
        return Frame(every=Every("MONTHLY", 1, (), None, place)) if w.get("unit") == "day" else None
    return Frame(every=Every("MONTHLY", 1, (weekday,), place))


def every_yearday(w: Words) -> Frame | None:
    """'every 15 April', 'jedes Jahr am 3. Mai'."""
    day = w.get("ord", "day")
    return Frame(every=Every("YEARLY", 1, (), None, int(day), w.get("month", "mon")))


def every_pair(w: Words) -> Frame | None:
    """'each 4/15'."""
    left, right = (int(p) for p in w.get("pair").replace(".", "/").replace("-", "/").split("/"))
    order = _order(left, right, day_first=w.settings["day_first"])
    return None if order is None else Frame(every=Every("YEARLY", 1, (), None, order[1], order[0]))


MAKERS: dict[str, Maker] = {
    name: value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
    and name not in ("Words", "amounts", "full_year")
}  # fmt: skip
"""By name, as the data calls them."""
