"""The numbers of an app's card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from calisson.apps.types import App, Metric


def glance(connection: Connection, dialect: str, app: App, now: datetime) -> Sequence[Metric]:
    """Return the metrics."""
    return []
