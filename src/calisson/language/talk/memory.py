"""Memories as people talk about them: keep this, what was that again, let go of that; and taking a turn back."""

from __future__ import annotations

import re

from calisson.language.numbers import parse_number
from calisson.language.spans import Spans
from calisson.language.talk.patterns import first, patterns, trim
from calisson.language.types import Act, Context, Forget, Proposal, Recall, Remember, Undo

SHORTEST = 3
"""Characters of a fact worth keeping."""


def read_remember(spans: Spans, context: Context) -> Proposal | None:
    """Return what the words ask to keep, or None."""
    language, text = spans.language, spans.text
    if first(language, "remember", "never", text):
        return None
    match = first(language, "remember", "cue", text)
    if match is None:
        return None
    start, end = match.span("text")
    fact = _original(spans, start, end).strip(" ,.;:!、。，！~\n")
    if len(fact) < SHORTEST:
        return None
    return Proposal(Act.REMEMBER, Remember(fact), 0.92, "asks to remember")


def read_recall(spans: Spans, context: Context) -> Proposal | None:
    """Return the look-up in memory that a question may be; any question may be one, so the score is low."""
    language, text = spans.language, spans.text
    if first(language, "remember", "cue", text) and not first(language, "remember", "never", text):
        return None
    cue = first(language, "recall", "cue", text)
    question = first(language, "recall", "question", text)
    if cue is None and question is None:
        return None
    score = 0.58 if cue is not None else 0.34
    why = f"recollection words {cue.group()!r}" if cue is not None else "a question"
    return Proposal(Act.RECALL, Recall(spans.original.strip()), score, why)


def read_forget(spans: Spans, context: Context) -> Proposal | None:
    """Return what the words ask to let go of, or None."""
    language, text = spans.language, spans.text
    if first(language, "forget", "never", text):
        return None
    match = first(language, "forget", "cue", text)
    if match is None:
        return None
    start, end = match.span("query")
    query = _lead(language, _original(spans, start, end).strip(" ,.;:!、。，！~\n"))
    own = first(language, "forget", "own", text) is not None
    everything = first(language, "forget", "everything", text) is not None and len(query) < 24
    if not query and not everything:
        last = context.history[0] if context.history else None
        if not own or last is None or not last.text:
            return None
        query = last.text
    return Proposal(Act.FORGET, Forget(query, everything), 0.92 if own else 0.3, "asks to forget")


def read_undo(spans: Spans, context: Context) -> Proposal | None:
    """Return the taking back that the words ask for, or None."""
    language, text = spans.language, spans.text
    if first(language, "undo", "never", text) or first(language, "undo", "cue", text) is None:
        return None
    steps = 1
    if match := first(language, "undo", "steps", text):
        value = parse_number(match.group("n"), language)
        steps = max(1, min(int(value), 20)) if value else 1
    return Proposal(Act.UNDO, Undo(steps), 0.95 if len(text) < 60 else 0.7, "asks to take back")


def _original(spans: Spans, start: int, end: int) -> str:
    source = spans.original if len(spans.original) == len(spans.text) else spans.text
    return source[start:end]


def _lead(language: str, query: str) -> str:
    for pattern in patterns(language, "forget", "lead"):
        while (match := pattern.match(query)) and match.end() < len(query):
            query = query[match.end() :]
    return re.sub(r"\s+", " ", trim(language, "forget", query))
