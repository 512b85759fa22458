"""What goes to a model and what comes back, in words of our own: no provider's type crosses this room's door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Privacy = Literal["open", "local"]
"""`local` never leaves this house: it reaches no model on another machine that is not the household's."""

Stakes = Literal["low", "high"]
"""`high`: health, money, law, and what cannot be taken back."""

Provider = Literal["anthropic", "deepseek", "openai"]
"""Which protocol and manners: `openai` is any server that speaks chat completions."""

Strength = Literal["fast", "strong"]


@dataclass(frozen=True, slots=True)
class Text:
    """Words, with the label of what they were made from."""

    text: str
    privacy: Privacy = "open"


@dataclass(frozen=True, slots=True)
class Image:
    """A picture."""

    data: bytes = field(repr=False)
    media_type: str = "image/png"
    privacy: Privacy = "open"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model asks for a tool."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    privacy: Privacy = "open"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave."""

    id: str
    """The call's id."""
    name: str
    text: str
    privacy: Privacy = "open"


Part = Text | Image | ToolCall | ToolResult


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation with a model; results of tools stand in messages of the person's side."""

    role: Literal["person", "model"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may ask for."""

    name: str
    description: str
    schema: Mapping[str, Any]
    """JSON Schema of its arguments, an object."""


@dataclass(frozen=True, slots=True)
class Request:
    """One thing to ask a model."""

    messages: tuple[Message, ...]
    instructions: str = ""
    instructions_privacy: Privacy = "open"
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None
    """JSON Schema that the answer has to fit; None means words."""
    purpose: str = "talk"
    """What it is for; names the entry in the ledger and the route."""
    prompt: str = ""
    """Name and version of the prompt file that it was made of."""
    stakes: Stakes = "low"
    checks_failed: int = 0
    """How many drafts failed their checks before."""
    ask_strong: bool = False
    """A person asked for the strong model."""
    max_tokens: int = 4096
    """Of the answer."""
    temperature: float | None = None
    """None leaves it to the provider."""
    timeout_s: float = 120.0
    """Of one try; streamed, the longest silence."""
    person: str = "me"
    app_id: str | None = None
    turn_id: str | None = None
    within_s: float | None = None
    """Of all tries and models together; None waits for every one of them. Streamed, no other model begins after it."""

    @property
    def privacy(self) -> Privacy:
        """The strictest label of its parts."""
        labels = {self.instructions_privacy, *(p.privacy for m in self.messages for p in m.parts)}
        return "local" if "local" in labels else "open"

    @property
    def has_images(self) -> bool:
        """Whether a picture is in it."""
        return any(isinstance(p, Image) for m in self.messages for p in m.parts)

    @property
    def size_chars(self) -> int:
        """About how many characters it has, for estimates; a picture counts as 4,000."""
        total = len(self.instructions) + len(str(self.schema or ""))
        total += sum(len(t.description) + len(str(t.schema)) for t in self.tools)
        for message in self.messages:
            for part in message.parts:
                match part:
                    case Image():
                        total += 4000
                    case ToolCall():
                        total += len(str(part.arguments))
                    case Text() | ToolResult():
                        total += len(part.text)
        return total


def ask(text: str, *, privacy: Privacy = "open", **more: Any) -> Request:
    """Return a request of one question; `more` are fields of `Request`."""
    return Request((Message("person", (Text(text, privacy),)),), **more)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer."""

    input_tokens: int = 0
    """All that was read, cached or not."""
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Return the tokens of both."""
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens, self.cache_write_tokens + other.cache_write_tokens,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    data: Any = None
    """The answer that fits the request's schema."""
    model: str = "embedded"
    """The id of the model, or `embedded`: the chain ended without one."""
    usage: Usage = Usage()
    cost_usd: float = 0.0
    duration_s: float = 0.0
    truncated: bool = False
    """The answer is longer than `max_tokens` and ends there."""
    failures: tuple[Failure, ...] = ()
    """What was tried before, and why it failed."""
    decision: str = ""
    """The journal's entry of the route; empty without a journal."""

    @property
    def embedded(self) -> bool:
        """Whether no model answered."""
        return self.model == "embedded"


@dataclass(frozen=True, slots=True)
class Failure:
    """One model that did not answer."""

    model: str
    kind: str
    """The error's type: `ModelRateError`."""
    message: str
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a streamed answer; the last one has the whole reply.

    `restart` says that what was streamed before is void, because another model begins anew.
    """

    text: str = ""
    reply: Reply | None = None
    restart: bool = False
