"""`calisson models …`, in this process and as a program."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calisson.app import Home
from calisson.cli import cli
from calisson.errors import ConfigError
from calisson.models import ask
from calisson.testing import Answer, Fail, ScriptedServer

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "DEEPSEEK_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (*KEYS, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CALISSON_DATA", str(tmp_path / "home"))


def said(*words: str) -> str:
    done = CliRunner().invoke(cli, ["models", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("lang", "part"), [("en_GB.UTF-8", "none is needed"), ("de_DE", "eingerichtet"), ("ja", "内蔵")]
)
def test_without_a_key_it_says_what_to_do(lang: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", lang)
    output = said("test")
    assert part in output and "ANTHROPIC_API_KEY" in output and "calisson models add" in output


def test_a_server_is_added_tested_used_and_taken_out(tmp_path: Path) -> None:
    with ScriptedServer([Answer("OK")], models=("qwen3",)) as server:
        added = said("add", server.openai_url).strip()
        assert added == f"openai:qwen3@127.0.0.1:{server.port}"
        assert "OK" in said("test") and len(server.requests) == 1
        with Home(tmp_path / "home") as home:
            assert home.models.answer(ask("hi", app_id="app_7")).text == "OK"
        sums = json.loads(said("cost", "--by", "purpose", "--json"))
        assert {line["key"]: line["calls"] for line in sums} == {"test": 1, "talk": 1}
        said("budget", "--day", "2.5")
        said("chain", added)
        shown = json.loads(said("--json"))
        assert shown["budget"]["day_usd"] == 2.5 and shown["chain"] == [added]
        assert shown["models"][0]["used_for"] == ["talk", "test"] and shown["models"][0]["calls"] == 2
        assert "talk, test: 2×, $0.0000" in said()
        assert shown["models"][0]["local"] is True and shown["models"][0]["has_key"] is False
        said("remove", added)
        assert json.loads(said("--json"))["models"] == []


def test_a_failing_model_is_named_with_the_reason() -> None:
    with ScriptedServer([Fail.unauthorised()], models=("m",)) as server:
        said("add", server.openai_url, "--key", "k-secret")
        done = CliRunner().invoke(cli, ["models", "test"])
        assert done.exit_code == 1 and "FAIL" in done.output and "key" in done.output
        assert "k-secret" not in done.output


@pytest.mark.parametrize(
    "words",
    [("add", "anthropic"), ("add", "http://127.0.0.1:9/v1"), ("cost", "--by", "x"), ("chain", "no:such")],
)
def test_what_cannot_be_is_said(words: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError):
        CliRunner().invoke(cli, ["models", *words], catch_exceptions=False)


def test_the_doctor_names_models_and_what_is_wrong_with_their_file(tmp_path: Path) -> None:
    with Home(tmp_path / "home", keys={"DEEPSEEK_API_KEY": "k-secret"}) as home:
        seen = {line["name"]: line for line in home.doctor()}
        assert "deepseek:deepseek-flash" in seen["models"]["detail"] and "k-secret" not in str(seen)
        assert any(word in seen["programs"]["detail"] for word in ("sandbox", "held against"))
    (tmp_path / "home" / "models.json").write_text("{broken")
    with Home(tmp_path / "home") as home:
        line = next(x for x in home.doctor() if x["name"] == "models")
        assert not line["ok"] and not line["needed"] and "models.json" in line["detail"]
        assert home.say("Zwölf Quarzflöten brabbeln über den Nordwind hinweg").reply


def test_the_commands_need_no_model_library() -> None:
    code = (
        "import sys\nfrom calisson.cli import cli\nimport calisson.models\n"
        "from calisson.models import roster\nroster.discover([])\n"
        "assert not [m for m in sys.modules if m.split('.')[0] in ('pydantic_ai', 'anthropic', 'openai', 'mcp')]"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_extra_it_says_which_one_is_missing(tmp_path: Path) -> None:
    code = (
        "import sys\nsys.modules['pydantic_ai'] = None\n"
        "from calisson.models.wire import require\nfrom calisson.errors import ModelMissingError\n"
        "try:\n    require()\nexcept ModelMissingError as e:\n    print(e, e.message_id)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert "calisson[models]" in done.stdout and "error-model-extra" in done.stdout


def test_adding_and_testing_say_where_a_model_is() -> None:
    with ScriptedServer([Answer("OK")], models=("qwen3",)) as server:
        said("add", server.openai_url, "--remote")
        assert "openai:qwen3 (elsewhere)" in said("test")
        said("add", server.openai_url, "--local")
        assert f"openai:qwen3@127.0.0.1:{server.port} (in this house)" in said("test")
