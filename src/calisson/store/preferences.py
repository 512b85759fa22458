"""The home's preferences, stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from calisson.settings import Preferences
from calisson.store import tables
from calisson.store.database import Database
from calisson.store.transaction import Transaction


class PreferenceStore:
    """Reads and changes what the home prefers. Changes have history and can be undone like any other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, tx: Transaction | None = None) -> Preferences:
        """Return the preferences as they are now (inside `tx`, with its own changes)."""
        query = select(tables.preferences)
        if tx is not None:
            rows = tx.rows(query)
        else:
            with self._database.read() as connection:
                rows = [dict(r) for r in connection.execute(query).mappings()]
        return Preferences.from_mapping({r["id"]: r["value"] for r in rows})

    def set(self, tx: Transaction, **changes: Any) -> Preferences:
        """Change preferences, check them, and return all of them; None unsets one.

        Raises:
            ConfigError: No such preference, or a value that cannot be one.
        """
        new = self.get(tx).with_changes(**changes)
        for name, value in changes.items():
            stored = tx.get(tables.preferences, name)
            if value is None:
                if stored is not None:
                    tx.delete(tables.preferences, name)
            elif stored is None:
                tx.insert(tables.preferences, {"id": name, "value": value})
            else:
                tx.update(tables.preferences, name, {"value": value})
        return new
