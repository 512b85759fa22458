"""`calisson apps`: list, ideas, show, export, import, versions, models, delete."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from calisson.cli.options import AsJson, Data, UsageError, opened, read_json, show, show_each

apps_cli = typer.Typer(help="Mini-apps.", no_args_is_help=True, rich_markup_mode=None)


@apps_cli.command("list")
def apps_list(data: Data = None, as_json: AsJson = False) -> None:
    """List the apps."""
    with opened(data) as home:
        found = [
            {"id": a.id, "name": a.name, "icon": a.icon, "version": a.version} for a in home.apps.schemas()
        ]
    show_each(found, "{icon} {name}  {id}  v{version}", as_json=as_json)


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
    show_each(versions, "{version:>3}  {at}  {reason}", as_json=as_json)


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
