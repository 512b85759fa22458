"""Everything a person has in one zip for other programs: apps as JSON and CSV, the calendar, the memories.

A backup is for restoring the home; an export is for leaving it or for looking at the data elsewhere.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calisson.app import Home

FORMAT = 1
"""Of the export; `about.json` names it."""


def export(
    home: Home, destination: Path, person: str = "me", *, talk: bool = False, everything: bool = False,
    remote: bool = False,
) -> Path:  # fmt: skip
    """Write the export of a home, with the memories that `person` may take out of it, and return where it is.

    Facts alone; with `talk` also what was said in passing, with `everything` also what is kept for other purposes than an
    export. With `remote`, for a program, without what may not leave the house. `about.json` says how many were left out.

    Holds `about.json`, for each app `apps/<name>.json` (specification, versions, records) and one
    `apps/<name>.<entity>.csv` an entity, `calendar.ics`, and `memories.jsonl` (as `calisson memory import` reads it).

    Raises:
        OSError: The file cannot be written.
    """
    from calisson import __version__

    with zipfile.ZipFile(destination, "w", zipfile.ZIP_DEFLATED) as out:
        taken: set[str] = set()
        for app in home.apps.list():
            stem = _file_name(app.name, taken)
            whole = home.apps.export_json(app.id)
            out.writestr(f"apps/{stem}.json", json.dumps(whole, ensure_ascii=False, indent=1, default=str))
            for entity in app.spec.entities:
                suffix = f".{entity.name}" if len(app.spec.entities) > 1 else ""
                out.writestr(f"apps/{stem}{suffix}.csv", home.apps.export_csv(app.id, entity.name))
        out.writestr("calendar.ics", home.agenda.ics())
        memories = home.memories.abroad if remote else home.memories
        kept = memories.export("jsonl", person, talk=talk, everything=everything)
        out.writestr("memories.jsonl", kept.text)
        about = {"format": FORMAT, "program": f"calisson {__version__}", "made_at": home.now().isoformat(timespec="seconds"),
                 "tz": home.preferences.tz, "memories_left_out": kept.left_out}  # fmt: skip
        out.writestr("about.json", json.dumps(about, indent=1))
    return destination


def _file_name(name: str, taken: set[str]) -> str:
    """A file's name that every system takes, unlike those that are taken."""
    bare = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", name).strip(" .")[:80] or "app"
    found, n = bare, 2
    while found.casefold() in taken:
        found, n = f"{bare} {n}", n + 1
    taken.add(found.casefold())
    return found
