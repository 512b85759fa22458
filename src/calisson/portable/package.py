"""An app as a file for another home: its specification and code, signed by the home that made the file.

A zip (`.calisson-app`) of `manifest.json` (format, sender, digests of the other files, the chain of those through whose
hands it came), `signature.json` (Ed25519 over the manifest's bytes), `app.json` and, only when asked, `records.json` with
the pictures that the records show (`pictures/` and the SHA-256 of what is in it). Reading one runs nothing of it: what it may do is
shown first, and taking it in is a second step.

Covers: changed files, files that are not listed, names that lead elsewhere, archives that unpack to far more than they
are, other formats, newer versions, pictures that are none (told by their first bytes; none is decoded), a sender that
nobody here knows (needs the person's word), a forged chain. Does not cover: who somebody is; a key is a home, and the
person compares its short form by another way.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from calisson.apps import AppSpec, parse_spec
from calisson.apps.grants import without
from calisson.apps.spec import LinkSpec
from calisson.apps.unsigned import alone
from calisson.errors import AppError, CalissonError, ImportDataError, NotFoundError, Problem
from calisson.portable.chain import longer, public_of, read_chain, short, told, verified
from calisson.store.pictures import MAX_BYTES, kind_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from calisson.app import Home

FORMAT, FORMAT_VERSION = "calisson-app-package", 1
MOST_BYTES = 20 << 20
"""Of the file, and of what is unpacked three times as much."""
_UNPACKED = 3 * MOST_BYTES
_NAMES = frozenset({"manifest.json", "signature.json", "app.json", "records.json"})
PICTURES = "pictures/"
MOST_PICTURES = 500
_PICTURE = re.compile(r"pictures/[0-9a-f]{64}")
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Package:
    """A file that was read and whose signature holds; nothing of it was run."""

    spec: AppSpec
    records: tuple[dict[str, Any], ...]
    key: str
    """The public key, base64, of the home that made the file."""
    made_at: str
    chain: tuple[LinkSpec, ...] = ()
    """Through whose hands it came; empty in files of an earlier release."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures of the records, by id."""

    @property
    def author(self) -> str:
        """The short form of the key, in groups of four, for people to compare."""
        return short(self.key)


def pack(home: Home, app_id: str, *, records: bool = False) -> bytes:
    """Return an app as a signed file, without functions that read other apps; with its records only when asked.

    Raises:
        NotFoundError: there is no such app.
        AppError: it is larger than another home takes in.
    """
    whole = home.apps.export_json(app_id)
    spec = without(home.apps.get(app_id).spec)
    files = {"app.json": _json({"spec": spec.as_dict()})}
    if records:
        kept = [{k: r[k] for k in ("id", "entity", "values")} for r in whole["records"]]
        files["records.json"] = _json(kept)
        files |= {f"{PICTURES}{name}": data for name, data in _pictures(home, spec, kept)}
    key, now = _key(home), home.now().isoformat(timespec="seconds")
    chain = longer(spec.origin.chain if spec.origin else (), spec, key, now)
    manifest = _json({
        "format": FORMAT, "format_version": FORMAT_VERSION, "made_at": now, "author": public_of(key),
        "chain": [link.model_dump() for link in chain], "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    })  # fmt: skip
    signature = _json({"algorithm": "ed25519", "signature": base64.b64encode(key.sign(manifest)).decode()})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"manifest.json": manifest, "signature.json": signature, **files}.items():
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), data, zipfile.ZIP_DEFLATED)
    if out.tell() > MOST_BYTES or len(files) > MOST_PICTURES or sum(map(len, files.values())) > _UNPACKED:
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
    given = _parsed(files.get("signature.json", b""))
    by = given if isinstance(given, dict) and given.get("algorithm") == "ed25519" else {}
    if not verified(manifest.get("author"), by.get("signature"), files["manifest.json"]) or not _same(
        digests, held
    ):
        raise _wrong("package-changed", "the file was changed after it was signed")
    app = _parsed(files.get("app.json", b""))
    if not isinstance(app, dict) or not isinstance(app.get("spec"), dict):
        raise _wrong("package-not-app", "there is no app in it")
    records = _parsed(files["records.json"]) if "records.json" in files else []
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        raise _wrong("package-not-app", "its records cannot be read")
    spec = alone(parse_spec({k: v for k, v in app["spec"].items() if k != "origin"}))
    chain = read_chain(manifest.get("chain"), spec, manifest["author"])
    if chain is None:
        raise _wrong("package-changed", "the chain of those who passed it on does not hold")
    spec = without(spec)
    pictures = {n.removeprefix(PICTURES): content for n, content in files.items() if n.startswith(PICTURES)}
    for name, content in pictures.items():
        if (
            len(content) > MAX_BYTES
            or kind_of(content) is None
            or hashlib.sha256(content).hexdigest() != name
        ):
            raise _wrong(
                "package-tricks",
                f"it holds {PICTURES}{name}, which is no picture",
                name=f"{PICTURES}{name[:12]}",
            )
    return Package(
        spec, tuple(records), manifest["author"], str(manifest.get("made_at", ""))[:40], chain, pictures
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
        "chain": told(package.chain), "pictures": len(package.pictures),
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
    """Tell whether the sender is this home (`self`), one that brought an app already (`known`), or `unknown`."""
    if package.key == public_of(_key(home)):
        return "self"
    origins = [a.spec.origin for a in home.apps.list() if a.spec.origin]
    authors = {o.chain[-1].author if o.chain else o.author for o in origins}
    return "known" if package.key in authors else "unknown"


def take_in(home: Home, package: Package, *, trust: bool = False, person: str = "me") -> tuple[str, str]:
    """Make the app of a file, with its records where it has some; return its id and the turn that undoes it.

    Raises:
        AppError: nobody here knows the author, and `trust` is not given.
        SpecError: its specification does not hold together, or one of its checks fails.
        ValuesError: a record does not fit.
    """
    from calisson.apps.spec import OriginSpec
    from calisson.store import Blobs

    if not trust and known(home, package) == "unknown":
        raise AppError(
            "nobody here knows the author", message_id="package-unknown-author", author=package.author
        )
    first = package.chain[0] if package.chain else LinkSpec(author=package.key, made_at=package.made_at)
    origin = OriginSpec(
        author=first.author, short=short(first.author), made_at=first.made_at, chain=package.chain
    )
    spec = package.spec.model_copy(update={"origin": origin})
    whole = {
        "format": "calisson-app",
        "format_version": 1,
        "id": "",
        "spec": spec.as_dict(),
        "records": list(package.records),
    }
    with home.by_hand(person, kind="import") as tx:
        for content in package.pictures.values():
            Blobs(home.database).put(tx, content, str(kind_of(content)))
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
            if len(members) > len(_NAMES) + MOST_PICTURES:
                raise _wrong("package-tricks", "it holds more than an app does")
            for member in members:
                link = (member.external_attr >> 16) & 0o170000 == 0o120000
                named = member.filename in _NAMES or _PICTURE.fullmatch(member.filename)
                if not named or member.filename in found or member.flag_bits & 1 or link:
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


def _same(digests: Any, held: Mapping[str, str]) -> bool:
    """Tell whether the files are those that were signed for."""
    return bool(digests == held)


def _pictures(home: Home, spec: AppSpec, records: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures that records show, each once; one that is not there any more is left out."""
    from calisson.store import Blobs

    shown = {(e.name, f.name) for e in spec.entities for f in e.fields if f.type == "image"}
    held = (
        v for r in records for n, v in r["values"].items() if (r["entity"], n) in shown and isinstance(v, str)
    )
    for name in dict.fromkeys(held):
        try:
            blob, data = Blobs(home.database).get(name)
        except NotFoundError:
            continue
        if blob.media_type.startswith("image/") and kind_of(data):
            yield name, data


def _key(home: Home) -> Ed25519PrivateKey:
    """Return this home's signing key; made of a lasting secret, so that a backup keeps it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    secret = home.sessions.standing(home.database, "signing")
    return Ed25519PrivateKey.from_private_bytes(
        hashlib.sha256(b"calisson app signing\0" + secret.encode()).digest()
    )


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, default=str).encode()


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _wrong(message_id: str, hint: str, **arguments: Any) -> ImportDataError:
    return ImportDataError([Problem("file", message_id, arguments, hint)], hint)
