"""What the exports of other programs look like; each value tells by its members what it is.

- JSON lines of this program: `{"text","at","speaker","source"}`, and more where it is known (see `lines`).
- ChatGPT: `conversations.json` (in newer exports in several files), a list of conversations; each a tree of messages
  in `mapping`, of which the path to `current_node` is what was read at the end. Messages that are hidden, of tools or
  of the system are left out.
- Claude: `conversations.json` with `chat_messages` (`sender` human or assistant); `memories.json`, its own summaries
  of the person; `projects.json`, whose instructions the person wrote.
- mem0: a list, or `{"results": [...]}`, of `{"memory", "created_at", …}`: written by a program, from what was said.

What an assistant said is talk and never a fact. What another program concluded waits for the person's yes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from calisson.clock import YEARS
from calisson.errors import MemoryError_
from calisson.memory.exchange.lines import care_in, policy_in, profile_in
from calisson.memory.exchange.types import Format, Item, Kind
from calisson.memory.finding.recall import ASSISTANT
from calisson.memory.rows import MAX_TEXT

MOST_STEPS = 100_000
"""Messages of one conversation; a tree that goes in a circle ends there."""

SHORTEST = 3
"""Characters of a paragraph of a summary that says something."""


_FIRST = datetime(1, 1, 1, tzinfo=UTC)


def format_of(value: Any) -> Format | None:
    """Return which program wrote a value; None when nothing here knows it."""
    if not isinstance(value, Mapping):
        return None
    if "mapping" in value:
        return "chatgpt"
    if "chat_messages" in value or "conversations_memory" in value or "prompt_template" in value:
        return "claude"
    if "memory" in value or isinstance(value.get("results"), list) or isinstance(value.get("memories"), list):
        return "mem0"
    return "lines" if "text" in value else None


def items_of(value: Any, number: int) -> Iterator[Item]:
    """Yield what one value of a file says.

    Args:
        value: parsed JSON.
        number: which value of the file it is, for errors.

    Raises:
        MemoryError_: nothing here knows it, or a time in it cannot be read.
    """
    match format_of(value):
        case "chatgpt":
            yield from _chatgpt(value)
        case "claude":
            yield from _claude(value)
        case "mem0":
            yield from _mem0(value)
        case "lines":
            yield _line(value, number)
        case _:
            raise MemoryError_(
                f"entry {number} is no memory", message_id="error-memory-file-unknown", entry=number
            )


def _line(value: Mapping[str, Any], number: int) -> Item:
    try:
        at, since, until = (_stated_time(value.get(n), n) for n in ("at", "valid_from", "valid_until"))
        policy, care, profile = policy_in(value), care_in(value), profile_in(value)
    except (ValueError, TypeError, MemoryError_) as problem:
        raise MemoryError_(
            f"entry {number} is no memory: {problem}", message_id="error-memory-file-broken", entry=number
        ) from None
    speaker = str(value.get("speaker") or "me")[:80]
    kind: Kind = (
        "reply" if speaker.casefold() in ASSISTANT else "talk" if value.get("tier") == "turn" else "fact"
    )
    return Item(
        kind, _text(value["text"]), at, speaker, str(value.get("source") or "")[:80], str(value.get("id") or "")[:40],
        policy, care, profile, since, until,
    )  # fmt: skip


def _chatgpt(conversation: Mapping[str, Any]) -> Iterator[Item]:
    tree = conversation["mapping"] if isinstance(conversation["mapping"], Mapping) else {}
    name = str(conversation.get("conversation_id") or conversation.get("id") or "")
    for message in reversed(_path(tree, conversation.get("current_node"))):
        author = message.get("author")
        role = author.get("role") if isinstance(author, Mapping) else None
        meta = message.get("metadata")
        hidden = isinstance(meta, Mapping) and meta.get("is_visually_hidden_from_conversation")
        content = message.get("content")
        if role not in ("user", "assistant") or hidden or not isinstance(content, Mapping):
            continue
        if content.get("content_type", "text") not in ("text", "multimodal_text"):
            continue
        parts = content.get("parts")
        text = "\n".join(p for p in parts if isinstance(p, str)) if isinstance(parts, list) else ""
        at = _moment(message.get("create_time") or conversation.get("create_time"))
        yield _said(role == "user", text, at, f"chatgpt:{name}:{message.get('id') or ''}")


def _path(tree: Mapping[str, Any], current: Any) -> list[Mapping[str, Any]]:
    """Return the messages from the last one that was read to the first; all, by time, when the file names no last one."""
    found: list[Mapping[str, Any]] = []
    node = tree.get(current) if isinstance(current, str) else None
    if node is None:
        every = [
            n["message"]
            for n in tree.values()
            if isinstance(n, Mapping) and isinstance(n.get("message"), Mapping)
        ]
        return sorted(every, key=lambda m: _moment(m.get("create_time")) or _FIRST, reverse=True)
    for _ in range(MOST_STEPS):
        if not isinstance(node, Mapping):
            break
        if isinstance(node.get("message"), Mapping):
            found.append(node["message"])
        node = tree.get(str(node.get("parent")))
    return found


def _claude(value: Mapping[str, Any]) -> Iterator[Item]:
    if "conversations_memory" in value:
        projects = value.get("project_memories")
        summaries = [
            value["conversations_memory"],
            *(projects.values() if isinstance(projects, Mapping) else ()),
        ]
        for summary in summaries:
            for paragraph in str(summary or "").splitlines():
                said = paragraph.strip(" \t*-#•")
                if (
                    len(said) >= SHORTEST
                    and not said.endswith(":")
                    and not paragraph.lstrip().startswith("#")
                ):
                    yield Item("offer", _text(said.replace("**", "")), None, "me", "claude:memory")
        return
    if "prompt_template" in value:
        written = f"{value.get('description') or ''}\n{value.get('prompt_template') or ''}".strip()
        yield _said(
            True, written, _moment(value.get("created_at")), f"claude:project:{value.get('uuid') or ''}"
        )
        return
    messages = value["chat_messages"] if isinstance(value["chat_messages"], list) else []
    for message in messages:
        if not isinstance(message, Mapping) or message.get("sender") not in ("human", "user", "assistant"):
            continue
        text = message.get("text")
        blocks = message.get("content")
        if not text and isinstance(blocks, list):
            text = "\n".join(
                str(b.get("text") or "") for b in blocks if isinstance(b, Mapping) and b.get("type") == "text"
            )
        at = _moment(message.get("created_at") or value.get("created_at"))
        source = f"claude:{value.get('uuid') or ''}:{message.get('uuid') or ''}"
        yield _said(message["sender"] != "assistant", str(text or ""), at, source)


def _mem0(value: Mapping[str, Any]) -> Iterator[Item]:
    several = value.get("results") if "memory" not in value else None
    several = (
        several if isinstance(several, list) else value.get("memories") if "memory" not in value else None
    )
    if isinstance(several, list):
        for number, one in enumerate(several, 1):
            if not isinstance(one, Mapping) or not (one.get("memory") or one.get("text")):
                raise MemoryError_(
                    f"entry {number} is no memory", message_id="error-memory-file-broken", entry=number
                )
            yield from _mem0({**one, "memory": one.get("memory") or one.get("text")})
        return
    at = _moment(value.get("created_at") or value.get("updated_at"))
    yield Item("offer", _text(value["memory"]), at, "me", f"mem0:{value.get('id') or ''}"[:80])


def _said(own: bool, text: str, at: datetime | None, source: str) -> Item:
    return Item("talk" if own else "reply", _text(text), at, "me" if own else "assistant", source[:80])


def _text(value: Any) -> str:
    return "".join(
        c if c.isprintable() or c == "\n" else " " for c in islice(str(value or ""), MAX_TEXT)
    ).strip()


def _moment(value: Any) -> datetime | None:
    """Return a time, aware, from seconds since 1970 or ISO 8601; None for anything else."""
    found = _time_in(value)
    return None if found is None else found if found.tzinfo else found.replace(tzinfo=UTC)


def _stated_time(value: Any, name: str) -> datetime | None:
    """Return a time that a line of this program states, aware when it has an offset; None when it states none.

    Raises:
        ValueError: it is no time.
    """
    if value is None or value == "":
        return None
    found = _time_in(value)
    if found is None:
        raise ValueError(
            f"{name!r} needs a time such as 2026-03-04T12:00 or 2026-03-04T12:00:00+01:00, not {value!r}"
        )
    return found


def _time_in(value: Any) -> datetime | None:
    """Return a time from seconds since 1970 (aware) or ISO 8601; None for anything else, and for years out of `YEARS`."""
    try:
        if isinstance(value, int | float):
            found = datetime.fromtimestamp(float(value), UTC)
        else:
            found = datetime.fromisoformat(str(value))
    except (ValueError, OverflowError, OSError):
        return None
    return found.replace(microsecond=0) if YEARS[0] <= found.year <= YEARS[1] else None
