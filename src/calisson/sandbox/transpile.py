"""TypeScript and JSX to plain modules, without Node: Deno's own compiler, as a process that runs nothing.

`deno transpile` reads one file and writes one; it neither follows imports nor runs a line of it (measured: 15 ms).
It is marked as experimental by Deno, so the extra pins the release range, and a test holds what is relied on. Plain
JavaScript needs none of this.

Covers: code that crashes the compiler (its own process, time and memory limits, an environment of its own). Does not
cover: what the compiled code does where it is run; that is the frame's business.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from calisson.errors import SandboxError
from calisson.sandbox.deno import binary
from calisson.sandbox.process import limited
from calisson.sandbox.types import MIB, ProcessLimits

Source = Literal["tsx", "jsx", "js"]

LIMITS = ProcessLimits(time_s=10.0, memory_bytes=1024 * MIB, file_bytes=8 * MIB)

_CONFIG = {"compilerOptions": {"jsx": "react-jsx", "jsxImportSource": "react"}, "lock": False}
_PLACE = re.compile(r"source\.[jt]sx:(\d+):(\d+)")
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a source came to: a module, or what is wrong with it."""

    code: str
    """The module; empty when it does not compile."""
    problem: str = ""
    """What the compiler says, one line, in English; it quotes untrusted code."""
    line: int | None = None

    @property
    def ok(self) -> bool:
        """Whether there is a module."""
        return not self.problem


def can_compile(source: Source) -> bool:
    """Tell whether this machine turns such a source into a module."""
    return source == "js" or binary() is not None


@lru_cache(maxsize=128)
def compile_module(code: str, source: Source = "tsx") -> Compiled:
    """Return the plain module of a source; `js` comes back as it is.

    Raises:
        SandboxError: Deno is not installed, or it could not be started.
    """
    if source == "js":
        return Compiled(code)
    deno = binary()
    if deno is None:
        raise SandboxError(
            "compiling needs Deno: pip install 'calisson[deno]'", message_id="error-widget-extra"
        )
    with tempfile.TemporaryDirectory(prefix="calisson-compile-") as name:
        folder = Path(name)
        (folder / "deno.json").write_text(json.dumps(_CONFIG), "utf-8")
        (folder / f"source.{source}").write_bytes(code.encode("utf-8", "replace"))
        command = [deno, "transpile", "--quiet", "--no-check", "--no-remote", "--no-npm", "--no-lock",
                   "--config", "deno.json", "--output", "module.js", f"source.{source}"]  # fmt: skip
        if shutil.which("prlimit"):
            command = [*limited(LIMITS, None, address_space=False), *command]
        environment = {"PATH": "/usr/bin:/bin", "DENO_DIR": str(folder / "cache"), "HOME": name,
                       "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}  # fmt: skip
        try:
            done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=LIMITS.time_s)  # fmt: skip
        except subprocess.TimeoutExpired:
            return Compiled("", "it takes too long to compile")
        except OSError as error:
            raise SandboxError(
                f"the compiler does not start: {error}", message_id="error-sandbox-missing"
            ) from error
        made = folder / "module.js"
        if done.returncode == 0 and made.is_file():
            return Compiled(made.read_text("utf-8", "replace"))
        return _problem(done.stderr.decode("utf-8", "replace"))


def _problem(said: str) -> Compiled:
    """Read the compiler's message; what it says of itself is left out."""
    text = _COLOUR.sub("", said)
    place = _PLACE.search(text)
    first = next((line for line in text.splitlines() if "error:" in line), "")
    message = first.partition("error:")[2].strip() or "it is nested too deeply, or is no program"
    return Compiled("", message[:300], int(place[1]) if place else None)
