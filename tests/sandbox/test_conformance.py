"""Every attack on every backend that is here; and the suite itself against no sandbox at all."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from calisson.errors import SandboxError
from calisson.sandbox import Job, ProcessLimits, Run, attacks, trust
from calisson.sandbox.bubblewrap import Bubblewrap
from calisson.sandbox.deno import Deno
from calisson.sandbox.files import collect
from calisson.sandbox.landlock import Landlock
from calisson.sandbox.process import carry_out, limited, own_uid, work_folder
from calisson.sandbox.selftest import Attack
from calisson.sandbox.types import Language, Sandbox

ALL = dict(attacks._SUITE)
CASES = [(b, language) for b in trust.BACKENDS for language in sorted(b.languages)]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these backends are Linux's")


@pytest.mark.parametrize(("sandbox", "language"), CASES, ids=[f"{b.name}-{x}" for b, x in CASES])
def test_no_attack_succeeds(sandbox: Sandbox, language: Language) -> None:
    if sandbox.name == "pyodide" and sandbox.missing():
        pytest.skip(sandbox.missing())
    assert sandbox.missing() == "", "make test installs it"
    found = attacks.attack(sandbox, language)
    assert len(found) >= 9
    assert [(a.name, a.detail) for a in found if not a.held] == []


def test_every_attack_is_tried_somewhere() -> None:
    from calisson.sandbox import scripts

    languages: list[Language] = ["python", "shell", "javascript"]
    assert all(any(scripts.of(x, name) for x in languages) for name in attacks.names())


class Bare:
    """No sandbox: what every attack must succeed against, or the attack is worth nothing."""

    name = "bare"
    languages: frozenset[Language] = frozenset({"python"})

    def __init__(self, close: bool = True) -> None:
        self.close = close

    def missing(self) -> str:
        return ""

    def run(self, job: Job) -> Run:
        with work_folder(job, None) as folder:
            done = subprocess.run(
                [sys.executable, str(folder.parent / "main")],
                cwd=folder, capture_output=True, text=True, errors="replace", timeout=30,
                close_fds=self.close,
            )  # fmt: skip
            out, err = done.stdout, done.stderr
            kept, left = collect(folder, job.limits.kept_bytes)
            return Run("failed" if done.returncode else "ok", done.returncode, out, err, 0.0, kept, left)


HARMLESS = ("read a file", "read the environment", "reach a port", "reach a unix socket", "write outside",
            "see other processes", "signal a process", "fork bomb", "write a huge file", "reach an abstract socket",
            "shared memory and queues", "kill by other ways", "change what it may not open")  # fmt: skip


def test_without_a_sandbox_the_attacks_succeed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "_SUITE", {n: j for n, j in attacks._SUITE.items() if n in HARMLESS})
    found = {a.name: a.held for a in attacks.attack(Bare(), "python")}
    assert set(found) == set(HARMLESS)
    assert [name for name, held in found.items() if held] == []
    monkeypatch.setattr(attacks, "_SUITE", {"files left open": ALL["files left open"]})
    assert [a.held for a in attacks.attack(Bare(close=False), "python")] == [False]


class Leaky(Bubblewrap):
    """Bubblewrap as a well-known harness sets it up: the host's files and processes shared."""

    def run(self, job: Job) -> Run:
        with work_folder(job, None) as folder:
            command = [*limited(job.limits, None), "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--bind",
                       str(folder), str(folder), "--unshare-net", "--die-with-parent", "--clearenv",
                       "/usr/bin/python3", str(folder.parent / "main")]  # fmt: skip
            return carry_out(command, job, folder, uid=None)


def test_a_half_open_sandbox_is_found_out_and_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "_known", {})
    names = {"works", "read a file", "see other processes", "signal a process", "reach a port"}
    monkeypatch.setattr(attacks, "_SUITE", {n: j for n, j in attacks._SUITE.items() if n in names})
    leaky = Leaky()
    found = trust.verdict(leaky, "python")
    assert {"read a file", "see other processes"} <= set(found.failed)
    assert not {"works", "reach a port"} & set(found.failed)
    with pytest.raises(SandboxError, match="did not hold"):
        trust.strongest("python", (leaky,))


def test_nothing_runs_where_no_backend_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(Landlock):
        name = "gone"

        def missing(self) -> str:
            return "not on this machine"

    monkeypatch.setattr(trust, "_known", {})
    with pytest.raises(SandboxError, match="not on this machine"):
        trust.strongest("python", (Gone(),))
    with pytest.raises(SandboxError, match="does not run javascript"):
        trust.strongest("javascript", (Landlock(),))


def test_the_first_that_holds_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    held = (Attack("works", True),)
    known = {
        ("bubblewrap", "python"): trust.Verdict("bubblewrap", "python", "", (Attack("works", False),)),
        ("landlock", "python"): trust.Verdict("landlock", "python", "", held),
    }
    monkeypatch.setattr(trust, "_known", known)
    assert trust.strongest("python").name == "landlock"


@pytest.mark.parametrize("sandbox", [Bubblewrap(), Landlock()], ids=["bubblewrap", "landlock"])
def test_a_program_has_its_files_input_and_output(sandbox: Sandbox) -> None:
    code = "import sys\nopen('out.txt', 'w').write(open('in/a.txt').read().upper())\nprint(sys.stdin.read()[::-1])"
    run = sandbox.run(Job("python", code, {"in/a.txt": "grüße".encode()}, b"abc", keep=True))
    assert (run.ending, run.stdout, run.stderr) == ("ok", "cba\n", "")
    assert run.files["out.txt"].decode() == "GRÜSSE"
    failed = sandbox.run(Job("python", "raise ValueError('no')"))
    assert (failed.ending, failed.status) == ("failed", 1) and "ValueError: no" in failed.stderr


def test_large_input_and_long_code(tmp_path: object) -> None:
    run = Bubblewrap().run(
        Job("python", "#" * 300_000 + "\nimport sys\nprint(len(sys.stdin.read()))", stdin=b"x" * 500_000)
    )
    assert run.stdout == "500000\n"


def test_javascript_in_deno_sees_its_files() -> None:
    assert Deno().run(Job("javascript", "console.log(files['a'] + 1)", {"a": b"x"})).stdout == "x1\n"


def test_runs_at_once_do_not_share_their_limit() -> None:
    from concurrent.futures import ThreadPoolExecutor

    code = "import os, time\nfor _ in range(30):\n    if os.fork() == 0:\n        time.sleep(1)\n        os._exit(0)\nprint('done')"
    limits = ProcessLimits(processes=48)
    with ThreadPoolExecutor(3) as pool:
        runs = list(pool.map(lambda _: Bubblewrap().run(Job("python", code, limits=limits)), range(3)))
    if os.geteuid() == 0:
        assert [r.stdout for r in runs] == ["done\n"] * 3


def test_own_users_differ() -> None:
    if os.geteuid() == 0:
        assert own_uid() != own_uid()


AS_A_USER = """
import json, sys
from calisson.sandbox import attacks, seccomp
from calisson.sandbox.bubblewrap import Bubblewrap
from calisson.sandbox.landlock import Landlock
attacks._SUITE = {n: j for n, j in attacks._SUITE.items() if n in json.loads(sys.argv[1])}
whole = seccomp.program
for label, gone in (("whole", {}), ("marks", {"marks": True}), ("shared", {"shared": True})):
    seccomp.program = lambda gone=gone, **k: whole(**{**k, **gone})
    for sandbox in (Bubblewrap(), Landlock()) if not gone else (Landlock(),):
        found = attacks.attack(sandbox, "python")
        print(json.dumps([label, sandbox.name, [a.name for a in found if not a.held]]))
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="the other tests run as a user already"
)
def test_as_a_user_like_others_the_same_holds() -> None:
    """Not as root nothing is another user's: modes, signals and limits are held by the filter alone."""
    import calisson

    names = ["works", "read a file", "signal a process", "kill by other ways", "change what it may not open",
             "shared memory and queues", "write outside"]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="calisson-user-") as place:
        os.chmod(place, 0o755)
        source = Path(calisson.__file__).parent
        shutil.copytree(
            source, Path(place, "calisson"), ignore=shutil.ignore_patterns("static", "__pycache__", "data")
        )
        command = ["setpriv", "--reuid=61234", "--regid=61234", "--clear-groups", "/usr/bin/python3", "-c", AS_A_USER,
                   json.dumps(names)]  # fmt: skip
        done = subprocess.run(command, env={"PYTHONPATH": place, "PATH": "/usr/bin:/bin", "HOME": "/tmp"}, cwd="/",
                              capture_output=True, text=True, timeout=100)  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == [
        ["whole", "bubblewrap", []],
        ["whole", "landlock", []],
        ["marks", "landlock", ["change what it may not open"]],
        ["shared", "landlock", ["shared memory and queues"]],
    ], done.stderr
