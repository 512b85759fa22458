"""Long runs: sub-agents at once, notes that last, old steps that are told in short and keep what counts."""

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from calisson.errors import ConfigError
from calisson.memory.words.measure import count
from calisson.models import Reply, Request, Text, ToolCall, ToolResult
from calisson.models.types import Failure
from calisson.store import Database
from calisson.workshop import Agent, Event, Grants, Passage, Permissions, Rule, StopReason, Task, tools
from calisson.workshop.context import LEAST, Budget, size
from calisson.workshop.subagents import delegate_tool, load, read_subagent, shipped
from calisson.workshop.todo import todo_tool

FREE = Permissions("edits", (Rule("allow", "*"),))
Script = Callable[[Request], Reply]


class Models:
    """Answers by a function; keeps what it was asked."""

    def __init__(self, script: Script) -> None:
        self.script, self.asked, self._lock = script, list[Request](), threading.Lock()

    def answer(self, request: Request, stopped: Any = None) -> Reply:
        with self._lock:
            self.asked.append(request)
        return self.script(request)


WATCHED: list[Event] = []


def call(number: int, name: str, **arguments: Any) -> Reply:
    return Reply(f"step {number}", (ToolCall(f"c{number}", name, arguments),), model="m", cost_usd=0.01)


def turn(request: Request) -> int:
    return sum(m.role == "model" for m in request.messages)


def said(request: Request) -> str:
    return "\n".join(p.text for m in request.messages for p in m.parts if isinstance(p, (Text, ToolResult)))


def team(models: Models, database: Database, permissions: Permissions = FREE) -> Agent:
    def make(kind: Any, kit: Any, allowed: Permissions) -> Agent:
        return Agent(models, database, allowed, tools=kit)  # type: ignore[arg-type]

    delegate = delegate_tool(make, tools, permissions, watch=WATCHED.append)
    return Agent(models, database, permissions, tools={**tools(), "todo": todo_tool(), "delegate": delegate})  # type: ignore[arg-type]


def sending(*orders: tuple[str, str]) -> Reply:
    return call(0, "delegate", tasks=[{"agent": a, "task": t} for a, t in orders])


def test_the_shipped_ones_and_a_homes_own(tmp_path: Path) -> None:
    assert list(shipped()) == ["interface", "logic", "reviewer", "tester"]
    known = set(tools()) | {"preview", "todo", "git"}
    assert all(set(a.tools) <= known for a in shipped().values())
    (tmp_path / "tester.md").write_text(
        "---\nname: tester\ndescription: mine\ntools: read\nmodel: strong\n---\nBe strict.\n"
    )
    (tmp_path / "cook.md").write_text("---\nname: cook\ndescription: cooks\ntools: read, write\n---\nCook.\n")
    found = load(tmp_path)
    assert (
        found["tester"].prompt == "Be strict."
        and found["tester"].model == "strong"
        and found["cook"].tools == ("read", "write")
    )
    for wrong in ("", "no front", "---\nname: x\n---\nhi", "---\nname: a b\ndescription: d\ntools: t\n---\nhi",
                  "---\nname: x\ndescription: d\ntools: t\nmodel: huge\n---\nhi", "---\nname: x\ndescription: d\ntools: t\n---\n",
                  "---\nname: x\ndescription: d\ntools: t\nversion: new\n---\nhi"):  # fmt: skip
        with pytest.raises(ConfigError):
            read_subagent(wrong, "x.md")


@pytest.mark.parametrize("name", list(shipped()))
def test_a_changed_prompt_of_a_shipped_one_is_a_new_version(name: str) -> None:
    agent = shipped()[name]
    kept = Path(__file__).parents[1] / "models" / "snapshots" / f"agent-{name}@{agent.version}.txt"
    assert kept.is_file() and agent.prompt == kept.read_text("utf-8").rstrip("\n")


def test_two_work_at_once_in_contexts_of_their_own(tmp_path: Path) -> None:
    both = threading.Barrier(2, timeout=10)

    def script(request: Request) -> Reply:
        if request.purpose == "workshop":
            return (
                sending(("interface", "the page"), ("logic", "the sums"))
                if turn(request) == 0
                else Reply("all done", model="m")
            )
        if turn(request) == 0:
            both.wait()  # each waits for the other: one after the other would never end
            name = "page.html" if request.purpose == "workshop-interface" else "sums.py"
            return call(0, "write", path=name, text=request.purpose)
        return Reply(f"{request.purpose} is done", model="m", cost_usd=0.01)

    WATCHED.clear()
    with Database.open(tmp_path / "home") as database:
        models = Models(script)
        agent = team(models, database)
        run = agent.start(Task("make an app", "be kind"), tmp_path / "work")
        events = list(agent.resume(run))
        assert [e.kind for e in WATCHED].count("ended") == 2 and run not in {e.run_id for e in WATCHED}
        assert events[-1].reason is StopReason.DONE and events[-1].cost_usd == pytest.approx(0.01 + 4 * 0.01)
        result = next(e for e in events if e.kind == "result")
        assert result.changed == ("page.html", "sums.py") and "workshop-logic is done" in result.text
        assert (tmp_path / "work" / "sums.py").read_text() == "workshop-logic" and not (
            tmp_path / "work.sub"
        ).exists()
        of_logic = next(r for r in models.asked if r.purpose == "workshop-logic")
        assert "You write the logic" in of_logic.instructions and of_logic.ask_strong
        assert "make an app" not in said(of_logic) and "preview" not in {t.name for t in of_logic.tools}
        assert {t.name for t in of_logic.tools} >= {"read", "write"} and "delegate" not in {
            t.name for t in of_logic.tools
        }
        agent.rewind(run, 0)
        assert not list((tmp_path / "work").iterdir())


def test_what_two_change_differently_is_not_mixed(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        if request.purpose == "workshop":
            return (
                sending(("interface", "a"), ("logic", "b"))
                if turn(request) == 0
                else Reply("done", model="m")
            )
        return (
            call(0, "write", path="same.txt", text=request.purpose)
            if turn(request) == 0
            else Reply("ok", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        agent = team(Models(script), database)
        events = list(agent.resume(agent.start(Task("go"), tmp_path / "work")))
        result = next(e for e in events if e.kind == "result")
        assert "not taken over" in result.text and not (tmp_path / "work" / "same.txt").exists()


def test_a_sub_agent_is_bound_by_what_the_run_has_read(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        if request.purpose == "workshop":
            return sending(("logic", "obey the page")) if turn(request) == 0 else Reply("done", model="m")
        return (
            call(0, "write", path="other.txt", text="owned") if turn(request) == 0 else Reply("ok", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        agent = team(Models(script), database)
        grants = Grants(("delegate", "write"), ("notes.md",))
        task = Task("go", material=(Passage("obey me"),), grants=grants)
        events = list(agent.resume(agent.start(task, tmp_path / "work")))
        assert not (tmp_path / "work" / "other.txt").exists() and events[-1].origin == "outside"
        assert "changed: nothing" in next(e.text for e in events if e.kind == "result")


def test_a_stopped_run_goes_on_with_its_sub_agents_where_they_were(tmp_path: Path) -> None:
    stop = threading.Event()

    def script(request: Request) -> Reply:
        if request.purpose == "workshop":
            return sending(("logic", "two files")) if turn(request) == 0 else Reply("done", model="m")
        if turn(request) == 1 and not stop.is_set():
            stop.set()
        return (
            call(turn(request), "write", path=f"{turn(request)}.txt", text="x")
            if turn(request) < 3
            else Reply("ok", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        models = Models(script)
        agent = team(models, database)
        run = agent.start(Task("go"), tmp_path / "work")
        assert list(agent.resume(run, stop.is_set))[-1].reason is StopReason.STOPPED
        assert not list((tmp_path / "work").iterdir())
        before = len([r for r in models.asked if r.purpose == "workshop-logic"])
        assert list(agent.resume(run))[-1].reason is StopReason.DONE
        assert sorted(p.name for p in (tmp_path / "work").iterdir()) == ["0.txt", "1.txt", "2.txt"]
        turns = [turn(r) for r in models.asked if r.purpose == "workshop-logic"][before:]
        assert 0 not in turns


def test_notes_last_across_runs_and_outside_ones_bind(tmp_path: Path) -> None:
    def noting(request: Request) -> Reply:
        return (
            call(0, "note", text="prices are\nin euros") if turn(request) == 0 else Reply("done", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        first = team(Models(noting), database)
        list(first.resume(first.start(Task("note it"), tmp_path / "work")))
        models = Models(lambda r: Reply("read", model="m"))
        second = team(models, database)
        last = list(second.resume(second.start(Task("go on", "be kind"), tmp_path / "work")))[-1]
        assert (
            models.asked[0].instructions == "be kind\n\n# NOTES.md\n- prices are in euros"
            and last.origin == "own"
        )
        list(first.resume(first.start(Task("Write a note", material=(Passage("x"),)), tmp_path / "work")))
        last = list(second.resume(second.start(Task("go on"), tmp_path / "work")))[-1]
        assert last.origin == "outside"


def test_a_file_of_a_local_run_stays_local(tmp_path: Path) -> None:
    def writing(request: Request) -> Reply:
        return (
            call(0, "write", path="diary.txt", text="x") if turn(request) == 0 else Reply("done", model="m")
        )

    def reading(request: Request) -> Reply:
        return call(0, "read", path="diary.txt") if turn(request) == 0 else Reply("done", model="m")

    with Database.open(tmp_path / "home") as database:
        agent = team(Models(writing), database)
        list(agent.resume(agent.start(Task("write", privacy="local"), tmp_path / "work")))
        models = Models(reading)
        agent = team(models, database)
        list(agent.resume(agent.start(Task("read"), tmp_path / "work")))
        assert [r.privacy for r in models.asked] == ["open", "local"]


ITEMS = [{"text": "plan", "state": "done"}, {"text": "finish the report", "state": "open"}]


def test_a_long_run_is_told_in_short_and_keeps_what_counts(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        done = len([s for s in agent.steps.steps(run) if s.kind == "model"])
        if done == 0:
            return call(0, "todo", items=ITEMS)
        if done == 1:
            return replace(call(1, "write", path="1.txt", text="x" * 900),
                           text="We decided to store every price in cents because Rosa's shop rounds at 5 cents.")  # fmt: skip
        return (
            call(done, "write", path=f"{done}.txt", text="x" * 900) if done < 40 else Reply("done", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        models = Models(script)
        kit = {**tools(), "todo": todo_tool()}
        agent = Agent(models, database, FREE, tools=kit, budget=Budget(LEAST))  # type: ignore[arg-type]
        run = agent.start(Task("write forty files", most_steps=200), tmp_path / "work")
        events = list(agent.resume(run))
        assert events[-1].reason is StopReason.DONE and events[-1].text == "done"
        steps = agent.steps.steps(run)
        summaries = [s for s in steps if s.kind == "summary"]
        assert 2 <= len(summaries) <= 12 and len([s for s in steps if s.kind == "tool"]) == 40
        assert [bool(s.trail) for s in summaries] == [False] * (len(summaries) - 1) + [True]
        assert all(size(r.messages) <= LEAST for r in models.asked)
        last = models.asked[-1]
        text = said(last)
        assert "finish the report" in text and "(900 bytes) changed" in text and "write forty files" in text
        assert "cents" in text and "Rosa" in text and "1.txt" in text
        assert turn(last) < 15 and last.messages[0].role == "person"
        same = [a.messages[0] == b.messages[0] for a, b in pairwise(models.asked)]
        assert same.count(False) == len(summaries)  # what was read before stays the same in between
        agent.rewind(run, 1)
        assert not list((tmp_path / "work").iterdir()) and [s.kind for s in agent.steps.steps(run)] == [
            "model",
            "tool",
        ]


def test_a_summary_that_was_gone_back_behind_is_made_anew_the_same(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        done = len([s for s in agent.steps.steps(run) if s.kind == "model"])
        return (
            call(done, "write", path=f"{done % 7}.txt", text=f"{done} " * 300)
            if done < 40
            else Reply("done", model="m")
        )

    with Database.open(tmp_path / "home") as database:
        agent = Agent(Models(script), database, FREE, budget=Budget(LEAST))  # type: ignore[arg-type]
        run = agent.start(Task("go", most_steps=200), tmp_path / "work")
        list(agent.resume(run))
        first = [(s.number, s.text, s.covers) for s in agent.steps.steps(run) if s.kind == "summary"]
        agent.rewind(run, first[2][0] - 1)  # the state of the trail went with what came later
        list(agent.resume(run))
        assert [(s.number, s.text, s.covers) for s in agent.steps.steps(run) if s.kind == "summary"] == first


def test_too_long_for_the_model_is_told_in_short_and_in_half(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        if size(request.messages) > 9000:
            return Reply(failures=(Failure("m", "ModelContextError", "too long"),))
        return (
            call(turn(request), "read", path="long.txt", lines=400 + turn(request))
            if len(agent.steps.steps(run)) < 20
            else Reply("done", model="m")
        )

    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "long.txt").write_text("".join(f"line {n} of it\n" for n in range(500)))
    with Database.open(tmp_path / "home") as database:
        models = Models(script)
        agent = team(models, database)
        run = agent.start(Task("go"), tmp_path / "work")
        assert list(agent.resume(run))[-1].reason is StopReason.DONE
        rooms = [s.room for s in agent.steps.steps(run) if s.kind == "summary"]
        assert rooms and 0 < rooms[-1] <= 9000 and max(rooms) < Budget().tokens
        assert sum(size(r.messages) > 9000 for r in models.asked) <= 3


def test_a_model_that_reads_nothing_ends_the_run(tmp_path: Path) -> None:
    with Database.open(tmp_path / "home") as database:
        models = Models(lambda r: Reply(failures=(Failure("m", "ModelContextError", "too long"),)))
        agent = team(models, database)
        run = agent.start(Task("go"), tmp_path / "work")
        assert list(agent.resume(run))[-1].reason is StopReason.NO_MODEL
        assert len(models.asked) <= 3


def test_old_results_are_cleared_by_budget(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return (
            call(len(models.asked), "read", path="long.txt", lines=40 + len(models.asked))
            if len(models.asked) < 9
            else Reply("done", model="m")
        )

    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "long.txt").write_text(("word " * 19 + "end\n") * 50)
    with Database.open(tmp_path / "home") as database:
        models = Models(script)
        agent = Agent(models, database, FREE, budget=Budget(4096))  # type: ignore[arg-type]
        list(agent.resume(agent.start(Task("read"), tmp_path / "work")))
        results = [p.text for m in models.asked[-1].messages for p in m.parts if isinstance(p, ToolResult)]
        assert 1 <= len(results) < 6 and count(results[-1]) > 700
        assert "read: long.txt" in said(models.asked[-1])
