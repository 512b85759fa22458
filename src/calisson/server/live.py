"""What open pages hear as it happens: due reminders, changed records and apps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

QUEUE = 100
"""Events that wait for one slow page; past that its stream ends and the page asks again."""


class Hub:
    """Hands events to every open page. Used from the server's event loop; `send_soon` from any thread."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[str | None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def bind(self) -> None:
        """Remember the running event loop."""
        self._loop = asyncio.get_running_loop()

    def send(self, kind: str, data: dict[str, Any]) -> None:
        """Hand an event to every open page."""
        text = f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"
        for queue in tuple(self._listeners):
            try:
                queue.put_nowait(text)
            except asyncio.QueueFull:
                self._listeners.discard(queue)

    def send_soon(self, kind: str, data: dict[str, Any]) -> None:
        """The same from a thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.send, kind, data)

    def close(self) -> None:
        """End every stream."""
        for queue in tuple(self._listeners):
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(None)
        self._listeners.clear()

    async def listen(self) -> AsyncIterator[str]:
        """Yield events as server-sent text, with a comment every 20 s to keep the line open."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        self._listeners.add(queue)
        try:
            yield ": hello\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), 20)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            self._listeners.discard(queue)
