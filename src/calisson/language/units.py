"""Units of measure: which word names which, what they measure, conversion, short labels.

The commonest units stand in an exact table (`data/shared/units.toml`, with its sources); any other unit id is
handed to pint, which is imported only then. Unit ids are pint's short names where pint knows the unit, else
the traditional unit's romanised name (`jin`, `tsubo`). `kilo` and `degree` are what people say without saying
which: they are compatible with each of their readings, and keep their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import SHARED, load
from calisson.language.text import fold
from calisson.language.traits import traits

_MONEY = "money"
_COUNT = "count"


class UnitError(ValueError):
    """Two units do not measure the same thing, or one of them is unknown."""


@dataclass(frozen=True, slots=True)
class _Unit:
    dimension: str
    factor: float
    offset: float
    label: str


@lru_cache(maxsize=1)
def _units() -> dict[str, _Unit]:
    table: dict[str, dict[str, Any]] = load(SHARED, "units")["units"]
    return {
        name: _Unit(row["dimension"], row["factor"], row.get("offset", 0.0), row.get("label", name))
        for name, row in table.items()
    }


@lru_cache(maxsize=1)
def _ambiguous() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = load(SHARED, "units")["ambiguous"]
    return table


@lru_cache(maxsize=1)
def currency_codes() -> frozenset[str]:
    """Return the ISO 4217 codes that are read as money without a word beside them."""
    return frozenset(load(SHARED, "units")["currency"]["codes"]) | {"CNY"}


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Return folded symbol → unit id, for the symbols that every language writes."""
    table: dict[str, dict[str, Any]] = load(SHARED, "units")["units"]
    out: dict[str, str] = {}
    for name, row in table.items():
        for symbol in row.get("symbols", ()):
            out[fold_unit(symbol)] = name
    return out


@lru_cache(maxsize=8)
def words(language: str) -> dict[str, str]:
    """Return folded word → unit id of one language, symbols included."""
    out = dict(symbols())
    for name, forms in load(language, "units")["units"].items():
        for form in forms:
            out[fold_unit(form)] = name
    return out


@lru_cache(maxsize=8)
def counters(language: str) -> dict[str, str]:
    """Return folded counter word → group (`pages`, `reps`, `pieces` …) of one language."""
    out: dict[str, str] = {}
    for group, forms in load(language, "units")["counters"].items():
        for form in forms:
            out.setdefault(fold_unit(form), group)
    return out


def fold_unit(word: str) -> str:
    """Return a unit word as the lexicons key it: lower case, single spaces, superscripts kept."""
    return " ".join(word.lower().split())


def unit_of(word: str, language: str) -> str | None:
    """Return the id of the unit that `word` names in `language` ('pounds' → `lb`, '大卡' → `kcal`), or None.

    Symbols and, outside English, English words are understood in every language. A unit id is its own name.
    """
    if word in _units() or word in _ambiguous():
        return word
    key = fold_unit(word)
    for folded in (key, key.rstrip("."), fold(word)):
        for table in (words(language), words("en")):
            if folded in table:
                return table[folded]
    return None


def counter_of(word: str, language: str) -> str | None:
    """Return the group that a counter word belongs to ('Seiten', '页', '쪽' → `pages`), or None."""
    key = fold_unit(word)
    return counters(language).get(key) or counters("en").get(key)


def dimension(unit: str) -> str | None:
    """Return what a unit measures (`mass`, `energy`, `money`, `count` …), None for an unknown unit."""
    if unit in _units():
        return _units()[unit].dimension
    if unit in _ambiguous():
        return str(_ambiguous()[unit]["dimension"])
    if unit in currency_codes():
        return _MONEY
    if unit in load("en", "units")["counters"]:
        return _COUNT
    return None


def _readings(unit: str) -> tuple[str, ...]:
    return tuple(_ambiguous()[unit]["units"]) if unit in _ambiguous() else (unit,)


def compatible(a: str, b: str) -> bool:
    """Return whether a value in `a` can be told in `b`. Two currencies never can."""
    if a == b:
        return True
    known = _units()
    if any(unit in currency_codes() for unit in (a, b)):
        return False
    mine, theirs = _readings(a), _readings(b)
    if all(unit in known for unit in (*mine, *theirs)):
        return any(known[x].dimension == known[y].dimension for x in mine for y in theirs)
    return len(mine) == len(theirs) == 1 and _by_pint(1.0, a, b) is not None


def convert(value: float, unit_from: str, unit_to: str) -> float:
    """Return `value` of `unit_from` told in `unit_to`.

    An ambiguous unit takes the reading that fits the other side: 10 `kilo` is 10,000 `g` and 10 `km`; a bare
    `degree` keeps its number on any scale, because people name the scale of their own thermometer.

    Raises:
        UnitError: The units do not measure the same thing, or are unknown, or are two currencies.
    """
    if unit_from == unit_to:
        return value
    known = _units()
    if "degree" in (unit_from, unit_to) and compatible(unit_from, unit_to):
        return value
    for x in _readings(unit_from):
        for y in _readings(unit_to):
            if x in known and y in known and known[x].dimension == known[y].dimension:
                a, b = known[x], known[y]
                return float(f"{(value * a.factor + a.offset - b.offset) / b.factor:.12g}")
    if any(unit in currency_codes() for unit in (unit_from, unit_to)):
        raise UnitError(f"money is never converted silently: {unit_from!r} to {unit_to!r}")
    if not (unit_from in known and unit_to in known):
        result = _by_pint(value, unit_from, unit_to)
        if result is not None:
            return result
    raise UnitError(f"{unit_from!r} cannot be told in {unit_to!r}: they measure different things")


@lru_cache(maxsize=1)
def _registry() -> Any:
    import pint

    return pint.UnitRegistry()


def _by_pint(value: float, unit_from: str, unit_to: str) -> float | None:
    if not (_plain(unit_from) and _plain(unit_to)):
        return None
    try:
        registry = _registry()
        return float(registry.Quantity(value, unit_from).to(unit_to).magnitude)
    except Exception:  # pint raises its own tree and parser errors alike for words that are no units
        return None


def _plain(unit: str) -> bool:
    """Whether a text may be a unit expression at all; other scripts are not worth pint's start-up."""
    return unit.isascii() and 0 < len(unit) <= 40 and all(c.isalnum() or c in "/*^_ " for c in unit)


def label(unit: str, language: str, value: float | None = None) -> str:
    """Return the unit as `language` writes it briefly, in the number that `value` asks for.

    Money codes become their sign where one is common. An unknown unit is returned as it is.
    """
    lexicon = load(language, "units")
    forms = lexicon.get("labels", {}).get(unit)
    if forms:
        return str(forms[0] if value is not None and abs(value) == 1 else forms[1])
    if unit in _units():
        return _units()[unit].label
    if unit in _ambiguous():
        return str(_ambiguous()[unit]["label"])
    if unit in currency_codes():
        return str(load(SHARED, "units")["currency"]["signs"].get(unit, unit))
    return unit


def currency_of(word: str, language: str, home: str | None = None) -> str | None:
    """Return the ISO 4217 code that a word, sign or code names in `language`, or None.

    `home` is the home's currency: '$', 'dollars' and 'cents' mean it when it is a dollar, '¥' by language.
    """
    table = load(SHARED, "units")["currency"]
    code = word.strip().upper()
    if code in currency_codes():
        return str(table["aliases"].get(code, code))
    name = table["symbols"].get(word.strip()) or money_words(language).get(fold_unit(word))
    return None if name is None else resolve_currency(name, language, home)[0]


@lru_cache(maxsize=8)
def money_words(language: str) -> dict[str, str]:
    """Return folded word → ISO code, or a name (`dollar`, `cent`, `jiao`) that `resolve_currency` reads."""
    out: dict[str, str] = {}
    for name, forms in load(language, "units")["money"].items():
        for form in forms:
            out[fold_unit(form)] = name
    return out


def resolve_currency(name: str, language: str, home: str | None = None) -> tuple[str, float]:
    """Return (ISO code, worth of one such piece) for a money name: `cent` is (0.01 of the home's money)."""
    table = load(SHARED, "units")["currency"]
    dollar = home if home in table["dollars"] else "USD"
    if name == "dollar":
        return str(dollar), 1.0
    if name == "cent":
        if home in (*table["dollars"], "EUR"):
            return str(home), 0.01
        return traits(language).cent or str(dollar), 0.01
    if name == "crown":
        return (str(home) if home in table["crowns"] else "SEK"), 1.0
    if name == "yen":
        if home in ("JPY", "CNY"):
            return str(home), 1.0
        return traits(language).yen, 1.0
    if name in table["parts"]:
        code, worth = table["parts"][name]
        return str(code), float(worth)
    return str(table["aliases"].get(name, name)), 1.0
