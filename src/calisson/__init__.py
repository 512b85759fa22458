"""A personal AI that a household runs itself.

Importing this package does no I/O, prints nothing and reads no environment.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Home", "__version__"]

if TYPE_CHECKING:
    from calisson.app import Home


def __getattr__(name: str) -> Any:
    """Resolve `Home` on first use, so that `import calisson` stays free of work."""
    if name == "Home":
        from calisson.app import Home

        return Home
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
