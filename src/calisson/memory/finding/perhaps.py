"""What may answer a question that nothing answers plainly: 'who looks after my teeth?', 'my dentist is Dr. Okafor'.

The retriever's first memories are read closely. Each thing that the question speaks of, by the built-in encoder's words,
is looked for among the words of the memory: what means the same counts fully, what is merely near counts less. A memory
is told, as something that may be meant, when enough of the question is there. Being wrong is worse than being silent, so
it also has to be about whom the question names, to have a time or a number where one is asked for, and every matter
that the lexicon knows ('birthday', 'password', 'colour') and the question asks for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from calisson.language.numbers import find_numbers
from calisson.language.text import fold, is_cjk, normalise
from calisson.language.traits import traits
from calisson.memory.finding import clues, sought
from calisson.memory.finding.encoder import Vector, built_in, similarity
from calisson.memory.finding.others import is_relative_of, may_be_same, people_in
from calisson.memory.finding.ranking import Candidate, Ranked
from calisson.memory.finding.recall import ASSISTANT
from calisson.memory.holding.phrases import phrases
from calisson.memory.holding.register import Register
from calisson.memory.types import Hit
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import (
    CALLED,
    is_listed,
    is_ordinary,
    names_as_said,
    names_in,
    tells_of_another,
)
from calisson.memory.words.stems import stem
from calisson.memory.words.tokens import has_token, statements, tokens, without_fillers

_WORD = re.compile(r"[^\W\d_]+")
_PHONE = re.compile(r"(?<!\d)(?:\+|0)(?:[\s/()-]{0,2}\d){6,}")

CLOSELY = 8
"""Memories that are read."""

MOST = 3
"""Memories that are told."""

NEAR, SAME = 0.4, 0.7
"""Cosines of two words from which a memory has something of what is asked for, and from which it has it."""

FLOOR = 0.5
"""The least share of what is asked for, by weight, that a memory must have."""

TOPIC = 0.3
"""The same of what is asked for beside the matters that the lexicon knows."""

MATTER = 0.5
"""The least cosine of such a matter and a word of the memory, unless it has the matter's own words or a number is asked
for, which has to be there anyway."""

AMOUNT = 2.2
"""The least weight of what a memory has of what is asked for: one common word is little."""

WHOLE = 0.45
"""The least cosine of the whole question and the whole memory."""

BEFORE = 2
"""Words before a question's word for a time; where it stands later it joins another clause."""

STRANGE = 3.0
"""Weight of a word that the encoder does not know; known words weigh 1 to 8, most of them 2 to 5."""

STATED = 0.5
"""The least share of a memory that states something."""

TELLING = 2.5
"""The least weight of a word that may be a thing of its own."""

THING = 0.45
"""The least share of the thing, by weight, of a memory that tells the kind of thing that is sought."""

KIND = 0.8
"""What such a memory has without any word more of what is asked for."""

SCORE = 0.45
"""The best score: under what `recall` calls sure."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question asks for."""

    asked: clues.Query
    language: str
    names: frozenset[str]
    """Whom it names."""
    vector: Vector
    """All that it says, without names."""
    topic: tuple[tuple[Vector, float], ...]
    """What it speaks of but for people and matters, with what each says."""
    strange: tuple[str, ...]
    """Tokens of words that the encoder does not know."""
    matters: tuple[tuple[clues.Clue, tuple[tuple[Vector, float], ...]], ...]
    """Matters that the lexicon knows."""
    people: tuple[tuple[int, str | None], ...]
    """Whom it asks about by a word for a relation."""
    time: bool
    """It asks for a time, not only about one ('how do I get in when …')."""
    amount: bool
    """It asks for a number."""
    reached: bool
    """It asks for a number under which somebody is reached."""
    own: bool
    """It asks about who asks, as far as it says."""


@lru_cache(maxsize=64)
def read(query: str, language: str) -> Wish:
    """Return what a question asks for."""
    asked, known = clues.read(query, language), words(language)
    folded = fold(query)
    names = _names(asked.names, query, language)
    bare = known.people.sub(" ", without_fillers(query, language))
    for name in sorted({*names_as_said(query, language), *names}, key=len, reverse=True):
        if name in names or is_listed(name):
            bare = bare.replace(name, " ")
    matters, telling = [], without_fillers(query, language)
    for clue in asked.clues:
        said = without_fillers(clue.text, language).strip()
        if clue.idea and not known.vague.isdisjoint(_groups(clue.text, language)):
            bare, telling = bare.replace(clue.text, " "), telling.replace(clue.text, " ")
        elif clue.idea and said:
            matters.append((clue, tuple(built_in().parts(said, language))))
            bare = bare.replace(clue.text, " ")
    strange = () if not traits(language).latin else tuple(
        t for piece in bare.split() if not built_in().parts(piece, language) for t in tokens(piece) if len(t) > 2
    )  # fmt: skip
    return Wish(
        asked=asked,
        language=language,
        names=names,
        vector=_whole(telling, language),
        topic=tuple(built_in().parts(bare, language)),
        strange=strange,
        matters=tuple(matters),
        people=tuple(people_in(query, language)),
        time=_asks_time(folded, language),
        amount=known.amounts.search(folded) is not None,
        reached=any(c.numbered for c in asked.clues),
        own=_speaks(folded, language),
    )


def hits(query: str, language: str, ranked: Sequence[Ranked]) -> list[Hit]:
    """Return which of the first of these memories may be meant by a question, the likeliest first."""
    wish = read(query, language)
    whose = [k for k in sought.asked(query, language) if k.whose]
    home = _spoken_of(one.candidate.row for one in ranked)
    found = []
    for one in ranked[:CLOSELY]:
        of, row = one.candidate, one.candidate.row
        if of.stated < STATED or row["speaker"].casefold() in ASSISTANT:
            continue
        if sought.misses(query, language, row["text"], row["language"]):
            continue
        if not all(_has_all(row, _strange(query, language, k, home)) for k in whose):
            continue
        if any(k.strict for k in whose) and not _is_theirs(wish, row["text"], row["language"], frozenset()):
            continue
        if similarity(wish.vector, _whole(row["text"], row["language"])) < WHOLE:
            continue
        if fits(wish, row["text"], row["language"]) and (share := _share(wish, of)) >= FLOOR:
            found.append(_hit(row, of.at, share))
    return sorted(found, key=lambda h: -h.score)


def of_kind(
    query: str, language: str, rows: Iterable[Mapping[str, Any]], named: frozenset[str] = frozenset()
) -> list[Hit]:
    """Return which of these memories tell a thing of the kind that a question seeks, about whom or what it names.

    Args:
        query: the question.
        language: its language.
        rows: memories.
        named: folded names of whom it is about, beside those that it says.
    """
    kinds, wish = sought.asked(query, language), read(query, language)
    some = list(rows)
    home = _spoken_of(some)
    found = {}
    for kind, row in sought.about(some, kinds):
        if row["speaker"].casefold() in ASSISTANT or not statements(row["text"], row["language"]):
            continue
        of = row["language"]
        strange = _strange(query, language, kind, home) if kind.whose else []
        own = wish.own and kind.whose and not strange  # what is mine may be with anybody
        about = replace(wish, own=own)
        if not fits(about, row["text"], of, named) or not _is_theirs(about, row["text"], of, named):
            continue
        if not _has_all(row, strange):
            continue
        share = _share_of_thing(query, language, kind, row)
        somebody = kind.whose and (wish.names or wish.people or named or wish.own or strange)
        if (kind.thing or (kind.whose and not somebody)) and share < THING:
            continue
        found[row["id"]] = _hit(row, datetime.fromisoformat(row["at"]), KIND + (1 - KIND) * share)
    mine = {n for n, h in found.items() if wish.own and _speaks(fold(h.text), h.language)}
    return sorted(found.values(), key=lambda h: (h.id in mine, h.score, h.at), reverse=True)


def _is_theirs(wish: Wish, text: str, language: str, named: frozenset[str]) -> bool:
    """Tell whether a memory is nobody else's than whom a question names; of one that names nobody, of who asks."""
    if wish.names or wish.people or named:
        return bool(people_in(text, language)) or bool(_called(text, language)) or not wish.people
    if not wish.own:
        return True
    said = not traits(language).latin or _speaks(fold(text), language)
    return said and not (people_in(text, language) or _called(text, language))


def _share_of_thing(query: str, language: str, kind: sought.Kind, row: Mapping[str, Any]) -> float:
    """Return which share of what else a question speaks of a memory has; 0 when it speaks of nothing else."""
    has = [v for v, _ in built_in().parts(row["text"], row["language"])]
    own = frozenset(row["tokens"].split())
    found = []
    bare = _bare(query, language, kind)
    for piece in bare.split():
        there = bool(tokens(piece)) and all(has_token(own, t) for t in tokens(piece))
        found += [
            (1.0 if there else _strength(_best(v, has)), w) for v, w in built_in().parts(piece, language)
        ]
    unknown = (tokens(p) for p in built_in().unknown(bare, language))
    found += [(float(any(has_token(own, t) for t in some)), STRANGE) for some in unknown if some]
    return _mean(found)


def latest_first(query: str, language: str, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits with the latest first among those that tell, of the same people, what one has one of at a time (a home)."""
    single = [k for k in sought.asked(query, language) if k.single]
    if not single or not hits:
        return list(hits)
    whom = _whom(hits[0])
    same = [h for h in hits if _whom(h) == whom and any(sought.tells(k, h.text, h.language) for k in single)]
    if hits[0] not in same:
        return list(hits)
    same.sort(key=lambda h: h.since or h.at, reverse=True)
    return [*same, *(h for h in hits if h not in same)]


def _whom(hit: Hit) -> tuple[frozenset[str], frozenset[str]]:
    text, language = hit.text, hit.language
    return frozenset(k or str(n) for n, k in people_in(text, language)), names_in(text, language)


def is_anothers(query: str, language: str, text: str, of: str, who: Register) -> bool:
    """Tell whether a question seeks something plain of a person or a thing, and a memory is about another one.

    Another person: it names somebody, none of whom is known to be what the question says (my sister). Another thing: it
    has nothing near what the question names (the PIN of the card).
    """
    if is_relative_of(query, language, text, of):
        return True
    if sought.is_whose(query, language) and (asked := people_in(query, language)) and not people_in(text, of):
        known = {n for _, kin in asked if kin for n in who.names_of(kin)}
        others = {k.name for k in who.known} - known
        named = names_in(text, of) | {n for n in others if n in fold(text)} | _unknown_first(text, of)
        if named and not named & known:
            return True
    kinds = [k for k in sought.asked(query, language) if k.thing and k.strict]
    row = {"text": text, "language": of, "tokens": " ".join(tokens(text))} if kinds else {}
    return bool(kinds) and all(
        _speaks_of_things(query, language, k)
        and not _share_of_thing(query, language, k, row)
        and _speaks_of_things(text, of, k)
        for k in kinds
    )


def _unknown_first(text: str, language: str) -> frozenset[str]:
    """Return the unknown word that a text begins with, where names have no sign of their own (子轩不吃猪肉)."""
    unknown = built_in().unknown(text, language) if traits(language).characters else []
    return frozenset(u for u in unknown[:1] if fold(text).startswith(u))


def _speaks_of_things(text: str, language: str, kind: sought.Kind) -> bool:
    """Tell whether a text has a telling word beside the kind of thing that it seeks or tells."""
    own = sought.kinds(language).get(kind.name, kind)
    bare = own.tells.sub(" ", _bare(text, language, own))
    return any(weight >= TELLING for _, weight in built_in().parts(bare, language))


@lru_cache(maxsize=64)
def _bare(query: str, language: str, kind: sought.Kind) -> str:
    """Return what a question speaks of beside the kind that it seeks and the people that it names."""
    bare = sought.rest(query, language, kind)
    names = {*names_as_said(query, language), *read(query, language).names}
    for name in sorted(names, key=len, reverse=True):
        bare = bare.replace(name, " ")
    return bare


def _spoken_of(rows: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    return frozenset(t for row in rows for t in row["tokens"].split())


def _has_all(row: Mapping[str, Any], strange: Iterable[Iterable[str]]) -> bool:
    """Tell whether a memory has each of these words, any token of which will do."""
    own = frozenset(row["tokens"].split())
    return all(any(has_token(own, t) for t in some) for some in strange)


def _strange(query: str, language: str, kind: sought.Kind, home: Collection[str]) -> list[list[str]]:
    """Return the tokens of words of a question that the encoder does not know, which may be names.

    In scripts without capitals only what the home speaks of (`home`: its tokens) is one: other words are verbs' forms.
    """
    great = {fold(w) for w in _WORD.findall(normalise(query)) if w[:1].isupper()}
    unknown = built_in().unknown(_bare(query, language, kind), language)
    unknown = [p for p in unknown if is_cjk(p) or p in great]
    some = [[t for t in tokens(p) if not is_cjk(t) or (len(t) > 1 and t in home)] for p in unknown]
    return [s for s in some if s]


def _names(names: Iterable[str], text: str, language: str) -> frozenset[str]:
    """Return those of these that are listed, or no words that the encoder knows, and what is written like a name."""
    found = {n for n in names if is_listed(n) or not is_cjk(n) or not built_in().parts(n, language)}
    if traits(language).latin:
        said = _WORD.findall(normalise(text))[1:]
        found |= {w for s in said if s[:1].isupper() and _is_name(w := fold(s), language)}
    if traits(language).characters:
        found |= {n for n in CALLED.findall(fold(text)) if not is_ordinary(n, language)}
    return frozenset(found)


def _asks_time(folded: str, language: str) -> bool:
    found = words(language).when.search(folded)
    return found is not None and (is_cjk(found[0]) or folded[: found.start()].count(" ") <= BEFORE)


def _groups(said: str, language: str) -> frozenset[int]:
    """Return the lexicon's groups of a way of saying."""
    known = words(language)
    members = (said, *known.stems.get(stem(said), ())) if said.isalpha() and not is_cjk(said) else (said,)
    return frozenset(g for m in members for g in known.groups.get(m, ()))


def _called(text: str, language: str) -> frozenset[str]:
    """Return whom a memory names, also where the name is none of the listed ones."""
    found = {*names_in(text, language), *_names((), text, language)}
    first = _WORD.match(normalise(text).lstrip())
    if traits(language).latin and first and first[0][:1].isupper() and _is_name(fold(first[0]), language):
        found.add(fold(first[0]))
    return frozenset(found)


def _is_name(word: str, language: str) -> bool:
    """Tell whether a word that is written great is hardly one of the language; where nouns join, all of them are written so."""
    return not is_ordinary(word, language) and (
        not traits(language).compounds or built_in().row(word) is not None
    )


def fits(wish: Wish, text: str, language: str, named: frozenset[str] = frozenset()) -> bool:
    """Tell whether a memory is about whom a question asks about (or `named`), and has the kind of thing that it asks for."""
    if named:
        return any(n in fold(text) for n in named) and _has_kind(wish, text, language)
    if tells_of_another(wish.names, wish.asked.said, text, language, missed=False):
        return False
    there = people_in(text, language)
    if not all(any(may_be_same(a, wish.language, b, language) for b in there) for a in wish.people):
        return False
    if not wish.people and not wish.names and wish.own and (there or _called(text, language)):
        if not _speaks(fold(text), language):
            return False
    return _has_kind(wish, text, language)


def _has_kind(wish: Wish, text: str, language: str) -> bool:
    """Tell whether a memory has a time or a number where one is asked for."""
    if wish.time and not clues.tells_time(text, language):
        return False
    return not wish.amount or bool(
        find_numbers(_PHONE.sub(" ", text) if not wish.reached else text, language)
    )


def _speaks(folded: str, language: str) -> bool:
    """Tell whether a folded text speaks of who says it."""
    own = phrases(language).own
    if is_cjk(next(iter(own))):
        return any(o in folded for o in own) if language != "ko" else any(p in own for p in folded.split())
    return not own.isdisjoint(folded.replace("?", " ").split())


def _whole(text: str, language: str) -> Vector:
    """Return the vector of a text without names and words that mean nothing of their own."""
    said = {*names_as_said(text, language), *_names((), text, language)}
    names = frozenset(w for n in said for w in n.split())
    return built_in().encode(without_fillers(text, language), language, names)


def _share(wish: Wish, of: Candidate) -> float:
    """Return which share of what is asked for a memory has, by weight; 0 when a matter, or all of the rest, is missing."""
    has = [v for v, _ in built_in().parts(of.row["text"], of.row["language"])]
    own = frozenset(of.row["tokens"].split())
    matters = []
    for clue, vectors in wish.matters:
        there = any(all(has_token(own, t) for t in form) for form in clue.forms)
        best = 1.0 if there else max((_best(v, has) for v, _ in vectors), default=0.0)
        if best < MATTER and not wish.amount:
            return 0.0
        matters.append((_strength(best), sum(w for _, w in vectors) or STRANGE))
    topic = [(_strength(_best(v, has)), w) for v, w in wish.topic]
    topic += [(float(has_token(own, t)), STRANGE) for t in wish.strange]
    if topic and _mean(topic) < TOPIC:
        return 0.0
    found = [*topic, *matters]
    return _mean(found) if sum(s * w for s, w in found) >= AMOUNT else 0.0


def _best(vector: Vector, has: Iterable[Vector]) -> float:
    return max((similarity(vector, other) for other in has), default=0.0)


def _strength(cosine: float) -> float:
    return min(1.0, max(0.0, (cosine - NEAR) / (SAME - NEAR)))


def _mean(weighed: Sequence[tuple[float, float]]) -> float:
    whole = sum(w for _, w in weighed)
    return sum(s * w for s, w in weighed) / whole if whole else 0.0


def _hit(row: Mapping[str, Any], at: datetime, share: float) -> Hit:
    return Hit(
        row["id"], row["text"], SCORE * share, row["tier"], row["source"], f"{share:.0%} by meaning", at,
        row["speaker"], row["language"], "meaning",
    )  # fmt: skip
