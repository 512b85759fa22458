"""Stable identifiers and readable labels from people's words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

RESERVED = frozenset(
    (
        "id",
        "entity",
        "values",
        "created_at",
        "updated_at",
        "computed",
        "record",
        "app",
        "now",
        "today",
        "true",
        "false",
        "null",
        "in",
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
        "size",
        "type",
        "has",
        "all",
        "exists",
        "map",
        "filter",
        "int",
        "uint",
        "double",
        "bool",
        "string",
        "bytes",
        "list",
        "duration_",
        "timestamp",
        "dyn",
        "matches",
        "contains",
    )
)
"""Words that a field cannot be called: CEL's reserved words, macros and type names (CEL language definition,
'Reserved words' and 'Macros'), and the columns that every record has."""

MAX_NAME = 40
MAX_LABEL = 60

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe"})


def slug(words: str) -> str:
    """Return `words` as an identifier for CEL and SQL, or an empty text when no ASCII letter is left."""
    plain = unicodedata.normalize("NFKD", words.casefold().translate(_GERMAN))
    ascii_only = plain.encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", ascii_only).strip("_")
    if not re.search(r"[a-z]", name):
        return ""
    if name[0].isdigit():
        name = f"n_{name}"
    return name[:MAX_NAME].strip("_")


def identifier(words: str, fallback: str, taken: Collection[str]) -> str:
    """Return a name for `words` that is valid, not reserved and not in `taken`.

    `fallback` names it when the words leave nothing that an identifier may hold (a Chinese word).
    """
    ascii_letters = sum(c.isascii() and c.isalpha() for c in words)
    foreign = sum(
        c.isalpha() and not c.isascii() and unicodedata.normalize("NFKD", c)[0] > "\x7f" for c in words
    )
    base = (slug(words) if ascii_letters > foreign else "") or fallback
    if base in RESERVED:
        base = f"{base}_field"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def capitalise(words: str) -> str:
    """Return `words` with a capital first letter, unless a word like 'pH' or 'iPhone' begins them."""
    first = words.split(" ", 1)[0]
    if first[1:] != first[1:].lower():
        return words
    return words[:1].upper() + words[1:]


def label(words: str) -> str:
    """Return the words as people read them above a field: trimmed, single spaces, a capital first letter."""
    clean = " ".join(words.split()).strip(" ,;:-\"'「」『』")
    return capitalise(clean)[:MAX_LABEL].strip()
