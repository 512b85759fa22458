"""Runs of the workshop over HTTP: begun, watched, asked, stopped, taken up again, gone back in.

A run belongs to the person who began it; nobody else sees it. Starting one needs what it may come to do in the home:
reading, entries and apps.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from calisson.errors import NotFoundError
from calisson.server.guard import Reads, Works
from calisson.server.live import HEARTBEAT_S
from calisson.server.problems import language_of
from calisson.server.talk import STREAM

router = APIRouter(prefix="/api/v1/runs", tags=["runs"])

Mode = Literal["ask", "edits", "plan", "locked"]
State = Literal["going", "waiting", "done", "stopped", "cut", "steps", "repetition", "no_model", "budget"]
"""`going`: somebody works on it; `waiting`: for an answer; `cut`: a crash left it; the rest is how it ended."""


class QuestionDetail(BaseModel):
    """One argument of a call that is asked about."""

    name: str
    text: str


class QuestionOut(BaseModel):
    """Something that a person has to answer before a run goes on."""

    id: str
    tool: str
    reason: Literal["policy", "outside", "private"]
    agent: str
    """The sub-agent that asks; empty when the run does."""
    target: str
    label: str
    """The tool, in the person's language."""
    text: str
    """The question, in the person's language."""
    details: list[QuestionDetail]
    """What would be called, whole."""


class StepOut(BaseModel):
    """One thing that happened in a run."""

    number: int
    kind: Literal["model", "tool", "question", "answer", "summary"]
    text: str
    tool: str
    target: str
    label: str
    """The tool, in the person's language."""
    failed: bool
    outside: bool
    """Whether it holds what others wrote."""
    changed: list[str]
    """The files that it changed."""
    data: bool
    """Whether it changed the home's data."""
    cost_usd: float
    question: QuestionOut | None


class TodoOut(BaseModel):
    """One thing on the run's own list."""

    text: str
    state: Literal["open", "now", "done"]


class RunLine(BaseModel):
    """A run as a line of a list."""

    id: str
    task: str
    state: State
    mode: Mode
    budget_usd: float | None
    at: str
    workspace: str
    turn_id: str | None
    cost_usd: float
    count: int
    """How many steps it took so far."""


class CallOut(BaseModel):
    """A call that is being made."""

    tool: str
    target: str
    label: str


class HelperOut(BaseModel):
    """A sub-agent at work."""

    agent: str
    now: CallOut | None


class RunOut(RunLine):
    """A run with everything that happened in it."""

    steps: list[StepOut]
    todo: list[TodoOut]
    questions: list[QuestionOut]
    now: CallOut | None
    helpers: list[HelperOut]
    result: str
    """Its last words, when it is done."""


class RunsOut(BaseModel):
    """Runs, latest first."""

    runs: list[RunLine]
    available: bool
    """Whether a model is set up, without which none can begin."""
    budget_usd: float
    """What a run may cost when nobody says otherwise."""


class LineOut(BaseModel):
    """One line of a difference."""

    sign: Literal["add", "del", "same", "gap"]
    text: str


class FileOut(BaseModel):
    """A file that a run changed."""

    path: str
    kind: Literal["added", "changed", "deleted"]
    size_bytes: int
    text: bool
    """Whether it is text; only then are there lines."""
    lines: list[LineOut]
    more: bool
    """Whether lines were left out."""


class FilesOut(BaseModel):
    """What a run changed since it began."""

    files: list[FileOut]


class CheckpointOut(BaseModel):
    """A point to go back to, with what would go back."""

    number: int
    """Of the step after which it stands; -1 is the beginning."""
    tool: str
    target: str
    label: str
    files: list[str]
    """Files that would be as they were then."""
    data: int
    """Steps whose changes of the home's data would be taken back."""
    steps: int
    """Steps that would be gone from the run."""


class CheckpointsOut(BaseModel):
    """The points to go back to, the beginning first."""

    checkpoints: list[CheckpointOut]


class GivenFile(BaseModel):
    """A text that is given along."""

    name: str = Field(min_length=1, max_length=200)
    text: str = Field(max_length=900_000)


class RunIn(BaseModel):
    """What is to be worked on."""

    task: str = Field(min_length=1, max_length=20_000)
    mode: Mode = "ask"
    budget_usd: float = Field(0.5, gt=0, le=1000)
    workspace: str = Field("", max_length=60)
    """The name of one that is there; empty makes a new one."""
    files: list[GivenFile] = Field(default_factory=list, max_length=10)
    turn_id: str = Field("", max_length=80)
    """The turn of conversation that offered it."""


class AnswerIn(BaseModel):
    """An answer to a question of a run."""

    question_id: str = Field(max_length=80)
    answer: Literal["yes", "no", "always"]
    """`always`: yes, and to every later call of the same tool in this run that only the permissions ask about."""


class ResumeIn(BaseModel):
    """How to go on."""

    budget_usd: float | None = Field(None, gt=0, le=1000)
    """Of the whole run; null leaves it."""


class RewindIn(BaseModel):
    """Where to go back to."""

    to: int = Field(ge=-1)


class BegunOut(BaseModel):
    """A run that began."""

    id: str


class WentOut(BaseModel):
    """Whether something came of it."""

    id: str
    done: bool


def _worded(data: dict[str, Any], home: Any, language: str) -> dict[str, Any]:
    """Return data of a run with its tools and questions in a language."""
    from calisson.language.formats import listing
    from calisson.language.phrases import phrase

    found = {k: _worded_in(v, home, language) for k, v in data.items()}
    if "tool" in data:
        found["label"] = phrase(language, "work-tool", tool=data["tool"]) if data["tool"] else ""
    if "beyond" in data:
        apps = {a.id: a.name for a in home.apps.list()}
        wanted = [
            phrase(language, "work-target", kind=kind,
                   name=apps.get(name, name) if kind == "app" else phrase(language, "work-tool", tool=name))
            for kind, name in found.pop("beyond")
        ]  # fmt: skip
        found["text"] = phrase(language, f"work-question-{data['reason']}", tool=found["label"],
                               targets=listing(wanted, language))  # fmt: skip
    return found


def _worded_in(value: Any, home: Any, language: str) -> Any:
    if isinstance(value, dict):
        return _worded(value, home, language)
    return [_worded_in(v, home, language) for v in value] if isinstance(value, list) else value


def _whole(home: Any, run_id: str, person: str, language: str) -> dict[str, Any]:
    from calisson.workshop.telling import run_out

    bench = home.bench
    run = bench.of(run_id, person)
    state, steps = bench.state(run), bench.steps.steps(run_id)
    going = bench.going(run_id)
    helpers = list(going.helpers.values()) if going else []
    whole = {**run_out(run, steps, state), "now": going.now if going else None, "helpers": helpers}
    return _worded(whole, home, language)


@router.get("")
def list_runs(
    request: Request, who: Reads, before: Annotated[str | None, Query(max_length=80)] = None,
    turn: Annotated[str | None, Query(max_length=80)] = None, limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> RunsOut:  # fmt: skip
    """Return the person's runs, latest first; those before a run, or that a turn of conversation began."""
    from calisson.workshop.bench import BUDGET_USD
    from calisson.workshop.telling import line_out, listed

    home = request.app.state.home
    found = listed(home.database, who.person, limit=limit, before=before, turn_id=turn)
    lines = [line_out(run, count, cost, _bench(request).state(run)) for run, count, cost in found]
    return RunsOut(
        runs=[RunLine(**line) for line in lines], available=home.models.available, budget_usd=BUDGET_USD
    )


@router.post("", status_code=201)
def start_run(body: RunIn, request: Request, who: Works) -> BegunOut:
    """Begin to work on a task, in a new workspace or one that is there."""
    from calisson.workshop.bench import Order

    files = {f.name: f.text for f in body.files}
    order = Order(body.task, body.mode, body.budget_usd, body.workspace, files, turn_id=body.turn_id,
                  by_person=who.is_person)  # fmt: skip
    run_id = _bench(request).start(order, who.person)
    _changed(request)
    return BegunOut(id=run_id)


@router.get("/{run_id}")
def one_run(run_id: str, request: Request, who: Reads) -> RunOut:
    """Return a run with its steps so far, its list of what is to do, and what it asks."""
    return RunOut(**_whole(request.app.state.home, run_id, who.person, language_of(request)))


@router.get("/{run_id}/events", response_class=StreamingResponse)
async def run_events(run_id: str, request: Request, who: Reads) -> StreamingResponse:
    """Stream a run as server-sent events: `run` with all so far, then `now`, `step`, `question`, `helpers`, `ended`.

    Ends with `ended` when nobody works on the run any more.
    """
    home, loop = request.app.state.home, asyncio.get_running_loop()
    queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    language = await run_in_threadpool(language_of, request)

    def hear(data: dict[str, Any]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, data)

    end = await run_in_threadpool(_bench(request).watch, run_id, hear)
    try:
        first = await run_in_threadpool(_whole, home, run_id, who.person, language)
    except BaseException:
        end()
        raise

    async def events() -> AsyncIterator[str]:
        try:
            yield _event("run", first)
            going = first["state"] == "going"
            while going:
                try:
                    data = await asyncio.wait_for(queue.get(), HEARTBEAT_S)
                except TimeoutError:
                    whole = await run_in_threadpool(_whole, home, run_id, who.person, language)
                    going = (
                        whole["state"] == "going"
                    )  # by another process, perhaps, of which nothing is heard here
                    yield _event("run", whole)
                    continue
                going = data["kind"] != "ended"
                yield _event(data["kind"], await run_in_threadpool(_worded, data, home, language))
        finally:
            end()

    return StreamingResponse(events(), media_type="text/event-stream", headers=STREAM)


def _bench(request: Request) -> Any:
    """Return the home's runs; what they ask and how they end is told to every open page from now on."""
    state = request.app.state
    bench = state.home.bench
    if getattr(state, "runs_told", None) is not bench:
        state.runs_told = bench
        bench.watch("*", lambda data: state.hub.send_soon("runs.changed", data))
    return bench


def _event(kind: str, data: dict[str, Any]) -> str:
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"


@router.post("/{run_id}/stop")
def stop_run(run_id: str, request: Request, who: Works) -> WentOut:
    """Stop a run; it ends within a second and can be taken up again."""
    done = _bench(request).stop(run_id, who.person)
    _changed(request)
    return WentOut(id=run_id, done=done)


@router.post("/{run_id}/answer")
def answer_run(run_id: str, body: AnswerIn, request: Request, who: Works) -> WentOut:
    """Answer a question of a run; after the last one it goes on."""
    bench = _bench(request)
    done = bench.answer(
        run_id, body.question_id, body.answer != "no", who.person, always=body.answer == "always"
    )
    _changed(request)
    return WentOut(id=run_id, done=done)


@router.post("/{run_id}/resume")
def resume_run(run_id: str, body: ResumeIn, request: Request, who: Works) -> WentOut:
    """Go on with a run that was stopped, that a crash cut off, or whose steps or money ran out."""
    _bench(request).resume(run_id, who.person, budget_usd=body.budget_usd)
    _changed(request)
    return WentOut(id=run_id, done=True)


@router.get("/{run_id}/checkpoints")
def run_checkpoints(run_id: str, request: Request, who: Reads) -> CheckpointsOut:
    """Return the points that a run can go back to, each with what would go back."""
    from calisson.workshop.telling import checkpoints_out

    home, bench, language = request.app.state.home, _bench(request), language_of(request)
    bench.of(run_id, who.person)
    points = checkpoints_out(bench.steps.steps(run_id))
    return CheckpointsOut(checkpoints=[CheckpointOut(**_worded(c, home, language)) for c in points])


@router.post("/{run_id}/rewind")
def rewind_run(run_id: str, body: RewindIn, request: Request, who: Works) -> WentOut:
    """Bring files, the home's data and the run itself back to what they were after a step."""
    _bench(request).rewind(run_id, body.to, who.person)
    for kind in ("records.changed", "app.changed"):
        request.app.state.hub.send_soon(kind, {"app_id": None})
    _changed(request)
    return WentOut(id=run_id, done=True)


@router.get("/{run_id}/files")
def run_files(run_id: str, request: Request, who: Reads) -> FilesOut:
    """Return the files that a run changed since it began, with the lines that differ."""
    from calisson.workshop.telling import files_out

    run = _bench(request).of(run_id, who.person)
    return FilesOut(files=[FileOut(**f) for f in files_out(run)])


@router.get("/{run_id}/file", response_class=Response)
def run_file(
    run_id: str, path: Annotated[str, Query(max_length=400)], request: Request, who: Reads
) -> Response:
    """Return a file of a run's workspace, to be kept; never shown as a page of the home."""
    from pathlib import Path, PurePosixPath
    from urllib.parse import quote

    from calisson.errors import ToolError
    from calisson.workshop.workspace import Workspace

    run = _bench(request).of(run_id, who.person)
    try:
        data = Workspace(Path(run.folder)).read(path)
    except ToolError as error:
        raise NotFoundError(str(error)) from error
    if data is None:
        raise NotFoundError(f"no file {path!r}")
    name = quote(PurePosixPath(path).name)
    return Response(data, media_type="application/octet-stream",
                    headers={"content-disposition": f"attachment; filename*=UTF-8''{name}"})  # fmt: skip


def _changed(request: Request) -> None:
    request.app.state.hub.send_soon("runs.changed", {})
