"""The command line as a real process: what it prints, where, and with which exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import calisson
from calisson.cli import fault

COMMAND = Path(sys.executable).with_name("calisson")
AT = ("--at", "2026-03-04T12:00", "--tz", "Europe/Berlin")


class Shell:
    """`calisson` over one home."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def run(self, *words: str, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "CALISSON_DATA": str(self.home), "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [COMMAND, *words], input=stdin, capture_output=True, text=True, env=environment, timeout=60
        )
        assert done.returncode == status, done.stderr or done.stdout
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def json(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json").stdout)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


def test_saying_prints_the_contract(shell: Shell) -> None:
    made = shell.json("say", "Ich möchte Kaffee festhalten: Tassen und Laune von 1 bis 5", *AT)
    assert {
        "reply",
        "language",
        "act",
        "app",
        "records",
        "answer",
        "reminders",
        "memories",
        "decision",
    } <= made.keys()
    assert (made["language"], made["act"]) == ("de", "create_app")
    logged = shell.json("say", "gestern 3 Tassen, Laune 4", *AT)
    assert [r["change"] for r in logged["records"]] == ["added"]
    assert any(str(v).startswith("2026-03-03") for v in logged["records"][0]["values"].values())
    asked = shell.json("say", "Wie viele Tassen diese Woche?", *AT)
    assert asked["answer"]["value"] == 3
    assert asked["answer"]["count"] == 1
    why = shell.json("why", asked["decision"]["id"])
    assert why["option"] == "answer_question"
    assert "answer_question" in shell.run("why", asked["decision"]["id"]).stdout


def test_words_may_come_in_pieces_and_from_other_people(shell: Shell) -> None:
    shell.run("say", "track", "my", "coffee:", "cups", "--as", "anna")
    assert "2" in shell.run("say", "2 cups", "--as", "anna").stdout
    assert len(shell.json("apps", "list")) == 1


def test_understanding_does_nothing(shell: Shell) -> None:
    one = shell.json("understand", "übermorgen um 18 Uhr 3,5 kg", "--lang", "de", *AT)
    assert one["times"][0]["start"].startswith("2026-03-06T18:00")
    assert one["quantities"][0] == {"value": 3.5, "unit": "kg"} or one["quantities"][0]["value"] == 3.5
    lines = shell.home.parent / "lines.jsonl"
    lines.write_text(
        '{"id":"a","text":"내일 오후 3시","at":"2026-03-04T12:00","tz":"Asia/Seoul","lang":"ko"}\n'
        '{"id":"b","text":"来週の火曜","at":"2026-03-04T12:00","tz":"Asia/Tokyo","lang":"ja"}\n', "utf-8",
    )  # fmt: skip
    found = [json.loads(x) for x in shell.run("understand", "--batch", str(lines)).stdout.splitlines()]
    assert [f["id"] for f in found] == ["a", "b"]
    assert [f["language"] for f in found] == ["ko", "ja"]
    assert found[0]["times"][0]["start"].startswith("2026-03-05T15:00")
    assert found[1]["times"][0]["start"].startswith("2026-03-10")
    assert shell.json("apps", "list") == []


def test_apps_and_their_data_go_out_and_come_back(shell: Shell, tmp_path: Path) -> None:
    app = shell.json("say", "track my coffee: cups and notes", *AT)["app"]["id"]
    shell.run("say", "2 cups", *AT)
    assert shell.json("apps", "list")[0]["id"] == app
    assert shell.json("apps", "show", app)["id"] == app
    exported = tmp_path / "app.json"
    exported.write_text(shell.run("apps", "export", app).stdout, "utf-8")
    shell.run("apps", "import", str(exported))
    assert len(shell.json("apps", "list")) == 2
    table = tmp_path / "data.csv"
    shell.run("data", app, "--csv", str(table))
    assert len(table.read_text("utf-8").splitlines()) == 2
    shell.run("data", app, "--import", str(table))
    shell.run("say", "add a field: price", *AT)
    versions = shell.json("apps", "history", app)
    assert len(versions) == 2
    shell.run("apps", "rollback", app, "--to", "1")
    assert len(shell.json("apps", "history", app)) == 3
    assert shell.json("apps", "show", app)["policy"]["remote_prompts"] is False
    shell.run("apps", "models", app, "--may")
    assert shell.json("apps", "show", app)["policy"]["remote_prompts"] is True
    shell.run("apps", "models", app, "--stay")
    assert shell.json("apps", "show", app)["policy"]["remote_prompts"] is False
    shell.run("apps", "delete", app)
    assert app not in [a["id"] for a in shell.json("apps", "list")]


def test_ideas_are_listed_and_taken(shell: Shell) -> None:
    assert "running" in shell.run("apps", "ideas", "run").stdout
    assert len(shell.json("apps", "ideas", "--lang", "ko")) >= 60
    shell.run("apps", "ideas", "--take", "water", "--lang", "de")
    assert len(shell.json("apps", "list")) == 1
    assert shell.run("apps", "ideas", "--take", "nope", status=1).stderr


def test_memories_are_kept_found_and_forgotten(shell: Shell, tmp_path: Path) -> None:
    shell.run("memory", "add", "Mia is allergic to peanuts")
    found = shell.json("memory", "search", "what is Mia allergic to?")
    assert {"id", "text", "score", "tier", "source", "why"} <= found[0].keys()
    assert "peanuts" in found[0]["text"]
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id":"q","query":"Mia allergic"}\n', "utf-8")
    assert shell.run("memory", "search", "--batch", str(queries), "--k", "3", "--json").stdout
    lines = tmp_path / "memories.jsonl"
    lines.write_text(
        '{"text":"I moved to Köln","at":"2026-03-01T10:00","speaker":"me","source":"x"}\n', "utf-8"
    )
    for more in (("--person", "Mia"), ("--tier", "fact"), ("--hops",), ("--explain",)):
        (line,) = shell.run("memory", "search", "--batch", str(queries), *more, "--json").stdout.splitlines()[
            :1
        ]
        assert [m["text"] for m in json.loads(line)["results"]] == ["Mia is allergic to peanuts"], more
        assert ("trace" in json.loads(line)) is (more == ("--explain",))
    for more in (("--person", "Otto"), ("--tier", "turn"), ("--since", "2099-01-01"), ("--episodes",)):
        (line,) = shell.run("memory", "search", "--batch", str(queries), *more, "--json").stdout.splitlines()[
            :1
        ]
        assert json.loads(line)["results"] == [], more
    theirs = shell.run("memory", "add", "the bike is blue", "--as", "ana").stdout.strip()
    assert [m["id"] for m in shell.json("memory", "list", "--as", "ana")] == [theirs]
    assert [m["id"] for m in shell.json("memory", "search", "bike", "--as", "ana")] == [theirs]
    assert theirs not in {m["id"] for m in shell.json("memory", "search", "bike")}
    shell.run("memory", "forget", theirs, status=1)
    shell.run("memory", "forget", theirs, "--as", "ana")
    assert shell.json("memory", "list", "--as", "ana") == []
    shell.run("memory", "import", str(lines))
    assert any("Köln" in m["text"] for m in shell.json("memory", "search", "Köln"))
    assert len(shell.run("memory", "export").stdout.splitlines()) >= 1
    shell.run("memory", "forget", found[0]["id"])
    assert not any("peanuts" in m["text"] for m in shell.json("memory", "search", "what is Mia allergic to?"))


def test_a_chat_is_a_conversation(shell: Shell) -> None:
    done = shell.run("chat", stdin="track my coffee: cups\n2 cups\nhow many cups today?\n")
    assert "2" in done.stdout.splitlines()[-1] or "2" in done.stdout


def test_backup_and_restore(shell: Shell, tmp_path: Path) -> None:
    shell.run("say", "track my coffee: cups")
    shell.run("backup", str(tmp_path / "home.zip"))
    other = Shell(tmp_path / "other")
    other.run("restore", str(tmp_path / "home.zip"))
    assert len(other.json("apps", "list")) == 1
    (tmp_path / "bad.zip").write_bytes(b"no backup")
    assert Shell(tmp_path / "third").run("restore", str(tmp_path / "bad.zip"), status=1).stderr


def test_doctor_and_models_say_what_works(shell: Shell) -> None:
    checks = shell.json("doctor")
    assert checks
    assert shell.run("models").stdout
    assert calisson.__version__ in shell.run("--version").stdout


@pytest.mark.parametrize(
    "words",
    [("apps", "show", "nope"), ("why", "nope"), ("data", "nope"), ("memory", "forget", "nope"),
     ("apps", "import", "/no/such/file.json")],
)  # fmt: skip
def test_what_is_not_there_is_said_on_the_error_stream(shell: Shell, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [COMMAND, *words, "--data", str(shell.home)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode in (1, 2)
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("say", "x", "--tz", "Mars/Base"),
        ("say", "x", "--at", "yesterday-ish"),
        ("no-such-command",),
        ("say",),
    ],
)
def test_bad_usage_ends_with_two_or_says_what_is_wrong(shell: Shell, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [COMMAND, *words, "--data", str(shell.home)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode in (1, 2)
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


QUERIES = {
    "bytes": b"tea\n\xff\xfe\n", "broken": b'tea\n{"query": \n', "deep": b'{"query": ' + b"[" * 100_000 + b"\n",
}  # fmt: skip


@pytest.mark.parametrize("name", ["missing", "folder", *QUERIES])
def test_a_file_of_queries_that_cannot_be_read_is_named_before_anything_is_asked(
    shell: Shell, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    if name == "folder":
        file.mkdir()
    elif name in QUERIES:
        file.write_bytes(QUERIES[name])
    done = shell.run("memory", "search", "--batch", str(file), status=2)
    assert str(file) in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    "option",
    [("--theme", "gardens"), ("--tier", "tale"), ("--since", "yesterday"), ("--until", "2026-13-45"),
     ("--since", "20260304")],
)  # fmt: skip
def test_a_search_is_not_narrowed_to_what_there_cannot_be(shell: Shell, option: tuple[str, str]) -> None:
    said = shell.run("memory", "search", "tea", *option, status=1).stderr
    assert option[0].removeprefix("--") in said and option[1] in said


def test_json_that_nests_without_end_is_no_app(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    assert str(file) in shell.run("apps", "import", str(file), status=2).stderr


def test_a_time_around_which_no_days_can_be_counted_is_no_time(shell: Shell) -> None:
    for at in ("0001-01-01", "9999-12-31T23:59"):
        said = shell.run("say", "2 cups yesterday", "--at", at, "--tz", "Asia/Tokyo", status=2).stderr
        assert "years" in said and at in said


def test_what_nobody_foresaw_is_one_line_with_its_place() -> None:
    def deeper() -> None:
        raise ValueError("three sheets\nof secrets" * 100)

    with pytest.raises(ValueError) as raised:
        deeper()
    said = fault(raised.value)
    assert "ValueError" in said and "test_cli.py:" in said and len(said) < 600


def test_help_is_everywhere(shell: Shell) -> None:
    for words in (
        (),
        ("say",),
        ("understand",),
        ("apps",),
        ("apps", "show"),
        ("memory",),
        ("data",),
        ("backup",),
    ):
        assert "Usage" in shell.run(*words, "--help").stdout


def test_the_package_is_the_command_too() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "calisson", "--version"], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0
    assert calisson.__version__ in ran.stdout
