"""Changes to an app that people ask for: fields, views, names, goals, choices, units, sharing.

An edit speaks about the app itself ('add a field for sugar', 'カレンダーでも見たい'), never about its
entries ('add milk'): it needs a word for a field, a view or a name. Which app: the one it names, else the
one the conversation is about, else the latest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from calisson.language.drafts import ontology
from calisson.language.drafts.edit_fields import (
    add_choice,
    add_field,
    change_type,
    change_unit,
    display_unit,
    remove_field,
    rename_field,
)
from calisson.language.drafts.edit_parts import add_part, names_part, remove_part
from calisson.language.drafts.edit_rules import LEXICON, Asked, Found, rules_of, table_of, tail
from calisson.language.drafts.edit_views import add_view, goal, remove_view
from calisson.language.drafts.items import sentences
from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.text import fold
from calisson.language.types import (
    Act,
    AppSchema,
    Context,
    Edit,
    EditApp,
    Proposal,
)

MAX_CHARS = 600
"""A longer message is no edit."""


_EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?(?:\u200d[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?)*)"
)


def read_edit(spans: Spans, context: Context) -> Proposal | None:
    """Return the change of an app that the utterance asks for, as a proposal, or None."""
    language = spans.language
    if not context.apps or len(spans.text) > MAX_CHARS:
        return None
    if not (_gate(language).search(spans.text) or names_part(spans.text, language)):
        return None
    first = _app(spans.text, context, language)
    edits: list[Edit] = []
    best = 0.0
    for app in (first, *(a for a in context.apps if a is not first)):
        edits, best = _edits_of(app, spans)
        if edits and (app is first or any(e.kind in _OF_FIELDS for e in edits)):
            break
        edits = []
    if not edits:
        return None
    kinds = ", ".join(dict.fromkeys(e.kind for e in edits))
    return Proposal(Act.EDIT_APP, EditApp(app.id, tuple(edits)), round(best, 3), f"{kinds} of {app.name!r}")


_OF_FIELDS = frozenset({"remove_field", "rename_field", "change_field", "set_display_unit", "add_choice"})
"""Edits that name a field: when the app in question has none of this name, another app may."""


def _edits_of(app: AppSchema, spans: Spans) -> Found:
    edits: list[Edit] = []
    best = 0.0
    for start, end in sentences(spans.text, spans.language) or [(0, len(spans.text))]:
        text = _without_name(spans.text[start:end].strip(), app, spans.language)
        found, score = _read(Asked(text, spans.original[start:end], spans.language, app, spans))
        edits += found
        best = max(best, score)
    return edits, best


def _without_name(text: str, app: AppSchema, language: str) -> str:
    """Say 'the app' where the app is called by its name, unless it is what it shall be called."""
    at = fold(text).find(fold(app.name))
    if at < 0 or len(app.name) < 3 or len(fold(text)) != len(text) or text[at - 1 : at] in "\"'「『":
        return text
    return text[:at] + str(load(language, LEXICON)["app"][0]) + text[at + len(app.name) :]


def _read(asked: Asked) -> Found:
    for reader in _READERS:
        edits, score = reader(asked)
        if edits and score > 0:
            return edits, score
    return [], 0.0


@lru_cache(maxsize=8)
def _gate(language: str) -> re.Pattern[str]:
    """Any word without which an utterance is no edit: one pass instead of all patterns."""
    data = load(language, LEXICON)
    return re.compile(
        "|".join((*data["field"], *data["views"].values(), *data["app"], *data["cues"])), re.IGNORECASE
    )


def _app(text: str, context: Context, language: str) -> AppSchema:
    low = fold(text)
    named = [a for a in context.apps if len(a.name) > 1 and fold(a.name) in low]
    if named:
        return max(named, key=lambda a: len(a.name))
    if len(context.apps) > 1:
        hits = {h.domain for h in ontology.domains_in(text, language)}
        about = [a for a in context.apps if a.domain in hits]
        if len(about) == 1 and any(rule.search(text) for rule in rules_of(language, "elsewhere")):
            return about[0]
    return context.app(context.focus) or context.apps[0]


def _rollback(asked: Asked) -> Found:
    for rule in rules_of(asked.language, "rollback"):
        if found := rule.search(asked.text):
            number = found.groupdict().get("number")
            return [Edit("rollback", number=int(number) if number else None)], 0.9
    return [], 0.0


def _delete(asked: Asked) -> Found:
    if any(rule.search(asked.text) for rule in rules_of(asked.language, "delete_app")):
        return [Edit("delete_app")], 0.88
    return [], 0.0


def _rename_app(asked: Asked) -> Found:
    for rule in rules_of(asked.language, "rename_app"):
        found = rule.search(asked.text)
        if not found or not found.group("name"):
            continue
        start, end = found.span("name")
        offset = asked.spans.text.find(asked.text)
        said = asked.spans.original[offset + start : offset + end] if offset >= 0 else found.group("name")
        name = tail(said, asked.language) or tail(found.group("name"), asked.language)
        if name and len(name) <= 60:
            return [Edit("rename_app", text=name)], 0.93
    return [], 0.0


def _share(asked: Asked) -> Found:
    for rule in rules_of(asked.language, "share"):
        found = rule.search(asked.text)
        who = tail(found.group("who"), asked.language) if found else ""
        seen = any(rule.search(who) for _, rule in table_of(asked.language, "views"))
        if who and len(who) <= 40 and not seen and not re.search(r"\d", who):
            return [Edit("share", text=who)], 0.86
    return [], 0.0


def _icon(asked: Asked) -> Found:
    emoji = _EMOJI.search(asked.original)
    if emoji and any(rule.search(asked.text) for rule in rules_of(asked.language, "icon")):
        return [Edit("set_icon", text=emoji.group())], 0.93
    return [], 0.0


_READERS: tuple[Callable[[Asked], Found], ...] = (
    _rollback, _icon, _delete, rename_field, _rename_app, change_type, change_unit, add_choice, remove_field,
    add_field, _share, remove_view, display_unit, add_view, goal,
    remove_part, add_part,
)  # fmt: skip
