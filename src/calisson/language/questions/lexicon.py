"""The question lexicon of a language, compiled once: cues, hints, states, comparators, words without weight.

Latin patterns are matched at word boundaries, CJK patterns anywhere. What a hint ('spent', 'ran') means for a
field is language-independent and stands in `data/shared/questions.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import SHARED, load
from calisson.language.traits import traits

COMPARATORS = ("over", "under", "at_least", "at_most", "equal")
_AHEAD = re.compile(r"\(\?=[^()]*⟨n⟩[^()]*\)")


@dataclass(frozen=True, slots=True)
class Hint:
    """What a word like 'spent' means: fields by concept, by type, by what their unit measures."""

    concepts: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's words for asking."""

    language: str
    cues: Mapping[str, re.Pattern[str]]
    hints: Mapping[str, re.Pattern[str]]
    highest: re.Pattern[str]
    lowest: re.Pattern[str]
    before: Mapping[str, re.Pattern[str]]
    """Comparator → what may stand before a number ('over')."""
    after: Mapping[str, re.Pattern[str]]
    """Comparator → what may stand after a number ('or more', 以上)."""
    rank: re.Pattern[str]
    worst: re.Pattern[str]
    states: Mapping[str, re.Pattern[str]]
    """Concept of a yes/no field → the words of its verb, as said of what has happened."""
    infinitives: Mapping[str, re.Pattern[str]]
    """The same for what has yet to happen ('still to buy')."""
    happened: re.Pattern[str]
    """What follows a CJK verb stem when it says that something has happened."""
    happened_when: re.Pattern[str]
    """The same in a question for the time ('什么时候浇的')."""
    finished: re.Pattern[str]
    unfinished: re.Pattern[str]
    through: re.Pattern[str]
    """What says of an activity that it reached its end (读完), and not only that it went on (读了)."""
    slots: tuple[re.Pattern[str], ...]
    """Where a filter may stand that no stored value explains: group `what`."""
    ignore: frozenset[str]
    weak: frozenset[str]
    correct: tuple[str, ...]


def _union(sources: list[str], latin: bool) -> re.Pattern[str]:
    if not sources:
        return re.compile(r"(?!)")
    if not latin:
        return re.compile("|".join(f"(?:{s})" for s in sources))
    return re.compile("|".join(s if s.startswith("^") else rf"(?<!\w)(?:{s})(?!\w)" for s in sources))


def _beside(sources: list[str], *, after: bool) -> re.Pattern[str]:
    plain = [_AHEAD.sub("", s) for s in sources if not s.startswith("⟨n⟩")]
    if not plain:
        return re.compile(r"(?!)")
    body = "|".join(plain)
    return re.compile(rf"\s*(?:{body})") if after else re.compile(rf"(?:{body})\s*$")


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon:
    """Return the compiled lexicon of a shipped language.

    Raises:
        LookupError: The language has no question lexicon.
    """
    data: dict[str, Any] = load(language, "questions")
    latin = traits(language).latin
    cues: dict[str, list[str]] = data["cues"]
    words = data["words"]
    return Lexicon(
        language=language,
        cues={
            name: _union([s for s in sources if "⟨" not in s], latin)
            for name, sources in cues.items()
            if name not in COMPARATORS and not name.endswith("_post")
        },
        hints={name: _union(sources, latin) for name, sources in data["hints"].items()},
        highest=_union(data["superlatives"]["max"], latin),
        lowest=_union(data["superlatives"]["min"], latin),
        worst=_union(data["superlatives"]["worst"], latin),
        before={c: _beside(cues[c], after=False) for c in COMPARATORS},
        after={c: _beside(cues[f"{c}_post"], after=True) for c in COMPARATORS if f"{c}_post" in cues},
        rank=_beside([re.sub(r"\(\?=⟨n⟩\|[^)]*\)", "", s) for s in cues["rank"]], after=False),
        states={
            name: _union([source], latin)
            for name, source in data["states"].items()
            if not name.endswith("_words")
        },
        infinitives={name: _union([source], latin) for name, source in data.get("infinitives", {}).items()},
        happened=re.compile(data["happened"]["after"]),
        happened_when=re.compile(data["happened"]["when"] or "(?!)"),
        finished=re.compile(data["states"]["finished_words"]),
        unfinished=re.compile(data["states"]["open_words"]),
        through=re.compile(data["states"]["through_words"]),
        slots=tuple(re.compile(s) for s in data["filter"]["slots"]),
        ignore=frozenset(words["ignore"].split()),
        weak=frozenset(words["weak"].split(", ")),
        correct=tuple(words.get("correct", data.get("correct", ()))),
    )


@lru_cache(maxsize=1)
def hints() -> Mapping[str, Hint]:
    """Return what each hint means for fields."""
    return {
        name: Hint(
            tuple(row.get("concepts", ())), tuple(row.get("types", ())), tuple(row.get("dimensions", ()))
        )
        for name, row in load(SHARED, "questions")["hints"].items()
    }


@lru_cache(maxsize=1)
def implied() -> frozenset[str]:
    """Return the concepts that an entry says by being there (a medicine that was logged was taken)."""
    return frozenset(load(SHARED, "questions")["done"]["implied"])


@lru_cache(maxsize=1)
def status_verbs() -> Mapping[str, str]:
    """Return status concept → the concept of the yes/no field whose verb it takes ('read_status' → 'read')."""
    found: dict[str, str] = load(SHARED, "questions")["status"]
    return found


@lru_cache(maxsize=1)
def bad_when_high() -> frozenset[str]:
    """Return the concepts whose high values are the bad ones (pain, stress)."""
    return frozenset(load(SHARED, "questions")["bad"]["high"])


@lru_cache(maxsize=1)
def done_concepts() -> tuple[frozenset[str], frozenset[str]]:
    """Return the concepts of yes/no fields, and of status fields, that finish a record."""
    table = load(SHARED, "questions")["done"]
    return frozenset(table["concepts"]), frozenset(table["status"])
