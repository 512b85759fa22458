"""What open pages hear as it happens: due reminders, changed records and apps."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

QUEUE = 100
"""Events that wait for one slow page; past that its stream ends and the page connects and asks again."""

HEARTBEAT_S = 20.0
"""How often a silent stream says that it is alive, so that nothing between closes it."""

OWN = 1000
"""How many of this process's latest turns are known, so that they are not announced twice."""


class Hub:
    """Hands events to every open page. `send_soon` and `close` may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[str | None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self._own: deque[str] = deque(maxlen=OWN)

    def bind(self) -> None:
        """Remember the running event loop."""
        self._loop = asyncio.get_running_loop()

    def send(self, kind: str, data: dict[str, Any]) -> None:
        """Hand an event to every open page; called in the event loop."""
        text = f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"
        for queue in tuple(self._listeners):
            try:
                queue.put_nowait(text)
            except asyncio.QueueFull:
                self._end(queue)

    def send_soon(self, kind: str, data: dict[str, Any]) -> None:
        """Hand an event to every open page, from a thread."""
        if data.get("turn_id"):
            self._own.append(data["turn_id"])
        self._soon(lambda: self.send(kind, data))

    def announced(self, turn_id: str | None) -> bool:
        """Tell whether a turn was announced by this process."""
        return turn_id is not None and turn_id in self._own

    def close(self) -> None:
        """End every stream, and let no new one begin."""
        self._closed = True
        self._soon(self._end_all)

    async def listen(self) -> AsyncIterator[str]:
        """Yield events as server-sent text until the hub closes."""
        if self._closed:
            return
        queue: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        self._listeners.add(queue)
        try:
            yield "retry: 2000\n: hello\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), HEARTBEAT_S)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            self._listeners.discard(queue)

    def _soon(self, call: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    def _end_all(self) -> None:
        for queue in tuple(self._listeners):
            self._end(queue)

    def _end(self, queue: asyncio.Queue[str | None]) -> None:
        self._listeners.discard(queue)
        while queue.full():
            queue.get_nowait()
        queue.put_nowait(None)
