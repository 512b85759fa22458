"""Prompts as files with versions: `<name>.md` with front matter and `{{placeholders}}`.

A change of a prompt is a new version; the rendered form is snapshot-tested, and the ledger says which version
an answer came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from calisson.errors import ConfigError

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt, rendered."""

    text: str
    name: str
    version: int
    purpose: str

    @property
    def id(self) -> str:
        """Name and version: `talk@1`."""
        return f"{self.name}@{self.version}"


def names() -> list[str]:
    """Return the prompts there are."""
    folder = resources.files(__name__)
    return sorted(f.name.removesuffix(".md") for f in folder.iterdir() if f.name.endswith(".md"))


def render(name: str, **values: str) -> Prompt:
    """Return a prompt with its places filled in, each exactly once: what is filled in is not read again.

    Raises:
        ConfigError: there is no such prompt, or the values are not those that it names.
    """
    front, body = _read(name)
    wanted = set(_PLACE.findall(body))
    if wanted != set(values):
        raise ConfigError(f"prompt {name!r} needs {sorted(wanted)}, was given {sorted(values)}")
    text = _PLACE.sub(lambda m: values[m.group(1)], body)
    return Prompt(text.strip(), name, int(front["version"]), front.get("purpose", name))


def outside(text: str) -> str:
    """Mark text that somebody else wrote, so that it cannot end its own mark."""
    return f"⟦{text.replace('⟦', '[').replace('⟧', ']')}⟧"


@lru_cache(maxsize=64)
def _read(name: str) -> tuple[dict[str, str], str]:
    file = resources.files(__name__).joinpath(f"{name}.md")
    if not name.isidentifier() or not file.is_file():
        raise ConfigError(f"no prompt {name!r}; there are: {', '.join(names())}")
    whole = file.read_text("utf-8")
    match = _FRONT.match(whole)
    if match is None:
        raise ConfigError(f"prompt {name!r} has no front matter")
    pairs = (line.split(":", 1) for line in match.group(1).splitlines() if ":" in line)
    return {key.strip(): value.strip() for key, value in pairs}, whole[match.end() :]
