"""The tools of the loop: read, write, edit, glob, grep, and programs in the sandbox.

Each one computes and returns what it wants to change; the loop keeps that, then carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from calisson.errors import ToolError
from calisson.models import Tool
from calisson.sandbox import Job, ProcessLimits, Run, run_program
from calisson.sandbox.types import Language
from calisson.workshop import finding
from calisson.workshop.patterns import fits
from calisson.workshop.provenance import USUAL, Origin, Powers, Reach, Target
from calisson.workshop.types import Change, Files, Outcome, WorkTool

SHOWN = 20_000
"""Characters of a result that the model is shown."""
LINES = 2000
NOTES = "NOTES.md"
"""The project's notes: shown at the start of every run of the workspace, kept by whoever works there."""


@dataclass(frozen=True, slots=True)
class Made:
    """A tool made of a function."""

    spec: Tool
    reach: Reach
    work: Callable[[Files, Mapping[str, Any], Callable[[], bool]], Outcome]
    declared: Powers | None = None
    """None: the usual powers of its reach."""
    aims: Callable[[Mapping[str, Any]], Sequence[Target]] | None = None
    """What a call touches; by default the file that `path` names."""
    described: Origin = "own"
    asks_after: bool = False
    """It works before a person is asked, and only what holds is asked about; its effects wait for the answer."""
    close: Callable[[], None] | None = None
    """Ends what it holds open between its calls; the next call opens it anew."""

    @property
    def powers(self) -> Powers:
        """What it declares of itself."""
        return self.declared if self.declared is not None else USUAL[self.reach]

    def targets(self, arguments: Mapping[str, Any]) -> Sequence[Target]:
        """Return what a call touches."""
        if self.aims is not None:
            return self.aims(arguments)
        return (
            (Target("path", str(arguments["path"])),) if self.powers.changes and "path" in arguments else ()
        )

    def __call__(self, files: Files, arguments: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        """Check the arguments and do the work.

        Raises:
            ToolError: an argument is missing or of another type, or the work cannot be done.
        """
        from calisson.errors import ModelOutputError
        from calisson.models.schema import check

        try:
            check(dict(arguments), self.spec.schema)
        except ModelOutputError as error:
            raise ToolError(str(error)) from error
        return self.work(files, arguments, stopped)


def schema(required: str, **properties: str) -> dict[str, Any]:
    """Return a JSON Schema of arguments: the names of those that must be there, and the type of each."""
    return {"type": "object", "properties": {n: {"type": t} for n, t in properties.items()},
            "required": required.split(), "additionalProperties": False}  # fmt: skip


def clipped(text: str) -> str:
    """Return a text as the model is shown it: its beginning and its end when it is long."""
    return (
        text
        if len(text) <= SHOWN
        else f"{text[: SHOWN // 2]}\n[… {len(text) - SHOWN} characters …]\n{text[-SHOWN // 2 :]}"
    )


def _text(files: Files, path: str) -> str:
    content = files.read(path)
    if content is None:
        raise ToolError(f"there is no file {path}")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise ToolError(f"{path} is no text") from None


def _read(files: Files, a: Mapping[str, Any], _: Callable[[], bool]) -> Outcome:
    lines = _text(files, a["path"]).splitlines()
    first = max(1, int(a.get("from", 1)))
    shown = lines[first - 1 : first - 1 + min(int(a.get("lines", LINES)), LINES)]
    return Outcome(clipped("\n".join(f"{n}\t{line}" for n, line in enumerate(shown, first))) or "(empty)")


def _write(files: Files, a: Mapping[str, Any], _: Callable[[], bool]) -> Outcome:
    before = files.read(a["path"])
    change = Change(a["path"], before, a["text"].encode())
    return Outcome(f"wrote {a['path']}", (change,), origin="own")  # what stood there before is not shown


def _edit(files: Files, a: Mapping[str, Any], _: Callable[[], bool]) -> Outcome:
    text = _text(files, a["path"])
    times = text.count(a["old"]) if a["old"] else 0
    if times == 0:
        raise ToolError(f"{a['path']} does not hold the old text")
    if times > 1 and not a.get("everywhere", False):
        raise ToolError(f"the old text stands {times} times in {a['path']}: give more of it, or everywhere")
    return Outcome(
        f"edited {a['path']}", (Change(a["path"], text.encode(), text.replace(a["old"], a["new"]).encode()),)
    )


def _note(files: Files, a: Mapping[str, Any], _: Callable[[], bool]) -> Outcome:
    before = files.read(NOTES)
    line = f"- {' '.join(a['text'].split())}\n".encode()
    return Outcome(
        "noted",
        (Change(NOTES, before, (before or b"").rstrip(b"\n") + (b"\n" if before else b"") + line),),
        origin="own",
    )


def _glob(files: Files, a: Mapping[str, Any], _: Callable[[], bool]) -> Outcome:
    return Outcome(clipped("\n".join(n for n in files.names() if fits(n, a["pattern"]))) or "(none)")


def _grep(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
    names = [n for n in files.names() if fits(n, a.get("pattern", "*"))]
    texts = ((n, (files.read(n) or b"").decode("utf-8", "replace")) for n in names)
    if a.get("regex", False):
        found = finding.lines_of(a["text"], dict(texts), stopped)
    else:
        found = list(_holding(a["text"], texts, stopped))
    return Outcome(clipped("\n".join(found)) or "(none)")


def _holding(wanted: str, texts: Iterable[tuple[str, str]], stopped: Callable[[], bool]) -> Iterator[str]:
    """Yield the lines that hold a text, as `finding.lines_of` does."""
    count = 0
    for name, text in texts:
        if stopped() or count >= finding.MOST:
            return
        hits = (f"{name}:{n}: {line[: finding.SHOWN_CHARS]}" for n, line in enumerate(text.splitlines(), 1)
                if wanted in line[: finding.READ_CHARS])  # fmt: skip
        for line in islice(hits, finding.MOST_A_FILE):
            count += 1
            yield line


def _program(language: Language, limits: ProcessLimits) -> Callable[..., Outcome]:
    def work(files: Files, a: Mapping[str, Any], stopped: Callable[[], bool]) -> Outcome:
        given = {name: files.read(name) or b"" for name in files.names()}
        run = run_program(Job(language, a["code"], given, limits=limits, keep=True, stopped=stopped))
        changes = [Change(n, given.get(n), c) for n, c in run.files.items() if given.get(n) != c]
        gone = [n for n in given if n not in run.files and n not in run.left_out]
        changes += [Change(n, given[n], None) for n in gone]
        return Outcome(_told(run), tuple(sorted(changes, key=lambda c: c.path)), failed=not run.ok)

    return work


def _told(run: Run) -> str:
    parts = [f"ended: {run.ending} ({run.status})", clipped(run.stdout)]
    if run.stderr:
        parts.append(f"errors:\n{clipped(run.stderr)}")
    if run.left_out:
        parts.append(f"not kept: {', '.join(run.left_out[:20])}")
    return "\n".join(parts)


def tools(limits: ProcessLimits | None = None) -> dict[str, WorkTool]:
    """Return the tools by name."""
    bounds = limits or ProcessLimits()
    made = [
        Made(Tool("read", "Read a text file, with line numbers.",
                  schema("path", path="string", **{"from": "integer", "lines": "integer"})), "read", _read),
        Made(Tool("write", "Write a whole text file.", schema("path text", path="string", text="string")), "edit", _write),
        Made(Tool("edit", "Replace a text in a file that stands there exactly once.",
                  schema("path old new", path="string", old="string", new="string", everywhere="boolean")), "edit", _edit),
        Made(Tool("note", f"Add a line to the project's notes ({NOTES}), which every later run of this workspace is shown.",
                  schema("text", text="string")), "edit", _note, aims=lambda a: (Target("path", NOTES),)),
        Made(Tool("glob", "List files by a pattern.", schema("pattern", pattern="string")), "read", _glob),
        Made(Tool("grep", "Find lines that hold a text.",
                  schema("text", text="string", pattern="string", regex="boolean")), "read", _grep),
        Made(Tool("python", "Run Python on a copy of the files, without network; changed files are kept.",
                  schema("code", code="string")), "run", _program("python", bounds)),
        Made(Tool("javascript", "Run JavaScript on a copy of the files, without network; changed files are kept.",
                  schema("code", code="string")), "run", _program("javascript", bounds)),
        Made(Tool("shell", "Run a shell script on a copy of the files, without network; changed files are kept.",
                  schema("code", code="string")), "run", _program("shell", bounds)),
    ]  # fmt: skip
    return {tool.spec.name: tool for tool in made}
