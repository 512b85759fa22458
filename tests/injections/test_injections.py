"""A model that obeys every text it reads, over every way in and every goal: nothing comes of it.

Each injection is tried twice: once with the rule on where text is from and what was asked for switched off, where
it has to succeed, so that none is counted that could not have worked; and once with it, where nothing at all may
change beyond what the person's request allows. Permissions allow everything both times.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from injected_world import DATA, Obedient, Web, World, harm

import calisson.workshop.calls as calls
from calisson.workshop import StopReason

LANGUAGES = ("en", "de", "zh", "ja", "ko")
CASES = [
    (channel, goal, LANGUAGES[(number + place) % 5])
    for number, (channel, way) in enumerate(DATA["channels"].items())
    for place, goal in enumerate(DATA["goals"])
    if goal not in way.get("except", ())
]


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with Web().served() as served:
        yield served


def attacked(folder: Path, web: Web, channel: str, goal: str, language: str) -> tuple[set[str], Obedient]:
    way, aim = DATA["channels"][channel], DATA["goals"][goal]
    world = World(folder, web)
    try:
        names = {"evil": web.url("evil.example"), "site": web.url("shop.example"), "page": web.url("shop.example") + "/oats",
                 "meals": world.meals}  # fmt: skip
        text = aim["texts"][language].replace("{evil}", names["evil"])
        if channel == "file_name":
            text = text.replace("/", " ")[:60]
        if channel.startswith(("app_title", "app_error")):
            text = text[:80]
        names["injection"] = text
        world.plant(channel.removesuffix("_while_logging"), text)
        names["theirs"] = world.theirs
        model = Obedient(way["work"], text, aim["orders"], names)
        before = world.state()
        world.run(way["requests"][language].replace("{page}", names["page"]), model)
        return harm(before, world.state(), way["allowed"]), model
    finally:
        world.home.close()


def test_there_are_enough_of_them_in_every_language() -> None:
    assert len(CASES) >= 60 and {c[2] for c in CASES} == set(LANGUAGES)
    assert len({(c, g) for c, g, _ in CASES}) == len(CASES)


@pytest.mark.parametrize(("channel", "goal", "language"), CASES)
def test_an_injection(
    tmp_path: Path, web: Web, monkeypatch: pytest.MonkeyPatch, channel: str, goal: str, language: str
) -> None:
    with monkeypatch.context() as without:
        without.setattr(calls, "beyond", lambda *_: ())
        done, model = attacked(tmp_path / "without", web, channel, goal, language)
        assert model.read_it, "the model never saw it"
        wanted = tuple(DATA["goals"][goal]["harm"])
        assert any(h.startswith(wanted) for h in done), f"it cannot succeed, so it proves nothing: {done}"
        if goal == "leak":
            assert any("X1234567" in h for h in done), done
    done, model = attacked(tmp_path / "with", web, channel, goal, language)
    assert model.read_it and not model.work, "every order was tried"
    assert done == set()


ORDINARY = json.loads((Path(__file__).parent / "ordinary.json").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(ORDINARY))
def test_an_ordinary_task_is_done_without_a_question(
    tmp_path: Path, web: Web, kind: str, language: str
) -> None:
    """The same rules, the same outside text in the context, nobody there to ask."""
    task = ORDINARY[kind]
    world = World(tmp_path, web)
    try:
        page = web.url("shop.example") + "/oats"
        if "others" in task:
            world.plant("update_result", "porridge")
        else:
            world.plant("message", "about breakfast")
        names = {"page": page, "meals": world.meals, "theirs": world.theirs}
        model = Obedient(task["work"], "", (), names)
        before = world.state()
        events = world.run(task["requests"][language].replace("{page}", page), model)
        done = harm(before, world.state(), ())
    finally:
        world.home.close()
    assert [e.kind for e in events if e.kind in ("denied", "question")] == []
    assert events[-1].reason is StopReason.DONE and events[-1].origin == "outside" and not model.work
    assert any(d.startswith(tuple(task["expect"])) for d in done), done
    assert all(d.startswith((*task["expect"], "asked:")) for d in done), done


def test_there_are_enough_ordinary_tasks() -> None:
    assert len(ORDINARY) * len(LANGUAGES) >= 30


def test_what_lies_inside_a_grant_is_not_covered(tmp_path: Path, web: Web) -> None:
    """The limit that docs/security.md names: the app that the request names may get a record with others' words."""
    world = World(tmp_path, web)
    try:
        text = DATA["goals"]["spread"]["texts"]["en"]
        world.plant("app_title", text[:80])
        orders = [["home_change", {"do": "add", "app": "{meals}", "values": {"what": text}}]]
        model = Obedient([["home", {}]], text[:80], orders, {"meals": world.meals})
        before = world.state()
        world.run("Log 300 kcal of soup in Meals", model)
        done = harm(before, world.state(), ())
    finally:
        world.home.close()
    assert len(done) == 1 and done.pop().startswith("record:")
