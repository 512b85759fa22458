"""Traditional Chinese is read as simplified, and what is read is given back as it was written.

The lexicons and grammars of a language are in one script. A language whose folder has `variants.toml` has another one:
each of its characters, and some of its words, stand for as many characters of the lexicons', so that places in the text
stay what they are. What a person or their apps wrote keeps its script: only reading sees the other one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from calisson.language.lexicon import has, load
from calisson.language.types import Context

Value = TypeVar("Value")


@cache
def _characters(language: str) -> dict[int, str] | None:
    if not has(language, "variants"):
        return None
    given = load(language, "variants")
    there, here = ("".join(given[name].split()) for name in ("traditional", "simplified"))
    return {ord(a): b for a, b in zip(there, here, strict=True)}


@cache
def _words(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    known: Mapping[str, str] = load(language, "variants")["words"]
    return re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True))), known


def plain(text: str, language: str) -> str:
    """Return a text in the script of the language's lexicons, of the same length."""
    characters = _characters(language)
    if characters is None or text.isascii():
        return text
    pattern, known = _words(language)
    return pattern.sub(lambda m: known[m[0]], text).translate(characters)


class Script:
    """A text in the script of the lexicons, with the way back."""

    def __init__(self, text: str, language: str) -> None:
        self.text = plain(text, language)
        self._original, self._language = text, language
        self._written: dict[str, str] = {}
        """As it is read → as it stands in the home."""

    def context(self, given: Context) -> Context:
        """Return the context in the script of the lexicons."""
        apps, history = self.of(given.apps), self.of(given.history)
        if self.text == self._original and apps is given.apps and history is given.history:
            return given
        return replace(
            given, apps=apps, history=history,
            records=lambda app: self.of(given.records(app)),
            values=lambda app, entity, field: self.of(given.values(app, entity, field)),
        )  # fmt: skip

    def of(self, value: Value) -> Value:
        """Return a value of the home in the script of the lexicons; the same one when nothing in it differs."""
        read: Value = _mapped(value, self._read)
        return read

    def back(self, value: Value) -> Value:
        """Return what was read as the home and the person write it."""
        given: Value = _mapped(value, self._back)
        return given

    def _read(self, text: str) -> str:
        read = plain(text, self._language)
        self._written.setdefault(read, text)
        return read

    def _back(self, text: str) -> str:
        if text in self._written:
            return self._written[text]
        at = self.text.find(text)
        return text if at < 0 else self._original[at : at + len(text)]


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with every text in it changed; the very same where nothing is."""
    if isinstance(value, str):
        return value if value.isascii() else change(value)
    if isinstance(value, Mapping):
        made = {_mapped(k, change): _mapped(v, change) for k, v in value.items()}
        return value if all(made.get(k) is v for k, v in value.items()) else made
    if isinstance(value, tuple | list | frozenset):
        some = [_mapped(v, change) for v in value]
        return value if all(a is b for a, b in zip(some, value, strict=True)) else type(value)(some)
    if is_dataclass(value) and not isinstance(value, type):
        own = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
        changed = {n: m for n, v in own.items() if (m := _mapped(v, change)) is not v}
        return replace(value, **changed) if changed else value
    return value
