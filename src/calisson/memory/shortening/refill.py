"""Refill by a model: a chunk made anew through the door to models, in the middle of what stands around it.

Where no model answers in time, answers nothing of use, tells numbers or names that the chunk does not have, or
turns a "not" round, it is left to the extractive compressor. What is too long is cut hard by the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from calisson.language.text import fold, is_cjk
from calisson.language.traits import traits
from calisson.memory.shortening.trajectory import Chunk
from calisson.memory.shortening.units import Line, units
from calisson.memory.words.measure import cut
from calisson.memory.words.stems import stem
from calisson.memory.words.wording import wording
from calisson.models import Reply, Request, ask
from calisson.models.prompts import outside, render
from calisson.models.types import Privacy

_WORD = re.compile(r"\w+")
_NOT_SPACE = re.compile(r"[^\s,.;:!?]+")

AROUND = 120
"""Tokens of what stands before and after that the model is shown."""

WORDS = 0.75
"""Words that the model is asked for, for each token of the budget."""

ANSWER = 4
"""Tokens of a model's own that it may write for each of the budget; what is beyond the budget is cut anyway."""


PATIENCE_S = 20.0
"""Seconds that a model has for one try."""

PAUSE = 16
"""Refills after a model that did not answer for which none is asked: a turn's work at most."""


@runtime_checkable
class Answers(Protocol):
    """What is needed of the door to models."""

    @property
    def available(self) -> bool:
        """Whether any model is set up."""
        ...

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Return the reply of a model, or one whose `embedded` is true."""
        ...


class ModelRefill:
    """A `Refill` that asks a model."""

    def __init__(
        self, models: Answers, *, privacy: Privacy = "local", person: str = "me", turn_id: str | None = None,
        patience_s: float = PATIENCE_S, most: int | None = None, stopped: Callable[[], bool] | None = None,
    ) -> None:  # fmt: skip
        """Make one.

        Args:
            models: the door to models.
            privacy: of the conversation; `local` never leaves the house.
            person: whose conversation it is.
            turn_id: what it is asked for, for the ledger.
            patience_s: seconds for one try.
            most: how many chunks are asked for in all; None for no limit. With one, a chunk is asked for once, while it
                is whole, and what becomes still shorter does so by the compressor.
            stopped: asked many times a second; true ends the asking.
        """
        self._patience_s = patience_s
        self._models = models
        self._privacy = privacy
        self._person = person
        self._turn_id = turn_id
        self._left = most
        self._stopped = stopped
        self._pause = 0
        self.cost_usd = 0.0
        """Of all that was asked."""

    def __call__(self, chunk: Chunk, budget: int, *, before: str, after: str) -> Sequence[Line] | None:
        """Return the chunk's lines in about `budget` tokens; None when no model tells them rightly."""
        if self._pause:
            self._pause -= 1
            return None
        if not self._models.available or (self._stopped is not None and self._stopped()):
            return None
        if self._left is not None:
            if not self._left or chunk.tokens < chunk.whole:
                return None
            self._left -= 1
        return self._asked(chunk, budget, before, after) or None

    def _asked(self, chunk: Chunk, budget: int, before: str, after: str) -> tuple[Line, ...]:
        prompt = render(
            "refill",
            budget=str(max(1, int(budget * WORDS))),
            before=outside(cut(before, AROUND)),
            after=outside(cut(after, AROUND)),
            stretch=outside(chunk.text),
        )
        reply = self._models.answer(
            ask(
                prompt.text, privacy=self._privacy, prompt=prompt.id, purpose="memory", person=self._person,
                max_tokens=64 + ANSWER * budget, timeout_s=self._patience_s, turn_id=self._turn_id,
            ),
            self._stopped,
        )  # fmt: skip
        self.cost_usd += reply.cost_usd
        if reply.embedded:
            self._pause = PAUSE
            return ()
        made = read(reply.text, chunk)
        return made if is_faithful(made, chunk) else ()


def read(text: str, chunk: Chunk) -> tuple[Line, ...]:
    """Return the lines of an answer; a line that names no speaker of the chunk goes on with the last one."""
    speakers = {line.speaker for line in chunk.lines if line.speaker}
    last = chunk.lines[0].speaker if chunk.lines else ""
    made: list[Line] = []
    for row in text.strip().strip("⟦⟧").splitlines():
        head, colon, rest = row.partition(":")
        if colon and head.strip() in speakers:
            last, row = head.strip(), rest
        if row.strip():
            made.append(Line(last, row.strip()))
    return tuple(made)


def is_faithful(lines: Sequence[Line], chunk: Chunk) -> bool:
    """Tell whether every number and name in the lines stands in the chunk, and no "not" was added or left out.

    Other words are not checked.
    """
    if not lines:
        return False
    text = " ".join(line.text for line in chunk.lines).casefold()
    there = set(_WORD.findall(text))
    told = (u for line in lines for u in units(line.text, chunk.language) if u.numeric or u.name)
    parts = (part for u in told for part in _WORD.findall(u.text.casefold()))
    if not all(part in text if is_cjk(part) else part in there for part in parts):
        return False
    said, denied = _sides(chunk.lines, chunk.language)
    says, denies = _sides(lines, chunk.language)
    return not (denies & (said - denied) or says & (denied - said))


def _sides(lines: Sequence[Line], language: str) -> tuple[set[str], set[str]]:
    """Return the words that are said and those that are negated."""
    known = wording(language)
    sides: tuple[set[str], set[str]] = set(), set()
    if traits(language).characters:  # the "not" stands inside a run of characters
        negation = "|".join(sorted(map(re.escape, known.negations), key=len, reverse=True))
        for line in lines:
            for n, run in enumerate(re.split(f"({negation})", line.text)):
                pairs = [run[at : at + 2] for at in range(len(run) - 1)] if n % 2 == 0 else []
                sides[1].update(pairs[:1] if n else ())
                sides[0].update(pairs[1:] if n else pairs)
        return sides
    for unit in (u for line in lines for u in units(line.text, language)):
        parts = _NOT_SPACE.findall(fold(unit.text))
        sides[unit.negated].update(stem(p) for p in parts if not known.negates(p))
    return sides
