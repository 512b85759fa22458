"""Run every benchmark and write `docs/benchmarks.md`, with the machine and the date.

make bench
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from bench import diffusion, light, long_run, making, outside, page, sandbox, speed, start

ROOT = Path(__file__).parents[1]


def machine() -> str:
    model = next(
        (line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")),
        platform.processor(),
    ) if Path("/proc/cpuinfo").exists() else platform.processor()  # fmt: skip
    return f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}, {platform.system()}"


def main() -> None:
    parts: dict[str, Callable[[], list[str]]] = {
        "speed": speed.table,
        "start": start.table,
        "light": light.table,
        "page": page.table,
        "outside": outside.table,
        "sandbox": sandbox.table,
        "making": making.table,
        "diffusion": diffusion.table,
        "long_run": long_run.table,
    }
    wanted = sys.argv[1:] or list(parts)
    lines = ["# Benchmarks", "", f"Made by `make bench` on {dt.date.today().isoformat()}: {machine()}.", ""]
    for name in wanted:
        print(f"… {name}", file=sys.stderr, flush=True)
        lines += [*parts[name](), ""]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    if not sys.argv[1:]:
        (ROOT / "docs" / "benchmarks.md").write_text(text, "utf-8")


main()
