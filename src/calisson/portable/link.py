"""An app behind a link: read once, held to the same limits as a file, and looked at before anything of it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calisson.errors import ImportDataError, Problem, ToolError

if TYPE_CHECKING:
    from calisson.workshop.fetch import Door

MOST_BYTES = 20 * 1024 * 1024
"""Of a file behind a link."""


def read_link(url: str, *, house: bool = False, door: Door | None = None) -> bytes:
    """Return the file behind a link of the public web; with `house`, also of the house's own network.

    This machine's own addresses are never read. `door` is another way out, for tests.

    Raises:
        ImportDataError: it cannot be read, or may not be.
    """
    from calisson.workshop import fetch

    try:
        return fetch.download(url, door or fetch.Door(house=house, most_bytes=MOST_BYTES))
    except ToolError as error:
        raise ImportDataError(
            [Problem("link", "package-link", {"reason": str(error)[:300]}, str(error))]
        ) from None
