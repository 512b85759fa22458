"""A door to scripted models that never waits."""

from collections.abc import Callable, Sequence

from calisson.clock import FixedClock
from calisson.journal import Journal
from calisson.models import Budget, Models, ModelSpec, Roster
from calisson.store import Database

Maker = Callable[..., ModelSpec]


class Door:
    """Makes doors, and notes how long they would have waited."""

    def __init__(self, database: Database, clock: FixedClock) -> None:
        self.database = database
        self.clock = clock
        self.journal = Journal(database)
        self.waits: list[float] = []
        self.doors: list[Models] = []

    def __call__(self, *specs: ModelSpec, budget: Budget | None = None, chain: Sequence[str] = ()) -> Models:
        roster = Roster(tuple(specs), tuple(chain), budget or Budget())
        made = Models(
            self.database, lambda: roster, self.clock, self.journal, sleep=self.sleep, random=lambda: 1.0
        )
        self.doors.append(made)
        return made

    async def sleep(self, wait_s: float) -> None:
        self.waits.append(wait_s)
