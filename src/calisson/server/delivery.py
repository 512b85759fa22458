"""The delivery loop: what becomes due is claimed once, stored as fired, and shown on every open page."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from anyio import to_thread

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.server.live import Hub

PERIOD_S = 5.0
"""How often the agenda is asked; reminders are set to the minute."""

log = logging.getLogger(__name__)


async def deliver(home: Home, hub: Hub) -> None:
    """Deliver due reminders until cancelled; a failure is logged and tried again at the next round."""
    while True:
        try:
            for reminder in await to_thread.run_sync(home.claim_due):
                hub.send("reminder.due", reminder)
        except Exception:
            log.exception("reminders could not be delivered; trying again")
        await asyncio.sleep(PERIOD_S)
