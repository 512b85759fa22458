"""One language, compiled: its words, and its templates as regular expressions over token classes.

Every set of classes that a token can have is one character; a text is the string of its tokens' characters,
and a template (`"{which} {weekday}"`) a regular expression over such strings. In templates `{a|b}` is a token
of one of these classes, a bare word is that word, `(...)`, `?`, `*` and `|` mean what they mean in regular
expressions, and `<name>` stands for a macro. Between two tokens of a template a hyphen may stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from calisson.language.lexicon import load
from calisson.language.times.west.lexer import Lexicon, Token, number_classes, split

_PIECE = re.compile(r"\{(?P<cls>[\w|]+)\}|(?P<punct>[()|?*+])|(?P<lit>[^\s(){}|?*+]+)")
_NONE = "\u0001"
_DASH = "-"
_SPACED = "\u2013"
"""A hyphen with space around it; it never stands inside a template unasked."""
_FIRST = 0xE000


@dataclass(frozen=True, slots=True)
class Rule:
    """A template of a constructor."""

    maker: str
    source: str
    groups: tuple[tuple[str, ...], ...]
    """The classes of each capturing group."""
    needs: tuple[frozenset[str], ...]
    """Of each of these sets of classes, a match has at least one token."""
    order: int

    @property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression over class characters, compiled when a text may hold the template."""
        return _compiled(self.source)

    def may_match(self, classes: set[str]) -> bool:
        """Return whether a text with tokens of these classes can hold the template."""
        return all(not need.isdisjoint(classes) for need in self.needs)


_compiled = lru_cache(maxsize=1024)(re.compile)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Words, templates and settings of one language."""

    language: str
    lexicon: Lexicon
    rules: tuple[Rule, ...]
    codes: dict[frozenset[str], str]
    data: dict[str, Any]

    def encode(self, tokens: list[Token]) -> str:
        """Return the tokens as a string of class characters."""
        out = []
        for at, token in enumerate(tokens):
            if token.text == "-":
                glued = at and tokens[at - 1].end == token.start and tokens[at + 1 : at + 2]
                out.append(_DASH if glued and tokens[at + 1].start == token.end else _SPACED)
            else:
                out.append(self.codes.get(frozenset(token.classes), _NONE))
        return "".join(out)


@lru_cache(maxsize=8)
def grammar(language: str) -> Grammar:
    """Return the compiled grammar of a language."""
    data = dict(load(language, "times"))
    measured = re.compile(rf"\d ?(?:{'|'.join(map(re.escape, data['settings']['measures']))})\.? ?$")
    pace = {name: re.compile(data["settings"][name]) for name in ("pace_before", "pace_after")}
    data["settings"] = {**data["settings"], **pace, "measured": measured}
    macros = {name: _expand(source, data["macros"]) for name, source in data["macros"].items()}
    templates = [
        (maker, _expand(template, macros)) for maker, listed in data["rules"].items() for template in listed
    ]
    literals = {m["lit"] for _, t in templates for m in _PIECE.finditer(t) if m["lit"]}
    lexicon = _lexicon(data, literals)
    codes = _codes(lexicon)
    of_class: dict[str, list[str]] = {}
    for classes, char in codes.items():
        for name in classes:
            of_class.setdefault(name, []).append(char)
    rules = []
    for order, (maker, template) in enumerate(templates):
        source, groups = _compile(template, of_class)
        rules.append(Rule(maker, source, groups, _needs(template), order))
    return Grammar(language, lexicon, tuple(rules), codes, data)


def _expand(template: str, macros: dict[str, str]) -> str:
    for _ in range(6):
        template, count = re.subn(r"<(\w+)>", lambda m: f"( {macros[m.group(1)]} )", template)
        if not count:
            break
    return template


def _compile(template: str, of_class: dict[str, list[str]]) -> tuple[str, tuple[tuple[str, ...], ...]]:
    out: list[str] = []
    groups: list[tuple[str, ...]] = []
    for m in _PIECE.finditer(template):
        if m["punct"]:
            out.append("(?:" if m["punct"] == "(" else m["punct"])
            continue
        names = tuple(m["cls"].split("|")) if m["cls"] else (f"={m['lit']}",)
        found = {c for name in names for c in of_class.get(name, ())}
        chars = re.escape("".join(sorted(found | ({_SPACED} if _DASH in found else set()))))
        groups.append(names)
        out.append(f"(?:-?([{chars}]))" if chars else "(?:([^\\s\\S]))")
    source = "".join(out)
    return source[0:3] + source[5:] if source.startswith("(?:-?(") else source, tuple(groups)


def _needs(template: str) -> tuple[frozenset[str], ...]:
    """Return what no match can lack: for each required element or group, the classes that may fill it."""
    pieces = list(_PIECE.finditer(template))
    out: list[frozenset[str]] = []
    depth, group = 0, set[str]()
    for at, m in enumerate(pieces):
        follower = pieces[at + 1]["punct"] if at + 1 < len(pieces) else None
        if m["punct"] == "(":
            depth += 1
        elif m["punct"] == ")":
            depth -= 1
            if depth == 0:
                if follower not in ("?", "*"):
                    out.append(frozenset(group))
                group = set()
        elif m["punct"] == "|" and depth == 0:
            return ()
        elif not m["punct"]:
            names = m["cls"].split("|") if m["cls"] else [f"={m['lit']}"]
            if depth:
                group.update(names)
            elif follower not in ("?", "*"):
                out.append(frozenset(names))
    return tuple(out)


def _lexicon(data: dict[str, Any], literals: set[str]) -> Lexicon:
    words: dict[tuple[str, ...], dict[str, Any]] = {}

    def put(word: str, name: str, value: Any) -> None:
        words.setdefault(tuple(t.text for t in split(word)), {})[name] = value

    for name, table in data["words"].items():
        for value, listed in table.items():
            for word in listed:
                put(word, name, int(value) if value.lstrip("-").isdigit() else value)
    for name, listed in data["plain"].items():
        for word in listed:
            put(word, name, True)
    for name, table in data["values"].items():
        for word, value in table.items():
            put(word, name, value)
    for n in range(1, 32):
        for suffix in data["settings"]["ordinal_suffixes"]:
            put(f"{n}{suffix}", "ord", n)
    numbers = data["numbers"]
    table = {**numbers["ones"], **numbers["tens"]}
    for literal in literals:
        if (key := tuple(t.text for t in split(literal))) in words or len(key) == 1:
            put(literal, f"={literal}", True)
    for first, second in data.get("compounds", ()):
        _compounds(words, first, second)
    glued = None
    if numbers.get("glued"):
        for one, n in numbers["ones"].items():
            for ten, base in numbers["tens"].items():
                if 0 < n < 10:
                    table[one + numbers["joint"][0] + ten] = base + n
        pieces = {*numbers["ones"], *numbers["tens"], *numbers["hundred"], *numbers["thousand"]}
        parts = "|".join(map(re.escape, sorted(pieces | set(numbers["joint"]), key=len, reverse=True)))
        glued = re.compile(f"(?:{parts})+")
    for word, n in table.items():  # numerals keep their literal class and gain their numeric ones when read
        words.setdefault((word,), {})
        if not glued:
            words[(word,)].update(number_classes(n, 2, whole=True, word=True))
    entries: dict[str, list[tuple[tuple[str, ...], dict[str, Any]]]] = {}
    for key, classes in words.items():
        if key and (classes or True):
            entries.setdefault(key[0], []).append((key, classes))
    sorted_entries = {
        first: tuple(sorted(listed, key=lambda e: -len(e[0]))) for first, listed in entries.items()
    }
    return Lexicon(
        entries=sorted_entries,
        weak=frozenset(data["settings"]["weak"]),
        ones=numbers["ones"],
        tens=numbers["tens"],
        hundred=frozenset(numbers["hundred"]),
        thousand=frozenset(numbers["thousand"]),
        joint=frozenset(numbers["joint"]),
        glued=glued,
        table=table,
        suffixes=frozenset(data["settings"]["suffixes"]),
    )


def _compounds(words: dict[tuple[str, ...], dict[str, Any]], first: str, second: str) -> None:
    """Add words glued from a word of one class and a word of another ('Dienstag' + 'abend')."""
    left = [(k[0], c[first]) for k, c in words.items() if first in c and len(k) == 1 and len(k[0]) > 3]
    right = [(k[0], c[second]) for k, c in words.items() if second in c and len(k) == 1 and len(k[0]) > 3]
    for a, x in left:
        for b, y in right:
            words.setdefault((a + b,), {})[f"{first}_{second}"] = [x, y]


def _codes(lexicon: Lexicon) -> dict[frozenset[str], str]:
    """Return one character for every set of classes that a token can have."""
    sets: set[frozenset[str]] = {frozenset(c) for listed in lexicon.entries.values() for _, c in listed}
    samples = [(n, w) for n in range(100) for w in (1, 2)] + [
        (n, w)
        for n in (
            0,
            30,
            100,
            340,
            959,
            960,
            999,
            1000,
            1140,
            1260,
            1999,
            2014,
            2359,
            2400,
            2460,
            2999,
            3000,
            9999,
        )
        for w in (3, 4)
    ]
    numeric: set[frozenset[str]] = set()
    for n, width in samples:
        numeric.add(frozenset(number_classes(n, width, whole=True, word=False)))
        numeric.add(frozenset(number_classes(n, 2 if n < 100 else 4, whole=True, word=True)))
    numeric.add(frozenset({"cnt"}))
    sets |= numeric
    for (
        listed
    ) in lexicon.entries.values():  # number words that are words of the lexicon too ('second', 'ein')
        for key, classes in listed:
            if len(key) == 1 and classes and (key[0] in lexicon.table or key[0] in lexicon.ones):
                value = lexicon.table.get(key[0], 0)
                sets.add(frozenset({**number_classes(value, 2, whole=True, word=True), **classes}))
    sets |= {frozenset({k}) for k in ("iso", "ymd", "xyz", "clock", "pair")}
    sets.add(frozenset({"pair", "cnt"}))
    sets.discard(frozenset())
    codes = {classes: chr(_FIRST + i) for i, classes in enumerate(sorted(sets, key=sorted))}
    for key, classes in lexicon.entries.get("-", ()):
        if key == ("-",):
            codes[frozenset(classes)] = _DASH
    return codes
