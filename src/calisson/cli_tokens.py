"""`calisson tokens`: the secrets by which other programs talk to the home."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from calisson.app import Home

tokens_cli = typer.Typer(help="Tokens of other programs.", no_args_is_help=True, rich_markup_mode=None)

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The home's folder (else CALISSON_DATA, else the user data folder)."),
]
Person = Annotated[str, typer.Option("--as", help="For whom it speaks.")]


def _opened(data: Path | None) -> Home:
    from calisson.app import Home
    from calisson.settings import Settings

    settings = Settings.load(data)
    return Home(settings.data_dir, url=settings.database_url)


@tokens_cli.command("add")
def tokens_add(label: str, data: Data = None, person: Person = "me") -> None:
    """Make a token and print it; it is shown this once, and the home keeps only its hash."""
    with _opened(data) as home, home.database.transaction(person) as tx:
        print(home.sessions.issue(tx, person, "token", label))


@tokens_cli.command("list")
def tokens_list(
    data: Data = None,
    person: Person = "me",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the tokens, without their secrets."""
    with _opened(data) as home:
        found = home.sessions.tokens(person)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    for token in [] if as_json else found:
        print(f"{token['id']}  {token['created_at'][:10]}  {token['label']}")


@tokens_cli.command("remove")
def tokens_remove(token: Annotated[str, typer.Argument(help="The id that `list` shows.")], data: Data = None,
                  person: Person = "me") -> None:  # fmt: skip
    """Take a token back at once."""
    with _opened(data) as home, home.database.transaction(person) as tx:
        home.sessions.end_token(tx, person, token)
