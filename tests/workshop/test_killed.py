"""A run of twenty steps whose process is killed (SIGKILL) at every one of them: resumed, nothing twice, nothing lost."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from crash_child import CALLS

from calisson import Home
from calisson.apps import parse_spec
from calisson.workshop.steps import Steps

CHILD = str(Path(__file__).with_name("crash_child.py"))
SPEC = {"name": "Meals", "entities": [{"name": "meal", "label": "Meal", "fields": [
    {"name": "what", "label": "What", "type": "text"}, {"name": "kcal", "label": "kcal", "type": "number"}]}],
    "policy": {"remote_prompts": True}}  # fmt: skip
STEPS = 2 * len(CALLS)
MOMENTS_S = (0.0, 0.003, 0.01, 0.03, 0.1)
"""How long after a step was begun its process is killed: before, in the middle of, or after what it does."""


def new(folder: Path) -> Path:
    with Home(folder / "home") as home, home.by_hand() as tx:
        home.apps.create(tx, parse_spec(SPEC))
    return folder


def child(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, CHILD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def go_on(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.write("\n")
        process.stdin.flush()


def killed_at(folder: Path, step: int, after_s: float) -> dict[str, Any]:
    """Run or resume until a step is about to be made; kill the process so long after it was let go on."""
    with child(folder) as process:
        assert process.stdout is not None
        for line in process.stdout:
            event: dict[str, Any] = json.loads(line)
            go_on(process)
            if event["step"] >= step and event["kind"] in ("started", "said", "call"):
                time.sleep(after_s)
                process.send_signal(signal.SIGKILL)
                assert process.wait(10) == -signal.SIGKILL
                return event
        raise AssertionError(f"it ended before step {step}")


def finish(folder: Path) -> list[dict[str, Any]]:
    with child(folder) as process:
        assert process.stdout is not None
        events = []
        for line in process.stdout:
            events.append(json.loads(line))
            go_on(process)
        assert process.wait(30) == 0 and events[-1]["reason"] == "done"
        return events


def outcome(folder: Path, run_id: str) -> dict[str, Any]:
    """Everything that a run leaves behind, but for ids and times."""
    with Home(folder / "home") as home:
        steps = Steps(home.database).steps(run_id)
        return {
            "files": {p.relative_to(folder / "work").as_posix(): p.read_text() for p in (folder / "work").rglob("*") if p.is_file()},
            "records": sorted(str(dict(r.values)) for r in home.apps.records(home.find_app("Meals"))),
            "memories": [m["text"] for m in home.memories.proposed()],
            "steps": [(s.number, s.kind, s.state, s.tool, s.failed, [c.path for c in s.changes], s.tree) for s in steps],
            "cost": round(sum(s.cost_usd for s in steps), 6),
        }  # fmt: skip


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = new(tmp_path_factory.mktemp("whole"))
    found = outcome(folder, finish(folder)[-1]["run"])
    assert len(found["steps"]) == STEPS + 1 and len(found["records"]) == 3 and len(found["memories"]) == 1
    assert found["files"]["list.txt"] == "start\none\nmore\n" and "twice.txt" not in found["files"]
    return found


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kills by a signal")
@pytest.mark.timeout(300)
def test_killed_at_every_step(tmp_path: Path, reference: dict[str, Any]) -> None:
    folder = new(tmp_path)
    for step in range(STEPS):
        event = killed_at(folder, step, MOMENTS_S[step % len(MOMENTS_S)])
        with Home(folder / "home") as home:
            kept = Steps(home.database).steps(event["run"])
        assert len(kept) >= event["step"], "what was shown was not kept"
    last = finish(folder)
    assert outcome(folder, last[-1]["run"]) == reference
    asked = [int(line) for line in (folder / "notes").read_text().split()]
    assert set(asked) == set(range(len(CALLS) + 1))
    assert max(asked.count(turn) for turn in set(asked)) <= 3, "a model was asked again for what was kept"
