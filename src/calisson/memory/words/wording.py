"""The words that shortening and importance look at, of each language, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from calisson.language.lexicon import has, load
from calisson.language.text import fold, is_cjk
from calisson.memory.words.lexicon import FALLBACK

SHORTEST = 2
"""Characters of a particle that is cut off a Korean noun's end only when so many stay."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One language's words for shortening."""

    function: frozenset[str]
    """Words that say little of their own."""
    inside: re.Pattern[str]
    """The same inside a run of characters that no space divides, the longest first."""
    fillers: frozenset[str]
    """Clauses that say nothing."""
    opening: re.Pattern[str]
    """Fillers of several words at a clause's beginning."""
    negations: frozenset[str]
    negative_endings: tuple[str, ...]
    dated: frozenset[str]
    """Function words that are part of a date beside a number."""
    titles: re.Pattern[str]
    """Forms of address that stand behind a name."""
    first: re.Pattern[str]
    second: re.Pattern[str]
    times: re.Pattern[str]
    decisions: re.Pattern[str]
    todos: re.Pattern[str]

    def negates(self, folded: str) -> bool:
        """Tell whether a word negates."""
        return folded in self.negations or (
            bool(self.negative_endings) and folded.endswith(self.negative_endings)
        )


@lru_cache(maxsize=16)
def wording(language: str) -> Wording:
    """Return the words of a language; those of English for one that has none."""
    given = load(language if has(language, "compress") else FALLBACK, "compress")
    negations = frozenset(fold(w) for w in given["negations"])
    function = frozenset(fold(w) for w in given["function"].split()) - negations
    fillers = frozenset(fold(f) for f in given["fillers"])
    several = sorted((f for f in fillers if " " in f and not is_cjk(f)), key=len, reverse=True)
    return Wording(
        function=function,
        inside=re.compile("|".join(sorted(map(re.escape, function), key=len, reverse=True))),
        fillers=fillers,
        opening=re.compile(rf"(?:{'|'.join(map(re.escape, several)) or '(?!)'})(?!\w)\s*"),
        negations=negations,
        negative_endings=tuple(given["negative_endings"]),
        dated=frozenset(map(fold, given.get("dated", []))),
        titles=re.compile("|".join(map(re.escape, given.get("titles", []))) or "(?!)"),
        first=_any(given["first"]),
        second=_any(given["second"]),
        times=_any(given["times"]),
        decisions=_any(given["decisions"]),
        todos=_any(given["todos"]),
    )


def _any(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of any of the words: whole words of alphabets, any place in other scripts."""
    folded = sorted({fold(w) for w in words}, key=len, reverse=True)
    return re.compile("|".join(re.escape(w) if is_cjk(w) else rf"(?<!\w){re.escape(w)}\b" for w in folded))
