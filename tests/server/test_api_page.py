"""Every command of docs/api.md, run as it stands against a real server; and the export that it ends with."""

import io
import json
import os
import re
import subprocess
import zipfile
from pathlib import Path

import httpx
from serving import Served

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_commands_of_the_api_page_work(served: Served, tmp_path: Path) -> None:
    with served.home.database.transaction("me") as tx:
        token = served.home.sessions.issue(tx, "me", "token", "docs")
    commands = re.findall(r"```sh\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(commands) >= 8
    environment = {**os.environ, "URL": served.address, "TOKEN": token, "OUT": str(tmp_path)}
    for command in commands:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            capture_output=True,
            text=True,
            env=environment,
            timeout=60,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "RUN_ERROR" not in done.stdout
        assert '"message_id"' not in done.stdout, done.stdout
    assert (
        zipfile.is_zipfile(tmp_path / "home-backup.zip")
        or (tmp_path / "home-backup.zip").stat().st_size > 1000
    )
    assert zipfile.is_zipfile(tmp_path / "home-export.zip")


def test_an_export_holds_everything_a_person_has(served: Served, client: httpx.Client) -> None:
    served.home.say("track my coffee: cups and notes")
    served.home.say("2 cups")
    served.home.say("remember that Mia is allergic to peanuts")
    whole = zipfile.ZipFile(io.BytesIO(client.get("/api/v1/export").content))
    names = whole.namelist()
    assert {"calendar.ics", "memories.jsonl", "about.json"} <= set(names)
    [app] = [n for n in names if n.startswith("apps/") and n.endswith(".json")]
    exported = json.loads(whole.read(app))
    assert len(exported["records"]) == 1
    [table] = [n for n in names if n.endswith(".csv")]
    assert len(whole.read(table).decode("utf-8-sig").splitlines()) == 2
    assert b"peanuts" in whole.read("memories.jsonl")
