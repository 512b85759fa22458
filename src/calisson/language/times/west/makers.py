"""The fixed set of constructors, by the name under which a language's data lists its templates.

A maker is a function from the captured words to a `Frame`, or None when the words cannot mean that (a 32nd
day, a rating `4/5`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from calisson.language.times.west import make_amounts, make_clocks, make_days, make_periods, make_rhythms
from calisson.language.times.west.frame import Frame
from calisson.language.times.west.words import Words

Maker = Callable[[Words], Frame | None]

_INTERNAL = frozenset({"amounts", "full_year", "year_of", "order_of"})


def _of(module: ModuleType) -> dict[str, Maker]:
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and value.__module__ == module.__name__
        and name[0] != "_"
        and name not in _INTERNAL
    }


MAKERS: dict[str, Maker] = {
    **_of(make_days), **_of(make_periods), **_of(make_amounts), **_of(make_clocks), **_of(make_rhythms)
}  # fmt: skip
"""Every constructor by name."""
