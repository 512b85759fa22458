"""What a constructor is handed: the words that a template matched, and what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calisson.language.numbers.vocabulary import named_at
from calisson.language.times.west.lexer import Token


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of a match and what its classes captured."""

    tokens: Sequence[Token]
    caps: dict[str, list[Any]]
    settings: dict[str, Any]
    language: str = "en"
    followed: str = ""
    """The lower-case text after the match."""
    alone: bool = False
    """Whether the match is the whole text."""
    led: bool = False
    """Whether a preposition of time stands before the match."""
    before: frozenset[str] = frozenset()
    """The classes of the token before the match."""
    noun_follows: bool = False
    """Whether the next word begins with a capital."""
    preceding: str = ""
    """The lower-case text before the match."""

    def get(self, *names: str) -> Any:
        """Return the first captured value of these classes, or None."""
        return next((self.caps[name][0] for name in names if name in self.caps), None)

    def all(self, name: str) -> list[Any]:
        """Return the values of a class over all tokens of the match, also those in repeated groups."""
        return [t.classes[name] for t in self.tokens if name in t.classes]


def counted(w: Words) -> bool:
    """Whether what follows makes the number a count or a quantity."""
    text = w.followed
    stripped = text.lstrip()
    if (
        text[:1] in ("%", "€", "$", "£", "x")
        or (text[:1] == "-" and text[1:2].isalpha())
        or stripped[:1] in ("%", "€", "$", "£", "°")
    ):
        return True
    if text[:1] in ",." and text[1:2].isdigit():
        return True
    first = stripped.split(" ")[0].strip(".,!?;:")
    if first in w.settings["counted"]:
        return True
    named = named_at(text, len(text) - len(stripped), w.language)
    return named is not None and first not in w.settings["function_words"]


def ends(w: Words) -> bool:
    """Whether the phrase ends here: nothing follows, a mark, or a small word."""
    stripped = w.followed.strip()
    if not stripped or not stripped[0].isalnum():
        return True
    word = stripped.split()[0].strip(".,!?;:'")
    return word in w.settings["function_words"]
