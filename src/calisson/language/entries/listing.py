"""Putting things on a list: 'add milk', 'Milch auf die Liste', '우유 추가해 줘'.

Such words name no field and state no amount; what makes them an entry is that the home has a list to put the
thing on. The thing alone is handed on to be read as an entry of that list.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.text import fold
from calisson.language.types import AppSchema, Context

FIT = 0.8
"""How well such words fit a list that is there."""


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p, re.IGNORECASE) for p in load(language, "entries").get("onto", ()))


def put_on_list(spans: Spans, context: Context) -> tuple[Spans, Context] | None:
    """Return the thing alone and the home with the list in front, or None when the words put nothing on a list."""
    text = spans.text.strip()
    bare = text.rstrip(" .!。！~")
    begin = spans.text.index(text) if text else 0
    for pattern in _patterns(spans.language):
        found = pattern.fullmatch(bare)
        if found is None or not found["what"].strip():
            continue
        named = (found.groupdict().get("list") or "").strip()
        app = _list_for(named, context)
        if app is None or _names_a_part(found["what"], app, spans.language):
            continue
        start, end = begin + found.start("what"), begin + found.end("what")
        first = (app, *(a for a in context.apps if a.id != app.id))
        return _part(spans, start, end), replace(context, apps=first, focus=app.id)
    return None


def _list_for(named: str, context: Context) -> AppSchema | None:
    """The list that is named, else the one in focus, else the only or the latest one."""
    lists = [a for a in context.apps if a.main.done_field or (a.main.title_field and not _measures(a))]
    key = fold(named)
    if key:
        for app in lists:
            names = [fold(n) for n in (app.name, *app.aliases)]
            if any(key in n or n in key for n in names if len(n) > 1):
                return app
        generic = [a for a in lists if a.main.done_field]
        return generic[0] if generic and len(key) <= 6 else None
    focused = [a for a in lists if a.id == context.focus]
    open_lists = focused or lists
    return open_lists[0] if open_lists else None


def _measures(app: AppSchema) -> bool:
    return any(
        f.type in ("number", "integer", "quantity", "duration") and f.aggregate == "sum"
        for f in app.main.fields
    )


def _names_a_part(what: str, app: AppSchema, language: str) -> bool:
    """Whether the thing is a part of the app ('add a rating'), which changes the app and logs nothing."""
    said = fold(what)
    parts = {fold(w) for f in app.main.fields for w in (f.label, *f.aliases)}
    return any(word in said for word in load(language, "entries")["parts"]) or any(
        said in (p, f"a {p}", f"the {p}") for p in parts
    )


def _part(spans: Spans, start: int, end: int) -> Spans:
    """The spans of a stretch of the words, with their places counted from its beginning."""
    inside = [t for t in spans.times if start <= t.start_char and t.end_char <= end]
    numbers = [n for n in spans.numbers if start <= n.start_char and n.end_char <= end]
    return replace(
        spans, text=spans.text[start:end], original=spans.original[start:end],
        times=tuple(replace(t, start_char=t.start_char - start, end_char=t.end_char - start) for t in inside),
        numbers=tuple(replace(n, start_char=n.start_char - start, end_char=n.end_char - start) for n in numbers),
    )  # fmt: skip
