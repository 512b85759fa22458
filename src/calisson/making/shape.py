"""The shape of what a model gives: the specification's own JSON Schema, less what is not a model's to decide.

Storage keys, retired fields, who may see it and what may leave the house stay as they are, whatever a model says.
A widget or a function that an answer does not mention stays; it goes only when `removed` names it. The answer is read
generously (members that nobody knows are dropped) and then checked strictly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from calisson.apps import App, AppSpec, parse_spec
from calisson.errors import SpecError
from calisson.making.others import resolved
from calisson.making.types import Finding

REMOVED = "removed"
"""Beside the specification: names of fields and functions that the person wants gone, and `widget`."""
WIDGET = "widget"

_NOT_THEIRS: dict[str, tuple[str, ...]] = {
    "AppSpec": ("spec_version", "labels", "domain", "aliases", "origin", "language"),
    "FieldSpec": ("key", "labels", "aliases", "concept", "display_unit"),
    "EntitySpec": ("labels", "aliases", "retired"),
    "ChoiceSpec": ("label", "labels", "aliases"),
    "MetricSpec": ("labels",),
    "ViewSpec": ("labels", "span", "compare", "layout"),
    "LogicSpec": ("hosts",),
    "OtherSpec": ("label",),
    "PolicySpec": ("visibility", "shared_with", "remote_prompts"),
}
_DROPPED_DEFS = ("OriginSpec",)
STAKES = ("ordinary", "money", "legal", "health")
"""From the least careful on; what an app is can only go up."""


def schema(others: bool = False) -> dict[str, Any]:
    """Return the JSON Schema that an answer has to fit; `others`: functions may ask for other apps. Not to be changed."""
    from calisson.sandbox.transpile import can_compile

    return _schema(can_compile("tsx"), others)


@lru_cache(maxsize=4)
def _schema(compiles: bool, others: bool) -> dict[str, Any]:
    whole = AppSpec.model_json_schema()
    parts = {"AppSpec": whole, **whole["$defs"]}
    for name, part in parts.items():
        part.pop("additionalProperties", None)
        for member in _NOT_THEIRS.get(name, ()):
            part["properties"].pop(member, None)
    for name in _DROPPED_DEFS:
        del whole["$defs"][name]
    if not others:
        del whole["$defs"]["OtherSpec"], whole["$defs"]["FunctionSpec"]["properties"]["others"]
    widget = whole["$defs"]["WidgetSpec"]
    widget["properties"]["source"] = {"enum": ["tsx", "jsx", "js"] if compiles else ["js"]}
    widget["required"] = ["code", "source"]
    whole["properties"][REMOVED] = {"type": "array", "items": {"type": "string"}}
    return _bare(whole)  # type: ignore[no-any-return]


def _bare(node: Any) -> Any:
    """Drop the titles that pydantic adds, and defaults that say nothing: every token is paid for."""
    if isinstance(node, list):
        return [_bare(n) for n in node]
    if not isinstance(node, dict):
        return node
    named = node.get("properties")
    out = {
        k: _bare(v)
        for k, v in node.items()
        if k not in ("title", "default") or not isinstance(v, str | list | dict)
    }
    if isinstance(named, dict):  # a property may itself be called `title`
        out["properties"] = {k: _bare(v) for k, v in named.items()}
    return out


def read(
    data: Any, base: AppSpec | None, language: str, others: Sequence[App] = ()
) -> tuple[AppSpec | None, tuple[Finding, ...]]:
    """Return an answer as a specification, or why it is none.

    Args:
        data: what the model gave.
        base: what it was to begin with; what a model may not decide is taken from it.
        language: the language of a new app.
        others: further apps that the person named; a function may ask to read these.
    """
    if not isinstance(data, dict):
        return None, (_shapeless(f"an object was expected, not {type(data).__name__}"),)
    given = _known({k: v for k, v in data.items() if k != REMOVED}, "AppSpec")
    gone = removed(data)
    functions, findings = resolved(_functions(given, base, gone), base, others)
    given |= {
        "widget": _widget(given, base, gone),
        "functions": functions,
        "views": _views(given, base, gone),
        "language": base.language if base else language,
        "domain": base.domain if base else None,
        "aliases": base.aliases if base else (),
        "labels": base.labels if base else {},
        "origin": base.origin.model_dump() if base and base.origin else None,
    }
    try:
        spec = parse_spec(given)
    except SpecError as error:
        return None, tuple(Finding("schema", p) for p in error.problems)
    return _settled(spec, base), findings


def _widget(given: dict[str, Any], base: AppSpec | None, gone: frozenset[str]) -> Any:
    """The widget of an answer, or the one that is there and was not mentioned; TSX unless it says otherwise."""
    wanted = given.get("widget")
    if isinstance(wanted, dict):
        return {"source": "tsx", **wanted}
    if wanted is not None or WIDGET in gone:
        return wanted
    return base.widget.model_dump() if base and base.widget else None


def _functions(given: dict[str, Any], base: AppSpec | None, gone: frozenset[str]) -> Any:
    """The functions of an answer, and those that are there, were not mentioned, and are not to go."""
    wanted = given.get("functions") or []
    if not isinstance(wanted, list):
        return wanted
    named = {f.get("name") for f in wanted if isinstance(f, dict)}
    kept = [f for f in (base.functions if base else ()) if f.name not in named and f.name not in gone]
    return [*(f.model_dump() for f in kept), *wanted]


def _views(given: dict[str, Any], base: AppSpec | None, gone: frozenset[str]) -> Any:
    """The views of an answer; the one that shows a widget which stays, stays too."""
    wanted = given.get("views") or []
    if not isinstance(wanted, list) or base is None or base.widget is None or WIDGET in gone:
        return wanted
    if any(isinstance(v, dict) and v.get("kind") == "custom" for v in wanted):
        return wanted
    return [*wanted, *(v.model_dump() for v in base.views if v.kind == "custom")]


def removed(data: Any) -> frozenset[str]:
    """Return the names of what an answer says is to go."""
    names = data.get(REMOVED) if isinstance(data, dict) else None
    return frozenset(str(n) for n in names) if isinstance(names, list) else frozenset()


def for_model(spec: AppSpec) -> dict[str, Any]:
    """Return a specification as a model is shown it: without what is not its business, and without defaults."""
    from calisson.apps.checks import without_generated

    plain = without_generated(spec).model_dump(mode="json", exclude_defaults=True)
    for function in plain.get("functions", ()):
        for other in function.get("others", ()):
            other["app"] = other.get("label") or other["app"]
    return _known(plain, "AppSpec")  # type: ignore[no-any-return]


def _settled(spec: AppSpec, base: AppSpec | None) -> AppSpec:
    """Take what a model may not decide from the specification that it began with."""
    stakes = max((spec.policy.stakes, base.policy.stakes if base else "ordinary"), key=STAKES.index)
    policy = (base or spec).policy.model_copy(update={"stakes": stakes})
    if base is None:
        policy = policy.model_copy(
            update={"visibility": "private", "shared_with": (), "remote_prompts": False}
        )
    entities = []
    for entity in spec.entities:
        former = base.entity(entity.name) if base else None
        fields = []
        for field in entity.fields:
            was = former.field(field.name) if former else None
            kept: dict[str, Any] = {"key": was.key if was else field.name}
            if was is not None:
                kept |= {n: getattr(was, n) for n in ("labels", "aliases", "concept", "display_unit")}
            fields.append(field.model_copy(update=kept))
        keep: dict[str, Any] = {"fields": tuple(fields), "retired": former.retired if former else ()}
        if former is not None:
            keep |= {"labels": former.labels, "aliases": former.aliases}
        entities.append(entity.model_copy(update=keep))
    logic = tuple(x.model_copy(update={"hosts": ()}) for x in spec.logic)
    return spec.model_copy(update={"policy": policy, "entities": tuple(entities), "logic": logic})


_INSIDE = {
    ("AppSpec", "entities"): "EntitySpec", ("AppSpec", "metrics"): "MetricSpec", ("AppSpec", "views"): "ViewSpec",
    ("AppSpec", "rules"): "RuleSpec", ("AppSpec", "reminders"): "ReminderSpec", ("AppSpec", "logic"): "LogicSpec",
    ("AppSpec", "checks"): "CheckSpec", ("AppSpec", "policy"): "PolicySpec", ("EntitySpec", "fields"): "FieldSpec",
    ("EntitySpec", "sort"): "SortSpec", ("FieldSpec", "choices"): "ChoiceSpec", ("MetricSpec", "where"): "FilterSpec",
    ("MetricSpec", "goal"): "GoalSpec", ("ViewSpec", "where"): "FilterSpec", ("ViewSpec", "sort"): "SortSpec",
    ("LogicSpec", "examples"): "ExampleSpec", ("AppSpec", "widget"): "WidgetSpec", ("AppSpec", "functions"): "FunctionSpec",
    ("WidgetSpec", "access"): "AccessSpec", ("FunctionSpec", "access"): "AccessSpec", ("FunctionSpec", "others"): "OtherSpec",
    ("FunctionSpec", "examples"): "FunctionExampleSpec",
}  # fmt: skip


@lru_cache(maxsize=1)
def _members() -> dict[str, frozenset[str]]:
    whole = AppSpec.model_json_schema()
    return {n: frozenset(p["properties"]) for n, p in {"AppSpec": whole, **whole["$defs"]}.items()}


def _known(data: Any, part: str) -> Any:
    """Drop members that the specification does not know, that a model may not set, or that are null, all the way down."""
    if isinstance(data, list):
        return [_known(d, part) for d in data]
    if not isinstance(data, dict) or part not in _members():
        return data
    allowed = _members()[part] - set(_NOT_THEIRS.get(part, ()))
    return {
        k: _known(v, _INSIDE.get((part, k), "")) for k, v in data.items() if k in allowed and v is not None
    }


def _shapeless(hint: str) -> Finding:
    from calisson.errors import Problem

    return Finding("answer", Problem("answer", "spec-type", {"field": "answer"}, hint))
