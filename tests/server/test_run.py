"""Starting and stopping the server as people do."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.errors import ConfigError
from calisson.server.run import address, is_served, listen, run


def start(data: Path, port: int) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "calisson.cli",
        "serve",
        "--no-open",
        "--port",
        str(port),
        "--data",
        str(data),
    ]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "CALISSON_DATA": ""}
    )


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def test_a_home_starts_answers_gives_way_and_stops(tmp_path: Path) -> None:
    port = free_port()
    began = time.monotonic()
    process = start(tmp_path / "home", port)
    try:
        assert process.stderr is not None
        lines = [process.stderr.readline(), process.stderr.readline()]
        took = time.monotonic() - began
        assert f"http://localhost:{port}" in lines[0]
        link = re.search(r"http://\S+/login\?token=\S+", lines[1])
        assert link is not None
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=5) as answer:
            assert json.load(answer)["ok"]
        assert took < 10  # 1 s on two quiet cores
        with Home(tmp_path / "home") as home, Home(tmp_path / "other") as other:
            assert is_served(home, "127.0.0.1", port)
            assert not is_served(other, "127.0.0.1", port)
            run(home, port=port, open_browser=False)  # returns at once: it is served already
            with pytest.raises(ConfigError) as taken:
                run(other, port=port, open_browser=False)
            assert taken.value.message_id == "error-port"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()


def test_ports_and_addresses_that_cannot_be_used() -> None:
    for host, port in (("127.0.0.1", 99_999), ("203.0.113.7", 8420), ("not a host", 8420)):
        with pytest.raises(ConfigError):
            listen(host, port)
    assert address("0.0.0.0", 80) == "http://localhost:80"
    assert address("::1", 80) == "http://[::1]:80"


def test_no_open_port_without_a_password(tmp_path: Path) -> None:
    with Home(tmp_path) as home, pytest.raises(ConfigError) as refused:
        run(home, "0.0.0.0", free_port(), open_browser=False)
    assert refused.value.message_id == "error-open-port"


@pytest.mark.slow
def test_a_home_that_serves_tries_its_sandboxes(tmp_path: Path) -> None:
    port, report = free_port(), tmp_path / "home" / "sandbox.json"
    process = start(tmp_path / "home", port)
    try:
        for _ in range(500):
            if report.exists() and report.stat().st_size:
                break
            time.sleep(0.2)
        found = json.loads(report.read_text())
        assert next(t["language"] for t in found["tried"] if t["attacks"]) == "python"
        with Home(tmp_path / "home") as home:
            [line] = [x for x in home.doctor() if x["name"] == "programs"]
        assert line["ok"] is any(t["trusted"] for t in found["tried"]) and "tried" in line["detail"]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()
