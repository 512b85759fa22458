"""The application: routes, guard, problems, page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from fastapi import FastAPI
from starlette.routing import Route

from calisson import __version__
from calisson.server import (
    account,
    apps,
    declared,
    feeds,
    gallery,
    house,
    images,
    keeping,
    making,
    manifest,
    mcp,
    openai,
    packages,
    page,
    problems,
    profile,
    remembered,
    reminders,
    restore,
    runs,
    talk,
    views,
    widgets,
)
from calisson.server.delivery import watch
from calisson.server.guard import LOOPBACK, Guard
from calisson.server.live import Hub
from calisson.server.nightly import nightly

if TYPE_CHECKING:
    from calisson.app import Home


def create_app(home: Home, *, hosts: frozenset[str] = LOOPBACK) -> FastAPI:
    """Return the ASGI application that serves a home.

    Args:
        home: the open home; closing it is the caller's.
        hosts: names by which it may be reached; `guard.ANY_ADDRESS` among them stands for any IP address.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub.bind()
        home.served = True
        async with anyio.create_task_group() as tasks:
            watching = anyio.CancelScope()

            async def watched() -> None:
                with watching:
                    async with anyio.create_task_group() as both:
                        both.start_soon(watch, home, app.state.hub)
                        both.start_soon(nightly, home)

            tasks.start_soon(watched)
            app.state.tasks = tasks
            try:
                yield
            finally:  # turns that are under way finish; then the group ends
                watching.cancel()
                home.served = False
                home.desk.stop_all()
                if "bench" in home.__dict__:
                    home.bench.close()
                endpoint.close()
                app.state.hub.close()
                app.state.waiting.close()

    app = FastAPI(
        title="Calisson",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.home = home
    app.state.hub = Hub()
    app.state.waiting = restore.Waiting()
    app.state.throttle = account.Throttle()
    app.state.cookie = f"calisson_{home.sessions.fingerprint()[:8]}"  # homes on one machine share its cookies
    problems.install(app)
    endpoint = mcp.Endpoint(app)
    app.router.routes.append(Route(mcp.PATH, endpoint, methods=["GET", "POST", "DELETE"]))
    for part in (
        account,
        house,
        keeping,
        remembered,
        talk,
        openai,
        views,
        images,
        apps,
        gallery,
        making,
        runs,
        reminders,
        restore,
        feeds,
        manifest,
        packages,
        profile,
        widgets,
        page,
    ):
        app.include_router(part.router)
    declared.describe(app)
    app.add_middleware(Guard, hosts=hosts)
    return app
