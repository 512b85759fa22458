"""The attacks on whole programs: one suite for every backend, as its tests and as the self-test at start-up.

Each attack is judged by its effect on the host, seen from the host: a secret in what came back, a connection that
came in, a file that appeared, a process that died or survived, a limit that was passed. A program's own word
counts only where it admits an escape. It is a smoke test, not an audit.
"""

from __future__ import annotations

import ctypes
import os
import platform
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from calisson.errors import SandboxError
from calisson.sandbox import files, scripts
from calisson.sandbox.selftest import Attack
from calisson.sandbox.types import MIB, Job, Language, ProcessLimits, Run, Sandbox

QUICK = ProcessLimits(
    time_s=5.0, memory_bytes=512 * MIB, processes=48, file_bytes=8 * MIB, output_bytes=256 * 1024
)


@dataclass
class Scene:
    """What is worth stealing and breaking, set up on the host."""

    folder: Path
    secret: str
    variable: str
    tcp_port: int
    unix_path: Path
    victim: int
    """A process of this user, which must live on."""
    shared: int = 0
    """The key of a piece of memory that everybody may read."""
    reached: list[str] = field(default_factory=list)
    """What connected."""

    @property
    def values(self) -> dict[str, str]:
        """What the scripts name."""
        return {"secret_file": str(self.folder / "secret.json"), "variable": self.variable, "port": str(self.tcp_port),
                "unix": str(self.unix_path), "abstract": f"calisson-{self.secret[:8]}", "shared": str(self.shared),
                "target": str(self.folder / "made"), "victim": str(self.victim),
                "mark": f"made-{self.secret[:8]}"}  # fmt: skip


Judge = Callable[[Sandbox, Language, str, Scene], tuple[bool, str]]

BY_BRIDGE = ", from JavaScript"
"""Ends the name of an attack that Python in Pyodide makes through JavaScript."""


def attack(sandbox: Sandbox, language: Language) -> list[Attack]:
    """Try every attack in one language and return what came of each; never raises. Takes some seconds.

    Where Python reaches JavaScript, the attacks in that language are tried from there too; as such a sandbox starts
    slowly, attacks with the same judge then share a start, and each is tried alone only when they do not hold.
    """
    found: list[Attack] = []
    plan: dict[Judge, dict[str, str]] = {}
    with _scene() as scene:
        for name, judge in _SUITE.items():
            script = scripts.of(language, name)
            if script is not None:
                plan.setdefault(judge, {})[name] = script
            bridge = scripts.bridged(name) if getattr(sandbox, "bridged", False) else None
            if bridge is not None:
                plan.setdefault(judge, {})[f"{name}{BY_BRIDGE}"] = bridge
        for judge, tries in plan.items():
            held = False
            if judge in _MAY_SHARE and getattr(sandbox, "bridged", False):
                held, detail = _judged(
                    judge, sandbox, language, scripts.together(list(tries.values())), scene
                )
                held = held and "ALL TRIED" in detail
            found += [
                Attack(name, True) if held else _alone(name, judge, sandbox, language, script, scene)
                for name, script in tries.items()
            ]
    return found


def _alone(
    name: str, judge: Judge, sandbox: Sandbox, language: Language, script: str, scene: Scene
) -> Attack:
    held, detail = _judged(judge, sandbox, language, script, scene)
    return Attack(name, held, detail[:300])


def _judged(
    judge: Judge, sandbox: Sandbox, language: Language, script: str, scene: Scene
) -> tuple[bool, str]:
    """Carry out one attack; what it came to, and in words."""
    try:
        held, detail = judge(sandbox, language, script, scene)
    except SandboxError as error:
        held, detail = False, str(error)
    except Exception as error:
        held, detail = False, f"{type(error).__name__}: {error}"
    return held, detail


def names() -> list[str]:
    """Return the attacks' names."""
    return list(_SUITE)


@contextmanager
def _scene() -> Iterator[Scene]:
    secret, variable = secrets.token_hex(12), f"CALISSON_PROBE_{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory(prefix="calisson-selftest-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        (folder / "secret.json").write_text(f'{{"secret": "{secret}"}}', "utf-8")
        (folder / "secret.json").chmod(0o644)
        victim = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", "import time; time.sleep(300)"], start_new_session=True
        )
        tcp, unix = socket.socket(), socket.socket(socket.AF_UNIX)
        tcp.bind(("127.0.0.1", 0))
        unix.bind(str(folder / "door"))
        (folder / "door").chmod(0o666)
        scene = Scene(folder, secret, variable, tcp.getsockname()[1], folder / "door", victim.pid)
        abstract = socket.socket(socket.AF_UNIX)
        abstract.bind(f"\0{scene.values['abstract']}")
        listeners = {"tcp": tcp, "unix": unix, "abstract": abstract}
        threads = [_listen(listener, kind, scene) for kind, listener in listeners.items()]
        os.environ[variable] = secret
        left_open = os.open(folder / "secret.json", os.O_RDONLY)
        os.set_inheritable(left_open, True)
        try:
            with _shared(secret) as scene.shared:
                yield scene
        finally:
            os.close(left_open)
            del os.environ[variable]
            for listener in listeners.values():
                with suppress(OSError):
                    listener.shutdown(socket.SHUT_RDWR)
                listener.close()
            for thread in threads:
                thread.join(2)
            victim.kill()
            victim.wait()


@contextmanager
def _shared(secret: str) -> Iterator[int]:
    """Put a secret into a piece of memory (System V) that every process of this machine may read; gives its key."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    key = secrets.randbelow(1 << 30) + 1
    segment = libc.shmget(key, 64, 0o1666)
    place = libc.shmat(segment, None, 0) if segment >= 0 else None
    try:
        if place not in (None, ctypes.c_void_p(-1).value):
            ctypes.memmove(place, secret.encode(), len(secret))
        yield key
    finally:
        if segment >= 0:
            libc.shmctl(segment, 0, None)
            libc.shmdt(ctypes.c_void_p(place))


def _listen(listener: socket.socket, kind: str, scene: Scene) -> threading.Thread:
    def accept() -> None:
        while True:
            try:
                listener.accept()[0].close()
            except OSError:
                return
            scene.reached.append(kind)

    listener.listen(8)
    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    return thread


def _run(
    sandbox: Sandbox, language: Language, script: str, scene: Scene, limits: ProcessLimits = QUICK
) -> Run:
    for name, value in scene.values.items():
        script = script.replace(f"@{name}@", value)
    return sandbox.run(Job(language, script, limits=limits, keep=True))


def _shown(run: Run) -> str:
    kept = " ".join(c.decode("utf-8", "replace") for c in run.files.values())
    return f"{run.stdout}\n{run.stderr}\n{kept}"


def _works(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    run = _run(sandbox, language, script, scene)
    return run.ok and "42" in run.stdout, f"{run.ending} {run.status} {run.stderr}"


def _no_leak(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    shown = _shown(_run(sandbox, language, script, scene))
    return scene.secret not in shown and "ESCAPED" not in shown, shown


def _no_contact(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    scene.reached.clear()
    shown = _shown(_run(sandbox, language, script, scene))
    threading.Event().wait(0.05)
    return not scene.reached and "ESCAPED" not in shown, f"{scene.reached} {shown}"


def _no_trace(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    shown = _shown(_run(sandbox, language, script, scene))
    name = scene.values["mark"]
    places = [scene.folder / "made", *(Path(p, name) for p in ("/tmp", "/var/tmp", "/dev/shm", "/home", "/"))]
    made = [str(p) for p in places if p.exists()]
    intact = scene.secret in (scene.folder / "secret.json").read_text("utf-8")
    for path in made:
        Path(path).unlink(missing_ok=True)
    return not made and intact and "ESCAPED" not in shown, f"{made} {shown}"


def _nobody_hurt(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    shown = _shown(_run(sandbox, language, script, scene))
    alive = (
        Path(f"/proc/{scene.victim}").exists()
        and b") Z " not in Path(f"/proc/{scene.victim}/stat").read_bytes()
    )
    return alive and "ESCAPED" not in shown, shown


def _no_queue(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    shown = _shown(_run(sandbox, language, script, scene))
    libc = ctypes.CDLL(None, use_errno=True)
    number = {"x86_64": 241, "aarch64": 181}.get(platform.machine())
    made = number is not None and libc.syscall(number, scene.values["mark"].encode()) == 0  # mq_unlink
    return scene.secret not in shown and not made, f"queue: {made} {shown}"


def _untouched(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    places = (scene.folder, scene.folder / "secret.json")
    before = [(p.stat().st_mode, p.stat().st_uid, p.stat().st_mtime_ns) for p in places]
    shown = _shown(_run(sandbox, language, script, scene))
    after = [(p.stat().st_mode, p.stat().st_uid, p.stat().st_mtime_ns) for p in places if p.exists()]
    if before != after:
        places[0].chmod(0o755)
        places[1].chmod(0o644)
    return before == after and "ESCAPED" not in shown, shown


def _stopped(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    limits = replace(QUICK, time_s=1.5)
    run = _run(sandbox, language, script, scene, limits)
    detail = f"{run.ending} {run.status} after {run.duration_s:.1f} s; {run.stdout[-80:]} {run.stderr[-80:]}"
    left = _survivors(scene)
    return (
        not run.ok and run.duration_s < 6 and not left and "ESCAPED" not in run.stdout,
        f"{detail} left: {left}",
    )


def _bounded(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    """The program may end by itself, with the number of what it got: fewer than it wanted, and nothing lives on."""
    run = _run(sandbox, language, script, scene, replace(QUICK, time_s=4.0))
    numbers = [int(w) for w in run.stdout.split() if w.isdigit()]
    left = _survivors(scene)
    detail = f"{run.ending} {run.status} {run.stdout[:80]} {run.stderr[:80]} left: {left}"
    return (not numbers or max(numbers) <= QUICK.processes + 16) and not left, detail


def _in_memory(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    run = _run(sandbox, language, script, scene, replace(QUICK, time_s=8.0))
    numbers = [int(w) for w in run.stdout.split() if w.isdigit()]
    detail = f"{run.ending} {run.status} MB: {numbers[-1:]} {run.stderr[-80:]}"
    return (
        not numbers or max(numbers) * MIB <= 3 * QUICK.memory_bytes
    ) and "ESCAPED" not in run.stdout, detail


def _small_files(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    run = _run(sandbox, language, script, scene)
    numbers = [int(w) for w in run.stdout.split() if w.isdigit()]
    return not numbers or max(numbers) <= QUICK.file_bytes, f"{run.ending} {numbers[-1:]} {run.stderr[-80:]}"


def _short_output(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    run = _run(sandbox, language, script, scene)
    size = max(len(run.stdout), len(run.stderr))
    return not run.ok and size <= QUICK.output_bytes, f"{run.ending} {size}"


def _no_archive_out(sandbox: Sandbox, language: Language, script: str, scene: Scene) -> tuple[bool, str]:
    run = _run(sandbox, language, script, scene)
    taken = []
    for name, content in run.files.items():
        if name.endswith((".tar", ".zip")):
            with suppress(SandboxError):
                taken.append(f"{name}: {sorted(files.unpack(content, MIB))}")
    made = (scene.folder / "made").exists() or any("evil" in t for t in taken)
    enough = sum(1 for name in run.files if name.endswith((".tar", ".zip"))) >= 1
    return enough and not made and scene.secret not in _shown(run), f"{taken} {run.stderr}"


def _survivors(scene: Scene) -> list[int]:
    """Return living processes that were started under the scene's name, once the kernel had time to end them."""
    for _ in range(50):
        found = _marked(scene.values["mark"].encode())
        if not found:
            break
        time.sleep(0.01)
    return found


def _marked(mark: bytes) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (entry / "cmdline").read_bytes().startswith(mark):
                found.append(int(entry.name))
    return found


_SUITE: dict[str, Judge] = {
    "works": _works,
    "read a file": _no_leak,
    "read the system's secrets": _no_leak,
    "read the environment": _no_leak,
    "follow links out": _no_leak,
    "reach a port": _no_contact,
    "reach a unix socket": _no_contact,
    "reach an abstract socket": _no_contact,
    "shared memory and queues": _no_queue,
    "files left open": _no_leak,
    "write outside": _no_trace,
    "see other processes": _no_leak,
    "signal a process": _nobody_hurt,
    "kill by other ways": _nobody_hurt,
    "change what it may not open": _untouched,
    "new user namespace": _no_leak,
    "trace and mount": _no_leak,
    "start processes": _no_leak,
    "import from outside": _no_leak,
    "import by name": _no_leak,
    "fork bomb": _bounded,
    "leave a child behind": _stopped,
    "take all memory": _in_memory,
    "loop for ever": _stopped,
    "print without end": _short_output,
    "write a huge file": _small_files,
    "archive that climbs out": _no_archive_out,
}

_MAY_SHARE = frozenset({_no_leak, _no_contact, _no_trace, _nobody_hurt, _no_queue, _untouched})
"""Judges that see several attacks in one run as well as one."""
