"""Replies and messages in the person's language, from Fluent catalogues.

Every sentence that a person reads stands in `data/<language>/*.ftl`; code names it by id. The same files serve
the page. A missing id falls back to English and then to the id itself, so that a reply is never empty; a test
makes sure that no catalogue lacks an id. Isolation marks (U+2068/9) are left out: replies are plain text.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

CATALOGUES = ("replies", "errors")
"""The catalogues that the server side speaks from; `page.ftl` belongs to the browser alone."""


@lru_cache(maxsize=16)
def bundle(language: str) -> FluentBundle:
    """Return the compiled catalogues of a language, English for one that is not shipped."""
    from fluent.runtime import FluentBundle, FluentResource

    made = FluentBundle([language], use_isolating=False)
    folder = resources.files("calisson.language").joinpath("data", language)
    for name in CATALOGUES:
        source = folder.joinpath(f"{name}.ftl")
        if source.is_file():
            made.add_resource(FluentResource(source.read_text("utf-8")))
    return made


def phrase(language: str, message: str, /, **arguments: str | int | float) -> str:
    """Return the sentence `message` in `language` with its arguments filled in.

    Arguments are texts (already formatted for the language) or numbers (they choose plural forms).
    """
    for candidate in (language, "en"):
        found = bundle(candidate)
        if found.has_message(message):
            pattern = found.get_message(message).value
            if pattern is not None:
                text, _ = found.format_pattern(pattern, dict(arguments))
                return str(text)
    return message


def has_phrase(language: str, message: str) -> bool:
    """Tell whether the catalogue of `language` itself has `message`."""
    return bool(bundle(language).has_message(message))
