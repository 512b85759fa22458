"""A function that wants more than its own app asks the person first, and no other way leads there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import RENT, WISHES, said, with_function, with_models

from calisson.app import Home
from calisson.apps import parse_spec
from calisson.assistant.types import TurnResult
from calisson.circles import Scope
from calisson.errors import ScopeError, SpecError
from calisson.language.phrases import phrase
from calisson.portable import package
from calisson.testing import ScriptedServer

BOUGHT = {
    "name": "Groceries",
    "entities": [{"name": "item", "label": "Item", "fields": [
        {"name": "what", "label": "What", "type": "text"},
        {"name": "price", "label": "Price", "type": "money", "currency": "EUR"}]}],
    "views": [{"kind": "table", "entity": "item"}],
}  # fmt: skip
WISH = "change the app so that it suggests who pays what of my Groceries"
ADD_UP = """
def add_up(records, inputs):
    return {"message": str(sum(r.get("price") or 0 for r in records["bought"]))}
"""
EXAMPLES = [{"records": {"bought": [{"price": 2}, {"price": 3}]}, "output": {"message": "5"}}, {"output": {"message": "0"},
             "records": {"bought": []}}]  # fmt: skip
OTHERS = [{"name": "bought", "app": "Groceries", "entity": "item", "fields": ["price"]}]


def asking(others: Any = OTHERS, **more: Any) -> dict[str, Any]:
    made = with_function(
        ADD_UP, EXAMPLES, name="add_up", label="Add up", inputs=[], access={}, others=others, **more
    )
    return made


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        with opened.by_hand() as tx:
            shop = opened.apps.create(tx, parse_spec(BOUGHT))
            opened.apps.add_many(
                tx, shop.id, None, [{"what": "tea", "price": 4}, {"what": "jam", "price": 5}]
            )
        with opened.by_hand() as tx:
            opened.apps.create(tx, parse_spec(RENT))
        yield opened


def talk(home: Home, *steps: Any, text: str = WISH) -> tuple[TurnResult, list[dict[str, Any]], list[str]]:
    found: list[str] = []
    with ScriptedServer(steps) as server:
        with_models(home, server)
        app = next(a.id for a in home.apps.list() if a.name == "Rent split")
        watch = lambda p: found.append(str(p.data["findings"])) if p.step == "check" else None  # noqa: E731
        result = next(e.result for e in home.stream(text, app_id=app, watch=watch) if e.result)
        return result, [r.json for r in server.requests], found


def rent(home: Home) -> Any:
    return next(a for a in home.apps.list() if a.name == "Rent split")


def test_nothing_is_live_before_the_person_says_yes(home: Home) -> None:
    result, asked, _ = talk(home, said(asking()))
    assert result.act == "clarify" and rent(home).version == 1 and not result.undoable
    (offer,) = result.offers
    assert (
        offer.asks == ["“Add up” wants to read “Price” in your app “Groceries”."]
        and offer.asks[0] in result.reply
    )
    sent = str(asked[0]["messages"])
    assert "Groceries" in sent and "price" in sent and "jam" not in sent
    done = home.say("yes")
    assert done.act == "edit_app" and rent(home).version == 2, done.reply
    assert home.call_function(rent(home).id, "add_up", {})["message"] == "9"
    decision = home.journal.get(done.decision.id if done.decision else "")
    assert "agreed: “Add up” wants to read" in str(decision.as_dict())
    home.undo(done.id)
    assert rent(home).spec.functions == ()


def test_without_a_yes_nothing_changes(home: Home) -> None:
    talk(home, said(asking()))
    home.say("no")
    assert rent(home).version == 1 and rent(home).spec.functions == ()


@pytest.mark.parametrize("language", WISHES)
def test_a_new_app_asks_in_every_language(home: Home, language: str) -> None:
    result, asked, found = talk(home, said(asking()), text=f"{WISHES[language]} (Groceries)")
    assert asked, result.reply
    assert result.offers and result.offers[0].asks[0] in result.reply, found
    done = home.say(phrase(language, "making-yes").split("|")[0])
    assert done.act == "create_app" and len(home.apps.list()) == 3


UNASKED = {
    "an app that nobody named": (asking([{**OTHERS[0], "app": "Diary"}]), "did not name the app 'Diary'"),
    "a field that is not there": (asking([{**OTHERS[0], "fields": ["secret"]}]), "no field 'secret'"),
    "an entity that is not there": (asking([{**OTHERS[0], "entity": "debt"}]), "no entity 'debt'"),
    "the name of its own entity": (asking([{**OTHERS[0], "name": "flatmate"}]), "own entities"),
}


@pytest.mark.parametrize("fault", UNASKED)
def test_what_was_not_named_cannot_be_asked_for(home: Home, fault: str) -> None:
    wrong, told = UNASKED[fault]
    result, _, found = talk(home, said(wrong), said(asking()))
    assert told in found[0] and result.offers
    result, _, found = talk(home, said(wrong))
    assert not result.offers and rent(home).version == 1


def test_an_app_is_named_in_whole_words(home: Home) -> None:
    result, asked, found = talk(
        home, said(asking()), text="change the app so that it suggests megaGroceriesStore"
    )
    assert "did not name" in found[0] and "item" not in str(asked[0]["messages"]) and not result.offers


def test_what_was_granted_stays_and_more_is_asked_again(home: Home) -> None:
    talk(home, said(asking()))
    home.say("yes")
    plain = "change the app so that it suggests who should pay less"
    assert talk(home, said({**asking(), "summary": "new"}), text=plain)[0].act == "edit_app"
    more = asking([{**OTHERS[0], "fields": ["price", "what"]}])
    assert "did not name" in talk(home, said(more), text=plain)[2][0]
    result, _, _ = talk(home, said(more))
    assert result.offers[0].asks == ["“Add up” wants to read “What” in your app “Groceries”."]


def test_no_other_way_leads_there(home: Home) -> None:
    shop = next(a for a in home.apps.list() if a.name == "Groceries")
    spec = parse_spec(asking([{**OTHERS[0], "app": shop.id}]))
    with home.by_hand() as tx:
        for publish in (
            lambda: home.apps.create(tx, spec),
            lambda: home.apps.publish(tx, rent(home).id, spec),
        ):
            with pytest.raises(SpecError) as raised:
                publish()
            assert [p.message_id for p in raised.value.problems] == ["grant-needed"]
    with home.by_hand() as tx:
        app = home.apps.create(tx, spec, granted=True)
    assert home.call_function(app.id, "add_up", {})["message"] == "9"
    with pytest.raises(ScopeError):
        home.call_function(app.id, "add_up", {}, scopes={Scope.LOG})
    taken, _ = package.take_in(home, package.read(package.pack(home, app.id)))
    assert home.apps.get(taken).spec.functions == ()
    with home.by_hand() as tx:
        home.apps.delete(tx, shop.id)
    assert home.call_function(app.id, "add_up", {})["message"] == "0"
