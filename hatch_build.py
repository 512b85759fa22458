"""Build the browser app into the wheel; fail rather than ship a wheel without it."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `npm install && npm run build` when the built page is missing; editable installs skip it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that `server/static/index.html` exists before a standard wheel is packed."""
        if version == "editable":
            return
        root = Path(self.root)
        index = root / "src/calisson/server/static/index.html"
        npm = shutil.which("npm")
        if not index.exists() and npm and (root / "web").is_dir():
            subprocess.run([npm, "install", "--no-save", "--no-audit", "--no-fund"], cwd=root / "web", check=True)
            subprocess.run([npm, "run", "build"], cwd=root / "web", check=True)
        if not index.exists():
            raise RuntimeError(f"{index} is missing: run `make web` (needs Node 20+) and build again")
