"""What an app's functions may read of other apps: asked for in the specification, granted by a person, one version at a time.

A version that asks for more than the live one has is published only by whoever brings the person's yes (`granted`): picking
it where the page says what it would read. So neither a model nor a program nor a file from another home widens anything;
a file from elsewhere is taken in without such functions.

Covers: a function that reads other apps, or more of them, than a person agreed to. Does not cover: what the function does
with what it may read (it can write it into its own app's records, as it declares), and who else uses that app.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from calisson.apps.spec import AppSpec, FunctionSpec, OtherSpec
from calisson.errors import NotFoundError, Problem, SpecError

Want = tuple[str, str, str, str]
"""Function, app, entity, field."""


def wants(spec: AppSpec | None) -> frozenset[Want]:
    """Return everything of other apps that a specification's functions read."""
    return frozenset(
        (f.name, o.app, o.entity, field)
        for f in (spec.functions if spec else ()) for o in f.others for field in o.fields
    )  # fmt: skip


def wider(spec: AppSpec, live: AppSpec | None) -> list[tuple[FunctionSpec, OtherSpec]]:
    """Return what a specification asks for beyond the live one, function by function, with only the fields that are new."""
    had = wants(live)
    found = []
    for function in spec.functions:
        for other in function.others:
            new = tuple(n for n in other.fields if (function.name, other.app, other.entity, n) not in had)
            if new:
                found.append((function, other.model_copy(update={"fields": new})))
    return found


def require(spec: AppSpec, live: AppSpec | None) -> None:
    """Raise when a specification asks for more than the live one has.

    Raises:
        SpecError: it does; each function is named.
    """
    found = wider(spec, live)
    if found:
        raise SpecError([
            Problem(f"functions.{f.name}.others", "grant-needed", {"name": f.label or f.name, "app": o.label or o.app},
                    f"{f.name!r} wants to read {o.label or o.app!r}: a person has to agree first")
            for f, o in found
        ])  # fmt: skip


def without(spec: AppSpec) -> AppSpec:
    """Return a specification without the functions that read other apps: elsewhere there is nothing for them to read."""
    if not wants(spec):
        return spec
    gone = {f.name for f in spec.functions if f.others}
    return spec.model_copy(
        update={
            "functions": tuple(f for f in spec.functions if not f.others),
            "checks": tuple(c for c in spec.checks if c.kind != "function" or c.target not in gone),
        }
    )


def records_of(
    function: FunctionSpec, read: Callable[[str, str], Sequence[Mapping[str, Any]]]
) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Return the records of other apps that a function may read, by its names for them; none of an app that is gone.

    Args:
        function: the function.
        read: gives the records of an app's entity.
    """
    found: dict[str, Sequence[Mapping[str, Any]]] = {}
    for other in function.others:
        try:
            found[other.name] = read(other.app, other.entity)
        except NotFoundError:
            found[other.name] = ()
    return found
