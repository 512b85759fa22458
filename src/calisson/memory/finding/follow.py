"""The whole question behind one that only names somebody or something else: 'when is Ana's birthday?', 'and Ben's?'."""

from __future__ import annotations

import re

from calisson.language.text import fold, is_cjk
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import names_as_said
from calisson.memory.words.tokens import tokens

SHORT = 16
"""Characters of what takes the place of a person in the question before."""


def whole(after: str, who: str, language: str) -> str | None:
    """Return the question before with its people replaced by `who`, or its matter when `who` is one, else None."""
    known = words(language)
    said, new = fold(after), fold(who)
    if known.people.search(new) is None and known.same.search(new) is not None:
        rest = known.same.sub(" ", said)
        return f"{rest} {new}" if rest != said else None
    if len(new) > SHORT and not known.people.search(new):
        return None
    rest = known.people.sub(" ", said)
    for name in names_as_said(after, language):
        edge = "" if is_cjk(name) else r"\b"
        rest = re.sub(rf"{edge}{re.escape(name)}(?:'s|s)?{edge}", " ", rest)
    if rest != said:
        return f"{new} {rest}"
    matters = [m[0] for m in known.same.finditer(said)]
    return " ".join([new, *matters]) if matters else None


def about(who: str, text: str, language: str) -> bool:
    """Tell whether an answer may be about whom or what a follow-up names: a relation may be called by a name in it."""
    known, new = words(language), fold(who)
    if known.people.search(new) or known.same.search(new):
        return True
    return not set(tokens(who)).isdisjoint(tokens(text))
