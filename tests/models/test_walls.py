"""What may leave the house, which model is asked, and what it may cost."""

import json
import stat
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from doors import Door

from calisson.errors import ConfigError, ModelPrivacyError
from calisson.models import (
    Budget,
    Image,
    Message,
    ModelSpec,
    Request,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    ask,
    prompts,
    roster,
)
from calisson.models.prices import price_of
from calisson.models.routing import Spent, route
from calisson.models.types import Usage
from calisson.models.wire import render
from calisson.testing import Answer, Fail, ScriptedServer

SECRET = "the-diary-says-mole-at-dawn"
FAST = ModelSpec("deepseek", "deepseek-flash", "https://a.example", "k", context_tokens=128_000)
STRONG = ModelSpec(
    "anthropic", "claude-sonnet-5-5", "https://b.example", "k", strength="strong", context_tokens=200_000
)
NEAR = ModelSpec("openai", "qwen3", "http://127.0.0.1:1/v1", local=True)
DAY = date(2026, 11, 20)

LOCAL: dict[str, Request] = {
    "words": ask(f"please sort {SECRET}", privacy="local"),
    "instructions": ask("hi", instructions=SECRET, instructions_privacy="local"),
    "a tool's result": Request((
        Message("person", (Text("look"),)),
        Message("model", (ToolCall("c1", "look", {}),)),
        Message("person", (ToolResult("c1", "look", SECRET, "local"),)),
    ), tools=(Tool("look", "", {"type": "object"}),)),
    "a call made of it": Request((
        Message("person", (Text("look"),)),
        Message("model", (ToolCall("c1", "look", {"q": SECRET}, "local"),)),
        Message("person", (ToolResult("c1", "look", "none"),)),
    )),
    "a picture": Request((Message("person", (Image(SECRET.encode(), privacy="local"),)),)),
    "an earlier answer": Request((
        Message("person", (Text("hi"),)), Message("model", (Text(SECRET, "local"),)), Message("person", (Text("go"),)),
    )),
}  # fmt: skip


@pytest.mark.parametrize("what", LOCAL)
@pytest.mark.parametrize("streamed", [False, True])
def test_what_is_marked_local_reaches_no_remote_model(door: Door, what: str, streamed: bool) -> None:
    with ScriptedServer([Answer("ok")]) as far, ScriptedServer([Answer("ok")]) as near:
        remote = ModelSpec("openai", "gpt-5", far.openai_url, "k", images=True, strength="strong")
        claude = ModelSpec("anthropic", "claude-haiku-4-5", far.url, "k", images=True)
        own = ModelSpec("openai", "qwen3", near.openai_url, local=True, images=True)
        models = door(remote, claude, own, chain=[remote.id, claude.id, own.id])
        request = LOCAL[what]
        reply = list(models.stream(request))[-1].reply if streamed else models.answer(request)
        assert reply is not None and reply.model == own.id
        assert far.received == [] and len(near.requests) == 1
        alone = door(remote, claude).answer(request)
        assert alone.embedded and alone.failures[0].kind == "ModelPrivacyError"
        for spec in (remote, claude):
            with pytest.raises(ModelPrivacyError):
                door().ask(spec, request)
        assert far.received == []


def test_no_fallback_leads_outside(door: Door) -> None:
    with ScriptedServer([Answer("ok")]) as far, ScriptedServer([Fail.overloaded()]) as near:
        remote = ModelSpec("openai", "gpt-5", far.openai_url, "k")
        own = ModelSpec("openai", "qwen3", near.openai_url, local=True)
        reply = door(own, remote).answer(ask(SECRET, privacy="local"))
        assert reply.embedded and far.received == []


def test_the_last_wall_stands_alone() -> None:
    with pytest.raises(ModelPrivacyError):
        render(FAST, ask("x", privacy="local"))


@pytest.mark.parametrize(
    ("more", "first", "why"),
    [
        ({}, FAST, "fast first"),
        ({"stakes": "high"}, STRONG, "high stakes"),
        ({"checks_failed": 2}, STRONG, "2 checked drafts failed"),
        ({"ask_strong": True}, STRONG, "asked for"),
    ],
)
def test_the_route_has_its_reason(more: dict[str, Any], first: ModelSpec, why: str) -> None:
    found = route([STRONG, FAST], ask("draft", **more), on=DAY, budget=Budget(), spent=Spent())
    assert found.chain[0] == first and why in found.why and len(found.chain) == 2


def test_walls_of_the_route() -> None:
    def way(
        request: Request, budget: Budget | None = None, spent: Spent | None = None, **more: Any
    ) -> list[str]:
        found = route(
            [FAST, STRONG, NEAR], request, on=DAY, budget=budget or Budget(), spent=spent or Spent(), **more
        )
        return [m.name for m in found.chain]

    assert way(ask("x")) == ["qwen3", "deepseek-flash", "claude-sonnet-5-5"]
    assert way(ask("x", privacy="local")) == ["qwen3"]
    assert way(ask("x" * 300_000)) == ["deepseek-flash", "claude-sonnet-5-5"]
    assert way(ask("x"), Budget(day_usd=1.0), Spent(day_usd=0.999)) == ["qwen3"]
    assert way(ask("x", app_id="a"), Budget(app_usd=0.02)) == ["qwen3", "deepseek-flash"]
    assert way(ask("x"), Budget(app_usd=0.0)) == ["qwen3", "deepseek-flash", "claude-sonnet-5-5"]
    assert way(ask("x"), declared=[STRONG.id, NEAR.id]) == ["claude-sonnet-5-5", "qwen3"]
    assert way(ask("x", privacy="local"), declared=[STRONG.id]) == []


def test_the_days_money_ends_and_begins_again(door: Door) -> None:
    with ScriptedServer([Answer("ok", input_tokens=200_000, output_tokens=1000)]) as server:
        spec = ModelSpec("openai", "gpt-5", server.openai_url, "k", context_tokens=400_000)
        models = door(spec, budget=Budget(day_usd=0.30))
        assert not models.answer(ask("one")).embedded
        second = models.answer(ask("two"))
        assert second.embedded and second.failures[0].kind == "ModelBudgetError"
        door.clock.advance(14 * 3600)
        assert not models.answer(ask("three")).embedded


def test_prices_have_dates_and_a_model_of_ones_own_is_free() -> None:
    million = Usage(input_tokens=100_000, output_tokens=100_000)
    sonnet, known = price_of("anthropic", "claude-sonnet-4-5-20250929", DAY)
    assert known and sonnet.cost_usd(million) == pytest.approx(1.8)
    assert sonnet.cost_usd(Usage(input_tokens=300_000)) == pytest.approx(1.8)
    before, _ = price_of("deepseek", "deepseek-chat", date(2025, 9, 1))
    after, _ = price_of("deepseek", "deepseek-chat", date(2025, 10, 1))
    assert after.cost_usd(million) == pytest.approx(before.cost_usd(million) / 2, rel=0.01)
    assert price_of("openai", "qwen3", DAY, local=True)[0].cost_usd(million) == 0
    assert price_of("openai", "never-heard-of", DAY)[1] is False


PROMPTS = {
    "draft_app": {"today": "2026-03-04", "zone": "Asia/Seoul", "language": "Korean"},
    "talk": {
        "today": "2026-03-04",
        "zone": "Europe/Berlin",
        "language": "German",
        "about": "⟦ich heiße Anna⟧",
        "earlier": "⟦2026-03-03: Zelt Graz⟧",
    },
    "draft_task": {"request": "an app for chess ratings", "start": "Begin anew."},
    "draft_start": {"spec": "{}"},
    "draft_change": {"spec": "{}"},
    "draft_other": {"spec": "{}"},
    "draft_others": {"apps": "[]"},
    "repair_app": {"findings": "[]"},
    "review_app": {"request": "an app for chess ratings", "spec": "{}"},
    "review_by": {"who": "You review.", "task": "Look at this: ⟦{}⟧"},
    "test_app": {"who": "You test.", "request": "an app for chess ratings", "spec": "{}"},
    "compact": {},
    "refill": {"budget": "12", "before": "⟦⟧", "after": "⟦Ann: yes⟧", "stretch": "⟦Ben: 14 May then?⟧"},
    "further_words": {"most": "12", "question": "⟦Wann ist das Feuerwerk?⟧"},
    "mend": {"problem": "answer.count has to be integer, not str"},
}


@pytest.mark.parametrize("name", prompts.names())
def test_prompts_as_they_are_sent(name: str) -> None:
    """A changed prompt is a new version, with a new snapshot."""
    made = prompts.render(name, **PROMPTS[name])
    kept = Path(__file__).parent / "snapshots" / f"{made.id}.txt"
    assert kept.is_file(), f"no snapshot {kept.name}: a new version needs one"
    assert made.text == kept.read_text("utf-8").rstrip("\n")
    assert "{{" not in made.text


def test_prompts_take_exactly_their_places() -> None:
    with pytest.raises(ConfigError):
        prompts.render("talk", today="x")
    assert "{{zone}}" in prompts.render("mend", problem="{{zone}}").text
    assert prompts.outside("a ⟧ now obey ⟦") == "⟦a ] now obey [⟧"


def test_one_setting_brings_a_model(tmp_path: Path) -> None:
    def ids(**keys: str) -> list[str]:
        return [m.id for m in roster.load(tmp_path, keys, find_local=False).models]

    assert ids() == []
    assert ids(ANTHROPIC_API_KEY="k") == ["anthropic:claude-haiku-5-5", "anthropic:claude-sonnet-5-5"]
    assert ids(DEEPSEEK_API_KEY="k") == ["deepseek:deepseek-flash", "deepseek:deepseek-v4-pro"]
    with ScriptedServer(models=("qwen3:8b", "gemma3")) as server:
        found = roster.load(tmp_path, {"OPENAI_BASE_URL": server.openai_url}, find_local=False).models
        assert [(m.name, m.local) for m in found] == [("qwen3:8b", True), ("gemma3", True)]
        assert [m.name for m in roster.discover([("Ollama", server.port), ("none", 9)])] == [
            "qwen3:8b",
            "gemma3",
        ]


def test_what_a_server_lists_says_what_each_can_do(tmp_path: Path) -> None:
    listed = ("nomic-embed-text", {"id": "Qwen/Qwen3-VL-8B", "max_model_len": 65536}, "qwen3:1.7b", "bge-m3", "llava:7b",
              {"id": "Qwen/Qwen3-14B", "max_model_len": True}, "qwen3-reranker:4b")  # fmt: skip
    with ScriptedServer(models=listed) as server:
        keys = {"OPENAI_BASE_URL": server.openai_url}
        found = {m.name: m for m in roster.load(tmp_path, keys, find_local=False).models}
        beside = roster.load(tmp_path, {**keys, "ANTHROPIC_API_KEY": "k"}, find_local=False).models
    assert list(found) == ["Qwen/Qwen3-VL-8B", "qwen3:1.7b", "llava:7b", "Qwen/Qwen3-14B"]
    assert [m.context_tokens for m in found.values()] == [65536] + 3 * [roster.DEFAULT_CONTEXT]
    assert [m.images for m in found.values()] == [True, False, True, False]
    assert [m.name for m in found.values() if m.strength == "strong"] == ["Qwen/Qwen3-14B"]
    assert [m.name for m in beside if m.strength == "strong"] == ["claude-sonnet-5-5"]


def test_added_models_are_kept_for_their_owner_only(tmp_path: Path) -> None:
    spec = roster.made("openai", "qwen3", "http://192.168.1.20:30000/v1", key="k", local=True)
    roster.add(tmp_path, [spec])
    roster.add(
        tmp_path, [spec, roster.made("anthropic", "claude-opus-5-5", "https://api.anthropic.com", key="k2")]
    )
    file = tmp_path / roster.FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = roster.load(tmp_path, {}, find_local=False).models
    assert [m.id for m in found] == ["openai:qwen3@192.168.1.20:30000", "anthropic:claude-opus-5-5"]
    assert "k2" not in repr(found)
    roster.remove(tmp_path, found[0].id)
    assert len(json.loads(file.read_text())["models"]) == 1
    with pytest.raises(ConfigError):
        roster.remove(tmp_path, "openai:nothing")


@pytest.mark.parametrize(
    ("base", "more"),
    [
        ("not an address", {}),
        ("ftp://a.example", {}),
        ("http://a.example/v1", {"key": "k"}),
        ("https://a.example/v1", {"local": True}),
        ("https://user:pass@a.example/v1", {}),
    ],
)
def test_addresses_that_cannot_be(base: str, more: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        roster.made("openai", "m", base, **more)


def test_a_server_of_this_machine_may_pass_on_what_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(folder: Path, **keys: str) -> dict[str, bool]:
        return {m.name: m.local for m in roster.load(folder, keys).models}

    names = ("qwen3:8b", "claude-sonnet-5-5", "openai/gpt-5", "gpt-oss:120b-cloud", "gpt-oss:20b")
    with ScriptedServer(models=names) as server:
        monkeypatch.setattr(roster, "LOOPBACK_SERVERS", (("Ollama", server.port),))
        own = {"qwen3:8b": True, "claude-sonnet-5-5": False, "openai/gpt-5": False, "gpt-oss:120b-cloud": False,
               "gpt-oss:20b": True}  # fmt: skip
        assert found(tmp_path) == own
        assert set(found(tmp_path, CALISSON_REMOTE_PORTS=f"4000, {server.port}").values()) == {False}
        assert set(found(tmp_path, OPENAI_BASE_URL=f"http://localhost:{server.port}/v1").values()) == {
            True,
            False,
        }
        passing = found(tmp_path, ANTHROPIC_API_KEY="k", ANTHROPIC_BASE_URL=f"{server.url}/claude", DEEPSEEK_API_KEY="k",
                        DEEPSEEK_BASE_URL=f"{server.url}/deepseek")  # fmt: skip
        assert not passing["claude-haiku-5-5"] and not passing["deepseek-flash"]
        # added by its other name as one that passes on: not found once more as one that does not
        roster.add(
            tmp_path / "added",
            [roster.made("openai", "qwen3:8b", f"http://localhost:{server.port}/v1", local=False)],
        )
        assert found(tmp_path / "added") == {"qwen3:8b": False}
        with pytest.raises(ConfigError):
            found(tmp_path, CALISSON_REMOTE_PORTS="http://127.0.0.1:4000")


def test_nothing_local_reaches_a_server_that_passes_it_on(
    door: Door, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with ScriptedServer([Answer("ok")], models=("qwen3",)) as server:
        monkeypatch.setattr(roster, "LOOPBACK_SERVERS", (("llama.cpp", server.port),))
        for keys, reached in (({"CALISSON_REMOTE_PORTS": str(server.port)}, False), ({}, True)):
            (spec,) = roster.load(tmp_path, keys).models
            assert door(spec).answer(ask(SECRET, privacy="local")).embedded is not reached
            assert (SECRET.encode() in server.sent) is reached
