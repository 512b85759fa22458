"""Vectors in working memory, and the nearest of them.

With NumPy and SimSIMD (extra `vectors`) every memory's signed bytes are compared: a million of 128 dimensions are
128 MB, which one core reads in some milliseconds, so nothing is missed and there is nothing to train or to rebuild.
With NumPy alone the same takes ten times as long. In plain Python the latest `LATEST` are compared by one bit a
dimension: the Hamming distance of two such codes follows the angle between their vectors (Charikar 2002, 'Similarity
estimation techniques from rounding algorithms').
"""

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from heapq import nsmallest
from threading import Thread
from typing import Any, Protocol

from calisson.memory.finding.encoder import Vector

LATEST = 200_000
"""Memories that are compared without NumPy."""

CLOSE = 4
"""For one memory wanted, this many are taken by their codes and compared by their vectors."""

BLOCK = 131_072
"""Rows of one array: so many that threads rarely wait for the interpreter between two of them."""

PART = 2048
"""Rows that NumPy alone converts at a time."""

THREADS = min(2, os.cpu_count() or 1)
"""Threads that compare; more than two wait for the memory."""

ALONE = 100_000
"""Rows that are compared faster than a thread pays."""


class Scan(Protocol):
    """Vectors in working memory, in the order of their numbers."""

    spare: int
    """For one memory wanted, this many numbers have to be asked for, because the order is rough."""

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows of number and vector; those of another width are passed over."""
        ...

    def seek(self, vector: Vector, count: int) -> Callable[[], list[int]]:
        """Return how to get the numbers of the `count` nearest, nearest first; rows added later are not among them."""
        ...

    def size(self) -> int:
        """Return the bytes of working memory that they take."""
        ...


def code(vector: Vector) -> int:
    """Return the signs of a vector as the bits of a number; an empty vector's is 0."""
    return int(vector.translate(_SIGNS), 2) if vector else 0


_SIGNS = bytes(ord("1") if b >= 128 else ord("0") for b in range(256))


class PlainScan:
    """Sign codes as Python's whole numbers."""

    spare = CLOSE

    def __init__(self, width: int) -> None:
        self._width = width
        self._numbers: list[int] = []
        self._codes: list[int] = []

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows; the oldest go beyond `LATEST`."""
        kept = [(n, v) for n, v in rows if len(v) == self._width]
        self._numbers += [n for n, _ in kept]
        self._codes += [code(v) for _, v in kept]
        del self._numbers[:-LATEST], self._codes[:-LATEST]

    def seek(self, vector: Vector, count: int) -> Callable[[], list[int]]:
        """Find the numbers of the nearest by code."""
        wanted = code(vector)
        far = [(wanted ^ c).bit_count() for c in self._codes]
        found = [self._numbers[n] for n in nsmallest(count, range(len(far)), key=far.__getitem__)]
        return lambda: found

    def size(self) -> int:
        """Return the bytes of working memory that they take: two lists and two whole numbers each."""
        return sum(sys.getsizeof(x) for some in (self._numbers, self._codes) for x in (some, *some))


class ArrayScan:
    """Signed bytes as NumPy arrays, in blocks, so that growing copies nothing.

    Numbers mostly follow one another, so only where that breaks is it noted by how much they are ahead of the rows.
    """

    spare = 1

    def __init__(self, width: int) -> None:
        import numpy as np

        self._np = np
        self._products = products()
        self._width = width
        self._used = 0
        self._blocks: list[Any] = []
        self._begins, self._ahead = array("q"), array("q")

    def extend(self, rows: Sequence[tuple[int, Vector]]) -> None:
        """Add rows."""
        np = self._np
        kept = [(n, v) for n, v in rows if len(v) == self._width]
        for row, (number, _) in enumerate(kept, self._used):
            if not self._ahead or number - row != self._ahead[-1]:
                self._ahead.append(number - row)
                self._begins.append(row)
        while kept:
            at = self._used % BLOCK
            if not at:
                self._blocks.append(np.zeros((BLOCK, self._width), np.int8))
            some, kept = kept[: BLOCK - at], kept[BLOCK - at :]
            joined = np.frombuffer(b"".join(v for _, v in some), np.int8)
            self._blocks[-1][at : at + len(some)] = joined.reshape(len(some), self._width)
            self._used += len(some)  # last, so that who compares meanwhile sees whole rows only

    def seek(self, vector: Vector, count: int) -> Callable[[], list[int]]:
        """Begin to look for the nearest, the earlier one of equals first; threads do where there are many."""
        parts = list(zip(range(0, self._used, BLOCK), self._blocks, strict=False))
        used, threads = self._used, min(THREADS, len(parts))
        if used <= ALONE:
            return lambda: self._first([self._nearest(vector, count, used, parts)], count)
        some = [
            _begun(partial(self._nearest, vector, count, used, parts[n::threads])) for n in range(threads)
        ]
        return lambda: self._first([future.result() for future in some], count)

    def _nearest(
        self, vector: Vector, count: int, used: int, parts: Sequence[tuple[int, Any]]
    ) -> tuple[Any, Any]:
        """Return the products of the nearest of some blocks, and their rows."""
        np = self._np
        wanted = np.frombuffer(vector, np.int8)
        best, found = np.zeros(0, np.float32), np.zeros(0, np.int64)
        bar = -np.inf
        for begin, block in parts:
            got = self._products(block[: used - begin], wanted)
            if bar == -np.inf and len(got) > max(PART, count):
                bar = np.partition(got[: max(PART, count)], -count)[-count]
                above = np.flatnonzero(got >= bar)
            else:
                above = np.flatnonzero(got > bar)
            best, found = np.concatenate((best, got[above])), np.concatenate((found, above + begin))
            if len(best) > count:
                first = np.argpartition(-best, count - 1)[:count]
                best, found = best[first], found[first]
                bar = best.min()
        return best, found

    def _first(self, some: Sequence[tuple[Any, Any]], count: int) -> list[int]:
        """Return the numbers of the nearest of all, nearest first."""
        best, found = (self._np.concatenate(both) for both in zip(*some, strict=True))
        order = self._np.lexsort((found, -best))[:count]
        return [int(n) + self._ahead[bisect_right(self._begins, n) - 1] for n in found[order]]

    def size(self) -> int:
        """Return the bytes of working memory that they take: pages that nothing was written to take none."""
        return self._used * self._width + 16 * len(self._begins)


def _begun(work: Callable[[], Any]) -> Future[Any]:
    """Return what a thread of its own is about to find; a pool's would not survive a fork."""
    found: Future[Any] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as problem:
            found.set_exception(problem)

    Thread(target=run, name="calisson-scan", daemon=True).start()
    return found


def products() -> Callable[[Any, Any], Any]:
    """Return the function of rows of signed bytes and one vector that gives their dot products."""
    import numpy as np

    try:
        from simsimd import cdist
    except ImportError:

        def converted(rows: Any, wanted: Any) -> Any:
            query = wanted.astype(np.float32)
            parts = [rows[at : at + PART].astype(np.float32) @ query for at in range(0, len(rows), PART)]
            return np.concatenate(parts)

        return converted

    def compared(rows: Any, wanted: Any) -> Any:
        return np.asarray(cdist(wanted[None, :], rows, metric="inner", out_dtype="float32"))[0]

    return compared


def scan_for(width: int) -> Scan:
    """Return a scan over NumPy where it is installed, a plain one otherwise."""
    try:
        return ArrayScan(width)
    except ImportError:
        return PlainScan(width)
