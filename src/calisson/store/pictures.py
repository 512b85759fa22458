"""What a picture is to a home: its kind by its first bytes, and how large it may be; it is never decoded here."""

from __future__ import annotations

MAX_BYTES = 12_000_000
MAX_SMALL_BYTES = 400_000
"""Of a thumbnail."""

SMALL = "small:"
"""What the name of a thumbnail begins with; the id of its picture follows."""


def kind_of(data: bytes) -> str | None:
    """Return the media type of a picture by its first bytes; None when it is none that is kept."""
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    return None
