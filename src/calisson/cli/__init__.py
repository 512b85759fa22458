"""The command line: a door, without logic. `calisson` alone starts the home and opens the browser.

Exit status: 0 done, 1 failed, 2 bad usage. Data go to standard output, messages to standard error. Rooms are
imported inside the commands, so that `calisson say` starts fast.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from calisson.cli.apps import apps_cli
from calisson.cli.memory import add_to as add_memory_commands
from calisson.cli.models import models_cli
from calisson.cli.options import AsJson, At, Data, UsageError, Zone, moment, opened, show, zone
from calisson.cli.sandbox import sandbox_cli
from calisson.cli.search import add_to as add_search_commands
from calisson.cli.servers import servers_cli
from calisson.cli.tokens import token_cli, tokens_cli
from calisson.errors import CalissonError

cli = typer.Typer(add_completion=False, no_args_is_help=False, pretty_exceptions_enable=False, rich_markup_mode=None,
                  help="Your own personal AI: talk, and it becomes small working apps.")  # fmt: skip
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
