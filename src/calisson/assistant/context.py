"""What understanding may look at in this home: its apps, latest records, stored values and last turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from calisson.assistant import history
from calisson.language.types import AppSchema, Context, RecordRef

if TYPE_CHECKING:
    from calisson.app import Home

RECORDS = 400
"""How many latest records of an app words can refer to."""

VALUES = 200
"""How many stored values of a field words can name."""

TURNS = 6
"""How many last turns are in view."""


def build(home: Home, *, now: datetime, tz: str, person: str, focus: str | None = None) -> Context:
    """Return the context of a turn at local time `now`.

    Records and values are read from the store only when a reader asks for them, once per turn.
    """
    turns = history.recent(home.database, person, TURNS)
    apps: Sequence[AppSchema] = home.apps.schemas()
    if focus is None:
        known = {a.id for a in apps}
        focus = next((t.app_id for t in turns if t.app_id in known), apps[0].id if apps else None)
    preferences = home.preferences

    @cache
    def records(app_id: str) -> Sequence[RecordRef]:
        return tuple(home.apps.record_refs(app_id, RECORDS))

    @cache
    def values(app_id: str, entity: str, field: str) -> Sequence[str]:
        return tuple(home.apps.values(app_id, entity, field, VALUES))

    return Context(
        now=now,
        tz=tz,
        language=preferences.language or (turns and home.last_language(person)) or None,
        currency=preferences.currency,
        apps=tuple(apps),
        focus=focus,
        history=tuple(turns),
        records=records,
        values=values,
    )
