"""Times in languages that write words apart: tokens with classes, templates, constructors, one resolver.

How a text is read:

1. `lexer`: the text becomes tokens; the words of the language's data give each token its classes (`month`,
   `weekday`, `unit`, `which` …) with a value, numbers get theirs from their size and width.
2. `grammar`: templates over classes (`"{which} {weekday}"`), compiled once to regular expressions over one
   character per token, hand what they captured to a constructor.
3. `makers`: the fixed set of constructors; each returns a `Frame`, a set of slots.
4. `compose`: neighbouring frames that together say one time are joined ('tomorrow' + 'evening' + 'at 7'), two
   ends become a range, prepositions are taken in.
5. `resolve`, `recur`: a frame is placed in the calendar; `spans` makes the public `TimeSpan`.

To add a word, add it to a class under `[words]`, `[plain]` or `[values]` of `data/<language>/times.toml`; to
add a way of saying something, add a template under the constructor's name in `[rules]`. A template needs no
code unless no constructor says what it means.
"""

from __future__ import annotations

from datetime import datetime

from calisson.language.text import lower
from calisson.language.times.west.compose import compose
from calisson.language.times.west.grammar import grammar
from calisson.language.times.west.lexer import lex
from calisson.language.times.west.spans import span_of
from calisson.language.types import TimeSpan

__all__ = ["find"]


def find(text: str, language: str, now: datetime) -> list[TimeSpan]:
    """Return the times of a normalised `text` in reading order; never raises on any text."""
    rules = grammar(language)
    tokens = lex(text, lower(text), rules.lexicon)
    if not any(t.classes for t in tokens):
        return []
    spans = (
        span_of(item, text, tokens, now, rules.data["settings"]) for item in compose(text, tokens, rules)
    )
    return [span for span in spans if span is not None]
