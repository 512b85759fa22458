"""The loop with real models' protocols, real programs in the sandbox, permissions, stopping and rewinding."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson.errors import ToolError
from calisson.models import Models, ModelSpec, Roster, ToolCall
from calisson.store import Database
from calisson.testing import Answer, Call, Fail, Received, ScriptedServer
from calisson.workshop import (
    Agent,
    Change,
    Event,
    Hooks,
    Outcome,
    Permissions,
    Rule,
    StopReason,
    Task,
    Workspace,
    tools,
)

PROVE = "import sys; sys.path.insert(0, '.')\nfrom sum import total\nassert total([1, 2]) == 3\n"


def script(*answers: Answer) -> Any:
    """Answer by how many results the request holds, so that a repeated question gets the same answer."""

    def step(request: Received) -> Answer:
        body = request.json
        turn = sum(m["role"] == "assistant" for m in body["messages"])
        return answers[min(turn, len(answers) - 1)]

    return step


@pytest.fixture(params=["anthropic", "openai"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    doors: list[Models] = []
    with Database.open(tmp_path / "home") as database:

        def make(server: ScriptedServer, permissions: Permissions, **more: Any) -> Agent:
            base = server.url if request.param == "anthropic" else server.openai_url
            name = "claude-haiku-4-5" if request.param == "anthropic" else "gpt-5"
            spec = ModelSpec(request.param, name, base, "k", context_tokens=200_000)
            doors.append(Models(database, lambda: Roster((spec,)), random=lambda: 0.0))
            return Agent(doors[-1], database, permissions, **more)

        yield make
        for door in doors:
            door.close()


def ended(events: list[Event]) -> StopReason | None:
    assert [e.kind for e in events[:-1]].count("ended") == 0
    return events[-1].reason


ALL = Permissions("edits", (Rule("allow", "python"),))


def test_writes_runs_repairs_and_ends(bench: Any, tmp_path: Path) -> None:
    answers = [
        Answer("A first draft.", (Call("write", {"path": "sum.py", "text": "def total(x):\n    return max(x)\n"}),)),
        Answer("", (Call("python", {"code": PROVE}),)),
        Answer("Wrong; mending.", (Call("edit", {"path": "sum.py", "old": "max(x)", "new": "sum(x)"}), Call("read", {"path": "sum.py"}))),
        Answer("", (Call("python", {"code": PROVE + "open('proof.txt', 'w').write('ok')"}),)),
        Answer("It works."),
    ]  # fmt: skip
    with ScriptedServer(script(*answers)) as server:
        agent = bench(server, ALL)
        run = agent.start(Task("write total()"), tmp_path / "work")
        events = list(agent.resume(run))
    assert ended(events) is StopReason.DONE and events[-1].text == "It works."
    assert (tmp_path / "work" / "sum.py").read_text().endswith("sum(x)\n")
    assert (tmp_path / "work" / "proof.txt").read_text() == "ok"
    results = [e.text for e in events if e.kind == "result"]
    assert "AssertionError" in results[1] and "ended: ok" in results[-1]
    assert events[-1].cost_usd > 0 and not list((tmp_path / "work").rglob("*.pyc"))
    assert list(agent.resume(run))[-1].reason is StopReason.DONE


@pytest.mark.parametrize(
    ("permissions", "held"),
    [
        (Permissions("plan"), True),
        (Permissions("ask"), True),
        (Permissions("ask", approve=lambda call: False), True),
        (Permissions("ask", approve=lambda call: call.name == "write"), False),
        (Permissions("locked"), True),
        (Permissions("locked", (Rule("allow", "write", "notes/*"),)), False),
        (Permissions("edits"), False),
        (Permissions("edits", (Rule("deny", "write", "notes/*"), Rule("allow", "*"))), True),
    ],
)
def test_what_may_be_done(bench: Any, tmp_path: Path, permissions: Permissions, held: bool) -> None:
    with ScriptedServer(
        script(Answer("", (Call("write", {"path": "notes/a.txt", "text": "x"}),)), Answer("ok"))
    ) as server:
        agent = bench(server, permissions)
        events = list(agent.resume(agent.start(Task("write"), tmp_path / "work")))
        assert ("denied" in [e.kind for e in events]) is held
        assert (b"not done" in server.requests[1].body) is held
    assert (tmp_path / "work" / "notes" / "a.txt").exists() is not held


def test_hooks_see_every_call(bench: Any, tmp_path: Path) -> None:
    seen: list[str] = []

    def before(call: ToolCall) -> str:
        seen.append(call.name)
        return "not today" if call.name == "glob" else ""

    def after(call: ToolCall, outcome: Outcome) -> Outcome:
        return Outcome(outcome.text.upper(), outcome.changes)

    answers = (
        Answer("", (Call("glob", {"pattern": "*"}), Call("write", {"path": "a", "text": "x"}))),
        Answer("ok"),
    )
    with ScriptedServer(script(*answers)) as server:
        agent = bench(server, ALL, hooks=Hooks((before,), (after,)))
        events = list(agent.resume(agent.start(Task("go"), tmp_path / "work")))
    assert seen == ["glob", "write"]
    assert [e.text for e in events if e.kind in ("denied", "result")] == ["not done: not today", "WROTE A"]


def test_a_hook_at_the_end_hears_of_every_end_and_lengthens_none_but_done(bench: Any, tmp_path: Path) -> None:
    heard: list[str] = []

    def stop(reason: StopReason, text: str) -> str:
        heard.append(reason)
        return "go on" if reason is not StopReason.DONE else ""

    with ScriptedServer(
        script(Answer("", (Call("write", {"path": "a", "text": "x"}),)), Answer("ok"))
    ) as server:
        agent = bench(server, Permissions("ask", wait=True), hooks=Hooks(stop=(stop,)))
        run = agent.start(Task("go"), tmp_path / "work")
        assert list(agent.resume(run, lambda: True))[-1].reason is StopReason.STOPPED
        assert list(agent.resume(run))[-1].reason is StopReason.WAITING
        agent.answer(run, agent.questions(run)[0].id, True)
        assert list(agent.resume(run))[-1].reason is StopReason.DONE
    assert heard == ["stopped", "waiting", "done"]


def test_an_answer_that_is_cut_is_no_end_and_no_call(bench: Any, tmp_path: Path) -> None:
    answers = (
        Answer("It begins", (Call("write", {"path": "long.txt", "text": "half of i"}),), stop="length"),
        Answer("Half a sentence is no last wo", stop="length"),
        Answer("", (Call("write", {"path": "long.txt", "text": "in parts"}),)),
        Answer("That is all of it."),
    )
    with ScriptedServer(script(*answers)) as server:
        agent = bench(server, ALL)
        run = agent.start(Task("write a long text"), tmp_path / "work")
        events = list(agent.resume(run))
        told = [str(r.json["messages"][-1]["content"]) for r in server.requests]
        allowed = [r.json.get("max_tokens") or r.json.get("max_completion_tokens") for r in server.requests]
    assert ended(events) is StopReason.DONE and events[-1].text == "That is all of it."
    assert (tmp_path / "work" / "long.txt").read_text() == "in parts"
    assert [e.kind for e in events].count("call") == 1 and len(server.requests) == 4
    assert "cut" in told[1] and "parts" in told[1] and "cut" in told[2] and "cut" not in told[3]
    assert allowed == [16_000] * 4
    kinds = [(s.kind, s.cut) for s in agent.steps.steps(run)]
    assert kinds == [("model", True), ("told", False), ("model", True), ("told", False), ("model", False), ("tool", False),
                     ("model", False)]  # fmt: skip


def test_a_model_that_is_always_cut_ends(bench: Any, tmp_path: Path) -> None:
    with ScriptedServer([Answer("for ever and", stop="length")]) as server:
        agent = bench(server, ALL)
        events = list(agent.resume(agent.start(Task("go"), tmp_path / "work")))
    assert ended(events) is StopReason.REPETITION and len(server.requests) == 3


def test_a_cut_that_a_crash_followed_is_told_on_the_next_day(bench: Any, tmp_path: Path) -> None:
    with ScriptedServer(script(Answer("Half a wo", stop="length"), Answer("A whole word."))) as server:
        agent = bench(server, ALL)
        run = agent.start(Task("go"), tmp_path / "work")
        for event in agent.resume(run):
            if event.kind == "said":
                break
        assert [s.kind for s in agent.steps.steps(run)] == ["model"]
        events = list(agent.resume(run))
    assert ended(events) is StopReason.DONE and events[-1].text == "A whole word."


@pytest.mark.parametrize("arguments", ['{"path": "a.txt", "text": "half', '{"path": "a.txt"}'])
def test_what_stands_in_a_cut_call_is_not_read(arguments: str) -> None:
    from pydantic_ai import messages

    from calisson.models import ask
    from calisson.models.wire import read

    parts = [messages.TextPart("It begins"), messages.ToolCallPart("write", arguments, "c1")]
    reply = read(messages.ModelResponse(parts=parts, finish_reason="length"), ask("go"))
    assert reply.truncated and reply.text == "It begins" and reply.calls == ()


def test_going_round_in_circles_ends(bench: Any, tmp_path: Path) -> None:
    with ScriptedServer([Answer("", (Call("glob", {"pattern": "*"}),))]) as server:
        agent = bench(server, ALL)
        events = list(agent.resume(agent.start(Task("go"), tmp_path / "work")))
    assert ended(events) is StopReason.REPETITION and len(server.requests) == 3


def test_no_model_is_an_honest_end_and_the_run_goes_on_later(bench: Any, tmp_path: Path) -> None:
    steps: list[Any] = [Answer("", (Call("write", {"path": "a", "text": "1"}),)), Fail.unauthorised()]
    with ScriptedServer(steps) as server:
        agent = bench(server, ALL)
        run = agent.start(Task("go"), tmp_path / "work")
        assert ended(list(agent.resume(run))) is StopReason.NO_MODEL
        server.script = [Answer("done after all")]
        assert ended(list(agent.resume(run))) is StopReason.DONE
    assert (tmp_path / "work" / "a").read_text() == "1"


@pytest.mark.parametrize("where", ["model", "program"])
def test_stop_is_heard_while_something_is_under_way(bench: Any, tmp_path: Path, where: str) -> None:
    from calisson.sandbox import strongest

    strongest("python")  # its self-test is not part of the second
    slow = Answer("late", delay_s=6)
    loop = Answer("", (Call("python", {"code": "while True: pass"}),))
    with ScriptedServer(script(slow if where == "model" else loop, Answer("ok"))) as server:
        agent = bench(server, ALL)
        stop = threading.Event()
        pressed: list[float] = []

        def press() -> None:
            pressed.append(time.monotonic())
            stop.set()

        run = agent.start(Task("go"), tmp_path / "work")
        timer = threading.Timer(1.0, press)
        timer.start()
        events = list(agent.resume(run, stop.is_set))
        taken_s = time.monotonic() - pressed[0]
        timer.join()
    assert ended(events) is StopReason.STOPPED
    assert taken_s < 4 and len(agent.steps.steps(run)) == (0 if where == "model" else 1)


def test_rewinding_brings_files_and_talk_back(bench: Any, tmp_path: Path) -> None:
    answers = (
        Answer("one", (Call("write", {"path": "a", "text": "1"}),)),
        Answer("two", (Call("write", {"path": "a", "text": "2"}), Call("write", {"path": "b", "text": "2"}))),
        Answer("done"),
    )
    with ScriptedServer(script(*answers)) as server:
        agent = bench(server, ALL)
        run = agent.start(Task("go"), tmp_path / "work")
        list(agent.resume(run))
        agent.rewind(run, 1)
        assert (tmp_path / "work" / "a").read_text() == "1" and not (tmp_path / "work" / "b").exists()
        assert [s.text for s in agent.steps.steps(run)] == ["one", "wrote a"]
        list(agent.resume(run))
        assert (tmp_path / "work" / "b").read_text() == "2"
        agent.rewind(run, -1)
        assert list((tmp_path / "work").iterdir()) == []


def test_workspaces_keep_their_paths(tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    (tmp_path / "secret").write_text("s")
    (tmp_path / "work" / "link").symlink_to(tmp_path)
    for path in ("../secret", "/etc/passwd", "link/secret", ""):
        with pytest.raises(ToolError):
            place.read(path)
        with pytest.raises(ToolError):
            place.apply([Change(path, None, b"x")])
    assert (tmp_path / "secret").read_text() == "s"


HANGS = {"text": "(a+)+$", "regex": True}


def test_an_expression_that_never_ends_is_given_up(tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    place.apply([Change("a.txt", None, b"a" * 60 + b"!")])
    with pytest.raises(ToolError, match="plainer"):
        tools()["grep"](place, HANGS, lambda: False)


def test_stop_is_heard_while_an_expression_is_looked_for(tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    place.apply([Change("a.txt", None, b"a" * 60 + b"!")])
    begun = time.monotonic()
    with pytest.raises(ToolError, match="stopped"):
        tools()["grep"](place, HANGS, lambda: time.monotonic() > begun + 0.3)


def test_arguments_are_checked(tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    place.apply([Change("a.txt", None, b"one two one")])
    kit = tools()
    for name, arguments in (("write", {"path": "a"}), ("read", {"path": 3}), ("edit", {"path": "a.txt", "old": "one", "new": "x"}),
                            ("edit", {"path": "a.txt", "old": "none", "new": "x"}), ("grep", {"text": "(", "regex": True})):  # fmt: skip
        with pytest.raises(ToolError):
            kit[name](place, arguments, lambda: False)
    assert kit["grep"](place, {"text": "two"}, lambda: False).text == "a.txt:1: one two one"
    found = kit["grep"](place, {"text": "t.o|日本", "regex": True}, lambda: False)
    assert found.text == "a.txt:1: one two one" and found.origin is None
    place.apply([Change("b.txt", None, "日本語\n".encode() * 300), Change("c.bin", None, b"\xff\x00two")])
    found = kit["grep"](place, {"text": "^(two|日本語)$", "regex": True, "pattern": "b*"}, lambda: False)
    assert found.text.splitlines()[0] == "b.txt:1: 日本語" and len(found.text.splitlines()) == 50
    assert kit["grep"](place, {"text": "none$", "regex": True}, lambda: False).text == "(none)"
    assert kit["glob"](place, {"pattern": "a*.txt"}, lambda: False).text == "a.txt"
