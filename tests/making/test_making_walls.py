"""What leaves the house, what it may cost, which model is asked, and what a crash does not pay for twice."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from making_samples import RENT, WISHES, WRONG, changed, said, with_code, with_models

from calisson.app import Home
from calisson.apps import AppSpec, parse_spec
from calisson.errors import Problem
from calisson.language.phrases import phrase
from calisson.making import Desk, Ending, Finding, Look, Progress, Wish, examine, make
from calisson.making.shape import for_model, read, schema
from calisson.models import Budget, Models, ModelSpec, Roster
from calisson.models.types import Provider
from calisson.server.look import Looker
from calisson.testing import Answer, ScriptedServer

CHANGE = "change the app so that it suggests who should pay less"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def test_no_record_and_no_memory_is_sent(home: Home) -> None:
    home.say("remember that my locker code is 4711")
    with home.by_hand() as tx:
        app = home.apps.create(tx, parse_spec(RENT))
        home.apps.add(tx, app.id, None, {"person": "Wilhelmine", "income": 123456})
    with ScriptedServer([said(WRONG), said(changed(name="Better"))]) as server:
        with_models(home, server, local=False)
        assert home.say(CHANGE).act == "edit_app" and len(server.requests) == 2
        for secret in (b"4711", b"Wilhelmine", b"123456", app.id.encode()):
            assert secret not in server.sent
    assert b"Rent split" in server.sent


def test_no_money_is_spent_beyond_the_budget(home: Home) -> None:
    with ScriptedServer([said(RENT)]) as server:
        with_models(home, server, local=False, budget=Budget(day_usd=0.0))
        home.models.roster  # noqa: B018 - the roster is found once
        spec = home.models.roster.models[0]
        object.__setattr__(spec, "provider", "anthropic")
        object.__setattr__(spec, "name", "claude-haiku-4-5")
        result = home.say(WISHES["en"])
        assert not server.requests
    assert result.reply.startswith(phrase("en", "making-ended-budget")) and result.act == "create_app"


def test_the_fast_model_drafts_and_the_strong_one_mends(home: Home) -> None:
    with ScriptedServer([said(WRONG), said(RENT)]) as server:
        with_models(home, server, strong=True)
        home.say(WISHES["en"])
        asked = [r.json["model"] for r in server.requests]
    assert (asked[:2], sorted(asked[2:])) == (["quick", "careful"], ["careful", "quick"]), (
        "draft, repair; review and tester at once"
    )


def test_care_that_is_asked_for_begins_with_the_strong_model(home: Home) -> None:
    with ScriptedServer([said(RENT)]) as server:
        with_models(home, server, strong=True)
        result = home.say("make an app for the books I read, use the strong model")
        assert sorted(r.json["model"] for r in server.requests) == [
            "careful",
            "careful",
            "quick",
        ]  # with the tester
    assert result.decision is not None and "reviewed" in result.decision.why


def test_what_was_paid_for_before_a_crash_is_not_paid_for_again(home: Home, tmp_path: Path) -> None:
    wish = Wish("an app", "en", "2026-03-04", "UTC", key="k")
    with ScriptedServer([said(WRONG), said(RENT)]) as server:
        with_models(home, server)

        def crash(progress: Progress) -> None:
            if progress.step == "repair":
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            make(home.models, wish, Desk(tmp_path).begin(wish), crash)
        assert len(server.requests) == 1
        desk = Desk(tmp_path)
        work = desk.begin(wish)
        made = make(home.models, wish, work)
        assert made.ending is Ending.DONE and len(server.requests) == 2 and len(made.drafts) == 2
        desk.end(work)
        assert not list((tmp_path / "making").iterdir())


def test_another_wish_has_another_file(tmp_path: Path) -> None:
    one, other = (Desk(tmp_path).begin(Wish(t, "en", "2026-03-04", "UTC")).run for t in ("a", "b"))
    assert one != other


def test_taking_the_best_version_so_far(home: Home) -> None:
    """The strong model's review is stopped; the version that passed is published."""
    runs: list[str] = []

    def watch(progress: Progress) -> None:
        runs.append(progress.run)
        if progress.step == "review":
            assert home.desk.stop(runs[0], "me", take=True)

    money = changed(policy={"stakes": "money"})
    with ScriptedServer([said(money), Answer("late", delay_s=5.0)]) as server:
        with_models(home, server, strong=True)
        result = next(e.result for e in home.stream(WISHES["en"], watch=watch) if e.result)
    assert result.act == "create_app" and [a.name for a in home.apps.list()] == ["Rent split"]


def test_what_a_model_is_shown_reads_back_as_it_was() -> None:
    spec = parse_spec(RENT)
    shown = for_model(spec)
    assert "key" not in str(shown["entities"][0]["fields"][0]) and "spec_version" not in shown
    back, findings = read(shown, spec, "en")
    assert back == spec and findings == () and not examine(spec)


def test_the_schema_offers_nothing_that_a_model_may_not_decide() -> None:
    parts = schema()["$defs"]
    assert "origin" not in schema()["properties"] and "hosts" not in parts["LogicSpec"]["properties"]
    assert set(parts["WidgetSpec"]["properties"]) == {"code", "source", "title", "access"}
    assert (
        set(parts["PolicySpec"]["properties"]) == {"stakes"} and "key" not in parts["FieldSpec"]["properties"]
    )
    assert "title" in parts["ViewSpec"]["properties"]


def test_what_a_browser_finds_is_mended(home: Home) -> None:
    seen: list[str] = []

    def look(spec: AppSpec, stopped: Callable[[], bool]) -> Look:
        seen.append(spec.name)
        problem = Problem(
            "views.0", "spec-check-failed", {}, "opened in a browser, the table view fails: it stays empty"
        )
        return Look((Finding("look", problem),) if spec.name == "Blank" else (), "looked")

    home.look = look
    with ScriptedServer([said(changed(name="Blank")), said(RENT)]) as server:
        with_models(home, server)
        result = home.say(WISHES["en"])
        assert "it stays empty" in str(server.requests[1].json["messages"])
    assert seen == ["Blank", "Rent split"] and phrase("en", "making-look-looked") in result.reply
    assert [a.name for a in home.apps.list()] == ["Rent split"]


def test_nobody_says_that_a_browser_looked_when_none_did(home: Home) -> None:
    home.look = lambda spec, stopped: Look((), "server", "no browser")
    with ScriptedServer([said(RENT)]) as server:
        with_models(home, server)
        reply = home.say(WISHES["de"]).reply
    assert phrase("de", "making-look-server") in reply and phrase("de", "making-look-looked") not in reply


def test_a_broken_browser_is_not_held_against_an_app(tmp_path: Path) -> None:
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    seen = Looker(str(broken))(parse_spec(RENT), lambda: False)
    assert (seen.how, seen.findings) == ("server", ()) and seen.why


REMINDING = changed(
    reminders=[{"text": "Pay the rent", "rrule": "FREQ=MONTHLY;BYMONTHDAY=1", "time": "09:00"}]
)


def test_the_reminders_of_a_made_app_are_set(home: Home) -> None:
    with ScriptedServer([said(REMINDING)]) as server:
        with_models(home, server)
        made = home.say(WISHES["en"])
        (reminder,) = home.agenda.upcoming(10)
        assert (reminder.text, reminder.app_id) == ("Pay the rent", made.app and made.app["id"])
        assert made.reminders and "Pay the rent" in made.reply
        server.script = [said({**REMINDING, "name": "Renamed"})]
        assert home.say(CHANGE).act == "edit_app" and len(home.agenda.upcoming(10)) == 1
        home.undo(home.turns()[-1]["id"])
        home.undo(made.id)
        assert home.agenda.upcoming(10) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"rrule": "FREQ=DAILY"},
        {"time": "09:00"},
        {"rrule": "EVERY DAY", "time": "09:00"},
        {"rrule": "FREQ=DAILY", "time": "9 pm"},
    ],
)
def test_a_reminder_that_cannot_come_is_mended(home: Home, wrong: dict[str, str]) -> None:
    with ScriptedServer([said(changed(reminders=[{"text": "Pay", **wrong}])), said(REMINDING)]) as server:
        with_models(home, server)
        assert home.say(WISHES["en"]).act == "create_app" and len(server.requests) == 2
    assert [r.text for r in home.agenda.upcoming(10)] == ["Pay the rent"]


@pytest.mark.parametrize("provider", ["anthropic", "deepseek", "openai"])
def test_every_provider_drafts_and_mends(home: Home, provider: Provider) -> None:
    with ScriptedServer([said(WRONG), said(with_code())]) as server:
        base = server.url if provider == "anthropic" else server.openai_url
        name = {"anthropic": "claude-haiku-4-5", "deepseek": "deepseek-flash", "openai": "gpt-5"}[provider]
        spec = ModelSpec(provider, name, base, "k", context_tokens=200_000)
        home.__dict__["models"] = Models(home.database, lambda: Roster((spec,)), home.clock, home.journal)
        result = home.say(WISHES["en"])
        assert result.act == "create_app" and result.app and result.app["logic"], result.reply
        asked = [r.json for r in server.requests]
    assert len(asked) == 2 and all(r["tools"] for r in asked)
    (line,) = home.models.ledger.sums("turn_id")
    assert line.key == result.id and line.cost_usd > 0
