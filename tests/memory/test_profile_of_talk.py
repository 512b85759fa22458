"""What somebody says in passing and plainly tells a side of them stands in their profile, with its source."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from plain_samples import NOT_PLAIN, PLAIN

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory import Policy, Viewer
from calisson.memory.tiers.plain import plain_side


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def shown(home: Home, viewer: Viewer | None = None) -> list[str]:
    return [line["text"] for line in home.memories.profile(viewer=viewer)]


@pytest.mark.parametrize(("language", "said", "side"), PLAIN, ids=[p[1] for p in PLAIN])
def test_a_side_is_plainly_told(language: str, said: str, side: str) -> None:
    assert plain_side(said, language) == (said, side)


@pytest.mark.parametrize(("language", "said"), NOT_PLAIN, ids=[n[1] for n in NOT_PLAIN])
def test_none_is_told(language: str, said: str) -> None:
    assert plain_side(said, language) is None


def test_what_is_said_in_passing_stands_in_the_profile(home: Home, clock: FixedClock) -> None:
    turn = home.say("I'm a vegetarian. The train was late today.").id
    (line,) = home.memories.profile()
    assert (line["text"], line["side"], line["source"]) == ("I'm a vegetarian.", "diet", turn)
    home.memories.change_profile(line["id"], text="vegetarian since school")
    assert shown(home) == ["vegetarian since school"]
    gone = home.memories.change_profile(line["id"], removed=True)
    clock.advance(60)
    assert shown(home) == []
    home.undo(gone)
    assert shown(home) == ["vegetarian since school"]
    home.memories.forget(line["id"])
    assert shown(home) == []


def test_a_fact_that_was_kept_is_shown_once_and_the_later_word_counts(home: Home, clock: FixedClock) -> None:
    home.say("remember that I live in Leeds")
    clock.advance(86400)
    home.say("I live in Leeds")
    assert shown(home) == ["I live in Leeds"]
    clock.advance(86400)
    home.say("we've moved to Dover")
    assert shown(home) == ["we've moved to Dover"]
    clock.advance(86400)
    home.say("remember that I live in York")
    assert shown(home) == ["I live in York"]


def test_what_may_not_leave_stays_here_and_what_is_forgotten_goes(home: Home) -> None:
    home.say("my son is allergic to penicillin")
    (line,) = home.memories.profile()
    home.memories.set_policy(line["id"], Policy(local_only=True).as_dict())
    assert shown(home, Viewer("me", remote=True)) == []
    assert shown(home, Viewer("ana")) == []
    home.say("forget what my son is allergic to")
    assert shown(home) == []
