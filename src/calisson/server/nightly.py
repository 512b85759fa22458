"""House-keeping: at night, what was forgotten loses its bytes; see `Home.memories.keep_house`."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import anyio
from anyio import to_thread

if TYPE_CHECKING:
    from calisson.app import Home

PERIOD_S = 900.0
"""How often it is looked whether it is time."""

log = logging.getLogger(__name__)


async def nightly(home: Home) -> None:
    """Keep house until cancelled; a failure is logged and tried again at the next round."""
    while True:
        await anyio.sleep(PERIOD_S)
        try:
            await to_thread.run_sync(partial(home.memories.keep_house, now=False))
        except Exception:
            log.exception("the house could not be kept; trying again")
