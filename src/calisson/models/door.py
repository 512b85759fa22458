"""The door to models: route, ask, try again, go on to the next, keep the books; never a dead end.

    models = Models(home.database, roster, clock, home.journal)
    reply = models.answer(ask("…"))        # reply.embedded: no model answered, the embedded engine goes on

The walls are checked before anything leaves: privacy, budget, size. The route is a decision in the journal with
its reason and the models that were passed over. Not to be called inside a transaction: a model takes seconds.
"""

from __future__ import annotations

import random as random_
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from calisson.clock import Clock, SystemClock
from calisson.errors import (
    ModelBudgetError,
    ModelContextError,
    ModelError,
    ModelMissingError,
    ModelOutputError,
    ModelPrivacyError,
    ModelRefusedError,
    ModelTimeoutError,
)
from calisson.journal import Alternative, Journal
from calisson.models import routing
from calisson.models.known import Known
from calisson.models.ledger import Ledger
from calisson.models.prices import price_of
from calisson.models.prompts import render
from calisson.models.retry import Backoff
from calisson.models.roster import ModelSpec, Roster
from calisson.models.types import Failure, Message, Piece, Reply, Request, Text, Usage
from calisson.models.wire import Client
from calisson.store import Database

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal

EMBEDDED = "embedded"
_BLOCKED: dict[str, tuple[type[ModelError], str]] = {
    "privacy": (ModelPrivacyError, "no local model is set up, and this may not leave the house"),
    "budget": (ModelBudgetError, "the money for models is spent for today"),
    "context": (ModelContextError, "no model that is set up reads that much"),
    "images": (ModelMissingError, "no model that is set up reads pictures"),
    "none": (ModelMissingError, "no model is set up"),
}


class Models:
    """The models of a home. Safe to share between threads."""

    def __init__(
        self, database: Database, roster: Callable[[], Roster], clock: Clock | None = None,
        journal: Journal | None = None, *, backoff: Backoff | None = None,
        sleep: Callable[[float], Awaitable[None]] | None = None, random: Callable[[], float] = random_.random,
        day_start: Callable[[datetime], datetime] | None = None, changed: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        """Make the door; nothing is looked up or connected before the first use.

        Args:
            database: where the ledger is.
            roster: says which models there are; called at the first use, and again as `Known` says.
            clock: the source of time.
            journal: where routes are written down.
            backoff: how long to wait between tries.
            sleep: waits so many seconds; for tests.
            random: a number from 0 to 1; the jitter's source.
            day_start: the aware instant at which the budget's day began; UTC midnight by default.
            changed: something that is another when the household set models up anew.
        """
        self._database = database
        self._clock = clock or SystemClock()
        self._journal = journal
        self._backoff = backoff or Backoff()
        self._sleep = sleep
        self._random = random
        self._day_start = day_start or _utc_midnight
        self._known = Known(roster, changed)
        self._client = Client()
        self._lock = threading.Lock()
        self._held: defaultdict[str | None, float] = defaultdict(float)
        self._portal: BlockingPortal | None = None
        self._portal_context: Any = None
        self.ledger = Ledger(database)

    @property
    def roster(self) -> Roster:
        """The models that are set up."""
        return self._known.roster()

    @property
    def available(self) -> bool:
        """Whether any model is set up."""
        return bool(self.roster.models)

    def left_usd(self, app_id: str | None = None) -> float | None:
        """Return what models may still cost today, for an app if one is named; None when there is no limit."""
        budget = self.roster.budget
        if budget.day_usd is None and (budget.app_usd is None or app_id is None):
            return None
        spent = self._spent(self._day_start(self._clock.now()), app_id)
        left = [budget.day_usd - spent.day_usd] if budget.day_usd is not None else []
        left += [budget.app_usd - spent.app_usd] if budget.app_usd is not None and app_id is not None else []
        return max(0.0, min(left))

    def forget(self) -> None:
        """Look the models up again at the next use."""
        self._known.forget()

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._portal is not None:
                self._portal.call(self._client.close)
                self._portal_context.__exit__(None, None, None)
                self._portal = None

    # --- asking ----------------------------------------------------------------------------------------

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Return the reply of the first model on the route that answers; else one whose `embedded` is true.

        Nothing that a model does raises here: `reply.failures` says what was tried. `stopped` is asked ten times
        a second; true cancels the request.
        """
        with self._held_route(request) as route:
            decision = self._decide(request, route)
            if not route.chain:
                return self._blocked(route, decision)
            task = self._door().start_task_soon(self._answer, request, route, decision)
            if stopped is None:
                return task.result()
            while True:
                try:
                    return task.result(0.1)
                except TimeoutError:
                    if stopped():
                        task.cancel()
                        return Reply(
                            failures=(Failure(EMBEDDED, "Stopped", "stopped", 0),), decision=decision
                        )

    def ask(self, spec: ModelSpec, request: Request) -> Reply:
        """Ask one model, without fallback; retries and the ledger are as ever.

        Raises:
            ModelError: it did not answer.
        """
        return self._door().call(self._one, spec, request, "")

    def through(self, spec: ModelSpec, request: Request, work: Callable[[], Reply]) -> Reply:
        """Return the reply of `work`, which asks one model by other means than this door.

        The walls, the journal and the ledger are the door's own. As with `answer`, nothing that a model does raises
        here; a reply whose `embedded` is true is not written to the ledger, since nothing is known of its cost.
        """
        with self._held_route(request, (spec,)) as route:
            decision = self._decide(request, route)
            if not route.chain:
                return self._blocked(route, decision)
            begun = time.perf_counter()
            try:
                reply = work()
            except ModelError as error:
                self._book(spec, request, decision, type(error).__name__, 1, Usage(), begun)
                return Reply(failures=(_failure(spec, error),), decision=decision)
            if reply.embedded:
                return replace(reply, decision=decision)
            cost = self._book(spec, request, decision, "ok", 1, reply.usage, begun)
            return replace(
                reply, model=spec.id, cost_usd=cost, duration_s=time.perf_counter() - begun, decision=decision
            )

    def stream(self, request: Request) -> Iterator[Piece]:
        """Yield an answer in pieces, the last one with the whole reply; `restart` voids what came before.

        Closing the iterator early cancels the request.
        """
        with self._held_route(request) as route:
            decision = self._decide(request, route)
            if not route.chain:
                yield Piece(reply=self._blocked(route, decision))
                return
            yield from self._pumped(request, route, decision)

    def _pumped(self, request: Request, route: routing.Route, decision: str) -> Iterator[Piece]:
        queue: SimpleQueue[Piece | BaseException | None] = SimpleQueue()

        async def pump() -> None:
            try:
                async for piece in self._stream(request, route, decision):
                    queue.put(piece)
            except Exception as error:
                queue.put(error)
            finally:
                queue.put(None)

        task = self._door().start_task_soon(pump)
        try:
            while (item := queue.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            task.cancel()

    # --- one request -----------------------------------------------------------------------------------

    async def _answer(self, request: Request, route: routing.Route, decision: str) -> Reply:
        import anyio

        failures: list[Failure] = []
        with anyio.move_on_after(request.within_s) as patience:
            for spec in route.chain:
                try:
                    reply = await self._one(spec, request, decision)
                    return replace(reply, failures=tuple(failures))
                except ModelError as error:
                    failures.append(_failure(spec, error))
                    if isinstance(error, ModelRefusedError):
                        break  # asking around until somebody does it is not what the household wants
        if patience.cancelled_caught:
            failures.append(_late(request))
        return Reply(failures=tuple(failures), decision=decision)

    async def _one(self, spec: ModelSpec, request: Request, decision: str) -> Reply:
        tries, begun, before = 0, time.perf_counter(), Usage()
        while True:
            tries += 1
            try:
                reply = await self._client.complete(spec, request)
            except ModelError as error:
                before += _paid(error)
                wait = self._backoff.wait_s(error, tries, self._random)
                if wait is None:
                    await self._failed(spec, request, decision, error, tries, begun, before)
                    raise
                request = _mending(request, error)
                await self._pause(wait)
                continue
            return await self._done(spec, request, decision, reply, tries, begun, before)

    async def _stream(self, request: Request, route: routing.Route, decision: str) -> AsyncIterator[Piece]:
        failures: list[Failure] = []
        said, first = False, time.perf_counter()
        for spec in route.chain:
            if request.within_s is not None and time.perf_counter() - first > request.within_s:
                failures.append(_late(request))
                break
            tries, begun, before = 0, time.perf_counter(), Usage()
            while True:
                tries += 1
                try:
                    async for item in self._client.stream(spec, request):
                        if isinstance(item, Reply):
                            reply = await self._done(spec, request, decision, item, tries, begun, before)
                            yield Piece(reply=replace(reply, failures=tuple(failures)))
                            return
                        said = True
                        yield Piece(item)
                except ModelError as error:
                    if said:
                        said = False
                        yield Piece(restart=True)
                    before += _paid(error)
                    wait = self._backoff.wait_s(error, tries, self._random)
                    if wait is not None:
                        await self._pause(wait)
                        continue
                    await self._failed(spec, request, decision, error, tries, begun, before)
                    failures.append(_failure(spec, error))
                    if isinstance(error, ModelRefusedError):
                        yield Piece(reply=Reply(failures=tuple(failures), decision=decision))
                        return
                break
        yield Piece(reply=Reply(failures=tuple(failures), decision=decision))

    async def _pause(self, wait_s: float) -> None:
        if self._sleep is not None:
            await self._sleep(wait_s)
            return
        import anyio

        await anyio.sleep(wait_s)

    # --- books -----------------------------------------------------------------------------------------

    @contextmanager
    def _held_route(self, request: Request, only: Sequence[ModelSpec] = ()) -> Iterator[routing.Route]:
        """Give the route; while it is used, what it may cost counts as spent, so that no two share the last cent."""
        roster, now = self.roster, self._clock.now()
        limited = roster.budget.day_usd is not None or roster.budget.app_usd is not None
        with self._lock:
            spent = self._spent(self._day_start(now), request.app_id) if limited else routing.Spent()
            route = routing.route(only or roster.models, request, on=now.date(), budget=roster.budget, spent=spent,
                                  declared=() if only else roster.chain)  # fmt: skip
            cost = max((routing.estimate_usd(m, request, now.date()) for m in route.chain), default=0.0)
            self._held[request.app_id] += cost
        try:
            yield route
        finally:
            with self._lock:
                self._held[request.app_id] -= cost

    def _spent(self, since: datetime, app_id: str | None) -> routing.Spent:
        """Return what the ledger says, and what calls under way may add to it."""
        spent = self.ledger.spent(since, app_id)
        held_app = self._held[app_id] if app_id is not None else 0.0
        return routing.Spent(spent.day_usd + sum(self._held.values()), spent.app_usd + held_app)

    def _decide(self, request: Request, route: routing.Route) -> str:
        if self._journal is None or not self.available:
            return ""
        chosen = [Alternative(m.id, 1.0 if n == 0 else 0.0, "next in the chain" if n else route.why)
                  for n, m in enumerate(route.chain)]  # fmt: skip
        passed = [Alternative(p.model.id, 0.0, f"passed over: {p.why}") for p in route.passed]
        end = Alternative(EMBEDDED, 0.0 if route.chain else 1.0, "the end of every chain")
        with self._database.transaction(request.person, request.turn_id) as tx:
            return self._journal.decision(
                tx, option=route.chain[0].id if route.chain else EMBEDDED,
                alternatives=[*chosen, end, *passed], evidence=[e for e in (request.turn_id, request.app_id) if e],
                policy=routing.POLICY, explanation=f"{request.purpose}: {route.why}",
            )  # fmt: skip

    async def _failed(
        self, spec: ModelSpec, request: Request, decision: str, error: ModelError, tries: int, begun: float,
        usage: Usage,
    ) -> None:  # fmt: skip
        error.arguments["tries"] = tries
        await _in_thread(self._book, spec, request, decision, type(error).__name__, tries, usage, begun)

    async def _done(
        self, spec: ModelSpec, request: Request, decision: str, reply: Reply, tries: int, begun: float, before: Usage
    ) -> Reply:  # fmt: skip
        usage = before + reply.usage
        cost = await _in_thread(self._book, spec, request, decision, "ok", tries, usage, begun)
        return replace(reply, model=spec.id, usage=usage, cost_usd=cost, duration_s=time.perf_counter() - begun,
                       decision=decision)  # fmt: skip

    def _book(
        self,
        spec: ModelSpec,
        request: Request,
        decision: str,
        outcome: str,
        tries: int,
        usage: Usage,
        begun: float,
    ) -> float:
        price, known = price_of(spec.provider, spec.name, self._clock.now().date(), local=spec.local)
        cost = price.cost_usd(usage)
        with self._database.transaction(request.person, request.turn_id) as tx:
            self.ledger.write(
                tx, request, model=spec.id, outcome=outcome, tries=tries, usage=usage, cost_usd=cost,
                cost_known=known, duration_s=time.perf_counter() - begun, decision=decision,
            )  # fmt: skip
        return cost

    def _blocked(self, route: routing.Route, decision: str) -> Reply:
        kind, text = _BLOCKED[route.blocked_by]
        return Reply(failures=(Failure(EMBEDDED, kind.__name__, text, 0),), decision=decision)

    def _door(self) -> BlockingPortal:
        with self._lock:
            if self._portal is None:
                from anyio.from_thread import start_blocking_portal

                self._portal_context = start_blocking_portal(name="models")
                self._portal = self._portal_context.__enter__()
            return self._portal


async def _in_thread(work: Callable[..., Any], *arguments: Any) -> Any:
    """Do blocking work beside the loop."""
    import anyio.to_thread

    return await anyio.to_thread.run_sync(lambda: work(*arguments))


def _mending(request: Request, error: ModelError) -> Request:
    """Return the request that says what was wrong with the last answer, when that may help."""
    if request.schema is None or not isinstance(error, ModelOutputError):
        return request
    told = Text(render("mend", problem=str(error)[:400]).text, request.privacy)
    return replace(request, messages=(*request.messages, Message("person", (told,))))


def _paid(error: ModelError) -> Usage:
    """Return the tokens of an answer that could not be used; none when none came."""
    usage: Usage = error.arguments.pop("usage", Usage())
    return usage


def _late(request: Request) -> Failure:
    return Failure(
        EMBEDDED, ModelTimeoutError.__name__, f"no model answered within {request.within_s:g} s", 0
    )


def _failure(spec: ModelSpec, error: ModelError) -> Failure:
    return Failure(spec.id, type(error).__name__, str(error)[:500], int(error.arguments.get("tries", 1)))


def _utc_midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
