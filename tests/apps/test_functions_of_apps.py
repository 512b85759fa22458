"""Functions of an app: what they are given, what they may want, and that nothing is half written."""

from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.apps import parse_spec
from calisson.apps.validation import problems
from calisson.errors import AppError, CalissonError, NotFoundError, ValuesError

ENTITIES = [
    {"name": "bill", "label": "Bill", "fields": [
        {"name": "what", "label": "What", "type": "text"}, {"name": "amount", "label": "Amount", "type": "number"},
        {"name": "paid", "label": "Paid", "type": "boolean"}]},
    {"name": "secret", "label": "Secret", "fields": [{"name": "word", "label": "Word", "type": "text"}]},
]  # fmt: skip
SETTLE = """
def settle(records, inputs):
    due = [r for r in records["bill"] if r["amount"] > inputs["over"]]
    return {"change": [{"id": r["id"], "values": {"paid": True}} for r in due], "message": f"{len(due)} of {sorted(records)} {sorted(due[0])}"}
"""
ACCESS = {"reads": ["bill.amount"], "writes": ["bill.paid"]}


def spec(code: str, name: str = "settle", access: Any = ACCESS) -> Any:
    return parse_spec({"name": "Bills", "entities": ENTITIES,
                       "functions": [{"name": name, "code": code, "inputs": ["over"], "access": access}]})  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Any:
    with Home(tmp_path / "home") as made:
        yield made


def made(home: Home, code: str, access: Any = ACCESS) -> tuple[str, list[str]]:
    with home.by_hand() as tx:
        app = home.apps.create(tx, spec(code, access=access))
        ids = [home.apps.add(tx, app.id, "bill", {"what": "x", "amount": n}).id for n in (5, 50)]
        home.apps.add(tx, app.id, "secret", {"word": "hush"})
    return app.id, ids


def paid(home: Home, ids: list[str]) -> list[Any]:
    return [home.apps.record(i).values.get("paid") for i in ids]


def test_a_function_sees_and_changes_what_it_declares_in_one_turn(home: Home) -> None:
    app_id, ids = made(home, SETTLE)
    done = home.call_function(app_id, "settle", {"over": 10, "more": "left out"})
    assert done["message"] == "1 of ['bill'] ['amount', 'id']" and done["changed"] == 1
    assert paid(home, ids) == [None, True]
    home.undo(done["turn_id"])
    assert paid(home, ids) == [None, None]


@pytest.mark.parametrize(
    ("result", "access"),
    [
        ("{'change': [{'id': r['id'], 'values': {'amount': 0}} for r in records['bill']]}", ACCESS),
        ("{'change': [{'id': 'rec_other', 'values': {'paid': True}}]}", ACCESS),
        ("{'add': [{'entity': 'secret', 'values': {'word': 'x'}}]}", ACCESS),
        ("{'remove': [r['id'] for r in records['bill']]}", ACCESS),
        ("{'sql': 'drop'}", ACCESS), ("[1]", ACCESS), ("{'add': 5}", ACCESS), ("{'add': [5]}", ACCESS),
        ("{'add': [{'entity': 'bill', 'values': {'paid': True}}] * 1001}", ACCESS),
        ("records['secret']", ACCESS), ("1 / 0", ACCESS), ("object()", ACCESS),
        ("open('/etc/passwd').read() and open('/etc/shadow').read()", ACCESS),
        ("__import__('socket').create_connection(('127.0.0.1', 9), 1)", ACCESS),
    ],
)  # fmt: skip
def test_what_it_did_not_declare_changes_nothing(home: Home, result: str, access: Any) -> None:
    app_id, ids = made(home, f"def settle(records, inputs):\n    return {result}\n", access)
    with pytest.raises(AppError) as raised:
        home.call_function(app_id, "settle", {})
    assert raised.value.message_id == "error-function"
    assert paid(home, ids) == [None, None] and home.apps.count(app_id) == 3


def test_all_or_nothing_when_a_value_does_not_fit(home: Home) -> None:
    two = "[{'entity': 'bill', 'values': {'amount': 1}}, {'entity': 'bill', 'values': {'amount': 'x'}}]"
    code = f"def settle(records, inputs):\n    return {{'add': {two}}}"
    app_id, _ = made(home, code, {"reads": [], "writes": ["bill"]})
    with pytest.raises(ValuesError):
        home.call_function(app_id, "settle", {})
    assert home.apps.count(app_id, "bill") == 2


def test_removal_needs_the_whole_entity(home: Home) -> None:
    code = "def settle(records, inputs):\n    return {'remove': [r['id'] for r in records['bill']]}"
    app_id, _ = made(home, code, {"reads": ["bill"], "writes": ["bill"]})
    assert home.call_function(app_id, "settle", {})["changed"] == 2
    assert home.apps.count(app_id, "bill") == 0


def test_a_function_that_is_not_there(home: Home) -> None:
    app_id, _ = made(home, SETTLE)
    with pytest.raises(NotFoundError):
        home.call_function(app_id, "other", {})


def test_it_is_refused_where_no_sandbox_holds(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from calisson.sandbox import trust

    app_id, ids = made(home, SETTLE)
    monkeypatch.setattr(trust.run_program, "__defaults__", ((),))
    with pytest.raises(CalissonError) as raised:
        home.call_function(app_id, "settle", {"over": 1})
    assert raised.value.message_id == "error-sandbox-untrusted" and paid(home, ids) == [None, None]


def test_code_that_cannot_be_is_not_published() -> None:
    assert [p.message_id for p in problems(spec("def settle(:"))] == ["function-syntax"]
    assert [p.message_id for p in problems(spec("x = 1"))] == ["function-missing"]
    assert [p.message_id for p in problems(spec(SETTLE, access={"reads": ["nothing"]}))] == ["spec-no-entity"]
    assert problems(spec(SETTLE)) == []
