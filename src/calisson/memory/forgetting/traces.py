"""What a forgotten memory left in other texts, and texts without it.

A sentence that says the memory again is replaced by a mark; a text that holds it across sentences goes whole. In
what belongs to the memory (the turn that said it, those that asked for it or had it forgotten) less is enough. Texts
that stand in base64, as files do in the steps of a run, are read as well.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calisson.language.text import fold
from calisson.memory.words.sameness import share
from calisson.memory.words.tokens import content_tokens, has_token, tokens

MARK = "…"
"""What stands where something was forgotten; it reads the same in every language."""

RESTATES = 0.7
"""Share of the memory's weight from which a sentence says it again."""

TOUCHES = 0.3
"""The same, in what belongs to the memory."""

FEWEST = 2
"""Words of a memory from which it is looked for in what does not belong to it: one word alone says anything."""

PLAIN = frozenset({
    "act", "app_id", "at", "change", "decision", "entity", "entry_id", "hash", "id", "kind", "language", "op",
    "option", "policy", "previous", "record_id", "row_id", "status", "table_name", "tier", "turn_id", "type", "tz",
    "unit",
})  # fmt: skip
"""Keys of JSON whose values are names of the program's own; their short values are left alone."""

_ENCODED = re.compile(r"(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")

_SEGMENTS = re.compile(r"[^.!?。！？…\n]*(?:[.!?。！？…\n]+|$)")


@dataclass(frozen=True, slots=True)
class Trace:
    """What to look for."""

    id: str
    """The memory's."""
    text: str
    folded: str
    wanted: tuple[str, ...]
    """Its tokens that carry meaning."""
    links: frozenset[str]
    """Ids of the turns that said it, asked for it, or had it forgotten."""
    forgetting: frozenset[str]
    """Of those, the ones that had it forgotten: any word of it is too much there."""

    @classmethod
    def of(cls, memory: Mapping[str, Any], links: Sequence[str], forgetting: Sequence[str]) -> Trace:
        """Make the trace of a row of `memories`."""
        words = content_tokens(memory["text"], memory["language"]) or tokens(memory["text"])
        return cls(memory["id"], memory["text"], fold(memory["text"]), tuple(words), frozenset(links),
                   frozenset(forgetting))  # fmt: skip


def clean(value: Any, traces: Sequence[Trace], *, belongs: Mapping[str, bool], key: str = "") -> Any:
    """Return JSON-able data, or a text, without the traces; the very same object when it has none.

    Args:
        value: text, or JSON of texts.
        traces: what to look for.
        belongs: for the ids of traces that the value belongs to, whether it had them forgotten.
        key: under which the value stands.
    """
    if isinstance(value, str):
        if key in PLAIN and len(value) < 60:
            return value
        return _clean_encoded(_clean_text(value, traces, belongs), traces, belongs)
    if isinstance(value, dict):
        made = {k: clean(v, traces, belongs=belongs, key=str(k)) for k, v in value.items()}
        return made if any(made[k] is not v for k, v in value.items()) else value
    if isinstance(value, list):
        items = [clean(v, traces, belongs=belongs, key=key) for v in value]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


def _clean_text(value: str, traces: Sequence[Trace], belongs: Mapping[str, bool]) -> str:
    folded = fold(value)
    for trace in traces:
        if trace.id not in belongs and len(trace.wanted) < FEWEST:
            continue
        if not any(token in folded for token in trace.wanted):
            continue
        if trace.text in value:
            value = value.replace(trace.text, MARK)
        if belongs.get(trace.id):
            found = set(tokens(value))
            if any(has_token(found, t) for t in trace.wanted):
                return MARK
        least = TOUCHES if trace.id in belongs else RESTATES
        value = _SEGMENTS.sub(lambda m, t=trace, w=least: _segment(m[0], t, w), value)  # type: ignore[misc]
        folded = fold(value)
        if trace.folded in folded:
            return MARK
    return value


def _clean_encoded(value: str, traces: Sequence[Trace], belongs: Mapping[str, bool]) -> str:
    """Return a text in base64 without the traces; any other as it is."""
    if not _ENCODED.fullmatch(value):
        return value
    try:
        text = base64.b64decode(value, validate=True).decode("utf-8")
    except ValueError:
        return value
    new = _clean_text(text, traces, belongs)
    return value if new == text else base64.b64encode(new.encode()).decode()


def _segment(sentence: str, trace: Trace, least: float) -> str:
    if not sentence.strip() or share(trace.wanted, set(tokens(sentence))) < least:
        return sentence
    body = sentence.strip()
    return sentence.replace(body, MARK, 1)
