"""The ground floor: identifiers, clocks, errors."""

import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest

from calisson import errors
from calisson.clock import FixedClock, SystemClock, local
from calisson.errors import CalissonError, Problem, SpecError
from calisson.ids import Ids, new_id


def test_identifiers_sort_by_when_they_were_made() -> None:
    made = [new_id("rec") for _ in range(10_000)]
    assert made == sorted(made) and len(set(made)) == len(made)
    assert all(len(i) == 26 and i.startswith("rec_") for i in made[:10])


def test_identifiers_of_many_threads_differ() -> None:
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.extend([new_id("x") for _ in range(500)])) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 4000


def test_identifiers_repeat_when_time_and_chance_do() -> None:
    ids = [Ids(lambda: 1_772_622_000_000, lambda bits: 7) for _ in range(2)]
    assert [ids[0].new("a") for _ in range(3)] == [ids[1].new("a") for _ in range(3)]


def test_a_clock_that_goes_back_does_not_break_the_order() -> None:
    times = iter([5000, 4000, 6000])
    ids = Ids(lambda: next(times), lambda bits: 0)
    made = [ids.new("a") for _ in range(3)]
    assert made == sorted(made)


def test_clocks_tell_utc() -> None:
    assert SystemClock().now().tzinfo is UTC
    berlin = timezone(timedelta(hours=1))
    clock = FixedClock(datetime(2026, 3, 4, 12, 0, tzinfo=berlin))
    assert clock.now() == datetime(2026, 3, 4, 11, 0, tzinfo=UTC) and clock.now().tzinfo is UTC
    clock.advance(90)
    assert clock.now().minute == 1
    assert local(clock.now(), "Asia/Tokyo") == datetime(2026, 3, 4, 20, 1, 30)
    with pytest.raises(ValueError, match="aware"):
        FixedClock(datetime(2026, 3, 4))


def test_the_tree_is_as_drawn() -> None:
    raised = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, CalissonError)]
    for error in raised:
        if not error.__name__.startswith("_"):
            assert error.__name__ in (errors.__doc__ or ""), f"draw {error.__name__} in the tree"


def test_an_error_says_it_in_any_language() -> None:
    error = SpecError(
        [Problem("entities.meal", "spec-missing", {"field": "name"}, "give it a name")], app="x"
    )
    assert error.message_id == "spec-missing"
    assert error.arguments == {"field": "name", "app": "x"}
    assert str(error) == "entities.meal: give it a name"
    assert error.problems[0].as_dict()["hint"] == "give it a name"
    assert CalissonError("x", message_id="y", n=1).arguments == {"n": 1}
