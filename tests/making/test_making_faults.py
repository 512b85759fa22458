"""Whatever a model does wrong, the turn ends in a working app or in an honest message, and what is live stays."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import FAIR, RENT, WISHES, WRONG, changed, said, with_code, with_formula, with_models

from calisson.app import Home
from calisson.assistant.types import TurnResult
from calisson.language.phrases import phrase
from calisson.making import Progress, pipeline
from calisson.models import Models, Roster
from calisson.testing import Answer, Fail, Malformed, ScriptedServer

BAD_NAME = changed(
    entities=[{"name": "x", "label": "X", "fields": [{"name": "1 a", "label": "A", "type": "colour"}]}]
)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def talk(
    home: Home, *steps: Any, text: str = WISHES["en"], strong: bool = False
) -> tuple[TurnResult, list[Progress], int]:
    """Say the wish to scripted models; return the result, what was watched, and how often they were asked."""
    seen: list[Progress] = []
    with ScriptedServer(steps) as server:
        with_models(home, server, strong=strong)
        result = next(e.result for e in home.stream(text, watch=seen.append) if e.result)
        return result, seen, len(server.requests)


def usable(home: Home, result: TurnResult) -> dict[str, Any]:
    """Make sure that the turn's app is there and can be used, and return it."""
    assert result.app is not None and result.act == "create_app"
    assert result.app["views"] and home.apps.get(result.app["id"]).version == 1
    home.apps.glance(result.app["id"], home.now())
    return result.app


def test_a_model_makes_what_the_embedded_engine_cannot(home: Home) -> None:
    result, seen, asked = talk(home, said(RENT))
    app = usable(home, result)
    assert (app["name"], asked, result.undoable) == ("Rent split", 1, True)
    assert [p.step for p in seen] == ["plan", "draft", "draft-done", "check", "preview", "ended"]
    assert "Rent split" in result.reply and "checks hold" in result.reply
    with home.by_hand() as tx:
        made = home.apps.add(
            tx, app["id"], None, {"person": "Ida", "income": 1000, "rent": 900, "everyone": 3000}
        )
    assert made.computed["share"] == 300
    assert result.decision is not None and "quick" in result.decision.why
    route = home.journal.get(home.journal.get(result.decision.id).evidence[-1])
    assert route.option.startswith("openai:quick") and "draft" in str(route.as_dict())
    home.undo(tx.turn_id or "")
    home.undo(result.id)
    assert home.apps.list() == []


def test_without_a_model_the_embedded_draft_is_made(home: Home) -> None:
    with ScriptedServer() as server:
        home.__dict__["models"] = Models(home.database, Roster)
        assert usable(home, home.say(WISHES["en"]))["name"] == "Income" and not server.received


REPAIRED = {
    "invalid JSON": [Malformed(), said(RENT)],
    "words instead of an answer": [Answer("Sure, here is your app!"), said(RENT)],
    "JSON that ends too early": [Answer('{"name": "Rent", "entities": ['), said(RENT)],
    "wrong schema": [said({"title": "no"}), said({"title": "no"}), said(RENT)],
    "types and names that do not exist": [said(BAD_NAME), said(BAD_NAME), said(RENT)],
    "a formula that cannot be read": [said(with_formula("rent **")), said(RENT)],
    "checks that fail twice": [said(WRONG), said(with_formula("income")), said(RENT)],
    "a view of nothing": [said(changed(views=[{"kind": "table", "entity": "ghost"}])), said(RENT)],
    "no views, then views": [said(changed(views=[])), said(RENT)],
    "an overloaded provider": [Fail.overloaded(), Fail.overloaded(), said(RENT)],
    "rate limits": [Fail.rate_limited(0.01), Fail.rate_limited(0.01), said(RENT)],
    "a broken answer in between": [said(WRONG), Malformed(), said(RENT)],
}


@pytest.mark.parametrize("fault", REPAIRED)
def test_a_fault_is_repaired(home: Home, fault: str) -> None:
    result, seen, _ = talk(home, *REPAIRED[fault])
    app = usable(home, result)
    assert (
        app["name"] == "Rent split"
        and app["entities"][0]["fields"][-1]["formula"] == RENT["entities"][0]["fields"][-1]["formula"]
    )
    assert seen[-1].data["ending"] == "done"


HOPELESS: dict[str, tuple[list[Any], str, int]] = {
    "never right": ([said(with_formula(f"rent * {n}.0")) for n in range(9)], "rounds", 4),
    "repetition": ([said(WRONG)], "repetition", 2),
    "only bad JSON": ([Malformed()], "unusable", 8),
    "only words": ([Answer("I have built and tested it. All tests pass!")], "unusable", 8),
    "refusal": ([Answer("no", stop="refusal")], "refused", 1),
    "rate limit without end": ([Fail.rate_limited(300)], "rate", 1),
    "overload without end": ([Fail.overloaded()], "rate", 4),
    "wrong key": ([Fail.unauthorised()], "unusable", 1),
    "prompt too long": ([Fail.too_long()], "unusable", 1),
    "right, then gone": ([said(WRONG), Fail.unauthorised()], "unusable", 2),
}


@pytest.mark.parametrize("fault", HOPELESS)
def test_what_cannot_be_mended_ends_in_a_plain_app_and_the_truth(home: Home, fault: str) -> None:
    steps, ending, most = HOPELESS[fault]
    result, seen, asked = talk(home, *steps)
    assert usable(home, result)["name"] == "Income", "the embedded engine's draft"
    assert (
        result.reply.startswith(phrase("en", f"making-ended-{ending}"))
        and phrase("en", "making-simple") in result.reply
    )
    assert seen[-1].data["ending"] == ending and asked <= most
    assert result.decision is not None and ending in result.decision.why
    assert home.journal.verify() == []


@pytest.mark.parametrize("language", WISHES)
@pytest.mark.parametrize("ending", ["rounds", "rate"])
def test_the_truth_is_told_in_every_language(home: Home, language: str, ending: str) -> None:
    steps = HOPELESS["never right" if ending == "rounds" else "overload without end"][0]
    result, _, asked = talk(home, *steps, text=WISHES[language])
    assert asked and result.language == language
    assert result.reply.startswith(phrase(language, f"making-ended-{ending}"))
    usable(home, result)


@pytest.mark.parametrize("language", WISHES)
def test_success_is_told_in_every_language(home: Home, language: str) -> None:
    result, _, _ = talk(home, said(RENT), text=WISHES[language])
    assert usable(home, result)["language"] == language and "Rent split" in result.reply
    assert "making-" not in result.reply


def test_a_server_that_is_gone_is_no_dead_end(home: Home) -> None:
    with ScriptedServer() as server:
        with_models(home, server)
    result = home.say(WISHES["de"])
    assert result.reply.startswith(phrase("de", "making-ended-connection"))
    usable(home, result)


def test_a_model_that_does_not_answer_in_time(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "TIMEOUT_S", 0.3)
    result, seen, _ = talk(home, said(RENT, delay_s=1.0))
    assert seen[-1].data["ending"] == "timeout"
    usable(home, result)


def test_a_model_that_lies_about_passing_is_not_believed(home: Home) -> None:
    lie = {**WRONG, "summary": "All tests pass.", "checks": [{**RENT["checks"][0], "expected": 900_000}]}
    honest = {**lie, "checks": RENT["checks"]}
    tests_removed = changed(checks=[], entities=WRONG["entities"])
    result, _, _ = talk(
        home,
        said(
            honest,
        ),
        said(honest),
    )
    assert "All tests pass" not in result.reply and usable(home, result)["name"] == "Income"
    assert tests_removed  # its own checks may be wrong: what a person sees is what was run, never a claim


def test_a_change_that_fails_leaves_the_live_version(home: Home) -> None:
    made, _, _ = talk(home, said(RENT))
    assert made.app is not None
    text = "change the app so that it suggests who should pay less"
    for steps in ([said(WRONG)], [Malformed()], [Fail.unauthorised()], [Answer("no", stop="refusal")]):
        result, _, asked = talk(home, *steps, text=text)
        assert asked, "the model was not asked"
        live = home.apps.get(made.app["id"])
        assert live.version == 1 and live.spec.as_dict() == {
            k: v for k, v in made.app.items() if k not in ("id", "version")
        }
        assert phrase("en", "making-unchanged", name="Rent split") in result.reply and not result.undoable


def test_a_change_publishes_a_version_and_undo_brings_the_former_back(home: Home) -> None:
    made, _, _ = talk(home, said(RENT))
    assert made.app is not None
    more = changed(name="Rent and suggestion")
    result, _, _ = talk(home, said(more), text="change the app so that it suggests who should pay less")
    assert (result.act, home.apps.get(made.app["id"]).version) == ("edit_app", 2), result.reply
    home.undo(result.id)
    assert home.apps.get(made.app["id"]).spec.name == "Rent split"


def test_fields_in_use_do_not_vanish_by_accident(home: Home) -> None:
    made, _, _ = talk(home, said(RENT))
    assert made.app is not None
    fewer = changed(
        entities=[{**RENT["entities"][0], "fields": RENT["entities"][0]["fields"][:2]}], metrics=[], checks=[]
    )
    text = "change the app so that it suggests who should pay less"
    result, seen, _ = talk(home, said(fewer), said(fewer), text=text)
    assert result.act == "clarify" and home.apps.get(made.app["id"]).version == 1
    told = next(p.data["findings"] for p in seen if p.step == "check")
    assert "in use and is gone" in told[0]["problem"]
    result, _, _ = talk(home, said({**fewer, "removed": ["rent", "everyone", "share"]}), text=text)
    assert result.act == "edit_app"


def test_what_a_model_may_not_decide_stays(home: Home) -> None:
    made, _, _ = talk(home, said(RENT))
    assert made.app is not None
    loose = changed(
        policy={"stakes": "ordinary", "visibility": "circle", "remote_prompts": True, "shared_with": ["all"]}
    )
    talk(home, said(loose), text="change the app so that it suggests who should pay less")
    live = home.apps.get(made.app["id"]).spec
    policy = live.policy
    assert (policy.visibility, policy.shared_with, policy.remote_prompts) == ("private", (), False)


def test_high_stakes_are_reviewed_by_the_strong_model(home: Home) -> None:
    money = changed(policy={"stakes": "money"})
    better = {**money, "summary": "reviewed"}
    result, seen, asked = talk(home, said(money), said(better), strong=True)
    assert asked == 3 and usable(home, result)["summary"] == "reviewed"  # with the tester
    assert (
        "review" in [p.step for p in seen]
        and "reviewed by the strong model" in (result.decision or result).why
    )  # type: ignore[union-attr]


def test_a_review_that_breaks_it_is_dropped(home: Home) -> None:
    money = changed(policy={"stakes": "money"})
    result, _, _ = talk(home, said(money), said({**WRONG, "policy": {"stakes": "money"}}), strong=True)
    assert usable(home, result)["name"] == "Rent split"


def test_the_same_words_under_their_key_are_paid_for_once(home: Home) -> None:
    with ScriptedServer([said(RENT)]) as server:
        with_models(home, server)
        first = home.say(WISHES["en"], key="k1")
        second = home.say(WISHES["en"], key="k1")
        assert first == second and len(server.requests) == 1 and len(home.apps.list()) == 1


def test_code_that_fails_its_tests_twice_and_then_passes(home: Home) -> None:
    wrong = with_code(FAIR.replace("/ everyone", "* everyone"))
    no_python = with_code("function fairShare(rent) { return rent }")
    result, seen, asked = talk(home, said(wrong), said(no_python), said(with_code()))
    assert asked == 3 and usable(home, result)["logic"][0]["name"] == "fair_share"
    assert [p.data["passed"] for p in seen if p.step == "check"] == [False, False, True]
    told = [p.data["findings"] for p in seen if p.step == "check"]
    assert "expected 300" in str(told[0]) and "syntax" in str(told[1])
    with home.by_hand() as tx:
        one = home.apps.add(
            tx, result.app["id"], None, {"person": "Ida", "income": 1, "rent": 900, "everyone": 3}
        )  # type: ignore[index]
    assert one.computed["share"] == 300


BROKEN_CODE = {
    "no tests": with_code(examples=[]),
    "one test": with_code(examples=[{"inputs": {"rent": 9, "income": 1, "everyone": 3}, "output": 3}]),
    "fails on an empty field": with_code(FAIR.replace("if not everyone or rent is None or income is None", "if not everyone")),
    "an endless loop": with_code("def fair_share(rent, income, everyone):\n    while True:\n        pass"),
    "reads the house": with_code("import os\ndef fair_share(rent, income, everyone):\n    return os.listdir('/')"),
    "calls the network": with_code("import socket\ndef fair_share(rent, income, everyone):\n    return socket.socket()"),
    "gives words for money": with_code("def fair_share(rent, income, everyone):\n    return 'a third'",
                                       [{"inputs": {"rent": 1, "income": 1, "everyone": 1}, "output": "a third"}] * 2),
    "calls what is not there": {**with_code(), "logic": []},
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN_CODE)
def test_code_that_does_not_hold_is_never_live(home: Home, fault: str) -> None:
    result, seen, asked = talk(home, said(BROKEN_CODE[fault]))
    assert asked == 2 and seen[-1].data["ending"] == "repetition"
    assert usable(home, result)["name"] == "Income" and not usable(home, result)["logic"]
    mended, _, _ = talk(home, said(BROKEN_CODE[fault]), said(with_code()), text=WISHES["de"])
    assert mended.app is not None and mended.app["logic"]


def test_a_function_gets_no_host_however_it_asks(home: Home) -> None:
    spec = with_code()
    spec["logic"][0]["hosts"] = ["evil.example"]
    spec["entities"][0]["fields"][0]["key"] = "somewhere_else"
    result, _, _ = talk(home, said(spec))
    app = usable(home, result)
    assert app["logic"][0]["hosts"] == [] and app["entities"][0]["fields"][0]["key"] == "person"
