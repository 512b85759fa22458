"""A run of twenty steps as a program of its own, to be killed: `python crash_child.py HOME`.

It prints an event a line, and goes on when a line comes in.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calisson import Home
from calisson.models import Reply, Request, ToolCall
from calisson.workshop import Agent, Permissions, Rule, Task, tools

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("write", {"path": "list.txt", "text": "start\n"}),
    ("home_change", {"do": "add", "values": {"what": "soup", "kcal": 300}}),
    ("edit", {"path": "list.txt", "old": "start\n", "new": "start\none\n"}),
    ("shell", {"code": "cat list.txt list.txt > twice.txt; echo more >> list.txt"}),
    ("home_change", {"do": "add", "values": {"what": "bread", "kcal": 250}}),
    ("remember", {"text": "Bread is bought on Fridays"}),
    ("note", {"text": "lists end with more"}),
    ("shell", {"code": "rm twice.txt"}),
    ("home_change", {"do": "add", "values": {"what": "tea", "kcal": 2}}),
    ("write", {"path": "deep/er/end.txt", "text": "end"}),
]


class Scripted:
    """Answers by how far the conversation is, after a moment; notes every question in a file."""

    def __init__(self, notes: Path, app: str) -> None:
        self.notes, self.app = notes, app

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        turn = sum(m.role == "model" for m in request.messages)
        with self.notes.open("a") as file:
            file.write(f"{turn}\n")
        time.sleep(0.01)
        if turn == len(CALLS):
            return Reply("finished", model="scripted", cost_usd=0.01)
        name, arguments = CALLS[turn]
        more = {"app": self.app} if name == "home_change" else {}
        return Reply(
            f"step {turn}",
            (ToolCall(f"c{turn}", name, {**arguments, **more}),),
            model="scripted",
            cost_usd=0.01,
        )


def main(folder: Path) -> None:
    with Home(folder / "home") as home:
        kit = home.work_kit()
        engine = Scripted(folder / "notes", home.find_app("Meals"))
        permissions = Permissions("edits", (Rule("allow", "shell"),))
        agent = Agent(
            engine, home.database, permissions, tools={**tools(), **kit.tools}, handlers=kit.handlers
        )
        known = agent.steps.open_runs()
        run_id = known[0] if known else agent.start(Task("do it", most_steps=40), folder / "work")
        for event in agent.resume(run_id):
            shown = {"kind": event.kind, "step": event.step, "reason": event.reason, "run": run_id}
            print(json.dumps(shown), flush=True)
            sys.stdin.readline()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
