"""What the law or a contract asks to keep: contracts, insurance and tax numbers, warranties, custody, wills.

Such a memory is kept for `legal` by itself, so that no budget takes it. The words are data (`legal` in each
language's `memory.toml`); they err on the side of keeping.
"""

from __future__ import annotations

from calisson.language.text import fold
from calisson.memory.words.lexicon import words

LEGAL = "legal"
"""What such a memory is kept for."""


def is_legal(text: str, language: str) -> bool:
    """Tell whether a text tells something that the law or a contract asks to keep."""
    return words(language).legal.search(fold(text)) is not None
