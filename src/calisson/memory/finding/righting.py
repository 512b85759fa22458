"""Putting right what a memory says of a thing: 'Grandma is allergic to walnuts' and 'no, it's hazelnuts'.

The word of the memory that is a thing of the same kind, by the built-in encoder, gives way; one that is clearly nearer
than all others. Words for people stay: who it is about is not what is put right.
"""

from __future__ import annotations

import re

from calisson.language.text import fold, is_cjk, normalise
from calisson.memory.finding import sought
from calisson.memory.finding.encoder import LONGEST, Vector, built_in, similarity
from calisson.memory.words.lexicon import words
from calisson.memory.words.tokens import without_fillers

NEAR, NEAR_OF_KIND = 0.45, 0.33
"""The least cosine of two things of one kind; the same where the memory tells what somebody avoids, fears or wants."""

OF_THINGS = ("avoid", "dislike", "fear", "wish")
"""Kinds of `sought.toml` that are told of a thing."""

AHEAD = 0.08
"""By how much the nearest word has to be nearer than the next one."""

_WORD = re.compile(r"[^\W\d_]+")


def put_right(old: str, right: str, language: str) -> str | None:
    """Return a memory with the thing in it that the new words correct, or None when no word of it clearly is one.

    Args:
        old: what the memory says.
        right: what is right, in a few words ('hazelnuts').
        language: of both.
    """
    right = " ".join(w for w in right.split() if fold(w) not in fold(old).split()) or right
    new = [v for v, _ in built_in().parts(without_fillers(right, language), language)]
    if not new or fold(right) in fold(old):
        return None
    near = sorted(
        ((_near(word, new, language), at, word) for at, word in _things(old, language)), reverse=True
    )
    some = (k for n, k in sought.kinds(language).items() if n in OF_THINGS)
    least = NEAR_OF_KIND if any(sought.tells(k, old, language) for k in some) else NEAR
    if not near or near[0][0] < least or (len(near) > 1 and near[0][0] - near[1][0] < AHEAD):
        return None
    _, at, word = near[0]
    said = _joined(right, word)
    return normalise(old)[:at] + said + normalise(old)[at + len(word) :]


def _things(text: str, language: str) -> list[tuple[int, str]]:
    """Return the words of a text that may be things, with where they stand; known runs where none are written apart."""
    known, found = words(language), []
    for match in _WORD.finditer(normalise(text)):
        run, at = match[0], match.start()
        if not is_cjk(run):
            found.append((at, run))
            continue
        here = 0
        while here < len(run):
            ends = range(min(len(run), here + LONGEST), here + 1, -1)
            end = next((e for e in ends if built_in().row(fold(run[here:e])) is not None), None)
            if end is not None:
                found.append((at + here, run[here:end]))
            here = end or here + 1
    bare = without_fillers(text, language)
    return [(a, w) for a, w in found if fold(w) in bare and not known.people.search(fold(w))]


def _near(word: str, new: list[Vector], language: str) -> float:
    parts = built_in().parts(word, language)
    return max((similarity(v, n) for v, _ in parts for n in new), default=0.0)


def _joined(right: str, word: str) -> str:
    """Return the new words as they stand in a sentence, written great or small as they were said."""
    return right.strip() if is_cjk(word) else right.strip().rstrip(".!")
