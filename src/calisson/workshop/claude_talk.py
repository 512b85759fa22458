"""One conversation of the SDK's program with a model: what it is started with, told, and what comes of it.

The program calls our tools through MCP; each such call waits for the result that the loop gives to the next
`turn`. So the loop makes the calls, in the model's order, and the program hands over what came of them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from calisson.errors import ModelConnectionError, ModelError, ModelRequestError, ModelTimeoutError
from calisson.models import Image, Message, ModelSpec, Reply, Request, ToolResult
from calisson.models.roster import is_loopback
from calisson.models.types import Failure
from calisson.workshop.claude_words import PREFIX, SERVER, Reading, encoded, history, problem

if TYPE_CHECKING:
    import anyio
    from anyio.from_thread import BlockingPortal
    from claude_agent_sdk import ClaudeAgentOptions, McpSdkServerConfig

INHERITED = (
    "PATH",
    "LANG",
    "LC_ALL",
    "SYSTEMROOT",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
)
"""Variables that the program gets; every other one is emptied, so that no other key of the home reaches it."""
PROXIES = ("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy")
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1", "DISABLE_UPDATES": "1", "DISABLE_GROWTHBOOK": "1", "DISABLE_AUTO_COMPACT": "1",
    "CLAUDE_CODE_DISABLE_FILE_MENTIONS": "1", "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1", "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
    "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS": "1", "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK": "1",
    "CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY": "1", "ENABLE_TOOL_SEARCH": "false", "MAX_MCP_OUTPUT_TOKENS": "200000",
    "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1",
}  # fmt: skip
SILENCE_S = 30.0
"""Beyond the time that one try of the program may take, before it is given up."""
CLOSING_S = 1.0
"""How long the ends of its pipes are waited for."""


Shown = tuple[str, tuple[Image, ...]]
"""The words and the pictures of a result."""


def _bare(request: Request) -> tuple[Message, ...]:
    """Return the messages without the pictures of the last one: they are shown once and not repeated."""
    last = request.messages[-1]
    return (
        *request.messages[:-1],
        Message(last.role, tuple(p for p in last.parts if not isinstance(p, Image))),
    )


class Talk:
    """The program, from the first question to the last word."""

    def __init__(
        self, portal: BlockingPortal, spec: ModelSpec, base_url: str, request: Request, retries: int
    ) -> None:

        if request.schema is not None:
            raise ModelRequestError(f"{spec.id}: this engine gives no answers of a fixed form")
        self._portal = portal
        self._spec = spec
        self._said: SimpleQueue[Reply | ModelError] = SimpleQueue()
        self._told = request.messages[:0]
        self._calls: tuple[str, ...] = ()
        self._results: dict[str, Shown] = {}
        self._news: anyio.Event | None = None
        self._heard_s = time.monotonic()
        self._patience_s = (request.timeout_s + SILENCE_S) * (retries + 1)
        self._task = portal.start_task_soon(self._run, base_url, request, retries)

    def continues(self, request: Request) -> bool:
        """Return whether a request is this conversation with the results of the last calls added."""
        told = len(self._told)
        if not told or len(request.messages) != told + 2 or request.messages[:told] != self._told:
            return False
        results = [p.id if isinstance(p, ToolResult) else "" for p in _bare(request)[-1].parts]
        return tuple(results) == self._calls and not self._task.done()

    def turn(self, request: Request, stopped: Callable[[], bool]) -> Reply:
        """Tell the program what came of its last calls, and return what the model says then.

        Raises:
            ModelError: the model did not answer.
        """
        if self._told:
            last = request.messages[-1].parts
            pictures = tuple(p for p in last if isinstance(p, Image))
            found: dict[str, Shown] = {p.id: (p.text, ()) for p in last if isinstance(p, ToolResult)}
            found[self._calls[-1]] = (found[self._calls[-1]][0], pictures)
            self._portal.call(self._tell, found)
        self._told = _bare(request)
        self._heard_s = time.monotonic()
        while True:
            try:
                said = self._said.get(timeout=0.05)
            except Empty:
                if stopped():
                    return Reply(failures=(Failure(self._spec.id, "Stopped", "stopped", 0),))
                if time.monotonic() - self._heard_s > self._patience_s:
                    raise ModelTimeoutError(f"{self._spec.id} did not answer in time") from None
                continue
            if isinstance(said, ModelError):
                raise said
            self._calls = tuple(c.id for c in said.calls)
            return said

    def end(self) -> None:
        """End the program; does not wait for it."""
        self._task.cancel()

    # --- in the loop of the portal -----------------------------------------------------------------------

    async def _tell(self, results: Mapping[str, Shown]) -> None:
        self._results |= results
        if self._news is not None:
            self._news.set()

    async def _result(self, call_id: str) -> Shown:
        import anyio

        while call_id not in self._results:
            self._news = anyio.Event() if self._news is None or self._news.is_set() else self._news
            await self._news.wait()
        return self._results[call_id]

    async def _run(self, base_url: str, request: Request, retries: int) -> None:
        import anyio.to_thread
        from claude_agent_sdk import ClaudeSDKClient, ClaudeSDKError, ResultMessage, StreamEvent

        home = Path(tempfile.mkdtemp(prefix="calisson-claude-"))
        reading = Reading(request)
        program: Any = None
        try:
            options, prompt = self._options(home, base_url, request, retries)
            async with ClaudeSDKClient(options) as client:
                program = _program(client)
                try:
                    await client.query(prompt)
                    async for message in client.receive_messages():
                        self._heard_s = time.monotonic()
                        if isinstance(message, StreamEvent) and message.parent_tool_use_id is None:
                            reply = reading.take(message.event)
                            if reply is not None:
                                self._said.put(reply)
                        elif isinstance(message, ResultMessage):
                            if message.is_error:
                                text = message.result or "; ".join(message.errors or ()) or message.subtype
                                self._said.put(problem(self._spec, message.api_error_status, text))
                            return
                finally:
                    _kill(program)
            self._said.put(ModelConnectionError(f"{self._spec.id}: the program ended without a word"))
        except ModelError as error:
            self._said.put(type(error)(f"{self._spec.id}: {error}"))
        except (ClaudeSDKError, OSError) as error:
            self._said.put(problem(self._spec, None, str(error)))
        finally:
            with anyio.CancelScope(shield=True):
                with anyio.move_on_after(CLOSING_S), suppress(Exception):
                    async for _ in program.stdout:
                        pass
                await anyio.to_thread.run_sync(shutil.rmtree, home, True)

    def _options(
        self, home: Path, base_url: str, request: Request, retries: int
    ) -> tuple[ClaudeAgentOptions, AsyncIterator[dict[str, Any]]]:
        from claude_agent_sdk import ClaudeAgentOptions, HookMatcher

        desk = home / "desk"
        desk.mkdir()
        (home / "tmp").mkdir()
        (home / "instructions").write_text(request.instructions, "utf-8")
        past, prompt = history(request, str(desk))

        async def prompts() -> AsyncIterator[dict[str, Any]]:
            yield {"type": "user", "message": {"role": "user", "content": prompt}, "parent_tool_use_id": None}

        options = ClaudeAgentOptions(
            tools=[], allowed_tools=[f"mcp__{SERVER}"], mcp_servers={SERVER: self._server(request)},
            strict_mcp_config=True, setting_sources=[], skills=[], verbatim_prompts=True,
            system_prompt={"type": "file", "path": str(home / "instructions")},
            model=self._spec.name, thinking={"type": "disabled"}, include_partial_messages=True, cwd=desk,
            env=_environment(self._spec, base_url, home, request, retries), stderr=_ignore,
            hooks={"PreToolUse": [HookMatcher(hooks=[_only_ours])]},
            session_store=past, resume=past.session_id if past else None,
        )  # fmt: skip
        return options, prompts()

    def _server(self, request: Request) -> McpSdkServerConfig:
        from mcp.server import Server
        from mcp.types import CallToolResult, ImageContent, ListToolsResult, TextContent, Tool

        tools = [Tool.model_validate({"name": t.name, "description": t.description, "inputSchema": dict(t.schema)})
                 for t in request.tools]  # fmt: skip

        async def listed(context: Any, parameters: Any) -> ListToolsResult:
            return ListToolsResult(tools=tools)

        async def called(context: Any, parameters: Any) -> CallToolResult:
            call_id = str((parameters.meta or {}).get("claudecode/toolUseId", ""))
            text, pictures = await self._result(call_id)
            shown = [
                ImageContent.model_validate({"type": "image", "mimeType": p.media_type, "data": encoded(p)})
                for p in pictures
            ]
            return CallToolResult(content=[TextContent(type="text", text=text), *shown])

        server: Any = Server(SERVER, version="1", on_list_tools=listed, on_call_tool=called)
        return {"type": "sdk", "name": SERVER, "instance": server}


def _program(client: Any) -> Any:
    """Return the running program, None when the SDK no longer shows it; its own way to end takes five seconds."""
    return getattr(getattr(client, "_transport", None), "_process", None)


def _kill(program: Any) -> None:
    if program is not None and program.returncode is None:
        with suppress(ProcessLookupError):
            program.kill()


async def _only_ours(data: Any, tool_use_id: str | None, context: Any) -> Any:
    """Refuse every tool that is not one of ours; none is offered."""
    if str(data.get("tool_name", "")).startswith(PREFIX):
        return {}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",
                                   "permissionDecisionReason": "not a tool of this house"}}  # fmt: skip


def _ignore(line: str) -> None:
    """What the program complains of comes in its messages too."""


def _environment(
    spec: ModelSpec, base_url: str, home: Path, request: Request, retries: int
) -> dict[str, str]:
    from urllib.parse import urlsplit

    kept = INHERITED if is_loopback(urlsplit(base_url).hostname or "") else (*INHERITED, *PROXIES)
    emptied = {name: "" for name in os.environ if name not in kept}
    return {
        **emptied, **QUIET, "HOME": str(home), "USERPROFILE": str(home),
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(home / "tmp")), "CLAUDE_CONFIG_DIR": str(home / "config"),
        "ANTHROPIC_BASE_URL": base_url, "ANTHROPIC_API_KEY": spec.key or "none",
        "ANTHROPIC_SMALL_FAST_MODEL": spec.name,
        "CLAUDE_CODE_MAX_RETRIES": str(retries), "API_TIMEOUT_MS": str(round(request.timeout_s * 1000)),
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(request.max_tokens),
    }  # fmt: skip
