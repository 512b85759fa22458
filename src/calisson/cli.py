"""The command line: a door, without logic. `calisson` alone starts the home and opens the browser.

Exit status: 0 done, 1 failed, 2 bad usage. Data go to standard output, messages to standard error. Rooms are
imported inside the commands, so that `calisson say` starts fast.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from calisson.cli_memory import UsageError
from calisson.cli_memory import add_to as add_memory_commands
from calisson.cli_models import models_cli
from calisson.cli_sandbox import sandbox_cli
from calisson.cli_search import add_to as add_search_commands
from calisson.cli_servers import servers_cli
from calisson.cli_tokens import token_cli, tokens_cli
from calisson.clock import YEARS
from calisson.errors import CalissonError

if TYPE_CHECKING:
    from calisson.app import Home

cli = typer.Typer(add_completion=False, no_args_is_help=False, pretty_exceptions_enable=False, rich_markup_mode=None,
                  help="Your own personal AI: talk, and it becomes small working apps.")  # fmt: skip
apps_cli = typer.Typer(help="Mini-apps.", no_args_is_help=True, rich_markup_mode=None)
memory_cli = typer.Typer(help="Memories.", no_args_is_help=True, rich_markup_mode=None)
cli.add_typer(apps_cli, name="apps")
cli.add_typer(apps_cli, name="app", hidden=True)
cli.add_typer(memory_cli, name="memory")
add_search_commands(memory_cli)
add_memory_commands(memory_cli)
cli.add_typer(models_cli, name="models")
cli.add_typer(sandbox_cli, name="sandbox")
cli.add_typer(servers_cli, name="servers")
cli.add_typer(token_cli, name="token")
cli.add_typer(tokens_cli, name="tokens", hidden=True)

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The home's folder (else CALISSON_DATA, else the user data folder)."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
At = Annotated[
    str | None, typer.Option("--at", help="The turn's time, ISO 8601; local to --tz without an offset.")
]
Zone = Annotated[str | None, typer.Option("--tz", help="The home's time zone, kept in the home.")]


def main() -> None:
    """Run the command line."""
    gc.set_threshold(50_000, 20, 50)  # a start makes many objects and little waste: fewer collections, 50 ms
    try:
        cli(standalone_mode=True)
    except UsageError as problem:
        print(f"calisson: {problem}", file=sys.stderr)
        sys.exit(2)
    except CalissonError as problem:
        print(f"calisson: {problem}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as problem:
        print(f"calisson: {problem}", file=sys.stderr)
        sys.exit(1)
    except Exception as problem:
        if sys.flags.dev_mode:
            raise
        print(f"calisson: {fault(problem)}", file=sys.stderr)
        sys.exit(1)


def fault(problem: Exception) -> str:
    """Say in one line what nobody foresaw, with its place, without the values that a database's error quotes."""
    frames = traceback.extract_tb(problem.__traceback__)
    where = next((f for f in reversed(frames) if "calisson" in Path(f.filename).parts), frames[-1])
    why = getattr(problem, "orig", None) or problem
    return (
        f"a fault of the program, please report it: {type(why).__name__}: {str(why)[:300]} "
        f"({Path(where.filename).name}:{where.lineno}); `python -X dev -m calisson …` shows all of its way"
    )


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


@cli.callback(invoke_without_command=True)
def start(context: typer.Context, version: Annotated[bool, typer.Option("--version")] = False) -> None:
    """Start the home when no command is given."""
    if version:
        from calisson import __version__

        print(__version__)
        raise typer.Exit()
    if context.invoked_subcommand is None:
        serve()


@cli.command()
def serve(
    host: str = "127.0.0.1",
    port: int = 8420,
    data: Data = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
) -> None:
    """Start the home and open it in the browser."""
    from calisson.server import run

    with opened(data) as home:
        run(home, host, port, open_browser)


@cli.command()
def say(
    text: Annotated[list[str], typer.Argument(help="What you say.")],
    as_json: AsJson = False,
    data: Data = None,
    at: At = None,
    tz: Zone = None,
    person: Annotated[str, typer.Option("--as", help="Who speaks.")] = "me",
    circle: Annotated[str | None, typer.Option(help="The circle that it is said in.")] = None,
) -> None:
    """Say one thing: one turn of conversation, in this process."""
    zone(tz)
    with opened(data) as home:
        when = moment(at, tz or home.preferences.tz)
        result = home.say(" ".join(text), at=when, tz=tz, person=person, circle=circle)
    if as_json:
        print(result.model_dump_json())
    else:
        print(result.reply)


@cli.command()
def understand(
    text: Annotated[str | None, typer.Argument(help="What to understand.")] = None,
    lang: Annotated[str | None, typer.Option(help="The language, when known.")] = None,
    at: At = None,
    tz: Zone = None,
    as_json: AsJson = False,
    batch: Annotated[Path | None, typer.Option(help='Lines {"id","text","at","tz","lang"}.')] = None,
    data: Data = None,
) -> None:
    """Show what was understood, without doing anything."""
    from calisson.language.report import report, report_lines

    zone(tz)
    if batch is not None:
        try:
            lines = batch.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as problem:
            raise UsageError(f"--batch {str(batch)!r} cannot be read: {problem}") from None
        for line in report_lines(lines):
            print(line)
        return
    if text is None:
        raise UsageError("understand needs a text or --batch FILE")
    with opened(data) as home:
        now = moment(at, tz or home.preferences.tz) or home.clock.now()
        context = home.context(now=now, tz=tz or home.preferences.tz)
        show(report(text, context, language=lang))


def _pulse(_: object) -> None:
    """Show that a model is at work, where a person looks on."""
    if sys.stderr.isatty():
        print("·", end="", file=sys.stderr, flush=True)


@cli.command()
def chat(data: Data = None, tz: Zone = None, person: Annotated[str, typer.Option("--as")] = "me") -> None:
    """Talk in the terminal; an empty line or Ctrl-D ends."""
    try:
        import readline  # noqa: F401 - gives the prompt its history
    except ImportError:
        pass
    zone(tz)
    with opened(data) as home:
        while True:
            try:
                text = input("> ")
            except (EOFError, KeyboardInterrupt):
                print()
                return
            if not text.strip():
                return
            for event in home.stream(text, tz=tz, person=person, watch=_pulse):
                if event.delta:
                    print(event.delta, end="", flush=True)
            print()


@apps_cli.command("list")
def apps_list(data: Data = None, as_json: AsJson = False) -> None:
    """List the apps."""
    with opened(data) as home:
        found = [
            {"id": a.id, "name": a.name, "icon": a.icon, "version": a.version} for a in home.apps.schemas()
        ]
    if as_json:
        show(found)
    for app in [] if as_json else found:
        print(f"{app['icon']} {app['name']}  {app['id']}  v{app['version']}")


@apps_cli.command("ideas")
def apps_ideas(
    words: Annotated[list[str] | None, typer.Argument(help="What it should be about.")] = None,
    language: Annotated[str, typer.Option("--lang")] = "en",
    take: Annotated[str | None, typer.Option("--take", help="Make an app of this idea.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Look through the ready ideas; `--take ID` makes an app of one."""
    from calisson.apps import gallery

    if take:
        with opened(data) as home:
            app, _ = home.take_idea(take, language)
        print(f"{app.id}  {app.name}")
        return
    found = gallery.search(" ".join(words or []), language)
    if as_json:
        show(
            [
                {"id": i.id, "name": i.name, "summary": i.summary, "icon": i.icon, "domain": i.domain}
                for i in found
            ]
        )
        return
    for idea in found:
        print(f"{idea.id:16} {idea.icon} {idea.name}: {idea.summary}")


@apps_cli.command("show")
def apps_show(app: str, data: Data = None, as_json: AsJson = False) -> None:
    """Show an app (id or name); --json prints its whole specification."""
    with opened(data) as home:
        found = home.app_out(home.find_app(app)) or {}
    if as_json:
        show(found)
        return
    print(f"{found['icon']} {found['name']} (version {found['version']})")
    for entity in found["entities"]:
        print(f"  {entity['label']}")
        for field in entity["fields"]:
            unit = field.get("unit") or field.get("currency") or ""
            print(f"    {field['label']}: {field['type']} {unit}".rstrip())


@apps_cli.command("export")
def apps_export(
    app: str,
    data: Data = None,
    file: Annotated[Path | None, typer.Option(help="Write a signed file for another home.")] = None,
    records: Annotated[bool, typer.Option("--records", help="With its records, in the file.")] = False,
) -> None:
    """Print a whole app, its versions and records as JSON; with --file, write it as a signed file for another home."""
    with opened(data) as home:
        app_id = home.find_app(app)
        if file is None:
            show(home.apps.export_json(app_id))
            return
        from calisson.portable.package import pack

        file.write_bytes(pack(home, app_id, records=records))
    print(file)


@apps_cli.command("import")
def apps_import(
    file: Annotated[str, typer.Argument(help="A file, or a link to one (http, https).")],
    data: Data = None,
    look: Annotated[bool, typer.Option("--look", help="Only say what it is and what it may do.")] = False,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", help="Take it from an author that nobody here knows, or code without a signature."
        ),
    ] = False,
    house: Annotated[
        bool, typer.Option("--house", help="The link leads to another home in the house's own network.")
    ] = False,
) -> None:
    """Take in an app that was exported; a signed file of another home can be looked at first."""
    from calisson.portable.link import read_link

    with opened(data) as home:
        link = file.startswith(("http://", "https://"))
        raw = read_link(file, house=house) if link else _bytes_of(Path(file))
        if not raw.startswith(b"PK") and not look and not link:
            app_id = home.import_app(read_json(Path(file)), trust=trust)[0]
        else:
            from calisson.portable import package

            found = package.read(raw)
            if look:
                show(package.preview(home, found))
                return
            app_id = package.take_in(home, found, trust=trust)[0]
    print(app_id)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be read: {error}") from None


@apps_cli.command("history")
def apps_history(app: str, data: Data = None, as_json: AsJson = False) -> None:
    """List the versions of an app."""
    with opened(data) as home:
        versions = home.apps_history(home.find_app(app))
    if as_json:
        show(versions)
    for version in [] if as_json else versions:
        print(f"{version['version']:>3}  {version['at']}  {version['reason']}")


@apps_cli.command("rollback")
def apps_rollback(
    app: str, to: Annotated[int, typer.Option(help="The version to go back to.")], data: Data = None
) -> None:
    """Bring an earlier version of an app back."""
    with opened(data) as home:
        home.rollback_app(home.find_app(app), to)


@apps_cli.command("models")
def apps_models(
    app: str,
    may: Annotated[
        bool, typer.Option("--may/--stay", help="Whether models outside the house may read its entries.")
    ],
    data: Data = None,
) -> None:
    """Say whether an app's entries may enter prompts of models outside the house; at first they may not."""
    with opened(data) as home:
        home.let_models_read(home.find_app(app), may)


@apps_cli.command("delete")
def apps_delete(app: str, data: Data = None) -> None:
    """Delete an app; `calisson say undo` brings it back."""
    with opened(data) as home:
        home.delete_app(home.find_app(app))


@cli.command("data")
def data_command(
    app: str,
    data: Data = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write the records to this file ('-' for standard output).")
    ] = None,
    import_file: Annotated[
        Path | None, typer.Option("--import", help="Add the records of this CSV file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take the records of an app in or out."""
    with opened(data) as home:
        app_id = home.find_app(app)
        if import_file is not None:
            try:
                text = import_file.read_text("utf-8-sig")
            except (OSError, UnicodeDecodeError) as problem:
                raise UsageError(f"{str(import_file)!r} cannot be read: {problem}") from None
            show(home.import_csv(app_id, text))
        elif csv is not None and str(csv) != "-":
            csv.write_text(home.apps.export_csv(app_id), "utf-8")
        elif csv is not None or not as_json:
            print(home.apps.export_csv(app_id), end="")
        else:
            show(home.records_out(app_id))


@cli.command()
def why(decision: str, data: Data = None, as_json: AsJson = False) -> None:
    """Explain a decision: what was chosen, over what, on what evidence, under which policy."""
    with opened(data) as home:
        found = home.explain(decision)
    if as_json:
        show(found)
        return
    print(f"{found['option']}: {found['why']}  [{found['policy']}]")
    for other in found["alternatives"]:
        print(f"  {other['probability']:.2f}  {other['option']}  {other['why']}")


@cli.command("mcp")
def mcp_command(data: Data = None) -> None:
    """Serve the home as an MCP server over standard input and output."""
    from calisson.server.mcp import run_stdio

    with opened(data) as home:
        run_stdio(home)


@cli.command()
def doctor(data: Data = None, as_json: AsJson = False) -> None:
    """Show what works here, with the mend for what does not."""
    with opened(data) as home:
        found = home.doctor()
    if as_json:
        show(found)
    for item in [] if as_json else found:
        print(f"{'ok  ' if item['ok'] else 'FAIL'}  {item['name']}: {item['detail']}")
    if not all(item["ok"] for item in found if item["needed"]):
        raise typer.Exit(1)


@cli.command()
def backup(
    file: Path,
    data: Data = None,
    seal: Annotated[
        bool, typer.Option("--seal", help="Readable only with a key that stays in the home.")
    ] = False,
    keys: Annotated[Path | None, typer.Option(help="A folder elsewhere for a copy of that key.")] = None,
) -> None:
    """Write the whole home to one file, consistent while it runs."""
    with opened(data) as home:
        home.backup(file, seal=seal or keys is not None, keys=keys)
    print(file)


@cli.command("export")
def export_command(
    file: Path,
    data: Data = None,
    talk: Annotated[
        bool, typer.Option("--talk", help="Of the memories also what was said in passing.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also memories that you limited to other purposes than an export.")
    ] = False,
) -> None:
    """Write everything into one zip for other programs: apps as JSON and CSV, the calendar, the memories."""
    from calisson.portable import export

    with opened(data) as home:
        print(export(home, file, talk=talk, everything=everything))


@cli.command()
def restore(
    file: Path,
    data: Data = None,
    keys: Annotated[Path | None, typer.Option(help="Where the key of a sealed backup is.")] = None,
) -> None:
    """Bring a home back from a backup; what was there is kept aside."""
    from calisson.settings import Settings
    from calisson.store import restore as restore_home

    settings = Settings.load(data)
    kept = restore_home(file, settings.data_dir, keys=keys)
    if kept is not None:
        from calisson.portable.restore import forget_as_before

        forget_as_before(settings.data_dir, kept)
    print(f"restored into {settings.data_dir}" + (f"; the former home is kept in {kept}" if kept else ""))


@cli.command()
def password(data: Data = None, person: Annotated[str, typer.Option("--as")] = "me") -> None:
    """Set the password that is needed to reach the home from other machines."""
    given = typer.prompt("New password", hide_input=True, confirmation_prompt=True)
    with opened(data) as home, home.database.transaction(person) as tx:
        home.sessions.set_password(tx, person, given)
    print("The password is set.")


def read_json(file: Path) -> Any:
    """Read a JSON file that a person named."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise UsageError(f"{str(file)!r} cannot be read: {problem}") from None


if __name__ == "__main__":
    main()
