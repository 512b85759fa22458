"""What a fact is about, and what it says of it: attribute, whose or which, value.

'My sister lives in Rome' is about the home of {sister}; 'the wifi password is 4711' about the code of {wifi}; 'the
tent is in the cellar' about the place of {tent}. Two facts are about the same matter when attribute and whose are the
same; words of one concept count as one word, by the built-in encoder's concepts, names only by their letters. So two
facts about different people are never about the same matter. A sentence that does not read plainly is about none:
closing too little loses nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from calisson.language.text import is_cjk
from calisson.memory.finding.encoder import CONCEPTS, TableEncoder, built_in, similarity
from calisson.memory.holding.phrases import Phrases, phrases
from calisson.memory.holding.spans import WIDEST
from calisson.memory.words.lexicon import words

PLACE = "place"
"""Where a thing, or somebody for a while, is: read from 'is in', without a word for it."""

ONE = 0.77
"""The least cosine of two words of one concept; measured: colour and Farbe .81, key and 鍵 .78, red and blue .76."""

ONE_PERSON = 0.93
"""The same for words for people, which all lie near each other."""

WHERE = frozenset({"car", "phone", "email", "code"})
"""Things that may also lie somewhere: 'my phone is in the kitchen' is no number."""

MOST_WORDS = 5
"""Words that what a fact is about may have; more is a story."""

_PIECE = re.compile(r"[^\W_]+(?:[-.'][^\W_]+)*|[^\w\s]")
_END = re.compile(r"(?:(?<=\w{4})\.|[!?。！？;；\n])\s*\S")


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that a fact says."""

    attribute: str
    """A name of `matters.toml`, the same in every language."""
    about: frozenset[str]
    """The words for whose or which it is, folded; empty: the speaker's own."""
    value: frozenset[str]
    language: str


@lru_cache(maxsize=8192)
def matter_of(rest: str, language: str) -> Matter | None:
    """Return what a folded text, without the words for when it holds, is about; None when that is not plain."""
    if not rest or len(rest) > WIDEST or _END.search(rest.rstrip(" .!。！")):
        return None
    known = phrases(language)
    for prefix in known.prefixes:
        rest = re.sub(rf"(?<!\w){prefix}(?=\w{{3}})", f"{prefix} ", rest)
    found = _around(rest, known) or _verb(rest, known) or _noun(rest, known) or _placed(rest, known)
    if found is None:
        return None
    attribute, about, value = found
    whose, what = about_of(about, known), _value(value, known)
    if not what or len(whose) > MOST_WORDS or (attribute == PLACE and not whose):
        return None
    return Matter(attribute, whose, what, language)


class Who(Protocol):
    """Who is who: one word for each person that is known (see `register`)."""

    def resolved(self, about: frozenset[str], language: str) -> frozenset[str]:
        """Return the words for whose something is, with one word for each person."""
        ...


def same_matter(a: Matter, b: Matter, who: Who | None = None) -> bool:
    """Tell whether two facts are about the same matter of the same people or things."""
    if a.attribute != b.attribute:
        return False
    first, second = a.about, b.about
    if who is not None and first != second:
        first, second = who.resolved(first, a.language), who.resolved(second, b.language)
    if len(first) != len(second):
        return False
    left = list(second)
    for word in first:
        other = next((w for w in left if _one(word, a.language, w, b.language)), None)
        if other is None:
            return False
        left.remove(other)
    return True


def same_value(a: Matter, b: Matter) -> bool:
    """Tell whether one says no more than the other, or the same in other words."""
    first, second = set(a.value), set(b.value)
    if first <= second or second <= first:
        return True
    return (
        a.language != b.language
        and len(first) == len(second)
        and all(any(_one(x, a.language, y, b.language) for y in second) for x in first)
    )


_Found = tuple[str, str, str]
"""Attribute, the words for whose or which, and those for the value."""


def _around(rest: str, known: Phrases) -> _Found | None:
    for attribute, before, after in known.around:
        start = rest.find(before)
        end = rest.find(after, start + len(before)) if start >= 0 else -1
        if end > start + len(before):
            return attribute, rest[:start], rest[start + len(before) : end]
    return None


def _verb(rest: str, known: Phrases) -> _Found | None:
    cues = ((m, c) for c in known.cues if c.verb and (m := c.pattern.search(rest)))
    match, cue = min(cues, key=lambda f: (f[0].start(), -len(f[0][0])), default=(None, None))
    if match is None or cue is None:
        return None
    before, after = rest[: match.start()], rest[match.end() :]
    if known.value == "before":
        if cue.attribute == PLACE:
            mark = _last(known.objects, before)
            return (PLACE, before[: mark.start()], before[mark.end() :]) if mark else None
        join = known.joins.search(before)
        about, value = (before[: join.start()], before[join.end() :]) if join else ("", before)
        return cue.attribute, about, value
    if cue.attribute == PLACE:
        if before and (mark := _last(known.objects, before)):
            return PLACE, before[mark.end() :], after
        place = known.places.search(after)
        if place is None:  # 'Den Koffer habe ich in den Keller gestellt'
            place = known.places.search(before)
            return (PLACE, before[: place.start()], before[place.end() :]) if place else None
        return PLACE, after[: place.start()].strip() or before, after[place.start() :]
    if is_cjk(rest):
        return cue.attribute, before, after
    if not after.strip() and (place := known.places.search(before)):  # 'habe ich in Rom gewohnt'
        return cue.attribute, before[: place.start()], before[place.start() :]
    if about_of(before, known) or set(before.split()) & known.own:
        return cue.attribute, before, after
    place = known.places.search(after)
    return (
        (cue.attribute, after[: place.start()], after[place.start() :])
        if place
        else (cue.attribute, "", after)
    )


def _noun(rest: str, known: Phrases) -> _Found | None:
    for about, value in _parted(rest, known):
        named = [(m, c) for c in known.cues if not c.verb and (m := _last(c.pattern, about))]
        best = max(named, key=lambda f: (f[1].leads, f[0].end(), len(f[0][0])), default=None)
        if best is None:
            continue
        match, cue = best
        placed = (known.places.match if known.value == "after" else known.places.search)(value.strip())
        if placed and cue.attribute in WHERE:
            return PLACE, about, value
        return cue.attribute, f"{about[: match.start()]} {about[match.end() :]}", value
    return None


def _placed(rest: str, known: Phrases) -> _Found | None:
    for about, value in _parted(rest, known):
        standing = value.strip()
        if known.value == "before":
            if known.places.search(standing):
                return PLACE, about, value
        elif is_cjk(rest):
            join = known.joins.search(rest)
            if join and known.places.fullmatch(join[0]):
                return PLACE, about, value
        elif (place := known.places.match(standing)) and place.end() < len(standing):
            return PLACE, about, standing
    return None


def _parted(rest: str, known: Phrases) -> list[tuple[str, str]]:
    """Return what stands before and after each word that may join a subject and what is said of it."""
    found = []
    for join in known.joins.finditer(rest):
        before, after = rest[: join.start()], rest[join.end() :]
        if before.strip():
            found.append((before, after))
        elif known.value == "before":  # はしご begins as its topic's mark does
            continue
        elif (place := known.places.search(after)) and place.start():  # 'ab Mai ist mein Tisch in B12'
            found.append((after[: place.start()], after[place.start() :]))
    colon = rest.find(":")
    if not found and colon > 0:
        found.append((rest[:colon], rest[colon + 1 :]))
    return found


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007
        pass
    return found


def about_of(text: str, known: Phrases) -> frozenset[str]:
    """Return the words for whose or which something is."""
    return frozenset(
        w for p in _pieces(text) if (w := _bare(p, known)) and w not in known.drop and w not in known.own
    )


def _value(text: str, known: Phrases) -> frozenset[str]:
    text = text.strip(" .!。！、,，~")
    for ending in known.endings:
        if text.endswith(ending) and len(text) > len(ending):
            text = text[: -len(ending)]
            break
    return frozenset(p for p in _pieces(text) if p not in known.drop and not known.places.fullmatch(p))


_SPLITS = re.compile(r"(?<=[\u3040-\u9fff])[のにへで的](?=.)|(?<=[\uac00-\ud7a3])의(?=\s)")


def _pieces(text: str) -> list[str]:
    """Return the words of a text; in scripts without spaces the stretches between particles."""
    return [p for p in _PIECE.findall(_SPLITS.sub(" ", text)) if p[0].isalnum()]


def _bare(piece: str, known: Phrases) -> str:
    """Return a word without what marks whose it is, or whose the speaker's it is in front of it."""
    if piece.endswith("'s"):
        return piece[:-2]
    if piece.endswith("'"):
        return piece[:-1]
    if is_cjk(piece):
        for own in sorted(known.own, key=len, reverse=True):
            if piece.startswith(own) and len(own) > 1:
                return piece[len(own) :]
        for own in known.own:
            if len(own) == 1 and piece.startswith(own) and not "\uac00" <= own <= "\ud7a3":
                return piece[1:]
        piece = piece.rstrip("的の") or piece
    return piece


@lru_cache(maxsize=16384)
def _one(a: str, first: str, b: str, second: str) -> bool:
    """Tell whether two words say the same: the same letters, one person of the lexicon, or one concept."""
    if a == b:
        return True
    whose_a, whose_b = words(first).person.get(a), words(second).person.get(b)
    if (whose_a is None) != (whose_b is None):
        return False
    if first == second and whose_a is not None:
        return whose_a == whose_b
    encoder = built_in()
    one, other = _concept(encoder, a, first), _concept(encoder, b, second)
    least = ONE if whose_a is None else ONE_PERSON
    return bool(one) and bool(other) and similarity(one, other) >= least


def _concept(encoder: TableEncoder, word: str, language: str) -> bytes:
    """Return the vector of a word that the encoder knows as a concept; empty for names and unknown words."""
    names = {"en": (f"{CONCEPTS}{word}",), "de": (f"de:{word}",)}.get(language, (word,))
    if not any(encoder.row(name) is not None for name in names):
        return b""
    return encoder.encode(word, CONCEPTS if language == "en" else language)
