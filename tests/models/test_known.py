"""What is known of the models is renewed without anybody waiting for it, and at once when it was changed."""

import threading
import time
from collections.abc import Callable

import pytest

from calisson.errors import ConfigError
from calisson.models import ModelSpec, Roster
from calisson.models.known import Known

ONE, TWO = (Roster((ModelSpec("openai", name, "http://127.0.0.1:9/v1"),)) for name in ("one", "two"))


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_is_looked_up_once_while_it_is_new() -> None:
    asked: list[int] = []
    kept = Known(lambda: asked.append(1) or ONE)
    assert kept.roster() is kept.roster() is ONE and asked == [1]
    kept.forget()
    assert kept.roster() is ONE and asked == [1, 1]


def test_a_change_shows_at_once() -> None:
    state = {"changed": 1, "found": ONE}
    kept = Known(lambda: state["found"], lambda: state["changed"])
    assert kept.roster() is ONE
    state |= {"changed": 2, "found": TWO}
    assert kept.roster() is TWO


def test_what_is_old_answers_until_the_new_is_there() -> None:
    found, gate = iter([ONE, TWO, TWO]), threading.Event()
    first = threading.current_thread()

    def find() -> Roster:
        if threading.current_thread() is not first:
            assert gate.wait(10)
        return next(found)

    kept = Known(find, renew_s=-1.0)
    assert kept.roster() is ONE
    assert kept.roster() is ONE and kept.roster() is ONE, "nobody waits, and one look at a time is enough"
    gate.set()
    until(lambda: kept.roster() is TWO)


def test_a_list_that_broke_is_told_at_the_next_use() -> None:
    found: list[Roster | ConfigError] = [ONE]

    def find() -> Roster:
        if isinstance(found[-1], ConfigError):
            raise found[-1]
        return found[-1]

    kept = Known(find, renew_s=-1.0)
    assert kept.roster() is ONE
    found.append(ConfigError("models.json cannot be read"))
    assert kept.roster() is ONE
    until(lambda: kept._kept is None)
    with pytest.raises(ConfigError, match="cannot be read"):
        kept.roster()
