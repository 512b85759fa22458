"""What the making of an app costs beside its model: whole runs against a scripted server, and turns of a tool.

The model answers after two seconds; a run drafts wrongly, mends it, and is published. Everything that is not
waiting for the server is the harness's own: the route, the ledger, the client, the checks, the sandbox, the
publication, and, where a browser is here, opening every view. A turn of a tool is what passes between a model's
answer sent whole and the next question's arrival, as the model's server sees it: the answer read, the journal, the
call, its result, the checkpoint, the next question made and sent.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calisson.app import Home
from calisson.models import Models, ModelSpec, Roster
from calisson.testing import Answer, Call, Received, ScriptedServer

DELAY_S = 2.0
RUNS = 3
TURNS = 12
STOPS = 5
WISH = "I need an app that splits the rent fairly between flatmates by their income"


def _spec(formula: str) -> dict[str, Any]:
    money = {"type": "money", "currency": "EUR", "minimum": 0}
    code = "def fair(rent, income, everyone):\n    if not everyone or rent is None or income is None:\n        return None\n    return "
    inputs = [{"rent": 900, "income": n, "everyone": 3000} for n in (1000, 0)]
    return {
        "name": "Rent", "entities": [{"name": "mate", "label": "Mate", "title_field": "name", "fields": [
            {"name": "name", "label": "Name", "type": "text", "required": True},
            {"name": "rent", "label": "Rent", **money}, {"name": "income", "label": "Income", **money},
            {"name": "everyone", "label": "Income of all", **money},
            {"name": "share", "label": "Share", "type": "money", "currency": "EUR", "formula": "logic.fair(rent, income, everyone)"},
        ]}],
        "logic": [{"name": "fair", "inputs": ["rent", "income", "everyone"], "code": code + formula,
                   "examples": [{"inputs": i, "output": o} for i, o in zip(inputs, (300, 0), strict=True)]}],
        "metrics": [{"name": "all", "entity": "mate", "aggregate": "sum", "field": "share", "period": "total"}],
        "views": [{"kind": "table", "entity": "mate"}, {"kind": "cards", "entity": "mate"}, {"kind": "stat", "entity": "mate"}],
    }  # fmt: skip


def _door(home: Home, server: ScriptedServer) -> None:
    spec = ModelSpec("openai", "scripted", server.openai_url, local=True, context_tokens=200_000)
    if "models" in home.__dict__:
        home.models.close()
    home.__dict__["models"] = Models(home.database, lambda: Roster((spec,)), home.clock, home.journal)


def overhead(look: Callable[..., Any] | None = None) -> list[tuple[float, float, float]]:
    """Return (seconds of the whole turn, seconds outside the model, processor seconds) of runs with two calls each.

    Processor time is of this process, the scripted server in it, and says what a machine that others use hides.
    """
    wrong, right = (Answer(calls=(Call("answer", _spec(f)),), delay_s=DELAY_S)
                    for f in ("rent * income", "rent * income / everyone"))  # fmt: skip
    found = []
    for _ in range(RUNS + 1):
        with (
            tempfile.TemporaryDirectory() as folder,
            Home(folder) as home,
            ScriptedServer([wrong, right]) as server,
        ):
            home.look = look
            home.apps.list()
            _door(home, server)
            begun, worked = time.perf_counter(), time.process_time()
            result = home.say(WISH)
            whole, worked = time.perf_counter() - begun, time.process_time() - worked
            assert result.act == "create_app" and result.app and result.app["logic"], result.reply
            found.append((whole, whole - DELAY_S * len(server.requests), worked))
    return found[1:]  # the first one imports, and attacks the sandbox once


def tool_turns() -> tuple[list[float], float]:
    """Return the milliseconds of turns of one tool, and the processor's milliseconds a turn (the server's in them)."""
    from calisson.store import Database
    from calisson.workshop import Agent, Permissions, Task

    def step(request: Received) -> Answer:
        turn = sum(m["role"] == "assistant" for m in request.json["messages"])
        if turn >= TURNS:
            return Answer("done")
        return Answer(calls=(Call("write", {"path": f"f{turn}.txt", "text": str(turn)}),))

    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "home") as database:
        with ScriptedServer(step) as server:
            spec = ModelSpec("openai", "scripted", server.openai_url, local=True, context_tokens=200_000)
            door = Models(database, lambda: Roster((spec,)))
            agent = Agent(door, database, Permissions("edits"))
            run = agent.start(Task("write files"), Path(folder) / "work")
            worked = time.process_time()
            for _ in agent.resume(run):
                pass
            worked = (time.process_time() - worked) * 1000 / (TURNS + 1)
            door.close()
    return [r.gap_s * 1000 for r in server.requests[2:]], worked  # the first turn imports


def stop_ms(answer: Answer) -> float:
    """Return the milliseconds from the press of stop, a second after the start, to the end of a run of one answer."""
    from calisson.sandbox import strongest
    from calisson.store import Database
    from calisson.workshop import Agent, Permissions, Rule, Task

    strongest("python")  # its attacks come before the first program, once
    stop = threading.Event()
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        stop.set()

    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "home") as database:
        with ScriptedServer([answer]) as server:
            spec = ModelSpec("openai", "scripted", server.openai_url, local=True, context_tokens=200_000)
            door = Models(database, lambda: Roster((spec,)))
            agent = Agent(door, database, Permissions("edits", (Rule("allow", "python"),)))
            run = agent.start(Task("go"), Path(folder) / "work")
            timer = threading.Timer(1.0, press)
            timer.start()
            for _ in agent.resume(run, stop.is_set):
                pass
            timer.join()
            ended = time.perf_counter()
            door.close()
    return (ended - pressed[0]) * 1000


def stops() -> dict[str, list[float]]:
    """Return milliseconds that stops take, by what was under way (the bar: 1,000)."""
    cases = {
        "the model's answer": Answer("late", delay_s=6),
        "a program that never ends": Answer(calls=(Call("python", {"code": "while True: pass"}),)),
    }
    return {name: [stop_ms(answer) for _ in range(STOPS)] for name, answer in cases.items()}


def table() -> list[str]:
    """Return the tables' lines."""
    from calisson.server.look import Looker

    lines = [
        "## Making an app with a model",
        "",
        f"A scripted model that takes {DELAY_S:g} s a call; the first draft fails its tests, the second passes. Median of {RUNS} runs.",
        "",
        "| run | whole | outside the model | share | processor time of it |",
        "| --- | --- | --- | --- | --- |",
    ]
    cases: list[tuple[str, Callable[..., Any] | None]] = [("draft, tests, repair, tests, published", None)]
    looker = Looker()
    if not looker.missing():
        cases.append(("the same, every view opened and clicked through in Chromium", looker))
    for name, look in cases:
        runs = overhead(look)
        whole, own, worked = (statistics.median(column) for column in zip(*runs, strict=True))
        lines.append(
            f"| {name} | {whole:.2f} s | {own * 1000:.0f} ms | {own / whole:.1%} | {worked * 1000:.0f} ms |"
        )
    looker.close()
    turns, worked = tool_turns()
    told = (
        f"A turn of a tool, from the model's answer to its next question, a file written and kept ({len(turns)} turns): "
        f"median {statistics.median(turns):.1f} ms, longest {max(turns):.1f} ms, {worked:.1f} ms of processor time."
    )
    lines += ["", told, ""]
    for name, taken in stops().items():
        lines.append(
            f"From the press of stop to the run's end while it waits for {name} ({len(taken)} times): "
            f"median {statistics.median(taken):.0f} ms, longest {max(taken):.0f} ms."
        )
    return lines
