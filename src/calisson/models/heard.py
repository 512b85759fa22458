"""What a model said, made fit to be kept: a model cuts an emoji in two, writes NaN, or nests without end.

JSON lets through what no database and no socket takes: halves of surrogate pairs, the character 0, numbers that are
none. Halves that belong together are joined; what is left of them, and 0, becomes U+FFFD. A number that is none makes
the answer one that cannot be used, because nobody can tell what was meant.
"""

from __future__ import annotations

import json
import math
from typing import Any

from calisson.errors import ModelOutputError

LOST = "\ufffd"

DEEPEST = 100
"""Levels that an answer may nest; what is meant for people has a handful."""


def words(text: str) -> str:
    """Return a text that can be stored and sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", LOST)


def data(text: str, what: str = "the answer", *, begins: bool = False) -> Any:
    """Return the JSON that a text is, or with `begins` that it begins with, fit to be stored.

    Raises:
        ModelOutputError: it is no JSON, nests too deep, or holds a number that is none.
    """
    try:
        return plain(json.JSONDecoder().raw_decode(text)[0] if begins else json.loads(text), what)
    except (ValueError, RecursionError) as error:
        raise ModelOutputError(f"{what} is no JSON that can be read: {error}") from error


def plain(value: Any, what: str = "the answer") -> Any:
    """Return JSON-able data with all of its texts fit to be stored.

    Raises:
        ModelOutputError: a number in it is none, or it nests too deep.
    """
    try:
        return _plain(value)
    except ValueError as error:
        raise ModelOutputError(f"{what} cannot be kept: {error}") from error


def _plain(value: Any, room: int = DEEPEST) -> Any:
    if room < 0:
        raise ValueError(f"it nests deeper than {DEEPEST}")
    if isinstance(value, str):
        return words(value)
    if isinstance(value, dict):
        return {words(str(name)): _plain(one, room - 1) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one, room - 1) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number")
    return value
