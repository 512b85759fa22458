"""The attacks run beside everything else: whoever waits for them is heard, and a server begins them by itself."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson import Home
from calisson.errors import SandboxError
from calisson.sandbox import Job, Run, attacks, trust
from calisson.sandbox.background import FILE, SelfTest, last_report
from calisson.sandbox.landlock import Landlock


class Slow(Landlock):
    """Runs no program: it takes as long as it is told, or until it is stopped."""

    name = "slow"

    def __init__(self) -> None:
        self.runs, self.begun, self.free = 0, threading.Event(), threading.Event()

    def missing(self) -> str:
        return ""

    def run(self, job: Job) -> Run:
        self.runs += 1
        self.begun.set()
        while not self.free.wait(0.01):
            if job.stopped is not None and job.stopped():
                return Run("stopped", 1, "", "", 0.0)
        return Run("ok", 0, "42", "", 0.0)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    monkeypatch.setattr(trust, "_known", {})
    monkeypatch.setattr(attacks, "_SUITE", {"works": attacks._SUITE["works"]})
    made = Slow()
    yield made
    made.free.set()
    for _ in range(200):
        if not trust._trying:
            break
        time.sleep(0.02)


def test_stop_is_heard_while_the_attacks_go_on(slow: Slow) -> None:
    with pytest.raises(SandboxError, match="stopped"):
        trust.run_program(Job("python", "print(42)", stopped=slow.begun.is_set), (slow,))
    assert slow.runs == 1 and trust.known() == []
    slow.free.set()
    assert trust.verdict(slow, "python").attacks and slow.runs == 1, (
        "the suite that was begun is not begun anew"
    )


def test_all_who_wait_share_one_suite(slow: Slow) -> None:
    found: list[trust.Verdict] = []
    waiting = [threading.Thread(target=lambda: found.append(trust.verdict(slow, "python"))) for _ in range(3)]
    for one in waiting:
        one.start()
    assert slow.begun.wait(5)
    slow.free.set()
    for one in waiting:
        one.join(5)
    assert slow.runs == 1 and len(found) == 3 and found[0] is found[1] is found[2]


def test_what_is_given_up_is_not_known(slow: Slow, tmp_path: Path) -> None:
    with SelfTest(tmp_path, (slow,), pause_s=0) as trial:
        trial.start()
        assert slow.begun.wait(5)
    assert trust.known() == [] and not (tmp_path / FILE).exists()
    slow.free.set()
    assert trust.verdict(slow, "python").attacks and slow.runs == 2


def test_a_backend_that_cannot_be_tried_is_not_used(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Slow):
        def missing(self) -> str:
            raise RuntimeError("no such file")

    with pytest.raises(SandboxError, match="no such file"):
        trust.strongest("python", (Broken(),))


def test_what_came_of_it_is_told_by_the_doctor(slow: Slow, tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        [line] = [x for x in home.doctor() if x["name"] == "programs"]
        assert "attacked before the first run" in line["detail"] or not line["ok"]
        slow.free.set()
        with SelfTest(tmp_path, (slow,), pause_s=0) as trial:
            trial.start()
            for _ in range(250):
                report = last_report(tmp_path)
                if report is not None and len(report.tried) == 3:
                    break
                time.sleep(0.02)
        trust._known.clear()
        kept = last_report(tmp_path)
        assert kept is not None and {t.language for t in kept.tried} == {"python", "shell", "javascript"}
        [line] = [x for x in home.doctor() if x["name"] == "programs"]
    trusted = [t.language for t in kept.tried if t.trusted]
    assert line["ok"] is bool(trusted) and "slow" in line["detail"] and "tried" in line["detail"]
