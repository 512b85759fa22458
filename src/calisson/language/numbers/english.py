"""English numerals in words: 'twenty-five', 'a hundred and two', 'two and a half', 'half a dozen', 'first'.

Digits take part ('3 hundred and 21', '2 million'). A grammar over tokens, one pass, longest reading first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from calisson.language.lexicon import load
from calisson.language.numbers.numeral import Numeral, tidy

_WORD = re.compile(r"[A-Za-z]+(?:\.(?=\s|$))?")


@dataclass(frozen=True, slots=True)
class _Item:
    start: int
    end: int
    word: str
    digits: Numeral | None


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, float]]:
    lexicon = load("en", "numbers")
    names = ("digits", "scales", "groups", "fractions", "ordinals", "multiples")
    return {name: {k: float(v) for k, v in lexicon[name].items()} for name in names}


def scan_words(text: str, digits: Sequence[Numeral]) -> list[Numeral]:
    """Return the numerals in words of an English text, with the digits that they take in."""
    return _Reader(text, digits).read()


class _Reader:
    def __init__(self, text: str, digits: Sequence[Numeral]) -> None:
        self.text = text
        self.lexicon = load("en", "numbers")
        data = _data()
        self.small, self.scales, self.groups = data["digits"], data["scales"], data["groups"]
        self.fractions, self.ordinals, self.multiples = data["fractions"], data["ordinals"], data["multiples"]
        words = [_Item(m.start(), m.end(), m.group().lower().rstrip("."), None) for m in _WORD.finditer(text)]
        inside = [w for w in words if not any(d.start < w.end and w.start < d.end for d in digits)]
        numbers = [_Item(d.start, d.end, "", d) for d in digits]
        self.items = sorted(inside + numbers, key=lambda item: item.start)

    def read(self) -> list[Numeral]:
        out: list[Numeral] = []
        i = 0
        while i < len(self.items):
            numeral, after = self._at(i)
            if numeral is None:
                i += 1
            else:
                out.append(numeral)
                i = after
        return out

    def _joined(self, i: int) -> bool:
        """Whether item `i` stands right behind the one before it (a space or hyphen between)."""
        if not 0 < i < len(self.items):
            return False
        gap = self.text[self.items[i - 1].end : self.items[i].start]
        return re.fullmatch(r" {0,3}| ?- ?", gap) is not None

    def _word(self, i: int, *, joined: bool = True) -> str:
        if i >= len(self.items) or (joined and not self._joined(i)):
            return ""
        return self.items[i].word

    def _at(self, i: int) -> tuple[Numeral | None, int]:
        item = self.items[i]
        negative = item.word in self.lexicon["negative"]
        first = i + 1 if negative else i
        if negative and (first >= len(self.items) or not self._joined(first)):
            return None, i
        numeral, after = self._magnitude(first)
        if numeral is None:
            return None, i
        if negative:
            numeral = replace(numeral, start=item.start, value=-numeral.value, words=True)
        return numeral, after

    def _magnitude(self, i: int) -> tuple[Numeral | None, int]:
        item = self.items[i]
        if item.word in self.multiples:
            return Numeral(item.start, item.end, self.multiples[item.word], True, kind="multiple"), i + 1
        article = item.word in self.lexicon["articles"]
        if item.word == "quarter":
            factor = self.scales.get(self._word(i + 1), 1.0)
            after = i + 1 + (factor != 1)
            return self._made(i, after, factor / 4, weak=factor == 1, kind="fraction", bridge=True), after
        if item.word == "hundred" or item.word == "thousand":
            value, after, _ = self._cardinal(i, one=True)
            if value is not None:
                numeral = self._made(i, after, value, weak=after == i + 1)
                return numeral, after
        if article or item.word == "half":
            found = self._article(i)
            if found[0] is not None or article:
                return found
        value, after, plain = self._cardinal(i)
        if value is None:
            return self._ordinal(i, 0.0, i)
        return self._finish(i, value, after, plain)

    def _article(self, i: int) -> tuple[Numeral | None, int]:
        """'a hundred', 'a dozen', 'a couple', 'a quarter', 'half a million', and the bare article."""
        item = self.items[i]
        nxt = self._word(i + 1)
        if item.word == "half":
            j = i + 2 if nxt in self.lexicon["articles"] else i + 1
            scale = self._word(j)
            factor = self.groups.get(scale) or (self.scales.get(scale) if scale else None)
            if factor and scale != "couple":
                return self._made(i, j + 1, factor / 2, bridge=True), j + 1
            strong = nxt in self.lexicon["articles"]
            return self._made(i, i + 1, 0.5, weak=not strong, kind="fraction", bridge=True), i + 1
        if nxt in self.scales or nxt in self.groups:
            value, after, _ = self._cardinal(i + 1, one=True)
            if value is not None:
                return self._finish(i, value, after, False)
        if nxt == "half":
            j = i + 2
            factor = self.groups.get(self._word(j)) or self.scales.get(self._word(j))
            if factor:
                return self._made(i, j + 1, factor / 2, bridge=True), j + 1
            more = self._word(j)
            weak = more not in ("", "of") and more not in self.lexicon["and"]
            return self._made(i, i + 2, 0.5, weak=weak, kind="fraction", bridge=True), i + 2
        if nxt in self.fractions and (nxt == "quarter" or self._word(i + 2) in ("", "of")):
            return self._made(i, i + 2, 1 / self.fractions[nxt], kind="fraction", bridge=True), i + 2
        if nxt in self.fractions and self.fractions[nxt] >= 20:
            return self._made(i, i + 2, 1 / self.fractions[nxt], kind="fraction"), i + 2
        return self._made(i, i + 1, 1.0, weak=True, article=True), i + 1

    def _made(
        self,
        i: int,
        after: int,
        value: float,
        *,
        weak: bool = False,
        article: bool = False,
        kind: str = "number",
        bridge: bool = False,
    ) -> Numeral:
        start, end = self.items[i].start, self.items[after - 1].end
        numeral = Numeral(start, end, tidy(value), True, weak, article, bridge=bridge)
        return replace(numeral, kind="fraction") if kind == "fraction" else numeral

    def _cardinal(self, i: int, *, one: bool = False) -> tuple[float | None, int, bool]:
        """Return (value, index after, whether it is digits only) of the cardinal at `i`."""
        total, current, j, seen = 0.0, (1.0 if one else 0.0), i, False
        ceiling, digits_only = float("inf"), True
        while j < len(self.items) and (j == i or self._joined(j)):
            item = self.items[j]
            linked = j > i and item.word in self.lexicon["and"]
            if linked:
                ahead = self.items[j + 1] if j + 1 < len(self.items) and self._joined(j + 1) else None
                before = self.items[j - 1].word
                if ahead is None or before not in self.scales or digits_only:
                    break
                small = ahead.digits.value if ahead.digits else self.small.get(ahead.word)
                if small is None or small < 0 or self._is_denominator(j + 2):
                    break
                j += 1
                item = self.items[j]
            if item.digits is not None:
                if seen and not ((j > i and self.items[j - 1].word in self.scales) or linked):
                    break
                if item.digits.value < 0 or (seen and item.digits.kind != "number"):
                    break
                if current and (current % 100 or item.digits.value >= 100):
                    break
                current += item.digits.value
                if item.digits.kind == "fraction" and not seen:
                    digits_only = True
            elif item.word in self.small:
                value = self.small[item.word]
                if (seen and not _fits(current, value)) or (one and not seen):
                    break
                current += value
                digits_only = False
            elif item.word in self.scales:
                scale = self.scales[item.word]
                if not seen and not one:
                    break
                if scale == 100:
                    if not 0 < current < 100:
                        break
                    current *= 100
                else:
                    if scale >= ceiling:
                        break
                    total += (current or 1.0) * scale
                    current, ceiling = 0.0, scale
                digits_only = False
            elif item.word in self.groups and (seen or one):
                total, current = (total + (current or 1.0)) * self.groups[item.word], 0.0
                digits_only = False
                j += 1
                seen = True
                break
            elif item.word in self.lexicon["point"] and seen:
                decimals, after = self._decimals(j + 1)
                if not decimals:
                    break
                current += float(f"0.{decimals}")
                digits_only = False
                j = after
                continue
            else:
                break
            seen = True
            j += 1
        if not seen:
            return None, i, False
        return total + current, j, digits_only

    def _decimals(self, i: int) -> tuple[str, int]:
        out = ""
        while i < len(self.items) and self._joined(i):
            item = self.items[i]
            if item.digits is not None and item.digits.value >= 0:
                out += self.text[item.start : item.end]
            elif item.word in self.small:
                value = int(self.small[item.word])
                ones = self.small.get(self._word(i + 1), 0) if value >= 20 else 0
                out += str(value + int(ones))
                i += 1 if ones else 0
            else:
                break
            i += 1
        return (out if out.isdigit() else ""), i

    def _is_denominator(self, i: int) -> bool:
        return self._word(i) in self.fractions

    def _finish(self, i: int, value: float, after: int, plain: bool) -> tuple[Numeral | None, int]:
        """Take in fractions and ordinals behind a cardinal."""
        nxt = self._word(after)
        if nxt in self.ordinals and nxt not in self.fractions and not plain:
            return self._ordinal(after, value, i)
        if nxt in self.fractions and (value == 1 or nxt.endswith("s") or nxt == "half"):
            return self._made(
                i, after + 1, value / self.fractions[nxt], kind="fraction", bridge=True
            ), after + 1
        if nxt in self.lexicon["and"]:
            extra, end = self._and_fraction(after + 1)
            if extra:
                last = self.scales.get(self._word(end)) if end < len(self.items) else None
                spoken = self.items[after - 1].word
                if last and last >= 1000 and spoken in self.scales:
                    return self._made(i, end + 1, value + extra * last), end + 1
                if last and last >= 1000:
                    return self._made(i, end + 1, (value + extra) * last), end + 1
                if spoken in self.scales and self.scales[spoken] >= 1e6:
                    return self._made(i, end, value + extra * self.scales[spoken]), end
                return self._made(i, end, value + extra), end
        if plain:
            return None, i
        word = self.items[i].word
        pronoun = after == i + 1 and word == "one" and self._is_pronoun(i)
        bridge = self.items[after - 1].word in self.groups
        pronoun = pronoun or self._is_name(i)
        return self._made(
            i,
            after,
            value,
            weak=pronoun,
            article=pronoun or (word == "one" and after == i + 1),
            bridge=bridge,
        ), after

    def _and_fraction(self, i: int) -> tuple[float, int]:
        word = self._word(i)
        if word in self.lexicon["articles"] and self._word(i + 1) in self.fractions:
            return 1 / self.fractions[self._word(i + 1)], i + 2
        if word in self.lexicon["half"]:
            return 0.5, i + 1
        item = self.items[i] if i < len(self.items) and self._joined(i) else None
        value = None if item is None else item.digits.value if item.digits else self.small.get(item.word)
        if value and self._word(i + 1) in self.fractions and value < self.fractions[self._word(i + 1)]:
            return value / self.fractions[self._word(i + 1)], i + 2
        return 0.0, i

    def _is_pronoun(self, i: int) -> bool:
        before = self.items[i - 1].word if i and not re.search(r"[,.;:!?\n]", self._gap(i)) else ""
        after = self.items[i + 1].word if i + 1 < len(self.items) else ""
        return before in self.lexicon["pronoun_before"] or after in self.lexicon["pronoun_after"]

    def _is_name(self, i: int) -> bool:
        """Whether the number word is written as a name ('Part Two'): a capital inside a sentence."""
        item = self.items[i]
        if item.digits is not None or not self.text[item.start].isupper() or self.text[: item.end].isupper():
            return False
        return re.search(r"(?:^|[.!?:;\n(\"'*-])\s*$", self.text[: item.start]) is None

    def _gap(self, i: int) -> str:
        return self.text[self.items[i - 1].end : self.items[i].start]

    def _ordinal(self, j: int, value: float, i: int) -> tuple[Numeral | None, int]:
        word = self.items[j].word if j < len(self.items) else ""
        if word not in self.ordinals or (value and value % 10 and value % 100):
            return None, i
        start, end = self.items[i].start, self.items[j].end
        return Numeral(start, end, value + self.ordinals[word], True, kind="ordinal"), j + 1


def _fits(current: float, value: float) -> bool:
    """Whether a small number word may follow: 'twenty five', 'hundred five', never 'five five'."""
    if value == 0 or current == 0:
        return current == 0 and value != 0
    rest = current % 100
    if rest == 0:
        return value < 100
    return rest >= 20 and rest % 10 == 0 and value < 10
