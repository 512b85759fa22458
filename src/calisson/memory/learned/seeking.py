"""What a hop finds: memories over the bridge, by learned weights of what speaks for each.

    p(c) = softmax_c(SHARP · w · signs(c)),  over the candidates and 'none of them'

so that p is a probability: where nothing fits, 'none of them' takes it, and nothing is lifted. The weights are learned
listwise (`fusion`) from memories that hops must find, and from hops that lead nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from calisson.memory.finding.encoder import similarity
from calisson.memory.finding.ranking import Asked, Candidate
from calisson.memory.learned.bridge import Lead, Rarity, before, leads, left
from calisson.memory.learned.fusion import SHARP
from calisson.memory.learned.maths import dot, softmax
from calisson.memory.words.tokens import opens

SIGNS = (
    "way", "name", "share", "share_said", "near", "near_way", "share_way", "further", "stated", "none",
)  # fmt: skip
"""way: the worthiest lead that it has, or the turn before it (which counts `SAID`); name: the same of leads that are names;
share, share_said: by weight, the words of what is left that it has, and that the turn before it has; near: the cosine to
what is left; near_way, share_way: products; further: the best further word that it has; stated: how much it states.
none: 1 for 'none of them', which has no other sign."""

PRIOR: Mapping[str, float] = dict(
    zip(SIGNS, (0.2, 0.3, 0.4, 0.1, 0.4, 0.4, 0.4, 0.5, 0.2, 1.7), strict=True)
)  # fmt: skip

NONE = (*(0.0 for _ in SIGNS[:-1]), 1.0)

SAID = 0.7
"""What a lead counts that only the turn before has."""

SOUGHT = 6
"""Leads, the worthiest, by which candidates are found."""

Look = Callable[[Asked], list[Candidate]]
"""Returns memories with any of a question's tokens, and what was said after them; only what the viewer may see."""


class Sought(NamedTuple):
    """A hop's candidates."""

    after: Asked
    """What is left to ask."""
    ways: list[Lead]
    candidates: list[Candidate]
    signs: list[tuple[float, ...]]
    """What speaks for each, in the order of `SIGNS`."""

    def worth(self, weights: Mapping[str, float]) -> list[float]:
        """Return each candidate's probability; with that of none of them they add up to 1."""
        w = [weights.get(name, 0.0) for name in SIGNS]
        return softmax([SHARP * dot(row, w) for row in (*self.signs, NONE)])[:-1]


def seek(
    asked: Asked,
    pointed: Sequence[tuple[Candidate, float]],
    look: Look,
    rarity: Rarity,
    around: Mapping[int, Candidate],
) -> Sought:
    """Return what could be found over some memories, given with their probabilities."""
    after = left(asked, pointed, around, rarity)
    ways = leads(asked, pointed, around, rarity)
    if not ways:
        return Sought(after, [], [], [])
    words = {t: way.worth for way in reversed(ways[:SOUGHT]) for t in way.tokens[:2]}
    those = {o.number for o, _ in pointed}
    near = look(replace(after, tokens=words))
    known = {c.number: c for c in near}
    own = {c.number: frozenset(c.row["tokens"].split()) for c in near}
    has = _Has(frozenset().union(*own.values()))
    candidates, signs = [], []
    for c in near:
        if c.number in those:
            continue
        said = frozenset(t for n in before(c, known) for t in own[n.number])
        if row := _signs(c, own[c.number], said, after, ways, has):
            candidates.append(c)
            signs.append(row)
    return Sought(after, ways, candidates, signs)


class _Has:
    """Tells which texts have a token; `has_token` for many texts, whose words it reads once."""

    def __init__(self, vocabulary: frozenset[str]) -> None:
        self._vocabulary = vocabulary
        self._words: dict[str, frozenset[str]] = {}

    def __call__(self, words: frozenset[str], token: str) -> bool:
        if token in words:
            return True
        if not opens(token):
            return False
        if token not in self._words:
            self._words[token] = frozenset(w for w in self._vocabulary if w.startswith(token))
        return not self._words[token].isdisjoint(words)


def _signs(
    c: Candidate, own: frozenset[str], said: frozenset[str], after: Asked, ways: Sequence[Lead], has: _Has
) -> tuple[float, ...] | None:
    """Return what speaks for a candidate with these tokens, after these; None when no lead leads to it."""
    way = name = 0.0
    for lead in ways:
        if all(has(own, t) for t in lead.tokens):
            value = lead.worth
        elif said and all(has(said, t) for t in lead.tokens):
            value = SAID * lead.worth
        else:
            continue
        way = max(way, value)
        if lead.name:
            name = max(name, value)
    if not way:
        return None
    whole = sum(after.tokens.values()) or 1.0
    share = sum(w for t, w in after.tokens.items() if has(own, t)) / whole
    share_said = sum(w for t, w in after.tokens.items() if has(said, t)) / whole if said else 0.0
    near = max(0.0, similarity(after.vector, c.vector))
    further = max((w for t, w in after.expanded.items() if has(own, t)), default=0.0)
    most = max(after.expanded.values(), default=1.0)
    return (way, name, share, share_said, near, way * near, way * share, further / most, c.stated, 0.0)
