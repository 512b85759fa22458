"""Vectors from an OpenAI-compatible embedding server: `POST URL/embeddings`."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Collection, Sequence
from typing import Any

from calisson.errors import ConfigError
from calisson.memory.finding.encoder import Vector, packed
from calisson.memory.finding.encoders import without_words

KEY = "CALISSON_ENCODER_KEY"
"""Names the variable with the server's key, where it wants one."""

TIMEOUT_S = 30.0
"""How long a batch may take."""

SOON_S = 5.0
"""How long a question's vector may take: somebody waits."""

PAUSES_S = (0.5, 2.0, 8.0)
"""What is waited before each further attempt of a batch, unless the server says how long."""

LONGEST_PAUSE_S = 30.0

REST_S = 20.0
"""After a failure questions are not sent for so long: they are answered by words meanwhile."""

PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""Answers after which another attempt is worth it."""


class _Stays(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: what was meant for one machine goes to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class ServedEncoder:
    """An OpenAI-compatible embedding server."""

    def __init__(self, url: str, model: str, *, outside: bool = False) -> None:
        self._url = url
        self._model = model
        self.outside = outside
        """Whether what it is given leaves the house; a server in it is never spoken to through a proxy."""
        proxies = () if outside else (urllib.request.ProxyHandler({}),)
        self._open = urllib.request.build_opener(_Stays(), *proxies).open
        self._down_until = 0.0
        self.name = ("served-" + (model or "default"))[:40]

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> Vector:
        """Return the vector of a text, with one attempt.

        Raises:
            ConfigError: the server does not answer as such a server does, or did not a moment ago.
        """
        if time.monotonic() < self._down_until:
            raise self._problem("it did not answer a moment ago")
        return self._ask([without_words(text, without)], SOON_S, ())[0]

    def encode_many(self, texts: Sequence[tuple[str, str]], without: Collection[str] = ()) -> list[Vector]:
        """Return the vectors of many texts, each given with its language, in one request.

        Raises:
            ConfigError: the server does not answer as such a server does, after some attempts.
        """
        return self._ask([without_words(text, without) for text, _ in texts], TIMEOUT_S, PAUSES_S)

    def _ask(self, texts: Sequence[str], timeout_s: float, pauses_s: Sequence[float]) -> list[Vector]:
        """Return the vectors of texts; empty ones, which servers refuse, have an empty vector."""
        said = [t for t in texts if t.strip()]
        made = iter(self._try(said, timeout_s, pauses_s) if said else [])
        return [next(made) if t.strip() else b"" for t in texts]

    def _try(self, texts: Sequence[str], timeout_s: float, pauses_s: Sequence[float]) -> list[Vector]:
        for pause_s in (*pauses_s, None):
            try:
                found = self._post(texts, timeout_s)
            except urllib.error.HTTPError as refused:
                reason = f"{refused.code} {refused.reason}"
                asked = refused.headers.get("Retry-After") or ""
                refused.close()
                if refused.code not in PASSING or pause_s is None:
                    break
                pause_s = min(float(asked), LONGEST_PAUSE_S) if asked.isdecimal() else pause_s
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
                reason = str(problem) or type(problem).__name__
                if pause_s is None:
                    break
            else:
                self._down_until = 0.0
                return found
            time.sleep(pause_s)
        self._down_until = time.monotonic() + REST_S
        raise self._problem(reason)

    def _post(self, texts: Sequence[str], timeout_s: float) -> list[Vector]:
        body = json.dumps({"model": self._model, "input": list(texts), "encoding_format": "float"}).encode()
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(f"{self._url}/embeddings", body, headers)
        with self._open(request, timeout=timeout_s) as answer:
            return _vectors(json.load(answer), len(texts))

    def _problem(self, reason: str) -> ConfigError:
        return ConfigError(f"the embedding server at {self._url} does not answer as one: {reason}")


def _vectors(answer: Any, count: int) -> list[Vector]:
    """Return the vectors of an answer, in the order of the texts, whatever the order of its items.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is no such answer.
    """
    items = answer["data"]
    by_index = {int(item.get("index", n)): item["embedding"] for n, item in enumerate(items)}
    if sorted(by_index) != list(range(count)):
        raise ValueError(f"{len(items)} vectors for {count} texts")
    made = [packed([float(v) for v in by_index[n]]) for n in range(count)]
    if len({len(v) for v in made if v}) > 1:
        raise ValueError("vectors of different lengths")
    return made
