"""The attacks that the sandbox must hold against, tried before anything is run; judged by their effect."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from calisson.sandbox.monty import Limits, Outcome, run_unchecked

_QUICK = Limits(time_s=0.2, memory_bytes=16 * 1024 * 1024, output_bytes=4096, result_bytes=65536)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack and whether the sandbox held."""

    name: str
    held: bool
    detail: str = ""


def self_test() -> list[Attack]:
    """Try every attack and return what came of each. Takes about half a second; never raises."""
    found = [Attack("works", _try("1 + 1").value == 2, _why(_try("1 + 1")))]
    for attack in (
        _read_file,
        _write_file,
        _environment,
        _network,
        _processes,
        _loop,
        _recursion,
        _memory,
        _output,
    ):
        try:
            found.append(attack())
        except Exception as error:
            found.append(Attack(attack.__name__.strip("_"), False, f"{type(error).__name__}: {error}"))
    return found


def _try(code: str) -> Outcome:
    return run_unchecked(code, None, _QUICK)


def _why(outcome: Outcome) -> str:
    return outcome.error.message[:200] if outcome.error else ""


@contextmanager
def _planted(text: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="calisson-selftest-") as folder:
        path = Path(folder) / "secret"
        path.write_text(text, "utf-8")
        yield path


def _leaks(secret: str, *codes: str) -> tuple[bool, str]:
    for code in codes:
        outcome = _try(code)
        if secret in f"{outcome.value}{outcome.output}{_why(outcome)}":
            return True, code
    return False, ""


def _read_file() -> Attack:
    secret = secrets.token_hex(8)
    with _planted(secret) as path:
        leaked, detail = _leaks(
            secret,
            f"open({str(path)!r}).read()",
            f"from pathlib import Path\nPath({str(path)!r}).read_text()",
            f"import os\nopen(os.path.join({str(path.parent)!r}, 'secret')).read()",
            f"__import__('builtins').open({str(path)!r}).read()",
        )
    return Attack("read a file", not leaked, detail)


def _write_file() -> Attack:
    with _planted("x") as path:
        target = path.parent / "made"
        for code in (
            f"open({str(target)!r}, 'w').write('x')",
            f"from pathlib import Path\nPath({str(target)!r}).write_text('x')",
            f"import os\nos.mkdir({str(target)!r})",
        ):
            _try(code)
        gone = not path.exists()
        return Attack("write a file", not target.exists() and not gone)


def _environment() -> Attack:
    secret, name = secrets.token_hex(8), f"CALISSON_PROBE_{secrets.token_hex(4)}"
    os.environ[name] = secret
    try:
        leaked, detail = _leaks(secret, f"import os\nos.environ[{name!r}]", f"import os\nos.getenv({name!r})",
                                "import os\nstr(dict(os.environ))")  # fmt: skip
    finally:
        del os.environ[name]
    return Attack("read the environment", not leaked, detail)


def _network() -> Attack:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        listener.settimeout(0.05)
        port = listener.getsockname()[1]
        for code in (
            f"import socket\nsocket.create_connection(('127.0.0.1', {port}))",
            f"import urllib.request\nurllib.request.urlopen('http://127.0.0.1:{port}/')",
        ):
            _try(code)
        try:
            listener.accept()[0].close()
        except TimeoutError:
            return Attack("reach the network", True)
        return Attack("reach the network", False, "a connection came in")


def _processes() -> Attack:
    with _planted("x") as path:
        target = path.parent / "made"
        codes = (
            f"import os\nos.system('touch {target}')",
            f"import subprocess\nsubprocess.run(['touch', {str(target)!r}])",
            "import os\nos.fork()",
            "import ctypes\nctypes.CDLL(None)",
        )
        ran = [code for code in codes if _try(code).ok]
        return Attack("start a process", not ran and not target.exists(), "; ".join(ran))


def _loop() -> Attack:
    return _stopped("loop for ever", "while True:\n    pass", lambda o: o.duration_s < 3)


def _recursion() -> Attack:
    return _stopped(
        "recurse for ever", "def f(n):\n    return f(n + 1) + 1\nf(0)", lambda o: o.duration_s < 3
    )


def _memory() -> Attack:
    return _stopped(
        "take all memory", "x = 'a' * 1000\nwhile True:\n    x = x + x", lambda o: o.duration_s < 3
    )


def _output() -> Attack:
    return _stopped(
        "print without end", "while True:\n    print('x' * 1000)", lambda o: len(o.output) < 100_000
    )


def _stopped(name: str, code: str, fine: Callable[[Outcome], bool]) -> Attack:
    outcome = _try(code)
    return Attack(name, not outcome.ok and fine(outcome), _why(outcome))
