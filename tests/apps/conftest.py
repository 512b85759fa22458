"""The meal diary, made."""

import pytest
from app_samples import MEALS, RECORDS, spec

from calisson.apps import App, Apps
from calisson.store import Database


@pytest.fixture
def meals(database: Database, apps: Apps) -> App:
    """A meal diary with five records of three days."""
    with database.transaction("me", "turn_make") as tx:
        app = apps.create(tx, spec(MEALS))
        apps.add_many(tx, app.id, "meal", RECORDS)
    return app
