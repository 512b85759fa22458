"""The built-in encoder: a text becomes one vector, the weighted sum of vectors of its words and word pieces.

The table of vectors is made by `tools/encoder/train.py`: English pieces are distilled from a sentence encoder
(Tulkens & van Dongen 2024, 'Model2Vec'), weighted by smooth inverse frequency (Arora, Liang & Ma 2017, 'A simple
but tough-to-beat baseline for sentence embeddings'), and words of the other languages lie where the English
words of the same concepts lie, so that a question in one language finds a fact in another. Keys are hashes, the
file is mapped and not read, and nothing but the standard library is needed: a text takes about 0.2 ms.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import mmap
import re
import struct
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from operator import mul
from typing import Protocol

from calisson.language.text import fold, is_cjk
from calisson.language.variants import plain
from calisson.memory.words.stems import without_ending

MAGIC = b"CLSN"
HEADER = struct.Struct("<4sHHII")
"""Magic, version of the form, dimensions, number of keys, number of rows."""

LONGEST = 8
"""Characters of the longest key of a script without spaces between words."""

CONCEPTS = "en:"
"""English by concepts: its words where other languages' words of the same concepts lie, exactly."""

LONGEST_WORD = 40
"""Letters of a word of an alphabet that count."""

PART = 4
"""Letters of the shortest part of a compound."""

MOST_PIECES = 256
"""Pieces of one text; what follows does not count."""

_RUN = re.compile(r"[^\W\d_]+|\d+")
_WIDE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\uac00-\ud7a3]+")

Vector = bytes
"""Signed bytes, one a dimension; a unit vector times 127. Empty: the text has nothing to encode."""


class Encoder(Protocol):
    """Turns texts into vectors that are near each other when the texts say alike things."""

    @property
    def name(self) -> str:
        """Name and version: vectors of different names must not be compared."""
        ...

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> Vector:
        """Return the vector of a text, leaving out the words `without` (folded), as of names."""
        ...


def key(piece: str) -> int:
    """Return the hash of a piece, 32 bits."""
    return int.from_bytes(hashlib.blake2b(piece.encode(), digest_size=4).digest(), "little")


def similarity(a: Vector, b: Vector) -> float:
    """Return the cosine of two vectors, -1 to 1; 0 when one of them is empty."""
    if not a or len(a) != len(b):
        return 0.0
    first, second = memoryview(a).cast("b"), memoryview(b).cast("b")
    return float(sum(map(mul, first, second))) / 16129.0


def packed(values: Collection[float]) -> Vector:
    """Return a vector of any length as signed bytes; empty when it is zero."""
    length = math.sqrt(sum(v * v for v in values))
    if not length:
        return b""
    scale = 127.0 / length
    return struct.pack(f"{len(values)}b", *(max(-127, min(127, round(v * scale))) for v in values))


@dataclass(frozen=True)
class TableEncoder:
    """The built-in encoder over a mapped table: sorted keys, the row of each, each row's scale, and the rows."""

    path: str

    @cached_property
    def _table(self) -> tuple[int, memoryview[int], memoryview[int], memoryview[float], memoryview[int]]:
        with open(self.path, "rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        magic, _, width, count, rows = HEADER.unpack(view[: HEADER.size])
        if magic != MAGIC:
            raise ValueError(f"{self.path} is no encoder's table")
        ends = [HEADER.size, 4 * count, 4 * count, 4 * rows, width * rows]
        keys, places, scales, values = itertools.pairwise(itertools.accumulate(ends))
        return (
            width,
            view[slice(*keys)].cast("I"),
            view[slice(*places)].cast("I"),
            view[slice(*scales)].cast("f"),
            view[slice(*values)].cast("b"),
        )

    @cached_property
    def name(self) -> str:
        """Name and version, from the table's content."""
        with open(self.path, "rb") as file:
            return "table-" + hashlib.file_digest(file, "blake2b").hexdigest()[:12]

    def row(self, piece: str) -> int | None:
        """Return the row of a piece; None for one that the table does not have."""
        _, keys, places, _, _ = self._table
        wanted = key(piece)
        at = bisect_left(keys, wanted)
        return places[at] if at < len(keys) and keys[at] == wanted else None

    def encode(self, text: str, language: str = "en", without: Collection[str] = ()) -> Vector:
        """Return the vector of a text, leaving out the words `without` (folded), as of names."""
        width, _, _, scales, values = self._table
        total = [0.0] * width
        for row in self._rows(text, language, without):
            scale = scales[row]
            total = [
                t + scale * v for t, v in zip(total, values[row * width : row * width + width], strict=True)
            ]
        return packed(total)

    def parts(self, text: str, language: str = "en") -> list[tuple[Vector, float]]:
        """Return the vector of each known word of a text, and its length before it became one: how much it says."""
        width, _, _, scales, values = self._table
        out = []
        for row in dict.fromkeys(self._rows(text, CONCEPTS if language == "en" else language, ())):
            part = values[row * width : (row + 1) * width].tolist()
            if vector := packed(part):
                out.append((vector, scales[row] * math.sqrt(sum(v * v for v in part))))
        return out

    def unknown(self, text: str, language: str = "en") -> list[str]:
        """Return the runs of a text, of two characters or more, of which the table has no word of two or more."""
        found: list[str] = []
        for run in _RUN.findall(fold(plain(text, language))):
            if not is_cjk(run):
                found += [run] if len(run) > 1 and not self.parts(run, language) else []
                continue
            covered = {n for at, end in self._spans(run) for n in range(at, end)}
            left = "".join(" " if n in covered else c for n, c in enumerate(run))
            found += [p for p in left.split() if len(p) > 1 and not all("\u3041" <= c <= "\u309f" for c in p)]
        return found

    def _spans(self, run: str) -> Iterator[tuple[int, int]]:
        """Yield where known words of two characters or more stand in a run without spaces."""
        at = 0
        while at < len(run):
            ends = (
                e for e in range(min(len(run), at + LONGEST), at + 1, -1) if self.row(run[at:e]) is not None
            )
            end = next(ends, None)
            if end is not None:
                yield at, end
            at = end or at + 1

    def _rows(self, text: str, language: str, without: Collection[str]) -> list[int]:
        found: list[int] = []
        for run in _RUN.findall(fold(plain(text, language))):
            if run in without:
                continue
            at = 0
            run = run[: MOST_PIECES * LONGEST]
            for wide in _WIDE.finditer(run):
                found += _word(self, run[at : wide.start()][:LONGEST_WORD], language)
                found += _hangul(self, wide[0]) if wide[0][0] >= "\uac00" else _unspaced(self, wide[0])
                at = wide.end()
            found += _word(self, run[at:][:LONGEST_WORD], language)
            if len(found) >= MOST_PIECES:
                break
        return found[:MOST_PIECES]


@lru_cache(maxsize=16384)
def _word(encoder: TableEncoder, word: str, language: str) -> tuple[int, ...]:
    """Return the rows of a word of an alphabet: its own, else those of its parts."""
    if not word:
        return ()
    if language == CONCEPTS:
        row = encoder.row(f"en:{word}")
        return (row,) if row is not None else _word(encoder, word, "en")
    own, other = (
        (_german(encoder, word), encoder.row(word)) if language == "de" else (encoder.row(word), None)
    )
    found = own if own is not None else other
    if found is None and language != "de":
        found = _german(encoder, word)
    if found is not None:
        return (found,)
    return _pieces(encoder, word) if language == "en" else _compound(encoder, word)


def _german(encoder: TableEncoder, word: str) -> int | None:
    row = encoder.row(f"de:{word}")
    return row if row is not None else encoder.row(f"de:{without_ending(word)}")


def _compound(encoder: TableEncoder, word: str) -> tuple[int, ...]:
    """Return the rows of the known words that a German compound begins and ends with; empty without one."""
    head = next(
        (
            (n, r)
            for n in range(len(word) - 3, PART - 1, -1)
            if (r := encoder.row(f"de:{word[:n]}")) is not None
        ),
        (0, None),
    )
    tail = next(
        (
            r
            for n in range(max(head[0], 3), len(word) - PART + 1)
            if (r := _german(encoder, word[n:])) is not None
        ),
        None,
    )
    return tuple(r for r in (head[1], tail) if r is not None)


def _pieces(encoder: TableEncoder, word: str) -> tuple[int, ...]:
    """Return the rows of the longest pieces from the left, as far as they are known.

    Greedy longest match, as WordPiece does (Schuster & Nakajima 2012): pieces after the first carry `##`.
    """
    rows: list[int] = []
    at = 0
    while at < len(word):
        for end in range(len(word), at, -1):
            row = encoder.row(("##" if at else "") + word[at:end])
            if row is not None:
                rows.append(row)
                at = end
                break
        else:
            break
    return tuple(rows)


@lru_cache(maxsize=16384)
def _unspaced(encoder: TableEncoder, run: str) -> tuple[int, ...]:
    """Return the rows of the longest known words from the left; what is unknown is passed over."""
    return tuple(_matches(encoder, run, least=1))


@lru_cache(maxsize=16384)
def _hangul(encoder: TableEncoder, word: str) -> tuple[int, ...]:
    """Return the rows of the known words in a spaced Korean word; endings and particles are unknown and pass."""
    return tuple(_matches(encoder, word, least=2))


def _matches(encoder: TableEncoder, run: str, least: int) -> Iterator[int]:
    at = 0
    while at < len(run):
        shortest = least if at else 1
        for end in range(min(len(run), at + LONGEST), at + shortest - 1, -1):
            row = encoder.row(run[at:end])
            if row is not None:
                yield row
                at = end
                break
        else:
            at += 1


@lru_cache(maxsize=1)
def built_in() -> TableEncoder:
    """Return the encoder that comes with Calisson."""
    return TableEncoder(str(files("calisson.memory.finding") / "encoder.bin"))
