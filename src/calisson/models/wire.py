"""One try at one model, through Pydantic AI: our request becomes its messages, its errors become ours.

The last wall of privacy stands here, in the only function that makes the outgoing messages: a part that is
marked local raises before anything is rendered for a model elsewhere. Covered: every part, the instructions,
answers and results of tools that were made from local parts and carry their label. Not covered: words that a
person types anew, and a household's own server that passes on what it gets.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from calisson.errors import (
    ModelAuthError,
    ModelConnectionError,
    ModelContextError,
    ModelError,
    ModelMissingError,
    ModelOutputError,
    ModelOverloadError,
    ModelPrivacyError,
    ModelRateError,
    ModelRefusedError,
    ModelRequestError,
    ModelTimeoutError,
)
from calisson.models import heard
from calisson.models.roster import ModelSpec
from calisson.models.schema import check
from calisson.models.types import Image, Reply, Request, Text, ToolCall, ToolResult, Usage

if TYPE_CHECKING:
    from pydantic_ai import messages as pai
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

RESULT = "answer"
"""The tool by whose arguments a model gives an answer that has to fit a schema."""


def require() -> None:
    """Make sure that the extra is there.

    Raises:
        ModelMissingError: it is not installed.
    """
    try:
        import pydantic_ai.models  # noqa: F401
    except ImportError as error:
        raise ModelMissingError("models need the extra: pip install 'calisson[models]'",
                                message_id="error-model-extra") from error  # fmt: skip


class Client:
    """Asks models; keeps one connection pool a model. Belongs to one event loop."""

    def __init__(self) -> None:
        self._open: dict[ModelSpec, tuple[Model, Any]] = {}

    async def close(self) -> None:
        """Close the connections."""
        for _, http in self._open.values():
            await http.aclose()
        self._open.clear()

    async def complete(self, spec: ModelSpec, request: Request) -> Reply:
        """Ask once and return the reply, without cost and duration.

        Raises:
            ModelError: its kinds say what to do next.
        """
        import anyio
        from pydantic_ai.direct import model_request

        messages, parameters, settings = render(spec, request)
        with _errors(spec):
            with anyio.fail_after(request.timeout_s):
                found = await model_request(self._model(spec), messages, model_settings=settings,
                                            model_request_parameters=parameters)  # fmt: skip
        return _counted(found, request)

    async def stream(self, spec: ModelSpec, request: Request) -> AsyncIterator[str | Reply]:
        """Ask once and yield pieces of text, then the reply.

        Raises:
            ModelError: also after pieces were yielded, when the answer was cut.
        """
        import anyio
        from pydantic_ai.direct import model_request_stream

        messages, parameters, settings = render(spec, request)
        with _errors(spec):
            with anyio.fail_after(request.timeout_s) as patience:
                async with model_request_stream(self._model(spec), messages, model_settings=settings,
                                                model_request_parameters=parameters) as stream:  # fmt: skip
                    async for event in stream:
                        patience.deadline = anyio.current_time() + request.timeout_s
                        piece = _piece(event)
                        if piece:
                            yield piece
                    found = stream.get()
        yield _counted(found, request)

    def _model(self, spec: ModelSpec) -> Model:
        if spec not in self._open:
            require()
            self._open[spec] = _connect(spec)
        return self._open[spec][0]


def _connect(spec: ModelSpec) -> tuple[Model, Any]:
    import httpx2

    http = httpx2.AsyncClient(
        timeout=httpx2.Timeout(600.0, connect=10.0),
        follow_redirects=False,
        trust_env=not spec.local,
        limits=httpx2.Limits(max_connections=20, max_keepalive_connections=5),
    )
    if spec.provider == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        claude = AsyncAnthropic(
            api_key=spec.key or "none", base_url=spec.base_url, http_client=http, max_retries=0
        )
        return AnthropicModel(spec.name, provider=AnthropicProvider(anthropic_client=claude)), http
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(api_key=spec.key or "none", base_url=spec.base_url, http_client=http, max_retries=0)
    if spec.provider == "deepseek":
        return OpenAIChatModel(spec.name, provider=DeepSeekProvider(openai_client=client)), http
    return OpenAIChatModel(spec.name, provider=OpenAIProvider(openai_client=client)), http


def render(
    spec: ModelSpec, request: Request
) -> tuple[list[pai.ModelMessage], ModelRequestParameters, ModelSettings]:
    """Return what Pydantic AI sends for a request.

    Raises:
        ModelPrivacyError: something in it is marked local and the model is not.
    """
    if request.privacy == "local" and not spec.local:
        raise ModelPrivacyError(f"what is marked local does not go to {spec.id}")
    require()
    from pydantic_ai import messages as pai
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings
    from pydantic_ai.tools import ToolDefinition

    messages: list[pai.ModelMessage] = []
    for message in request.messages:
        if message.role == "model":
            messages.append(pai.ModelResponse(parts=[_said(p) for p in message.parts]))
        else:
            messages.append(
                pai.ModelRequest(parts=_asked(message.parts), instructions=request.instructions or None)
            )
    tools = [
        ToolDefinition(name=t.name, description=t.description, parameters_json_schema=dict(t.schema))
        for t in request.tools
    ]
    output = []
    if request.schema is not None:
        output = [ToolDefinition(name=RESULT, description="Give the answer.", kind="output",
                                 parameters_json_schema=dict(request.schema))]  # fmt: skip
    parameters = ModelRequestParameters(
        function_tools=tools, output_tools=output, output_mode="tool" if output else "text",
        allow_text_output=not output,
    )  # fmt: skip
    settings: dict[str, Any] = {"max_tokens": request.max_tokens, "timeout": request.timeout_s}
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    if spec.provider == "anthropic":
        settings |= {
            "anthropic_cache_instructions": True,
            "anthropic_cache_tool_definitions": bool(tools or output),
            "anthropic_cache_messages": bool(tools) or len(request.messages) > 2,  # what is read again
        }
    if spec.provider == "deepseek" and output:
        settings["thinking"] = False  # the server takes no forced tool while it thinks
    return messages, parameters, ModelSettings(**settings)  # type: ignore[typeddict-item]


def _asked(parts: tuple[Any, ...]) -> list[Any]:
    from pydantic_ai import messages as pai

    found: list[Any] = []
    content: list[Any] = []
    for part in parts:
        match part:
            case ToolResult():
                found.append(pai.ToolReturnPart(tool_name=part.name, content=part.text, tool_call_id=part.id))
            case Text():
                content.append(part.text)
            case Image():
                content.append(pai.BinaryContent(data=part.data, media_type=part.media_type))
            case ToolCall():
                raise ModelRequestError("a tool's call stands in a message of the model")
    if content:
        found.append(
            pai.UserPromptPart(
                content=content[0] if len(content) == 1 and isinstance(content[0], str) else content
            )
        )
    return found


def _said(part: Any) -> Any:
    from pydantic_ai import messages as pai

    if isinstance(part, ToolCall):
        return pai.ToolCallPart(tool_name=part.name, args=dict(part.arguments), tool_call_id=part.id)
    if isinstance(part, Text):
        return pai.TextPart(part.text)
    raise ModelRequestError(f"{type(part).__name__} cannot stand in a message of the model")


def _counted(found: pai.ModelResponse, request: Request) -> Reply:
    """Return a response as a reply; an error for one that cannot be used carries what it cost as `usage`."""
    try:
        return read(found, request)
    except ModelError as error:
        error.arguments["usage"] = _usage(found)
        raise


def _usage(found: pai.ModelResponse) -> Usage:
    used = found.usage
    return Usage(used.input_tokens, used.output_tokens, used.cache_read_tokens, used.cache_write_tokens)


def read(found: pai.ModelResponse, request: Request) -> Reply:
    """Return a response as a reply that carries the request's privacy label; of a cut one, only the words.

    Raises:
        ModelRefusedError: the model declined.
        ModelOutputError: the answer does not fit the schema, or there is none.
    """
    from pydantic_ai import messages as pai

    if found.finish_reason == "content_filter":
        raise ModelRefusedError("the model declined to answer")
    text = heard.words("".join(p.content for p in found.parts if isinstance(p, pai.TextPart)))
    truncated = found.finish_reason == "length"
    if truncated and request.schema is not None:
        raise ModelOutputError(f"the answer is longer than {request.max_tokens} tokens")
    calls = [
        ToolCall(part.tool_call_id, part.tool_name, _arguments(part), request.privacy)
        for part in found.parts
        if isinstance(part, pai.ToolCallPart) and not truncated
    ]
    answers = [c for c in calls if c.name == RESULT and request.schema is not None]
    others = tuple(c for c in calls if c not in answers)
    data = None
    if request.schema is not None and not others:
        data = answers[0].arguments if answers else _json_in(text)
        check(data, request.schema)
    elif not text and not calls and not truncated:
        raise ModelOutputError("the model answered nothing")
    known = {t.name for t in request.tools}
    strange = [c.name for c in others if c.name not in known]
    if strange:
        raise ModelOutputError(f"the model asked for tools that it was not offered: {', '.join(strange)}")
    return Reply(text=text, calls=others, data=data, truncated=truncated, usage=_usage(found))


def _arguments(part: pai.ToolCallPart) -> dict[str, Any]:
    what = f"what {part.tool_name} was called with"
    given = part.args or "{}"
    found = heard.data(given, what) if isinstance(given, str) else heard.plain(given, what)
    if not isinstance(found, dict):
        raise ModelOutputError(f"the arguments of {part.tool_name} are no object")
    return found


def _json_in(text: str) -> Any:
    """Return the JSON of an answer in words: servers without tool calls put it there, often in a code fence."""
    body = text.strip()
    if "```" in body:
        body = body.split("```")[1].removeprefix("json").strip()
    start = min((i for i in (body.find("{"), body.find("[")) if i >= 0), default=-1)
    if start < 0:
        raise ModelOutputError("the model gave no answer that fits")
    return heard.data(body[start:], "the model's answer", begins=True)


def _piece(event: Any) -> str:
    from pydantic_ai import messages as pai

    if isinstance(event, pai.PartStartEvent) and isinstance(event.part, pai.TextPart):
        return heard.words(event.part.content)
    if isinstance(event, pai.PartDeltaEvent) and isinstance(event.delta, pai.TextPartDelta):
        return heard.words(event.delta.content_delta)
    return ""


@contextmanager
def _errors(spec: ModelSpec) -> Iterator[None]:
    """Turn the library's errors into ours; the messages name the model, never its key."""
    try:
        yield
    except ModelError:
        raise
    except TimeoutError as error:
        raise ModelTimeoutError(f"{spec.id} did not answer in time") from error
    except Exception as error:
        raise _ours(spec, error) from error


def _ours(spec: ModelSpec, error: Exception) -> Exception:
    from pydantic_ai import exceptions as their

    said = str(error).replace(spec.key, "…")[:300] if spec.key else str(error)[:300]
    text = f"{spec.id}: {said}"
    kinds: tuple[tuple[type[Exception] | tuple[type[Exception], ...], type[ModelError]], ...] = (
        ((their.ModelTimeoutError, their.ModelRequestTimeout), ModelTimeoutError),
        (their.ModelConnectionError, ModelConnectionError),
        ((their.ModelAuthenticationError, their.ModelQuotaExceededError), ModelAuthError),
        (their.ModelContextWindowExceededError, ModelContextError),
        ((their.ModelUnavailableError, their.ModelServerError), ModelOverloadError),
        (their.ContentFilterError, ModelRefusedError),
        (their.ModelRequestRejectedError, ModelRequestError),
        (their.UnexpectedModelBehavior, ModelOutputError),
    )
    if isinstance(error, their.ModelRateLimitError):
        return ModelRateError(text, retry_after_s=error.retry_after)
    for theirs, mine in kinds:
        if isinstance(error, theirs):
            return ModelContextError(text) if mine is ModelRequestError and _is_context(said) else mine(text)
    if isinstance(error, their.ModelHTTPError):
        return ModelContextError(text) if _is_context(said) else ModelRequestError(text)
    if type(error) is their.ModelAPIError:  # the library's only use of the bare type: a body that is no JSON
        return ModelOutputError(text)
    if isinstance(error, ValueError) or type(error).__name__ == "ValidationError":
        return ModelOutputError(f"{spec.id} answered what cannot be read: {said}")
    module = type(error).__module__.split(".")[0]
    if module in ("httpx", "httpx2", "httpcore", "httpcore2"):
        return ModelConnectionError(text)
    if module in ("anthropic", "openai"):
        return ModelOutputError(text) if "Validation" in type(error).__name__ else ModelConnectionError(text)
    return error


def _is_context(text: str) -> bool:
    folded = text.casefold()
    return any(word in folded for word in ("context length", "context_length", "too long", "maximum context"))
