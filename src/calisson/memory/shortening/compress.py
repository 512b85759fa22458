"""The embedded extractive compressor: what of a few lines of talk is worth keeping in so many tokens.

No model. The lines' units (see `units`) have a worth and a cost in tokens; the best worth per token stay, in
their order, a repeated word once. A unit's worth is its value (names, numbers), times the importance of its
sentence, times its rarity, summed over the sentences that have it. The choice is greedy, which for such a sum
with a budget is within a factor of the best (Khuller, Moss & Naor 1999, 'The budgeted maximum coverage
problem').

Left out: grammar. The result is a telegram, meant for search and for a model, not for reading aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from calisson.language.languages import detect
from calisson.language.text import fold
from calisson.memory.shortening.importance import Scorer, features
from calisson.memory.shortening.units import Line, label_tokens, sentences, units
from calisson.memory.words.measure import cut

Rarity = Callable[[str], float]
"""Key of a unit → 0 (everywhere) to 1 (seen for the first time)."""

NAMING = 10
"""Each turn is named when names are at most one token in so many; else what a speaker said stands together."""

ADDRESSED = 0.15
"""What the name of somebody who speaks there counts: it mostly addresses them, and their lines bear it anyway."""

NICK = 3
"""Letters of a speaker's name that are a name of theirs too."""


def even(key: str) -> float:
    """Return the same rarity for everything."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Item:
    """A unit of a digest."""

    line: int
    """Which line it stands in."""
    text: str
    key: str
    worth: float
    """Its value with what the lines that have it add."""
    cost: int

    def moved(self, line: int) -> Item:
        """Return it in another line."""
        return self if line == self.line else Item(line, self.text, self.key, self.worth, self.cost)

    def worthy(self, worth: float) -> Item:
        """Return it with another worth."""
        return self if worth == self.worth else Item(self.line, self.text, self.key, worth, self.cost)


@dataclass(frozen=True, slots=True)
class Digest:
    """The units of a few lines, each word once, in order: read once, then only ever made shorter.

    Because the worth of a unit is fixed when the lines are read whole, shortening in several steps gives what
    shortening at once would (but for rarities, which are those of the day).
    """

    speakers: tuple[str, ...]
    """Of each line."""
    items: tuple[Item, ...]

    @property
    def worth(self) -> float:
        """What all its units are worth."""
        return sum(item.worth for item in self.items)

    def within(self, budget: int, rarity: Rarity = even) -> Digest:
        """Return the items worth most for their cost in at most `budget` tokens, names of speakers included."""
        groups = self._groups(budget)
        worths = [item.worth * rarity(item.key) for item in self.items]
        order = [n for _, n in sorted((-w / self.items[n].cost, n) for n, w in enumerate(worths))]
        kept = self._first(order, groups, budget)
        if kept and (poor := self._poor(kept, worths, groups)):
            kept = max(
                kept, self._first(order, groups, budget, poor), key=lambda some: sum(worths[n] for n in some)
            )
        items = tuple(self.items[n].moved(groups[self.items[n].line]) for n in sorted(kept))
        return Digest(self.speakers, items)

    def _first(
        self, order: Sequence[int], groups: Sequence[int], budget: int, without: Collection[int] = ()
    ) -> list[int]:
        """Return the first items of an order that fit the budget with the names of their speakers."""
        naming = {g: budget if g in without else label_tokens(self.speakers[g]) for g in set(groups)}
        kept, used = list[int](), 0
        for n in order:
            item = self.items[n]
            group = groups[item.line]
            cost = item.cost + naming[group]
            if used + cost <= budget:
                kept.append(n)
                naming[group] = 0  # named once
                used += cost
                if used == budget:
                    break
        return kept

    def _poor(self, kept: Sequence[int], worths: Sequence[float], groups: Sequence[int]) -> frozenset[int]:
        """Return the groups that are worth less than what their words and name would buy elsewhere."""
        least = min(worths[n] / self.items[n].cost for n in kept)
        held = dict[int, tuple[float, int]]()
        for n in kept:
            group = groups[self.items[n].line]
            worth, cost = held.get(group, (0.0, label_tokens(self.speakers[group])))
            held[group] = worth + worths[n], cost + self.items[n].cost
        return frozenset(group for group, (worth, cost) in held.items() if worth < least * cost)

    def joined(self, other: Digest) -> Digest:
        """Return this and what follows it as one; of a word in both the worth adds up."""
        offset = len(self.speakers)
        found = {item.key: item for item in self.items}
        for item in other.items:
            known = found.get(item.key)
            if known is None:
                found[item.key] = item.moved(item.line + offset)
            else:
                found[item.key] = known.worthy(known.worth + item.worth)
        return Digest(self.speakers + other.speakers, tuple(found.values()))

    def lines(self) -> tuple[Line, ...]:
        """Return it as text, a line for each line or speaker that has anything left."""
        said: dict[int, list[str]] = {}
        for item in self.items:
            said.setdefault(item.line, []).append(item.text)
        return tuple(Line(self.speakers[n], " ".join(texts)) for n, texts in sorted(said.items()))

    def _groups(self, budget: int) -> list[int]:
        """Return the first line of the group of each line: turns when naming them leaves room, else speakers."""
        turns, first = list(range(len(self.speakers))), dict[str, int]()
        live = {item.line for item in self.items}
        for n in range(1, len(turns)):
            if self.speakers[n] == self.speakers[n - 1]:
                turns[n] = turns[n - 1]
        if sum(label_tokens(self.speakers[n]) for n in {turns[x] for x in live}) * NAMING <= budget:
            return turns
        return [first.setdefault(speaker, n) for n, speaker in enumerate(self.speakers)]


def digest(lines: Sequence[Line], language: str, scorer: Scorer | None = None) -> Digest:
    """Return the units of the lines, each word where it says most."""
    scorer = scorer or Scorer()
    best: dict[str, Item] = {}
    worth: dict[str, float] = {}
    place: dict[str, int] = {}
    here = {fold(line.speaker) for line in lines if line.speaker}
    for n, line in enumerate(lines):
        for sentence in sentences(line.text):
            matters = scorer(features(sentence, language))
            for unit in units(sentence, language):
                mine = unit.value * matters * (ADDRESSED if _is_here(unit.key, here) else 1.0)
                place[unit.key] = len(place) if unit.key not in best else place[unit.key]
                if unit.key not in best or mine > best[unit.key].worth:
                    best[unit.key] = Item(n, unit.text, unit.key, mine, unit.cost)
                worth[unit.key] = worth.get(unit.key, 0.0) + mine
    order = sorted(best, key=lambda key: (best[key].line, place[key]))
    items = tuple(best[key].worthy(worth[key]) for key in order)
    return Digest(tuple(line.speaker for line in lines), items)


def _is_here(key: str, speakers: Collection[str]) -> bool:
    """Tell whether a unit is the name of a speaker, or its beginning."""
    return any(key == s or (len(key) >= NICK and s.startswith(key)) for s in speakers)


def compress(
    lines: Sequence[Line], budget: int, *, language: str | None = None, rarity: Rarity = even
) -> tuple[Line, ...]:
    """Return the most informative words of the lines in at most `budget` tokens, names of speakers included.

    Lines that fit come back as they are. What one speaker said in a row becomes one line; when naming each turn
    would cost too much, all that one speaker said does. The budget is never exceeded; 0 gives nothing.
    """
    lines = tuple(line for line in lines if line.text.strip())
    if sum(line.tokens for line in lines) <= budget:
        return lines
    if budget <= 0 or not lines:
        return ()
    read = digest(lines, language or detect(" ".join(line.text for line in lines)[:2000]))
    return read.within(budget, rarity).lines() if read.items else _beginning(lines[0], budget)


def _beginning(line: Line, budget: int) -> tuple[Line, ...]:
    """Return as much of a line as fits, when it holds nothing but words of no weight."""
    room = budget - label_tokens(line.speaker)
    said = cut(line.text, room)
    return (Line(line.speaker, said),) if said else ()
