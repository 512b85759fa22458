"""What code of an app may see and change: the declared items, checked and turned into fields by entity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from calisson.apps.spec import AccessSpec, AppSpec
from calisson.errors import Problem


def fields_of(spec: AppSpec, items: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the fields that items stand for, by entity; what names nothing stands for nothing."""
    found: dict[str, set[str]] = {}
    for item in items:
        name, _, field = item.partition(".")
        entity = spec.entity(name)
        if entity is None:
            continue
        known = {f.name for f in entity.fields}
        found.setdefault(name, set()).update(known if not field else known & {field})
    return {name: frozenset(fields) for name, fields in found.items()}


def problems(spec: AppSpec, access: AccessSpec, path: str) -> Iterator[Problem]:
    """Yield the items that name nothing in the app."""
    for kind in ("reads", "writes"):
        for number, item in enumerate(getattr(access, kind)):
            name, _, field = item.partition(".")
            entity = spec.entity(name)
            where = f"{path}.access.{kind}.{number}"
            if entity is None:
                known = ", ".join(e.name for e in spec.entities)
                yield Problem(where, "spec-no-entity", {"entity": name, "field": field, "known": known},
                              f"there is no entity {name!r}; there are {known}")  # fmt: skip
            elif field and entity.field(field) is None:
                yield Problem(where, "spec-no-field", {"field": field, "entity": entity.label, "known": ""},
                              f"{name!r} has no field {field!r}")  # fmt: skip
