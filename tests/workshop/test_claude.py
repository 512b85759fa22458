"""Both engines against the same script: same files, same events, same permissions. Real SDK, real bundled program."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("claude_agent_sdk")

from calisson.models import Budget, Models, ModelSpec, Roster, ToolCall
from calisson.store import Database
from calisson.testing import Answer, Call, Fail, Received, ScriptedServer
from calisson.workshop import (
    Agent,
    ClaudeEngine,
    Event,
    Hooks,
    Outcome,
    Permissions,
    Rule,
    StopReason,
    Task,
)
from calisson.workshop.context import LEAST
from calisson.workshop.context import Budget as Shown

SPEC = {"name": "claude-haiku-4-5", "key": "k-secret", "context_tokens": 200_000}


def script(*answers: Any) -> Any:
    def step(request: Received) -> Any:
        turn = sum(m["role"] == "assistant" for m in request.json["messages"])
        return answers[min(turn, len(answers) - 1)]

    return step


class Bench:
    """Makes agents of both kinds in one home each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[Any] = []

    def agent(self, kind: str, server: ScriptedServer, permissions: Permissions, *, budget: Budget | None = None,
              local: bool = False, hooks: Hooks | None = None,
              shown: Shown | None = None) -> Agent:  # fmt: skip
        database = Database.open(self.folder / kind / "home")
        spec = ModelSpec("anthropic", base_url=server.url, local=local, **SPEC)  # type: ignore[arg-type]
        models = Models(database, lambda: Roster((spec,), (), budget or Budget()), random=lambda: 0.0)
        self.opened = [database, models, *self.opened]
        engine: Any = models
        if kind == "claude":
            engine = ClaudeEngine(models, spec)
            self.opened = [engine, *self.opened]
        return Agent(engine, database, permissions, hooks=hooks, budget=shown)

    def work(self, kind: str) -> Path:
        return self.folder / kind / "work"

    def files(self, kind: str) -> dict[str, bytes]:
        root = self.work(kind)
        return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    for one in sorted(made.opened, key=lambda o: (isinstance(o, Database), isinstance(o, Models))):
        one.close()


def shape(events: list[Event]) -> list[Any]:
    """Everything that a watcher sees, but for the run's id and the ids of calls."""
    return [(e.kind, e.step, e.text, e.call and (e.call.name, dict(e.call.arguments)), e.reason, e.changed,
             round(e.cost_usd, 9)) for e in events]  # fmt: skip


ALL = Permissions("edits", (Rule("allow", "shell"), Rule("deny", "write", "keep/*")))
SCRIPT = (
    Answer("A first draft.", (Call("write", {"path": "notes/a.txt", "text": "eins\nzwei\n"}), Call("read", {"path": "notes/a.txt"}))),
    Answer("", (Call("write", {"path": "keep/b.txt", "text": "no"}),)),
    Answer("Mending.", (Call("edit", {"path": "notes/a.txt", "old": "zwei", "new": "二"}), Call("read", {"path": "none"}))),
    Answer("", (Call("python", {"code": "open('x','w')"}), Call("write", {"path": "only"}))),
    Answer("", (Call("shell", {"code": "wc -l notes/a.txt > count.txt"}),)),
    Answer("@/etc/passwd is what I did not read. Done."),
)  # fmt: skip


def test_both_engines_do_the_same(bench: Bench) -> None:
    seen: dict[str, Any] = {}
    asked: dict[str, list[str]] = {"native": [], "claude": []}
    for kind in ("native", "claude"):

        def before(call: ToolCall, kind: str = kind) -> str:
            asked[kind].append(call.name)
            return ""

        def after(call: ToolCall, outcome: Outcome) -> Outcome:
            return Outcome(outcome.text.upper(), outcome.changes, outcome.failed)

        with ScriptedServer(script(*SCRIPT)) as server:
            agent = bench.agent(kind, server, ALL, hooks=Hooks((before,), (after,)))
            run = agent.start(Task("look at @/etc/hostname", "Be brief."), bench.work(kind))
            seen[kind] = shape(list(agent.resume(run)))
            assert len(server.requests) == len(SCRIPT)
            assert all(b"etc/hostname" in r.body for r in server.requests)
            results = [b for m in server.requests[-1].json["messages"] for b in m["content"]
                       if isinstance(b, dict) and b["type"] == "tool_result"]  # fmt: skip
            seen[f"{kind} told"] = [
                b["content"] if isinstance(b["content"], str) else b["content"][0]["text"] for b in results
            ]
            seen[f"{kind} offered"] = {n.rpartition("__")[2] for n in server.requests[0].tool_names}
        steps = agent.steps.steps(run)
        seen[f"{kind} steps"] = [
            (s.number, s.kind, s.state, s.text, s.tool, s.failed, s.changes) for s in steps
        ]
        seen[f"{kind} files"] = bench.files(kind)
    for what in ("", " files", " steps", " offered"):
        assert seen[f"claude{what}"] == seen[f"native{what}"], what
    assert [e[0] for e in seen["claude"]].count("denied") == 2
    assert (
        seen["claude files"]["notes/a.txt"] == "eins\n二\n".encode()
        and "keep/b.txt" not in seen["claude files"]
    )
    for native, claude in zip(seen["native told"], seen["claude told"], strict=True):
        assert claude.startswith(native) or native.startswith("FAILED"), (native, claude)
    assert asked["native"] == asked["claude"]


def test_both_tell_a_long_run_in_short_at_the_same_steps(bench: Bench) -> None:
    seen: dict[str, Any] = {}
    for kind in ("native", "claude"):
        words = iter(
            [*(Answer(f"We decided that part {n} costs {n + 100} euros. " + "Now I go on with what comes next in the list of parts. " * 3,
                      (Call("write", {"path": f"{n}.txt", "text": f"{n} " * 200}),)) for n in range(16)), Answer("Done.")]
        )  # fmt: skip

        def step(request: Received, words: Iterator[Answer] = words) -> Answer:
            return Answer("999") if b"<mask " in request.body else next(words)  # no number of the stretch

        with ScriptedServer(step) as server:
            agent = bench.agent(kind, server, ALL, shown=Shown(LEAST))
            run = agent.start(Task("write all parts", most_steps=99), bench.work(kind))
            seen[kind] = shape(list(agent.resume(run)))
            seen[f"{kind} asked"] = sum(b"<mask " in r.body for r in server.requests)
            seen[f"{kind} told"] = ["# So far" in str(r.json["messages"]) for r in server.requests]
        steps = agent.steps.steps(run)
        seen[f"{kind} steps"] = [(s.number, s.kind, s.text, s.covers, s.trail) for s in steps]
    for what in ("", " steps", " asked", " told"):
        assert seen[f"claude{what}"] == seen[f"native{what}"], what
    assert [s[1] for s in seen["claude steps"]].count("summary") >= 1 and seen["claude asked"] >= 1
    assert seen["claude"][-1][4] is StopReason.DONE


BOTH = pytest.mark.parametrize("kind", ["native", "claude"])


def test_both_ask_a_hook_before_they_end_and_are_sent_on_once(bench: Bench) -> None:
    answers = (
        Answer("Done."),
        Answer("", (Call("write", {"path": "a.txt", "text": "x"}),)),
        Answer("Done at last."),
    )
    seen: dict[str, Any] = {}
    for kind in ("native", "claude"):
        asked: list[tuple[str, str]] = []

        def stop(reason: StopReason, text: str, asked: list[tuple[str, str]] = asked) -> str:
            asked.append((reason, text))
            return "There is no a.txt yet."

        with ScriptedServer(script(*answers)) as server:
            agent = bench.agent(kind, server, ALL, hooks=Hooks(stop=(stop,)))
            run = agent.start(Task("write"), bench.work(kind))
            seen[kind] = shape(list(agent.resume(run)))
            assert len(server.requests) == 3 and "no a.txt yet" in str(
                server.requests[1].json["messages"][-1]
            )
        assert asked == [(StopReason.DONE, "Done."), (StopReason.DONE, "Done at last.")]
        assert bench.files(kind) == {"a.txt": b"x"}
        seen[f"{kind} steps"] = [(s.kind, s.tool, s.text) for s in agent.steps.steps(run)]
    assert seen["claude"] == seen["native"] and seen["claude steps"] == seen["native steps"]
    assert seen["claude"][-1][2:5] == ("Done at last.", None, StopReason.DONE)


def test_both_go_on_after_an_answer_that_was_cut(bench: Bench) -> None:
    cut = Answer("It begins", (Call("write", {"path": "a.txt", "text": "half of i"}),), stop="length")
    answers = (cut, Answer("", (Call("write", {"path": "a.txt", "text": "in parts"}),)), Answer("Done."))
    seen: dict[str, Any] = {}
    for kind in ("native", "claude"):
        with ScriptedServer(script(*answers)) as server:
            agent = bench.agent(kind, server, ALL)
            seen[kind] = shape(list(agent.resume(agent.start(Task("write"), bench.work(kind)))))
            assert {r.json["max_tokens"] for r in server.requests} == {16_000}
        assert bench.files(kind) == {"a.txt": b"in parts"}
    assert seen["claude"] == seen["native"] and seen["claude"][-1][4] is StopReason.DONE


@pytest.mark.parametrize(
    ("permissions", "held"),
    [
        (Permissions("plan"), True),
        (Permissions("ask"), True),
        (Permissions("ask", approve=lambda call: call.name == "write"), False),
        (Permissions("locked", (Rule("allow", "write", "notes/*"),)), False),
        (Permissions("edits", (Rule("deny", "write", "notes/*"), Rule("allow", "*"))), True),
    ],
)
def test_the_same_is_allowed(bench: Bench, permissions: Permissions, held: bool) -> None:
    answers = (Answer("", (Call("write", {"path": "notes/a.txt", "text": "x"}),)), Answer("ok"))
    seen = {}
    for kind in ("native", "claude"):
        with ScriptedServer(script(*answers)) as server:
            agent = bench.agent(kind, server, permissions)
            seen[kind] = shape(list(agent.resume(agent.start(Task("write"), bench.work(kind)))))
            assert (b"not done" in server.requests[1].body) is held
        assert ("notes/a.txt" in bench.files(kind)) is not held
    assert seen["claude"] == seen["native"]


@pytest.mark.parametrize("where", ["model", "program"])
def test_stop_is_heard_while_something_is_under_way(bench: Bench, where: str) -> None:
    from calisson.sandbox import strongest

    strongest("python")
    slow = Answer("late", delay_s=6)
    loop = Answer("", (Call("python", {"code": "while True: pass"}),))
    with ScriptedServer(script(slow if where == "model" else loop, Answer("ok"))) as server:
        agent = bench.agent("claude", server, Permissions("edits", (Rule("allow", "python"),)))
        stop = threading.Event()
        run = agent.start(Task("go"), bench.work("claude"))
        pressed: list[float] = []

        def press() -> None:
            while not server.requests:
                time.sleep(0.01)
            time.sleep(0.7)
            pressed.append(time.monotonic())
            stop.set()

        thread = threading.Thread(target=press)
        thread.start()
        events = list(agent.resume(run, stop.is_set))
        taken = time.monotonic() - pressed[0]
        thread.join()
        assert events[-1].reason is StopReason.STOPPED and taken < 4
        server.script = [Answer("went on")]
        assert list(agent.resume(run))[-1].text == "went on"


def test_a_run_goes_on_with_a_new_program_that_is_told_all(bench: Bench) -> None:
    answers: list[Any] = [
        Answer("one", (Call("write", {"path": "a", "text": "1"}), Call("read", {"path": "a"}))), Fail.unauthorised(),
    ]  # fmt: skip
    with ScriptedServer(answers) as server:
        agent = bench.agent("claude", server, ALL)
        run = agent.start(Task("the task", "the instructions"), bench.work("claude"))
        assert list(agent.resume(run))[-1].reason is StopReason.NO_MODEL
        before = len(server.requests)
        server.script = script(
            Answer(), Answer(), Answer("two", (Call("write", {"path": "b", "text": "2"}),)), Answer("done")
        )
        events = list(agent.resume(run))
        assert events[-1].reason is StopReason.DONE and len(agent.steps.steps(run)) == 6
        told = server.requests[before].json
    words = str(told["messages"])
    assert words.index("the task") < words.index("'one'") < words.index("wrote a") < words.index("1\\t1")
    assert [b["name"] for m in told["messages"] for b in m["content"] if isinstance(b, dict) and b["type"] == "tool_use"] == [
        "mcp__calisson__write", "mcp__calisson__read"]  # fmt: skip
    assert "the instructions" in str(told["system"])
    assert bench.files("claude") == {"a": b"1", "b": b"2"}


@pytest.mark.parametrize(
    ("fail", "name"),
    [(Fail.unauthorised(), "ModelAuthError"), (Fail(404, "not_found_error", "model: m"), "ModelRequestError"),
     (Fail.too_long(), "ModelContextError"), (Answer("no", stop="refusal"), "ModelRefusedError"), (Answer(""), "ModelOutputError"),
     (Answer("", (Call("fly", {"to": "moon"}),)), "ModelOutputError"), (Fail.overloaded(), "ModelOverloadError"),
     (Answer("a long answer that is cut off", cut_after=4), "ModelConnectionError")],
)  # fmt: skip
def test_what_goes_wrong_is_named(bench: Bench, fail: Any, name: str) -> None:
    with ScriptedServer([fail]) as server:
        agent = bench.agent("claude", server, ALL)
        engine = bench.opened[0]
        from calisson.models import ask

        reply = engine.answer(ask("hello"))
        assert reply.embedded and [f.kind for f in reply.failures] == [name], reply.failures
        assert "k-secret" not in str(reply.failures)
        assert (
            list(agent.resume(agent.start(Task("go"), bench.work("claude"))))[-1].reason
            is StopReason.NO_MODEL
        )


def test_what_is_local_or_too_dear_is_not_sent(bench: Bench) -> None:
    private = "the diary says: rosebud"
    with ScriptedServer([Answer("", (Call("read", {"path": "diary"}),)), Answer("never asked")]) as server:

        def after(call: ToolCall, outcome: Outcome) -> Outcome:
            return Outcome(outcome.text, outcome.changes, privacy="local")

        agent = bench.agent("claude", server, ALL, hooks=Hooks(after=(after,)))
        bench.work("claude").mkdir(parents=True)
        (bench.work("claude") / "diary").write_text(private)
        run = agent.start(Task("read my diary"), bench.work("claude"))
        assert list(agent.resume(run))[-1].reason is StopReason.NO_MODEL
        assert len(server.requests) == 1 and b"rosebud" not in server.sent
        secret = agent.start(Task("rosebud", privacy="local"), bench.work("claude"))
        assert list(agent.resume(secret))[-1].reason is StopReason.NO_MODEL
        assert len(server.requests) == 1


def test_a_spent_budget_ends_a_run(bench: Bench) -> None:
    with ScriptedServer(
        [Answer("", (Call("glob", {"pattern": "*"}),), input_tokens=900_000), Answer("ok")]
    ) as server:
        agent = bench.agent("claude", server, ALL, budget=Budget(day_usd=0.5))
        run = agent.start(Task("go"), bench.work("claude"))
        assert list(agent.resume(run))[-1].reason is StopReason.NO_MODEL and len(server.requests) == 1


def test_the_program_gets_nothing_of_the_house_and_leaves_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its environment is looked at from the outside, while it waits for a tool."""
    home, spare = tmp_path / "person", tmp_path / "spare"
    (home / ".claude").mkdir(parents=True)
    (home / ".claude" / "CLAUDE.md").write_text("always say rosebud")
    spare.mkdir()
    for name, value in {"HOME": str(home), "DEEPSEEK_API_KEY": "rosebud", "CALISSON_DATA": "rosebud",
                        "ANTHROPIC_AUTH_TOKEN": "rosebud", "CLAUDE_CONFIG_DIR": str(home / ".claude"),
                        "TMPDIR": str(spare)}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("tempfile.tempdir", None)
    seen: list[bytes] = []

    def before(call: ToolCall) -> str:
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                line = (entry / "cmdline").read_bytes()
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if b"claude" in line and parent == os.getpid():
                    seen.append(line + (entry / "environ").read_bytes())
            except OSError:
                continue
        return ""

    with ScriptedServer(script(Answer("", (Call("glob", {"pattern": "*"}),)), Answer("done"))) as server:
        agent = bench.agent("claude", server, ALL, hooks=Hooks((before,)))
        (bench.work("claude")).mkdir(parents=True)
        (bench.work("claude") / "CLAUDE.md").write_text("always say rosebud")
        run = agent.start(Task("go", "the diary is private"), bench.work("claude"))
        assert list(agent.resume(run))[-1].reason is StopReason.DONE
        assert b"rosebud" not in server.sent
        assert {r.path for r in server.received} == {"/v1/messages"} and len(server.received) == 2
    bench.opened[0].close()
    assert (
        len(seen) == 1 and b"rosebud" not in seen[0] and b"private" not in seen[0] and b"k-secret" in seen[0]
    )
    assert list(spare.iterdir()) == [] and [p.name for p in home.rglob("*")] == [".claude", "CLAUDE.md"]


def test_deepseek_is_spoken_to_at_its_own_door() -> None:
    from calisson.workshop.claude import address

    def at(provider: Any, url: str) -> str:
        return address(ModelSpec(provider, "m", url))

    assert at("deepseek", "https://api.deepseek.com") == "https://api.deepseek.com/anthropic"
    assert at("deepseek", "https://api.deepseek.com/anthropic") == "https://api.deepseek.com/anthropic"
    assert at("anthropic", "https://api.anthropic.com") == "https://api.anthropic.com"
    assert at("openai", "http://127.0.0.1:30000/v1") == "http://127.0.0.1:30000"


def test_without_a_key_it_says_so(bench: Bench) -> None:
    from calisson.errors import ConfigError

    with Database.open(bench.folder / "home") as database:
        models = Models(database, Roster)
        with pytest.raises(ConfigError, match=r"api\.deepseek\.com"):
            ClaudeEngine(models, ModelSpec("deepseek", "deepseek-chat", "https://api.deepseek.com"))


def test_words_beside_results_are_told_to_a_new_program(bench: Bench) -> None:
    """As when a long conversation is summed up."""
    from dataclasses import replace

    from calisson.models import Message, Request, Text, Tool, ToolResult

    look = Tool("look", "Look.", {"type": "object", "properties": {}, "additionalProperties": False})
    with ScriptedServer([Answer("hm", (Call("look"),)), Answer("in short"), Answer("on")]) as server:
        bench.agent("claude", server, ALL)
        engine = bench.opened[0]
        first = Request((Message("person", (Text("the task"),)),), tools=(look,), turn_id="run")
        reply = engine.answer(first)
        said = Message("model", (Text(reply.text), *reply.calls))
        result = ToolResult(reply.calls[0].id, "look", "a view")
        asked = replace(
            first, messages=(*first.messages, said, Message("person", (result, Text("sum it up"))))
        )
        assert engine.answer(asked).text == "in short"
        body = str(server.requests[-1].json["messages"])
        assert body.index("the task") < body.index("a view") < body.index("sum it up")


def test_a_picture_is_shown_once(bench: Bench) -> None:
    import base64
    import struct
    import zlib

    from calisson.models import Tool
    from calisson.workshop.tools import Made, schema

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\x00" + b"\xff\x00\x00" * 8 for _ in range(8))
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
    look = Made(Tool("look", "Look.", schema("")), "read", lambda f, a, s: Outcome("a red square", image=png))
    answers = (Answer("", (Call("look"),)), Answer("", (Call("look"),)), Answer("Red."))
    with ScriptedServer(script(*answers)) as server:
        agent = bench.agent("claude", server, ALL)
        engine, database = bench.opened[0], bench.opened[1]
        engine._spec = ModelSpec("anthropic", base_url=server.url, images=True, **SPEC)  # type: ignore[arg-type]
        agent = Agent(engine, database, ALL, tools={"look": look})
        assert list(agent.resume(agent.start(Task("look"), bench.work("claude"))))[-1].text == "Red."
        told = [r.body.decode() for r in server.requests]
    assert len(told) == 3 and '"type":"image"' in told[1] and '"image/png"' in told[1]
    assert base64.b64encode(png).decode() in told[1]


def test_runs_side_by_side_do_not_mix(bench: Bench) -> None:
    def step(request: Received) -> Answer:
        body = request.json
        name = next(n for n in ("alpha", "beta") if f"the task of {n}" in str(body["messages"]))
        turn = sum(m["role"] == "assistant" for m in body["messages"])
        return [Answer("", (Call("write", {"path": name, "text": name}),)), Answer(f"{name} is done")][
            min(turn, 1)
        ]

    with ScriptedServer(step) as server:
        agent = bench.agent("claude", server, ALL)
        ends: dict[str, str] = {}

        def work(name: str) -> None:
            run = agent.start(Task(f"the task of {name}"), bench.folder / name)
            ends[name] = list(agent.resume(run))[-1].text

        threads = [threading.Thread(target=work, args=(n,)) for n in ("alpha", "beta")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert ends == {"alpha": "alpha is done", "beta": "beta is done"}
    assert (bench.folder / "alpha" / "alpha").read_text() == "alpha"
    assert (bench.folder / "beta" / "beta").read_text() == "beta" and not (
        bench.folder / "beta" / "alpha"
    ).exists()
