"""What the home says to words that it does not understand, with a model and without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.assistant import crediting
from calisson.errors import CalissonError
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
    home.say("thanks")
    assert home.journal.tail(9, crediting.KIND) == [], "what was given is credited with nothing"
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


def test_a_models_words_come_as_it_says_them(home: Home) -> None:
    with ScriptedServer([Answer("One piece after the other, as it is said.")]) as server:
        with_model(home, server)
        events = list(home.stream(STRANGE))
    pieces = [e.delta for e in events if e.delta]
    assert "".join(pieces) == events[-1].result.reply == "One piece after the other, as it is said."
    assert len(pieces) > 5 and not any(e.restart for e in events)


def test_words_that_were_cut_are_void_and_the_next_model_begins_anew(home: Home) -> None:
    long = "These words are cut in the middle of what they say."
    with ScriptedServer([Answer(long, cut_after=8)] * 3) as one, ScriptedServer([Answer("Whole.")]) as two:
        specs = (ModelSpec("openai", "cut", one.openai_url, local=True),
                 ModelSpec("openai", "whole", two.openai_url, local=True))  # fmt: skip
        home.__dict__["models"] = Models(home.database, lambda: Roster(specs), home.clock, random=lambda: 0.0)
        events = list(home.stream(STRANGE))
    assert any(e.restart for e in events) and events[-1].result.reply == "Whole."
    last = max(n for n, e in enumerate(events) if e.restart)
    assert "".join(e.delta for e in events[last:]) == "Whole."


def test_when_every_model_is_cut_the_home_answers_itself(home: Home) -> None:
    own = unclear(home)
    with ScriptedServer([Answer("Cut off somewhere in here.", cut_after=6)] * 9) as server:
        with_model(home, server)
        events = list(home.stream(STRANGE))
    last = max(n for n, e in enumerate(events) if e.restart)
    assert "".join(e.delta for e in events[last:]) == events[-1].result.reply == own


def test_an_error_of_the_turn_reaches_whoever_listens(home: Home) -> None:
    with pytest.raises(CalissonError):
        list(home.stream("look", images=("0" * 64,)))


WORLD = [
    "What's the capital of Peru?",
    "Wie lange kocht ein Ei?",
    "怎么煮鸡蛋？",
    "ペルーの首都はどこ？",
    "달걀은 어떻게 삶아?",
]
OWN = ["Where is my passport?", "Wo ist mein Pass?", "我的护照在哪里？", "私のパスポートはどこ？", "내 여권 어디 있어?",
       "When is Lena's birthday?", "Wann hat Oma Geburtstag?", "妈妈的生日是什么时候？"]  # fmt: skip


@pytest.mark.parametrize("question", WORLD)
def test_a_question_of_the_world_that_nothing_here_answers_goes_to_a_model(home: Home, question: str) -> None:
    with ScriptedServer([Answer("It is so.")]) as server:
        with_model(home, server)
        assert home.say(question).reply == "It is so."
        assert len(server.requests) == 1


@pytest.mark.parametrize("question", OWN)
def test_what_is_ones_own_or_somebodys_is_not_asked_outside(home: Home, question: str) -> None:
    with ScriptedServer([Answer("no")]) as server:
        with_model(home, server)
        assert home.say(question).act == "recall" and not server.requests


def test_what_was_kept_is_told_without_a_model(home: Home) -> None:
    home.say("remember that the capital of our board game is called Perula")
    with ScriptedServer([Answer("no")]) as server:
        with_model(home, server)
        assert "Perula" in home.say("What is the capital of the board game called?").reply
        assert not server.requests
