"""Small talk, refusals and noise: what asks for no work.

A greeting before a wish is not small talk: the score falls with the share of the words that it leaves
unexplained. Noise (laughter, tags, keys hit at random) becomes a clarification, so nothing false is recorded.
"""

from __future__ import annotations

import re

from calisson.language.spans import Spans
from calisson.language.talk.patterns import first, patterns
from calisson.language.types import Act, Chat, Clarify, Context, Proposal, Refuse

KINDS = (
    "insult", "help", "capabilities", "who_are_you", "how_are_you", "sad", "tired", "happy", "praise", "thanks", "goodbye",
    "greeting", "other", "acknowledge",
)  # fmt: skip
"""Kinds of small talk, the most telling first: of 'hi, rough day' the day is what to answer."""

FEELINGS = ("sad", "happy", "tired")

_DRAWN = re.compile(r"([^\W\d_])\1{2,}")
"""A letter drawn out for feeling: 'sooo'."""

_MARKUP = re.compile(
    r"^\s*(?:<[a-z!/][^>]*>.*|[^<]*<script\b.*|javascript:.*)\s*$", re.IGNORECASE | re.DOTALL
)
_KEYS = re.compile(r"^[bcdfghjklmnpqrstvwxz]{5,}$|asdf|qwer|hjkl|zxcv|sdfg|jkl;", re.IGNORECASE)
_FORMULA = re.compile(r"^\s*[=+@-]\s*(?:cmd|[A-Z]+\()", re.IGNORECASE)


def read_small(spans: Spans, context: Context) -> Proposal | None:
    """Return the chat, refusal or noise that the words are, or None."""
    return _noise(spans) or _refusal(spans) or _chat(spans)


def _noise(spans: Spans) -> Proposal | None:
    text = spans.text.strip()
    if _MARKUP.match(text) or _FORMULA.match(text):
        return Proposal(Act.CLARIFY, Clarify("not-understood", noise=True), 0.97, "markup")
    letters = [c for c in text if c.isalnum()]
    if not letters:
        return Proposal(Act.CLARIFY, Clarify("not-understood", noise=True), 0.9, "no letters")
    if first(spans.language, "garbage", "laugh", text):
        kind = Proposal(Act.CLARIFY, Clarify("not-understood", noise=True), 0.95, "laughter")
        return kind if len(text) > 12 else Proposal(Act.CHAT, Chat("acknowledge"), 0.9, "laughter")
    if len(letters) > 12 and len(set(letters)) <= 3:
        return Proposal(Act.CLARIFY, Clarify("not-understood", noise=True), 0.95, "one sign repeated")
    words = re.findall(r"[a-z;]+", text, re.IGNORECASE)
    if words and not spans.numbers and all(_KEYS.search(w) and len(w) > 3 for w in words):
        return Proposal(Act.CLARIFY, Clarify("not-understood", noise=True), 0.9, "random keys")
    return None


def _refusal(spans: Spans) -> Proposal | None:
    for key in ("instructions", "secrets", "harm"):
        match = first(spans.language, "refuse", key, spans.text) or first("en", "refuse", key, spans.text)
        if match is None:
            continue
        if key == "secrets" and first(spans.language, "refuse", "secret_own", spans.text):
            continue
        return Proposal(Act.REFUSE, Refuse(f"refuse-{key}"), 0.96, f"forbidden: {match.group()[:40]!r}")
    return None


def _chat(spans: Spans) -> Proposal | None:
    text = _DRAWN.sub(r"\1", spans.text.strip())
    rest, found = text, []
    for kind in KINDS:
        for pattern in patterns(spans.language, "chat", kind):
            anchored = kind in ("greeting", "goodbye", "thanks", "how_are_you")
            match = pattern.search(rest)
            if match and anchored and not _apart(rest, match):
                match = None
            if match:
                found.append(kind)
                rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if not found:
        return None
    left, whole = _weight(rest), max(_weight(text), 1)
    explained = 1 - left / whole
    kind = found[0]
    numbers = len(spans.numbers)
    if kind in FEELINGS:
        score = 0.78 if not numbers else 0.2
        score *= 0.6 if whole > 60 else 1.0
    elif kind in ("acknowledge", "help", "capabilities", "who_are_you", "insult", "how_are_you"):
        score = 0.55 + 0.4 * explained
    else:
        score = 0.9 * explained**1.5
    if numbers:
        score *= 0.4
    return Proposal(Act.CHAT, Chat(kind), round(max(score, 0.05), 3), f"small talk: {', '.join(found)}")  # type: ignore[arg-type]


def _apart(text: str, match: re.Match[str]) -> bool:
    """Whether what was matched stands at an edge of the text or of a clause."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return not before or not after or before[-1] in ",.!?。、！？~;" or after[0] in ",.!?。、！？~;"


def _weight(text: str) -> int:
    return sum(c.isalnum() for c in text)
