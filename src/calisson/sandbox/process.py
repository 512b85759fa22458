"""Starting an untrusted program and ending it: its own user, limits, control groups, clock, bounded output.

RLIMIT_NPROC does nothing for root and counts per user: as root every run gets a user id of its own, so that runs
neither share the limit nor reach each other. As another user the limit is what that user runs already, plus the
program's. What is left when a run ends is killed by control group, by user id, and by process group.
"""

from __future__ import annotations

import itertools
import os
import secrets
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from calisson.errors import SandboxError
from calisson.sandbox import files
from calisson.sandbox.types import Ending, Job, ProcessLimits, Run

FIRST_UID, UIDS = 61_184, 4_096
"""User ids that no distribution gives to people or services (the range that systemd keeps for dynamic users)."""

MAIN = "main"
"""The program's file, beside its work folder, where it cannot write."""

RESERVED_BYTES = 768 * 1024 * 1024
"""What V8 keeps in reserve for code and does not use (measured: it does not start with 512 MiB in all)."""

_numbers = itertools.count(secrets.randbelow(UIDS))
_CGROUPS = Path("/sys/fs/cgroup")


def own_uid() -> int | None:
    """Return a user id for one run, when this process may change it."""
    return FIRST_UID + next(_numbers) % UIDS if os.name == "posix" and os.geteuid() == 0 else None


@contextmanager
def work_folder(job: Job, uid: int | None) -> Iterator[Path]:
    """Make a folder that holds the job's files, and take it away afterwards."""
    base = Path(tempfile.mkdtemp(prefix="calisson-run-"))
    folder = base / "work"
    try:
        folder.mkdir(mode=0o700)
        files.place(folder, job.files, uid)
        main = base / MAIN
        main.write_text(job.code, "utf-8")
        main.chmod(0o444)
        if uid is not None:
            os.chown(base, uid, uid)
        yield folder
    finally:
        shutil.rmtree(base, ignore_errors=True)


def limited(limits: ProcessLimits, uid: int | None, *, address_space: bool = True) -> list[str]:
    """Return the beginning of a command that sets the limits."""
    memory = f"--as={limits.memory_bytes}"
    if not address_space:  # V8 reserves more than it uses
        memory = f"--data={limits.memory_bytes + RESERVED_BYTES}"
    processes = limits.processes + (0 if uid is not None else _running())
    seconds = max(1, int(limits.time_s + 0.999))
    return [
        "prlimit", memory, f"--nproc={processes}", f"--cpu={seconds}:{seconds + 1}",
        f"--fsize={limits.file_bytes}", f"--nofile={limits.open_files}", "--core=0",
    ]  # fmt: skip


def _running() -> int:
    """Return how many threads this user has now."""
    me, count = os.geteuid(), 0
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry.stat().st_uid == me:
                count += len(os.listdir(entry / "task"))
    return count


class Group:
    """A control group for one run, where this process may make one (version 1 or 2); else it does nothing."""

    def __init__(self, limits: ProcessLimits) -> None:
        self.folders: list[Path] = []
        name = f"calisson-{secrets.token_hex(6)}"
        two = (_CGROUPS / "cgroup.controllers").is_file()
        wanted = (
            [
                (
                    _CGROUPS / name,
                    {"pids.max": limits.processes, "memory.max": limits.memory_bytes, "memory.swap.max": 0},
                )
            ]
            if two
            else [
                (_CGROUPS / "pids" / name, {"pids.max": limits.processes}),
                (_CGROUPS / "memory" / name, {"memory.limit_in_bytes": limits.memory_bytes}),
            ]
        )
        if os.name != "posix" or os.geteuid() != 0:
            return
        for folder, values in wanted:
            try:
                folder.mkdir()
                self.folders.append(folder)
                for file, value in values.items():
                    if file != "memory.swap.max" or (folder / file).exists():
                        (folder / file).write_text(str(value))
            except OSError:
                self.close()
                self.folders = []
                return

    def entered(self, command: Sequence[str]) -> list[str]:
        """Return a command that enters the group before anything else runs."""
        if not self.folders:
            return list(command)
        script = (
            "".join(f'echo $$ > "{folder}/cgroup.procs" || exit 125\n' for folder in self.folders)
            + 'exec "$@"'
        )
        return ["/bin/sh", "-c", script, "sh", *command]

    def kill(self) -> None:
        """Kill everything in the group."""
        for folder in self.folders[:1]:
            for _ in range(50):
                pids = _pids(folder)
                if not pids:
                    break
                for pid in pids:
                    with suppress(OSError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.002)

    def close(self) -> None:
        """Take the group away."""
        for folder in self.folders:
            for _ in range(20):
                try:
                    folder.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.005)


def _pids(folder: Path) -> list[int]:
    try:
        return [int(p) for p in (folder / "cgroup.procs").read_text().split()]
    except (OSError, ValueError):
        return []


def carry_out(
    command: Sequence[str], job: Job, folder: Path, *, uid: int | None, dropped: bool = False,
    pass_fds: Sequence[int] = (), environment: dict[str, str] | None = None, start_s: float = 0.0,
) -> Run:  # fmt: skip
    """Run a command to its end or its limits and return what came of it.

    Args:
        command: what to start, with its limits.
        job: the job that it serves.
        folder: the work folder.
        uid: the run's own user id; None keeps this process's.
        dropped: the command changes to `uid` by itself.
        pass_fds: descriptors that it inherits.
        environment: all that it sees of the environment.
        start_s: seconds that it may take until its first output, before the program runs; the time counts from there.

    Raises:
        SandboxError: it could not be started.
    """
    group = Group(job.limits)
    begun = time.perf_counter()
    if uid is not None and not dropped:
        command = [
            "setpriv",
            f"--reuid={uid}",
            f"--regid={uid}",
            "--clear-groups",
            "--no-new-privs",
            *command,
        ]
    try:
        process = subprocess.Popen(
            group.entered(command), cwd=folder, env=environment or {"PATH": "/usr/bin:/bin"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=tuple(pass_fds),
            start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        group.close()
        raise SandboxError(
            f"the sandbox does not start: {error}", message_id="error-sandbox-missing"
        ) from error
    try:
        ending, out, err, begun = _attend(process, job, begun, start_s)
    finally:
        _end(process, group, uid)
    status = process.returncode
    if ending == "ok" and status:
        ending = "killed" if status < 0 or status > 128 else "failed"
    kept, left = files.collect(folder, job.limits.kept_bytes) if job.keep else ({}, ())
    return Run(ending, status, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"),
               time.perf_counter() - begun, kept, left)  # fmt: skip


def _attend(
    process: subprocess.Popen[bytes], job: Job, begun: float, start_s: float
) -> tuple[Ending, bytes, bytes, float]:
    """Feed and read a process until it ends, its time is over, or it prints too much; also gives when it began."""
    assert process.stdin and process.stdout and process.stderr
    deadline = time.monotonic() + start_s + job.limits.time_s
    taken = {process.stdout: bytearray(), process.stderr: bytearray()}
    rest = memoryview(job.stdin)
    ending: Ending = "ok"
    with selectors.DefaultSelector() as selector:
        for stream in taken:
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_READ)
        if rest:
            os.set_blocking(process.stdin.fileno(), False)
            selector.register(process.stdin, selectors.EVENT_WRITE)
        else:
            process.stdin.close()
        while selector.get_map() and ending == "ok":
            left = deadline - time.monotonic()
            if left <= 0:
                ending = "time"
                break
            if job.stopped is not None and job.stopped():
                ending = "stopped"
                break
            for key, _ in selector.select(min(left, 0.2)):
                if key.fileobj is process.stdin:
                    rest = _feed(process, rest)
                    if not rest:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                    continue
                piece = os.read(key.fd, 65536)
                if not piece:
                    selector.unregister(key.fileobj)
                    continue
                store = taken[key.fileobj]  # type: ignore[index]
                if start_s and store is taken[process.stdout] and not store:
                    begun = time.perf_counter()
                    deadline = min(deadline, time.monotonic() + job.limits.time_s)
                store += piece[: job.limits.output_bytes - len(store)]
                if len(store) >= job.limits.output_bytes:
                    ending = "output"
            if process.poll() is not None and not selector.select(0):
                break  # a child that was left behind may hold the pipes open
    if ending == "ok":
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            ending = "time"
    return ending, bytes(taken[process.stdout]), bytes(taken[process.stderr]), begun


def _feed(process: subprocess.Popen[bytes], rest: memoryview) -> memoryview:
    assert process.stdin
    try:
        return rest[os.write(process.stdin.fileno(), rest[:65536]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        return rest[:0]


def _end(process: subprocess.Popen[bytes], group: Group, uid: int | None) -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    group.kill()
    if uid is not None:
        kill_user(uid)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    group.close()


def kill_user(uid: int) -> int:
    """Kill every process of a run's own user and return how many there were."""
    if not FIRST_UID <= uid < FIRST_UID + UIDS:
        raise ValueError(f"{uid} is no user of a sandbox")
    killed = 0
    for _ in range(20):
        found = processes_of(uid)
        if not found:
            break
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        time.sleep(0.002)
    return killed


def processes_of(uid: int) -> list[int]:
    """Return the living processes of a user."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry.stat().st_uid == uid and b") Z " not in (entry / "stat").read_bytes():
                found.append(int(entry.name))
    return found
