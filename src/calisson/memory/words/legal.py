"""What the law or a contract asks to keep: contracts, insurance and tax numbers, warranties, custody, wills.

Such a memory is kept for `legal` by itself, so that no budget takes it. The words are data (`legal` in each
language's `memory.toml`); they err on the side of keeping.
"""

from __future__ import annotations

from functools import lru_cache

from calisson.language.text import fold, is_cjk
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES
from calisson.memory.words.lexicon import words

LEGAL = "legal"
"""What such a memory is kept for."""


def is_legal(text: str, language: str) -> bool:
    """Tell whether a text tells something that the law or a contract asks to keep.

    A few characters of Chinese may be taken for Japanese, so the words of all languages of such scripts count.
    """
    said = fold(text)
    wide = _wide() if is_cjk(said) else ()
    return any(words(one).legal.search(said) for one in dict.fromkeys((language, *wide)))


@lru_cache(maxsize=1)
def _wide() -> tuple[str, ...]:
    return tuple(one for one in LANGUAGES if not traits(one).latin)
