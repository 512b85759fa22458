"""The application: routes, guard, problems, page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI

from calisson import __version__
from calisson.server import apps, house, page, problems, reminders, talk
from calisson.server.delivery import deliver
from calisson.server.guard import LOOPBACK, Guard
from calisson.server.live import Hub

if TYPE_CHECKING:
    from calisson.app import Home


def create_app(home: Home, *, hosts: frozenset[str] = LOOPBACK, secure: bool = False) -> FastAPI:
    """Return the ASGI application that serves a home.

    Args:
        home: the open home; closing it is the caller's.
        hosts: names by which it may be reached (`*` for any).
        secure: whether it is reached over HTTPS, so that cookies say so.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        import asyncio

        app.state.hub.bind()
        delivery = asyncio.create_task(deliver(home, app.state.hub))
        try:
            yield
        finally:
            app.state.hub.close()
            delivery.cancel()
            try:
                await delivery
            except asyncio.CancelledError:
                pass

    app = FastAPI(
        title="Calisson", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )  # fmt: skip
    app.state.home = home
    app.state.hub = Hub()
    app.state.secure = secure
    problems.install(app)
    for router in (house.router, talk.router, apps.router, reminders.router, house.feed, page.router):
        app.include_router(router)
    app.add_middleware(Guard, hosts=hosts)
    return app
