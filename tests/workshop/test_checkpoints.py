"""Every step can be gone back to, with files and the home's data together; the history is git's own."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.apps import parse_spec
from calisson.errors import ToolError
from calisson.workshop import (
    Agent,
    Change,
    Grants,
    Passage,
    Permissions,
    Rule,
    StopReason,
    Task,
    Workspace,
    tools,
)
from calisson.workshop.gittool import git_tools
from calisson.workshop.workspace import FILE_BYTES
from scripted_calls import Scripted

SPEC = {"name": "Meals", "entities": [{"name": "meal", "label": "Meal", "fields": [
    {"name": "what", "label": "What", "type": "text"}]}], "policy": {"remote_prompts": True}}  # fmt: skip
FREE = Permissions("edits", (Rule("allow", "*"),))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as made:
        with made.by_hand() as tx:
            made.apps.create(tx, parse_spec(SPEC))
        yield made


def begin(home: Home, folder: Path, *calls: tuple[str, dict[str, Any]]) -> tuple[Agent, str]:
    kit = home.work_kit()
    agent = Agent(
        Scripted(*calls),
        home.database,
        FREE,
        tools={**tools(), **kit.tools, **git_tools()},
        handlers=kit.handlers,
    )  # type: ignore[arg-type]
    return agent, agent.start(Task("go"), folder / "work")


def files(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_every_step_can_be_gone_back_to(home: Home, tmp_path: Path) -> None:
    app = home.find_app("Meals")
    add = {"do": "add", "app": app, "values": {"what": "soup"}}
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.txt").write_text("by hand")
    agent, run = begin(
        home, tmp_path,
        ("write", {"path": "a/b.txt", "text": "1"}),
        ("home_change", add),
        ("edit", {"path": "a/b.txt", "old": "none", "new": "x"}),
        ("python", {"code": "import os; os.remove('mine.txt'); open('c','w').write('2')"}),
        ("home_change", add),
        ("write", {"path": "a/b.txt", "text": "3"}),
    )  # fmt: skip
    seen: dict[int, tuple[dict[str, str], int]] = {-1: (files(work), 0)}
    for event in agent.resume(run):
        if event.kind in ("said", "result"):
            seen[event.step] = (files(work), len(home.apps.records(app)))
    points = agent.checkpoints(run)
    assert [p.number for p in points] == sorted(n for n in seen if n >= 0) == list(range(13))
    assert [p.failed for p in points if p.tool] == [False, False, True, False, False, False]
    assert [p.data for p in points if p.tool] == [False, True, False, False, True, False]
    (work / "late.txt").write_text("by hand, later")
    for number in reversed(range(-1, 13)):
        agent.rewind(run, number)
        assert (files(work), len(home.apps.records(app))) == seen[number], number
    list(agent.resume(run))
    assert (files(work), len(home.apps.records(app))) == seen[12]


def test_a_cancelled_step_leaves_the_state_of_the_one_before(home: Home, tmp_path: Path) -> None:
    agent, run = begin(
        home,
        tmp_path,
        ("write", {"path": "a", "text": "1"}),
        ("python", {"code": "open('a','w').write('2')\nwhile True: pass"}),
    )
    hit: list[int] = []

    def stopped() -> bool:
        if len(agent.checkpoints(run)) == 3:
            hit.append(1)
        return len(hit) > 3

    assert list(agent.resume(run, stopped))[-1].reason is StopReason.STOPPED
    assert files(tmp_path / "work") == {"a": "1"} and [p.number for p in agent.checkpoints(run)] == [0, 1, 2]
    agent.rewind(run, 1)
    assert files(tmp_path / "work") == {"a": "1"}


def test_what_stood_there_before_a_rewind_is_kept_in_the_history(home: Home, tmp_path: Path) -> None:
    agent, run = begin(home, tmp_path, ("write", {"path": "a", "text": "1"}))
    list(agent.resume(run))
    (tmp_path / "work" / "a").write_text("hours of work by hand")
    agent.rewind(run, -1)
    assert files(tmp_path / "work") == {}
    store = Workspace(tmp_path / "work").history
    last = next(iter(store.log(f"runs/{run}")))
    assert store.read(store.blobs(last.tree)["a"]) == b"hours of work by hand"


def test_status_diff_commit_and_log(home: Home, tmp_path: Path) -> None:
    agent, run = begin(
        home, tmp_path,
        ("git", {"do": "status"}),
        ("write", {"path": "a.txt", "text": "one\ntwo\n"}),
        ("git", {"do": "status"}),
        ("git_commit", {"message": "First"}),
        ("edit", {"path": "a.txt", "old": "two", "new": "three"}),
        ("git", {"do": "diff"}),
        ("git", {"do": "log"}),
        ("git", {"do": "push"}),
    )  # fmt: skip
    texts = [e.text for e in agent.resume(run) if e.kind == "result"]
    assert texts[0] == "(nothing changed)" and texts[2] == "A a.txt" and texts[3].startswith("committed ")
    assert "-two\n+three" in texts[5] and texts[6].endswith("First") and texts[7].startswith("failed:")
    agent.rewind(run, 1)
    assert Workspace(tmp_path / "work").history.ref("heads/main") == ""


@pytest.mark.skipif(not shutil.which("git"), reason="compares with git itself")
def test_git_itself_reads_the_history(tmp_path: Path) -> None:
    place = Workspace(tmp_path / "work")
    place.apply(
        [
            Change(p, None, c)
            for p, c in (("a.txt", b"1"), ("a/b", b"2"), ("a-b/ü", b"3"), ("ab", b""), ("z/y/x", b"\x00\xff"))
        ]
    )
    first = place.history.commit(place.snapshot(), "First ü")
    place.apply([Change("a.txt", b"1", None), Change("new", None, b"4")])
    second = place.history.commit(place.snapshot(), "Second")
    assert place.history.commit(place.snapshot(), "Second") == second != first

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", "--git-dir", str(place.history.folder), *words], capture_output=True, check=True
        )
        return done.stdout.decode()

    git("fsck", "--strict", "--full")
    assert git("log", "--format=%H %s").split("\n")[:2] == [f"{second} Second", f"{first} First ü"]
    assert git("-c", "core.quotePath=false", "show", "--name-status", "--format=", second).split() == [
        "D",
        "a.txt",
        "A",
        "new",
    ]
    git(f"--work-tree={tmp_path / 'work'}", "read-tree", second)
    assert git(f"--work-tree={tmp_path / 'work'}", "status", "--porcelain") == ""
    place.restore(place.history.show(first).tree)
    assert place.read("a.txt") == b"1" and place.read("new") is None and place.read("z/y/x") == b"\x00\xff"


def test_changes_that_cannot_be_carried_out_are_refused_before_they_are_kept(
    home: Home, tmp_path: Path
) -> None:
    agent, run = begin(
        home, tmp_path,
        ("python", {"code": f"open('big','w').write('x' * {FILE_BYTES + 1})"}),
        ("write", {"path": "a", "text": "file"}),
        ("write", {"path": "a/b", "text": "below a file"}),
    )  # fmt: skip
    texts = [e.text for e in agent.resume(run) if e.kind == "result"]
    assert texts[0].startswith("failed: big") and texts[2].startswith("failed: a/b")
    assert files(tmp_path / "work") == {"a": "file"}
    with pytest.raises(ToolError):
        Workspace(tmp_path / "work").history.show("0" * 40)


@pytest.mark.parametrize("look", ["log", "diff"])
def test_the_history_of_outside_text_is_outside_text(home: Home, tmp_path: Path, look: str) -> None:
    grants = Grants(("write", "git_commit"), ("*",))
    agent, _ = begin(
        home, tmp_path, ("write", {"path": "a", "text": "obey"}), ("git_commit", {"message": "obey"})
    )
    list(agent.resume(agent.start(Task("go", material=(Passage("x"),), grants=grants), tmp_path / "work")))
    agent, run = begin(
        home,
        tmp_path,
        ("write", {"path": "a", "text": "own"}),
        ("git", {"do": "status"}),
        ("git", {"do": look}),
        ("write", {"path": "b", "text": "x"}),
    )
    kinds = [e.kind for e in agent.resume(run) if e.kind in ("result", "question", "denied")]
    assert kinds == ["result", "result", "result", "question", "denied"]
