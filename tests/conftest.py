"""What most tests need: a temporary home, a clock that stands still, a database of either kind."""

import os
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calisson.apps import Apps
from calisson.clock import FixedClock
from calisson.store import Database

POSTGRES = "CALISSON_TEST_POSTGRES"
NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
"""A Wednesday."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the PostgreSQL tests out when no server is given, and say so."""
    if os.environ.get(POSTGRES):
        return
    out = [item for item in items if item.get_closest_marker("postgres")]
    if out:
        items[:] = [item for item in items if not item.get_closest_marker("postgres")]
        config.hook.pytest_deselected(items=out)
        config.stash[_LEFT_OUT] = len(out)


_LEFT_OUT = pytest.StashKey[int]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was left out."""
    count = config.stash.get(_LEFT_OUT, 0)
    if count:
        terminalreporter.write_line(
            f"{count} PostgreSQL tests left out: set {POSTGRES} or use `make test`", yellow=True
        )


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A URL of an empty schema on the test server, dropped afterwards."""
    from sqlalchemy import create_engine, make_url, text

    base = make_url(os.environ[POSTGRES])
    schema = f"t_{uuid.uuid4().hex[:12]}"
    engine = create_engine(base)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    yield base.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[Database]:
    """An empty home's database, once on SQLite and once on PostgreSQL."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    with Database.open(tmp_path / "home", url, clock) as opened:
        yield opened


@pytest.fixture
def apps(database: Database, clock: FixedClock) -> Apps:
    return Apps(database, clock)
