"""Untrusted code: what it may do, what it may not, and what a failure looks like."""

import pytest

from calisson import sandbox
from calisson.errors import SandboxError
from calisson.sandbox import Limits, monty, run, self_test


def test_every_attack_is_held_off() -> None:
    found = self_test()
    assert len(found) == 10
    assert [a for a in found if not a.held] == []


def test_a_function_gets_its_inputs_and_gives_json() -> None:
    code = (
        "def split(total, people):\n    print('分ける')\n    return {'each': round(total / len(people), 2)}"
    )
    outcome = run(code, {"total": 100, "people": ["a", "b", "c"]}, function="split")
    assert (outcome.value, outcome.output, outcome.error) == ({"each": 33.33}, "分ける\n", None)


def test_a_run_knows_nothing_of_the_one_before() -> None:
    run("secret = 1\nsecret")
    outcome = run("secret")
    assert outcome.error is not None and outcome.error.kind == "error"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("1 / 0", "error"),
        ("x = = 1", "syntax"),
        ("while True:\n    pass", "time"),
        ("{1, 2}", "result"),
        ("x = ['a' * 1000]\nwhile True:\n    x = x + x", "memory"),
        ("while True:\n    print('x' * 100)", "output"),
        ("'a' * 2_000_000", "result"),
        ("float('nan')", "result"),
        ("import socket\nsocket.socket()", "error"),
        ("#" * 200_000, "input"),
    ],
)
def test_failures_are_values(code: str, kind: str) -> None:
    outcome = run(code, limits=Limits(time_s=0.3, memory_bytes=8_000_000))
    assert outcome.error is not None
    assert (outcome.error.kind, outcome.value) == (kind, None)
    assert outcome.duration_s < 2
    assert outcome.error.message_id == f"sandbox-{kind}"


@pytest.mark.parametrize("inputs", [{"x": object()}, {"1x": 1}, {"__builtins__": {}}, {"x": "a" * 2_000_000}])
def test_inputs_are_plain(inputs: dict[str, object]) -> None:
    outcome = run("1", inputs)
    assert outcome.error is not None and outcome.error.kind == "input"


def test_a_line_is_named() -> None:
    outcome = run("x = 1\ny = 2\nz = x / 0\n")
    assert outcome.error is not None and outcome.error.line == 3


def test_nothing_runs_when_the_self_test_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monty, "_trusted", None)
    monkeypatch.setattr(sandbox.selftest, "self_test", lambda: [sandbox.Attack("read a file", False)])
    with pytest.raises(SandboxError) as caught:
        run("1 + 1")
    assert caught.value.message_id == "error-sandbox-untrusted"
