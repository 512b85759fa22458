"""Python in Pyodide: what a program is given, what comes back, and what it gets through JavaScript."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from calisson.errors import SandboxError
from calisson.sandbox import Job, ProcessLimits, Run, attacks, pyodide, scripts, trust
from calisson.sandbox.deno import binary
from calisson.sandbox.process import carry_out
from calisson.sandbox.pyodide import Pyodide

there = pytest.mark.skipif(bool(Pyodide().missing()), reason=f"Pyodide cannot be here: {Pyodide().missing()}")


@there
def test_a_program_has_its_files_input_and_output() -> None:
    code = (
        "import asyncio, os, sqlite3, sys\n"
        "open('out.txt', 'w').write(open('in/a.txt').read().upper())\n"
        "os.symlink('in/a.txt', 'link')\n"
        "asyncio.run(asyncio.sleep(0))\n"
        "print(sys.stdin.read()[::-1], os.getuid() + 0 * os.umask(0o22), sqlite3.connect(':memory:').execute('select 6 * 7').fetchone())\n"
        "print('beside', file=sys.stderr)\nsys.exit(3)"
    )
    run = Pyodide().run(Job("python", code, {"in/a.txt": "grüße".encode()}, b"abc", keep=True))
    assert (run.ending, run.status, run.stdout, run.stderr) == ("failed", 3, "cba 1000 (42,)\n", "beside\n")
    assert {n: c.decode() for n, c in run.files.items()} == {"in/a.txt": "grüße", "out.txt": "GRÜSSE"}
    assert run.left_out == ("link",)


@there
def test_an_error_is_shown_as_python_shows_it() -> None:
    run = Pyodide().run(Job("python", "def f():\n    raise ValueError('no')\nf()"))
    assert (run.ending, run.status, run.files) == ("failed", 1, {})
    assert "ValueError: no" in run.stderr and "pyodide" not in run.stderr


THROUGH = """
import asyncio, js, json, pyodide_js
seen = {'js': [n for n in ('Deno', 'process', 'eval', 'fetch', 'globalThis', 'Object') if hasattr(js, n)]}
make = pyodide_js.runPython.constructor
acts = {
    'works': '6 * 7',
    'hostname': "Deno.readTextFileSync('/etc/hostname')",
    'own folder': "Deno.readTextFileSync('FOLDER/package.json')",
    'write': "Deno.writeTextFileSync('/tmp/calisson-made', 'x')",
    'write there': "Deno.writeTextFileSync('FOLDER/made', 'x')",
    'environment': "JSON.stringify(Deno.env.toObject())",
    'network': "Deno.listen({ port: 0 })",
    'process': "new Deno.Command('true').outputSync()",
    'functions': "Deno.dlopen('libc.so.6', {})",
    'system': "Deno.hostname()",
}
for name, act in acts.items():
    try:
        seen[name] = str(make('return ' + act)())
    except BaseException as error:
        seen[name] = str(error).split(':')[0]
async def main():
    try:
        fs = await make("return import('node:fs')")()
        seen['node'] = fs.readFileSync('/etc/hostname', 'utf8')
    except BaseException as error:
        seen['node'] = str(error).split(':')[0]
asyncio.run(main())
print(json.dumps(seen))
"""


@there
def test_the_way_to_javascript_leads_nowhere() -> None:
    folder = pyodide.home()
    assert folder is not None
    run = Pyodide().run(Job("python", THROUGH.replace("FOLDER", str(folder))))
    seen = json.loads(run.stdout)
    assert (seen.pop("works"), seen.pop("js")) == ("42", []), "JavaScript is reached, but not through `js`"
    assert seen and set(seen.values()) == {"NotCapable"}, seen
    assert not (folder / "made").exists() and not Path("/tmp/calisson-made").exists()


@there
def test_it_stops_when_asked_and_time_counts_from_its_start() -> None:
    asked: list[float] = []

    def stopped() -> bool:
        asked.append(time.monotonic())
        return len(asked) > 3

    run = Pyodide().run(Job("python", "while True:\n    pass", stopped=stopped))
    assert run.ending == "stopped" and time.monotonic() - asked[-1] < 5
    run = Pyodide().run(Job("python", "while True:\n    pass", limits=ProcessLimits(time_s=0.5)))
    assert run.ending == "time" and 0.5 <= run.duration_s < 5


@there
def test_memory_ends_as_an_error_of_python() -> None:
    code = "try:\n    x = bytearray(300 << 20)\nexcept MemoryError:\n    print('no room')"
    run = Pyodide().run(Job("python", code, limits=ProcessLimits(memory_bytes=256 << 20)))
    assert run.stdout == "no room\n", run


def test_what_a_program_forges_is_taken_for_what_it_is() -> None:
    job = Job("python", "", limits=ProcessLimits(output_bytes=64, kept_bytes=8), keep=True)

    def told(tail: str, out: str = "") -> Run:
        return pyodide._told(Run("ok", 0, f"MARK{out}MARK{tail}", "", 1.0), "MARK", job)

    given = {
        "../../evil": "eA==",
        "/etc/x": "eA==",
        "a": "eA==",
        "b": "!",
        "big": "eHh4eHh4eHh4eHh4",
        "n": 3,
        "": "",
    }
    run = told(json.dumps({"files": given, "left": ["c", 5]}))
    assert run.files == {"a": b"x"}
    assert run.left_out == ("", "../../evil", "/etc/x", "b", "big", "c", "n")
    for tail in ("no json", "[]", "[" * 100_000, '{"files": 3, "left": 4}'):
        assert (told(tail).ending, told(tail).files) == ("ok", {})
    long = told("{}", "ü" * 100)
    assert (long.ending, long.stdout) == ("output", "ü" * 32)


def test_it_is_asked_after_the_stronger_ones_and_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert [b.name for b in trust.BACKENDS if "python" in b.languages] == [
        "bubblewrap",
        "landlock",
        "pyodide",
    ]
    monkeypatch.setenv(pyodide.VARIABLE, str(tmp_path))
    assert pyodide.home() is None
    if binary() is not None:
        assert "npm install pyodide" in Pyodide().missing()
    with pytest.raises(SandboxError):
        Pyodide().run(Job("python", "print(1)"))
    inside = tmp_path / "node_modules" / "pyodide"
    inside.mkdir(parents=True)
    for name in pyodide._NEEDED:
        (inside / name).touch()
    assert pyodide.home() == inside.resolve()


def test_every_attack_in_javascript_is_tried_from_python_too() -> None:
    made = {n for n in scripts._JAVASCRIPT if n != "works"}
    assert all(scripts.bridged(n) for n in made) and scripts.bridged("works") is None


@there
def test_with_every_permission_the_attacks_through_javascript_succeed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the sandbox holds against would work without it, or the attack is worth nothing."""
    loader = tmp_path / "loader.js"
    lines = pyodide._LOADER.read_text("utf-8").splitlines()
    loader.write_text("\n".join(x for x in lines if not x.startswith("revoke(")), "utf-8")
    monkeypatch.setattr(pyodide, "_LOADER", loader)
    start = carry_out

    def allowed(command: list[str], *rest: Any, **more: Any) -> Run:
        return start(["--allow-all" if c.startswith("--allow-read") else c for c in command], *rest, **more)

    monkeypatch.setattr(pyodide, "carry_out", allowed)
    suite = {n: j for n, j in attacks._SUITE.items() if n in ("import by name", "reach a port")}
    monkeypatch.setattr(attacks, "_SUITE", suite)
    found = {a.name: a.held for a in attacks.attack(Pyodide(), "python")}
    assert found == {
        "import by name, from JavaScript": False,
        "reach a port": False,
        "reach a port, from JavaScript": False,
    }
