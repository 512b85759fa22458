"""`calisson servers`: outside MCP servers whose tools a run may use, and what a person has approved of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calisson.cli.options import Data

if TYPE_CHECKING:
    from calisson.workshop.mcp_client import McpClient

servers_cli = typer.Typer(
    help="Outside MCP servers, named in the home's mcp.toml.", no_args_is_help=True, rich_markup_mode=None
)


def _client(data: Path | None) -> tuple[Path, McpClient]:
    from calisson.settings import Settings
    from calisson.workshop import mcp_client

    folder = Settings.load(data).data_dir
    return folder, mcp_client.McpClient(mcp_client.load(folder))


@servers_cli.command("list")
def servers_list(
    data: Data = None, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Say which servers answer, with how many tools, and whether what they say is approved."""
    _, client = _client(data)
    try:
        offered = client.tools()
        rows = [
            {"name": s.name, "permission": s.permission, "problem": client.problems.get(s.name, ""),
             "tools": [t.spec.name for t in mine], "approved": bool(mine) and all(t.described == "own" for t in mine)}
            for s in client.servers.values() for mine in [[t for n, t in offered.items() if n.startswith(f"mcp__{s.name}__")]]
        ]  # fmt: skip
    finally:
        client.close()
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        print(f"{row['name']} ({row['permission']}): " + (
            str(row["problem"]) or f"{len(row['tools'])} tools, {'approved' if row['approved'] else 'not approved'}"))  # type: ignore[arg-type]  # fmt: skip


@servers_cli.command("approve")
def servers_approve(
    name: Annotated[str, typer.Argument(help="The server's name in mcp.toml.")], data: Data = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:  # fmt: skip
    """Show what a server's tools say of themselves, and keep that it is harmless; a later change of it is noticed."""
    from calisson.errors import NotFoundError
    from calisson.workshop.mcp_client import approve

    folder, client = _client(data)
    try:
        if name not in client.servers:
            raise NotFoundError(f"no server {name!r}; mcp.toml names: {', '.join(client.servers) or 'none'}")
        offer = client.offer(name)
    finally:
        client.close()
    for tool, description in offer.tools:
        print(f"{tool}\n    {description.strip()}")
    if yes or typer.confirm("Approve exactly these?"):
        approve(folder, offer)
        print(offer.digest)
