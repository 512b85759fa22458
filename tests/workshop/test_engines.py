"""The household chooses what leads the talk with a model; what cannot be used is passed over, not run into."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calisson.app import Home
from calisson.cli import cli
from calisson.models import Models, ModelSpec, Roster
from calisson.testing import Answer, Call, ScriptedServer
from calisson.workshop import Permissions, Task
from calisson.workshop.claude import ClaudeEngine
from calisson.workshop.engines import missing, model_of


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def spec(provider: str, name: str, **more: object) -> ModelSpec:
    return ModelSpec(provider, name, "http://127.0.0.1:9", "k", **more)  # type: ignore[arg-type]


def test_the_strong_one_that_speaks_its_protocol_is_asked() -> None:
    flash, pro = spec("deepseek", "flash"), spec("deepseek", "pro", strength="strong")
    haiku, local = spec("anthropic", "haiku"), spec("openai", "qwen", strength="strong")
    assert model_of(Roster((local, flash, pro))) == pro
    assert model_of(Roster((local, flash, pro, haiku))) == haiku
    assert model_of(Roster((local,))) is None and "Claude or DeepSeek" in missing(Roster((local,)))


def test_a_run_of_the_home_is_led_by_the_chosen_engine(home: Home, tmp_path: Path) -> None:
    script = [Answer(calls=(Call("write", {"path": "note.md", "text": "Bread rises."}),)), Answer("Written.")]
    with ScriptedServer(script) as server:
        one = ModelSpec("anthropic", "claude-sonnet-4-5", server.url, "k", context_tokens=200_000)
        home.__dict__["models"] = Models(home.database, lambda: Roster((one,), engine="claude"), home.clock)
        assert isinstance(home.engines.chosen(), ClaudeEngine)
        assert home.engines.chosen() is home.engines.chosen()
        agent = home.worker(Permissions("edits"))
        run = agent.start(Task("Write a note on bread."), tmp_path / "work")
        events = list(agent.resume(run))
        assert any("claude" in r.headers.get("user-agent", "").casefold() for r in server.requests)
    assert events[-1].kind == "ended" and (tmp_path / "work" / "note.md").read_text() == "Bread rises."


def test_without_its_model_the_usual_engine_works(home: Home) -> None:
    local = ModelSpec("openai", "qwen3", "http://127.0.0.1:9/v1", local=True)
    home.__dict__["models"] = Models(home.database, lambda: Roster((local,), engine="claude"), home.clock)
    assert home.engines.chosen() is home.models


def test_the_command_keeps_the_choice_and_says_what_is_missing(tmp_path: Path) -> None:
    run, folder = CliRunner(), str(tmp_path / "home")
    assert run.invoke(cli, ["models", "engine", "codex", "--data", folder]).exit_code != 0
    told = run.invoke(cli, ["models", "engine", "claude", "--data", folder])
    assert told.exit_code == 0 and "Claude or DeepSeek" in told.output
    assert '"engine": "claude"' in (tmp_path / "home" / "models.json").read_text()
    assert run.invoke(cli, ["models", "engine", "own", "--data", folder]).output == ""
