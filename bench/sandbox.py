"""How long a sandbox takes to start, beside a bare process: `print(1)` in each, median and 95th percentile."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable

from calisson import sandbox
from calisson.sandbox.bubblewrap import Bubblewrap
from calisson.sandbox.deno import Deno
from calisson.sandbox.landlock import Landlock
from calisson.sandbox.pyodide import Pyodide

TIMES = 40


def _measured(what: Callable[[], object], times: int = TIMES) -> tuple[float, float]:
    what()
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        what()
        found.append((time.perf_counter() - begun) * 1000)
    return statistics.median(found), sorted(found)[int(times * 0.95) - 1]


def table() -> list[str]:
    """Return the table's lines."""

    def program(backend: sandbox.Sandbox, language: str, code: str) -> Callable[[], object]:
        job = sandbox.Job(language, code)  # type: ignore[arg-type]

        def once() -> None:
            run = backend.run(job)
            assert run.stdout.strip() == "1", run

        return once

    def bare(*command: str) -> Callable[[], object]:
        return lambda: subprocess.run(command, check=True, capture_output=True)

    cases: list[tuple[str, str, Callable[[], object]]] = [
        ("bare process", "Python", bare("/usr/bin/python3", "-I", "-c", "print(1)")),
        ("Monty, warm", "Python subset", lambda: sandbox.run("1")),
    ]
    for backend in (Bubblewrap(), Landlock(), Deno(), Pyodide()):
        if not backend.missing():
            for language, code in (
                ("python", "print(1)"),
                ("javascript", "console.log(1)"),
                ("shell", "echo 1"),
            ):
                if language in backend.languages:
                    cases.append((backend.name, language, program(backend, language, code)))
    lines = [
        "## Sandboxes: start and one line",
        "",
        "| sandbox | language | median | p95 |",
        "| --- | --- | --- | --- |",
    ]
    for name, language, what in cases:
        middle, high = _measured(what, 5 if name == "pyodide" else TIMES)
        lines.append(f"| {name} | {language} | {middle:.1f} ms | {high:.1f} ms |")
    return lines
