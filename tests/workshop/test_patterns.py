"""Which files a pattern means; and what a household's rule denies is not there for any tool, however it looks."""

from pathlib import Path

import pytest

from calisson import Home
from calisson.errors import NotFoundError
from calisson.workshop import Agent, Permissions, Rule, Task, tools
from calisson.workshop.gittool import git_tools
from calisson.workshop.patterns import fits
from scripted_calls import Scripted

SECRET = "the-safe-is-4711"


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("*", "a a/b .env", ""),
        ("*.py", "a.py a/b.py", "a.pyc py"),
        ("**/*.py", "a.py a/b.py a/b/c.py", "a.txt"),
        ("**/.env", ".env a/.env a/b/.env", "x.env a/.env2"),
        ("src/**/test_*.py", "src/test_a.py src/a/b/test_a.py", "test_a.py src/a.py"),
        ("contracts", "contracts contracts/a contracts/b/c", "contracts2 my/contracts"),
        ("contracts/", "contracts/a", "contract"),
        ("./a.txt", "a.txt", "b/a.txt"),
        ("[", "[", "a"),
        ("a?/[bc]", "ax/b ay/c", "ax/d a/b"),
        ("ключ*/**", "ключи/а ключ/б/в", "а/ключ"),
        ("", "", "a a/b"),
        ("(a+)+$", "(a+)+$", "aaaa"),
    ],
)
def test_patterns(pattern: str, yes: str, no: str) -> None:
    assert [p for p in yes.split() if not fits(p, pattern)] == []
    assert [p for p in no.split() if fits(p, pattern)] == []


def prepared(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    for name in ("contracts/rent.txt", ".env", "deep/er/.env"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(f"{SECRET}\n")
    (place / "plain.txt").write_text("nothing here\n")
    return place


LOOKS = (
    ("read", {"path": "contracts/rent.txt"}), ("read", {"path": ".env"}), ("read", {"path": "./deep/er/.env"}),
    ("glob", {"pattern": "**/*"}), ("glob", {"pattern": "contracts"}), ("grep", {"text": SECRET[:8]}),
    ("grep", {"text": "the-s.*", "regex": True}), ("git", {"do": "diff"}), ("git", {"do": "status"}),
    ("python", {"code": "import os\nfor d, _, n in os.walk('.'):\n  for x in n:\n    print(d, x, open(os.path.join(d, x)).read())"}),
)  # fmt: skip


def test_what_a_rule_denies_is_not_there_for_any_tool(tmp_path: Path) -> None:
    rules = (Rule("deny", "*", "contracts/*"), Rule("deny", "*", "**/.env"), Rule("allow", "*"))
    with Home(tmp_path / "home") as home:
        models = Scripted(*LOOKS)
        agent = Agent(models, home.database, Permissions("edits", rules), tools={**tools(), **git_tools()})  # type: ignore[arg-type]
        told = [e for e in agent.resume(agent.start(Task("look around"), prepared(tmp_path))) if e.text]
    looked = [e.text for e in told if e.kind in ("result", "denied")]
    assert len(looked) == len(LOOKS) and "plain.txt" in looked[3] and "nothing here" in looked[-1]
    assert not any(SECRET in text or "rent" in text or ".env" in text for text in looked)


def test_a_rule_for_one_tool_hides_from_that_tool_alone(tmp_path: Path) -> None:
    rules = (Rule("deny", "grep", "contracts"), Rule("allow", "*"))
    with Home(tmp_path / "home") as home:
        models = Scripted(("grep", {"text": SECRET}), ("read", {"path": "contracts/rent.txt"}))
        agent = Agent(models, home.database, Permissions("edits", rules), tools=tools())  # type: ignore[arg-type]
        events = list(agent.resume(agent.start(Task("look around"), prepared(tmp_path))))
    found, read = (e.text for e in events if e.kind == "result")
    assert "contracts" not in found and ".env" in found and SECRET in read


def test_what_a_program_does_elsewhere_leaves_denied_files_as_they_are(tmp_path: Path) -> None:
    rules = (Rule("deny", "*", "contracts"), Rule("allow", "*"))
    place = prepared(tmp_path)
    with Home(tmp_path / "home") as home:
        models = Scripted(("python", {"code": "open('new.txt', 'w').write('made')"}),
                          ("python", {"code": "import os\nos.makedirs('contracts')\nopen('contracts/rent.txt', 'w').write('x')"}))  # fmt: skip
        agent = Agent(models, home.database, Permissions("edits", rules), tools=tools())  # type: ignore[arg-type]
        events = list(agent.resume(agent.start(Task("make it"), place)))
    assert [e.kind for e in events if e.kind in ("result", "denied")] == ["result", "denied"]
    assert (place / "new.txt").read_text() == "made"
    assert (place / "contracts/rent.txt").read_text() == f"{SECRET}\n"


def test_there_is_no_going_back_to_a_step_that_was_never_done(tmp_path: Path) -> None:
    with Home(tmp_path / "home") as home:
        models = Scripted(("write", {"path": "a.txt", "text": "x"}))
        agent = Agent(models, home.database, Permissions("edits"), tools=tools())  # type: ignore[arg-type]
        run = agent.start(Task("write"), tmp_path / "work")
        list(agent.resume(run))
        with pytest.raises(NotFoundError, match="no step 99"):
            agent.rewind(run, 99)
        assert (tmp_path / "work/a.txt").read_text() == "x"
        agent.rewind(run, -1)
        assert not (tmp_path / "work/a.txt").exists()
