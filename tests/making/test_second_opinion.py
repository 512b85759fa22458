"""Tester and reviewer look a draft over at once: a tester's checks run in the sandbox, add findings, and take none away."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import RENT, WRONG, changed, said, with_formula, with_models

from calisson.app import Home
from calisson.apps import parse_spec
from calisson.making import Desk, Ending, Made, Progress, Wish, make
from calisson.making.second import checks_of, failing
from calisson.models import Budget
from calisson.models.ledger import Ledger
from calisson.testing import Answer, Received, ScriptedServer

HALF = {"name": "half the income pays half", "kind": "formula", "target": "share", "entity": "flatmate",
        "records": [{"person": "A", "income": 1500, "rent": 900, "everyone": 3000}], "expected": 450}  # fmt: skip
ZERO = {
    **HALF,
    "name": "who earns nothing pays nothing",
    "records": [{"person": "A", "income": 0, "rent": 900, "everyone": 3000}],
    "expected": 0,
}
NOWHERE = {**HALF, "target": "no such field"}
FALSE = {**HALF, "name": "a false claim", "expected": 1}
MONEY = changed(policy={"stakes": "money"})
THIRD = {**with_formula("everyone > 0.0 ? 300.0 : 0.0"), "policy": {"stakes": "money"}}
"""Passes the check that it brings, and is wrong for everybody else."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        yield opened


def script(drafts: list[Answer], tests: Answer, review: Answer) -> Callable[[Received], Answer]:
    """Answer by what is asked: the tester's form has only checks, the reviewer is told that another made it."""
    left = list(drafts)

    def answer(request: Received) -> Answer:
        body = request.body.decode()
        if "Somebody else runs them" in body:
            return tests
        if "Another designer made" in body:
            return review
        return left.pop(0)

    return answer


def made(
    home: Home, tmp_path: Path, answers: Any, watch: Any = None, **more: Any
) -> tuple[Made, list[Progress]]:
    seen: list[Progress] = []
    wish = Wish("split the rent by income", "en", "2026-03-04", "UTC", key="k")
    with ScriptedServer(answers) as server:
        with_models(home, server, strong=True, **more)
        work = Desk(tmp_path).begin(wish)
        found = make(home.models, wish, work, lambda p: (seen.append(p), watch and watch(p)))  # type: ignore[func-returns-value]
    return found, seen


def test_a_testers_finding_is_mended(home: Home, tmp_path: Path) -> None:
    answers = script([said(THIRD), said(MONEY)], said({"checks": [HALF, ZERO, NOWHERE]}), said(THIRD))
    found, seen = made(home, tmp_path, answers)
    assert found.spec is not None and "income" in (found.spec.main.field("share").formula or "")  # type: ignore[union-attr]
    assert found.claims == () and found.ending is Ending.DONE
    told = next(p for p in seen if p.step == "repair")
    assert [f["path"] for f in told.data["findings"]] == ["tests.0", "tests.1"], (
        "what fits no field is the tester's mistake"
    )
    assert next(p for p in seen if p.step == "review").data["agents"] == ["reviewer", "tester"]


def test_a_false_claim_publishes_nothing_less(home: Home, tmp_path: Path) -> None:
    answers = script([said(MONEY), said(MONEY)], said({"checks": [FALSE]}), said(MONEY))
    found, _ = made(home, tmp_path, answers)
    assert found.spec is not None and found.ending is Ending.DONE
    assert [f.problem.arguments["name"] for f in found.claims] == ["a false claim"]


def test_a_tester_takes_no_finding_away(home: Home, tmp_path: Path) -> None:
    broken = {**WRONG, "policy": {"stakes": "money"}}
    answers = script([said(MONEY), said(broken)], said({"checks": [FALSE]}), said(broken))
    found, _ = made(home, tmp_path, answers)
    assert found.spec is not None and not found.reviewed, (
        "what our own checks find stands, whatever a tester says"
    )
    assert not failing(found.spec, checks_of({"checks": [HALF, ZERO]}, found.spec))


def test_a_review_that_a_tester_finds_worse_is_dropped(home: Home, tmp_path: Path) -> None:
    answers = script([said(MONEY)], said({"checks": [HALF]}), said(THIRD))
    found, _ = made(home, tmp_path, answers)
    assert not found.reviewed and found.claims == ()


def test_both_are_asked_at_once_and_stand_in_the_ledger(home: Home, tmp_path: Path) -> None:
    answers = script([said(MONEY)], said({"checks": [HALF]}, delay_s=2.0), said(MONEY, delay_s=2.0))
    begun = time.monotonic()
    found, _ = made(home, tmp_path, answers)
    assert time.monotonic() - begun < found.model_s, "two waits of two seconds, one after the other"
    assert found.model_s > 3.9
    lines = {line.key: line for line in Ledger(home.database).sums("purpose")}
    assert {"draft", "test", "review"} <= set(lines) and lines["test"].duration_s >= 2.0


def test_little_money_left_leaves_the_tester_out(home: Home, tmp_path: Path) -> None:
    dear = said(MONEY, output_tokens=200_000)
    for day_usd, agents in ((1000.0, ["reviewer", "tester"]), (0.0, ["reviewer"])):
        answers = script([dear], said({"checks": [HALF]}), said(MONEY))
        budget = Budget(day_usd=day_usd or 4.5 * found.cost_usd)  # noqa: F821 - of the round before
        found, seen = made(home, tmp_path / str(day_usd), answers, budget=budget, local=False)
        assert found.spec is not None and found.cost_usd > 0
        assert [p.data["agents"] for p in seen if p.step == "review"] == [agents]


def test_a_crash_pays_for_neither_twice(home: Home, tmp_path: Path) -> None:
    def crash(progress: Progress) -> None:
        if progress.step == "repair":
            raise KeyboardInterrupt

    answers = script([said(THIRD), said(MONEY)], said({"checks": [HALF]}), said(THIRD))
    with pytest.raises(KeyboardInterrupt):
        made(home, tmp_path, answers, crash)
    wish = Wish("split the rent by income", "en", "2026-03-04", "UTC", key="k")
    with ScriptedServer([said(MONEY)]) as server:
        with_models(home, server, strong=True)
        found = make(home.models, wish, Desk(tmp_path).begin(wish))
        assert len(server.requests) == 1 and found.claims == () and found.spec is not None


def test_only_checks_that_fit_are_run() -> None:
    spec = parse_spec({**RENT, "checks": []})
    given = {
        "checks": [
            HALF,
            NOWHERE,
            {"kind": "nonsense"},
            {**HALF, "kind": "view", "target": "0"},
            {**HALF, "records": []},
        ]
    }
    assert [c.name for c in checks_of(given, spec)] == ["half the income pays half"]
    assert checks_of(None, spec) == () and checks_of({"checks": []}, spec) == ()
