"""What a model is shown of a run: notes, the task, what came before in short, and the latest steps word for word.

All of it together stays within one hard budget of tokens (`calisson.memory.words.measure`), whatever a run does. When
the steps so far would pass it, the older ones go into the run's trail (`trail`, Memory Diffusion), which one more
step tells, with the state of the files, people's answers and the list of what is to do; the latest exchanges stay.
That happens once in many steps, so that what a model has read already stays the same in between. The steps themselves
stay, so that provenance, rewinding and history lose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calisson.memory.words.measure import count, cut
from calisson.models import Message, Text, ToolCall, ToolResult
from calisson.models.types import Part, Privacy
from calisson.workshop.brief import arguments_tokens, arguments_within, ends, length, target_of
from calisson.workshop.steps import Step, Task
from calisson.workshop.todo import items_of, told
from calisson.workshop.tools import NOTES
from calisson.workshop.workspace import Workspace

NOTES_CHARS = 8000
LEAST = 2048
"""Tokens that a budget has at least."""
ANSWERS = 20
"""Of a person, the latest, that a summary tells."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of a run a model is shown, in tokens: hard, but for instructions and what tools say of themselves.

    An eighth is for the task, and what that leaves of a quarter for the material given along; an eighth is for the
    trail; an eighth for the state of files and list; half for the latest steps, of which one exchange has at most
    seven eighths.
    """

    tokens: int = 64_000

    def __post_init__(self) -> None:
        if self.tokens < LEAST:
            raise ValueError(f"a budget has at least {LEAST} tokens, not {self.tokens!r}")

    @property
    def eighth(self) -> int:
        """An eighth of it."""
        return self.tokens // 8


def notes(place: Workspace) -> str:
    """Return the project's notes; empty when there are none."""
    content = place.read(NOTES) if (place.folder / NOTES).is_file() else None
    return (content or b"").decode("utf-8", "replace")[:NOTES_CHARS].strip()


def label(task: Task, step: Step) -> Privacy:
    """Return the privacy of a step's words."""
    return "local" if "local" in (task.privacy, step.privacy) else "open"


def effective(done: Sequence[Step], budget: Budget) -> Budget:
    """Return the budget as it is now: a model that reads less than it made it smaller."""
    last = summary_of(done)
    return Budget(min(budget.tokens, last.room)) if last and last.room else budget


def summary_of(done: Sequence[Step]) -> Step | None:
    """Return the last summary."""
    return next((s for s in reversed(done) if s.kind == "summary"), None)


def conversation(task: Task, done: Sequence[Step], budget: Budget) -> tuple[Message, ...]:
    """Return the conversation so far, from the last summary on.

    It is within the budget once `foldable` steps are told by a summary.
    """
    summary = summary_of(done)
    messages: list[Message] = [Message("person", tuple(_head(task, summary, budget)))]
    results: list[Part] = []
    share = budget.eighth
    calls = 1
    for step in done[summary.covers if summary else 0 :]:
        if step.kind in ("question", "answer", "summary"):
            continue
        if step.kind == "told":
            results.append(Text(step.text, label(task, step)))
            continue
        if step.kind == "tool":
            text = ends(step.text or "(nothing)", max(1, 2 * share // calls - count(step.tool)))
            results.append(ToolResult(step.call_id, step.tool, text, step.privacy))
            continue
        if results:
            messages.append(Message("person", tuple(results)))
            results = []
        calls = max(1, len(step.calls))
        words: tuple[Part, ...] = (Text(ends(step.text, share // 2), label(task, step)),) if step.text else ()
        messages.append(Message("model", (*words, *(_short(c, share // calls) for c in step.calls))))
    if results:
        messages.append(Message("person", tuple(results)))
    return tuple(messages)


def _head(task: Task, summary: Step | None, budget: Budget) -> list[Part]:
    """Return the task, what was given along, and what came before in short."""
    first = ends(task.text, budget.eighth)
    room = 2 * budget.eighth - count(first)
    parts: list[Part] = [Text(first, task.privacy)]
    for passage in task.material:
        given = ends(f"[{passage.source or passage.origin}]\n{passage.text}", room)
        room -= count(given)
        if given:
            parts.append(Text(given, task.privacy))
    if summary is not None:
        parts.append(Text(summary.text, label(task, summary)))
    return parts


def _short(call: ToolCall, room: int) -> ToolCall:
    arguments = arguments_within(call.arguments, max(1, room - count(call.name)))
    return call if arguments == call.arguments else ToolCall(call.id, call.name, arguments, call.privacy)


def size(messages: Sequence[Message]) -> int:
    """Return how many tokens a conversation has; pictures are not counted."""
    return sum(_tokens(part) for message in messages for part in message.parts)


def _tokens(part: Part) -> int:
    match part:
        case Text():
            return length(part.text)
        case ToolResult():
            return length(part.text) + count(part.name)
        case ToolCall():
            return arguments_tokens(part.arguments) + count(part.name)
    return 0


def coverable(done: Sequence[Step]) -> int:
    """Return the first step that a summary leaves as it is at the latest: the model's last words, with their results."""
    return max((n for n, s in enumerate(done) if s.kind == "model"), default=0)


def foldable(done: Sequence[Step], budget: Budget) -> int:
    """Return the first step that stays word for word, when a quarter of the budget is left to the latest exchanges."""
    summary = summary_of(done)
    covered, last = summary.covers if summary else 0, coverable(done)
    room, first = 2 * budget.eighth, last
    for n in (n for n in range(last, covered - 1, -1) if done[n].kind == "model"):
        room -= _exchange(done, n, budget)
        if room < 0:
            break
        first = n
    return first


def _exchange(done: Sequence[Step], at: int, budget: Budget) -> int:
    """Return the tokens of the exchange that begins with the model's words at a place."""
    until = next((n for n in range(at + 1, len(done)) if done[n].kind == "model"), len(done))
    steps = [s for s in done[at:until] if s.kind in ("model", "tool")]
    return size(conversation(Task(""), steps, budget)[1:])


def state(done: Sequence[Step], place: Workspace, room: int) -> str:
    """Return what a summary shows as it is, in at most `room` tokens: the list, answers, and the files, changed ones first."""
    items = items_of(done)
    listed = f"To do:\n{told(items)}"
    if count(listed) > room // 2:
        listed = f"To do:\n{told([i for i in items if i.state != 'done'])}"
    parts = [cut(listed, room // 2)]
    answers = [f"{s.text}{_about(done, s)}" for s in done if s.kind == "answer"][-ANSWERS:]
    if answers:
        parts.append(cut(f"A person was asked and said: {'; '.join(answers)}", room // 8))
    changed = dict.fromkeys(c.path for s in done for c in s.changes)
    there = {n: (place.folder / n).stat().st_size for n in place.names()}
    if gone := [p for p in changed if p not in there]:
        parts.append(cut(f"Deleted: {', '.join(gone)}", room // 8))
    left = room - sum(map(count, parts)) - 16
    names = sorted(there, key=lambda n: (n not in changed, n))
    lines: list[str] = []
    for name in names:
        line = f"{name} ({there[name]} bytes){' changed' if name in changed else ''}"
        if (left := left - count(line)) < 0:
            break
        lines.append(line)
    more = f"\n(and {len(names) - len(lines)} more)" if len(lines) < len(names) else ""
    return "\n\n".join([*parts, "Files:\n" + ("\n".join(lines) if names else "(none)") + more])


def _about(done: Sequence[Step], answer: Step) -> str:
    """Return what a person was asked about."""
    question = next((s.question for s in done if s.question and s.question.id == answer.call_id), None)
    if question is None:
        return ""
    return f" to {question.tool} {target_of(ToolCall('', question.tool, question.arguments))}".rstrip()
