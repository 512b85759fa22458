"""`calisson memory policy / proposed / accept / decline / tidy / report`: who may see what, and what goes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calisson.cli.options import AsJson, Data, opened, show, show_each

if TYPE_CHECKING:
    pass

Person = Annotated[str, typer.Option("--as", help="Whose memory it is.")]
MemoryId = Annotated[str, typer.Argument(help="The id that `list` shows.")]
Switch = Annotated[bool | None, typer.Option()]


def add_to(memory_cli: typer.Typer) -> None:
    """Add these commands to `calisson memory`."""
    for name, command in (
        ("policy", policy), ("proposed", proposed), ("accept", accept), ("decline", decline), ("tidy", tidy),
        ("report", report), ("learned", learned), ("export", export), ("import", take_in), ("uses", uses), ("reopen", reopen),
        ("pin", pin), ("unpin", unpin),
        ("profile", profile), ("people", people), ("why", why), ("split", split),
        ("encrypt", encrypt), ("decrypt", decrypt), ("passphrase", passphrase), ("recover", recover),
    ):  # fmt: skip
        memory_cli.command(name)(command)


def show_trace(trace: dict[str, Any]) -> None:
    """Print why a search went as it did."""
    print(f"learned: {trace['version'] or 'nothing'}")
    if trace["expanded"]:
        print(f"also looked for: {' '.join(trace['expanded'])}")
    for shard in trace["gate"]:
        print(f"gate: {shard['share']:.2f}  {shard['theme']}, {shard['language']}")
    for hop in trace["hops"]:
        went = f"on from {', '.join(f['id'] for f in hop['from'])} by {' '.join(hop['words']) or 'nothing'}"
        print(f"hop: stop {hop['stop']:.2f}  " + (went if hop["from"] else "stopped"))


def policy(
    memory_id: MemoryId,
    data: Data = None,
    person: Person = "me",
    scope: Annotated[str | None, typer.Option(help="private, people or house.")] = None,
    reader: Annotated[
        list[str] | None, typer.Option(help="A person who may see it too (scope people).")
    ] = None,
    purpose: Annotated[list[str] | None, typer.Option(help="Only for this: answer, share, train, …")] = None,
    expires: Annotated[str | None, typer.Option(help="When it ends, ISO 8601 with offset.")] = None,
    region: Annotated[str | None, typer.Option(help="Only to be looked at there.")] = None,
    local_only: Annotated[bool | None, typer.Option(help="Never for a machine outside the house.")] = None,
    train: Annotated[bool | None, typer.Option(help="Whether anything may learn from it.")] = None,
) -> None:
    """Show who may see a memory, for what and until when; with options, change it."""
    given: dict[str, Any] = {
        "scope": scope, "readers": reader, "purposes": purpose, "expires_at": expires,
        "region": region, "local_only": local_only, "no_train": None if train is None else not train,
    }  # fmt: skip
    changes = {name: value for name, value in given.items() if value is not None}
    with opened(data) as home:
        if changes:
            home.memories.set_policy(memory_id, changes, person)
        show(home.memories.policy(memory_id, person))


def proposed(data: Data = None, person: Person = "me", as_json: AsJson = False) -> None:
    """List what came from outside and waits for a yes."""
    with opened(data) as home:
        found = home.memories.proposed(person)
    show_each(found, "{id}  {text}", as_json=as_json)


def accept(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Keep what came from outside."""
    with opened(data) as home:
        home.memories.answer(memory_id, True, person)


def decline(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Let go of what came from outside."""
    with opened(data) as home:
        home.memories.answer(memory_id, False, person)


def pin(
    memory_id: MemoryId,
    data: Data = None,
    person: Person = "me",
    kept_for: Annotated[str | None, typer.Option("--for", help="legal, or the app that needs it.")] = None,
) -> None:
    """Keep a memory whatever the budget; what was forgotten and is not erased comes back."""
    with opened(data) as home:
        home.memories.care_for(memory_id, person, pinned=True, **({"kept_for": kept_for} if kept_for else {}))


def unpin(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Let a memory take its chances again."""
    with opened(data) as home:
        home.memories.care_for(memory_id, person, pinned=False, kept_for=None)


def profile(
    data: Data = None,
    person: Person = "me",
    edit: Annotated[str | None, typer.Option(help="The line to put into other words; see --text.")] = None,
    text: Annotated[str, typer.Option(help="The other words; empty brings the fact's own back.")] = "",
    pin: Annotated[str | None, typer.Option("--pin", help="The line, or any fact, to keep on top.")] = None,
    unpin: Annotated[str | None, typer.Option("--unpin", help="The line to pin no more.")] = None,
    remove: Annotated[str | None, typer.Option(help="The line to take away; its fact stays.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show who this is, as every conversation with a model begins; with options, change a line."""
    with opened(data) as home:
        if edit:
            home.memories.change_profile(edit, person, text=text)
        if pin:
            home.memories.change_profile(pin, person, pinned=True)
        if unpin:
            home.memories.change_profile(unpin, person, pinned=False)
        if remove:
            home.memories.change_profile(remove, person, removed=True)
        lines = home.memories.profile(person)
    if as_json:
        show(lines)
    for line in [] if as_json else lines:
        marks = f"{'*' if line['pinned'] else ' '}{'~' if line['edited'] else ' '}"
        print(f"{line['id']}  {line['side']:9} {marks} {line['text']}")


def people(data: Data = None, person: Person = "me", as_json: AsJson = False) -> None:
    """Show who is who to a person, by what they said, with the memory that says so."""
    with opened(data) as home:
        known = home.memories.people(person)
    show_each(known, "{name:16} {relation:16} {memory_id}  {text}", as_json=as_json)


def why(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Show where a memory comes from: its turn, when it was said again, and what it took the place of."""
    with opened(data) as home:
        show(home.memories.trace(memory_id, person))


def split(
    merge_id: Annotated[str, typer.Argument(help="The id of a merge that `why` shows.")],
    data: Data = None,
    person: Person = "me",
) -> None:
    """Take a merge apart: what was said again, or replaced, is a fact of its own again."""
    with opened(data) as home:
        show(home.memories.take_apart(merge_id, person))


def tidy(data: Data = None) -> None:
    """Do now what house-keeping does at night: keep memories under their budget, erase what is due."""
    with opened(data) as home:
        show(home.memories.keep_house())


def report(data: Data = None, person: Person = "me", as_json: AsJson = False) -> None:
    """Show how much is kept, what was forgotten, why, and whether its bytes are gone."""
    with opened(data) as home:
        found = home.memories.report(person)
    if as_json:
        show(found)
        return
    print(
        f"{found['items']} of {found['most_items']} memories, {found['bytes']} of {found['most_bytes']} bytes"
    )
    if found["kept"]:
        print(
            "never go by themselves: " + ", ".join(f"{n} {why}" for why, n in sorted(found["kept"].items()))
        )
    vectors = found["vectors"]
    if vectors["done"] < vectors["memories"]:
        print(
            f"{vectors['done']} of {vectors['memories']} vectors of {vectors['encoder']}; "
            f"{vectors['answering']} answers meanwhile"
        )
    if vectors["pgvector"]:
        from calisson.cli.models import say

        print(say(f"pgvector-{vectors['pgvector']}"))
    for parting in found["forgotten"]:
        state = f"erased {parting['erased_at']}" if parting["erased_at"] else f"until {parting['due_at']}"
        detail = parting["detail"]
        why = f"  score {detail['score']}" if "score" in detail else ""
        why += f" > {detail['extract']}" if "extract" in detail else ""
        print(f"{parting['at']}  {parting['reason']:8}  {state}  {parting['text'] or parting['id']}{why}")


def export(
    data: Data = None,
    person: Person = "me",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Markdown for people, not JSON lines.")
    ] = False,
    talk: Annotated[bool, typer.Option("--talk", help="Also what was said in passing.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what you limited to other purposes than an export.")
    ] = False,
) -> None:
    """Print the facts as JSON lines that `import` reads, with who may see each and why it is kept, or as Markdown."""
    with opened(data) as home:
        kept = home.memories.export(
            "markdown" if markdown else "jsonl", person, talk=talk, everything=everything
        )
    print(kept.text, end="")
    if kept.left_out:
        print(
            f"{kept.left_out} left out: their policies allow no export; --all takes them too", file=sys.stderr
        )


def take_in(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)],
    data: Data = None,
    person: Person = "me",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count what is in it; store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take in memories: JSON lines {"text","at","speaker","source"}, or an export of ChatGPT, Claude or mem0."""
    with opened(data) as home, file.open("rb") as stream:
        found = (home.memories.look_into if dry_run else home.memories.take_in_file)(stream, person)
    if as_json:
        show(found)
        return
    if dry_run:
        print(
            f"{found['format']}: {found['facts']} facts, {found['talk']} said, {found['replies']} replies, "
            f"{found['offers']} for your yes, {found['known']} known, {found['skipped']} say nothing"
        )
        return
    print(found["added"])


def uses(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Show the answers that a memory was used in, and how it was found."""
    with opened(data) as home:
        show(home.memories.uses(memory_id, person))


def reopen(memory_id: MemoryId, data: Data = None, person: Person = "me") -> None:
    """Let a fact that a later one closed hold again."""
    with opened(data) as home:
        home.memories.reopen(memory_id, person)


def learned(
    data: Data = None,
    as_json: AsJson = False,
    back: Annotated[bool, typer.Option("--back", help="Return to the version before.")] = False,
) -> None:
    """Show the versions of what search learned here, what changed, and whether it serves."""
    with opened(data) as home:
        if back:
            show(home.memories.unlearn())
            return
        found = home.memories.learned()
        if as_json:
            show(found)
            return
        for one in found:
            moved = [f"{view} {by:+.3f}" for view, by in one["changed"].items()]
            moved += [part for part in ("gate", "importance") if one.get(part, {}).get("serves")]
            changed = ", ".join(moved) or "nothing"
            print(
                f"{one['number']:4}  {one['status']:8}  {one['at'][:16]}  {one['before']} → {one['after']}  {changed}"
            )
        if not any(one["status"] == "live" for one in found):
            print("shipped")


def encrypt(
    data: Data = None,
    person: Person = "me",
    keyring: Annotated[
        bool, typer.Option("--keyring", help="Keep a random passphrase in the system's keyring.")
    ] = False,
) -> None:
    """Encrypt memories and files on the disk; prints the recovery code. CALISSON_PASSPHRASE opens them."""
    with opened(data) as home:
        code = home.memories.encrypt(None if keyring else _passphrase("New passphrase", confirm=True), person)
    print(code)
    print(
        "Write this recovery code down: without it and the passphrase nobody can read them.", file=sys.stderr
    )


def decrypt(data: Data = None, person: Person = "me") -> None:
    """Store memories and files plainly again."""
    with opened(data) as home:
        home.memories.decrypt(_passphrase("Passphrase"), person)


def passphrase(data: Data = None, person: Person = "me") -> None:
    """Change the passphrase."""
    with opened(data) as home:
        home.database.vault.change(person, _passphrase("Passphrase"), _asked("New passphrase", confirm=True))


def recover(code: str, data: Data = None, person: Person = "me") -> None:
    """Set a new passphrase by the recovery code."""
    from calisson.app import Home
    from calisson.settings import Settings

    settings = Settings.load(data)
    with Home(settings.data_dir, url=settings.database_url) as home:
        home.database.vault.recover(person, code, _asked("New passphrase", confirm=True))


def _passphrase(prompt: str, *, confirm: bool = False) -> str:
    return os.environ.get("CALISSON_PASSPHRASE") or _asked(prompt, confirm=confirm)


def _asked(prompt: str, *, confirm: bool = False) -> str:
    return str(typer.prompt(prompt, hide_input=True, confirmation_prompt=confirm, err=True))
