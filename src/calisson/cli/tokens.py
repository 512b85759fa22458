"""`calisson token`: the secrets by which other programs talk to the home, and what each of them may do."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calisson.cli.options import AsJson, Data

if TYPE_CHECKING:
    from calisson.app import Home

token_cli = typer.Typer(
    help="Tokens of other programs, and what each may do.", no_args_is_help=True, rich_markup_mode=None
)


class ScopeName(StrEnum):
    """The scopes by name, as `calisson.circles.Scope` has them; repeated here so that `--help` starts fast."""

    READ = "read"
    LOG = "log"
    APPS = "apps"
    ADMIN = "admin"


Person = Annotated[str, typer.Option("--as", help="For whom it speaks.")]
TokenId = Annotated[str, typer.Argument(help="The id that `list` shows.")]


def _opened(data: Path | None) -> Home:
    from calisson.app import Home
    from calisson.settings import Settings

    settings = Settings.load(data)
    return Home(settings.data_dir, url=settings.database_url)


@token_cli.command("create")
def token_create(
    name: Annotated[str, typer.Option("--name", help="What it is for, as the list shows it.")],
    scope: Annotated[
        list[ScopeName],
        typer.Option(
            "--scope",
            help="What it may do; may be given several times. read: see everything; log: add and change entries, "
            "reminders, memories; apps: make and change apps; admin: everything.",
        ),
    ],
    data: Data = None,
    person: Person = "me",
    as_json: AsJson = False,
) -> None:
    """Make a token and print it; it is shown this once, and the home keeps only its hash."""
    from calisson.circles import scopes_of

    with _opened(data) as home:
        scopes = scopes_of(scope)
        with home.database.transaction(person) as tx:
            secret = home.sessions.issue(tx, person, "token", name, scopes=scopes)
    print(json.dumps({"token": secret, "label": name, "scopes": sorted(scopes)}) if as_json else secret)


@token_cli.command("list")
def token_list(data: Data = None, person: Person = "me", as_json: AsJson = False) -> None:
    """List the tokens, without their secrets: id, made, last used, scopes, name."""
    with _opened(data) as home:
        found = home.sessions.tokens(person)
    if as_json:
        print(json.dumps([t.as_dict() for t in found], ensure_ascii=False, indent=2))
        return
    for token in found:
        used = f"{token.used_at:%Y-%m-%d %H:%M}Z" if token.used_at else "-"
        print(
            f"{token.id}  {token.created_at:%Y-%m-%d}  {used:17}  {' '.join(token.scopes):14}  {token.label}"
        )


@token_cli.command("revoke")
def token_revoke(token: TokenId, data: Data = None, person: Person = "me") -> None:
    """Take a token back at once."""
    with _opened(data) as home, home.database.transaction(person) as tx:
        home.sessions.end_token(tx, person, token)


tokens_cli = typer.Typer(help="The former name of `token`.", no_args_is_help=True, rich_markup_mode=None)
tokens_cli.command("list")(token_list)
tokens_cli.command("remove")(token_revoke)


@tokens_cli.command("add")
def tokens_add(label: str, data: Data = None, person: Person = "me") -> None:
    """Make a token that may do everything; `calisson token create` makes one that may do less."""
    token_create(label, [ScopeName.ADMIN], data, person)
