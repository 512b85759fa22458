"""`calisson memory list / search / add / forget`: looking through memories, and putting one in or out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calisson.cli.memory import Person, show_trace
from calisson.cli.options import AsJson, Data, UsageError, opened, show, show_each

if TYPE_CHECKING:
    from calisson.memory.types import Tier


def add_to(memory_cli: typer.Typer) -> None:
    """Add these commands to `calisson memory`."""
    for name, command in (("list", listed), ("search", search), ("add", add), ("forget", forget)):
        memory_cli.command(name)(command)


def listed(data: Data = None, person: Person = "me", as_json: AsJson = False) -> None:
    """List what is remembered."""
    with opened(data) as home:
        found = home.memories.all(person)
    show_each(found, "{id}  {text}", as_json=as_json)


def search(
    query: Annotated[str | None, typer.Argument()] = None,
    data: Data = None,
    viewer: Person = "me",
    as_json: AsJson = False,
    batch: Annotated[
        Path | None, typer.Option(help="One query a line; every other option holds for each.")
    ] = None,
    k: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 10,
    person: Annotated[str, typer.Option(help="Only what names this person.")] = "",
    theme: Annotated[str, typer.Option(help="Only this theme: people, health, food, home, …")] = "",
    tier: Annotated[
        str,
        typer.Option(help="Only facts, what was said in passing, or where apps keep what: fact, turn, app."),
    ] = "",
    since: Annotated[str, typer.Option(help="Only what was said from this day on.")] = "",
    until: Annotated[str, typer.Option(help="Only what was said up to this day.")] = "",
    explain: Annotated[bool, typer.Option(help="Say what each view gave, and how the search went.")] = False,
    blocks: Annotated[bool, typer.Option("--episodes", help="Only blocks of the last days.")] = False,
    hops: Annotated[
        bool, typer.Option("--hops", help="Search on from what was found: 'the person I met in Porto'.")
    ] = False,
    wider: Annotated[bool, typer.Option(help="Ask a model in the house for further words.")] = False,
    outside: Annotated[bool, typer.Option(help="With --wider: also a model outside the house.")] = False,
) -> None:
    """Search memories: the k nearest, best first."""
    if (query is None) == (batch is None):
        raise UsageError("memory search needs a query or --batch FILE")
    from calisson.memory.filters import Filters

    filters = Filters(person=person, theme=theme, tier=tier, since=since, until=until)
    tiers: tuple[Tier, ...] = ("episode",) if blocks else ("fact", "turn", "episode")
    further: Any = ("open" if outside else "local") if wider else None
    queries = _queries(batch) if batch is not None else []
    with opened(data) as home:

        def found(text: str) -> dict[str, Any]:
            return home.memories.why(
                text, k, viewer, tiers=tiers, filters=filters, further=further, hops=hops
            )

        if batch is None:
            _print(found(query or ""), as_json=as_json, explain=explain)
            return
        for asked in queries:
            begun = time.perf_counter()
            why = found(str(asked.get("query") or asked.get("text") or ""))
            took = round(1000 * (time.perf_counter() - begun), 2)
            more = {"trace": why["trace"]} if explain else {}
            print(json.dumps({**asked, "results": why["hits"], "took_ms": took, **more}, ensure_ascii=False))


def _queries(file: Path) -> list[dict[str, Any]]:
    """Return the queries of a file, a line each: words, or JSON with `query`; all are read before the first is asked.

    Raises:
        UsageError: the file cannot be read, or a line begins like JSON and is none.
    """
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageError(f"--batch {str(file)!r} cannot be read: {problem}") from None
    found: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            asked = json.loads(line) if line.lstrip().startswith("{") else {"query": line}
        except (ValueError, RecursionError) as problem:
            raise UsageError(
                f'--batch {str(file)!r}, line {number}: words, or JSON such as {{"query": "…"}} ({problem})'
            ) from None
        found.append(asked)
    return found


def _print(why: dict[str, Any], *, as_json: bool, explain: bool) -> None:
    """Print what was found, and with `explain` how."""
    if as_json:
        show(why if explain else why["hits"])
        return
    for hit in why["hits"]:
        when = f"{hit['at'][:16]}  " if hit["tier"] == "episode" else ""
        over = f"  (until {hit['valid_until'][:10]})" if "closed_by" in hit else ""
        print(f"{hit['score']:.2f}  {when}{hit['text']}{over}" + (f"\n      {hit['why']}" if explain else ""))
    if explain:
        show_trace(why["trace"])


def add(text: str, data: Data = None, person: Person = "me") -> None:
    """Remember a text."""
    with opened(data) as home:
        print(home.memories.add(text, person))


def forget(
    memory_id: str,
    data: Data = None,
    person: Person = "me",
    now: Annotated[
        bool, typer.Option("--now", help="Take its bytes out of every file at once; no undo.")
    ] = False,
) -> None:
    """Forget a memory by its id."""
    with opened(data) as home:
        home.memories.forget(memory_id, person)
        if now:
            show(home.memories.erase([memory_id]))
