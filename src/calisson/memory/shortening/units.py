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

from calisson.language.text import fold, is_cjk, normalise
from calisson.language.traits import traits
from calisson.memory.shortening.telling import telling
from calisson.memory.words.lexicon import particles, words
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
    negated: bool = False
    """A negation and what it negates."""


_SENTENCE = re.compile(
    rf"(?<=[.!?…])(?<!\b\d\.)(?<!\b\d\d\.)(?=\s)|(?<=[。！？!?])(?=[{_HAN}{_HIRA}{_KATA}{_HANGUL}])|\n"
)


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
        if edge and _is_ordinal(text, edge, language):
            continue
        clause = text[start : edge.start() if edge else len(text)].strip(" \"'()[]「」『』")
        start = edge.end() if edge else start
        if clause:
            found += _clause_units(clause, language, known)
    return tuple(found)


def _is_ordinal(text: str, edge: re.Match[str], language: str) -> bool:
    """Tell whether a full stop belongs to the day of a month ('14. Mai')."""
    if edge[0] != "." or not text[edge.start() - 1 : edge.start()].isdecimal():
        return False
    return words(language).dates.match(fold(text[edge.end() : edge.end() + 20]).lstrip()) is not None


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
        run = match[0]
        if found and (rest := _after_title(run, known)) is not None:  # it follows a name
            found[-1], run = _titled(found[-1]), rest
            if not run:
                continue
        dated = fold(run) in known.dated and _beside_number(clause, match)
        for unit in _read(run, language, known, first=first_word, dated=dated):
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
            elif found and unit.numeric and _is_one_number(clause, match, found[-1], known):
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
    return Unit(text, fold(text), value, count(text), any(p.numeric for p in parts), named, negated=True)


def _titled(unit: Unit) -> Unit:
    """Return a unit before a form of address as the name that it is."""
    return unit if unit.name or unit.numeric else replace(unit, value=unit.value * NAME, name=True)


def _written(part: str, language: str) -> float:
    """Return the value of a word of Chinese, Japanese or Korean characters."""
    return (CHARACTER * min(len(part), LONGEST) if len(part) > 1 else CHARACTER * HIRAGANA) * telling(
        part, language
    )


def _counted(first: Unit, second: Unit) -> Unit:
    """Return a bare number and what it counts, or what bears a number and that number, as one unit."""
    text = f"{first.text}{'' if is_cjk(first.text[-1] + second.text) else ' '}{second.text}"
    value = first.value + second.value
    return Unit(text, fold(text), value, count(text), numeric=True, name=first.name or second.name)


_NUMBER_BEFORE = re.compile(r"\d(?:\.|[a-z]{2})?\s(?:of\s)?$")
_NUMBER_AFTER = re.compile(r"\s\d")
_NEXT = re.compile(r"\s*([^\W\d_]+)?")


def _beside_number(clause: str, match: re.Match[str]) -> bool:
    """Tell whether a number stands directly before or after a word."""
    before = _NUMBER_BEFORE.search(clause, 0, match.start())
    return bool(before or _NUMBER_AFTER.match(clause, match.end()))


def _is_one_number(clause: str, match: re.Match[str], last: Unit, known: Wording) -> bool:
    """Tell whether a number goes on what stands before it: '5月14日', 'May 14', 'Gate 7', but not 'Nora 14 apples'."""
    before = clause[: match.start()].rstrip()
    if not before.endswith(last.text):
        return False
    if last.numeric:
        return not last.text[-1].isdecimal()
    if not last.text[0].isupper() or not match[0].isnumeric():
        return False
    after = _NEXT.match(clause, match.end())
    return not after or not after[1] or fold(after[1]) in known.function or after[1][0].isupper()


def _after_title(run: str, known: Wording) -> str | None:
    """Return what follows a form of address that a run begins with; None when it is another word."""
    title = known.titles.match(run)
    if title is None:
        return None
    rest = run[title.end() :]
    if not rest or rest in particles():
        return ""
    return rest if known.inside.match(rest) else None


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


def _read(run: str, language: str, known: Wording, *, first: bool, dated: bool = False) -> list[Unit]:
    """Return the units of one run of a script."""
    folded = fold(run)
    if any(c.isdecimal() for c in run):
        return _numeric(run, language, known)
    if re.match(f"[{_HIRA}]", run):
        return _hiragana(run, language, known)
    if re.match(f"[{_HANGUL}]", run):
        return _hangul(run, folded, language, known)
    if re.match(f"[{_HAN}{_KATA}]", run):
        return _characters(run, language, known)
    if known.negates(folded):
        return [Unit(run, folded, NEGATION, count(run))]
    bare = re.sub(r"'s?$", "", folded.replace("\u2019", "'"))
    if len(bare) < 2 or (not dated and (folded in known.function or bare in known.function)):
        return []
    capital = run[0].isupper() and (not first or run.isupper())
    name = capital and (run.isupper() or not traits(language).compounds)
    value = NAME if name else (EXCLAMATION if bare in known.fillers else 1.0) * telling(bare, language)
    return [Unit(run, stem(bare), value, count(run), name=name)]


def _numeric(run: str, language: str, known: Wording) -> list[Unit]:
    """Return a number with what it counts; words of grammar and negations end what it counts."""
    tail = re.search(f"[{_HAN}]+$", run)
    end = len(run)
    if tail:
        stops = [
            n for n in range(tail.start() + 1, end) if known.inside.match(run, n) or run[n] in known.negations
        ]
        end = stops[0] if stops else end
    counted = run[tail.start() : end] if tail else ""
    value = NUMBER + (_written(counted, language) if counted else 0.0)
    number = Unit(run[:end], fold(run[:end]), value, count(run[:end]), numeric=True)
    return [number, *(_characters(run[end:], language, known) if end < len(run) else ())]


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
