"""From numerals to typed spans: units, money, percents, lengths of time, and what belongs together.

1. Every numeral looks for a unit behind it (and a currency sign before it).
2. Neighbours that tell one amount are joined (`joining`).
3. Weak numerals that found no unit are dropped; so are articles that only introduce a noun.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.numbers import hangul
from calisson.language.numbers.joining import Joiner
from calisson.language.numbers.numeral import Numeral, tidy
from calisson.language.numbers.piece import Piece
from calisson.language.numbers.vocabulary import Named, money_before, named_at
from calisson.language.traits import traits
from calisson.language.types import NumberSpan
from calisson.language.units import convert, dimension, resolve_currency

_MONEY_SCALE = re.compile(
    r" ?(?:(m|mn|mio|million|millionen)|(b|bn|billion|mrd|milliarden)|(k|thousand|tausend|tsd))(?![^\W\d_])"
)
"""'$5m' is five million: beside a currency sign an m is no metre."""
_MEMORY = (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
"""A capital G behind one of these means gigabytes; any other G grams."""


@lru_cache(maxsize=8)
def _idioms(language: str) -> re.Pattern[str]:
    words = sorted(load(language, "numbers")["idioms"], key=len, reverse=True)
    edge = r"(?<![^\W\d_])(?:{})(?![^\W\d_])" if traits(language).latin else "{}"
    return re.compile(edge.format("|".join(map(re.escape, words))))


class Composer:
    """Reads the numerals of one text. Holds the text so that the steps need not pass it around."""

    def __init__(self, text: str, lowered: str, language: str, currency: str | None) -> None:
        self.text, self.lowered, self.language, self.currency = text, lowered, language, currency
        self.data: dict[str, Any] = load(language, "numbers")
        self.idioms = [m.span() for m in _idioms(language).finditer(lowered)]

    def spans(self, numerals: list[Numeral]) -> list[NumberSpan]:
        """Return the reported spans in reading order."""
        pieces = [piece for numeral in numerals if (piece := self._attach(numeral)) is not None]
        pieces = Joiner(self.text, self.lowered, self.language).join(pieces)
        out: list[NumberSpan] = []
        at = 0
        for piece in pieces:
            if not piece.dead and piece.start >= at:
                out.append(self._span(piece))
                at = piece.end
        return out

    # --- one numeral ---------------------------------------------------------------------------------

    def _attach(self, numeral: Numeral) -> Piece | None:
        numeral = self._negative(numeral)
        end, value = numeral.end, numeral.value
        if traits(self.language).latin and self._is_idiom(numeral):
            return None
        if (
            self.text[numeral.start - 1 : numeral.start] in self.data.get("vague_before", "")
            and numeral.start
        ):
            return None
        if numeral.kind in ("ordinal", "multiple", "percent"):
            if numeral.kind == "percent":
                return Piece(numeral, numeral.start, end, value, kind="percent", unit="percent")
            return Piece(numeral, numeral.start, end, value, kind=numeral.kind)
        for prefix in self.data.get("ordinal_before", ()):
            if self.text.endswith(prefix, 0, numeral.start) and not self._letter(
                numeral.start - len(prefix) - 1
            ):
                return Piece(numeral, numeral.start - len(prefix), end, value, kind="ordinal")
        glued = self._glued(numeral)
        if glued is None:
            return None
        if isinstance(glued, Piece):
            return glued
        value, end, scaled = glued
        for joint in self.data.get("and_half", ()):
            if self.text.startswith(joint, end) and value == int(value):
                named = self._named(end + len(joint), numeral)
                if named is not None and named.kind == "unit":
                    return self._with(numeral, value + 0.5, named)
                counter = Named("counter", "pieces", joint[:1], end, end + len(joint))
                return self._with(numeral, value + 0.5, counter)
        for word, factor in self.data["groups"].items() if not traits(self.language).latin else ():
            gap = " " if self.text.startswith(f" {word}", end) else ""
            after = end + len(gap + word)
            if self.text.startswith(gap + word, end) and not self._goes_on(word, after):
                return Piece(numeral, numeral.start, after, value * factor)
        before = money_before(self.text, numeral.start)
        if before is not None:
            return self._money_prefixed(numeral, value, end, before)
        percent = self._tenths(numeral, value, end)
        if percent is not None:
            return percent
        named = self._named(end, numeral)
        if named is None:
            return self._bare(numeral, value, end, scaled)
        return self._with(numeral, value, named)

    def _negative(self, numeral: Numeral) -> Numeral:
        if numeral.value < 0 or self.text[numeral.start : numeral.start + 1] == "-":
            return numeral
        for word in self.data["negative"]:
            for gap in ("", " "):
                start = numeral.start - len(word) - len(gap)
                if (
                    start >= 0
                    and self.lowered.startswith(word + gap, start)
                    and not self._letter(start - 1, word)
                ):
                    return replace(numeral, start=start, value=-numeral.value)
        return numeral

    def _letter(self, at: int, word: str = "") -> bool:
        """Whether a letter that would go on the word stands at `at` (Han text has no word borders)."""
        if at < 0 or at >= len(self.text):
            return False
        char = self.text[at]
        return char.isalpha() and (char < "\u0250" or "\uac00" <= char <= "\ud7a3")

    def _is_idiom(self, numeral: Numeral) -> bool:
        return numeral.words and any(s <= numeral.start < e for s, e in self.idioms)

    def _glued(self, numeral: Numeral) -> Piece | tuple[float, int, bool] | None:
        """Read the letters grown onto digits: '5k', '3rd', '90s'; None when they make it a name ('3D')."""
        end, value = numeral.end, numeral.value
        spaced = re.compile(r" ?(k|mln|bn)(?![^\W\d_])").match(self.lowered, end)
        following = self.text[end : end + 1]
        if spaced and not numeral.words and spaced.group(1) in self.data["glued_scales"]:
            return tidy(value * self.data["glued_scales"][spaced.group(1)]), spaced.end(), True
        if numeral.words or not (following.isalpha() and following < "\u0250"):
            return value, end, False
        letters = re.compile(r"[A-Za-zµμÄÖÜäöüß]+").match(self.text, end)
        run = letters.group() if letters else following
        factor = self.data["glued_scales"].get(run)
        if factor:
            return tidy(value * factor), end + len(run), True
        if run.lower() in self.data.get("ordinal_suffixes", ()) and value == int(value):
            return Piece(numeral, numeral.start, end + len(run), value, kind="ordinal")
        if run != "G" and self._named(end, numeral) is not None:
            return value, end, False
        if run.lower() in self.data["approximate_after"]:
            numeral = replace(numeral, approximate=True)
            named = self._named(end + len(run), numeral)
            if named is not None:
                return self._with(numeral, value, named)
            return Piece(numeral, numeral.start, end + len(run), value)
        if run == "G" and value in _MEMORY:
            return self._with(numeral, value, Named("unit", "GB", run, end, end + 1))
        if run == "G" and self._named(end, numeral) is not None:
            return value, end, False
        if run in ("C", "F") and not (self.text[end + 1 : end + 2].isalpha()):
            named = Named("unit", "degC" if run == "C" else "degF", run, end, end + 1)
            return self._with(numeral, value, named)
        if re.compile(r"x ?\d", re.IGNORECASE).match(self.text, end):
            return value, end, False
        return None

    def _named(self, at: int, numeral: Numeral) -> Named | None:
        """Return the unit behind the number, over a space, a hyphen ('5-minute'), or 'of a' after halves."""
        named = named_at(self.lowered, at, self.language)
        if named is None and self.text[at : at + 1] in (" ", "-"):
            step = 2 if self.text.startswith("  ", at) else 1
            hyphen = self.text[at] == "-"
            named = named_at(self.lowered, at + step, self.language)
            if named and hyphen and (named.kind == "counter" or not traits(self.language).latin):
                named = None
        if named is None and numeral.bridge and self.text[at : at + 1] == " ":
            for link in self.data.get("link", ()):
                if self.lowered.startswith(f"{link} ", at + 1):
                    named = named_at(self.lowered, at + len(link) + 2, self.language)
                    if named is not None and named.kind == "counter":
                        named = None
                    if named:
                        break
        if named is None:
            return None
        sign = named.kind == "money" and not named.word[-1].isalpha()
        if sign and named.start > at and re.match(r" ?\d", self.text[named.end : named.end + 2]):
            return None  # 'a $45 bill': the sign is the next number's
        return None if self._misleading(named, numeral) else named

    def _misleading(self, named: Named, numeral: Numeral) -> bool:
        """Whether the unit word is really the beginning of something else."""
        if named.word in self.data.get("glued_only", ()) and named.start > numeral.end:
            return True
        if named.word in ("年", "년") and numeral.value >= 1000:
            return True
        following = self.text[named.end : named.end + 1]
        if following and following in self.data.get("not_before", {}).get(named.word, ""):
            return True
        if named.word in self.data.get("short_counters", ()) and "\uac00" <= following <= "\ud7a3":
            return hangul.ends_word(self.text, named.end) is False
        return False

    @property
    def _nouns_in_pieces(self) -> list[str]:
        """The nouns before which 块 counts pieces, not money."""
        return list(load(self.language, "units")["money_context"].get("pieces", ()))

    def _with(self, numeral: Numeral, value: float, named: Named) -> Piece:
        """Return the piece of a number with the unit, money or counter word behind it."""
        piece = Piece(numeral, numeral.start, named.end, value, named)
        if named.kind == "unit":
            if named.name == "lb" and named.word not in ("lb", "lbs", "lb.", "lbs.") and self._is_sterling():
                return replace(piece, kind="money", unit="GBP")
            if named.name == "percent":
                return replace(piece, kind="percent", unit="percent")
            return self._unit_piece(piece)
        if named.kind == "money":
            return self._money_piece(piece, named)
        if numeral.article and self._article_only(piece):
            return replace(piece, dead=True)
        ordinal = self._ordinal_after(named)
        if ordinal:
            return replace(piece, kind="ordinal", end=ordinal)
        return self._half_after(replace(piece, unit=self.text[named.start : named.end]))

    def _unit_piece(self, piece: Piece) -> Piece:
        assert piece.named is not None
        if piece.numeral.article and self._article_only(piece):
            return replace(piece, dead=True)
        name = piece.named.name
        if dimension(name) == "time":
            piece = replace(piece, kind="duration", unit=name)
        else:
            piece = replace(piece, kind="quantity", unit=name)
        return self._half_after(piece)

    def _article_only(self, piece: Piece) -> bool:
        if not traits(self.language).latin:
            return False
        before = re.search(r"([^\W\d_]+|\d)\s$", self.lowered[: piece.start])
        return before is not None and (
            before.group(1) in self.data["no_unit_before"] or before.group(1).isdigit()
        )

    def _ordinal_after(self, named: Named) -> int:
        """Return where an ordinal ends that is told behind the counter (3回目, 세 번째), else 0."""
        for suffix in self.data.get("ordinal_after", ()):
            if self.text.startswith(suffix, named.end):
                return named.end + len(suffix)
            if named.word.endswith(suffix) and len(named.word) > len(suffix):
                return named.end
        return 0

    def _half_after(self, piece: Piece) -> Piece:
        """Take in 半, 반 and 'and a half' behind the unit."""
        if piece.value != int(piece.value):
            return piece
        for half in self.data.get("half_after", ()):
            for gap in ("", " ") if traits(self.language).particles else ("",):
                end = piece.end + len(gap + half)
                if self.text.startswith(gap + half, piece.end) and not self._goes_on(half, end):
                    return replace(piece, end=end, value=piece.value + 0.5, joined=True)
        for words, extra in self.data.get("and_after", {}).items():
            end = piece.end + 1 + len(words)
            if self.lowered.startswith(f" {words}", piece.end) and not self._letter(end):
                return replace(piece, end=end, value=tidy(piece.value + extra), joined=True)
        return piece

    def _goes_on(self, word: str, end: int) -> bool:
        """Whether the word that ends here is only the beginning of another (半夜, 반찬)."""
        following = self.text[end : end + 1]
        return bool(following) and following in self.data.get("not_before", {}).get(word, "")

    def _is_sterling(self) -> bool:
        context = load(self.language, "units")["money_context"]
        if any(self._says(word) for word in context["against"]):
            return False
        return self.currency == "GBP" or any(self._says(word) for word in context["words"])

    def _says(self, word: str) -> bool:
        if traits(self.language).latin:
            return re.search(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])", self.lowered) is not None
        return word in self.lowered

    def _money_piece(self, piece: Piece, named: Named) -> Piece:
        if traits(self.language).characters and named.word in ("块", "塊") and piece.value <= 20:
            if any(self.text.startswith(noun, named.end) for noun in self._nouns_in_pieces):
                return replace(piece, unit=named.word)
        code, worth = resolve_currency(named.name, self.language, self.currency)
        return self._half_after(replace(piece, kind="money", unit=code, factor=worth))

    def _money_prefixed(self, numeral: Numeral, value: float, end: int, before: Named) -> Piece:
        code, worth = resolve_currency(before.name, self.language, self.currency)
        if match := _MONEY_SCALE.match(self.lowered, end):
            value *= 1e6 if match.group(1) else 1e9 if match.group(2) else 1e3
            end = match.end()
        after = named_at(self.lowered, end + (self.text[end : end + 1] == " "), self.language)
        if after is not None and after.kind == "money":
            end = after.end  # '$5 USD', '¥300元'
        return Piece(numeral, before.start, end, tidy(value), before, worth, "money", code)

    def _tenths(self, numeral: Numeral, value: float, end: int) -> Piece | None:
        percent = self.data.get("percent", {})
        for word in percent.get("tenths", ()):
            if self.text.startswith(word, end) and not self._goes_on(word, end + len(word)):
                end, value = end + len(word), value * 10
                rest = re.compile(rf"([1-9]|[{''.join(self.data['digits'])}])分").match(self.text, end)
                if rest and percent.get("hundredths"):
                    value += float(self.data["digits"].get(rest.group(1)) or rest.group(1))
                    end = rest.end()
                elif percent.get("half") and self.text.startswith(percent["half"], end):
                    value, end = value + 5, end + 1
                return Piece(numeral, numeral.start, end, tidy(value), kind="percent", unit="percent")
        for word in self.data.get("multiples", {}).get("after", ()):
            gap = " " if self.text.startswith(f" {word}", end) and traits(self.language).particles else ""
            after = end + len(gap + word)
            if self.text.startswith(gap + word, end) and not self._goes_on(word, after):
                if not traits(self.language).particles or hangul.ends_word(self.text, after):
                    return Piece(numeral, numeral.start, after, value, kind="multiple")
        return None

    def _bare(self, numeral: Numeral, value: float, end: int, scaled: bool) -> Piece:
        if scaled and self.text[end - 1 : end] in ("k", "K") and numeral.value <= 100 and not numeral.words:
            if any(self._says(word) for word in self.data.get("k_distance", ())):
                named = Named("unit", "km", "k", numeral.end, end)
                return Piece(numeral, numeral.start, end, numeral.value, named, kind="quantity", unit="km")
        return Piece(numeral, numeral.start, end, value, dead=numeral.weak)

    # --- the result ----------------------------------------------------------------------------------

    def _span(self, piece: Piece) -> NumberSpan:
        value, unit, literal, literal_unit = piece.value, piece.unit, piece.literal, None
        if piece.kind == "duration" and unit is not None:
            literal_unit = unit
            literal = None if piece.joined and unit != "h" else value
            value, unit = tidy(convert(value, unit, "min")), "min"
        elif piece.kind == "money" and piece.factor != 1:
            literal, value = value, tidy(value * piece.factor)
        elif piece.numeral.scale_of:
            literal = tidy(value / piece.numeral.scale_of)
        return NumberSpan(
            start_char=piece.start,
            end_char=piece.end,
            text=self.text[piece.start : piece.end],
            value=tidy(value),
            kind=piece.kind,
            unit=unit,
            number_end=min(max(piece.numeral.end, piece.start), piece.end),
            approximate=piece.numeral.approximate or self._approximate(piece),
            words=piece.numeral.words,
            literal=literal,
            literal_unit=literal_unit,
            article=piece.numeral.article,
            scale_of=piece.numeral.scale_of,
        )

    def _approximate(self, piece: Piece) -> bool:
        before = self.lowered[: piece.start].rstrip(" ")
        for word in self.data["approximate_before"]:
            if before.endswith(word):
                if before[: -len(word)].rstrip()[-1:].isdigit():
                    continue  # '5~10', '128 over 84'
                at = len(before) - len(word) - 1
                if at < 0 or not (word[0].isalnum() and self._letter(at)):
                    return True
        after = self.lowered[piece.end :].lstrip(" ")
        for word in self.data["approximate_after"]:
            if after.startswith(word):
                nxt = after[len(word) : len(word) + 1]
                if not (word[-1] < "\u0250" and nxt.isalpha() and nxt < "\u0250"):
                    return True
        return False
