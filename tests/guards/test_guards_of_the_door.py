"""Every guard between a browser or a program and the home, and those of an app's functions, taken away alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from guarded import Guard, proved

import calisson.apps.functions as functions
import calisson.server.guard as doors
import calisson.server.main as main
from calisson import Home
from calisson.apps import parse_spec
from calisson.circles import Scope
from calisson.errors import CalissonError
from calisson.server.run import Server, listen

SPEC = {"name": "Tea", "entities": [
    {"name": "day", "label": "Day", "fields": [{"name": "cups", "label": "Cups", "type": "integer"}]},
    {"name": "secret", "label": "Secret", "fields": [{"name": "word", "label": "Word", "type": "text"}]},
]}  # fmt: skip


@contextmanager
def served(folder: Path) -> Iterator[tuple[Home, str, dict[str, str]]]:
    """A served home; gives its address and the cookie of somebody who is signed in."""
    with Home(folder / "home") as home:
        app = main.create_app(home)
        listener = listen("127.0.0.1", 0)
        ready = threading.Event()
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, ws="none", timeout_graceful_shutdown=1
        )
        server = Server(config, app.state.hub, ready.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            assert ready.wait(20)
            with home.database.transaction("me") as tx:
                secret = home.sessions.issue(tx, "me", "session")
            yield (
                home,
                f"http://127.0.0.1:{listener.getsockname()[1]}",
                {"cookie": f"{app.state.cookie}={secret}"},
            )
        finally:
            server.should_exit = True
            thread.join(20)


def stranger(folder: Path) -> bool:
    """Somebody who is not signed in reads what is in the home."""
    with served(folder) as (_, url, _cookie):
        return httpx.get(f"{url}/api/v1/apps").status_code == 200


def forged(folder: Path) -> bool:
    """A page of another site posts a form; the browser adds the cookie, and says where it came from."""
    with served(folder) as (home, url, _cookie):
        with home.database.transaction("me") as tx:
            home.sessions.set_password(tx, "me", "right horse battery")
        said = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
        body = {"password": "right horse battery"}
        return httpx.post(f"{url}/api/v1/session", json=body, headers=said).status_code < 300


def without_token(folder: Path) -> bool:
    """The same from a browser that says nothing of where it came from."""
    with served(folder) as (home, url, cookie):
        httpx.post(f"{url}/api/v1/apps", json={"spec": SPEC}, headers=cookie)
        return len(home.apps.list()) == 1


def rebound(folder: Path) -> bool:
    """A name of the attacker's that points to this machine: for the browser his page and the home are one site."""
    with served(folder) as (_, url, cookie):
        return httpx.get(f"{url}/api/v1/apps", headers={**cookie, "host": "evil.example"}).status_code == 200


def beyond_scope(folder: Path) -> bool:
    """A program whose token may read makes an app."""
    with served(folder) as (home, url, _):
        with home.database.transaction("me") as tx:
            token = home.sessions.issue(tx, "me", "token", scopes=frozenset({Scope.READ}))
        httpx.post(f"{url}/api/v1/apps", json={"spec": SPEC}, headers={"authorization": f"Bearer {token}"})
        return len(home.apps.list()) == 1


def too_much(folder: Path) -> bool:
    """A body that says nothing of its size and goes past the limit."""
    with served(folder) as (_, url, _cookie):

        def endless() -> Iterator[bytes]:
            yield b'{"text": "'
            for _ in range(24):
                yield b"x" * (1 << 16)
            yield b'"}'

        try:
            answer = httpx.post(
                f"{url}/api/v1/session", content=endless(), headers={"content-type": "application/json"}
            )
        except httpx.HTTPError:
            return False
        return answer.status_code != 413


# --- functions of apps -----------------------------------------------------------------------------------


def called(folder: Path, code: str, **more: Any) -> tuple[str, list[int]]:
    access = {"reads": ["day.cups"], "writes": [], **more}
    with Home(folder / "home") as home:
        spec = {**SPEC, "functions": [{"name": "go", "code": code, "access": access}]}
        with home.by_hand() as tx:
            app = home.apps.create(tx, parse_spec(spec))
            home.apps.add(tx, app.id, "day", {"cups": 3})
            home.apps.add(tx, app.id, "secret", {"word": "hush"})
        try:
            message = str(home.call_function(app.id, "go", {})["message"])
        except CalissonError:
            message = ""
        return message, [int(r.values["cups"]) for r in home.apps.records(app.id, "day")]


def reads_all(folder: Path) -> bool:
    return "hush" in called(folder, "def go(records, inputs):\n    return {'message': str(records)}")[0]


def writes_all(folder: Path) -> bool:
    change = "[{'id': r['id'], 'values': {'cups': 99}} for r in records['day']]"
    return called(folder, f"def go(records, inputs):\n    return {{'change': {change}}}")[1] == [99]


def reaches_out(folder: Path) -> bool:
    """A function reads a file of the house."""
    (folder / "secret.txt").write_text("hush")
    folder.chmod(0o755)
    code = f"def go(records, inputs):\n    return {{'message': open({str(folder / 'secret.txt')!r}).read()}}"
    return "hush" in called(folder, code)[0]


def _everything(spec: Any, items: Any) -> dict[str, frozenset[str]]:
    return {e.name: frozenset(f.name for f in e.fields) for e in spec.entities}


def _bare(job: Any) -> Any:
    """What runs a program without any sandbox."""
    import subprocess
    import sys
    import tempfile

    from calisson.sandbox.types import Run

    with tempfile.TemporaryDirectory() as work:
        for name, content in job.files.items():
            (Path(work) / name).write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-c", job.code], cwd=work, capture_output=True, text=True, check=False
        )
        kept = {p.name: p.read_bytes() for p in Path(work).iterdir() if p.is_file()}
    return Run(
        "ok" if done.returncode == 0 else "failed", done.returncode, done.stdout, done.stderr, 0.0, kept
    )


GUARDS = (
    Guard("nobody without a session", doors, "caller_of", lambda request: _somebody(), stranger),
    Guard("no request of another site", doors, "_foreign", lambda request: False, forged),
    Guard("a token in a header", doors.secrets, "compare_digest", lambda a, b: True, without_token),
    Guard("names of the home", doors.Guard, "_known", lambda self, host: True, rebound),
    Guard("scopes of a token", doors, "require", lambda *_: None, beyond_scope),
    Guard("size of a request", doors, "_bounded", lambda receive, limit: receive, too_much),
    Guard("fields that a function reads", functions.access, "fields_of", _everything, reads_all),
    Guard("fields that a function writes", functions, "_must_write", lambda *_: None, writes_all),
)  # fmt: skip


def _somebody() -> Any:
    from calisson.circles import Caller

    return Caller("me", "", "session")


@pytest.mark.parametrize("guard", GUARDS, ids=str)
def test_a_guard_of_the_door(guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(guard, tmp_path, monkeypatch)


def test_the_sandbox_of_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import calisson.sandbox as sandbox

    proved(Guard("the sandbox", sandbox, "run_program", _bare, reaches_out), tmp_path, monkeypatch)


# --- apps of other homes ---------------------------------------------------------------------------------


def package_of(folder: Path, change: Any) -> Any:
    """A file of another home that somebody changed on the way; None when it is refused."""
    import io
    import json
    import zipfile

    from calisson.portable import package

    code = "def go(records, inputs):\n    return None"
    with Home(folder / "theirs") as home:
        with home.by_hand() as tx:
            spec = {
                **SPEC,
                "functions": [{"name": "go", "code": code, "access": {"reads": [], "writes": []}}],
            }
            app = home.apps.create(tx, parse_spec(spec))
        with zipfile.ZipFile(io.BytesIO(package.pack(home, app.id))) as archive:
            given = {n: archive.read(n) for n in archive.namelist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in given.items():
            archive.writestr(name, json.dumps(change(name, json.loads(content))))
    try:
        return package.read(out.getvalue())
    except CalissonError:
        return None


def changed_code(folder: Path) -> bool:
    """Somebody on the way puts other code into the file; the signature over the manifest still holds."""

    def change(name: str, data: Any) -> Any:
        if name == "app.json":
            data["spec"]["functions"][0]["code"] = "def go(records, inputs):\n    return {'message': 'owned'}"
        return data

    found = package_of(folder, change)
    return found is not None and "owned" in found.spec.functions[0].code


def other_name(folder: Path) -> bool:
    """Somebody signs for another home."""
    found = package_of(
        folder, lambda name, data: {**data, "made_at": "2020"} if name == "manifest.json" else data
    )
    return found is not None and found.made_at == "2020"


def taken_unasked(folder: Path) -> bool:
    """The app of a home that nobody here knows is taken in without a word of the person."""
    from calisson.portable import package

    found = package_of(folder, lambda name, data: data)
    with Home(folder / "ours") as home:
        try:
            package.take_in(home, found)
        except CalissonError:
            pass
        return len(home.apps.list()) == 1


def _unwatched(spec: Any) -> str:
    return "the same"


def test_guards_of_apps_from_other_homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    import calisson.portable.chain as chain
    import calisson.portable.package as package

    for name in ("bytes", "signature", "trust"):
        (tmp_path / name).mkdir()
    # the last link of the chain says what the app is as well: here only the bytes are looked at
    monkeypatch.setattr(chain, "content_of", _unwatched)
    # a file that is written anew has other bytes; what is compared is what the manifest was signed for
    monkeypatch.setattr(package, "_json", lambda data: json.dumps(data).encode())
    proved(
        Guard("bytes that were signed for", package, "_same", lambda *_: True, changed_code),
        tmp_path / "bytes",
        monkeypatch,
    )
    proved(
        Guard("the signature", package, "verified", lambda *_: True, other_name),
        tmp_path / "signature",
        monkeypatch,
    )
    proved(
        Guard("a sender that nobody knows", package, "known", lambda *_: "known", taken_unasked),
        tmp_path / "trust",
        monkeypatch,
    )
