"""The watch: what becomes due is claimed once and shown, and what other processes changed is announced.

`calisson say` may change the same home beside the server; its changes are seen in the change history.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from sqlalchemy import func, select

from calisson.store import metadata

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.server.live import Hub

PERIOD_S = 2.0
"""How often the agenda and the history are looked at; reminders are set to the minute."""

KINDS = {"records": "records.changed", "apps": "app.changed", "reminders": "reminders.changed"}
"""What a change of a table is announced as."""

MOST = 500
"""Changes that are looked at in one round; of more, only that there were some is announced."""

history = metadata.tables["changes"]

log = logging.getLogger(__name__)


async def watch(home: Home, hub: Hub) -> None:
    """Deliver and announce until cancelled; a failure is logged and tried again at the next round."""
    seen = await to_thread.run_sync(latest, home)
    while True:
        try:
            for reminder in await to_thread.run_sync(home.claim_due):
                hub.send("reminder.due", reminder)
            seen, events = await to_thread.run_sync(foreign, home, hub, seen)
            for kind, data in events:
                hub.send(kind, data)
        except Exception:
            log.exception("reminders could not be delivered; trying again")
        await anyio.sleep(PERIOD_S)


def latest(home: Home) -> int:
    """Return the number of the latest change."""
    with home.database.read() as connection:
        return int(connection.execute(select(func.max(history.c.seq))).scalar() or 0)


def foreign(home: Home, hub: Hub, seen: int) -> tuple[int, list[tuple[str, dict[str, Any]]]]:
    """Return the latest change's number, and the events for changes after `seen` that others made."""
    query = select(history.c.seq, history.c.turn_id, history.c.table_name, history.c.before, history.c.after)
    with home.database.read() as connection:
        rows = connection.execute(query.where(history.c.seq > seen).order_by(history.c.seq).limit(MOST)).all()
        if len(rows) == MOST:
            last = int(connection.execute(select(func.max(history.c.seq))).scalar() or 0)
            return last, [(kind, {"app_id": None, "turn_id": None}) for kind in KINDS.values()]
    if not rows:
        now = latest(home)
        if now < seen:  # another state of the home was brought back by another process
            home.open_rooms()
            return now, [("home.restored", {"turn_id": None})]
        return seen, []
    others = [r for r in rows if not hub.announced(r.turn_id)]
    if any(r.table_name == "preferences" for r in others):
        home.forget_preferences()
    return rows[-1].seq, list(_events(others))


def _events(rows: Iterable[Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    told = set()
    for row in rows:
        kind = KINDS.get(row.table_name)
        image = {**(row.before or {}), **(row.after or {})}
        key = (kind, row.turn_id, image.get("app_id"))
        if kind is not None and key not in told:
            told.add(key)
            yield kind, {"app_id": image.get("app_id"), "turn_id": row.turn_id}
