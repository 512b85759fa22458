"""The wheel, installed in an empty environment without Node: the command talks and the page is served."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `calisson` command of an environment that holds nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "calisson/server/static/index.html" in names
    assert any(n.startswith("calisson/language/data/ko/") for n in names)
    venv.create(folder / "env", with_pip=True)
    pip = [folder / "env/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", wheel], check=True)
    return folder / "env/bin/calisson"


def environment() -> dict[str, str]:
    """An environment without Node and without our own settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CALISSON", "PYTHON"))}
    return {**kept, "PATH": "/nonexistent"}


def test_the_command_talks(installed: Path, tmp_path: Path) -> None:
    def say(text: str) -> dict:
        done = subprocess.run(
            [installed, "say", text, "--json", "--data", tmp_path, "--at", "2026-03-04T12:00", "--tz", "Europe/Berlin"],
            capture_output=True, text=True, env=environment(),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert say("I'd like to keep track of what I eat, with calories and protein")["act"] == "create_app"
    logged = say("had ramen for lunch yesterday, 650 kcal")
    assert logged["act"] == "log"
    assert say("how many calories did I eat yesterday?")["answer"]["value"] == 650


def test_the_page_is_served(installed: Path, tmp_path: Path) -> None:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    process = subprocess.Popen(
        [installed, "serve", "--no-open", "--port", str(port), "--data", tmp_path],
        env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        page = fetch(port, "/")
        assert "<title>" in page
        script = re.search(r'src="\.?(/[^"]+\.js)"', page)
        assert script, page
        assert len(fetch(port, script[1])) > 10_000
    finally:
        process.terminate()
        assert process.wait(15) is not None


def fetch(port: int, path: str) -> str:
    """Return what the server answers, waiting up to 20 s for it to come up."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not come up")
