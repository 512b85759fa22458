"""A backup brought back from the page: looked at first, nothing lost, wrong files refused in the person's language."""

import io
import socket
import threading
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Served

from calisson.app import Home
from calisson.portable import arrive, bring_back, preview, saved

API = "/api/v1"


def send(client: httpx.Client, data: bytes, name: str = "backup.zip", **more: Any) -> httpx.Response:
    return client.post(f"{API}/restore", files={"file": (name, data, "application/zip")}, **more)


def records(client: httpx.Client) -> list[dict[str, Any]]:
    found = []
    for app in client.get(f"{API}/apps").json()["apps"]:
        found += client.get(f"{API}/apps/{app['id']}/records").json()["records"]
    return found


@pytest.fixture
def backup(served: Served, client: httpx.Client) -> bytes:
    """A home with books and coffee, backed up; then coffee is put away, a book changed, walks begun."""
    home = served.home
    home.say("I want to track the books I read: title and pages")
    home.say("read Dune, 412 pages")
    home.say("read Emma, 300 pages")
    coffee = home.say("track my coffee: cups and mood").app
    home.say("remember that Mia is allergic to peanuts")
    kept = client.get(f"{API}/backup").content
    assert coffee is not None
    home.delete_app(coffee["id"])
    books = home.find_app(home.apps.list()[0].name)
    with home.by_hand() as tx:
        first = home.apps.records(books)[0]
        home.apps.update(tx, first.id, {"pages": 999})
    home.say("read Ulysses, 700 pages")
    home.say("track my walks: distance in km and minutes")
    home.say("remember that the spare key is under the pot")
    return kept


def test_it_says_what_would_happen_and_does_nothing(client: httpx.Client, backup: bytes) -> None:
    before = records(client)
    answer = send(client, backup)
    assert answer.status_code == 201, answer.text
    shown = answer.json()
    assert sorted(a["change"] for a in shown["apps"]) == ["added", "gone", "replaced"]
    [books] = [a for a in shown["apps"] if a["change"] == "replaced"]
    assert books["records"] == {"added": 0, "replaced": 1, "gone": 1, "same": 1}
    assert shown["records"] == {"added": 0, "replaced": 1, "gone": 1, "same": 1}
    assert shown["memories"] == {"added": 0, "replaced": 0, "gone": 1, "same": 1}
    assert records(client) == before
    assert client.delete(f"{API}/restore/{shown['id']}").status_code == 200
    gone = client.post(f"{API}/restore/{shown['id']}")
    assert (gone.status_code, gone.json()["message_id"]) == (404, "error-restore-gone")


def test_it_is_brought_back_and_the_state_before_it_too(
    served: Served, client: httpx.Client, backup: bytes
) -> None:
    before = records(client)
    done = client.post(f"{API}/restore/{send(client, backup).json()['id']}")
    assert done.status_code == 200, done.text
    titles = {str(r["values"]) for r in records(client)}
    assert len(titles) == 2 and not any("999" in t or "Ulysses" in t for t in titles)
    assert len(client.get(f"{API}/apps").json()["apps"]) == 2
    assert [m["text"] for m in client.get(f"{API}/memories").json()["memories"]] == [
        "Mia is allergic to peanuts"
    ]
    said = served.say(client, "read Persuasion, 250 pages")["result"]
    assert said["act"] == "log", said["reply"]
    found = client.get(f"{API}/memories", params={"q": "What is Mia allergic to?"}).json()["memories"]
    assert "peanuts" in found[0]["text"]

    [kept] = client.get(f"{API}/restore/saved").json()["saved"]
    assert kept == done.json()["saved"]
    assert zipfile.is_zipfile(io.BytesIO(client.get(f"{API}/restore/saved/{kept['name']}").content))
    again = client.post(f"{API}/restore/saved/{kept['name']}")
    assert again.status_code == 201, again.text
    assert client.post(f"{API}/restore/{again.json()['id']}").status_code == 200
    assert records(client) == before
    assert len(client.get(f"{API}/apps").json()["apps"]) == 2


def test_who_may_come_in_stays(served: Served, client: httpx.Client, backup: bytes) -> None:
    made = client.post(f"{API}/tokens", json={"label": "later", "scopes": ["read"]}).json()["token"]
    client.post(f"{API}/restore/{send(client, backup).json()['id']}")
    with served.client(headers={"authorization": f"Bearer {made}"}) as script:
        assert script.get(f"{API}/apps").status_code == 200
        assert send(script, backup).status_code == 403
    assert served.home.doctor()[0]["ok"] and all(f["ok"] for f in served.home.doctor() if f["needed"])


def test_pictures_come_back_and_none_goes(served: Served, client: httpx.Client) -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
    first = client.post(f"{API}/images", files={"file": ("a.png", png)}).json()["id"]
    kept = client.get(f"{API}/backup").content
    second = client.post(f"{API}/images", files={"file": ("b.png", png + b"more")}).json()["id"]
    next(served.home.database.data_dir.joinpath("blobs").rglob(first[2:])).unlink()
    client.post(f"{API}/restore/{send(client, kept).json()['id']}")
    assert client.get(f"{API}/images/{first}").content == png
    [state] = client.get(f"{API}/restore/saved").json()["saved"]
    back = client.post(f"{API}/restore/saved/{state['name']}").json()
    client.post(f"{API}/restore/{back['id']}")
    assert client.get(f"{API}/images/{second}").content == png + b"more"


def wrong(kind: str, backup: bytes, export: bytes) -> bytes:
    if kind == "export":
        return export
    if kind == "cut":
        return backup[: len(backup) // 2]
    if kind == "text":
        return b"hello"
    members = {}
    with zipfile.ZipFile(io.BytesIO(backup)) as archive:
        members = {n: archive.read(n) for n in archive.namelist()}
    if kind == "changed":
        members["calisson.db"] = members["calisson.db"][:-1] + b"x"
    elif kind == "other zip":
        members = {"photo.jpg": b"x"}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "message"),
    [("text", "error-backup-kind"), ("cut", "error-backup-kind"), ("other zip", "error-backup-kind"),
     ("export", "error-backup-export"), ("changed", "error-backup-damaged")],
)  # fmt: skip
def test_wrong_files_change_nothing(
    served: Served, client: httpx.Client, backup: bytes, kind: str, message: str
) -> None:
    before = records(client)
    data = wrong(kind, backup, client.get(f"{API}/export").content)
    said = set()
    for language in ("en", "de", "zh", "ja", "ko"):
        client.patch(f"{API}/preferences", json={"language": language})
        answer = send(client, data)
        assert (answer.status_code, answer.json()["message_id"]) == (400, message), answer.text
        said.add(answer.json()["detail"])
    assert len(said) == 5
    assert records(client) == before
    assert not list(served.home.database.data_dir.glob(".restore-*"))
    assert not list(served.home.database.data_dir.glob(".sent-*"))


def test_a_huge_file_is_refused_before_it_is_read(served: Served, client: httpx.Client) -> None:
    headers = {**client.headers, "content-length": str(5 << 30), "cookie": "; ".join(f"{k}={v}" for k, v in client.cookies.items())}  # fmt: skip
    lines = "".join(f"{k}: {v}\r\n" for k, v in headers.items() if k not in ("host", "connection"))
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(
            f"POST {API}/restore HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{lines}\r\nx".encode()
        )
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] == b"413" and b"error-too-large" in answer


def test_a_backup_larger_than_the_disk_is_said(client: httpx.Client, backup: bytes) -> None:
    """Its list of contents claims some petabytes, as that of a zip bomb does."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as archive, zipfile.ZipFile(out, "w") as bomb:
        bomb.writestr("manifest.json", archive.read("manifest.json"))
        for n in range(2000):
            bomb.writestr(f"blobs/{n}", b"")
    data = bytearray(out.getvalue())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 24 : at + 28] = (0xFFFFFF00).to_bytes(4, "little")
        at = data.find(b"PK\x01\x02", at + 4)
    answer = send(client, bytes(data))
    assert (answer.status_code, answer.json()["message_id"]) == (507, "error-disk-full"), answer.text


def test_words_said_meanwhile_are_in_one_state_or_the_other(tmp_path: Path) -> None:
    """Somebody logs all the while: nothing that was acknowledged is lost."""
    with Home(tmp_path / "home") as home:
        home.say("track my coffee: cups and mood")
        file = home.backup(tmp_path / "b.zip")
        done: list[str] = []
        stop = threading.Event()

        def log() -> None:
            n = 0
            while not stop.is_set() and n < 400:
                n += 1
                with home.by_hand() as tx:
                    app = home.apps.list()[0].id
                    done.append(
                        home.apps.add(
                            tx,
                            app,
                            None,
                            {
                                next(
                                    f.name
                                    for f in home.apps.list()[0].spec.entities[0].fields
                                    if f.type in ("number", "integer", "quantity")
                                ): n
                            },
                        ).id
                    )

        writer = threading.Thread(target=log)
        writer.start()
        try:
            arrival = arrive(home, file)
            preview(home, arrival)
            kept = bring_back(home, arrival)
            arrival.close()
        finally:
            stop.set()
            writer.join()
        app = home.apps.list()[0].id
        here = {r.id for r in home.apps.records(app, limit=10_000)}
        arrival = arrive(home, tmp_path / "home" / "backups" / kept.name)
        bring_back(home, arrival)
        arrival.close()
        before = {r.id for r in home.apps.records(app, limit=10_000)}
        assert done and set(done) <= here | before
        assert not any(not found["ok"] for found in home.doctor() if found["needed"])


def test_an_app_goes_out_and_comes_in_again(served: Served, client: httpx.Client) -> None:
    spec = {"name": "Trips", "entities": [
        {"name": "trip", "label": "Trip", "title_field": "where", "time_field": "day", "fields": [
            {"name": "where", "label": "Where", "type": "text"}, {"name": "day", "label": "Day", "type": "date"}]},
        {"name": "meal", "label": "Meal", "fields": [{"name": "what", "label": "What", "type": "text"}]}]}  # fmt: skip
    app = client.post(f"{API}/apps", json={"spec": spec}).json()["app"]["id"]
    for entity, values in (("trip", {"where": "Oslo", "day": "2020-05-01"}), ("meal", {"what": "soup"})):
        client.post(f"{API}/apps/{app}/records", json={"entity": entity, "values": values})
    assert "Oslo" in client.get(f"{API}/apps/{app}/data.csv").text
    assert "soup" in client.get(f"{API}/apps/{app}/data.csv", params={"entity": "meal"}).text
    feed = client.get(f"{API}/apps/{app}/data.ics")
    assert "SUMMARY:Oslo" in feed.text and "20200501" in feed.text
    assert feed.headers["content-disposition"].endswith('"calendar.ics"')
    assert client.get(f"{API}/export.ics").text.startswith("BEGIN:VCALENDAR")
    whole = client.get(f"{API}/apps/{app}/data.json")
    made = client.post(f"{API}/apps/import", files={"file": ("app.json", whole.content)})
    assert made.status_code == 201, made.text
    assert served.home.apps.count(made.json()["app"]["id"]) == 2
    client.post(f"{API}/turns/{made.json()['turn_id']}/undo")
    assert len(client.get(f"{API}/apps").json()["apps"]) == 1
    for bad in (b"{", b"[]", b'{"name": 1}', b"\xff\xfe"):
        wrong = client.post(f"{API}/apps/import", files={"file": ("app.json", bad)})
        assert wrong.status_code == 422, wrong.text
    assert len(client.get(f"{API}/apps").json()["apps"]) == 1


def test_a_sealed_backup_is_opened_with_the_homes_key(
    served: Served, client: httpx.Client, tmp_path: Path
) -> None:
    served.home.say("remember that Mia is allergic to peanuts")
    file = served.home.backup(tmp_path / "sealed.zip", seal=True)
    served.home.say("remember that the spare key is under the pot")
    answer = send(client, file.read_bytes())
    assert answer.status_code == 201, answer.text
    assert client.post(f"{API}/restore/{answer.json()['id']}").status_code == 200
    assert len(client.get(f"{API}/memories").json()["memories"]) == 1
    for key in (served.home.database.data_dir / "backup-keys").iterdir():
        key.unlink()
    refused = send(client, file.read_bytes())
    assert (refused.status_code, refused.json()["message_id"]) == (400, "error-backup-key")


def test_two_restores_in_one_second_keep_two_states(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from calisson.clock import FixedClock

    with Home(tmp_path / "home", clock=FixedClock(datetime(2026, 3, 4, 11, tzinfo=UTC))) as home:
        file = home.backup(tmp_path / "b.zip")
        for _ in range(2):
            arrival = arrive(home, file)
            bring_back(home, arrival)
            arrival.close()
        assert [s.name[:15] for s in saved(home)] == ["20260304-110001", "20260304-110000"]
