"""Write the description of the API as JSON: `python tools/openapi.py FILE`. `make client` makes the page's types of it."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from calisson.app import Home
from calisson.server.main import create_app

WORDS = ("summary", "title", "description")


def description() -> str:
    """Return what `/api/v1/openapi.json` answers, in a form that differs only where the API does."""
    with tempfile.TemporaryDirectory() as folder, Home(folder) as home:
        schema = create_app(home).openapi()
    bare = _bare(schema)
    bare["info"] = {
        "title": "Calisson",
        "version": "1",
    }  # of the address; the program's own version is no type
    return json.dumps(bare, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _bare(part: Any, *, names: bool = False) -> Any:
    """Return a part of the description without its words, which are no part of the types either."""
    if isinstance(part, list):
        return [_bare(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    kept = {k: v for k, v in part.items() if names or k not in WORDS or not isinstance(v, str)}
    bare = {k: _bare(v, names=k in ("properties", "schemas")) for k, v in kept.items()}
    return {**bare, "description": ""} if "description" in part and not names else bare


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(description(), "utf-8")
