"""All tools of a run together: the workspace's, the home's, the web's, outside servers', and sub-agents.

Every tool keeps its own declaration; nothing here widens what one may do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from calisson.store import Database
from calisson.workshop.calls import Hooks
from calisson.workshop.effects import Handler
from calisson.workshop.fetch import Door, fetch_tool
from calisson.workshop.gittool import git_tools
from calisson.workshop.household import Kit
from calisson.workshop.loop import Agent
from calisson.workshop.permissions import Permissions
from calisson.workshop.subagents import SubAgent, delegate_tool
from calisson.workshop.todo import todo_tool
from calisson.workshop.tools import tools
from calisson.workshop.types import Engine, Event, WorkTool

if TYPE_CHECKING:
    from calisson.workshop.browser import Headless
    from calisson.workshop.mcp_client import McpClient


@dataclass(frozen=True, slots=True)
class Toolset:
    """What a run has to work with."""

    home: Kit | None = None
    """The home's apps and memories, and the handlers of their effects."""
    door: Door | None = None
    """The way out for `fetch` and `page`; production leaves it None."""
    pages: Callable[[], Headless | None] = lambda: None
    """Gives the run, and each that it sends, a browser of its own; it is ended with the run. None: there is none."""
    outside: McpClient | None = None
    agents: Mapping[str, SubAgent] | None = None
    """Sub-agents; the shipped ones by default."""
    watch: Callable[[Event], None] = lambda event: None
    """Told what sub-agents do while they do it, from several threads; their events carry run ids of their own."""
    hooks: Hooks = Hooks()  # noqa: RUF009
    """Asked about every call, also of those that a run sends, and before the run itself ends."""
    more: Mapping[str, WorkTool] = field(default_factory=dict)

    def tools(self) -> dict[str, WorkTool]:
        """Return the tools of the workspace and the web with a browser of their own, without the home's and sub-agents."""
        found: dict[str, WorkTool] = {
            **tools(),
            **git_tools(),
            "todo": todo_tool(),
            "fetch": fetch_tool(self.door),
        }
        if (browser := self.pages()) is not None:
            from calisson.workshop.browser import browser_tools

            found.update(browser_tools(browser, self.door))
        return {**found, **self.more}

    def agent(self, models: Engine, database: Database, permissions: Permissions) -> Agent:
        """Return an agent with all of it; servers' permissions become rules behind the household's own."""
        allowed = permissions
        found = self.tools()
        if self.outside is not None:
            found.update(self.outside.tools())
            allowed = replace(permissions, rules=(*permissions.rules, *self.outside.rules()))

        def make(kind: SubAgent, kit: Mapping[str, WorkTool], theirs: Permissions) -> Agent:
            return Agent(models, database, theirs, tools=kit, hooks=replace(self.hooks, stop=()))

        found["delegate"] = delegate_tool(make, self.tools, allowed, self.agents, self.watch)
        handlers: dict[str, Handler] = {}
        if self.home is not None:
            found.update(self.home.tools)
            handlers.update(self.home.handlers)
        return Agent(models, database, allowed, tools=found, hooks=self.hooks, handlers=handlers)
