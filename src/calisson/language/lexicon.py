"""Lexicons: the natural-language data beside the code, one TOML file per language and subject.

A further language is a further folder under `data`; `shared` holds what no language owns (unit factors, the
ontology). Files are read on first use and kept, so a home that speaks one language never reads the others.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from calisson.language.types import LANGUAGES

SHARED = "shared"
"""The pseudo-language of the files that every language shares."""


@cache
def load(language: str, name: str) -> dict[str, Any]:
    """Return the lexicon `name` of `language` (or of `shared`) as plain data.

    The result is cached and shared: callers must not change it.

    Raises:
        LookupError: The language is not shipped, or it has no lexicon of this name.
    """
    if language != SHARED and language not in LANGUAGES:
        raise LookupError(f"no language {language!r}; shipped: {', '.join(LANGUAGES)}")
    source = files("calisson.language").joinpath("data", language, f"{name}.toml")
    try:
        text = source.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LookupError(f"no lexicon {name!r} for language {language!r}") from None
    return tomllib.loads(text)


def has(language: str, name: str) -> bool:
    """Return whether `language` has a lexicon called `name`."""
    return files("calisson.language").joinpath("data", language, f"{name}.toml").is_file()
