"""The patterns of one language for asking for apps and naming fields, compiled when first used.

The patterns themselves are data (`data/<language>/drafts.toml`); `{A}`, `{T}` and `{W}` in them stand for any
word for an app or list, any verb of keeping track, and any empty noun ('something').
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.traits import traits

LEXICON = "drafts"

_NEVER = re.compile(r"(?!)")


@lru_cache(maxsize=8)
def _parts(language: str) -> tuple[str, str, str]:
    data = load(language, LEXICON)
    return "|".join((*data["specific"], *data["generic"])), "|".join(data["verbs"]), "|".join(data["weak"])


def _compile(source: str, language: str) -> re.Pattern[str]:
    if "{" in source:
        artifact, verb, weak = _parts(language)
        source = source.replace("{A}", artifact).replace("{T}", verb).replace("{W}", weak)
    return re.compile(source, re.IGNORECASE)


@lru_cache(maxsize=512)
def pattern(language: str, name: str) -> re.Pattern[str]:
    """Return the pattern called `name`; one that never matches when the language has none."""
    source = load(language, LEXICON).get(name)
    return _compile(source, language) if source else _NEVER


@lru_cache(maxsize=256)
def patterns(language: str, name: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a list called `name`, in order."""
    return tuple(_compile(source, language) for source in load(language, LEXICON).get(name, ()))


@lru_cache(maxsize=256)
def one_of(language: str, *names: str) -> re.Pattern[str]:
    """Return one pattern that matches any word of these lists, at word edges in languages with spaces."""
    data = load(language, LEXICON)
    body = "|".join(w for name in names for w in data[name])
    if traits(language).latin:
        body = rf"(?<![\w-])(?:{body})(?!\w)"
    return re.compile(body, re.IGNORECASE)


def texts(language: str, name: str) -> Sequence[str]:
    """Return a list of plain words."""
    return tuple(load(language, LEXICON).get(name, ()))


def word(language: str, name: str) -> str:
    """Return one plain word."""
    return str(load(language, LEXICON)[name])


@lru_cache(maxsize=64)
def periods(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return (day, week, month or year; its pattern) for goals."""
    return tuple(
        (name, re.compile(body, re.IGNORECASE)) for name, body in load(language, LEXICON)["per"].items()
    )


@lru_cache(maxsize=8)
def _strippers(language: str) -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    data = load(language, LEXICON)
    front = re.compile("^(?:" + "|".join(data["lead"]) + ")", re.IGNORECASE)
    return front, tuple(re.compile(source, re.IGNORECASE) for source in data["tail"])


_EDGES = " \t\n.,;:!?、。·・•*–—-~…\"'「」『』“”„‚’‘"
_FRONT_EDGES = _EDGES + ")]】)"


def trim(text: str) -> str:
    """Strip white space and loose marks from both ends, keeping a closing bracket that was opened."""
    return text.strip().lstrip(_FRONT_EDGES).rstrip(_EDGES + "([（")


def strip_lead(text: str, language: str) -> str:
    """Take away what people say before the name of a field ('and also the …')."""
    front, _ = _strippers(language)
    while True:
        shorter = trim(front.sub("", text, count=1))
        if not shorter or shorter == text:
            return text
        text = shorter


def strip_tail(text: str, language: str) -> str:
    """Take away what people say after the name of a field ('… would be nice')."""
    _, ends = _strippers(language)
    while True:
        shorter = text
        for end in ends:
            cut = trim(end.sub("", shorter, count=1))
            if cut:
                shorter = cut
        if shorter == text:
            return text
        text = shorter
