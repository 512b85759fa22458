"""The talk lexicon of a language, compiled once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load

TIME = "⟨⟩"
"""Stands for a time in the text that the patterns see."""


@lru_cache(maxsize=8)
def section(language: str, name: str) -> dict[str, Any]:
    """Return one section of a language's talk lexicon."""
    found: dict[str, Any] = load(language, "talk")[name]
    return found


@lru_cache(maxsize=512)
def patterns(language: str, name: str, key: str) -> tuple[re.Pattern[str], ...]:
    """Return the compiled patterns under `[name] key`; none when the lexicon has no such key."""
    found = section(language, name).get(key, ())
    sources = [found] if isinstance(found, str) else found
    return tuple(re.compile(source, re.IGNORECASE) for source in sources)


def first(language: str, name: str, key: str, text: str) -> re.Match[str] | None:
    """Return the match of the first pattern under `[name] key` that is found in `text`."""
    for pattern in patterns(language, name, key):
        if match := pattern.search(text):
            return match
    return None


def trim(language: str, name: str, text: str) -> str:
    """Strip what `[name] lead` and `[name] tail` match at the ends of `text`, as often as they do."""
    lead, tail = patterns(language, name, "lead"), patterns(language, name, "tail")
    while True:
        before = text = text.strip()
        for pattern in lead:
            if (match := pattern.match(text)) and match.end() < len(text):
                text = text[match.end() :]
        for pattern in tail:
            for match in pattern.finditer(text):
                if match.end() == len(text) and match.start() > 0:
                    text = text[: match.start()]
                    break
        if text == before:
            return text
