"""A home's way out and back in: the export for other programs, and a backup looked at before it is brought back.

Must never change a home before its present state is kept in a file.
"""

from calisson.portable.export import export
from calisson.portable.restore import (
    AppChange,
    Arrival,
    Counts,
    Preview,
    Saved,
    arrive,
    bring_back,
    preview,
    saved,
)

__all__ = [
    "AppChange",
    "Arrival",
    "Counts",
    "Preview",
    "Saved",
    "arrive",
    "bring_back",
    "export",
    "preview",
    "saved",
]
