"""How a version looks: told while it is made, kept with the designs that are offered, and never that of a failed draft."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from making_samples import RENT, WISHES, WRONG, changed, said, with_models

from calisson.app import Home
from calisson.apps import AppSpec
from calisson.circles import Scope
from calisson.errors import Problem
from calisson.making import Finding, Look, Progress
from calisson.making.pipeline import data_uri
from calisson.store import Blobs
from calisson.testing import ScriptedServer

OPEN = "Make me something nice for the kids"
OTHER = changed(name="Cards", views=[{"kind": "cards", "entity": "flatmate"}])
BLANK = changed(name="Blank")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "home") as opened:
        opened.look = look
        yield opened


def jpeg(name: str) -> bytes:
    """Stands for the picture of an app of this name."""
    return b"\xff\xd8\xff" + name.encode()


def look(spec: AppSpec, stopped: Callable[[], bool]) -> Look:
    """Looks at everything, and finds that what is called Blank stays empty."""
    problem = Problem("views.0", "spec-check-failed", {}, "it stays empty")
    found = (Finding("look", problem),) if spec.name == "Blank" else ()
    return Look(found, "looked", picture=jpeg(spec.name))


def watched(home: Home, text: str, *script: Any, **more: Any) -> tuple[Any, list[Progress]]:
    seen: list[Progress] = []
    with ScriptedServer(script) as server:
        with_models(home, server, **more)
        result = next(e.result for e in home.stream(text, watch=seen.append) if e.result)
    return result, seen


def pictures(seen: list[Progress]) -> list[Any]:
    return [p.data.get("picture") for p in seen if p.step == "preview"]


def test_a_draft_that_fails_is_not_shown(home: Home) -> None:
    result, seen = watched(home, WISHES["en"], said(BLANK), said(RENT))
    assert result.act == "create_app" and pictures(seen) == [data_uri(jpeg("Rent split"))]


@pytest.mark.parametrize("later", [WRONG, BLANK], ids=["fails its checks", "stays empty"])
def test_the_last_good_frame_stays_when_a_later_draft_fails(home: Home, later: dict[str, Any]) -> None:
    """The reviewer's version does not hold: the picture that was told before is the last one told."""
    money = changed(policy={"stakes": "money"})
    worse = {**later, "policy": {"stakes": "money"}}
    result, seen = watched(home, WISHES["en"], said(money), said(worse), strong=True)
    steps = [p.step for p in seen]
    assert steps.index("preview") < steps.index("review") < len(steps) - 1 - steps[::-1].index("check")
    assert pictures(seen) == [data_uri(jpeg("Rent split"))] and result.app["name"] == "Rent split"


def test_each_design_that_is_offered_keeps_its_picture(home: Home) -> None:
    result, seen = watched(home, OPEN, said(RENT), said(OTHER))
    kept = Blobs(home.database)
    assert [kept.get(o.picture)[1] for o in result.offers] == [jpeg("Rent split"), jpeg("Cards")]
    assert {kept.get(o.picture)[0].media_type for o in result.offers} == {"image/jpeg"}
    assert pictures(seen) == [data_uri(jpeg("Rent split")), data_uri(jpeg("Cards"))]
    assert home.turns()[-1]["result"]["offers"][1]["picture"] == result.offers[1].picture
    assert home.pick(result.id, 2).act == "create_app"


def test_the_pictures_of_designs_are_nothing_that_somebody_logged(home: Home) -> None:
    with ScriptedServer([said(RENT), said(OTHER)]) as server:
        with_models(home, server)
        results = [
            e.result for e in home.stream(OPEN, scopes=frozenset({Scope.READ, Scope.APPS})) if e.result
        ]
    assert len(results[0].offers) == 2 and all(o.picture for o in results[0].offers)


def test_without_a_browser_there_is_no_picture(home: Home) -> None:
    home.look = lambda spec, stopped: Look((), "server", "no browser")
    result, seen = watched(home, OPEN, said(RENT), said(OTHER))
    assert [o.picture for o in result.offers] == [None, None]
    assert all("picture" not in p.data for p in seen if p.step == "preview")
