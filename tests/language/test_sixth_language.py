"""A further language is a further folder: no line of code names it, and everything reads it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import calisson

PROGRAM = """
import datetime as dt, json, sys, tempfile
from calisson import Home
from calisson.language.phrases import phrase
from calisson.language.reading import understand
from calisson.language.types import LANGUAGES, Context

now = dt.datetime(2026, 3, 4, 12)
read = understand("I want to track my coffee: cups, price and notes", Context(now=now, tz="UTC", language="xx"))
draft = read.best.payload.draft
when = understand("2 cups gistere", Context(now=now, tz="UTC", language="xx", apps=(draft,)))
print(json.dumps({
    "shipped": "xx" in LANGUAGES, "language": read.language, "act": read.best.act.value,
    "fields": [f.label for f in draft.main.fields], "day": when.times[0].start.date().isoformat(),
    "reply": phrase("xx", "undo-nothing"),
}))
"""


def test_a_folder_of_data_is_a_language(tmp_path: Path) -> None:
    source = Path(calisson.__file__).parent
    package = tmp_path / "calisson"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    folder = package / "language" / "data" / "xx"
    shutil.copytree(package / "language" / "data" / "en", folder)
    for file in folder.iterdir():
        text = file.read_text("utf-8")
        file.write_text(text.replace("yesterday", "gistere"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["shipped"]
    assert (found["language"], found["act"], found["day"]) == ("xx", "create_app", "2026-03-03")
    assert {"Cups", "Price", "Notes"} <= set(found["fields"])
    assert found["reply"] != "undo-nothing"
