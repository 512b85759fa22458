"""The grammar of one language, compiled from its data file.

A pattern is a regular expression in which `<month:n>` captures a numeral (of the class `n`) as `month`, and
`<relday>` captures one word of the table `relday`, whose value is taken. `<amounts>` captures lengths
('2年1か月'), told as a list of (count, unit).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.numbers import han, hangul
from calisson.language.traits import traits

Parts = dict[str, Any]
"""What a phrase tells: `year`, `month`, `day`, `hour`, `relday`, `weekday`, `part` and so on."""

_WEEKDAY_WORDS = re.compile("요일|曜日?|周|週|星期|礼拜")
_HOLE = re.compile(r"(?<!P)<(\w+?)(?::(\w+))?>")


@dataclass(frozen=True, slots=True)
class Atom:
    """One pattern of the grammar with the constants that it sets."""

    pattern: re.Pattern[str]
    numbers: frozenset[str]
    tables: dict[str, str]
    sets: Parts


@dataclass(frozen=True, slots=True)
class Grammar:
    """Everything that one language says about times."""

    language: str
    data: dict[str, Any]
    atoms: tuple[Atom, ...]
    block: re.Pattern[str]
    gap: re.Pattern[str]
    to: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    amount: re.Pattern[str]


@lru_cache(maxsize=3)
def grammar(language: str) -> Grammar:
    """Return the compiled grammar of zh, ja or ko."""
    data = load(language, "times")
    atoms = tuple(_atom(row, data) for row in data["atom"])
    marks = data["marks"]
    return Grammar(
        language=language,
        data=data,
        atoms=atoms,
        block=re.compile("|".join(data["block"]) or r"(?!)"),
        gap=re.compile(marks["gap"]),
        to=re.compile(marks["to"]),
        before=re.compile(rf"(?:{marks['before']})$"),
        after=re.compile(marks["after"]),
        since=re.compile(marks["since"]),
        until=re.compile(marks["until"]),
        amount=re.compile(_amount(data)),
    )


def _words(table: dict[str, Any]) -> str:
    return "|".join(map(re.escape, sorted(table, key=len, reverse=True)))


def _amount(data: dict[str, Any]) -> str:
    count, half = data["classes"]["amount"], data["marks"]["half"]
    return rf"(?P<count>{count}) ?(?P<unit>{_words(data['units'])})(?P<half>{half})?"


def _atom(row: dict[str, Any], data: dict[str, Any]) -> Atom:
    numbers: set[str] = set()
    tables: dict[str, str] = {}

    def fill(match: re.Match[str]) -> str:
        name, kind = match.group(1), match.group(2)
        if name == "amounts":
            one = re.sub(r"\(\?P<\w+>", "(?:", _amount(data))
            return rf"(?P<amounts>{one}(?:{data['marks']['joint']}{one})*)"
        if kind is not None and kind in data["classes"]:
            numbers.add(name)
            return rf"(?P<{name}>{data['classes'][kind]})"
        table = kind or name
        tables[name] = table
        return rf"(?P<{name}>{_words(data[table])})"

    source = _HOLE.sub(fill, row["is"])
    sets = {key: value for key, value in row.items() if key != "is"}
    return Atom(re.compile(source), frozenset(numbers), tables, sets)


def number(text: str, language: str) -> float | None:
    """Return the value of a numeral of the language in digits, Sino or native words, or None."""
    text = text.replace(" ", "").replace(",", "")
    try:
        return float(text)
    except ValueError:
        pass
    table = load(language, "times").get("counts", {})
    if text in table:
        return float(table[text])
    if traits(language).particles:
        return hangul.sino_value(text) if text else None
    return han.value_of(text, language) if text else None


def amounts(text: str, language: str) -> list[tuple[float, str]]:
    """Return the (count, unit) of a length such as '2年1か月21日', units as in the grammar's table."""
    rules = grammar(language)
    out: list[tuple[float, str]] = []
    for match in rules.amount.finditer(text):
        count = number(match.group("count"), language)
        if count is None:
            continue
        unit = rules.data["units"][match.group("unit")]
        if isinstance(unit, list):  # a word that is count and unit in one (이틀, 半年)
            count, unit = unit[0] * count + (unit[2] if len(unit) > 2 else 0.0), unit[1]
        out.append((count + (0.5 if match.group("half") else 0.0), unit))
    return out


def parts_of(atom: Atom, match: re.Match[str], rules: Grammar) -> Parts | None:
    """Return what a matched atom tells, or None when a numeral in it has no value."""
    parts: Parts = dict(atom.sets)
    for name, text in match.groupdict().items():
        if text is None:
            continue
        if name == "weekdays":
            table = rules.data["weekday_table"]
            parts[name] = [table[char] for char in _WEEKDAY_WORDS.sub("", text) if char in table]
        elif name == "amounts":
            parts[name] = amounts(text, rules.language)
        elif name in atom.numbers:
            value = number(text, rules.language)
            if value is None:
                return None
            parts[name.rstrip("0123456789")] = value
        elif name in atom.tables:
            value = rules.data[atom.tables[name]][text]
            if isinstance(value, dict):
                parts.update(value)
            else:
                parts[name] = value
        else:
            parts[name] = text
    return parts
