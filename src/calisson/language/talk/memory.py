"""Memories as people talk about them: keep this, what was that again, let go of that; and taking a turn back."""

from __future__ import annotations

import re

from calisson.language.numbers import parse_number
from calisson.language.spans import Spans
from calisson.language.talk.patterns import first, patterns, trim
from calisson.language.types import Act, Chat, Context, Forget, Proposal, Recall, Remember, Undo

SHORTEST = 3
"""Characters of a fact worth keeping."""

LONGEST = 80
"""Characters of what only puts right a part of a fact."""

WORDS = 30
"""Characters of what another thing is said to be ('no, it's hazelnuts')."""

_CLAUSE = re.compile(r"[,;.!]\s+|[，、；。！]|\s+[–—-]\s+")


def read_remember(spans: Spans, context: Context) -> Proposal | None:
    """Return what the words ask to keep, or None."""
    language, text = spans.language, spans.text
    if first(language, "remember", "never", text):
        return None
    match = first(language, "remember", "cue", text)
    if match is None:
        return _read_amendment(spans, context)
    start, end = match.span("text")
    fact = _fact(language, _original(spans, start, end))
    if len(fact) < SHORTEST:
        return None
    return Proposal(Act.REMEMBER, Remember(fact), 0.92, "asks to remember")


def _read_amendment(spans: Spans, context: Context) -> Proposal | None:
    """Return what puts right the memory that the last turn was about ('no, the 14th'): a time, a number or a word."""
    last = next((t for t in context.history if not isinstance(t.payload, Chat)), None)
    if last is None or last.act not in (Act.REMEMBER, Act.RECALL, Act.CHAT) or len(spans.text) > LONGEST:
        return None
    match = first(spans.language, "remember", "amends", spans.text)
    if match is None:
        return None
    start, end = match.span("text")
    right = _original(spans, start, end).strip(" ,.;:!、。，！~\n")
    said = bool(match.groupdict().get("is")) and len(right) <= WORDS
    if not right or (not said and not any(c.isdecimal() for c in right) and not spans.times):
        return None
    return Proposal(Act.REMEMBER, Remember(right, amends=True), 0.95, "puts right what was said")


def _fact(language: str, said: str) -> str:
    """Return a fact as it is worth keeping: without what only led to it or away from it."""
    fact = said.strip(" ,.;:!?、。，！？~\n")
    for pattern in patterns(language, "remember", "lead"):
        if (match := pattern.match(fact)) and match.end() < len(fact):
            fact = fact[match.end() :]
    for pattern in patterns(language, "remember", "tail"):
        if (match := pattern.search(fact)) and match.start() >= SHORTEST:
            fact = fact[: match.start()]
    return fact.strip(" ,.;:!、。，！~\n")


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
    after, who = _follows(spans, context)
    return Proposal(Act.RECALL, Recall(spans.original.strip(), after, who), score, why)


def _follows(spans: Spans, context: Context) -> tuple[str, str]:
    """Return the question that this one takes up with another person or thing in it, and whom or what it names."""
    last = context.history[0] if context.history else None
    if last is None or not isinstance(last.payload, Recall) or last.act is not Act.RECALL:
        return "", ""
    match = first(spans.language, "recall", "follows", spans.text)
    return (last.payload.after or last.payload.query, match.group("who").strip()) if match else ("", "")


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
    named = first(language, "forget", "all_of", text) is not None
    everything = not named and first(language, "forget", "everything", text) is not None and len(query) < 24
    if not everything and (not query or first(language, "forget", "that", query)):
        last = context.history[0] if context.history else None
        if not own or last is None or not last.text:
            return None
        if last.act is not Act.LOG:
            return Proposal(Act.FORGET, Forget("", last=True), 0.92, "asks to forget what was last")
        query = last.text
    parts = _parts(language, query)
    payload = Forget(query, everything, others=parts, all_of_it=named)
    return Proposal(Act.FORGET, payload, 0.92 if own else 0.3, "asks to forget")


def _parts(language: str, query: str) -> tuple[str, ...]:
    """Return the clauses of what is to go, when it has several: one of them may be only the reason."""
    parts = [_lead(language, p.strip(" ,.;:!、。，！~\n")) for p in _CLAUSE.split(query)]
    return tuple(p for p in parts if len(p) >= SHORTEST) if len(parts) > 1 else ()


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
