"""Further words for a question from a model: a `Model` for `expansion`, on demand, within a time limit, remembered.

Without a model, when none may see the question, or when it is late, there are none, and the search goes on without.
A late answer is remembered, so the same question has it the next time.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from calisson.language.text import normalise
from calisson.models.prompts import outside, render
from calisson.models.types import Privacy, Reply, Request, ask

MOST = 12
"""Words that a model may give."""

LONGEST = 30
"""Characters of a word; what is longer is a sentence."""

LIMIT_S = 3.0
"""Seconds that a search waits for a model."""

KEPT = 256
"""Questions whose words are remembered."""

_MARKS = re.compile(r"^[\s\-*•·\d.)\]\[(\"'「」『』]+|[\s.,;:!?。、，；：\"'「」『』]+$")
_APART = re.compile(r"[\n,;、，；]+")


class Answers(Protocol):
    """What is needed of the door to models."""

    @property
    def available(self) -> bool:
        """Whether any model is set up."""
        ...

    def answer(self, request: Request, stopped: Callable[[], bool] | None = None) -> Reply:
        """Return the reply of a model, or one whose `embedded` is true."""
        ...


class FurtherWords:
    """Asks a model what else an answer may say. Safe to share between threads."""

    def __init__(
        self, models: Answers, *, privacy: Privacy = "local", person: str = "me", limit_s: float = LIMIT_S
    ) -> None:
        """Make one.

        Args:
            models: the door to models.
            privacy: of the questions; `local` never leaves the house.
            person: who asks.
            limit_s: seconds that a question waits at most.
        """
        self._models = models
        self._privacy = privacy
        self._person = person
        self._limit_s = limit_s
        self._known: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()
        self._asking: dict[tuple[str, str], threading.Thread] = {}

    def __call__(self, query: str, language: str) -> tuple[str, ...]:
        """Return further words, the likeliest first; none when there is nobody to ask, or not in time."""
        key = (" ".join(normalise(query).casefold().split()), language)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            if not key[0] or not self._models.available:
                return ()
            thread = self._asking.get(key)
            if thread is None:
                thread = threading.Thread(target=self._ask, args=(key, query), daemon=True)
                self._asking[key] = thread
                thread.start()
        thread.join(self._limit_s)
        with self._lock:
            return self._known.get(key, ())

    def _ask(self, key: tuple[str, str], query: str) -> None:
        try:
            prompt = render("further_words", most=str(MOST), question=outside(query))
            reply = self._models.answer(
                ask(
                    prompt.text, privacy=self._privacy, prompt=prompt.id, purpose="memory", person=self._person,
                    max_tokens=200, timeout_s=max(1.0, 4 * self._limit_s),
                )
            )  # fmt: skip
            if reply.embedded:
                return
            words = read(reply.text, query)
            with self._lock:
                self._known[key] = words
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
        finally:
            with self._lock:
                self._asking.pop(key, None)


def read(text: str, query: str) -> tuple[str, ...]:
    """Return the words of an answer; lines that are no words are left out, and so is what the question says."""
    asked = normalise(query).casefold()
    words = (_MARKS.sub("", _MARKS.sub("", w)) for w in _APART.split(normalise(text)))
    fit = (w for w in words if w and len(w) <= LONGEST and len(w.split()) <= 3 and w.casefold() not in asked)
    return tuple(dict.fromkeys(fit))[:MOST]
