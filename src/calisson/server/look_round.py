"""One look: every view of an app opened, an entry added, changed and deleted by the page, a picture taken on the way.

A page that does something for the first time fetches, compiles and lays out what it needs, and React holds back what it
reveals in between for 300 ms: a look at a fresh page takes several times as long. So each room rehearses: the same steps
with an app of ours, while the model still works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, get_args

from calisson.apps import AppSpec, parse_spec
from calisson.errors import Problem
from calisson.language.types import ViewKind
from calisson.making.types import Finding
from calisson.server.look_frame import NARROW, WIDE, Camera
from calisson.server.look_page import FORM, SHEET, SUBMIT, Visit
from calisson.server.look_room import Room, put
from calisson.server.look_widget import look_at_widget

if TYPE_CHECKING:
    from calisson.apps.spec import EntitySpec

PATIENCE_MS = 8_000
"""How long a view may take to show what it has."""

MOST_VIEWS = 12
USUAL = ("table", "cards", "stat", "chart")
"""Kinds that most apps have; rehearsed first."""


def _probed(spec: AppSpec) -> AppSpec:
    """The app with a form and a list of its main entries at the end, to click through."""
    from calisson.apps.spec import ViewSpec

    main = spec.main.name
    return spec.model_copy(update={"views": (*spec.views[:MOST_VIEWS], ViewSpec(kind="form", entity=main),
                                             ViewSpec(kind="list", entity=main))})  # fmt: skip


def looked_at(place: Room, spec: AppSpec, stopped: Callable[[], bool], camera: Camera) -> Iterator[Finding]:
    """Yield what is wrong with an app that is opened in a room; ends after the step that it is stopped in."""
    place.page.set_default_timeout(PATIENCE_MS)
    visit = Visit(place.page, put(place, _probed(spec)), PATIENCE_MS)
    views = spec.views[:MOST_VIEWS]
    visit.fetch(len(views) + 2)
    own = any(view.kind == "custom" for view in views)
    if own:
        place.page.set_viewport_size(WIDE)
    for number, view in enumerate(views):
        if view.kind == "custom":
            continue
        if stopped():
            return
        with nullcontext() if own or camera.picture else camera.narrow():
            problem = visit.opened(number)
            if not own and not problem:
                camera.take()
        if problem:
            yield _finding(f"views.{number}", f"opened in a browser, the {view.kind} view fails: {problem}")
    yield from look_at_widget(place, spec, stopped, camera)
    if not stopped():
        yield from _clicked(place, visit, len(views), spec)


def _clicked(place: Room, visit: Visit, form: int, spec: AppSpec) -> Iterator[Finding]:
    """Add an entry by the form, change it, delete it; each step as the home itself sees it."""
    entity = spec.main
    if any(f.required and f.type in ("ref", "image") for f in entity.fields if f.formula is None):
        return

    def count() -> int:
        return place.home.apps.count(visit.app_id, entity.name)

    def changed() -> bool:
        return any(r.version > 1 for r in place.home.apps.records(visit.app_id, entity.name))

    def fails(what: str, within: str = "") -> Finding:
        said = (visit.wrong(within) if within else "") or visit.failed(form) or visit.failed(form + 1)
        return _finding("entities." + entity.name, f"in a browser, {what}: {said or 'nothing happens'}")

    before = count()
    opened = visit.opened(form)
    visit.fill(FORM, _values(entity, 1))
    if opened or not visit.press(f"{FORM} {SUBMIT}") or not visit.until(lambda: count() == before + 1):
        yield fails("an entry cannot be added", FORM)
        return
    line = f"{FORM} .list-line"
    again = _values(entity, 3)
    if visit.opened(form + 1) or not visit.press(line) or not visit.fill(SHEET, again):
        yield fails("an entry cannot be opened")
        return
    visit.press(f"{SHEET} {SUBMIT}")
    if not visit.gone(SHEET) or (any(again) and not changed()):
        yield fails("an entry cannot be changed", SHEET)
        return
    if (
        not visit.press(line)
        or not visit.press(f"{SHEET} {SUBMIT} + button")
        or not visit.until(lambda: count() == before)
    ):
        yield fails("an entry cannot be deleted")
    elif wrong := visit.failed(form) or visit.failed(form + 1):
        yield _finding("entities." + entity.name, f"in a browser, clicking through fails: {wrong}")


def _values(entity: EntitySpec, number: int) -> list[str | None]:
    """What a person would write into each field of a form; None leaves it as it is."""
    from calisson.apps.checks import sample_record

    sample = sample_record(entity, number)
    return [str(sample[f.name]) if f.name in sample else None for f in entity.fields if f.formula is None]


def _finding(path: str, hint: str) -> Finding:
    return Finding(
        "look", Problem(path, "spec-check-failed", {"name": path, "reason": hint[:120]}, hint[:400])
    )


def rehearsed(place: Room, wanted: Callable[[], bool]) -> None:
    """Look at an app of ours, then open every further kind of view but a widget, until somebody wants to look.

    It ends narrow, as a look begins.
    """
    others = [kind for kind in get_args(ViewKind) if kind not in (*USUAL, "form", "list", "custom")]
    with suppress(Exception):  # what is not rehearsed is only slower
        for _ in looked_at(place, _everything(USUAL), wanted, Camera(place.page)):
            pass
        visit = Visit(place.page, put(place, _everything(others)), PATIENCE_MS)
        visit.fetch(len(others))
        for number in range(len(others)):
            if wanted():
                break
            visit.opened(number)
        visit.end()
    place.page.set_viewport_size(NARROW)


def _everything(kinds: Sequence[str]) -> AppSpec:
    """An app of ours with these kinds of view."""
    more: dict[str, dict[str, Any]] = {"chart": {"fields": ["b"], "chart": "bar"}, "board": {"group_by": "c"}}
    types = {"a": "text", "b": "number", "c": "choice", "d": "date", "e": "boolean", "f": "place", "g": "rating",
             "h": "money", "i": "time"}  # fmt: skip
    choices = {"choices": [{"value": "a"}, {"value": "b"}]}
    fields = [
        {"name": n, "label": n, "type": t, **(choices if t == "choice" else {})} for n, t in types.items()
    ]
    return parse_spec({
        "name": "-",
        "entities": [{"name": "x", "label": "x", "fields": fields, "title_field": "a", "time_field": "d", "done_field": "e"}],
        "views": [{"kind": k, "entity": "x", **more.get(k, {})} for k in kinds],
    })  # fmt: skip
