"""Which files a pattern means, for the tools that list and search, and for the rules of a household.

As in shells, but that `*` passes the marks between folders (a rule for `*.key` has to mean every key), that `**/` also
stands for no folder at all, and that the name of a folder means all that is in it.
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache

_ANY_FOLDER = re.compile(r"(?:^|(?<=/))\*\*/")


def fits(path: str, pattern: str) -> bool:
    """Tell whether a pattern means a file, by its relative path with `/`."""
    return _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = _ANY_FOLDER.split(pattern.removeprefix("./").rstrip("/"))
    plain = "(?:.*/)?".join(_inside(translate(part)) for part in parts)
    return re.compile(f"(?:{plain})(?:/.*)?" if plain else "(?!)", re.DOTALL)


def _inside(translated: str) -> str:
    """Return what stands between the `(?s:` and the end mark of a pattern that `fnmatch` made."""
    return translated[len("(?s:") : translated.rindex(")")]
