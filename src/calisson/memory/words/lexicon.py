"""The words for remembering of each language, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from calisson.language.lexicon import has, load
from calisson.language.text import fold, is_cjk
from calisson.memory.words.stems import stem

FALLBACK = "en"
"""The language whose words serve when a language has no such lexicon."""

KINDS = "|"
"""What follows it in a group answers a question but does not ask for the others."""

LONG_WORD = 4
"""Letters from which another inflection of a word is recognised by its stem."""

_HANGUL = "\uac00-\ud7a3"
_LETTER = "[0-9a-z_\u00df-\u024f]"
"""A letter of an alphabet, folded; text of another script may follow a word without a space."""
_KANA = "\u3041-\u3096"


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words, as patterns over folded text."""

    fillers: re.Pattern[str]
    same: re.Pattern[str]
    """Matches any member of a group of words that mean the same."""
    groups: dict[str, tuple[int, ...]]
    """Member → the groups that it belongs to."""
    stems: dict[str, tuple[str, ...]]
    """Stem → the members, of one word of an alphabet, that have it."""
    members: tuple[tuple[str, ...], ...]
    """Group → its members."""
    light: frozenset[int]
    """Groups that an answer need not have."""
    vague: frozenset[int]
    """Groups that say little of what is meant."""
    when: re.Pattern[str]
    dates: re.Pattern[str]
    people: re.Pattern[str]
    person: dict[str, int]
    """Word for a person → which person."""
    opposites: dict[int, tuple[int, ...]]
    """Group → the groups that it becomes when it is negated."""
    questions: tuple[re.Pattern[str], ...]
    negations: re.Pattern[str]
    lasting: re.Pattern[str]
    whose: re.Pattern[str]
    supposed: re.Pattern[str]
    """Words of suppositions and jokes."""
    requested: re.Pattern[str]
    """How somebody asks for something to be done."""
    told: tuple[str, ...]
    """How statements end, where questions are told apart by their endings; empty elsewhere."""
    wishes: tuple[str, ...]
    """How wishes end, some of which end as statements do."""
    mine: re.Pattern[str]
    """The speaker as the one who is asked about."""
    personal: frozenset[int]
    """Groups of matters that are somebody's own."""
    numbered: frozenset[int]
    """Groups of what a long number answers."""
    latest: re.Pattern[str]
    """Words that ask for the last of several."""
    legal: re.Pattern[str]
    """What the law or a contract asks to keep."""
    amounts: re.Pattern[str]
    """Ways of asking for a number."""
    wider: dict[int, frozenset[int]]
    """Which person → those whom the word includes ('kids' the daughter)."""


@lru_cache(maxsize=16)
def words(language: str) -> Words:
    """Return the words of a language."""
    given = load(language if has(language, "memory") else FALLBACK, "memory")
    particles = tuple(given.get("particles", ()))
    same = [[fold(w) for w in group] for group in given.get("same", ())]
    groups: dict[str, tuple[int, ...]] = {}
    stems: dict[str, list[str]] = {}
    for number, group in enumerate(same):
        for member in group[: group.index(KINDS)] if KINDS in group else group:
            groups[member] = (*groups.get(member, ()), number)
            if len(member) >= LONG_WORD and member.isalpha() and not is_cjk(member):
                stems.setdefault(stem(member), []).append(member)
    person = {fold(w): n for n, group in enumerate(given.get("people", ())) for w in group}
    return Words(
        fillers=_any(given.get("fillers", ()), particles, given.get("endings", ()), whole=2),
        same=_any(groups, particles),
        groups=groups,
        stems={t: tuple(dict.fromkeys(m)) for t, m in stems.items()},
        members=tuple(tuple(w for w in g if w != KINDS) for g in same),
        light=frozenset(g for w in given.get("light", ()) for g in groups[fold(w)]),
        vague=frozenset(g for w in given.get("vague", ()) for g in groups[fold(w)]),
        when=_any(given.get("when", ()), ()),
        dates=_any(given.get("dates", ()), ()),
        people=_any(person, particles),
        person=person,
        opposites={g: groups[fold(b)] for a, b in given.get("opposites", ()) for g in groups[fold(a)]},
        questions=tuple(_question(q) for q in given.get("questions", ())),
        negations=_any(given.get("negations", ()), (), inside=True),
        lasting=_any(given.get("lasting", ()), ()),
        whose=_any(given.get("whose", ()), particles),
        supposed=_either(_any(given.get("supposed", ()), ()), given.get("supposing", ())),
        requested=re.compile("|".join(given.get("requested", ())) or r"(?!)"),
        told=tuple(given.get("told", ())),
        wishes=tuple(given.get("wishes", ())),
        mine=re.compile("|".join(given.get("self", ())) or r"(?!)"),
        personal=frozenset(g for w in given.get("personal", ()) for g in groups[fold(w)]),
        numbered=frozenset(g for w in given.get("numbered", ()) for g in groups[fold(w)]),
        latest=_any(given.get("latest", ()), ()),
        legal=re.compile("|".join(given.get("legal", ())) or r"(?!)"),
        amounts=_any(given.get("amounts", ()), ()),
        wider={person[fold(w)]: frozenset(person[fold(n)] for n in ns) for w, *ns in given.get("wider", ())},
    )


@lru_cache(maxsize=1)
def particles() -> tuple[str, ...]:
    """Return the endings of Korean nouns, longest first."""
    return tuple(sorted(load("ko", "memory").get("particles", ()), key=len, reverse=True))


def _any(
    given: Iterable[str],
    particles: Iterable[str],
    endings: Iterable[str] = (),
    *,
    whole: int = 1,
    inside: bool = False,
) -> re.Pattern[str]:
    """Return a pattern of any of the words, the longest first.

    Words of alphabets are whole words. Hangul begins a word; up to `whole` syllables are a whole word, which
    may have one of `particles`, and any ending with `*`. One hiragana letter stands alone between other
    scripts. With `inside` any place will do. `endings` end a word.
    """
    tails = "|".join(sorted(map(re.escape, particles), key=len, reverse=True))
    tail = f"(?=(?:{tails})?(?!\\w))" if tails else "(?!\\w)"
    found: list[str] = []
    latin: list[str] = []
    for word in sorted({fold(w) for w in given if w}, key=len, reverse=True):
        safe = re.escape(word)
        if not is_cjk(word):
            latin.append(safe)
        elif inside:
            found.append(safe)
        elif word.endswith("*"):
            found.append(rf"(?<!\w){re.escape(word[:-1])}\w*")
        elif re.match(f"[{_HANGUL}]", word):
            found.append(rf"(?<!\w){safe}" + (tail if len(word) <= whole else ""))
        elif len(word) == 1 and re.match(f"[{_KANA}]", word):
            found.append(f"(?<![{_KANA}]){safe}(?![{_KANA}])")
        else:
            found.append(safe)
    found += [rf"{re.escape(fold(w))}(?!\w)" for w in sorted(endings, key=len, reverse=True)]
    if latin:
        found.append(f"(?<!{_LETTER})(?:{'|'.join(latin)})(?!{_LETTER})")
    return re.compile("|".join(found) or r"(?!)")


def either(given: Iterable[str], particles: Iterable[str] = ()) -> re.Pattern[str]:
    """Return a pattern of any of these words over folded text; one that ends with `*` has any ending."""
    some = tuple(given)
    stems = [w[:-1] for w in some if w.endswith("*") and not is_cjk(w)]
    whole = [w for w in some if not w.endswith("*") or is_cjk(w)]
    begun = "|".join(rf"(?<!\w){re.escape(fold(w))}\w*" for w in stems)
    found = _any(whole, particles)
    return re.compile(f"{begun}|{found.pattern}") if begun else found


def _either(words: re.Pattern[str], patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join((words.pattern, *patterns)))


def _question(given: str) -> re.Pattern[str]:
    start, end = given.startswith("^"), given.endswith("$")
    word = re.escape(fold(given.strip("^$")))
    edge = "" if is_cjk(given) else r"(?!\w)"
    return re.compile(("^" if start else "") + word + edge + ("$" if end else ""))
