"""What the home says to words that it does not understand, with a model and without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.models import Models, ModelSpec, Roster
from calisson.testing import Answer, Fail, ScriptedServer

STRANGE = "Erklär mir zwölf brabbelnde Quarzflöten im Nordwind"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def with_model(home: Home, server: ScriptedServer, *, images: bool = False) -> None:
    if former := home.__dict__.pop("models", None):
        former.close()
    spec = ModelSpec("openai", "qwen3", server.openai_url, local=True, images=images)
    home.__dict__["models"] = Models(
        home.database, lambda: Roster((spec,)), home.clock, home.journal, random=lambda: 0.0
    )


def unclear(home: Home) -> str:
    """Make sure that the embedded engine does not know the words, and return its answer."""
    home.__dict__["models"] = Models(home.database, Roster, home.clock)
    result = home.say(STRANGE)
    assert result.act == "clarify", "choose stranger words"
    return result.reply


def test_a_model_answers_what_nobody_else_understands(home: Home) -> None:
    unclear(home)
    with ScriptedServer([Answer("Das klingt nach einem Gedicht.")]) as server:
        with_model(home, server)
        result = home.say(STRANGE)
        sent = server.requests[0].json
    assert (result.reply, result.act, result.undoable) == ("Das klingt nach einem Gedicht.", "chat", False)
    assert sent["messages"][-1]["content"] == STRANGE and "Answer in German" in str(sent["messages"][0])
    assert "qwen3" in result.decision.why
    explained = home.journal.get(result.decision.id)
    assert explained.option == "chat" and home.journal.verify() == []
    route = home.journal.get(explained.evidence[-1])
    assert route.option.startswith("openai:qwen3") and route.turn_id == result.id
    (line,) = home.models.ledger.sums("turn_id")
    assert line.key == result.id and line.cost_usd == 0


def test_what_the_home_knows_is_not_sent_along(home: Home) -> None:
    unclear(home)
    home.say("remember that my locker code is 4711")
    home.say("thanks")
    with ScriptedServer([Answer("Hm.")]) as server:
        with_model(home, server)
        assert home.say(STRANGE).reply == "Hm."
        assert b"4711" not in server.sent and b"thanks" in server.sent


def test_what_a_model_was_given_is_noted_and_forgotten(home: Home) -> None:
    unclear(home)
    home.say("remember that my sister Quillon is allergic to zanzafruit")
    (fact,) = home.memories.all()
    with ScriptedServer([Answer("Hm."), Answer("Hm again.")]) as server:
        with_model(home, server)
        result = home.say(STRANGE)
        assert b"zanzafruit" in server.sent
    (use,) = home.explain(result.decision.id)["memories"]
    assert (use["id"], use["how"], use["text"]) == (fact["id"], "profile", fact["text"])
    assert use["place"] > 0, "none of them was told"
    assert home.explain(result.decision.id, "ana")["memories"] == []
    assert [u["how"] for u in home.memories.uses(fact["id"])] == ["profile"]
    assert home.memories.learn()["collected"] == 0, "what was given is no lesson"
    home.memories.forget(fact["id"])
    assert home.explain(result.decision.id)["memories"][0]["text"] == ""


def test_what_is_understood_never_leaves(home: Home) -> None:
    with ScriptedServer([Answer("no")]) as server:
        with_model(home, server)
        for text in (
            "I want to track the books I read: title and pages",
            "read Dune, 412 pages",
            "how many pages?",
            "thanks",
        ):
            home.say(text)
        assert server.received == []


@pytest.mark.parametrize(
    "step", [Fail.unauthorised(), Fail(400, "bad", "bad"), Answer("  "), Answer("no", stop="refusal")]
)
def test_when_no_model_answers_the_turn_goes_on_as_ever(home: Home, step: Answer | Fail) -> None:
    plain = unclear(home)
    with ScriptedServer([step]) as server:
        with_model(home, server)
        result = home.say(STRANGE)
    assert (result.reply, result.act) == (plain, "clarify")


def test_a_dead_server_is_no_dead_end(home: Home) -> None:
    plain = unclear(home)
    with ScriptedServer() as server:
        with_model(home, server)
    assert home.say(STRANGE).reply == plain


@pytest.mark.parametrize("text", ["", STRANGE])
def test_a_picture_is_shown_to_a_model_that_sees_and_to_no_other(home: Home, text: str) -> None:
    from calisson.store import Blobs

    with home.by_hand() as tx:
        picture = Blobs(home.database).put(tx, b"\x89PNG\r\n\x1a\n" + b"0" * 40, "image/png").id
    with ScriptedServer([Answer("A bowl of soup.")]) as server:
        with_model(home, server, images=True)
        seen = home.say(text, images=[picture])
        assert (seen.reply, seen.act, seen.images) == ("A bowl of soup.", "chat", [picture])
        assert b"iVBORw0KGgo" in server.sent
    with ScriptedServer([Answer("A guess.")]) as server:
        with_model(home, server)
        blind = home.say(text, images=[picture])
        assert blind.act == "clarify" and server.requests == [] and blind.images == [picture]


@pytest.mark.parametrize("words, strong", [(STRANGE, False), (f"{STRANGE}, bitte doppelt prüfen", True)])
def test_the_strong_one_is_asked_first_when_asked_for(home: Home, words: str, strong: bool) -> None:
    with ScriptedServer([Answer("Hm.")]) as server:
        specs = (ModelSpec("openai", "quick", server.openai_url, local=True),
                 ModelSpec("openai", "careful", server.openai_url, local=True, strength="strong"))  # fmt: skip
        home.__dict__["models"] = Models(home.database, lambda: Roster(specs), home.clock, random=lambda: 0.0)
        assert home.say(words).reply == "Hm."
        assert server.requests[0].json["model"] == ("careful" if strong else "quick")


def test_what_hangs_on_an_app_of_health_makes_the_strong_one_speak(home: Home) -> None:
    app = home.say("track my blood pressure medication: pill, dose, time")
    assert app.app and home.apps.get(app.app["id"]).spec.policy.stakes == "health"
    with ScriptedServer([Answer("Hm.")]) as server:
        specs = (ModelSpec("openai", "quick", server.openai_url, local=True),
                 ModelSpec("openai", "careful", server.openai_url, local=True, strength="strong"))  # fmt: skip
        home.__dict__["models"] = Models(home.database, lambda: Roster(specs), home.clock, random=lambda: 0.0)
        assert home.say("Erklär mir brabbelnde Quarzflöten im Nordwind", app_id=app.app["id"]).reply == "Hm."
        assert server.requests[0].json["model"] == "careful"
