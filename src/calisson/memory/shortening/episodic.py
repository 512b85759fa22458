"""The short-term window and the episodic tier: the last messages as they are, the last days as one block a talk.

A block is a text of bounded length, made by the extractive compressor, with the turns that it came from. All of
it is a pure function of the turns: nothing is stored here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from calisson.language.languages import detect
from calisson.memory.shortening.compress import compress
from calisson.memory.shortening.trajectory import Turn, minutes_between
from calisson.memory.shortening.units import Line

GAP_MIN = 60.0
"""Minutes of silence after which talk is another segment."""

LONGEST = 60
"""Turns of one segment at most."""

BLOCK = 96
"""Tokens of a block."""

DAYS = 7
"""How many days back the episodic tier goes."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is kept of one segment of conversation."""

    lines: tuple[Line, ...]
    sources: tuple[str, ...]
    """Its turns."""
    since: str
    until: str
    language: str
    whole: int
    """Tokens that the segment had."""

    @property
    def text(self) -> str:
        """Its words, a line a speaker."""
        return "\n".join(map(str, self.lines))

    @property
    def tokens(self) -> int:
        """Its length."""
        return sum(line.tokens for line in self.lines)


def short_term(turns: Sequence[Turn], messages: int) -> list[Turn]:
    """Return the last `messages` of a conversation, oldest first; 0 gives none."""
    return list(turns[-messages:]) if messages > 0 else []


def segments(turns: Iterable[Turn], *, gap_min: float = GAP_MIN, longest: int = LONGEST) -> list[list[Turn]]:
    """Return the turns in stretches without a silence of `gap_min` minutes, none of more than `longest` turns."""
    found: list[list[Turn]] = []
    for turn in turns:
        silent = bool(found) and minutes_between(found[-1][-1].at, turn.at) >= gap_min
        if not found or silent or len(found[-1]) >= longest:
            found.append([])
        found[-1].append(turn)
    return found


def block(segment: Sequence[Turn], *, budget: int = BLOCK) -> Block:
    """Return what is kept of one segment, in at most `budget` tokens.

    Raises:
        ValueError: the segment has no turns.
    """
    if not segment:
        raise ValueError("a segment has at least one turn")
    lines = [Line(t.speaker, t.text) for t in segment]
    language = detect(" ".join(t.text for t in segment)[:2000])
    return Block(
        compress(lines, budget, language=language), tuple(dict.fromkeys(t.source for t in segment if t.source)),
        segment[0].at, segment[-1].at, language, sum(line.tokens for line in lines),
    )  # fmt: skip


def episodes(
    turns: Iterable[Turn], *, now: datetime, days: int = DAYS, budget: int = BLOCK, gap_min: float = GAP_MIN
) -> list[Block]:
    """Return a block for each segment that ended within the last `days`, oldest first.

    Args:
        turns: of one conversation, oldest first; times as in `now`, with a zone or without.
        now: until when.
        days: how far back; what has no time is left out.
        budget: tokens of a block.
        gap_min: minutes of silence that end a segment.
    """
    since = now - timedelta(days=days)
    return [
        block(part, budget=budget)
        for part in segments(turns, gap_min=gap_min)
        if (end := _time(part[-1].at)) is not None and since <= end <= now
    ]


def _time(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None
