"""Apps of the home, shown and changed from a run: checked as any that a model makes, and live only with a person's yes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.apps import AppSpec, parse_spec
from calisson.errors import Problem
from calisson.language.phrases import phrase
from calisson.making.types import Finding, Look
from calisson.workshop import Agent, Event, Permissions, Rule, StopReason, Task, Workspace
from calisson.workshop.telling import question_out
from calisson.workshop.types import Change
from scripted_calls import Scripted

KCAL = {"name": "kcal", "label": "Calories", "type": "number"}
WHAT = {"name": "what", "label": "What", "type": "text"}
PROTEIN = {"name": "protein", "label": "Protein", "type": "quantity", "unit": "g"}
TABLE = {"kind": "table", "entity": "meal"}


def meals(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "Meals", "entities": [{"name": "meal", "label": "Meal", "fields": list(fields)}], "views": [TABLE],
            **more}  # fmt: skip


ASKING = Permissions("edits", wait=True)


class Place:
    """A home with one app and one entry in it, and runs in it."""

    def __init__(self, folder: Path) -> None:
        self.home, self.folder = Home(folder / "home"), folder / "work"
        with self.home.by_hand() as tx:
            self.app = self.home.apps.create(tx, parse_spec(meals(WHAT, KCAL))).id
            self.home.apps.add(tx, self.app, None, {"what": "soup", "kcal": 300})
        self.models = Scripted()

    def run(
        self, *calls: tuple[str, dict[str, Any]], permissions: Permissions = ASKING
    ) -> tuple[Agent, str, list[Event]]:
        self.models = Scripted(*calls)
        self.home.__dict__["models"] = self.models
        agent = self.home.worker(permissions)
        run = agent.start(Task("Add protein to Meals", budget_usd=None), self.folder)
        return agent, run, list(agent.resume(run))

    def change(self, spec: dict[str, Any], **more: Any) -> tuple[str, dict[str, Any]]:
        return "app_change", {"app": self.app, "version": 1, "spec": spec, "why": "protein", **more}

    def fields(self, app: str = "") -> list[str]:
        return [f.name for f in self.home.apps.get(app or self.app).spec.main.fields]

    def told(self) -> str:
        """What the model was told last."""
        return str(self.models.asked[-1].messages[-1])


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.home.__dict__.pop("models", None)
    made.home.close()


def test_an_app_is_shown_with_its_version_and_how_one_is_written(place: Place) -> None:
    place.run(("app_spec", {"app": place.app}))
    assert '"version": 1' in place.told() and '"kcal"' in place.told() and "table" in place.told()
    place.run(("app_spec", {}))
    for words in ("removed", "formula", "entities", "examples", "useRecords"):
        assert words in place.told(), words
    assert "characters …]" not in place.told(), "the rules are told whole"


def test_a_change_that_holds_is_live_with_a_yes_and_taken_back_by_one_undo(place: Place) -> None:
    agent, run, events = place.run(place.change(meals(WHAT, KCAL, PROTEIN)))
    assert events[-1].reason is StopReason.WAITING and place.fields() == ["what", "kcal"]
    [question] = agent.questions(run)
    shown = question_out(question)
    assert shown["tool"] == "app_change" and shown["reason"] == "policy"
    assert [d["text"] for d in shown["details"]] == ["Meals", "+ Protein"]
    agent.answer(run, question.id, True)
    assert list(agent.resume(run))[-1].reason is StopReason.DONE
    assert place.fields() == ["what", "kcal", "protein"] and place.home.apps.get(place.app).version == 2
    assert [r.values["kcal"] for r in place.home.apps.records(place.app)] == [300]
    [step] = [s for s in agent.steps.steps(run) if s.effects]
    assert "protein" in place.home.apps.history(place.app)[0].reason
    agent.rewind(run, step.number - 1)
    assert place.fields() == ["what", "kcal"]


def test_a_no_leaves_it_as_it_is(place: Place) -> None:
    agent, run, _ = place.run(place.change(meals(WHAT, KCAL, PROTEIN)))
    agent.answer(run, agent.questions(run)[0].id, False)
    assert list(agent.resume(run))[-1].reason is StopReason.DONE
    assert place.fields() == ["what", "kcal"] and "said no" in place.told()


@pytest.mark.parametrize(
    ("spec", "more", "told"),
    [
        (meals(WHAT, {**PROTEIN, "formula": "kcal *"}), {"removed": ["kcal"]}, "formula"),
        (meals(WHAT, PROTEIN), {}, "is in use and is gone"),
        (meals(WHAT, KCAL, PROTEIN, views=[]), {}, "there is no view"),
        ({"name": "Meals"}, {}, "entities"),
        (meals(WHAT, KCAL, PROTEIN), {"version": 7}, "version 1"),
        (meals(WHAT, KCAL, PROTEIN), {"app": "app_none"}, "no app"),
        (meals(WHAT, KCAL, PROTEIN), {"widget_file": "none.tsx"}, "none.tsx"),
        (meals(WHAT, KCAL, PROTEIN), {"code_files": {"settle": "none.py"}}, "settle"),
    ],
)
def test_what_does_not_hold_is_told_and_nobody_is_asked(
    place: Place, spec: dict[str, Any], more: dict[str, Any], told: str
) -> None:
    agent, run, events = place.run(place.change(spec, **more))
    assert events[-1].reason is StopReason.DONE and agent.questions(run) == []
    assert told in place.told() and place.home.apps.get(place.app).version == 1
    assert [s.failed for s in agent.steps.steps(run) if s.kind == "tool"] == [True]


def test_what_the_browser_finds_keeps_it_from_being_live(place: Place) -> None:
    seen: list[AppSpec] = []

    def look(spec: AppSpec, stopped: Any) -> Look:
        seen.append(spec)
        bad = Finding(
            "look",
            Problem("views.0", "spec-check-failed", {"name": "table", "reason": "empty"}, "stays empty"),
        )
        return Look((bad,) if len(seen) == 1 else (), "looked")

    place.home.look = look
    free = Permissions("edits", (Rule("allow", "app_change"),))
    _, _, events = place.run(place.change(meals(WHAT, KCAL, PROTEIN)), place.change(meals(WHAT, KCAL, PROTEIN)),
                             permissions=free)  # fmt: skip
    results = [e.text for e in events if e.kind == "result"]
    assert "stays empty" in results[0] and "opened" in results[1]
    assert place.home.apps.get(place.app).version == 2


@pytest.mark.parametrize(
    ("permissions", "version"),
    [(Permissions("plan"), 1), (Permissions("locked"), 1), (Permissions("edits"), 1),
     (Permissions("edits", (Rule("allow", "*"), Rule("deny", "app_change"))), 1),
     (Permissions("edits", approve=lambda call: False), 1), (Permissions("edits", approve=lambda call: True), 2),
     (Permissions("ask", (Rule("allow", "app_change"),)), 2)],
)  # fmt: skip
def test_who_may(place: Place, permissions: Permissions, version: int) -> None:
    place.run(place.change(meals(WHAT, KCAL, PROTEIN)), permissions=permissions)
    assert place.home.apps.get(place.app).version == version


def test_an_app_that_changed_meanwhile_is_not_overwritten(place: Place) -> None:
    agent, run, _ = place.run(place.change(meals(WHAT, KCAL, PROTEIN)))
    with place.home.by_hand() as tx:
        place.home.apps.publish(tx, place.app, parse_spec(meals(WHAT, KCAL, {**WHAT, "name": "note"})))
    agent.answer(run, agent.questions(run)[0].id, True)
    list(agent.resume(run))
    assert place.fields() == ["what", "kcal", "note"] and "version 2" in place.told()


def test_what_a_field_that_goes_takes_along_is_shown(place: Place) -> None:
    agent, run, _ = place.run(place.change(meals(WHAT), removed=["kcal"]))
    [question] = agent.questions(run)
    assert question.arguments["changes"] == "− Calories"


def test_a_new_app_after_outside_text_is_asked_about_as_such(place: Place) -> None:
    place.models = Scripted(("app_change", {"spec": {**meals(WHAT), "name": "Owned"}, "why": "x"}))
    place.home.__dict__["models"] = place.models
    agent = place.home.worker(Permissions("edits", (Rule("allow", "*"),), wait=True))
    run = agent.start(Task("Change the app Meals", origin="outside"), place.folder)
    list(agent.resume(run))
    [question] = agent.questions(run)
    shown = question_out(question)
    assert shown["reason"] == "outside" and ["new", "new"] in shown["beyond"]
    assert [phrase(x, "work-target", kind="new", name="new") for x in ("en", "ko")] == ["a new app", "새 앱"]


WIDGET = """import { useRecords } from 'calisson';
export default function Dots() { const { records } = useRecords(); return <p>{records.length ? 'some' : 'Nothing yet.'}</p>; }
"""
FAIR = "def fair(rent, income):\n    return None if rent is None or not income else rent / income\n"


def test_a_new_app_is_made_with_code_from_the_workspaces_files(place: Place) -> None:
    spec = {
        "name": "Rent", "entities": [{"name": "month", "label": "Month", "fields": [
            {"name": "rent", "label": "Rent", "type": "number"}, {"name": "income", "label": "Income", "type": "number"},
            {"name": "share", "label": "Share", "type": "number", "formula": "logic.fair(rent, income)"}]}],
        "views": [{"kind": "table", "entity": "month"}, {"kind": "custom", "entity": "month"}],
        "logic": [{"name": "fair", "inputs": ["rent", "income"], "examples": [
            {"inputs": {"rent": 10, "income": 5}, "output": 2}, {"inputs": {"rent": None, "income": 5}, "output": None}]}],
        "widget": {"source": "tsx", "access": {"reads": ["month.rent"]}},
        "reminders": [{"text": "Pay the rent", "rrule": "FREQ=MONTHLY;BYMONTHDAY=1", "time": "08:00"}],
    }  # fmt: skip
    Workspace(place.folder).apply(
        [Change("w.tsx", None, WIDGET.encode()), Change("fair.py", None, FAIR.encode())]
    )
    call = (
        "app_change",
        {"spec": spec, "why": "rent", "widget_file": "w.tsx", "code_files": {"fair": "fair.py"}},
    )
    agent, run, _ = place.run(call)
    [question] = agent.questions(run)
    assert question.arguments["app"] == "Rent"
    assert question.arguments["changes"].splitlines() == ["+ Rent", "+ Income", "+ Share", "+ table", "+ custom", "+ fair()",
                                                          "+ widget", "+ Pay the rent"]  # fmt: skip
    agent.answer(run, question.id, True)
    list(agent.resume(run))
    [app] = [a for a in place.home.apps.list() if a.name == "Rent"]
    assert app.spec.widget is not None and app.spec.widget.code == WIDGET and app.spec.logic[0].code == FAIR
    assert not app.spec.policy.remote_prompts and app.spec.policy.visibility == "private"
    assert [r.text for r in place.home.agenda.upcoming(5) if r.app_id == app.id] == ["Pay the rent"]
