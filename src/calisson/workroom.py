"""The workshop in a home: the tools of a run, the agent that has them, and the runs that go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.models.prompts import Prompt
    from calisson.store import Transaction
    from calisson.workshop import Agent, Event, Hooks, Permissions
    from calisson.workshop.bench import Bench
    from calisson.workshop.household import Kit


def work_kit(home: Home, person: str = "me") -> Kit:
    """Return the tools with which a run of the workshop reads and changes this home for a person."""
    from calisson.assistant.designing import designs_of
    from calisson.workshop.design import design_kit
    from calisson.workshop.household import Kit, Memories, home_kit

    def remember(tx: Transaction, text: str, request: str) -> str:
        from calisson.language.languages import detect

        language = detect(text, home.preferences.language)
        fact = home.memory.offer(tx, text, source_turn=tx.turn_id or "", language=language, request=request)
        return f"{fact.id} waits for the person's yes" if fact.waits else fact.id

    def forget(tx: Transaction, memory_id: str) -> str:
        return home.memory.forget_id(tx, memory_id).id

    def search(query: str, limit: int) -> list[dict[str, Any]]:
        hits = home.memories.search(query, limit, person, tiers=("fact", "turn"))  # each with its policy
        ids = [h["id"] for h in hits]
        policies, theirs = home.memory.policies(ids), not home.memory.writers(ids) <= {person, "calisson"}
        away = home.models.roster.region if any(p.region for p in policies.values()) else None
        return [
            {**h, "origin": "outside" if theirs or (p and p.origin == "outside") else "own",
             "privacy": "open" if p is None or p.may_leave(away) else "local"}
            for h in hits for p in [policies.get(h["id"])]
        ]  # fmt: skip

    records = home_kit(home.apps, person, Memories(search, remember, forget))
    designs = design_kit(home.apps, person, designs_of(home))
    return Kit({**records.tools, **designs.tools}, {**records.handlers, **designs.handlers})


def worker(
    home: Home, permissions: Permissions | None = None, *, person: str = "me", hooks: Hooks | None = None,
    watch: Callable[[Event], None] = lambda event: None,
) -> Agent:  # fmt: skip
    """Return an agent of the workshop with every tool of a home, for a person.

    Args:
        home: the home.
        permissions: what it may do; by default it may read, and asks nobody.
        person: for whom it works.
        hooks: asked about every call and before it ends; the home's own by default.
        watch: told what sub-agents do while they do it, from several threads.

    Raises:
        ConfigError: `permissions.toml`, `mcp.toml` or a file in `agents/` cannot be read.
    """
    from calisson.workshop import Hooks, Permissions, subagents
    from calisson.workshop.permissions import load as household_rules
    from calisson.workshop.toolset import Toolset

    outside = home.servers if home.servers.servers else None
    agents = subagents.load(home.database.data_dir / "agents")
    kit = Toolset(work_kit(home, person), pages=home.pages, outside=outside, agents=agents, watch=watch,
                  hooks=hooks or home.hooks or Hooks())  # fmt: skip
    given = permissions or Permissions()
    rules = (*given.rules, *household_rules(home.database.data_dir))
    return kit.agent(home.engines.chosen(), home.database, replace(given, rules=rules))


def bench_of(home: Home) -> Bench:
    """Return the runs of the workshop that go on in a home, each in a thread of its own."""
    from calisson.workshop.bench import Bench
    from calisson.workshop.steps import RunRow

    def worker(permissions: Permissions, person: str, watch: Callable[[Event], None]) -> Agent:
        return home.worker(permissions, person=person, watch=watch)

    def names(person: str) -> tuple[Mapping[str, str], Sequence[str]]:
        return {a.id: a.name for a in home.apps.list()}, tuple(home.servers.servers)

    def began(run: RunRow) -> None:
        with home.database.transaction(run.person) as tx:
            about = {"run": run.id, "mode": run.task.mode, "budget_usd": run.task.budget_usd}
            home.journal.event(tx, "run", about, evidence=[run.task.turn_id] if run.task.turn_id else [])

    def brief(task: str) -> Prompt:
        from babel import Locale

        from calisson.language.languages import detect
        from calisson.models.prompts import render

        language = detect(task, home.preferences.language)
        return render("work", today=home.now().date().isoformat(), zone=home.preferences.tz,
                      language=str(Locale.parse(language).english_name))  # fmt: skip

    return Bench(home.database, worker, lambda: home.models.available, names, began, brief)
