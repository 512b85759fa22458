"""`calisson sandbox`: which sandboxes are here, and what came of every attack on them."""

from __future__ import annotations

import json
from typing import Annotated

import typer

sandbox_cli = typer.Typer(
    help="Sandboxes for code that nobody trusts.", no_args_is_help=True, rich_markup_mode=None
)


@sandbox_cli.callback()
def sandbox() -> None:
    """Keep `test` a command of its own."""


@sandbox_cli.command("test")
def sandbox_test(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Try every attack on every sandbox of this machine; takes about half a minute, a minute more with Pyodide."""
    from calisson.sandbox import self_test, survey

    small = self_test()
    rows = [{"sandbox": "monty", "language": "logic", "missing": "", "trusted": all(a.held for a in small),
             "attacks": len(small), "failed": [a.name for a in small if not a.held]}]  # fmt: skip
    rows += [{"sandbox": v.backend, "language": v.language, "missing": v.missing, "trusted": v.trusted,
              "attacks": len(v.attacks), "failed": list(v.failed)} for v in survey()]  # fmt: skip
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    for row in [] if as_json else rows:
        word = "ok  " if row["trusted"] else "none" if row["missing"] else "FAIL"
        print(f"{word}  {row['sandbox']} {row['language']}: " + (
            str(row["missing"]) or f"{row['attacks']} attacks" + (f", not held: {row['failed']}" if row["failed"] else "")))  # fmt: skip
    if not any(row["trusted"] and row["language"] == "python" for row in rows):
        raise typer.Exit(1)
