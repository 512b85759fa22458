"""`calisson models`: which models are set up, adding and removing one, a test call, what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from calisson.cli.options import AsJson, Data
from calisson.errors import ConfigError, ModelError

models_cli = typer.Typer(help="Models; none is needed.", invoke_without_command=True, rich_markup_mode=None)


def _found(data: Path | None) -> tuple[Path, Any]:
    from calisson.models import roster
    from calisson.settings import Settings

    settings = Settings.load(data)
    return settings.data_dir, roster.load(settings.data_dir, settings.keys)


def say(message: str, **arguments: str | int | float) -> str:
    """Return a sentence in the language of the terminal."""
    import locale
    import os

    from calisson.language.phrases import phrase
    from calisson.language.types import LANGUAGES

    code = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
            or locale.getlocale()[0] or "en")[:2].lower()  # fmt: skip
    return phrase(code if code in LANGUAGES else "en", message, **arguments)


def _show(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def _public(spec: Any) -> dict[str, Any]:
    return {"id": spec.id, "provider": spec.provider, "name": spec.name, "base_url": spec.base_url,
            "local": spec.local, "region": spec.region or None, "strength": spec.strength, "images": spec.images,
            "context_tokens": spec.context_tokens, "has_key": bool(spec.key), "source": spec.source}  # fmt: skip


@models_cli.callback()
def models(context: typer.Context, data: Data = None, as_json: AsJson = False) -> None:
    """Show which models are set up; none is needed."""
    if context.invoked_subcommand is not None:
        return
    _, found = _found(data)
    used, costs = _used(data)
    if as_json:
        rows = [{**_public(m), "used_for": list(used.get(m.id, ())),
                 "calls": costs[m.id].calls if m.id in costs else 0,
                 "cost_usd": costs[m.id].cost_usd if m.id in costs else 0.0} for m in found.models]  # fmt: skip
        _show({"models": rows, "chain": list(found.chain), "engine": found.engine,
               "budget": {"day_usd": found.budget.day_usd, "app_usd": found.budget.app_usd}})  # fmt: skip
        return
    print(say("models-embedded"))
    for model in found.models:
        where = say("models-local" if model.local else "models-remote")
        line = f"{model.id}  {model.strength}  {where}  ({model.source})"
        if model.id in costs:
            about = "" if costs[model.id].cost_known else "~"
            line += f"  {', '.join(used[model.id])}: {costs[model.id].calls}×, {about}${costs[model.id].cost_usd:.4f}"
        print(line)


def _used(data: Path | None) -> tuple[dict[str, tuple[str, ...]], dict[str, Any]]:
    """Return what each model was used for and its line of the ledger, by id; nothing before there is a home."""
    from calisson.models.ledger import Ledger
    from calisson.settings import Settings
    from calisson.store import Database
    from calisson.store.database import FILE

    settings = Settings.load(data)
    if settings.database_url is None and not (settings.data_dir / FILE).exists():
        return {}, {}
    with Database.open(settings.data_dir, settings.database_url) as database:
        ledger = Ledger(database)
        return ledger.purposes(), {line.key: line for line in ledger.sums("model")}


@models_cli.command("add")
def models_add(
    target: Annotated[
        str, typer.Argument(help="anthropic, deepseek, openai, or a server's address (http://…/v1).")
    ],
    name: Annotated[
        str | None, typer.Option(help="The model's name; else the provider's usual ones.")
    ] = None,
    key: Annotated[str | None, typer.Option(help="The key; '-' asks for it.")] = None,
    local: Annotated[
        bool | None,
        typer.Option(
            "--local/--remote",
            help="The server is the household's own: local-only data may go there; or it passes on what it gets.",
        ),
    ] = None,
    strong: Annotated[bool, typer.Option("--strong", help="Use it where stakes are high.")] = False,
    images: Annotated[bool, typer.Option("--images", help="It reads pictures.")] = False,
    region: Annotated[
        str, typer.Option(help="Where its machine stands, as memories' policies name places: DE, EU, …")
    ] = "",
    data: Data = None,
) -> None:
    """Set up a model; its key is kept in the home's folder, readable by its owner only."""
    from calisson.models import roster
    from calisson.settings import Settings

    if key == "-":
        key = typer.prompt("Key", hide_input=True)
    folder = Settings.load(data).data_dir
    more: dict[str, Any] = {
        "key": key or "",
        "source": roster.FILE,
        "images": True if images else None,
        "region": region.strip()[:16],
    }
    if target in roster.ADDRESSES:
        if not key:
            raise ConfigError(say("models-needs-key", provider=target))
        address, provider = roster.ADDRESSES[target], target
        usual = roster.OWN[target]
    else:
        address, provider, usual = target, "openai", ()
        more["local"] = local
    if name:
        chosen: tuple[tuple[str, str | None], ...] = ((name, "strong" if strong else None),)
    else:
        chosen = tuple(usual) or tuple(
            (n, "strong" if strong else None) for n, _ in roster.listed(address, key or "")
        )
    if not chosen:
        raise ConfigError(say("models-no-answer", address=address))
    made = [roster.made(provider, n, address, strength=s, **more) for n, s in chosen]  # type: ignore[arg-type]
    roster.add(folder, made)
    for model in made:
        print(model.id)


@models_cli.command("remove")
def models_remove(model: Annotated[str, typer.Argument(help="The model's id.")], data: Data = None) -> None:
    """Take out a model that was added."""
    from calisson.models import roster
    from calisson.settings import Settings

    roster.remove(Settings.load(data).data_dir, model)


@models_cli.command("budget")
def models_budget(
    day: Annotated[float | None, typer.Option(min=0, help="US dollars a day.")] = None,
    app: Annotated[float | None, typer.Option(min=0, help="US dollars a day for each app.")] = None,
    data: Data = None,
) -> None:
    """Set what models may cost; an option left out means without limit."""
    from calisson.models import roster
    from calisson.settings import Settings

    folder = Settings.load(data).data_dir
    roster.write(folder, {**roster.read(folder), "budget": {"day_usd": day, "app_usd": app}})


@models_cli.command("chain")
def models_chain(
    models: Annotated[
        list[str] | None, typer.Argument(help="Ids in order; none leaves it to the routing.")
    ] = None,
    data: Data = None,
) -> None:
    """Declare in which order models are tried; the embedded engine always ends the chain."""
    from calisson.models import roster

    folder, found = _found(data)
    for model in models or ():
        found.get(model)
    roster.write(folder, {**roster.read(folder), "chain": list(models or ())})


@models_cli.command("engine")
def models_engine(
    engine: Annotated[str, typer.Argument(help="own, or claude (Claude's program; extra [claude]).")],
    data: Data = None,
) -> None:
    """Choose what leads the workshop's talk with a model."""
    from typing import get_args

    from calisson.models import roster
    from calisson.workshop import engines

    if engine not in get_args(roster.Leader):
        raise ConfigError(f"the engine is one of {', '.join(get_args(roster.Leader))}, not {engine!r}")
    folder, found = _found(data)
    roster.write(folder, {**roster.read(folder), "engine": engine})
    if engine == "claude" and (why := engines.missing(found)):
        print(say("models-engine-missing", why=why))


@models_cli.command("test")
def models_test(
    name: Annotated[
        str | None,
        typer.Argument(help="claude, deepseek, openai, ollama, sglang, vllm, llama.cpp, or an id."),
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make one small call to each model, or to those of one name, and say what came back."""
    from calisson.models import roster

    folder, found = _found(data)
    chosen = found.models if name is None else roster.of(found.models, name)
    if name is not None and not chosen:
        setup = roster.SETUP.get(name.casefold())
        if setup is None:
            found.get(name)
        if as_json:
            _show([])
        raise ConfigError(say("models-not-set-up", name=name, command=str(setup)))
    if not found.models:
        if as_json:
            _show([])
        else:
            print(say("models-none"))
        return
    from calisson.models import Models, ask
    from calisson.settings import Settings
    from calisson.store import Database

    lines: list[dict[str, Any]] = []
    with Database.open(folder, Settings.load(data).database_url) as database:
        door = Models(database, lambda: found)
        try:
            for spec in chosen:
                line: dict[str, Any] = {"id": spec.id, "ok": True, "local": spec.local}
                where = say("models-local" if spec.local else "models-remote")
                try:
                    reply = door.ask(spec, ask("Say OK.", purpose="test", max_tokens=512, timeout_s=60))
                    line |= {"text": reply.text.strip()[:80], "duration_s": round(reply.duration_s, 2),
                             "cost_usd": reply.cost_usd}  # fmt: skip
                except ModelError as error:
                    line |= {"ok": False, "error": type(error).__name__, "message": say(error.message_id),
                             "detail": str(error)}  # fmt: skip
                lines.append(line)
                if not as_json:
                    print(f"{'ok  ' if line['ok'] else 'FAIL'}  {spec.id} ({where}): " + (
                        f"{line['text']!r} {line['duration_s']} s ${line['cost_usd']:.5f}" if line["ok"]
                        else f"{line['message']} [{line['detail']}]"))  # fmt: skip
        finally:
            door.close()
    if as_json:
        _show(lines)
    if not any(line["ok"] for line in lines):
        raise typer.Exit(1)


@models_cli.command("cost")
def models_cost(
    by: Annotated[str, typer.Option(help="model, app_id, person, purpose or turn_id.")] = "model",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show what models took so far: calls, tokens, money, time."""
    from typing import get_args

    from calisson.models.ledger import By, Ledger
    from calisson.settings import Settings
    from calisson.store import Database

    if by not in get_args(By):
        raise ConfigError(f"--by needs one of {', '.join(get_args(By))}, not {by!r}")
    settings = Settings.load(data)
    with Database.open(settings.data_dir, settings.database_url) as database:
        lines = Ledger(database).sums(by)  # type: ignore[arg-type]
    if as_json:
        _show([line.as_dict() for line in lines])
    for line in [] if as_json else lines:
        about = "" if line.cost_known else "~"
        print(f"{line.key or '-'}: {line.calls} calls ({line.failed} failed), {line.input_tokens} + "
              f"{line.output_tokens} tokens, {about}${line.cost_usd:.4f}, {line.duration_s:.1f} s")  # fmt: skip
