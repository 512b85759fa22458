"""The values of a JSON file, one after another, however long the file is.

The standard library reads a JSON document whole, and a package for streams (ijson) would be one more dependency for
what is a short scan here: brackets outside strings are counted until one value is complete, and that one is parsed.
Memory is bounded by the longest single value (one conversation), which is limited.

A file is an array of values, or values after one another (JSON lines).
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from calisson.errors import MemoryError_
from calisson.memory.exchange.archive import Readable

CHUNK = 1 << 16
LONGEST = 64 << 20
"""Characters of the longest value that is read: one conversation."""

_MARKS = re.compile(r'["\\{}\[\]]')
_QUOTED = re.compile(r'["\\]')
_SPACE = " \t\r\n"


def values(stream: Readable) -> Iterator[Any]:
    """Yield the values of a JSON file.

    Raises:
        MemoryError_: it is no JSON, ends in the middle, is no UTF-8, or one value is too long.
    """
    return _Reader(stream).values()


class _Reader:
    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._buffer = ""
        self._at = 0
        self._ended = False
        self._count = 0

    def values(self) -> Iterator[Any]:
        inside = self._next() == "["
        if inside:
            self._at += 1
        while (mark := self._next()) is not None:
            if inside and mark in ",]":
                self._at += 1
                if mark == "]":
                    if self._next() is not None:
                        raise self._broken("something follows the end of the list")
                    return
                continue
            self._count += 1
            yield self._value()
        if inside:
            raise self._broken("its brackets are not closed before the file ends")

    def _value(self) -> Any:
        start_mark = self._buffer[self._at]
        end = self._closed() if start_mark in "{[" else self._plain()
        given = self._buffer[self._at : end]
        self._at = end
        try:
            return json.loads(given)
        except (ValueError, RecursionError) as problem:
            raise self._broken(str(problem)) from None

    def _closed(self) -> int:
        """Return where the bracketed value that begins here ends."""
        depth, quoted, at = 0, False, self._at
        while True:
            match = (_QUOTED if quoted else _MARKS).search(self._buffer, at)
            if match is None or (match[0] == "\\" and match.end() >= len(self._buffer)):
                at = len(self._buffer) if match is None else match.start()
                if len(self._buffer) - self._at > LONGEST:
                    raise MemoryError_(f"entry {self._count} is longer than {LONGEST} characters",
                                       message_id="error-memory-file-long", entry=self._count)  # fmt: skip
                before = self._at
                if not self._more():
                    raise self._broken("its brackets are not closed before the file ends")
                at -= before - self._at
                continue
            at = match.end()
            if match[0] == "\\":
                at += 1
            elif match[0] == '"':
                quoted = not quoted
            elif match[0] in "{[":
                depth += 1
            else:
                depth -= 1
                if depth == 0:
                    return at

    def _plain(self) -> int:
        """Return where a line with a value that has no brackets ends; such a line is no memory, whatever it says."""
        while True:
            ends = [e for e in (self._buffer.find(c, self._at) for c in ",]\n") if e >= 0]
            if ends:
                return min(ends)
            if len(self._buffer) - self._at > CHUNK or not self._more():
                return len(self._buffer)

    def _next(self) -> str | None:
        """Return the next character that is no space, without passing it; None at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in _SPACE:
                    return self._buffer[self._at]
                self._at += 1
            if not self._more():
                return None

    def _more(self) -> bool:
        if self._ended:
            return False
        try:
            data = self._stream.read(CHUNK)
            text = self._decoder.decode(data, final=not data)
        except UnicodeDecodeError:
            raise self._broken("the file is not UTF-8 text") from None
        self._ended = not data
        self._buffer = self._buffer[self._at :] + text
        self._at = 0
        return bool(data)

    def _broken(self, why: str) -> MemoryError_:
        return MemoryError_(
            f"entry {self._count} is no memory: {why}",
            message_id="error-memory-file-broken",
            entry=self._count,
        )
