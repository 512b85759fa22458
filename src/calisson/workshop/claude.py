"""The Claude Agent SDK as a second engine: its bundled program leads the talk with the model, our loop does the work.

    engine = ClaudeEngine(home.models, home.models.roster.get("anthropic:claude-sonnet-5-5"))
    agent = Agent(engine, home.database, Permissions("edits"))

`Agent` asks an engine for the model's next words and calls; `Models` is one, this is another. What a call may do,
what it does, how it is kept and what is shown of it is the same code for both: the program gets our tools through
an MCP server in this process, and what it hands the model is what the loop made of the call. Its own tools, its
settings files, its memory, updates and telemetry are switched off; its home is an empty folder that is deleted.

Differences from `Models`:
1. One model, no route: what it may be asked (privacy, money, size) is checked by the same walls at every question.
2. The program adds about 1,000 characters of its own to the conversation: platform, date, name of the model.
3. It tries again by itself when a provider is busy (`RETRIES` times); an answer that cannot be used is asked for
   once more.
4. A run that goes on after a crash or another day gets a new program, which is given the conversation so far.

Not covered: the program is not ours, runs with the rights of this process, and is no part of the sandbox. It is
held by its options, by an environment without the home's other keys, and by a hook that refuses any foreign tool.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from calisson.errors import ConfigError, ModelConnectionError, ModelMissingError, ModelOutputError
from calisson.models import Models, ModelSpec, Reply, Request, Roster

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal

    from calisson.workshop.claude_talk import Talk

RETRIES = 3


def address(spec: ModelSpec) -> str:
    """Return where a model's server speaks the Anthropic Messages API.

    DeepSeek does below `/anthropic`; servers that are set up for chat completions at `…/v1` do at the address
    before it, as far as they do at all.
    """
    if spec.provider == "anthropic":
        return spec.base_url.removesuffix("/v1")
    if spec.provider == "deepseek":
        return spec.base_url.removesuffix("/v1").removesuffix("/anthropic") + "/anthropic"
    return spec.base_url.removesuffix("/v1")


def available() -> bool:
    """Whether the extra is installed."""
    return importlib.util.find_spec("claude_agent_sdk") is not None


class ClaudeEngine:
    """Asks one model through the SDK; one program a run. Safe to share between threads, each with its own run."""

    def __init__(self, models: Models, spec: ModelSpec) -> None:
        """Make an engine; nothing is started before the first question.

        Args:
            models: the home's door, for its walls, journal and ledger.
            spec: the model; its server has to speak the Anthropic Messages API at `address(spec)`.

        Raises:
            ModelMissingError: the extra is not installed.
            ConfigError: the server needs a key and none is set.
        """
        if not available():
            raise ModelMissingError("this engine needs the extra: pip install 'calisson[claude]'",
                                    message_id="error-model-extra")  # fmt: skip
        if not spec.key and not spec.local:
            raise ConfigError(f"{urlsplit(spec.base_url).hostname} needs a key, and none is set")
        self._models = models
        self._spec = spec
        self._talks: dict[str, Talk] = {}
        self._lock = threading.Lock()
        self._portal: BlockingPortal | None = None
        self._portal_context: Any = None

    @property
    def roster(self) -> Roster:
        """The one model that it asks."""
        return Roster((self._spec,))

    @property
    def door(self) -> Models:
        """The home's door, for small questions that need no program: making what is old shorter."""
        return self._models

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Return what the model says next; its `embedded` is true when it did not answer.

        A request that goes on where the last one of its `turn_id` ended is told to the program that is running;
        any other one begins anew, with the conversation so far.
        """

        def ask() -> Reply:
            try:
                return self._turn(request, stopped or (lambda: False))
            except (ModelOutputError, ModelConnectionError):
                return self._turn(request, stopped or (lambda: False))

        return self._models.through(self._spec, request, ask)

    def _turn(self, request: Request, stopped: Callable[[], bool]) -> Reply:
        run = request.turn_id or ""
        talk = self._talks.get(run)
        if talk is None or not talk.continues(request):
            self.leave(run)
            talk = self._begin(run, request)
        over = True
        try:
            reply = talk.turn(request, stopped)
            over = reply.embedded or not reply.calls
            return reply
        finally:
            if over:
                self.leave(run)

    def leave(self, turn_id: str) -> None:
        """End the program of a run; it goes on with a new one."""
        with self._lock:
            talk = self._talks.pop(turn_id, None)
        if talk is not None:
            talk.end()

    def close(self) -> None:
        """End all programs and wait for it."""
        for run in list(self._talks):
            self.leave(run)
        with self._lock:
            if self._portal is not None:
                self._portal_context.__exit__(None, None, None)
                self._portal = None

    def __enter__(self) -> ClaudeEngine:
        """Return itself; the end of the block closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _begin(self, run: str, request: Request) -> Talk:
        from calisson.workshop.claude_talk import Talk

        with self._lock:
            if self._portal is None:
                from anyio.from_thread import start_blocking_portal

                self._portal_context = start_blocking_portal(name="claude")
                self._portal = self._portal_context.__enter__()
            talk = Talk(self._portal, self._spec, address(self._spec), request, RETRIES)
            self._talks[run] = talk
        return talk
