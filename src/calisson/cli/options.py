"""What the commands share: the options that many have, the home that is meant, and how a command says no."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from calisson.clock import YEARS

if TYPE_CHECKING:
    from calisson.app import Home

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The home's folder (else CALISSON_DATA, else the user data folder)."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
At = Annotated[
    str | None, typer.Option("--at", help="The turn's time, ISO 8601; local to --tz without an offset.")
]
Zone = Annotated[str | None, typer.Option("--tz", help="The home's time zone, kept in the home.")]


class UsageError(Exception):
    """A command was called in a way that it cannot serve: exit status 2."""


@contextmanager
def opened(data: Path | None) -> Iterator[Home]:
    """Open the home that the options and the environment name."""
    from calisson.app import Home
    from calisson.settings import Settings

    settings = Settings.load(data)
    with Home(
        settings.data_dir, url=settings.database_url, keys=settings.keys, passphrase=settings.passphrase
    ) as home:
        yield home


def show(value: Any) -> None:
    """Print JSON for people and programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def show_each(found: Sequence[Mapping[str, Any]], line: str, *, as_json: bool) -> None:
    """Print JSON, or for people a line for each, as `str.format_map` makes it."""
    if as_json:
        show(found)
        return
    for one in found:
        print(line.format_map(one))


def moment(at: str | None, tz: str | None) -> datetime | None:
    """Read `--at`: aware, with the zone's offset when it has none."""
    if at is None:
        return None
    try:
        given = datetime.fromisoformat(at)
        if not YEARS[0] <= given.year <= YEARS[1]:
            raise ValueError(f"years from {YEARS[0]} to {YEARS[1]}")
        return given if given.tzinfo else given.replace(tzinfo=ZoneInfo(tz or "UTC"))
    except (ValueError, KeyError) as problem:
        raise UsageError(f"--at needs a time such as 2026-03-04T12:00, not {at!r} ({problem})") from None


def zone(tz: str | None) -> str | None:
    """Check `--tz`."""
    from calisson.settings import is_zone

    if tz is not None and not is_zone(tz):
        raise UsageError(f"--tz needs a time zone such as Europe/Berlin, not {tz!r}")
    return tz


def read_json(file: Path) -> Any:
    """Read a JSON file that a person named."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise UsageError(f"{str(file)!r} cannot be read: {problem}") from None
