"""Start: `calisson say` as a whole process, and the server until it answers."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

COMMAND = Path(sys.executable).with_name("calisson")
WORDS = (
    "I'd like to keep track of what I eat, with calories and protein",
    "had ramen for lunch yesterday, 650 kcal",
    "how many calories this week?",
)


def say_times() -> list[float]:
    times = []
    with tempfile.TemporaryDirectory() as home:
        for n in range(15):
            begun = time.perf_counter()
            subprocess.run([COMMAND, "say", WORDS[n % 3] if n else WORDS[0], "--json", "--data", home], check=True,
                           capture_output=True)  # fmt: skip
            times.append(time.perf_counter() - begun)
    return times


def server_time() -> float:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [COMMAND, "serve", "--no-open", "--port", str(port), "--data", home],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ},
        )  # fmt: skip
        try:
            while time.perf_counter() - begun < 20:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=1).read()
                    return time.perf_counter() - begun
                except OSError:
                    time.sleep(0.01)
            raise SystemExit("the server did not answer within 20 s")
        finally:
            process.terminate()
            process.wait(10)


def table() -> list[str]:
    """Return the table's lines."""
    says, servers = say_times(), [server_time() for _ in range(3)]
    return [
        "## Start", "", "| what | n | median s | worst s | bar s |", "| --- | --- | --- | --- | --- |",
        f"| `calisson say`, whole process | {len(says)} | {statistics.median(says):.2f} | {max(says):.2f} | 0.8 |",
        f"| server ready | {len(servers)} | {statistics.median(servers):.2f} | {max(servers):.2f} | 2 |",
    ]  # fmt: skip
