"""What every route declares about who may use it, read back: for the description at `/api/v1/openapi.json` and for tests.

A route that declares nothing is a mistake that `undeclared` finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi.routing import APIRoute, iter_route_contexts

from calisson.server.guard import Needs, Open

if TYPE_CHECKING:
    from fastapi import FastAPI
    from fastapi.dependencies.models import Dependant
    from starlette.routing import BaseRoute

SCHEME = "token"
"""The name of the security scheme in the description."""

DESCRIPTION = "/api/v1/openapi.json"
"""Added by the framework; open, because it names nothing of the home."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One route with what it declares."""

    path: str
    methods: tuple[str, ...]
    needs: Needs | Open | None
    """None when it declares nothing."""


def declarations(app: FastAPI) -> Iterator[Declared]:
    """Yield every route of an application with what it declares."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        methods = tuple(sorted(getattr(route, "methods", None) or ()))
        yield Declared(str(context.path), methods, _declaration(route, context.path))


def _declaration(route: BaseRoute, path: str | None) -> Needs | Open | None:
    if isinstance(route, APIRoute):
        return next(_found(route.dependant), None)
    if path == DESCRIPTION:
        return Open()
    declared = getattr(getattr(route, "endpoint", None), "needs", None)
    return declared if isinstance(declared, Needs) else None


def _found(dependant: Dependant) -> Iterator[Needs | Open]:
    for inner in dependant.dependencies:
        if isinstance(inner.call, (Needs, Open)):
            yield inner.call
        yield from _found(inner)


def undeclared(app: FastAPI) -> list[str]:
    """Return the paths of the routes that declare nothing."""
    return [d.path for d in declarations(app) if d.needs is None]


def describe(app: FastAPI) -> None:
    """Put the scopes into the description of an application: `security` of each operation (OpenAPI 3.1, 4.8.30)."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        schema = make()
        schema.setdefault("components", {})["securitySchemes"] = {
            SCHEME: {"type": "http", "scheme": "bearer"}
        }
        for route in declarations(app):
            if not isinstance(route.needs, Needs):
                continue
            for method in route.methods:
                operation = schema["paths"].get(route.path, {}).get(method.lower())
                if operation is not None:
                    operation["security"] = [{SCHEME: [str(s) for s in route.needs.scopes]}]
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
