"""What installing the wheel pulls in: packages and megabytes, in a fresh environment."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def table() -> list[str]:
    """Return the table's lines."""
    with tempfile.TemporaryDirectory() as folder:
        dist, venv = Path(folder) / "dist", Path(folder) / "venv"
        subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", dist, ROOT],
                       check=True, capture_output=True)  # fmt: skip
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = venv / "bin" / "python"
        wheel = next(dist.glob("*.whl"))
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], check=True
        )
        listed = subprocess.run([python, "-m", "pip", "list", "--format=freeze"], check=True, capture_output=True,
                                text=True).stdout.split()  # fmt: skip
        own = [p for p in listed if p.split("==")[0] not in ("pip", "setuptools", "wheel")]
        site = next((venv / "lib").glob("python*/site-packages"))
        skip = {site / name for name in ("pip", "setuptools")}
        size = sum(
            f.stat().st_size for f in site.rglob("*") if f.is_file() and not any(s in f.parents for s in skip)
        )
        torch = any(p.startswith("torch==") for p in own)
        return [
            "## Light", "", "| what | measured | bar |", "| --- | --- | --- |",
            f"| wheel | {wheel.stat().st_size / 1e6:.1f} MB | |",
            f"| packages | {len(own)} | 70 |", f"| installed | {size / 1e6:.0f} MB | 200 MB |",
            f"| torch | {'yes' if torch else 'no'} | no |",
        ]  # fmt: skip
