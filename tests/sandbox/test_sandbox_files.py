"""Files in and out: nothing is followed, nothing climbs out, nothing is too large."""

import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from calisson.errors import SandboxError
from calisson.sandbox.files import collect, place, safe_name, unpack


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tarred(*members: tarfile.TarInfo, content: bytes = b"") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member in members:
            member.size = len(content) if member.isreg() else 0
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


@pytest.mark.parametrize(
    "name", ["", "/etc/passwd", "../x", "a/../../x", "a\0b", "C:/x", "a\\..\\b", "x" * 2000]
)
def test_paths_that_climb_out(name: str) -> None:
    with pytest.raises(SandboxError):
        safe_name(name)


def test_only_regular_files_come_back(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    folder = tmp_path / "work"
    folder.mkdir()
    place(folder, {"a/b.txt": b"fine", "big": b"x" * 1000})
    (folder / "link").symlink_to(secret)
    (folder / "dirlink").symlink_to(tmp_path)
    os.link(secret, folder / "hard")
    os.mkfifo(folder / "pipe")
    found, left = collect(folder, 500)
    assert found == {"a/b.txt": b"fine"}
    assert set(left) == {"big", "dirlink", "hard", "link", "pipe"}


def test_good_archives_are_read() -> None:
    assert unpack(zipped(**{"a/b.txt": b"1"}), 100) == {"a/b.txt": b"1"}
    assert unpack(tarred(member("a/b.txt"), content=b"1"), 100) == {"a/b.txt": b"1"}


@pytest.mark.parametrize(
    "data",
    [
        zipped(**{"../x": b"1"}),
        zipped(**{"/x": b"1"}),
        zipped(x=b"0" * 1_000_000),
        tarred(member("../../x"), content=b"1"),
        tarred(member("x", tarfile.SYMTYPE, "/etc/passwd")),
        tarred(member("x", tarfile.LNKTYPE, "/etc/passwd")),
        tarred(member("x", tarfile.CHRTYPE)),
        tarred(member("x", tarfile.FIFOTYPE)),
        b"no archive at all",
        b"",
        b"PK\x03\x04 broken",
    ],
    ids=range(11),
)
def test_bad_archives_are_refused(data: bytes) -> None:
    with pytest.raises(SandboxError):
        unpack(data, 1000)
