"""Code in Monty: a warm pool of workers, one fresh session a run.

Covered: files, environment, network, processes and host objects (there is nothing of the kind inside),
endless loops and recursion, memory, the size of input, output and result, crashes of the interpreter. Not
covered: faults in Monty itself that let code out of its worker process, and side channels.
"""

from __future__ import annotations

import atexit
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from calisson.errors import SandboxError

if TYPE_CHECKING:
    from pydantic_monty import Monty


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use."""

    time_s: float = 1.0
    memory_bytes: int = 32 * 1024 * 1024
    output_bytes: int = 64 * 1024
    """What it may print."""
    result_bytes: int = 1024 * 1024
    """How large its result may be, as JSON."""
    code_bytes: int = 100_000
    recursion: int = 200


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run has no result."""

    kind: Literal["syntax", "error", "time", "memory", "output", "result", "input", "crash"]
    message: str
    """The exception's type and text; comes from untrusted code."""
    line: int | None = None

    @property
    def message_id(self) -> str:
        """The catalogue's id of the message."""
        return f"sandbox-{self.kind}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: a JSON-able value, or a failure."""

    value: Any = None
    output: str = ""
    error: Failure | None = None
    duration_s: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether there is a result."""
        return self.error is None


_lock = threading.Lock()
_pool: Monty | None = None
_trusted: bool | None = None


def run(
    code: str,
    inputs: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    *,
    function: str | None = None,
    texts: Mapping[str, str] | None = None,
) -> Outcome:
    """Run code and return what it came to; a failure of the code is a value, not an exception.

    Args:
        code: Python of the kind that Monty reads.
        inputs: JSON-able values: names of the code, or arguments of `function`.
        limits: What it may use.
        function: The function of `code` to call; without it the value is the code's last expression.
        texts: Further arguments of `function`, as JSON text; for a thousand rows this takes a third of the time.

    Raises:
        SandboxError: The sandbox cannot be used here: it is missing, or its self-test failed.
    """
    _require_trust()
    return run_unchecked(code, inputs, limits or Limits(), function, texts)


def run_unchecked(
    code: str, inputs: Mapping[str, Any] | None, limits: Limits, function: str | None = None,
    texts: Mapping[str, str] | None = None,
) -> Outcome:  # fmt: skip
    """Run code without asking the self-test; for the self-test."""
    import pydantic_monty as monty

    given = {**(inputs or {}), **(texts or {})}
    refused = _refuse(code, given, limits, function)
    if refused is not None:
        return Outcome(error=refused)
    printed = monty.CollectString(max_bytes=limits.output_bytes)
    begun = time.perf_counter()
    value: Any = None
    error: Failure | None = None
    try:
        with _open().checkout(limits={
            "max_feed_duration_secs": limits.time_s, "max_turn_duration_secs": limits.time_s,
            "max_memory": limits.memory_bytes, "max_recursion_depth": limits.recursion, "max_suspensions": 10,
            "max_total_sleep_secs": 0.0,
        }, os_policy={"sleep": "zero"}) as session:  # fmt: skip
            value = session.feed_run(code, inputs=given if function is None else {}, print_callback=printed)
            if function is not None:
                if texts:
                    session.feed_run("import json as json_of_rows")
                arguments = ", ".join(
                    f"{name}={f'json_of_rows.loads({name})' if name in (texts or {}) else name}"
                    for name in given
                )
                value = session.feed_run(f"{function}({arguments})", inputs=given, print_callback=printed)
        value, error = _plain(value, limits)
    except monty.MontyError as problem:
        error = _failure(problem, limits)
    return Outcome(value, printed.output, error, time.perf_counter() - begun)


def close() -> None:
    """Stop the workers; the next run starts new ones."""
    global _pool
    with _lock:
        if _pool is not None:
            _pool.__exit__(None, None, None)
            _pool = None


def _open() -> Monty:
    global _pool
    with _lock:
        if _pool is None:
            from pydantic_monty import Monty

            try:
                _pool = Monty(min_processes=1, max_processes=4, checkout_timeout=10.0, request_timeout=30.0,
                              max_checkouts_per_worker=500, feed_duration_limit_grace=0.5,
                              turn_duration_limit_grace=0.5).__enter__()  # fmt: skip
            except (OSError, RuntimeError) as error:
                raise SandboxError(f"the sandbox's worker does not start: {error}; reinstall pydantic-monty",
                                   message_id="error-sandbox-missing") from error  # fmt: skip
            atexit.register(close)
        return _pool


def _require_trust() -> None:
    global _trusted
    if _trusted is None:
        from calisson.sandbox.selftest import self_test

        _trusted = all(attack.held for attack in self_test())
    if not _trusted:
        raise SandboxError(
            "the sandbox did not pass its self-test here, so no code is run; see `calisson doctor`",
            message_id="error-sandbox-untrusted",
        )


def _refuse(code: str, inputs: Mapping[str, Any], limits: Limits, function: str | None) -> Failure | None:
    if len(code.encode("utf-8", "replace")) > limits.code_bytes:
        return Failure("input", f"the code is longer than {limits.code_bytes} bytes")
    names = [*inputs, *([function] if function is not None else [])]
    if not all(name.isidentifier() and not name.startswith("__") for name in names):
        return Failure("input", "names of inputs and functions are identifiers")
    try:
        size = len(json.dumps(dict(inputs), allow_nan=False))
    except (TypeError, ValueError) as error:
        return Failure("input", f"the inputs are not JSON: {error}")
    if size > limits.result_bytes:
        return Failure("input", f"the inputs are larger than {limits.result_bytes} bytes")
    return None


def _plain(value: Any, limits: Limits) -> tuple[Any, Failure | None]:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_moment)
    except (TypeError, ValueError, RecursionError) as error:
        return None, Failure("result", f"the result is not JSON: {error}")
    if len(text.encode("utf-8", "replace")) > limits.result_bytes:
        return None, Failure("result", f"the result is larger than {limits.result_bytes} bytes")
    return json.loads(text), None


def _moment(value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")


def _failure(problem: Any, limits: Limits) -> Failure:
    import pydantic_monty as monty

    text = str(problem)[:500]
    if isinstance(problem, monty.MontyCrashedError):
        return Failure("crash", text or "the worker stopped")
    if isinstance(problem, monty.MontySyntaxError):
        return Failure("syntax", text, _line(problem))
    inner = problem.exception()
    if isinstance(inner, TimeoutError):
        return Failure("time", text)
    if isinstance(inner, MemoryError):
        return Failure("output" if text.endswith(f"> {limits.output_bytes} bytes") else "memory", text)
    return Failure("error", f"{type(inner).__name__}: {inner}"[:500], _line(problem))


def _line(problem: Any) -> int | None:
    frames = problem.traceback() if hasattr(problem, "traceback") else []
    return int(frames[-1].line) if frames else None
