"""Two designs side by side when nobody said what the app should be like, and the one that a person picks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import RENT, WRONG, changed, said, with_models

from calisson.app import Home
from calisson.assistant.types import TurnResult
from calisson.errors import NotFoundError
from calisson.testing import Fail, ScriptedServer

OPEN = {
    "en": "Make me something nice for the kids",
    "de": "Ich hätte gern was für den Garten",
}
OTHER = changed(name="Cards", views=[{"kind": "cards", "entity": "flatmate"}], summary="On cards")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def offered(home: Home, *steps: Any, text: str = OPEN["en"]) -> tuple[TurnResult, list[dict[str, Any]]]:
    with ScriptedServer(steps) as server:
        with_models(home, server)
        return home.say(text), [r.json for r in server.requests]


@pytest.mark.parametrize("language", OPEN)
def test_two_designs_are_offered_and_none_is_live(home: Home, language: str) -> None:
    result, asked = offered(home, said(RENT), said(OTHER), text=OPEN[language])
    assert (result.act, result.options, result.undoable) == ("clarify", ["1. Rent split", "2. Cards"], False)
    assert [(o.name, o.views) for o in result.offers] == [
        ("Rent split", ["table", "stat"]),
        ("Cards", ["cards"]),
    ]
    assert home.apps.list() == [] and "Rent split" in result.reply
    assert len(asked) == 2 and "clearly different" in str(asked[1]["messages"])


@pytest.mark.parametrize(("words", "name"), [("1", "Rent split"), ("2. Cards", "Cards"), ("cards", "Cards")])
def test_words_pick_one(home: Home, words: str, name: str) -> None:
    offer, _ = offered(home, said(RENT), said(OTHER))
    result = home.say(words)
    assert (
        result.act == "create_app" and [a.name for a in home.apps.list()] == [name] and name in result.reply
    )
    assert result.decision is not None
    decision = home.journal.get(result.decision.id)
    assert offer.id in decision.evidence and len(decision.alternatives) == 2 and home.journal.verify() == []
    home.undo(result.id)
    assert home.apps.list() == []


def test_other_words_pick_none(home: Home) -> None:
    offered(home, said(RENT), said(OTHER))
    assert home.say("track the books I read").app is not None
    assert [a.name for a in home.apps.list()] != ["Rent split"]


def test_an_offer_is_picked_later_by_its_number(home: Home) -> None:
    offer, _ = offered(home, said(RENT), said(OTHER))
    home.say("thanks")
    first = home.pick(offer.id, 2, key="k")
    assert first.act == "create_app" and home.pick(offer.id, 2, key="k") == first
    assert [a.name for a in home.apps.list()] == ["Cards"]
    with pytest.raises(NotFoundError):
        home.pick(offer.id, 3)
    with pytest.raises(NotFoundError):
        home.pick(first.id, 1)
    with pytest.raises(NotFoundError):
        home.pick(offer.id, 1, person="guest")


@pytest.mark.parametrize(
    "second", [said(RENT), said(WRONG), Fail.unauthorised()], ids=["the same", "wrong", "none"]
)
def test_without_a_second_design_the_first_is_made(home: Home, second: Any) -> None:
    result, _ = offered(home, said(RENT), second)
    assert (
        result.act == "create_app"
        and not result.offers
        and [a.name for a in home.apps.list()] == ["Rent split"]
    )
