"""Apps as signed files: a round trip, what is shown before, and every way in which a file can be wrong."""

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from calisson import Home
from calisson.apps import parse_spec
from calisson.errors import AppError, CalissonError, ImportDataError
from calisson.language.phrases import has_phrase, phrase
from calisson.portable import package
from calisson.portable.link import read_link
from calisson.workshop.fetch import Door

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


def test_who_made_it_and_who_passed_it_on_stays_known(here: Home, there: Home, tmp_path: Path) -> None:
    first = package.read(package.pack(here, made(here)))
    app_id, _ = package.take_in(there, first, trust=True)
    second = package.read(package.pack(there, app_id))  # passed on as it is
    with there.by_hand() as tx:
        spec = there.apps.get(app_id).spec
        there.apps.publish(tx, app_id, spec.model_copy(update={"name": "Tea and cake"}))
    third = package.read(package.pack(there, app_id))  # and changed
    with Home(tmp_path / "third") as far:
        for found, changed in ((second, False), (third, True)):
            shown = package.preview(far, found)
            assert [c["author"] for c in shown["chain"]] == [first.author, second.author]
            assert [c["changed"] for c in shown["chain"]] == [False, changed] and shown[
                "author"
            ] == second.author
        taken, _ = package.take_in(far, third, trust=True)
        origin = far.apps.get(taken).spec.origin
        assert origin is not None and origin.short == first.author and len(origin.chain) == 2
        assert package.known(far, second) == "known" and package.known(far, first) == "unknown"
        again = package.read(package.pack(far, taken))
        assert [link.author for link in again.chain][:2] == [link.author for link in third.chain]
        assert package.known(here, again) == "unknown"  # its own home asks, too: others had it in their hands


def test_a_forged_chain_is_refused(here: Home, there: Home) -> None:
    import base64
    import hashlib

    app_id, _ = package.take_in(there, package.read(package.pack(here, made(here))), trust=True)
    good, key = files(package.pack(there, app_id)), package._key(there)
    other = files(package.pack(there, made(there)))

    def signed(chain: Any, app: bytes = good["app.json"]) -> bytes:
        """The file with another chain, signed by the home that has it in its hands."""
        manifest = {**json.loads(good["manifest.json"]), "chain": chain,
                    "files": {"app.json": hashlib.sha256(app).hexdigest()}}  # fmt: skip
        text = json.dumps(manifest).encode()
        mark = {"algorithm": "ed25519", "signature": base64.b64encode(key.sign(text)).decode()}
        return zipped({"manifest.json": text, "signature.json": json.dumps(mark).encode(), "app.json": app})

    links = json.loads(good["manifest.json"])["chain"]
    assert package.read(signed(links)).chain and len(links) == 2
    renamed = {**links[0], "made_at": "2020"}
    own = json.loads(other["manifest.json"])["chain"]
    for chain in ([], [links[0]], [links[1]], links[::-1], [renamed, links[1]], [*own, links[1]], [links[0], *own], 5,
                  [{}], [{**links[0], "more": 1}, links[1]], links * 20):  # fmt: skip
        assert why(signed(chain)) == "package-changed", chain
    spec = json.loads(good["app.json"])
    spec["spec"]["name"] = "Coffee"  # a new app under the chain of another one
    assert why(signed(links, json.dumps(spec).encode())) == "package-changed"
    assert package.read(signed(None)).chain == ()  # a release without chains


PICTURED = {"name": "Album", "entities": [{"name": "page", "label": "Page", "fields": [
    {"name": "photo", "label": "Photo", "type": "image"}, {"name": "note", "label": "Note", "type": "text"}]}]}  # fmt: skip
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def test_pictures_go_along_with_the_entries_that_show_them(here: Home, there: Home) -> None:
    from calisson.store import Blobs

    with here.by_hand() as tx:
        app = here.apps.create(tx, parse_spec(PICTURED))
        kept, other = (Blobs(here.database).put(tx, data, "image/png").id for data in (PNG, PNG + b"x"))
        here.apps.add(tx, app.id, "page", {"photo": kept, "note": other})
        here.apps.add(tx, app.id, "page", {"photo": kept})
        here.apps.add(tx, app.id, "page", {"photo": "0" * 64})  # one that is gone
    assert set(files(package.pack(here, app.id))) == {"manifest.json", "signature.json", "app.json"}
    data = package.pack(here, app.id, records=True)
    assert [n for n in files(data) if n.startswith("pictures/")] == [f"pictures/{kept}"]
    found = package.read(data)
    assert package.preview(there, found)["pictures"] == 1
    taken, turn = package.take_in(there, found, trust=True)
    blob, content = Blobs(there.database).get(kept)
    assert content == PNG and blob.media_type == "image/png"
    assert [r.values.get("photo") for r in there.apps.records(taken)].count(kept) == 2
    there.undo(turn)


def test_pictures_that_are_none_are_refused(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from calisson.store import Blobs

    with here.by_hand() as tx:
        app = here.apps.create(tx, parse_spec(PICTURED))
        svg = Blobs(here.database).put(tx, b"<svg onload='x()'/>", "image/svg+xml").id
        here.apps.add(tx, app.id, "page", {"photo": svg})
    assert not [n for n in files(package.pack(here, app.id, records=True)) if n.startswith("pictures/")]
    monkeypatch.setattr(package, "_pictures", lambda *_: [(svg, b"<svg onload='x()'/>")])
    assert why(package.pack(here, app.id, records=True)) == "package-tricks"
    monkeypatch.setattr(package, "_pictures", lambda *_: [("0" * 64, PNG)])  # another picture's name
    assert why(package.pack(here, app.id, records=True)) == "package-tricks"
    monkeypatch.setattr(package, "MAX_BYTES", 20)
    monkeypatch.setattr(package, "_pictures", lambda *_: [(package.hashlib.sha256(PNG).hexdigest(), PNG)])
    assert why(package.pack(here, app.id, records=True)) == "package-tricks"
    for name in ("pictures/x", f"pictures/{'0' * 64}/..", f"pictures/{'G' * 64}"):
        good = files(package.pack(here, app.id))
        assert why(zipped({**good, name: PNG})) == "package-tricks"


def test_an_unsigned_app_claims_nothing_and_its_code_waits_for_trust(here: Home, there: Home) -> None:
    app = made(there)
    data = there.apps.export_json(app)
    data["spec"]["origin"] = {"author": "someone", "made_at": "2026-01-01", "package": "x"}
    with pytest.raises(AppError) as refused:
        here.import_app(data)
    assert refused.value.message_id == "import-has-code" and "reset" in refused.value.arguments["parts"]
    assert here.apps.list() == []
    taken, turn = here.import_app(data, trust=True)
    spec = here.apps.get(taken).spec
    assert spec.origin is None and here.apps.count(taken) == 1
    assert (spec.policy.visibility, spec.policy.shared_with, spec.policy.remote_prompts) == (
        "private",
        (),
        False,
    )
    here.undo(turn)
    assert here.apps.list() == []


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[tuple[str, Path, Door]]:
    """A place on the web that has files, how to reach it, and where they are."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    port = server.server_address[1]
    yield f"http://apps.example:{port}", folder, Door(
        resolve=lambda host, port: ["127.0.0.1"], allowed=frozenset({("127.0.0.1", port)}), most_bytes=100_000
    )  # fmt: skip
    server.shutdown()
    server.server_close()


def test_an_app_comes_from_a_link_like_from_a_file(
    there: Home, here: Home, shelf: tuple[str, Path, Door]
) -> None:
    address, folder, door = shelf
    (folder / "tea.calisson-app").write_bytes(package.pack(there, made(there)))
    (folder / "huge").write_bytes(b"0" * 100_001)
    found = package.read(read_link(f"{address}/tea.calisson-app", door=door))
    assert package.preview(here, found)["name"] == "Tea" and here.apps.list() == []
    assert here.apps.get(package.take_in(here, found, trust=True)[0]).name == "Tea"
    for path in ("none", "huge"):
        with pytest.raises(ImportDataError) as refused:
            read_link(f"{address}/{path}", door=door)
        assert refused.value.problems[0].message_id == "package-link"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8420/x", "http://localhost/x", "file:///etc/passwd", "http://[::1]:8420/x", ""]
)
def test_a_link_never_reads_this_machine(url: str) -> None:
    for house in (False, True):
        with pytest.raises(ImportDataError):
            read_link(url, house=house)
