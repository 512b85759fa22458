"""Where things are: what memory holds about each app, and the answer to 'which app holds my runs?'.

A row says what an app is called and keeps, which fields and choices it has, since when, roughly how much and with
whom, in the app's own language. It tells no values but the names of people, and no number of records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import select

from calisson.apps import App
from calisson.assistant.outcome import Outcome
from calisson.assistant.tables import turns
from calisson.assistant.types import MemoryOut
from calisson.clock import local
from calisson.errors import NotFoundError
from calisson.language import formats
from calisson.language.drafts import ontology
from calisson.language.phrases import phrase
from calisson.language.talk.places import KEEPS, Keeper, is_sure, keepers, named_app
from calisson.language.types import AppSchema, EntitySchema, Recall
from calisson.memory import Hit, Viewer
from calisson.memory.finding.encoder import Vector, built_in, similarity
from calisson.memory.forgetting.keeping import let_go_of
from calisson.memory.tables import memory_uses
from calisson.memory.tiers.places import AppRow

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.options import Scene
    from calisson.store import Transaction

MANY = ((0, "none"), (12, "few"), (100, "dozens"), (1000, "hundreds"))
"""Up to how many entries it is said how; above, thousands."""

CHOICES, OTHERS, PEOPLE = 12, 6, 8
"""The most choices of a field, other names of an app, and people that a row tells."""

MOST = 100_000
"""Facts of one person that are looked at, the latest ones."""

ALIKE = 0.72
"""The least cosine of two words that say the same, by the built-in encoder."""

AS_WELL = 0.85
"""Share of the best score from which another app is named too."""

SIDE = frozenset({"notes", "date", "datetime", "time", "photo"})
"""Concepts of fields that any app may have: they tell nothing about what it keeps."""


# --- what memory holds -----------------------------------------------------------------------------------


def follow(home: Home, tx: Transaction) -> None:
    """Let memory's rows follow the apps that a transaction wrote to."""
    for app_id in sorted(tx.followed.get("apps", ())):
        keep(home, tx, app_id)


def keep(home: Home, tx: Transaction, app_id: str) -> bool:
    """Write what memory holds about an app as it is now, or take it out; return whether that changed anything."""
    try:
        app = home.apps.get(app_id, tx=tx)
    except NotFoundError:
        let_go_of(tx, [app_id])
        return home.memory.apps.drop(tx, [app_id]) > 0
    return home.memory.apps.keep(tx, row_of(home, tx, app))


def keep_all(home: Home, tx: Transaction) -> int:
    """Write what memory holds about every app, take out what is gone, and return how many rows changed."""
    ids = {a.id for a in home.apps.list(tx=tx)}
    return sum(keep(home, tx, a) for a in sorted(ids | home.memory.apps.known(tx.connection)))


def keep_relied(home: Home, tx: Transaction, person: str) -> int:
    """Keep what apps rely on: facts that speak of one by name, and memories that one was made or changed with.

    Returns how many memories of this person are newly kept.
    """
    apps = home.apps.schemas(tx=tx)
    reasons: dict[str, str] = {}
    if apps:
        for fact in home.memory.list(MOST, viewer=Viewer(person, "manage")):
            if (app := named_app(fact.text, fact.language, apps)) is not None:
                reasons[fact.id] = app.id
    live = {a.id for a in apps}
    used = select(memory_uses.c.memory_id, turns.c.app_id).join(turns, turns.c.id == memory_uses.c.turn_id)
    making = used.where(turns.c.act.in_(("create_app", "edit_app")), turns.c.undone_by.is_(None))
    for row in tx.execute(making.where(turns.c.app_id.is_not(None))):
        if row.app_id in live:
            reasons.setdefault(row.memory_id, row.app_id)
    return home.memory.keep_for(tx, reasons, person)


def row_of(home: Home, tx: Transaction, app: App) -> AppRow:
    """Return what memory holds about an app."""
    policy, since = app.spec.policy, local(app.created_at, home.preferences.tz)
    by = home.apps.maker(app.id, tx=tx)
    return AppRow(
        app.id, by, words_of(home, tx, app), app.spec.language, since,
        readers=tuple(sorted({p for p in policy.shared_with if p != by})), local_only=not policy.remote_prompts,
    )  # fmt: skip


def words_of(home: Home, tx: Transaction, app: App) -> str:
    """Return what an app keeps as a few sentences in its language."""
    schema, language = app.schema, _language(app.spec.language)
    parts = [_kept(schema, entity, language) for entity in schema.entities]
    if others := _others(schema, language):
        parts.append(phrase(language, "place-also", words=formats.listing(others, language)))
    since = formats.month(local(app.created_at, home.preferences.tz).date(), language)
    count = home.apps.count(app.id, tx=tx)
    many = next((name for most, name in MANY if count <= most), "thousands")
    parts.append(phrase(language, "place-since", when=since, many=phrase(language, f"place-many-{many}")))
    if people := _people(home, tx, app):
        parts.append(phrase(language, "place-people", people=formats.listing(people, language)))
    return " ".join(parts)


def _kept(schema: AppSchema, entity: EntitySchema, language: str) -> str:
    fields = [f for f in entity.fields if f.concept not in SIDE] or list(entity.fields)
    told = [
        phrase(language, "place-choices", field=f.label,
               choices=formats.listing([c.value for c in f.choices[:CHOICES]], language))
        if f.choices else f.label
        for f in fields
    ]  # fmt: skip
    return phrase(language, "place-keeps", name=schema.name, entity=entity.label, fields=", ".join(told))


def _others(schema: AppSchema, language: str) -> list[str]:
    """Return other names of the app, and the words by which people speak of its domain."""
    domain = schema.domain if schema.domain in ontology.domains() else None
    words = (*schema.aliases, *(ontology.domain_words(domain, language) if domain else ()))
    known = {schema.name.casefold(), *(e.label.casefold() for e in schema.entities)}
    return [w for w in dict.fromkeys(words) if w.casefold() not in known][:OTHERS]


def _people(home: Home, tx: Transaction, app: App) -> list[str]:
    """Return the people whom an app is about: those that it is shared with and those that its entries name most."""
    named: list[str] = list(app.spec.policy.shared_with)
    for entity in app.spec.entities:
        for field in entity.fields:
            if field.type == "person":
                named += home.apps.values(app.id, entity.name, field.name, PEOPLE, tx=tx)
    return list(dict.fromkeys(named))[:PEOPLE]


def _language(given: str) -> str:
    from calisson.language.types import LANGUAGES

    return given if given in LANGUAGES else "en"


# --- the answer ------------------------------------------------------------------------------------------


def whereabouts(scene: Scene, payload: Recall, told: Outcome | None) -> Outcome | None:
    """Answer which app keeps what is asked for; None when memory should answer.

    Args:
        scene: the turn.
        payload: the question.
        told: what memory has to say, when it has anything; a place that somebody told goes before an app, unless an
            app was asked for.
    """
    viewer = Viewer(scene.person)
    without = {a.id for a in scene.context.apps} - scene.home.memory.apps.known(scene.tx.connection)
    for app_id in sorted(without):  # a home of before there were such rows
        keep(scene.home, scene.tx, app_id)
    rows = scene.home.memory.apps.seen(scene.tx.connection, viewer, scene.tx.now)
    apps = [a for a in scene.context.apps if a.id in rows]
    language = scene.voice.language
    found = [k for k in keepers(payload.query, language, apps, _Near(apps, language)) if k.score >= KEEPS]
    if told is not None and not (found and payload.place != "where"):
        return None
    sure = bool(found) and is_sure(payload, found[0], language)
    if not found:
        return Outcome(scene.say("place-none"), "recall")
    names = {a.id: a for a in apps}
    best = [k for k in found if k.score >= AS_WELL * found[0].score][:3]
    memories = [
        MemoryOut(id=rows[k.app_id]["id"], text=str(rows[k.app_id]["text"]), score=round(k.score, 3)) for k in best
    ]  # fmt: skip
    scene.home.memory.note_answer(scene.tx, scene.turn_id, [_hit(rows[k.app_id], k, scene) for k in best])
    return Outcome(
        _said(scene, [names[k.app_id] for k in best], sure=sure), "recall", app_id=best[0].app_id, memories=memories,
        evidence=[m.id for m in memories],
    )  # fmt: skip


def _said(scene: Scene, apps: Sequence[AppSchema], *, sure: bool) -> str:
    if len(apps) > 1 and sure:
        return scene.say(
            "place-many", names=scene.voice.listing([scene.say("place-name", name=a.name) for a in apps])
        )
    entity = apps[0].main
    telling = [f for f in entity.fields if f.concept not in SIDE] or entity.fields
    fields = [f.label for f in telling][:OTHERS]
    return scene.say(
        "place-found" if sure else "place-perhaps", name=apps[0].name, fields=scene.voice.listing(fields)
    )


def _hit(row: dict[str, object], keeper: Keeper, scene: Scene) -> Hit:
    return Hit(
        str(row["id"]), str(row["text"]), keeper.score, "app", str(row["source"]), "what the app keeps",
        scene.context.now, str(row["speaker"]), str(row["language"]),
    )  # fmt: skip


class _Near:
    """Tells how near words of a question are to what an app keeps, by the built-in encoder, in any language."""

    def __init__(self, apps: Iterable[AppSchema], language: str) -> None:
        self._language = language
        self._has = {app.id: _vectors(*_gist(app)) for app in apps}

    def __call__(self, word: str, app_id: str) -> float:
        parts = built_in().parts(word, self._language)
        if not parts:
            return 0.0
        whole = sum(weight for _, weight in parts)
        return sum(w for v, w in parts if self._best(v, app_id) >= ALIKE) / whole

    def _best(self, vector: Vector, app_id: str) -> float:
        return max((similarity(vector, has) for has in self._has[app_id]), default=0.0)


def _gist(app: AppSchema) -> tuple[str, str]:
    """Return the names of what an app keeps, and their language."""
    names = [app.name, *app.aliases, *(e.label for e in app.entities)]
    names += [f.label for e in app.entities for f in e.fields if f.concept not in SIDE]
    names += [c.value for e in app.entities for f in e.fields for c in f.choices]
    return "; ".join(names), app.language


@lru_cache(maxsize=256)
def _vectors(names: str, language: str) -> tuple[Vector, ...]:
    """Return the vectors of the words of what an app keeps."""
    return tuple(v for v, _ in built_in().parts(names, language))
