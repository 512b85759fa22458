"""What understanding may look at in this home: its apps, latest records, stored values and last turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from calisson.assistant import history
from calisson.language.types import AppSchema, Context, RecordRef

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.apps import App

RECORDS = 150
"""How many latest records of an app words can refer to."""

VALUES = 200
"""How many stored values of a field words can name."""


class Vocabulary:
    """The home's own words, kept between turns: schemas by version, records and values by when the app was touched.

    Another process may write to the same home; an app's `updated_at` tells, so nothing stale is used.
    """

    def __init__(self) -> None:
        self._schemas: dict[str, tuple[int, AppSchema]] = {}
        self._records: dict[str, tuple[datetime, Sequence[RecordRef]]] = {}
        self._values: dict[tuple[str, str, str], tuple[datetime, Sequence[str]]] = {}

    def schema(self, app: App) -> AppSchema:
        """Return an app's schema."""
        known = self._schemas.get(app.id)
        if known is None or known[0] != app.version:
            known = (app.version, app.schema)
            self._schemas[app.id] = known
        return known[1]

    def records(self, home: Home, app_id: str, stamp: datetime) -> Sequence[RecordRef]:
        """Return an app's latest records."""
        known = self._records.get(app_id)
        if known is None or known[0] != stamp:
            known = (stamp, tuple(home.apps.record_refs(app_id, RECORDS)))
            self._records[app_id] = known
        return known[1]

    def values(self, home: Home, key: tuple[str, str, str], stamp: datetime) -> Sequence[str]:
        """Return the stored texts of a field."""
        known = self._values.get(key)
        if known is None or known[0] != stamp:
            known = (stamp, tuple(home.apps.values(*key, VALUES)))
            self._values[key] = known
        return known[1]


def build(home: Home, *, now: datetime, tz: str, person: str, focus: str | None = None) -> Context:
    """Return the context of a turn at local time `now`.

    Records and values are read from the store only when a reader asks for them, and again only after a change.
    """
    preferences = home.preferences
    turns = history.recent(home.database, person, preferences.short_term // 2)
    found = home.apps.list()
    words = home.vocabulary
    apps = tuple(words.schema(app) for app in found)
    stamps = {app.id: app.updated_at for app in found}
    if focus is None or focus not in stamps:
        focus = next((t.app_id for t in turns if t.app_id in stamps), apps[0].id if apps else None)
    return Context(
        now=now,
        tz=tz,
        language=preferences.language or (turns and home.last_language(person)) or None,
        currency=preferences.currency,
        apps=apps,
        focus=focus,
        history=tuple(turns),
        records=lambda app_id: words.records(home, app_id, stamps[app_id]) if app_id in stamps else (),
        values=lambda app_id, entity, field: (
            words.values(home, (app_id, entity, field), stamps[app_id]) if app_id in stamps else ()
        ),
    )
