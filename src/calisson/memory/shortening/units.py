"""Units: the stretches of talk that say something, in five languages, without a model or a dictionary.

Text is split into sentences and clauses; clauses of courtesy say nothing, and neither do function words. What is
left are units: a word of an alphabet, a run of Han, katakana or other characters between function words, a
number with what it counts. A negation stays with the words that it negates, so that nothing is turned into its
opposite when units are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from calisson.language.text import fold, normalise
from calisson.language.traits import traits
from calisson.memory.shortening.telling import telling
from calisson.memory.words.lexicon import particles
from calisson.memory.words.measure import count
from calisson.memory.words.stems import stem
from calisson.memory.words.wording import SHORTEST, Wording, wording

NUMBER = 1.8
NAME = 1.6
HIRAGANA = 0.6
EXCLAMATION = 0.3
"""Values of a number, a name, a hiragana word and a word that often is a mere exclamation, against another
content word's 1, which is times how much it tells. Judgement: numbers and names cannot be guessed back."""

CHARACTER = 0.5
LONGEST = 4
"""Value of a character of Chinese, Japanese or Korean, and characters that count: each is a token (`measure`), so
a word's value grows with its characters. Else the shortest words would always be the best for their cost."""

RUN = 8
"""Characters of a Han run that are one unit; a longer one is split."""

_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HIRA = "\u3041-\u309f"
_KATA = "\u30a0-\u30ff"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
_CLAUSE = re.compile(rf"(?:[.!?;:,…]+(?=\s|$|[{_HAN}{_HIRA}{_KATA}{_HANGUL}])|[。、…\n]|\s-+\s)+")
_UNIT = re.compile(
    rf"[$€£¥₩#@]?\d+(?:[.,:/-]\d+)*(?:\s?%|[{_HAN}]{{1,3}}|[{_HANGUL}]{{1,2}}|[a-zA-Z]{{1,3}}\b)?"
    rf"|[^\W\d_{_HAN}{_HIRA}{_KATA}{_HANGUL}](?:[\w'’-](?<![{_HAN}{_HIRA}{_KATA}{_HANGUL}]))*"
    rf"|[{_HAN}]+|[{_HIRA}]+|[{_KATA}]+|[{_HANGUL}]+",
)


@dataclass(frozen=True, slots=True)
class Line:
    """What one speaker said."""

    speaker: str
    """Empty when it is nobody's."""
    text: str

    @property
    def tokens(self) -> int:
        """Its length as it is shown: `speaker: text`."""
        return count(self.text) + label_tokens(self.speaker)

    def __str__(self) -> str:
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


def label_tokens(speaker: str) -> int:
    """Return what naming a speaker costs."""
    return count(speaker) + 1 if speaker else 0


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of text that stays or goes as one."""

    text: str
    key: str
    """Equal for inflections of one word."""
    value: float
    """Before rarity and repetition."""
    cost: int
    numeric: bool = False
    name: bool = False


_SENTENCE = re.compile(rf"(?<=[.!?…])(?=\s)|(?<=[。！？!?])(?=[{_HAN}{_HIRA}{_KATA}{_HANGUL}])|\n")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [s.strip() for s in _SENTENCE.split(text) if s.strip()]


@lru_cache(maxsize=4096)
def units(text: str, language: str) -> tuple[Unit, ...]:
    """Return the units of a text that say something, in order."""
    known = wording(language)
    found: list[Unit] = []
    text = normalise(text)
    start = 0
    for edge in [*_CLAUSE.finditer(text), None]:
        clause = text[start : edge.start() if edge else len(text)].strip(" \"'()[]「」『』")
        start = edge.end() if edge else start
        if clause:
            found += _clause_units(clause, language, known)
    return tuple(found)


def _clause_units(clause: str, language: str, known: Wording) -> list[Unit]:
    folded = fold(clause)
    if folded in known.fillers:
        return []
    if (opening := known.opening.match(folded)) and len(folded) == len(clause):
        clause = clause[opening.end() :]
    found: list[Unit] = []
    pending: list[Unit] = []
    wanted = 0
    first_word = True
    verb_last = traits(language).verb_last
    for match in _UNIT.finditer(clause):
        if _stands_after(clause, match) and found and (tail := _okurigana(match[0], known)):
            found[-1] = replace(found[-1], text=found[-1].text + tail, cost=found[-1].cost + count(tail))
            if known.negates(tail) or any(tail.endswith(n) for n in known.negations):
                found[-2:] = [_joined(found[-2:])]
            continue
        if found and (title := known.titles.match(match[0])):  # who it is said of is a name
            found[-1] = _titled(found[-1])
            if title.end() == len(match[0]):
                continue
        for unit in _read(match[0], language, known, first=first_word):
            if unit.value < 0:  # a negation: it goes with its neighbours
                pending.append(unit)
                wanted = 1 if verb_last else NEGATED
                if verb_last and found:
                    pending.insert(0, found.pop())
                continue
            if wanted:
                pending.append(unit)
                wanted -= 1
                if not wanted:
                    found.append(_joined(pending))
                    pending = []
                continue
            if found and found[-1].text.isnumeric() and not unit.numeric:
                unit = _counted(found.pop(), unit)
            found.append(unit)
        first_word = False
    if pending:
        if pending[-1].value < 0 and found:
            pending.insert(0, found.pop())
        found.append(_joined(pending))
    return found


NEGATION = -1.0
"""The value that marks a negation until it is joined with its neighbours."""

NEGATED = 2
"""Units after a negation that stay with it, where the verb does not come last."""


def _joined(parts: Sequence[Unit]) -> Unit:
    """Return neighbours as one unit, which stay or go together."""
    text = " ".join(p.text for p in parts)
    value = sum(max(p.value, 0.0) for p in parts) or 1.0
    named = any(p.name for p in parts)
    return Unit(text, fold(text), value, count(text), any(p.numeric for p in parts), named)


def _titled(unit: Unit) -> Unit:
    """Return a unit before a form of address as the name that it is."""
    return unit if unit.name or unit.numeric else replace(unit, value=unit.value * NAME, name=True)


def _written(part: str, language: str) -> float:
    """Return the value of a word of Chinese, Japanese or Korean characters."""
    return (CHARACTER * min(len(part), LONGEST) if len(part) > 1 else CHARACTER * HIRAGANA) * telling(
        part, language
    )


def _counted(number: Unit, unit: Unit) -> Unit:
    """Return a bare number and what it counts as one unit."""
    text = f"{number.text} {unit.text}"
    return Unit(text, fold(text), number.value + unit.value, count(text), numeric=True, name=unit.name)


def _stands_after(clause: str, match: re.Match[str]) -> bool:
    """Tell whether a hiragana run follows a Han character without a space."""
    return (
        match.start() > 0
        and re.match(f"[{_HIRA}]", match[0]) is not None
        and re.match(f"[{_HAN}]", clause[match.start() - 1]) is not None
    )


def _okurigana(run: str, known: Wording) -> str:
    """Return what of a hiragana run belongs to the Han character before it: inflection without its grammar."""
    for negation in sorted(known.negations, key=len, reverse=True):
        if negation in run[:8]:
            return run[: run.index(negation) + len(negation)]
    if run in known.function:
        return ""
    for at in range(1, min(len(run), 3) + 1):
        if run[at:] in known.function or (at == len(run) and at < 3):
            return run[:at]
    return ""


def _read(run: str, language: str, known: Wording, *, first: bool) -> list[Unit]:
    """Return the units of one run of a script."""
    folded = fold(run)
    if any(c.isdecimal() for c in run):
        return [Unit(run, folded, NUMBER, count(run), numeric=True)]
    if re.match(f"[{_HIRA}]", run):
        return _hiragana(run, language, known)
    if re.match(f"[{_HANGUL}]", run):
        return _hangul(run, folded, language, known)
    if re.match(f"[{_HAN}{_KATA}]", run):
        return _characters(run, language, known)
    if known.negates(folded):
        return [Unit(run, folded, NEGATION, count(run))]
    bare = re.sub(r"'s?$", "", folded.replace("\u2019", "'"))
    if folded in known.function or bare in known.function or len(bare) < 2:
        return []
    capital = run[0].isupper() and (not first or run.isupper())
    name = capital and (language not in ("de",) or run.isupper() or not traits(language).compounds)
    value = NAME if name else (EXCLAMATION if bare in known.fillers else 1.0) * telling(bare, language)
    return [Unit(run, stem(bare), value, count(run), name=name)]


def _characters(run: str, language: str, known: Wording) -> list[Unit]:
    """Split a run of Han or katakana at the function words inside it."""
    found = []
    for piece in known.inside.sub(" ", run).split():
        for at in range(0, len(piece), RUN):
            part = piece[at : at + RUN]
            found.append(Unit(part, fold(part), _written(part, language), count(part)))
    return found


def _hiragana(run: str, language: str, known: Wording) -> list[Unit]:
    """Return what a hiragana run says besides grammar: a word of two letters or more."""
    start, end = 0, len(run)
    start = next((n for n in (3, 2, 1) if run[:n] in known.function), 0)
    while tail := next(
        (n for n in (5, 4, 3, 2, 1) if end - n > start and run[end - n : end] in known.function), 0
    ):
        end -= tail
    rest = run[start:end]
    if len(rest) < 2 or rest in known.function:
        return []
    return [Unit(rest, rest, HIRAGANA * telling(rest, language), count(rest))]


def _hangul(run: str, folded: str, language: str, known: Wording) -> list[Unit]:
    if known.negates(folded):
        return [Unit(run, folded, NEGATION, count(run))]
    if folded in known.function or folded in known.fillers:
        return []
    bare = next(
        (run[: -len(p)] for p in particles() if run.endswith(p) and len(run) - len(p) >= SHORTEST), run
    )
    if bare in known.function:
        return []
    return [Unit(bare, fold(bare), _written(bare, language), count(bare))]
