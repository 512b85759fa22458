"""How far back the conversation is in view is the home's choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.assistant.context import build
from calisson.errors import ConfigError


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as made:
        yield made


def in_view(home: Home) -> int:
    context = build(home, now=home.now().replace(tzinfo=None), tz="UTC", person="me")
    return len(context.history)


def test_the_window_is_settable(home: Home) -> None:
    for n in range(10):
        home.say(f"remember that the locker code is {n}")
    assert in_view(home) == 6
    with home.by_hand("me") as tx:
        home.set_preferences(tx, short_term=8)
    assert in_view(home) == 4
    with home.by_hand("me") as tx:
        home.set_preferences(tx, short_term=16)
    assert in_view(home) == 8


@pytest.mark.parametrize("value", [7, 17, "12", True, None])
def test_other_windows_are_refused(home: Home, value: object) -> None:
    with pytest.raises(ConfigError, match="from 8 to 16"), home.by_hand("me") as tx:
        home.set_preferences(tx, short_term=value)
    assert home.preferences.short_term == 12
