"""What kind of language a language is: the properties that the readers ask about, each from its data folder.

No reader asks which language it reads, only what the language is like. A further language is a further folder
under `data` whose `traits.toml` names its properties and the grammars that read its numerals and times.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from calisson.language.lexicon import load


@dataclass(frozen=True, slots=True)
class Traits:
    """Properties of one language; each is false unless its folder says so."""

    locale: str
    """The CLDR locale that stands for the language (`de_DE`)."""
    latin: bool = False
    """An alphabet with upper and lower case, words between spaces (English, German)."""
    spaced: bool = False
    """Words, or words with their particles, stand between spaces (also Korean)."""
    verb_last: bool = False
    """The verb ends the sentence, modifiers and particles follow their word (Japanese, Korean)."""
    compounds: bool = False
    """Nouns join to one word without a mark (German)."""
    particles: bool = False
    """Particles are written on the word that they mark (Korean)."""
    characters: bool = False
    """A single character may be a word (Chinese)."""
    kana: bool = False
    """Particles and endings are in a script of their own (Japanese)."""
    plural_s: bool = False
    """The plural ends in s, and verbs drop their endings by the same rules (English)."""
    fahrenheit: bool = False
    """A bare degree may be Fahrenheit."""
    cent: str = ""
    """The currency of a bare cent where the home has none (ISO 4217); else the home's dollar."""
    yen: str = "JPY"
    """The currency that 元 and 円 mean where the home has none."""


@cache
def traits(language: str) -> Traits:
    """Return the properties of a shipped language.

    Raises:
        LookupError: the language is not shipped.
    """
    return Traits(**load(language, "traits"))


@cache
def decimal_comma(language: str) -> bool:
    """Tell whether decimals stand behind a comma where the language is at home (CLDR)."""
    from babel import Locale

    return str(Locale.parse(traits(language).locale).number_symbols["latn"]["decimal"]) == ","


@cache
def month_first(language: str) -> bool:
    """Tell whether a short date begins with the month where the language is at home (CLDR)."""
    from babel import Locale

    return str(Locale.parse(traits(language).locale).date_formats["short"].pattern).startswith("M")
