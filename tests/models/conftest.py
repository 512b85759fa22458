"""A door to scripted models of every provider."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from doors import Door, Maker

from calisson.clock import FixedClock
from calisson.models import ModelSpec
from calisson.store import Database


@pytest.fixture
def door(tmp_path: Path, clock: FixedClock) -> Iterator[Door]:
    with Database.open(tmp_path / "home", clock=clock) as database:
        made = Door(database, clock)
        yield made
        for one in made.doors:
            one.close()


@pytest.fixture(params=["anthropic", "openai", "deepseek"])
def maker(request: pytest.FixtureRequest) -> Maker:
    """Makes a model of one provider at a scripted server's address."""
    provider = request.param

    def make(server: Any, *, local: bool = False, **more: Any) -> ModelSpec:
        base = server.url if provider == "anthropic" else server.openai_url
        names = {"anthropic": "claude-haiku-4-5", "openai": "gpt-5", "deepseek": "deepseek-flash"}
        given = {"name": names[provider], "key": "k-secret", "context_tokens": 200_000, **more}
        return ModelSpec(provider, base_url=base, local=local, **given)

    return make
