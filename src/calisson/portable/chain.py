"""Through whose hands an app came: one signed link for each home, the author's first.

A link is signed over what the app was (a digest of its specification) and over the signature before it, so no link can
be taken out of the middle, put in, or moved to another app. Covers: forged and moved links, and a change that somebody
made on the way (its digest differs from there on). Does not cover: somebody who drops the whole chain and signs alone;
what he shows then is his own name.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from calisson.apps import AppSpec
from calisson.apps.spec import LinkSpec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MOST = 32
"""Links of one app; past that the latest ones make room."""


def content_of(spec: AppSpec) -> str:
    """Return the digest of what an app is; where it is from and who may see it in one home are left out.

    Members at their defaults are left out too, so that a later release with more members finds the same digest.
    """
    policy = spec.policy.model_copy(
        update={"visibility": "private", "shared_with": (), "remote_prompts": False}
    )
    bare = spec.model_copy(update={"origin": None, "policy": policy})
    whole = bare.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return hashlib.sha256(
        json.dumps(whole, ensure_ascii=False, sort_keys=True, default=str).encode()
    ).hexdigest()


def longer(
    chain: Sequence[LinkSpec], spec: AppSpec, key: Ed25519PrivateKey, made_at: str
) -> tuple[LinkSpec, ...]:
    """Return the chain with this home's link at its end; its own link that says the same is not said twice."""
    author, content = public_of(key), content_of(spec)
    if chain and (chain[-1].author, chain[-1].content) == (author, content):
        return tuple(chain)
    kept = tuple(chain[: MOST - 1])
    link = LinkSpec(author=author, made_at=made_at, content=content)
    signature = key.sign(_signed(link, kept[-1] if kept else None))
    return (*kept, link.model_copy(update={"signature": base64.b64encode(signature).decode()}))


def read_chain(given: Any, spec: AppSpec, sender: str) -> tuple[LinkSpec, ...] | None:
    """Return the links of a file; empty for a file of a release without them, None when they do not hold.

    The last one has to be the sender's, over the very specification of the file.
    """
    if given is None:
        return ()
    if not isinstance(given, list) or not 1 <= len(given) <= MOST:
        return None
    try:
        links = tuple(LinkSpec.model_validate(link) for link in given)
    except ValidationError:
        return None
    for before, link in zip((None, *links), links, strict=False):
        if not verified(link.author, link.signature, _signed(link, before)):
            return None
    last = links[-1]
    return links if last.author == sender and last.content == content_of(spec) else None


def told(links: Sequence[LinkSpec]) -> list[Mapping[str, Any]]:
    """Return what a person is shown of a chain: who, when, and whether they changed the app."""
    return [
        {"author": short(link.author), "made_at": link.made_at, "changed": number > 0 and link.content != links[number - 1].content}
        for number, link in enumerate(links)
    ]  # fmt: skip


def short(key: str) -> str:
    """Return the short form of a public key, in groups of four, for people to compare."""
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:16]
    return " ".join(digest[i : i + 4] for i in range(0, 16, 4))


def public_of(key: Ed25519PrivateKey) -> str:
    """Return the public key, base64."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def verified(author: Any, signature: Any, message: bytes) -> bool:
    """Tell whether a signature is its author's."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(author, validate=True))
        key.verify(base64.b64decode(signature, validate=True), message)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return bool(re.fullmatch(r"[A-Za-z0-9+/]{43}=", author))


def _signed(link: LinkSpec, before: LinkSpec | None) -> bytes:
    former = hashlib.sha256(before.signature.encode()).hexdigest() if before else ""
    said = {"author": link.author, "made_at": link.made_at, "content": link.content, "before": former}
    return b"calisson app link\0" + json.dumps(said, sort_keys=True).encode()
