"""Folding of written forms, with offsets kept where spans depend on them.

`normalise` and `lower` change characters one for one, so a span found in their result names the same stretch
of the original. `fold` is for comparing two words and may change the length. Text that arrives decomposed
(file names of some systems: `u` + combining dots, single jamo) is put together by `compose`, which must run
before any span is made.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from calisson.language.traits import traits

_ONE_FOR_ONE = {
    "\u3000": " ", "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u2002": " ", "\u2003": " ",
    "\t": " ", "\u200a": " ", "\u205f": " ",
    "‘": "'", "’": "'", "‛": "'", "′": "'", "＇": "'", "ʼ": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "－": "-", "﹣": "-",
    "〜": "~", "～": "~", "∼": "~", "﹪": "%", "٪": "%", "﹐": ",", "﹒": ".", "﹕": ":", "﹖": "?",
    "￥": "¥", "￦": "₩", "￡": "£", "￠": "¢", "×": "x", "✕": "x", "✖": "x", "⁄": "/", "∕": "/", "·": "·",
}  # fmt: skip
"""Characters that NFKC keeps or expands, and what they are read as."""


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    table = {ord(a): b for a, b in _ONE_FOR_ONE.items()}
    for code in (*range(0xFF01, 0xFF5F), *range(0xFF66, 0xFF9E), *range(0xFFA1, 0xFFDD)):
        folded = unicodedata.normalize("NFKC", chr(code))
        if len(folded) == 1:
            table.setdefault(code, folded)
    for code in (*range(0x2E80, 0x2FE0), *range(0xF900, 0xFAFF)):  # radicals and compatibility ideographs
        folded = unicodedata.normalize("NFKC", chr(code))
        if len(folded) == 1:
            table.setdefault(code, folded)
    return table


_UNSEEN = re.compile(
    r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200c\u2060\ufeff\ud800-\udfff]"
)
"""Terminal sequences (ECMA-48, 5.4), control characters, zero-width characters and halves of surrogate pairs."""


def compose(text: str) -> str:
    """Return `text` in NFC without what nobody sees or types; the length may change."""
    return _UNSEEN.sub("", unicodedata.normalize("NFC", text))


def is_binary(text: str) -> bool:
    """Whether `text` is data rather than words: more than a tenth of it (and five) are control characters."""
    strange = len(re.findall(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]", text[:4000]))
    return strange >= 5 and strange > len(text[:4000]) / 10


def normalise(text: str) -> str:
    """Return `text` with full-width, typographic and other digit forms folded, character for character.

    Full-width letters, digits and punctuation become ASCII, every kind of space a space (line breaks stay),
    dashes and the minus sign a hyphen, curly quotes straight ones, half-width kana full-width ones, and
    decimal digits of other scripts ASCII digits. The result has the length of `text`.
    """
    out = text.translate(_table())
    if out.isascii() or not any(c.isdecimal() and c > "\x7f" for c in out):
        return out
    return "".join(str(unicodedata.decimal(c)) if c > "\x7f" and c.isdecimal() else c for c in out)


def lower(text: str) -> str:
    """Return `text` in lower case, character for character (a letter whose lower case is longer stays)."""
    out = text.lower()
    if len(out) == len(text):
        return out
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Return `text` for comparing words: NFKC, casefolded (`ß` = `ss`), spaces single, ends stripped."""
    return " ".join(unicodedata.normalize("NFKC", normalise(text)).casefold().split())


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text that is read as one word or mark."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it holds a letter or a digit."""
        return any(c.isalnum() for c in self.text)


_HAN = r"\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_KANA = r"\u3041-\u3096\u309d-\u309f"
_KATA = r"\u30a1-\u30fa\u30fc-\u30ff"
_HANGUL = r"\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e"
_CJK = _HAN + _KANA + _KATA + _HANGUL
_NUMBER = r"\d+(?:[.,:/]\d+)*"
_WORD = rf"(?:[^\W\d_{_CJK}]|[\u0300-\u036f])+(?:['-][^\W\d_{_CJK}]+)*"


@cache
def _token(language: str) -> re.Pattern[str]:
    han = f"[{_HAN}]" if traits(language).characters else f"[{_HAN}]+"
    return re.compile(rf"{_NUMBER}|{_WORD}|{han}|[{_KANA}]+|[{_KATA}]+|[{_HANGUL}]+|\S")


def tokens(text: str, language: str) -> list[Token]:
    """Split `text` into words, numbers and marks, with offsets.

    Latin and Korean words split at spaces and marks (`don't` and `Kino-Abend` are one); Japanese runs of one
    script are one token; every Chinese character is its own, because no dictionary is consulted.
    """
    pattern = _token(language)
    return [Token(m.group(), m.start(), m.end()) for m in pattern.finditer(text)]


_CJK_CHAR = re.compile(f"[{_CJK}]")
_HAN_CHAR = re.compile(f"[{_HAN}]")
_KANA_CHAR = re.compile(f"[{_KANA}{_KATA}]")
_HANGUL_CHAR = re.compile(f"[{_HANGUL}]")


def is_cjk(text: str) -> bool:
    """Return whether `text` holds a Han, kana or hangul character."""
    return _CJK_CHAR.search(text) is not None


def count_han(text: str) -> int:
    """Return the number of Han characters."""
    return len(_HAN_CHAR.findall(text))


def count_kana(text: str) -> int:
    """Return the number of hiragana and katakana characters."""
    return len(_KANA_CHAR.findall(text))


def count_hangul(text: str) -> int:
    """Return the number of hangul characters."""
    return len(_HANGUL_CHAR.findall(text))
