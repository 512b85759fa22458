"""Killed at every point of a twenty-step run, a run goes on: no step done twice, nothing lost."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calisson.apps import Apps, parse_spec
from calisson.models import Reply, Request, Text, ToolCall
from calisson.store import Database
from calisson.workshop import Agent, Hooks, Permissions, Step, Task, Workspace
from calisson.workshop.household import home_kit
from calisson.workshop.steps import Steps

TURNS = 10
KILLED = 9


class Scripted:
    """Answers by how far the conversation is; notes each question in a file, since the process may die."""

    def __init__(self, notes: Path) -> None:
        self.notes = notes

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        turn = sum(m.role == "model" for m in request.messages)
        with self.notes.open("a") as file:
            file.write(f"{turn}\n")
        if turn == TURNS:
            return Reply("finished", model="scripted")
        if turn == 0:
            call = ToolCall("c0", "write", {"path": "list.txt", "text": "start\n"})
        elif turn % 3 == 0:
            call = ToolCall(f"c{turn}", "write", {"path": f"part/{turn}.txt", "text": f"{turn}"})
        else:
            before = (
                "start\n" if turn == 1 else f"line {turn - 1}\n" if (turn - 1) % 3 else f"line {turn - 2}\n"
            )
            call = ToolCall(
                f"c{turn}", "edit", {"path": "list.txt", "old": before, "new": f"{before}line {turn}\n"}
            )
        return Reply(f"step {turn}", (call,), model="scripted")


EXPECTED = {
    "list.txt": "start\n" + "".join(f"line {n}\n" for n in range(1, TURNS) if n % 3),
    **{f"part/{n}.txt": f"{n}" for n in range(1, TURNS) if n % 3 == 0},
}


class Logging:
    """Adds a record to an app, five times; notes nothing, since it is the records that count."""

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        turn = sum(m.role == "model" for m in request.messages)
        if turn == 5:
            return Reply("finished", model="scripted")
        call = ToolCall(
            f"c{turn}", "home_change", {"do": "add", "app": "", "values": {"what": f"meal {turn}"}}
        )
        return Reply("", (call,), model="scripted")


def log(home: Path, kill_at: int | None) -> int:
    """Run or resume a run that changes the home's data, and return how many points of death there were."""
    points = 0

    def point() -> None:
        nonlocal points
        points += 1
        if points == kill_at:
            os._exit(KILLED)

    def around(owner: type, name: str, former: Any) -> None:
        def wrapped(self: Any, *arguments: Any) -> Any:
            point()
            found = former(self, *arguments)
            point()
            return found

        setattr(owner, name, wrapped)

    places = [(Steps, "keep"), (Steps, "done"), (Steps, "_rewrite"), (Apps, "add")]
    restored = [(owner, name, getattr(owner, name)) for owner, name in places]
    for owner, name, former in restored:
        around(owner, name, former)
    try:
        with Database.open(home / "home") as database:
            kit = home_kit(Apps(database), "me")
            app = Apps(database).list()[0].id

            def into(call: ToolCall) -> str:
                dict.__setitem__(call.arguments, "app", app)  # type: ignore[arg-type]
                return ""

            agent = Agent(
                Logging(),
                database,
                Permissions("edits"),
                tools=kit.tools,
                handlers=kit.handlers,
                hooks=Hooks((into,)),
            )  # type: ignore[arg-type]
            known = agent.steps.open_runs()
            run_id = known[0] if known else agent.start(Task("log five meals"), home / "work")
            for _ in agent.resume(run_id):
                point()
    finally:
        for owner, name, former in restored:
            setattr(owner, name, former)
    return points


def work(home: Path, kill_at: int | None) -> int:
    """Run or resume in this process and return how many points of death there were."""
    points = 0

    def point() -> None:
        nonlocal points
        points += 1
        if points == kill_at:
            os._exit(KILLED)

    def around(owner: type, name: str) -> None:
        former = getattr(owner, name)

        def wrapped(self: Any, *arguments: Any) -> Any:
            point()
            found = former(self, *arguments)
            point()
            return found

        setattr(owner, name, wrapped)

    restored = [(owner, name, getattr(owner, name)) for owner, name in POINTS]
    for owner, name in POINTS:
        around(owner, name)
    try:
        with Database.open(home / "home") as database:
            agent = Agent(Scripted(home / "notes"), database, Permissions("edits"))  # type: ignore[arg-type]
            known = agent.steps.open_runs()
            run_id = known[0] if known else agent.start(Task("do it", most_steps=40), home / "work")
            for _ in agent.resume(run_id):
                point()
    finally:
        for owner, name, former in restored:
            setattr(owner, name, former)
    return points


POINTS: list[tuple[type, str]] = [
    (Steps, "keep"), (Steps, "done"), (Workspace, "apply"), (Scripted, "answer"), (Steps, "end"),
]  # fmt: skip


def child(home: Path, kill_at: int, doing: Callable[[Path, int | None], int] | None = None) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            (doing or work)(home, kill_at)
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def files(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def kept(home: Path) -> list[Step]:
    with Database.open(home / "home") as database:
        steps = Steps(database)
        assert steps.open_runs() == []
        (run_id,) = [r for r in [_only(database)] if r]
        return steps.steps(run_id)


def _only(database: Database) -> str:
    from sqlalchemy import select

    from calisson.workshop.tables import workshop_runs

    with database.read() as connection:
        return str(connection.execute(select(workshop_runs.c.id)).scalar_one())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
def test_killed_at_every_point_of_a_run(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    points = work(whole, None)
    assert files(whole / "work") == EXPECTED
    reference = kept(whole)
    assert len(reference) == 2 * TURNS + 1 and points > 80
    Database.open(tmp_path / "new" / "home").close()
    for kill_at in range(1, points + 1):
        home = tmp_path / str(kill_at)
        shutil.copytree(tmp_path / "new", home)
        assert child(home, kill_at) == KILLED
        if _ended(home):
            continue
        work(home, None)
        assert files(home / "work") == EXPECTED, kill_at
        steps = kept(home)
        assert [(s.number, s.kind, s.text, s.state) for s in steps] == [
            (s.number, s.kind, s.text, s.state) for s in reference
        ], kill_at
        asked = (home / "notes").read_text().split()
        assert len(asked) <= TURNS + 2, f"killed at {kill_at}: a model was asked again for what was kept"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
def test_killed_anywhere_each_change_of_the_homes_data_is_made_once(tmp_path: Path) -> None:
    new = tmp_path / "new"
    with Database.open(new / "home") as database, database.transaction("me") as tx:
        field = {"name": "what", "label": "What", "type": "text"}
        spec = {"name": "Meals", "entities": [{"name": "meal", "label": "Meal", "fields": [field]}]}
        Apps(database).create(tx, parse_spec(spec))
    whole = tmp_path / "whole"
    shutil.copytree(new, whole)
    points = log(whole, None)
    assert points > 40
    for kill_at in range(1, points + 1):
        home = tmp_path / str(kill_at)
        shutil.copytree(new, home)
        assert child(home, kill_at, log) == KILLED
        log(home, None) if not _ended(home) or not _meals(home) else None
        assert _meals(home) == [f"meal {n}" for n in range(5)], kill_at


def _meals(home: Path) -> list[str]:
    with Database.open(home / "home") as database:
        apps = Apps(database)
        return sorted(r.values["what"] for r in apps.records(apps.list()[0].id))


def _ended(home: Path) -> bool:
    """Tell whether nothing is left to do: the run was not begun yet, or had ended."""
    with Database.open(home / "home") as database:
        return Steps(database).open_runs() == []


def test_a_local_task_stays_local() -> None:
    from calisson.workshop.context import Budget, conversation

    task = Task("my diary", privacy="local")
    done = [
        Step(0, "model", "done", "hm", calls=(ToolCall("c", "read", {"path": "x"}),)),
        Step(1, "tool", "done", "text", call_id="c", tool="read", privacy="local"),
    ]
    request = Request(conversation(task, done, Budget()))
    assert request.privacy == "local"
    assert Request(conversation(Task("open"), done, Budget())).privacy == "local"
    assert Request((*conversation(Task("open"), done[:1], Budget()),)).privacy == "open"
    assert isinstance(request.messages[0].parts[0], Text)
