"""The ledger on both databases."""

from datetime import UTC, datetime, timedelta

from calisson.models import Usage, ask
from calisson.models.ledger import By, Ledger
from calisson.store import Database

NOW = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)


def test_calls_are_summed_by_everything_and_spent_by_the_day(database: Database) -> None:
    ledger = Ledger(database)
    rows = [("m-one", "ok", 0.25, True, "app_1", 0), ("m-one", "ModelRateError", 0.0, True, None, 0),
            ("m-two", "ok", 0.5, False, "app_1", 0), ("m-two", "ok", 4.0, True, "app_2", -30)]  # fmt: skip
    for model, outcome, cost, known, app, hours in rows:
        request = ask("x", app_id=app, person="anna", turn_id="turn_1", purpose="draft")
        with database.transaction("anna", now=NOW + timedelta(hours=hours)) as tx:
            ledger.write(tx, request, model=model, outcome=outcome, tries=1, usage=Usage(10, 2), cost_usd=cost,
                         cost_known=known, duration_s=0.5, decision="")  # fmt: skip
    two, one = ledger.sums("model")
    assert (two.key, two.calls, two.cost_usd, two.cost_known) == ("m-two", 2, 4.5, False)
    assert (one.key, one.calls, one.failed, one.input_tokens, one.duration_s) == ("m-one", 2, 1, 20, 1.0)
    assert {line.key: line.calls for line in ledger.sums("app_id")} == {"app_1": 2, "app_2": 1, "": 1}
    keys: list[By] = ["person", "purpose", "turn_id"]
    assert all(len(ledger.sums(by)) == 1 for by in keys)
    assert len(ledger.sums("model", since=NOW + timedelta(hours=1))) == 0
    today = NOW.replace(hour=0)
    assert ledger.spent(today).day_usd == 0.75
    assert ledger.spent(today, "app_1").app_usd == 0.75 and ledger.spent(today, "app_2").app_usd == 0


def test_the_calls_of_a_turn_are_booked_on_the_app_that_came_of_them(database: Database) -> None:
    ledger = Ledger(database)
    for turn, app in (("turn_1", None), ("turn_1", "app_old"), ("turn_2", None)):
        with database.transaction("anna", now=NOW) as tx:
            ledger.write(tx, ask("x", turn_id=turn, app_id=app), model="m", outcome="ok", tries=1, usage=Usage(10, 2),
                         cost_usd=0.5, cost_known=True, duration_s=0.1, decision="d")  # fmt: skip
    with database.transaction("anna", now=NOW) as tx:
        ledger.belong(tx, "turn_1", "app_new")
    assert {line.key: line.calls for line in ledger.sums("app_id")} == {"app_new": 1, "app_old": 1, "": 1}
    assert ledger.spent(NOW.replace(hour=0), "app_new").app_usd == 0.5
