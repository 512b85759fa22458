"""The next question of a hop: what a memory leads on to, and what of the question is still to be answered.

A memory leads on by its telling units (names, things, places; see `shortening.units`) that the question does not have and
that some other memories have, but not many. What is left of a question are its units that neither the memory nor the turn
before it has; when nothing is left, the whole question is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from calisson.language.text import fold
from calisson.memory.finding.encoder import built_in, similarity
from calisson.memory.finding.ranking import Asked, Candidate, side_of
from calisson.memory.learned.expansion import expand
from calisson.memory.shortening.units import units
from calisson.memory.words.names import is_ordinary, names_in
from calisson.memory.words.tokens import has_token, tokens

LEADS = 8
"""Units of a bridge."""

COMMON = 0.1
"""A unit that a larger share of the memories has leads nowhere in particular."""

BESIDE = 0.5
"""What a unit of the turn before counts, against one of the memory itself."""

SPENT = 0.2
"""What is left of the weight of a word of the question that a memory has answered."""

UNNAMED = ("person", "somebody", "town", "thing")
"""What a question calls what it does not name; the built-in encoder knows them in five languages."""

NAMED = 2.0
"""What a name counts, against 1 of a word that tells as much as most."""

_ADDRESSED = re.compile(
    r"([\u30a1-\u30ff]+|[\u3400-\u9fff]{1,4}|[\uac00-\ud7a3]{2,4})(?:さん|ちゃん|くん|君|様| ?씨| ?님|先生|女士)"
)

Rarity = Callable[[Sequence[str]], tuple[Mapping[str, int], int]]
"""Returns how many memories have each token, and how many there are."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A unit that leads on."""

    text: str
    tokens: tuple[str, ...]
    """All of them must be there; the longest first."""
    worth: float
    """At most 1."""
    name: bool = False
    """Whether it is somebody's or something's name."""


def before(of: Candidate, around: Mapping[int, Candidate]) -> list[Candidate]:
    """Return what the same person said just before: 'she' is often somebody named there."""
    return [n for n in side_of(of, around, -1) if n.row["speaker"] == of.row["speaker"]]


def leads(
    asked: Asked, pointed: Iterable[tuple[Candidate, float]], around: Mapping[int, Candidate], rarity: Rarity
) -> list[Lead]:
    """Return what memories lead on to, the worthiest first, at most `LEADS`.

    Args:
        asked: the question.
        pointed: memories and their probabilities.
        around: memories by number, in which neighbours are looked up.
        rarity: counts.
    """
    found: dict[tuple[str, ...], tuple[str, float, bool]] = {}
    for c, p in pointed:
        for member, part in ((c, 1.0), *((n, BESIDE) for n in before(c, around))):
            row = member.row
            for text, value, name in _told(row["text"], row["language"]):
                looks = _looks(text)
                if not looks or all(t in asked.tokens for t in looks):
                    continue
                value = p * part * value
                if value > found.get(looks, ("", 0.0, False))[1]:
                    found[looks] = (text, value, name)
    frequency, total = rarity(sorted({t for looks in found for t in looks}))
    weighed = []
    for looks, (text, value, name) in found.items():
        n = min(frequency.get(t, 0) for t in looks)
        if 2 <= n <= max(3, COMMON * total):
            weighed.append((value * math.log(1 + (total - n + 0.5) / (n + 0.5)), text, looks, name))
    weighed.sort(key=lambda x: (-x[0], x[1]))
    top = weighed[0][0] if weighed else 1.0
    return [Lead(text, looks, w / top, name) for w, text, looks, name in weighed[:LEADS]]


def told(asked: Asked, one: Candidate) -> tuple[float, float]:
    """Return whether a memory has a name that the question does not have, and what the best of its new units tells."""
    name = best = 0.0
    for text, value, is_name in _told(one.row["text"], one.row["language"]):
        if not all(t in asked.tokens for t in _looks(text)):
            name, best = max(name, float(is_name)), max(best, value / NAMED)
    return name, min(1.0, best)


@lru_cache(maxsize=1024)
def unnamed(text: str, language: str) -> tuple[float, ...]:
    """Return how near a question's words come to each of `UNNAMED`, and how many units it has, as a share of 8.

    'The person I met in Porto' speaks of somebody without a name: that has to be found first.
    """
    said = units(text, language)
    vectors = [v for u in said if (v := built_in().encode(u.text, language))]
    near = (max((similarity(of, v) for v in vectors), default=0.0) for of in _unnamed())
    return (*near, len(said) / 8)


@lru_cache(maxsize=1)
def _unnamed() -> tuple[bytes, ...]:
    return tuple(built_in().encode(word, "en") for word in UNNAMED)


@lru_cache(maxsize=4096)
def _told(text: str, language: str) -> tuple[tuple[str, float, bool], ...]:
    """Return the units of a text, what each tells, and whether it is a name."""
    folded = fold(text)
    names = [n for n in sorted(names_in(text, language)) if n in folded]
    names += [n for n in _addressed(folded) if n not in names]
    out = [(n, NAMED, True) for n in names]
    for unit in units(text, language):
        if any(n in unit.key or unit.key in n for n in names):
            continue
        name = unit.name or (unit.text[0].isupper() and not is_ordinary(unit.key, language))
        out.append((unit.text, NAMED if name else unit.value, name))
    return tuple(out)


def _addressed(folded: str) -> list[str]:
    """Return the words before a form of address."""
    return [w for w in _ADDRESSED.findall(folded) if len(w) > 1]


def left(
    asked: Asked, pointed: Iterable[tuple[Candidate, float]], around: Mapping[int, Candidate], rarity: Rarity
) -> Asked:
    """Return what is left to ask: what memories have already answered counts `SPENT` as much, and means nothing.

    Its further words are those of what is left (`expansion`).
    """
    answered: dict[str, float] = {}
    for c, p in pointed:
        has = frozenset(t for m in (c, *beside(c, around)) for t in m.row["tokens"].split())
        for token in asked.tokens:
            if has_token(has, token):
                answered[token] = answered.get(token, 0.0) + p
    weights = {t: w * (1 - (1 - SPENT) * min(1.0, answered.get(t, 0.0))) for t, w in asked.tokens.items()}
    names = frozenset(w for n in asked.names for w in fold(n).split())
    open_ = [
        u.text
        for u in units(asked.text, asked.language)
        if u.key not in names and min((answered.get(t, 0.0) for t in _looks(u.text)), default=0.0) < 0.5
    ]
    text = " ".join(open_)
    vector = built_in().encode(text, asked.language, names) if text else b""
    further = expand(text, asked.language, asked.tokens, ())
    frequency, total = rarity(list(further))
    expanded = {
        t: w * math.log(1 + (total - n + 0.5) / (n + 0.5))
        for t, w in further.items()
        if (n := frequency.get(t, 0))
    }
    return replace(
        asked, tokens=weights, vector=vector or asked.vector, names=frozenset(), between=None, expanded=expanded,
        text=text or asked.text,
    )  # fmt: skip


def beside(of: Candidate, around: Mapping[int, Candidate]) -> list[Candidate]:
    """Return what the same person said just before and just after."""
    return [n for step in (-1, 1) for n in side_of(of, around, step) if n.row["speaker"] == of.row["speaker"]]


@lru_cache(maxsize=8192)
def _looks(unit: str) -> tuple[str, ...]:
    """Return the tokens of a unit that say something, the longest first."""
    all_ = dict.fromkeys(tokens(unit))
    pairs = [t for t in all_ if len(t) > 1]
    return tuple(sorted(pairs or all_, key=lambda t: (-len(t), t)))
