"""Apps as signed files: a round trip, what is shown before, and every way in which a file can be wrong."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.apps import parse_spec
from calisson.errors import AppError, CalissonError
from calisson.language.phrases import has_phrase, phrase
from calisson.portable import package

SPEC: dict[str, Any] = {
    "name": "Tea", "language": "en",
    "entities": [{"name": "day", "label": "Day", "fields": [{"name": "cups", "label": "Cups", "type": "integer"}]}],
    "views": [{"kind": "custom", "entity": "day"}],
    "widget": {"code": "export default () => null;", "access": {"reads": ["day.cups"], "writes": []}},
    "functions": [{"name": "reset", "code": "def reset(records, inputs):\n    return None", "access": {"reads": [], "writes": ["day"]}}],
    "policy": {"visibility": "circle", "shared_with": ["all"], "remote_prompts": True},
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "here") as home:
        yield home


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path / "there") as home:
        yield home


def made(home: Home) -> str:
    with home.by_hand() as tx:
        app = home.apps.create(tx, parse_spec(SPEC))
        home.apps.add(tx, app.id, "day", {"cups": 3})
    return app.id


def files(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {n: archive.read(n) for n in archive.namelist()}


def zipped(given: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in given.items():
            archive.writestr(name, content)
    return out.getvalue()


def why(data: bytes) -> str:
    with pytest.raises(CalissonError) as raised:
        package.read(data)
    for language in ("en", "de", "zh", "ja", "ko"):
        assert has_phrase(language, raised.value.message_id)
        assert phrase(
            language,
            raised.value.message_id,
            **{k: v for k, v in raised.value.arguments.items() if isinstance(v, (str, int))},
        )
    return raised.value.message_id


def test_an_app_goes_to_another_home_and_keeps_its_author(here: Home, there: Home) -> None:
    data = package.pack(here, made(here))
    found = package.read(data)
    shown = package.preview(there, found)
    assert shown["known"] == "unknown" and shown["records"] == 0 and shown["problems"] == []
    assert shown["may"]["widget"]["reads"] == ["day.cups"] and shown["may"]["functions"][0]["writes"] == [
        "day"
    ]
    assert there.apps.list() == []
    with pytest.raises(AppError) as raised:
        package.take_in(there, found)
    assert raised.value.message_id == "package-unknown-author" and there.apps.list() == []
    app_id, turn = package.take_in(there, found, trust=True)
    app = there.apps.get(app_id)
    assert app.spec.origin is not None and app.spec.origin.short == found.author == shown["author"]
    assert app.spec.widget == parse_spec(SPEC).widget and there.apps.count(app_id) == 0
    assert (app.spec.policy.visibility, app.spec.policy.shared_with, app.spec.policy.remote_prompts) == (
        "private",
        (),
        False,
    )
    assert package.known(there, found) == "known"  # the next app of this author needs no further word
    there.undo(turn)
    assert there.apps.list() == []


def test_records_go_along_only_when_asked(here: Home, there: Home) -> None:
    app_id = made(here)
    assert "records.json" not in files(package.pack(here, app_id))
    taken, _ = package.take_in(there, package.read(package.pack(here, app_id, records=True)), trust=True)
    assert [r.values["cups"] for r in there.apps.records(taken)] == [3]


def test_ones_own_file_needs_no_trust(here: Home) -> None:
    found = package.read(package.pack(here, made(here)))
    assert package.known(here, found) == "self"
    package.take_in(here, found)
    assert len(here.apps.list()) == 2


def test_a_changed_file_is_refused(here: Home, there: Home) -> None:
    good = files(package.pack(here, made(here), records=True))
    app = json.loads(good["app.json"])
    app["spec"]["functions"][0]["access"]["reads"] = ["day"]
    assert why(zipped({**good, "app.json": json.dumps(app).encode()})) == "package-changed"
    assert why(zipped({**good, "records.json": b"[]"})) == "package-changed"
    assert why(zipped({k: v for k, v in good.items() if k != "records.json"})) == "package-changed"
    assert why(zipped({k: v for k, v in good.items() if k != "signature.json"})) == "package-changed"
    other = files(package.pack(there, made(there), records=True))
    assert why(zipped({**good, "signature.json": other["signature.json"]})) == "package-changed"
    manifest = json.loads(good["manifest.json"])
    changes: tuple[dict[str, Any], ...] = (
        {"author": json.loads(other["manifest.json"])["author"]},
        {"author": 5},
        {"author": ""},
        {"files": {}},
        {"made_at": "x"},
    )
    for change in changes:
        assert (
            why(zipped({**good, "manifest.json": json.dumps({**manifest, **change}).encode()}))
            == "package-changed"
        )


def test_a_file_of_something_else_is_refused(here: Home) -> None:
    good = files(package.pack(here, made(here)))
    manifest = json.loads(good["manifest.json"])
    assert why(b"") == why(b"PK\x03\x04 nothing") == why(b"{}") == why(zipped({})) == "package-not-app"
    assert why(zipped({**good, "manifest.json": b"[" * 100_000})) == "package-not-app"
    newer = json.dumps({**manifest, "format_version": 2}).encode()
    assert why(zipped({**good, "manifest.json": newer})) == "package-version"
    whole = package.pack(here, here.apps.list()[0].id)
    for end in range(0, len(whole), max(1, len(whole) // 40)):
        assert why(whole[:end]) in ("package-not-app", "package-changed")


def test_tricks_of_archives_are_refused(here: Home) -> None:
    good = files(package.pack(here, made(here)))
    for name in ("../app.json", "/etc/passwd", "app.json/", "APP.JSON", "pictures/../../x", "a\\b"):
        assert (
            why(zipped({k: v for k, v in good.items() if k != "app.json"} | {name: b"x"})) == "package-tricks"
        )
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        for name in ("manifest.json", "manifest.json"):
            archive.writestr(name, good["manifest.json"])
    assert why(twice.getvalue()) == "package-tricks"
    link = io.BytesIO()
    with zipfile.ZipFile(link, "w") as archive:
        info = zipfile.ZipInfo("app.json")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    assert why(link.getvalue()) == "package-tricks"


def test_what_is_too_large_is_refused() -> None:
    assert why(b"PK" + bytes(package.MOST_BYTES)) == "package-too-large"
    bomb = zipped({"app.json": bytes(80 << 20)})
    assert len(bomb) < 1 << 20 and why(bomb) == "package-too-large"
