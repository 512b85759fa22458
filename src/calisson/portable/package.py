"""An app as a file for another home: its specification and code, signed by the home that made the file.

A zip (`.calisson-app`) of `manifest.json` (format, author, digests of the other files), `signature.json` (Ed25519 over
the manifest's bytes), `app.json` and, only when asked, `records.json`. Reading one runs nothing of it: what it may do is
shown first, and taking it in is a second step.

Covers: changed files, files that are not listed, names that lead elsewhere, archives that unpack to far more than they
are, other formats, newer versions, an author that nobody here knows (needs the person's word). Does not cover: who
somebody is; a key is a home, and the person compares its short form by another way.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calisson.apps import AppSpec, parse_spec
from calisson.errors import AppError, CalissonError, ImportDataError, Problem

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from calisson.app import Home

FORMAT, FORMAT_VERSION = "calisson-app-package", 1
MOST_BYTES = 20 << 20
"""Of the file, and of what is unpacked three times as much."""
_UNPACKED = 3 * MOST_BYTES
_NAMES = frozenset({"manifest.json", "signature.json", "app.json", "records.json"})
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Package:
    """A file that was read and whose signature holds; nothing of it was run."""

    spec: AppSpec
    records: tuple[dict[str, Any], ...]
    key: str
    """The author's public key, base64."""
    made_at: str

    @property
    def author(self) -> str:
        """The short form of the author's key, in groups of four, for people to compare."""
        digest = hashlib.sha256(base64.b64decode(self.key)).hexdigest()[:16]
        return " ".join(digest[i : i + 4] for i in range(0, 16, 4))


def pack(home: Home, app_id: str, *, records: bool = False) -> bytes:
    """Return an app as a signed file; with its records only when asked.

    Raises:
        NotFoundError: there is no such app.
        AppError: it is larger than another home takes in.
    """
    whole = home.apps.export_json(app_id)
    files = {"app.json": _json({"spec": whole["spec"]})}
    if records:
        kept = [{k: r[k] for k in ("id", "entity", "values")} for r in whole["records"]]
        files["records.json"] = _json(kept)
    key = _key(home)
    manifest = _json({
        "format": FORMAT, "format_version": FORMAT_VERSION, "made_at": home.now().isoformat(timespec="seconds"),
        "author": _public(key), "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    })  # fmt: skip
    signature = _json({"algorithm": "ed25519", "signature": base64.b64encode(key.sign(manifest)).decode()})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"manifest.json": manifest, "signature.json": signature, **files}.items():
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), data, zipfile.ZIP_DEFLATED)
    if out.tell() > MOST_BYTES or sum(map(len, files.values())) > _UNPACKED:
        raise AppError(
            "the app is larger than another home takes in",
            message_id="package-too-large",
            limit=MOST_BYTES >> 20,
        )
    return out.getvalue()


def read(data: bytes) -> Package:
    """Read a file and check everything that can be checked without running anything of it.

    Raises:
        ImportDataError: it is no such file, too large, built to trick, changed, or of a newer release.
        SpecError: its specification has not the shape of one.
    """
    files = _unpacked(data)
    manifest = _parsed(files.get("manifest.json", b""))
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _wrong("package-not-app", "this is no app of another home")
    if manifest.get("format_version") != FORMAT_VERSION:
        raise _wrong(
            "package-version",
            "it was made by another release",
            found=str(manifest.get("format_version"))[:20],
        )
    digests = manifest.get("files")
    held = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()
            if name not in ("manifest.json", "signature.json")}  # fmt: skip
    if (
        not _signed(files["manifest.json"], manifest.get("author"), _parsed(files.get("signature.json", b"")))
        or digests != held
    ):
        raise _wrong("package-changed", "the file was changed after it was signed")
    app = _parsed(files.get("app.json", b""))
    if not isinstance(app, dict) or not isinstance(app.get("spec"), dict):
        raise _wrong("package-not-app", "there is no app in it")
    records = _parsed(files["records.json"]) if "records.json" in files else []
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        raise _wrong("package-not-app", "its records cannot be read")
    spec = parse_spec({k: v for k, v in app["spec"].items() if k != "origin"})
    policy = spec.policy.model_copy(
        update={"visibility": "private", "shared_with": (), "remote_prompts": False}
    )
    return Package(
        spec.model_copy(update={"policy": policy}),
        tuple(records),
        manifest["author"],
        str(manifest.get("made_at", ""))[:40],
    )


def preview(home: Home, package: Package) -> dict[str, Any]:
    """Return what an app is and what it may do, before anything of it runs."""
    spec = package.spec
    widget = spec.widget
    return {
        "name": spec.name, "icon": spec.icon, "summary": spec.summary, "language": spec.language,
        "entities": [{"label": e.label, "fields": [f.label for f in e.fields]} for e in spec.entities],
        "views": [v.kind for v in spec.views],
        "author": package.author, "known": known(home, package), "made_at": package.made_at, "records": len(package.records),
        "may": {
            "widget": {"reads": list(widget.access.reads), "writes": list(widget.access.writes), "code": widget.code} if widget else None,
            "functions": [{"name": f.label or f.name, "reads": list(f.access.reads), "writes": list(f.access.writes), "code": f.code}
                          for f in spec.functions],
            "logic": [{"name": x.name, "code": x.code} for x in spec.logic],
            "hosts": sorted({h for x in spec.logic for h in x.hosts}),
            "rules": [r.name for r in spec.rules], "reminders": [r.text for r in spec.reminders],
        },
        "problems": [p.as_dict() for p in problems_of(package)],
    }  # fmt: skip


def problems_of(package: Package) -> list[Problem]:
    """Return what would keep the app from being taken in, as far as reading it tells."""
    from calisson.apps.validation import problems

    return problems(package.spec)


def known(home: Home, package: Package) -> str:
    """Tell whether the author is this home (`self`), one whose app is here already (`known`), or `unknown`."""
    if package.key == _public(_key(home)):
        return "self"
    authors = {a.spec.origin.author for a in home.apps.list() if a.spec.origin}
    return "known" if package.key in authors else "unknown"


def take_in(home: Home, package: Package, *, trust: bool = False, person: str = "me") -> tuple[str, str]:
    """Make the app of a file, with its records where it has some; return its id and the turn that undoes it.

    Raises:
        AppError: nobody here knows the author, and `trust` is not given.
        SpecError: its specification does not hold together, or one of its checks fails.
        ValuesError: a record does not fit.
    """
    from calisson.apps.spec import OriginSpec

    if not trust and known(home, package) == "unknown":
        raise AppError(
            "nobody here knows the author", message_id="package-unknown-author", author=package.author
        )
    origin = OriginSpec(author=package.key, short=package.author, made_at=package.made_at)
    spec = package.spec.model_copy(update={"origin": origin})
    whole = {
        "format": "calisson-app",
        "format_version": 1,
        "id": "",
        "spec": spec.as_dict(),
        "records": list(package.records),
    }
    with home.by_hand(person, kind="import") as tx:
        return home.apps.import_json(tx, whole).id, tx.turn_id or ""


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Unpack into memory, every limit checked on what really comes out."""
    if len(data) > MOST_BYTES:
        raise _wrong("package-too-large", "the file is too large", limit=MOST_BYTES >> 20)
    found: dict[str, bytes] = {}
    left = _UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > len(_NAMES):
                raise _wrong("package-tricks", "it holds more than an app does")
            for member in members:
                link = (member.external_attr >> 16) & 0o170000 == 0o120000
                if member.filename not in _NAMES or member.filename in found or member.flag_bits & 1 or link:
                    raise _wrong("package-tricks", f"it holds {member.filename!r}"[:100])
                with archive.open(member) as stream:
                    found[member.filename] = content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise _wrong("package-too-large", "it unpacks to far too much", limit=_UNPACKED >> 20)
    except CalissonError:
        raise
    except Exception as error:  # whatever a damaged archive makes the library raise
        raise _wrong("package-not-app", f"it cannot be unpacked ({error})"[:200]) from None
    return found


def _signed(manifest: bytes, author: Any, given: Any) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(author, validate=True))
        if given["algorithm"] != "ed25519":
            return False
        key.verify(base64.b64decode(given["signature"], validate=True), manifest)
    except (InvalidSignature, ValueError, TypeError, KeyError):
        return False
    return bool(re.fullmatch(r"[A-Za-z0-9+/]{43}=", author))


def _key(home: Home) -> Ed25519PrivateKey:
    """Return this home's signing key; made of a lasting secret, so that a backup keeps it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    secret = home.sessions.standing(home.database, "signing")
    return Ed25519PrivateKey.from_private_bytes(
        hashlib.sha256(b"calisson app signing\0" + secret.encode()).digest()
    )


def _public(key: Ed25519PrivateKey) -> str:
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, default=str).encode()


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _wrong(message_id: str, hint: str, **arguments: Any) -> ImportDataError:
    return ImportDataError([Problem("file", message_id, arguments, hint)], hint)
