"""After an undo: what formulas and functions give is computed from the values that are there now.

Results are derived, so an undo never stops at them: when two turns changed two fields of one entry and the first is taken
back, its formulas follow. Nothing is written into the history.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from calisson.apps import tables
from calisson.apps.computed import compute
from calisson.apps.windows import after_undo, reach
from calisson.errors import NotFoundError

if TYPE_CHECKING:
    from calisson.apps.apps import Apps
    from calisson.store import Change, Row, Transaction

T = tables.records


def settle(apps: Apps, tx: Transaction, changes: Iterable[Change]) -> None:
    """Compute anew what changes of records that were just taken back bear on."""
    by_app: dict[str, dict[str, Change]] = {}
    for change in changes:
        if change.table != T.name:
            continue
        whole: Any = tx.get(T, change.row_id) or change.after or change.before or {}
        by_app.setdefault(str(whole.get("app_id", "")), {}).setdefault(change.row_id, change)
    for app_id, changed in by_app.items():
        try:
            spec = apps.get(app_id, tx=tx, deleted=True).spec
        except NotFoundError:
            continue
        seeing = {e.name for e in spec.entities if reach(spec, e)}
        touched: list[Row] = []
        for record_id, change in changed.items():
            row = tx.get(T, record_id)
            entity = spec.entity((row or change.after or {}).get("entity"))
            if entity is None:
                continue
            if entity.name in seeing:
                touched += _places(row, change)
            elif (
                row is not None and (computed := compute(entity, row["data"], spec.logic)) != row["computed"]
            ):
                tx.execute(T.update().where(T.c.id == record_id).values(computed=computed))
        if touched:
            tx.flush()
            after_undo(tx.connection, app_id, spec, touched)


def _places(row: Row | None, change: Change) -> list[Row]:
    """A record where it stands now and where it stood before it was taken back."""
    from calisson.store.images import row_of

    after: Any = change.after or {}
    if row is None:
        return [row_of(T, after)] if "created_at" in after else []
    return [row, {**row, "time_at": after["time_at"]}] if "time_at" in after else [row]
