"""Calls and results in few words: for people who look at a run, and for what is kept of it when it is long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from calisson.memory.words.measure import count, cut
from calisson.models import ToolCall

TARGET_CHARS = 160
_TARGETS = ("path", "url", "address", "app", "query", "pattern", "text", "command", "code", "items", "tasks")
"""Arguments that say what a call is about, the most telling first."""
GAP = " […] "
"""Where something is left out."""
_GAP_TOKENS = count(GAP)


@lru_cache(maxsize=1024)
def length(text: str) -> int:
    """Return the tokens of a text; the texts of a run are asked for again before every question."""
    return count(text)


def target_of(call: ToolCall) -> str:
    """Return in a few words what a call is about."""
    arguments = dict(call.arguments)
    if call.name == "delegate":
        return ", ".join(str(t.get("agent", "")) for t in arguments.get("tasks", ()) if isinstance(t, dict))
    if call.name == "todo":
        return ""
    ordered = [n for n in _TARGETS if n in arguments] + [n for n in arguments if n not in _TARGETS]
    text = next((str(arguments[n]) for n in ordered if isinstance(arguments[n], (str, int, float))), "")
    text = " ".join(text.split())
    return text if len(text) <= TARGET_CHARS else text[: TARGET_CHARS - 1] + "…"


def ends(text: str, budget: int) -> str:
    """Return a text within `budget` tokens: two thirds of them its beginning, the rest its end, where errors stand."""
    if len(text) <= budget or length(text) <= budget:
        return text
    room = budget - _GAP_TOKENS
    if room < 6:
        return cut(text, budget)
    last = text[-room * 4 :]
    while count(last) > room // 3:
        last = last[max(1, len(last) // 8) :]
    return f"{cut(text, room - room // 3)}{GAP}{last.strip()}"


def arguments_within(arguments: Mapping[str, Any], budget: int) -> dict[str, Any]:
    """Return a call's arguments in at most `budget` tokens of JSON; long texts are cut first, then all of it is."""
    if len(as_json(arguments)) <= budget:
        return dict(arguments)
    made, most = dict(arguments), budget
    while arguments_tokens(made) > budget and most > 8:
        most //= 2
        made = {
            k: cut(v, most) + "…" if isinstance(v, str) and count(v) > most else v for k, v in made.items()
        }
    if arguments_tokens(made) <= budget:
        return made
    short, most = {"…": ""}, budget
    while most > 0:
        most //= 2
        tried = {"…": cut(as_json(arguments), most)}
        if arguments_tokens(tried) <= budget:
            return tried
    return short if arguments_tokens(short) <= budget else {}


def as_json(arguments: Mapping[str, Any]) -> str:
    """Return arguments as they are sent."""
    return json.dumps(dict(arguments), ensure_ascii=False, default=str)


def arguments_tokens(arguments: Mapping[str, Any]) -> int:
    """Return how long arguments are."""
    return length(as_json(arguments))
