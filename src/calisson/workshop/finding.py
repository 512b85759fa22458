"""Lines that an expression matches, looked for in a process of its own: some expressions never come to an end.

A regular expression that a model writes can take longer than the world lasts on thirty characters (`(a+)+$`), and
Python's `re` hears nobody meanwhile. So it is compiled and used by another Python, which is given the texts and a
deadline, and is killed at it or when the run is stopped.

Covers: time, and memory where the system has limits of address space. It is no sandbox: nothing runs there but `re`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping

from calisson.errors import ToolError

PATIENCE_S = 5.0
"""How long all texts together may take."""
MEMORY_BYTES = 1 << 30
POLL_S = 0.05
MOST, MOST_A_FILE = 200, 50
"""Lines that are found at most."""
READ_CHARS, SHOWN_CHARS = 2000, 300
"""Of a line."""
_KEPT = ("SYSTEMROOT", "PATH")
_PROGRAM = """
import json, re, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
except (ImportError, OSError, ValueError):
    pass
most, most_a_file, read, shown = map(int, sys.argv[2:])
try:
    given = json.load(sys.stdin)
    pattern, found = re.compile(given["expression"]), []
    for name, text in given["texts"].items():
        if len(found) >= most:
            break
        hits = (f"{name}:{n}: {line[:shown]}" for n, line in enumerate(text.splitlines(), 1) if pattern.search(line[:read]))
        found += [line for line, _ in zip(hits, range(most_a_file))]
    answer = {"found": found}
except (re.error, OverflowError, RecursionError, MemoryError) as error:
    answer = {"error": str(error) or type(error).__name__}
json.dump(answer, sys.stdout)
"""


def lines_of(expression: str, texts: Mapping[str, str], stopped: Callable[[], bool]) -> list[str]:
    """Return `name:number: line` of the lines that a regular expression matches, in order.

    Raises:
        ToolError: it is none, takes too long or too much memory, or somebody stopped it.
    """
    limits = (str(n) for n in (MEMORY_BYTES, MOST, MOST_A_FILE, READ_CHARS, SHOWN_CHARS))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _PROGRAM, *limits], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={n: os.environ[n] for n in _KEPT if n in os.environ},
    ) as program:  # fmt: skip
        said = _heard(program, json.dumps({"expression": expression, "texts": dict(texts)}).encode(), stopped)
    if not said:
        raise ToolError("the search ended without an answer: use a plainer expression, or fewer files")
    answer = json.loads(said)
    if "error" in answer:
        raise ToolError(f"no regular expression that can be used: {answer['error']}")
    return [str(line) for line in answer["found"]]


def _heard(program: subprocess.Popen[bytes], told: bytes | None, stopped: Callable[[], bool]) -> bytes:
    """Return what the program says; it is killed at the deadline and when somebody stops it."""
    try:
        for _ in range(round(PATIENCE_S / POLL_S)):
            try:
                return program.communicate(told, timeout=POLL_S)[0]
            except subprocess.TimeoutExpired:
                told = None
            if stopped():
                raise ToolError("stopped")
        raise ToolError(
            f"this takes more than {PATIENCE_S:g} seconds: use a plainer expression, or fewer files"
        )
    finally:
        program.kill()
