"""Values at the border: every value is checked against its field and put into its one stored form.

Stored forms follow the public contract: dates `YYYY-MM-DD`, times `HH:MM` or `HH:MM:SS`, date-times
`YYYY-MM-DDTHH:MM[:SS]` (local), durations in minutes, money and quantities as numbers in the field's own
unit, booleans, multi-choice as a list of texts. What does not fit is refused with a `Problem` that names the
field and the reason; it is never stored as something else. A whole number is an int, whatever it came as.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from calisson.apps.spec import EntitySpec, FieldSpec
from calisson.errors import Problem
from calisson.language.text import compose, fold

MAX_TEXT = 10_000
"""Characters of a text."""
MAX_LONG_TEXT = 200_000
MAX_NUMBER = 1e15
"""Larger numbers are not exact in every place that has to read them."""
MAX_LIST = 100

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$", re.ASCII)


class ValueProblem(ValueError):
    """A value does not fit its field."""

    def __init__(self, message_id: str, hint: str, **arguments: Any) -> None:
        super().__init__(hint)
        self.message_id = message_id
        self.arguments = arguments


@dataclass(frozen=True, slots=True)
class Checked:
    """Values in their stored form, and what is wrong with the rest."""

    values: dict[str, Any]
    """By field name. A field that is to be emptied has None."""
    problems: tuple[Problem, ...]


RefExists = Callable[[str, str], str | None]
"""(entity, id or title) → the id of the record that is meant, or None."""


def check_values(
    entity: EntitySpec,
    values: Mapping[str, Any],
    *,
    partial: bool = False,
    today: datetime | None = None,
    ref: RefExists | None = None,
) -> Checked:
    """Check values by field name; with `partial` only those given, else with defaults and required fields.

    Args:
        entity: What the values belong to.
        values: By field name; None and empty text mean 'not filled'.
        partial: An update: nothing is required, no default is filled in, None empties a field.
        today: Local time, for the defaults `now` and `today`.
        ref: Finds what a `ref` field points to; without it references are taken as they are.
    """
    out: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in values.items():
        field = entity.field(name)
        if field is None:
            problems.append(Problem(name, "value-no-field", {"field": name, "entity": entity.label},
                                    f"{entity.name} has no field {name!r}"))  # fmt: skip
        elif field.formula is not None:
            if value is not None:
                problems.append(Problem(name, "value-computed", {"field": field.label},
                                        f"{name!r} is computed and cannot be entered"))  # fmt: skip
        elif is_blank(value):
            if partial:
                out[name] = None
        else:
            try:
                out[name] = check_value(field, value, ref=ref)
            except ValueProblem as problem:
                problems.append(Problem(name, problem.message_id, {"field": field.label, **problem.arguments},
                                        str(problem)))  # fmt: skip
    for field in entity.fields:
        given = out.get(field.name)
        if not partial and field.name not in out and field.default is not None and field.formula is None:
            given = _default(field, today)
            if given is not None:
                out[field.name] = given
        missing = given is None and (field.name in out if partial else True)
        if (
            field.required
            and missing
            and field.formula is None
            and all(p.path != field.name for p in problems)
        ):
            problems.append(Problem(field.name, "value-required", {"field": field.label},
                                    f"{field.name!r} is required"))  # fmt: skip
    return Checked(out, tuple(problems))


def check_value(field: FieldSpec, value: Any, *, ref: RefExists | None = None) -> Any:
    """Return one value in its stored form.

    Raises:
        ValueProblem: It does not fit the field.
    """
    match field.type:
        case "number" | "quantity" | "money" | "percent" | "duration":
            return _number(field, value)
        case "integer" | "rating":
            number = _number(field, value)
            if not isinstance(number, int):
                raise ValueProblem("value-not-whole", f"{value!r} is not a whole number", value=number)
            return number
        case "boolean":
            return _boolean(value)
        case "date":
            return _date(value)
        case "time":
            return _time(value)
        case "datetime":
            return _datetime(value)
        case "choice":
            return _known(field, _text(value, MAX_TEXT))
        case "multi_choice":
            return _choices(field, value)
        case "link":
            return _link(_text(value, MAX_TEXT))
        case "ref":
            text = _text(value, 400)
            found = ref(field.ref or "", text) if ref else text
            if found is None:
                raise ValueProblem("value-no-ref", f"there is no {field.ref} {text!r}", value=text)
            return found
        case "long_text":
            return _text(value, MAX_LONG_TEXT)
        case _:
            return _text(value, MAX_TEXT)


def read_text(field: FieldSpec, text: str) -> Any:
    """Return what a cell of a text file says, before `check_value`: numbers, booleans and lists as such.

    Numbers are read with a decimal point (or one decimal comma and no point); the words of a language are
    not.
    """
    cell = text.strip()
    if not cell:
        return None
    match field.type:
        case "number" | "integer" | "quantity" | "money" | "percent" | "duration" | "rating":
            plain = cell.replace(" ", "").replace("\u00a0", "").replace("−", "-")
            if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", plain):
                plain = plain.replace(",", "")
            elif re.fullmatch(r"[-+]?\d+,\d+", plain):
                plain = plain.replace(",", ".")
            return float(plain) if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", plain) else cell
        case "boolean":
            known = {"true": True, "1": True, "yes": True, "x": True, "✓": True,
                     "false": False, "0": False, "no": False}  # fmt: skip
            return known.get(cell.casefold(), cell)
        case "multi_choice":
            return [part for part in (p.strip() for p in re.split(r"[;\n]", cell)) if part]
        case _:
            return text


def time_text(value: str | None) -> str | None:
    """Return a date or date-time in the form that sorts: `YYYY-MM-DDTHH:MM:SS`."""
    if not value:
        return None
    return f"{value}T00:00:00" if len(value) == 10 else f"{value}:00" if len(value) == 16 else value[:19]


def tidy(number: float) -> float | int:
    """Return a number without float dust (10 significant digits), whole ones as int."""
    rounded = float(f"{number:.10g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < MAX_NUMBER else rounded


def is_blank(value: Any) -> bool:
    """Return whether a value means 'not filled'."""
    return value is None or (isinstance(value, str) and not value.strip()) or value == []


def _default(field: FieldSpec, today: datetime | None) -> Any:
    if field.default in ("now", "today") and field.type in ("date", "datetime", "time"):
        return check_value(field, today) if today else None
    try:
        return check_value(field, field.default)
    except ValueProblem:
        return None


def _number(field: FieldSpec, value: Any) -> float | int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueProblem("value-not-number", f"{value!r} is not a number", value=_short(value))
    if abs(value) > MAX_NUMBER or not math.isfinite(value):
        raise ValueProblem(
            "value-too-large", f"{value!r} is too large", value=_short(value), limit=MAX_NUMBER
        )
    low, high = field.minimum, field.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        raise ValueProblem(
            "value-out-of-range",
            f"{value!r} is not between {low} and {high}",
            value=value,
            minimum=low if low is not None else "",
            maximum=high if high is not None else "",
        )
    return int(value) if float(value).is_integer() else float(f"{value:.15g}")


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    raise ValueProblem("value-not-boolean", f"{value!r} is neither true nor false", value=_short(value))


def _date(value: Any) -> str:
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return _year(value.isoformat())
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", text := value.strip()[:10], re.ASCII):
        try:
            datetime.fromisoformat(value.strip())
        except ValueError:
            hint = f"there is no date {value.strip()!r}"
            raise ValueProblem("value-no-such-date", hint, value=_short(value)) from None
        return _year(text)
    raise ValueProblem("value-not-date", f"{value!r} is not a date YYYY-MM-DD", value=_short(value))


def _year(text: str) -> str:
    if not "1000" <= text[:4] <= "2999":
        raise ValueProblem(
            "value-year-out-of-range", f"{text!r} is not between the years 1000 and 2999", value=text
        )
    return text


def _time(value: Any) -> str:
    if isinstance(value, datetime):
        value = value.time()
    if isinstance(value, time):
        return value.strftime("%H:%M:%S" if value.second else "%H:%M")
    if isinstance(value, str) and (found := _TIME.match(value.strip())):
        hour, minute, second = found.groups()
        return f"{int(hour):02d}:{minute}" + (f":{second}" if second and second != "00" else "")
    raise ValueProblem("value-not-time", f"{value!r} is not a time HH:MM", value=_short(value))


def _datetime(value: Any) -> str:
    if isinstance(value, date) and not isinstance(value, datetime):
        return _year(value.isoformat()) + "T00:00"
    if isinstance(value, str):
        text = value.strip().replace(" ", "T", 1)
        try:
            if not re.match(r"\d{4}-\d{2}-\d{2}(T\d|$)", text):
                raise ValueError
            value = datetime.fromisoformat(text)
        except ValueError:
            kind = "value-no-such-date" if re.match(r"\d{4}-\d{2}-\d{2}", text) else "value-not-datetime"
            raise ValueProblem(kind, f"{text!r} is not a date and time YYYY-MM-DDTHH:MM",
                               value=_short(text)) from None  # fmt: skip
    if not isinstance(value, datetime):
        raise ValueProblem("value-not-datetime", f"{value!r} is not a date and time", value=_short(value))
    local = value.replace(tzinfo=None)
    return _year(local.strftime("%Y-%m-%dT%H:%M:%S" if local.second else "%Y-%m-%dT%H:%M").zfill(16))


def _text(value: Any, limit: int) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueProblem("value-not-text", f"{value!r} is not text", value=_short(value))
    text = compose(str(value)).replace("\r\n", "\n").strip()
    if not text:
        raise ValueProblem("value-not-text", "there is no readable text in it", value="")
    if len(text) > limit:
        raise ValueProblem(
            "value-too-long",
            f"the text has {len(text)} characters, {limit} fit",
            length=len(text),
            limit=limit,
        )
    return text


def _known(field: FieldSpec, text: str) -> str:
    wanted = fold(text)
    for choice in field.choices:
        names = (choice.value, *choice.aliases, *choice.labels.values(), choice.label or "")
        if any(fold(n) == wanted for n in names if n):
            return choice.value
    if field.strict:
        raise ValueProblem(
            "value-no-choice",
            f"{text!r} is none of {', '.join(c.value for c in field.choices)}",
            value=text,
            choices=", ".join(c.value for c in field.choices),
        )
    if len(text) > 200:
        raise ValueProblem("value-too-long", f"a choice has at most 200 characters, not {len(text)}",
                           length=len(text), limit=200)  # fmt: skip
    return text


def _choices(field: FieldSpec, value: Any) -> list[str]:
    parts = [value] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) > MAX_LIST:
        raise ValueProblem("value-not-list", f"{value!r} is not a list of at most {MAX_LIST} texts",
                           value=_short(value))  # fmt: skip
    return list(dict.fromkeys(_known(field, _text(p, MAX_TEXT)) for p in parts if not is_blank(p)))


def _link(text: str) -> str:
    scheme, _, rest = text.partition(":")
    if rest.startswith("//") and scheme.isalpha():
        if scheme.lower() not in ("http", "https"):
            raise ValueProblem("value-not-link", f"{text!r} is not a web address", value=_short(text))
    elif scheme.lower() in ("javascript", "data", "vbscript", "file", "blob"):
        raise ValueProblem("value-not-link", f"{text!r} is not a web address", value=_short(text))
    return text


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:79] + "…"
