"""The runs under way in a home: begun, watched, stopped, asked, taken up again; each in a thread of its own.

A run is a row of the database, so that every door sees the same; what is here besides is who works on it right now,
and who watches. A process that dies leaves a run without an end: `cut` says so, and `resume` takes it up at the last
step. Two runs never work in one workspace at once, and a lock on the workspace (where the system has them) keeps a
second process of the same home away.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from calisson.errors import CalissonError, ConfigError, ConflictError, NotFoundError
from calisson.models import ToolCall
from calisson.workshop.granted import grants_of
from calisson.workshop.loop import keep_answer, open_questions
from calisson.workshop.permissions import MODES, Mode, Permissions
from calisson.workshop.steps import RunRow, Steps, Task
from calisson.workshop.tables import workshop_runs
from calisson.workshop.telling import call_out, question_out, step_out
from calisson.workshop.types import Change, Event, StopReason
from calisson.workshop.workspace import Workspace

if TYPE_CHECKING:
    from calisson.store import Database
    from calisson.workshop.loop import Agent

log = logging.getLogger(__name__)

AT_ONCE = 3
"""So many runs work at once in a home."""
FOLDER = "work"
CLOSING_S = 5.0
"""How long a home that closes waits for its runs to put down their work, in seconds."""
BUDGET_USD = 0.5
"""Of a run that nobody gave another."""
_NAME = re.compile(r"[\w-]{1,60}")

Watcher = Callable[[dict[str, Any]], None]
"""Told what happens in a run, as JSON-able data; called from the run's threads, must not block."""
Worker = Callable[[Permissions, str, Callable[[Event], None]], "Agent"]
"""Makes an agent with every tool of the home, for a person; the third argument is told what sub-agents do."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a person wants worked on."""

    text: str
    mode: Mode = "ask"
    budget_usd: float | None = BUDGET_USD
    workspace: str = ""
    """The name of a workspace that is there; empty makes a new one."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts that are put into the workspace first; others wrote them, as far as the run is concerned."""
    app_id: str | None = None
    turn_id: str = ""
    """The turn of conversation that it comes from."""
    by_person: bool = True
    """Whether the person ordered it; else a program did in their name."""


@dataclass(slots=True)
class _Going:
    """A run that is being worked on."""

    run_id: str
    folder: str
    stop: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    now: dict[str, Any] | None = None
    """The call that is being made."""
    helpers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What sub-agents do right now, by their runs' ids."""
    calls: dict[str, ToolCall] = field(default_factory=dict)
    """Those that were made, by id."""
    cost_usd: float = 0.0


class Bench:
    """The runs of a home. Safe to share between threads."""

    def __init__(
        self, database: Database, worker: Worker, available: Callable[[], bool],
        names: Callable[[str], tuple[Mapping[str, str], Sequence[str]]], told: Callable[[RunRow], None] = lambda run: None,
    ) -> None:  # fmt: skip
        """Make the bench of a home.

        Args:
            database: where runs are kept.
            worker: makes agents.
            available: whether a model is set up.
            names: a person's apps (names by id) and the outside servers, which words may grant.
            told: told of every run that begins, with its row.
        """
        self._database = database
        self._worker = worker
        self._available = available
        self._names = names
        self._told = told
        self._lock = threading.Lock()
        self._going: dict[str, _Going] = {}
        self._watchers: dict[str, list[Watcher]] = {}
        self._closed = False
        self.steps = Steps(database)

    # --- begin, stop, go on ----------------------------------------------------------------------------

    def start(self, order: Order, person: str = "me") -> str:
        """Keep a new run, begin to work on it, and return its id.

        Raises:
            ConfigError: no model is set up, or the workspace or a file has no usable name.
            ConflictError: somebody works in that workspace, or too many runs go on already.
        """
        if not self._available():
            raise ConfigError("no model is set up", message_id="error-run-no-model")
        folder = self._folder(order.workspace)
        self._room(str(folder))
        if order.files:
            place = Workspace(folder)
            changes = [Change(n, None, t.encode("utf-8", "replace")) for n, t in order.files.items()]
            place.check(changes)
            place.apply(changes)
        apps, servers = self._names(person)
        task = Task(
            order.text, mode=order.mode, budget_usd=order.budget_usd, turn_id=order.turn_id, by_person=order.by_person,
            outside_paths=tuple(order.files), grants=grants_of(order.text, apps, servers),
        )  # fmt: skip
        run_id = self.steps.begin(task, str(folder.absolute()), person, order.app_id)
        run = self.steps.run(run_id)
        self._told(run)
        self._go(run)
        return run_id

    def resume(self, run_id: str, person: str, *, budget_usd: float | None = None) -> None:
        """Work on a run again from where it is; `budget_usd` gives it more money.

        Raises:
            NotFoundError: this person has no such run.
            ConflictError: it is being worked on, waits for an answer, or too many runs go on already.
            ConfigError: no model is set up.
        """
        run = self.of(run_id, person)
        if not self._available():
            raise ConfigError("no model is set up", message_id="error-run-no-model")
        if run.reason == StopReason.WAITING:
            raise ConflictError("it waits for an answer", message_id="error-run-waits")
        if budget_usd is not None:
            run = replace(run, task=replace(run.task, budget_usd=budget_usd))
            with self._database.transaction(person) as tx:
                table = workshop_runs
                tx.execute(update(table).where(table.c.id == run_id).values(task=run.task.as_dict()))
        self._room(run.folder)
        self._go(run)

    def stop(self, run_id: str, person: str) -> bool:
        """Ask a run to end, which it does within a second; whether it was being worked on.

        Raises:
            NotFoundError: this person has no such run.
        """
        run = self.of(run_id, person)
        going = self.going(run_id)
        if going is not None:
            going.stop.set()
            return True
        if run.reason != StopReason.WAITING:
            return False
        self.steps.end(run, StopReason.STOPPED)
        self._tell(run_id, {"kind": "ended", "reason": "stopped"})
        return True

    def answer(self, run_id: str, question_id: str, yes: bool, person: str, *, always: bool = False) -> bool:
        """Answer a question of a run; when it was the last one, the run goes on. Whether it does.

        Raises:
            NotFoundError: this person has no such run, or it does not ask this.
            ConflictError: too many runs go on already; the answer is kept.
        """
        run = self.of(run_id, person)
        with self._lock:
            if question_id not in {q.id for q in open_questions(self.steps.steps(run_id))}:
                raise NotFoundError(f"{run_id} does not ask {question_id!r}")
            keep_answer(self.steps, run_id, question_id, yes, always=always)
        steps = self.steps.steps(run_id)
        self._tell(run_id, {"kind": "step", "step": step_out(steps[-1], {})})
        if open_questions(steps) or self._closed:
            return False
        self._join(run_id)
        self._room(run.folder)
        self._go(run)
        return True

    def rewind(self, run_id: str, to: int, person: str) -> None:
        """Bring files and the home's data back to what they were after step `to` (-1: before the first).

        Raises:
            NotFoundError: this person has no such run.
            ConflictError: it is being worked on, or what it did to the home's data was changed again since.
        """
        run = self.of(run_id, person)
        if self.going(run_id) or self._busy(run.folder):
            raise ConflictError("it is being worked on", message_id="error-run-going")
        agent = self._worker_of(run)
        with Held(run.folder):
            agent.rewind(run_id, to)
            self.steps.end(run, None)
            self._end_as_stopped(run)
        self._tell(run_id, {"kind": "changed"})

    # --- looking ---------------------------------------------------------------------------------------

    def of(self, run_id: str, person: str) -> RunRow:
        """Return a person's run.

        Raises:
            NotFoundError: this person has no such run.
        """
        run = self.steps.run(run_id)
        if run.person != person:
            raise NotFoundError(f"no run {run_id!r}")
        return run

    def going(self, run_id: str) -> _Going | None:
        """Return what is known of a run that is being worked on here; None when it is not."""
        with self._lock:
            return self._going.get(run_id)

    def state(self, run: RunRow) -> str:
        """Return how a run stands: `going`, how it ended, or `cut` when a crash left it."""
        if self.going(run.id) is not None:
            return "going"
        return run.reason or ("going" if Held.elsewhere(run.folder) else "cut")

    def watch(self, run_id: str, watcher: Watcher) -> Callable[[], None]:
        """Tell a watcher what happens in a run from now on; returns what ends that. `*` hears of every run's end."""
        with self._lock:
            self._watchers.setdefault(run_id, []).append(watcher)

        def end() -> None:
            with self._lock, suppress(KeyError, ValueError):
                self._watchers[run_id].remove(watcher)
                if not self._watchers[run_id]:
                    del self._watchers[run_id]

        return end

    def close(self) -> None:
        """Stop every run; each can be resumed."""
        with self._lock:
            self._closed = True
            going = tuple(self._going.values())
        for one in going:
            one.stop.set()
        for one in going:
            if one.thread is not None:
                one.thread.join(CLOSING_S)

    # --- work ------------------------------------------------------------------------------------------

    def _go(self, run: RunRow) -> None:
        going = _Going(run.id, run.folder)
        going.thread = threading.Thread(target=self._work, args=(run, going), name=run.id, daemon=True)
        with self._lock:
            if self._closed:
                return
            self._going[run.id] = going
        going.thread.start()

    def _work(self, run: RunRow, going: _Going) -> None:
        last = Event("ended", run.id, 0)
        try:
            with Held(run.folder):
                agent = self._worker_of(run, going)
                for last in agent.resume(run.id, going.stop.is_set):
                    self._event(run, going, last)
        except CalissonError as error:
            self._end_as_stopped(run)
            self._tell(run.id, {"kind": "failed", "message_id": error.message_id})
        except Exception:  # a fault of ours; what the run did so far is kept, and it can be taken up again
            log.exception("a run failed")
            self._end_as_stopped(run)
            self._tell(run.id, {"kind": "failed", "message_id": "error-internal"})
        finally:
            with self._lock:
                self._going.pop(run.id, None)
            self._tell(run.id, {"kind": "ended", "reason": str(last.reason or ""), "text": last.text,
                                "cost_usd": last.cost_usd})  # fmt: skip

    def _event(self, run: RunRow, going: _Going, event: Event) -> None:
        going.cost_usd = event.cost_usd
        if event.kind == "call" and event.call is not None:
            going.now = call_out(event.call)
            self._tell(run.id, {"kind": "now", "now": going.now, "cost_usd": event.cost_usd})
        elif event.kind in ("said", "result", "denied"):
            going.now, going.helpers = None, {}
            if event.call is not None:
                going.calls[event.call.id] = event.call
            told = step_out(self.steps.step(run.id, event.step), going.calls)
            self._tell(run.id, {"kind": "step", "step": told, "cost_usd": event.cost_usd})
        elif event.kind == "question" and event.question is not None:
            going.now = None
            self._tell(run.id, {"kind": "question", "question": question_out(event.question)})

    def _helper(self, run_id: str, going: _Going, event: Event) -> None:
        """Note what a sub-agent does."""
        name = self.steps.run(event.run_id).task.purpose.removeprefix("workshop-")
        if event.kind == "ended":
            going.helpers.pop(event.run_id, None)
        else:
            doing = call_out(event.call) if event.kind == "call" and event.call else None
            going.helpers[event.run_id] = {"agent": name, "now": doing}
        self._tell(run_id, {"kind": "helpers", "helpers": list(going.helpers.values())})

    def _worker_of(self, run: RunRow, going: _Going | None = None) -> Agent:
        mode = run.task.mode if run.task.mode in MODES else "ask"

        def watch(event: Event) -> None:
            if going is not None:
                self._helper(run.id, going, event)

        return self._worker(Permissions(mode, wait=True), run.person, watch)

    def _tell(self, run_id: str, data: dict[str, Any]) -> None:
        with self._lock:
            watchers = tuple(self._watchers.get(run_id, ()))
            everywhere = tuple(self._watchers.get("*", ())) if data["kind"] == "ended" else ()
        for watcher in watchers:
            watcher(data)
        for watcher in everywhere:
            watcher({"run_id": run_id, "reason": data.get("reason", "")})

    def _join(self, run_id: str) -> None:
        """Wait for the thread of a run that has just begun to wait."""
        going = self.going(run_id)
        if going is not None and going.thread is not None:
            going.thread.join(CLOSING_S)

    def _end_as_stopped(self, run: RunRow) -> None:
        self.steps.end(run, StopReason.STOPPED)

    # --- places ----------------------------------------------------------------------------------------

    def _folder(self, name: str) -> Path:
        base = self._database.data_dir / FOLDER
        if not name:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            numbers = [int(p.name) for p in base.iterdir() if p.name.isdigit()]
            while True:
                folder = base / str(max(numbers, default=0) + 1)
                try:
                    folder.mkdir(mode=0o700)
                    return folder
                except FileExistsError:
                    numbers.append(int(folder.name))
        if not _NAME.fullmatch(name) or not (base / name).is_dir():
            raise NotFoundError(f"no workspace {name!r}")
        return base / name

    def _busy(self, folder: str) -> bool:
        with self._lock:
            here = any(g.folder == folder for g in self._going.values())
        return here or Held.elsewhere(folder)

    def _room(self, folder: str) -> None:
        if self._busy(folder):
            raise ConflictError("somebody works in that workspace", message_id="error-run-going")
        with self._lock:
            if len(self._going) >= AT_ONCE:
                raise ConflictError(
                    f"{AT_ONCE} runs go on already", message_id="error-run-many", count=AT_ONCE
                )


class Held:
    """A lock on a workspace while somebody works in it; let go by the system when the process dies."""

    def __init__(self, folder: str) -> None:
        self._path = Path(f"{folder}.lock")
        self._file: Any = None

    def __enter__(self) -> Held:
        """Take it.

        Raises:
            ConflictError: another process has it.
        """
        self._file = self._path.open("a")
        for _ in range(20):  # somebody who only looks holds it for a moment
            if _locked(self._file):
                return self
            time.sleep(0.02)
        self._file.close()
        raise ConflictError("somebody works in that workspace", message_id="error-run-going")

    def __exit__(self, *_: object) -> None:
        """Let it go."""
        self._file.close()

    @classmethod
    def elsewhere(cls, folder: str) -> bool:
        """Tell whether another process holds it."""
        path = Path(f"{folder}.lock")
        if not path.exists():
            return False
        with path.open("a") as file:
            return not _locked(file)


def _locked(file: Any) -> bool:
    """Lock a file until it is closed; whether that went. Where the system has no such locks, it does."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
