"""Memory Diffusion: a whole trajectory under a hard token budget, by Mask, Allocate and Refill.

The trajectory itself is the memory. Its latest lines are protected and stay word for word. Older lines stand in
chunks, each of neighbours of one kind without a silence between them. Whenever all together would exceed the budget B, chunks are worked:

1. Mask: the chunk that is most over its share. Shares only move together (see 2), so that which chunk comes
   next, tokens per weight, is known without looking at the others: a heap.
2. Allocate: b = ⌊ρ · B' · wᵢ / Σ w⌋, wᵢ = impᵢ^α · 2^(−age/half-life), B' what the protected lines leave. Below
   b_min the chunk goes. Each chunk's decision depends on itself and on one running sum only.
3. Refill: the chunk is made anew in b tokens, by a `Refill`: the extractive compressor, or a model
   (`calisson.memory.shortening.refill`), whose answer is cut to b.

A turn of so many tokens refills at most so many chunks however long the trajectory is; what that leaves over the
budget is dropped, worst first. All that is kept is within B, so memory is constant too.

Published of the method are the three steps, budgets by importance, the strict budget, independent decisions
and constant time (Mind Lab, 'Memory Diffusion'); scorer, chunk size, α, ρ and b_min are this module's own.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from calisson.language.languages import detect
from calisson.memory.shortening.compress import digest
from calisson.memory.shortening.importance import MOST, Rarity, Scorer, standing
from calisson.memory.shortening.trajectory import (
    Chunk,
    Plan,
    Refill,
    Turn,
    Worked,
    chunk_as_dict,
    chunk_of,
    cut_lines,
    minutes_between,
)
from calisson.memory.shortening.units import Line, label_tokens, units
from calisson.memory.words.measure import count, cut, pieces

VERSION = 1
"""Of the stored state."""

RARE = 3
SHARED = 2
TAKEN_UP = 4
"""A word that so many chunks hold at most tells which one is meant; a chunk is taken up by a new one that shares
so many such words with it; and a new one takes up so many at most."""

FAR = 400.0
"""Doublings of the weights after which they are counted from a later chunk."""


class Diffusion:
    """A trajectory under a budget. Not safe to share between threads."""

    def __init__(self, plan: Plan, *, refill: Refill | None = None, scorer: Scorer | None = None) -> None:
        """Make an empty one; without `refill` the extractive compressor does it."""
        self.plan = plan
        self._refill = refill
        self._scorer = scorer or Scorer()
        self._rarity = Rarity()
        self._latest: deque[Turn] = deque()
        self._open: list[Turn] = []
        self._chunks: dict[int, Chunk] = {}
        self._weights: dict[int, float] = {}
        self._heap: list[tuple[float, int, int]] = []
        self._holders: dict[str, set[int]] = {}
        self._sum = 0.0
        self._turns = 0
        self._closed = 0
        self._base = 0
        self._keys: dict[int, frozenset[str]] = {}
        self._tokens = {"latest": 0, "open": 0, "chunks": 0}

    # --- what there is ---------------------------------------------------------------------------------

    @property
    def tokens(self) -> int:
        """What all of it has now; never above the budget after `add`."""
        return sum(self._tokens.values())

    @property
    def turns(self) -> int:
        """How many turns were added, ever."""
        return self._turns

    def chunks(self) -> list[Chunk]:
        """Return the chunks, oldest first, without the protected lines and the one that is still open."""
        return [self._chunks[i] for i in sorted(self._chunks)]

    def latest(self) -> list[Turn]:
        """Return what stands word for word: the open chunk's turns and the protected ones, oldest first."""
        return [*self._open, *self._latest]

    def lines(self) -> list[Line]:
        """Return the whole trajectory as it is now."""
        old = [line for chunk in self.chunks() for line in chunk.lines]
        return old + [Line(t.speaker, t.text) for t in self.latest()]

    # --- adding ----------------------------------------------------------------------------------------

    def add(self, turn: Turn) -> Worked:
        """Add a turn; afterwards all of it is within the budget.

        A turn longer than a chunk is added in pieces.
        """
        self._turns += 1
        shortened: list[int] = []
        dropped: list[Chunk] = []
        label = label_tokens(turn.speaker)
        if label > self.plan.size // 2:
            turn = replace(turn, speaker=cut(turn.speaker, self.plan.size // 2 - 1))
            label = label_tokens(turn.speaker)
        for text in pieces(turn.text, self.plan.size - label):
            self._push(replace(turn, text=text))
            self._fit(shortened, dropped)
        return Worked(tuple(shortened), tuple(dropped))

    def credit(self, chunk_id: int, amount: float) -> None:
        """Say that a chunk was of use (above 0) or in the way; unknown chunks are gone and nothing happens."""
        chunk = self._chunks.get(chunk_id)
        if chunk is not None:
            value = max(-MOST, min(MOST, chunk.standing.credit + amount))
            self._store(replace(chunk, standing=replace(chunk.standing, credit=value)))

    def _push(self, turn: Turn) -> None:
        self._latest.append(turn)
        self._tokens["latest"] += _tokens(turn)
        room = self.plan.budget // 2
        while self._latest and (len(self._latest) > self.plan.protected or self._tokens["latest"] > room):
            old = self._latest.popleft()
            self._tokens["latest"] -= _tokens(old)
            if self._open and self._ends(old):
                self._close()
            self._open.append(old)
            self._tokens["open"] += _tokens(old)

    def _ends(self, turn: Turn) -> bool:
        """Tell whether a turn begins a new chunk."""
        last = self._open[-1]
        if self._tokens["open"] + _tokens(turn) > self.plan.step or last.kind != turn.kind:
            return True
        return bool(self.plan.gap_min) and minutes_between(last.at, turn.at) >= self.plan.gap_min

    def _close(self) -> None:
        turns, self._open = self._open, []
        self._tokens["open"] = 0
        lines = tuple(Line(t.speaker, t.text) for t in turns)
        language = detect(" ".join(t.text for t in turns)[:1000])
        kind = turns[0].kind
        tokens = sum(map(_tokens, turns))
        read = digest(lines, language, self._scorer)
        found = standing(lines, language, words=read.worth / max(1, tokens), spoken=kind == "said")
        chunk = Chunk(
            self._closed, lines, tuple(dict.fromkeys(t.source for t in turns if t.source)), turns[0].at, turns[-1].at,
            kind, language, tokens, tokens, self._closed, found, read,
        )  # fmt: skip
        keys = _keys(chunk)
        last = self._chunks.get(self._closed - 1)
        grows = last is not None and self._goes_on(last, chunk)
        self._take_up(keys, last.id if last is not None and grows else -1)
        self._rarity.add(keys)
        if last is not None and grows:
            self._store(self._grown(self._chunks[last.id], chunk))
        else:
            self._closed += 1
            self._store(chunk)
            if last is not None:  # it is done growing
                self._store(self._chunks[last.id])

    def _goes_on(self, last: Chunk, new: Chunk) -> bool:
        """Tell whether new lines still belong to the last chunk."""
        silent = bool(self.plan.gap_min) and minutes_between(last.until, new.since) >= self.plan.gap_min
        silent = silent and last.whole >= self.plan.size // 2  # a short talk joins the next one
        return last.kind == new.kind and last.whole + new.whole <= self.plan.size and not silent

    def _grown(self, last: Chunk, new: Chunk) -> Chunk:
        """Return the last chunk with the new lines behind it."""
        added = (
            new.digest if new.language == last.language else digest(new.lines, last.language, self._scorer)
        )
        read = last.digest and added and last.digest.joined(added)
        share = new.whole / (last.whole + new.whole)
        found = replace(
            last.standing,
            words=last.standing.words * (1 - share) + new.standing.words * share,
            answers=last.standing.answers * (1 - share) + new.standing.answers * share,
        )
        return replace(
            last, lines=last.lines + new.lines, sources=tuple(dict.fromkeys(last.sources + new.sources)),
            until=new.until, tokens=last.tokens + new.tokens, whole=last.whole + new.whole, standing=found, digest=read,
        )  # fmt: skip

    def _take_up(self, keys: set[str], own: int) -> None:
        """Count older chunks as used whose rarest words come up again; not `own`, where they are said."""
        found: dict[int, int] = {}
        for key in keys:
            holders = self._holders.get(key, set())
            if 0 < len(holders) <= RARE:
                for i in holders - {own}:
                    found[i] = found.get(i, 0) + 1
        for i, shared in sorted(found.items(), key=lambda x: (-x[1], x[0]))[:TAKEN_UP]:
            if shared >= SHARED:
                chunk = self._chunks[i]
                used = min(MOST, chunk.standing.used + 0.5 / (1 + chunk.standing.used))
                self._store(replace(chunk, standing=replace(chunk.standing, used=used)))

    # --- working ---------------------------------------------------------------------------------------

    def _fit(self, shortened: list[int], dropped: list[Chunk]) -> None:
        for _ in range(self.plan.work):
            if self.tokens <= self.plan.budget:
                return
            worst = self._worst()
            if worst is None:
                break
            made = self._squeezed(worst)
            if made is None:
                dropped.append(self._remove(worst.id))
            else:
                self._store(made)
                shortened.append(made.id)
        while self.tokens > self.plan.budget:
            worst = self._worst()
            if worst is None:  # latest and open lines alone are within five sixths of the budget
                return
            dropped.append(self._remove(worst.id))

    def _worst(self) -> Chunk | None:
        """Return the chunk with the most tokens for its weight."""
        while self._heap:
            ratio, i, tokens = self._heap[0]
            chunk = self._chunks.get(i)
            if chunk is not None and chunk.tokens == tokens and ratio == -self._ratio(chunk):
                return chunk
            heapq.heappop(self._heap)
        return None

    def _squeezed(self, chunk: Chunk) -> Chunk | None:
        """Return the chunk within its share; None when that is too little for anything."""
        room = self.plan.budget - self._tokens["latest"] - self._tokens["open"]
        share = int(self.plan.aim * room * self._weights[chunk.id] / self._sum)
        share = min(share, chunk.tokens - 1)
        if share < self.plan.least:
            return None
        read, made = None, None
        if self._refill is not None:
            made = self._refill(
                chunk, share, before=self._beside(chunk.id - 1), after=self._beside(chunk.id + 1)
            )
        if made is None:
            whole = chunk.digest or digest(chunk.lines, chunk.language, self._scorer)
            read = whole.within(share, self._rarity)
            made = read.lines()
        lines = cut_lines(made, share)
        tokens = sum(line.tokens for line in lines)
        return replace(chunk, lines=lines, tokens=tokens, digest=read) if tokens else None

    def _beside(self, i: int) -> str:
        chunk = self._chunks.get(i)
        return chunk.text if chunk else ""

    # --- books -----------------------------------------------------------------------------------------

    def _ratio(self, chunk: Chunk) -> float:
        return chunk.tokens / self._weights[chunk.id]

    def _weight(self, chunk: Chunk) -> float:
        weight: float = chunk.standing.importance**self.plan.alpha
        if chunk.id != self._closed - 1:  # the last one still grows: it has the room of a full one
            weight *= min(1.0, chunk.whole / self.plan.size)
        if self.plan.fading:
            weight *= 2.0 ** ((chunk.born - self._base) / self.plan.fading)
        return weight

    def _store(self, chunk: Chunk) -> None:
        if self.plan.fading and (chunk.born - self._base) / self.plan.fading > FAR:
            self._base = chunk.born
            self._tidy()
        weight = self._weight(chunk)
        former = self._chunks.get(chunk.id)
        self._sum += weight - self._weights.get(chunk.id, 0.0)
        self._tokens["chunks"] += chunk.tokens - (former.tokens if former else 0)
        self._weights[chunk.id] = weight
        self._chunks[chunk.id] = chunk
        if former is None or former.lines != chunk.lines:
            self._hold(chunk.id, frozenset(_keys(chunk)))
        heapq.heappush(self._heap, (-self._ratio(chunk), chunk.id, chunk.tokens))
        if len(self._heap) > 64 + 4 * len(self._chunks):
            self._tidy()

    def _remove(self, i: int) -> Chunk:
        chunk = self._chunks[i]
        self._forget(i)
        return chunk

    def _forget(self, i: int) -> None:
        chunk = self._chunks.pop(i)
        self._sum -= self._weights.pop(i)
        self._tokens["chunks"] -= chunk.tokens
        self._hold(i, frozenset())
        del self._keys[i]

    def _hold(self, i: int, keys: frozenset[str]) -> None:
        """Note which words a chunk has now."""
        before = self._keys.get(i, frozenset())
        for key in before - keys:
            holders = self._holders[key]
            holders.discard(i)
            if not holders:
                del self._holders[key]
        for key in keys - before:
            self._holders.setdefault(key, set()).add(i)
        self._keys[i] = keys

    def _tidy(self) -> None:
        """Make weights, their sum and the heap anew; once in as many changes as there are chunks."""
        self._weights = {i: self._weight(c) for i, c in self._chunks.items()}
        self._sum = sum(self._weights.values())
        self._heap = [(-self._ratio(c), c.id, c.tokens) for c in self._chunks.values()]
        heapq.heapify(self._heap)

    # --- keeping ---------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return the whole state as JSON-able data; `of` goes on from it as if nothing had happened."""
        self._tidy()
        return {
            "version": VERSION,
            "plan": asdict(self.plan),
            "turns": self._turns,
            "closed": self._closed,
            "base": self._base,
            "latest": [asdict(t) for t in self._latest],
            "open": [asdict(t) for t in self._open],
            "chunks": [chunk_as_dict(c) for c in self._chunks.values()],
            "rarity": self._rarity.as_dict(),
        }

    @classmethod
    def of(
        cls, state: dict[str, Any], *, refill: Refill | None = None, scorer: Scorer | None = None
    ) -> Diffusion:  # fmt: skip
        """Go on from a state that `as_dict` gave.

        Raises:
            ValueError: another release wrote it.
        """
        if state.get("version") != VERSION:
            raise ValueError(f"state of version {state.get('version')!r}; this release reads {VERSION}")
        made = cls(Plan(**state["plan"]), refill=refill, scorer=scorer)
        made._turns, made._closed, made._base = state["turns"], state["closed"], state["base"]
        made._latest.extend(Turn(**t) for t in state["latest"])
        made._open = [Turn(**t) for t in state["open"]]
        made._tokens["latest"] = sum(map(_tokens, made._latest))
        made._tokens["open"] = sum(map(_tokens, made._open))
        made._rarity = Rarity.of(state["rarity"])
        for given in state["chunks"]:
            made._store(chunk_of(given))
        made._tidy()
        return made


def fit(
    trajectory: Iterable[Turn], budget: int, *, protected: int = 8, refill: Refill | None = None
) -> list[Line]:
    """Return a whole trajectory within `budget` tokens, the latest `protected` turns word for word.

    A trajectory that fits comes back as it is. For one that grows keep a `Diffusion` instead.

    Raises:
        ValueError: the budget is below `trajectory.SMALLEST`.
    """
    turns = list(trajectory)
    plan = Plan(budget, protected=protected)
    if sum(map(_tokens, turns)) <= budget:
        return [Line(t.speaker, t.text) for t in turns]
    engine = Diffusion(plan, refill=refill)
    for turn in turns:
        engine.add(turn)
    return engine.lines()


def _tokens(turn: Turn) -> int:
    return count(turn.text) + label_tokens(turn.speaker)


def _keys(chunk: Chunk) -> set[str]:
    if chunk.digest is not None:
        return {i.key for i in chunk.digest.items}
    return {u.key for line in chunk.lines for u in units(line.text, chunk.language)}
