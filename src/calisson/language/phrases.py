"""Replies and messages in the person's language, from Fluent catalogues.

Every sentence that a person reads stands in `data/<language>/*.ftl`; code names it by id. The same files serve
the page. A missing id falls back to English and then to the id itself, so that a reply is never empty; a test
makes sure that no catalogue lacks an id. Isolation marks (U+2068/9) are left out: replies are plain text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_ENTRY = re.compile(r"^(?=-?[A-Za-z][\w-]*[ \t]*=)", re.MULTILINE)
"""Where an entry of a catalogue begins: an identifier in the first column (Fluent syntax 1.0, `Entry`)."""

_REFERENCE = re.compile(r"\{\s*([a-z][\w-]*)[\s.}]")
"""A message named inside a placeable."""

CATALOGUES = ("replies", "errors")
"""The catalogues that the server side speaks from; `page.ftl` belongs to the browser alone."""


@lru_cache(maxsize=16)
def _entries(language: str) -> dict[str, str]:
    """Return the source of every message of a language by id; terms stand together under the empty id."""
    folder = resources.files("calisson.language").joinpath("data", language)
    found: dict[str, str] = {"": ""}
    for name in CATALOGUES:
        source = folder.joinpath(f"{name}.ftl")
        for entry in _ENTRY.split(source.read_text("utf-8"))[1:] if source.is_file() else ():
            identifier = entry.split("=", 1)[0].strip()
            if identifier.startswith("-"):
                found[""] += entry
            else:
                found[identifier] = entry
    return found


@lru_cache(maxsize=16)
def _bundle(language: str) -> FluentBundle:
    from fluent.runtime import FluentBundle, FluentResource

    made = FluentBundle([language], use_isolating=False)
    made.add_resource(FluentResource(_entries(language)[""]))
    return made


@lru_cache(maxsize=4096)
def _add(language: str, message: str) -> None:
    """Parse a message, and what it refers to, into its bundle: a whole catalogue takes 50 ms, one message none."""
    from fluent.runtime import FluentResource

    source = _entries(language)[message]
    _bundle(language).add_resource(FluentResource(source))
    for other in _REFERENCE.findall(source):
        if other != message and other in _entries(language):
            _add(language, other)


def phrase(language: str, message: str, /, **arguments: str | int | float) -> str:
    """Return the sentence `message` in `language` with its arguments filled in.

    Arguments are texts (already formatted for the language) or numbers (they choose plural forms).
    """
    for candidate in (language, "en"):
        if has_phrase(candidate, message):
            _add(candidate, message)
            found = _bundle(candidate)
            pattern = found.get_message(message).value
            if pattern is not None:
                text, _ = found.format_pattern(pattern, dict(arguments))
                return str(text)
    return message


def has_phrase(language: str, message: str) -> bool:
    """Tell whether the catalogue of `language` itself has `message`."""
    return bool(message) and message in _entries(language)
