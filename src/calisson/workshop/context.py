"""What a model is shown of a run: notes, the conversation, and, once it is long, a summary of what came before.

Old results are cleared first: only their beginning is shown when all together pass a budget, newest kept whole.
When the conversation is still too long, it is compacted: one step keeps the decisions (as a model tells them, or its
own words where none answers), the state of the files, what a person answered, and the open items of the list. The
steps themselves stay, so that provenance, rewinding and history lose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calisson.memory.shortening.diffusion import fit
from calisson.memory.shortening.trajectory import Turn
from calisson.models import Message, Text, ToolResult
from calisson.models.types import Part, Privacy
from calisson.workshop.steps import Step, Task
from calisson.workshop.todo import items_of, told
from calisson.workshop.tools import NOTES
from calisson.workshop.workspace import Workspace

NOTES_CHARS = 8000
WORDS_TOKENS = 2000
"""Of the model's own words in a summary, by `calisson.memory.words.measure`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a model is shown."""

    results_chars: int = 120_000
    """Of all results together; past that the oldest ones are shortened."""
    short_chars: int = 200
    """What is left of one."""
    whole_chars: int = 300_000
    """Of the conversation; past that it is compacted."""


def notes(place: Workspace) -> str:
    """Return the project's notes; empty when there are none."""
    content = place.read(NOTES) if (place.folder / NOTES).is_file() else None
    return (content or b"").decode("utf-8", "replace")[:NOTES_CHARS].strip()


def label(task: Task, step: Step) -> Privacy:
    """Return the privacy of a step's words."""
    return "local" if "local" in (task.privacy, step.privacy) else "open"


def conversation(task: Task, done: Sequence[Step], budget: Budget) -> tuple[Message, ...]:
    """Return the conversation so far, from the last summary on."""
    room, short = budget.results_chars, set[int]()
    for step in reversed(done):
        if step.kind == "tool":
            room -= len(step.text)
            if room < 0 and len(step.text) > budget.short_chars:
                short.add(step.number)
    given = (Text(f"[{p.source or p.origin}]\n{p.text}", task.privacy) for p in task.material)
    summary = next((s for s in reversed(done) if s.kind == "summary"), None)
    before: tuple[Part, ...] = (Text(summary.text, label(task, summary)),) if summary else ()
    messages: list[Message] = [Message("person", (Text(task.text, task.privacy), *given, *before))]
    results: list[Part] = []
    for step in done[summary.covers if summary else 0 :]:
        if step.kind in ("question", "answer", "summary"):
            continue
        if step.kind == "told":
            results.append(Text(step.text, label(task, step)))
            continue
        if step.kind == "tool":
            text = f"{step.text[: budget.short_chars]} […]" if step.number in short else step.text
            results.append(ToolResult(step.call_id, step.tool, text or "(nothing)", step.privacy))
            continue
        if results:
            messages.append(Message("person", tuple(results)))
            results = []
        words: tuple[Part, ...] = (Text(step.text, label(task, step)),) if step.text else ()
        messages.append(Message("model", (*words, *step.calls)))
    if results:
        messages.append(Message("person", tuple(results)))
    return tuple(messages)


def size(messages: Sequence[Message]) -> int:
    """Return about how many characters a conversation has."""
    total = 0
    for part in (p for m in messages for p in m.parts):
        total += (
            len(part.text)
            if isinstance(part, (Text, ToolResult))
            else len(str(getattr(part, "arguments", "")))
        )
    return total


def coverable(done: Sequence[Step]) -> int:
    """Return the first step that a summary leaves as it is: the model's last words, with their results."""
    return max((n for n, s in enumerate(done) if s.kind == "model"), default=0)


def state(done: Sequence[Step], place: Workspace) -> str:
    """Return what a summary keeps by itself: the files, what this run changed, answers, and the list."""
    changed = list(dict.fromkeys(c.path for s in done for c in s.changes))
    there = place.names()
    files = [
        f"{n} ({(place.folder / n).stat().st_size} bytes){' changed' if n in changed else ''}"
        for n in there[:300]
    ]
    answers = [s.text for s in done if s.kind == "answer"]
    parts = ["Files:\n" + ("\n".join(files) or "(none)")]
    gone = [p for p in changed if p not in there]
    parts += [f"Deleted: {', '.join(gone)}"] if gone else []
    parts += [f"A person was asked and said: {', '.join(answers)}"] if answers else []
    parts.append(f"To do:\n{told(items_of(done))}")
    return "\n\n".join(parts)


def words(done: Sequence[Step]) -> str:
    """Return the model's own words so far, by Memory Diffusion within a budget: what a summary falls back to."""
    said = (Turn(s.text) for s in done if s.kind == "model" and s.text)
    return "\n".join(f"- {line.text}" for line in fit(said, WORDS_TOKENS))
