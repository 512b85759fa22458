"""Where things are kept: which app holds my runs, wo notiere ich meine Läufe, 记账在哪个应用里.

Three kinds of wording ask for it, told apart by `[places]` in `talk.toml`: an app is named, something is written
down, something is somewhere. The last one mostly asks for a thing ('where are my keys?'), so it counts only when an
app of the home keeps events that are called so ('where are my runs?') or a record of them is asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from calisson.language.drafts import ontology
from calisson.language.entries.roles import roles_of
from calisson.language.questions.heard import Heard, hear
from calisson.language.questions.linking import GENERIC_VERB, LABEL, Kind, Linker, Mention, hinted
from calisson.language.spans import Spans
from calisson.language.talk.patterns import first, patterns
from calisson.language.text import fold, is_cjk, normalise
from calisson.language.types import Act, AppSchema, Context, EntitySchema, Place, Proposal, Recall

ASKED: dict[Place, float] = {"app": 0.98, "noted": 0.96, "where": 0.94}
"""How sure each wording is."""

SAYS: dict[Kind, float] = {
    "app": 1.0, "entity": 1.0, "field": 0.85, "choice": 0.85, "state": 0.6, "unit": 0.6, "value": 0.0, "part": 0.0,
}  # fmt: skip
"""How well a word says what an app keeps, by what of the app it names."""

OTHERWISE = 0.75
"""The same of another word for a field."""

PART = 0.7
"""The same of a word for a wider or narrower kind of app: running is a workout."""

HINTED = 0.6
"""The same of a verb that hints at a field ('slept')."""

ALIKE = 0.7
"""The same of a word that means alike."""

STRANGE = 0.6
"""How much a word counts that is neither of any app of the home nor a name of some kind of app."""

KEEPS = 0.4
"""The least share of what is asked for, by weight, that an app has words for."""

LONG_WIDE = 4
"""Characters of a Chinese, Japanese or Korean name that means the app wherever it stands."""

Called = Literal["event", "thing"]
"""A run is nowhere else than in its app; a book may be."""

Near = Callable[[str, str], float]
"""(words, app id) → how near they are to what the app keeps, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Keeper:
    """An app that may keep what is asked for."""

    app_id: str
    score: float
    """The share of what is asked for that it has words for, 0 to 1; what few apps have words for counts more."""
    called: Called | None
    """Whether it or its entries are called so, and whether those are events or things."""


def read_place(spans: Spans, context: Context) -> Proposal | None:
    """Return the look-up of the app that keeps something, or None."""
    language, text = spans.language, spans.text
    asked = _asked(language, text)
    if asked is None:
        return _again(spans, context)
    if asked == "where":
        if spans.times:
            return None
        if not any(
            k.called or _is_record(language, text)
            for k in keepers(spans.original, language, context.apps)[:1]
        ):
            return None
    words = wanted(text, language)
    if not words:
        return None
    payload = Recall(spans.original.strip(), place=asked)
    return Proposal(Act.RECALL, payload, ASKED[asked], f"asks where {', '.join(words)!r} is kept")


def _asked(language: str, text: str) -> Place | None:
    asks = first(language, "recall", "question", text) or first(language, "recall", "cue", text)
    if not asks or first(language, "places", "never", text):
        return None
    if first(language, "places", "app", text):
        return "app"
    if first(language, "places", "noting", text):
        return "noted"
    return "where" if first(language, "places", "where", text) else None


def _again(spans: Spans, context: Context) -> Proposal | None:
    """Return the same question about something else ('and my books?')."""
    last = context.history[0] if context.history else None
    if last is None or not isinstance(last.payload, Recall) or not last.payload.place:
        return None
    match = first(spans.language, "recall", "follows", spans.text)
    if match is None or not any(
        k.score >= KEEPS for k in keepers(match["who"], spans.language, context.apps)
    ):
        return None
    payload = Recall(match["who"].strip(), place=last.payload.place)
    return Proposal(Act.RECALL, payload, ASKED["where"], "asks where something else is kept")


def _is_record(language: str, text: str) -> bool:
    """Tell whether a list, a diary or the like is asked for, or what somebody does ('what I spend')."""
    return any(first(language, "places", key, text) is not None for key in ("record", "clause"))


def is_sure(payload: Recall, keeper: Keeper, language: str) -> bool:
    """Tell whether a question asks for the app rather than for a thing that the app is about."""
    return (
        payload.place != "where" or keeper.called == "event" or _is_record(language, normalise(payload.query))
    )


def named_app(text: str, language: str, apps: Sequence[AppSchema]) -> AppSchema | None:
    """Return the app that a statement speaks of by its name; a short name needs the word 'app' beside it."""
    said, called = fold(text), first(language, "places", "word", text) is not None
    for app in sorted(apps, key=lambda a: -len(a.name)):
        name = fold(app.name)
        own = len(name) >= LONG_WIDE if is_cjk(name) else " " in name
        if (own or called) and len(name) > 1 and _stands_in(name, said):
            return app
    return None


def _stands_in(name: str, text: str) -> bool:
    bounds = r"{}" if is_cjk(name) else r"(?<!\w){}(?!\w)"
    return re.search(bounds.format(re.escape(name)), text) is not None


def wanted(text: str, language: str) -> list[str]:
    """Return the words of such a question that say what is looked for."""
    return [word for word, _, _ in _pieces(hear(_spans(text, language)))[0]]


def keepers(text: str, language: str, apps: Sequence[AppSchema], near: Near | None = None) -> list[Keeper]:
    """Return the apps that have words for what such a question looks for, best first.

    Args:
        text: the question, or only what is looked for.
        language: the language of it.
        apps: the apps that may keep it.
        near: tells words that mean alike; without it only the apps' own words and the ontology's count.
    """
    heard = hear(_spans(text, language))
    pieces, dropped = _pieces(heard)
    if not pieces:
        return []
    linker = Linker(heard)
    has: dict[str, list[float]] = {}
    named_as: dict[str, Called] = {}
    for app in apps:
        has[app.id] = [0.0] * len(pieces)
        for entity in app.entities:
            named = [
                m for m in linker.schema(app, entity)
                if m.weight > GENERIC_VERB and not all(i in dropped for i in range(m.start, m.end))
            ]  # fmt: skip
            for n, (word, start, end) in enumerate(pieces):
                said = [m for m in named if m.start < end and start < m.end]
                worth = [
                    max((_says(m) for m in said if m.start <= i < m.end), default=0.0)
                    for i in range(start, end)
                ]
                about = _about(word, app, language)
                if about is None:
                    about = ALIKE * near(word, app.id) if near is not None else 0.0
                    worth = [max(w, HINTED * _hinted(heard, entity, i)) for i, w in enumerate(worth, start)]
                worth = [max(w, about) for w in worth]
                has[app.id][n] = max(has[app.id][n], sum(worth) / len(worth))
                if any(m.kind in ("entity", "app") for m in said) and not _is_place(app, entity):
                    named_as[app.id] = "event" if _is_event(app) else "thing"
    length = [1 if heard.latin else end - start for _, start, end in pieces]
    rare = [
        n * _rarity([h[i] for h in has.values()], known=bool(ontology.domains_in(pieces[i][0], language)))
        for i, n in enumerate(length)
    ]
    found = [
        Keeper(app_id, sum(w * r for w, r in zip(worth, rare, strict=True)) / sum(rare), named_as.get(app_id))
        for app_id, worth in has.items()
    ]
    return sorted((k for k in found if k.score > 0), key=lambda k: -k.score)


def _hinted(heard: Heard, entity: EntitySchema, at: int) -> bool:
    """Tell whether a character is of a verb that hints at a field."""
    here = {n: spans for n, spans in heard.hints.items() if any(s <= at < e for s, e in spans)}
    return bool(here) and any(hinted(f, here) >= 1.0 for f in entity.fields)


def _about(word: str, app: AppSchema, language: str) -> float | None:
    """Return how well a word says what an app keeps by the kind of app that it names; None when it names none."""
    named = {hit.domain for hit in ontology.domains_in(word, language)}
    if not named:
        return None
    if app.domain in named:
        return SAYS["field"]
    own = ontology.domain(app.domain)
    wider = {d.within for n in named if (d := ontology.domain(n))}
    return PART if own and (own.within in named or app.domain in wider) else 0.0


def _says(mention: Mention) -> float:
    """Return how well a mention says what an app keeps; a field by its own name better than by another."""
    return SAYS[mention.kind] if mention.kind != "field" or mention.weight >= LABEL else OTHERWISE


def _rarity(worth: Sequence[float], *, known: bool) -> float:
    """Return how much a word tells apps apart; one that no app has speaks against all, most when it names a kind of app."""
    having = sum(w >= 0.5 for w in worth)
    if not having:
        return 1.0 if known else STRANGE
    return 1.0 / (1.0 + math.log(having))


def _is_event(app: AppSchema) -> bool:
    """Tell whether entries are something that happened, and no things."""
    domain = ontology.domain(app.domain)
    return domain is None or domain.kind == "log"


def _is_place(app: AppSchema, entity: EntitySchema) -> bool:
    """Tell whether its entries say themselves where something is."""
    return any("place" in roles_of(f, app.language) for f in entity.fields)


def _pieces(heard: Heard) -> tuple[list[tuple[str, int, int]], set[int]]:
    """Return the words that say what is looked for, with their places, and the characters of those that do not."""
    text, language = heard.raw, heard.language
    dropped = {
        i for p in patterns(language, "places", "drop") for m in p.finditer(text) for i in range(*m.span())
    }
    if heard.latin:
        found = [(t.text, t.start, t.end) for t in heard.tokens if t.start not in dropped and len(t.text) > 1]
        return [f for f in found if not f[0].isdigit()], dropped
    runs: list[tuple[str, int, int]] = []
    start: int | None = None
    for i, character in enumerate([*text, " "]):
        inside = i not in dropped and (character.isalnum() or is_cjk(character))
        if inside and start is None:
            start = i
        elif not inside and start is not None:
            runs.append((text[start:i], start, i))
            start = None
    return runs, dropped


def _spans(text: str, language: str) -> Spans:
    return Spans(text=normalise(text), original=text, language=language)
