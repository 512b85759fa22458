"""From text to phrases: which atoms stand where, which of them belong together, which make a range.

1. Every atom pattern is searched; look-alikes from the `block` list are dropped; the leftmost longest wins.
2. Neighbours with nothing but a particle between them merge when they tell different parts.
3. Two phrases with 'to' between them are one range, and the second takes over what it leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from calisson.language.times.east.grammar import Grammar, Parts, grammar, parts_of

_ALONE = frozenset({"duration", "window"})
"""Types that take nothing beside them."""
_SHARED = frozenset({"type", "direction"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of text that tells one time, or a range of two."""

    start: int
    end: int
    parts: Parts
    types: frozenset[str]
    until: Parts | None = None
    """What the second half of a range tells."""
    until_types: frozenset[str] = field(default_factory=frozenset)


def read(text: str, language: str) -> list[Phrase]:
    """Return the phrases of a text in reading order."""
    rules = grammar(language)
    phrases = _merge(text, _found(text, rules), rules)
    return [_widen(text, phrase, rules) for phrase in _ranges(text, phrases, rules) if _told(phrase)]


def _found(text: str, rules: Grammar) -> list[Phrase]:
    blocked = [match.span() for match in rules.block.finditer(text)]
    candidates: list[Phrase] = []
    for atom in rules.atoms:
        for match in atom.pattern.finditer(text):
            start, end = match.span()
            if start == end or any(
                s < end and start < e and not (start < s and e <= end) for s, e in blocked
            ):
                continue
            parts = parts_of(atom, match, rules)
            if parts is not None:
                candidates.append(Phrase(start, end, parts, frozenset({str(parts.get("type", "date"))})))
    candidates.sort(key=lambda c: (c.start, -c.end))
    kept: list[Phrase] = []
    at = 0
    for candidate in candidates:
        if candidate.start >= at:
            kept.append(candidate)
            at = candidate.end
    return kept


def _merge(text: str, atoms: list[Phrase], rules: Grammar) -> list[Phrase]:
    out: list[Phrase] = []
    for atom in atoms:
        last = out[-1] if out else None
        if last is not None and rules.gap.fullmatch(text, last.end, atom.start) and _fit(last, atom):
            parts = {**last.parts, **atom.parts}
            out[-1] = Phrase(last.start, atom.end, parts, last.types | atom.types)
        else:
            out.append(atom)
    return out


def _fit(a: Phrase, b: Phrase) -> bool:
    """Whether two neighbours tell one time: no part twice, and nothing that stands alone."""
    types = a.types | b.types
    if types & _ALONE:
        return False
    clash = (a.parts.keys() & b.parts.keys()) - _SHARED
    if clash == {"every"} and a.parts["every"] == b.parts["every"]:
        return True  # '격주 금요일마다'
    if clash:
        return "part" in a.parts and "part" in b.parts and _same_half(a.parts, b.parts)
    if "hour" in a.parts and {"day", "relday", "weekday", "month", "year"} & b.parts.keys():
        return "every" in types  # '8時 月曜日' are two times, '8点每周一' is one
    return True


def _same_half(a: Parts, b: Parts) -> bool:
    """Whether two words for parts of the day stand for one time: '夜の午後8時', '今日の朝 午前7時'."""
    return len((a.keys() & b.keys()) - _SHARED - {"part"}) == 0


def _ranges(text: str, phrases: list[Phrase], rules: Grammar) -> list[Phrase]:
    out: list[Phrase] = []
    for phrase in phrases:
        last = out[-1] if out else None
        between = text[last.end : phrase.start] if last is not None else ""
        if (
            last is not None
            and last.until is None
            and not (last.types | phrase.types) & (_ALONE | {"every"})
            and between
            and rules.to.fullmatch(between)
        ):
            out[-1] = Phrase(
                last.start,
                phrase.end,
                last.parts,
                last.types,
                {**_inherited(last, phrase), **phrase.parts},
                phrase.types,
            )
        else:
            out.append(phrase)
    return out


_COARSE = ("yearoff", "year", "monthoff", "month", "relday", "day", "weekoff", "weekday")


def _inherited(first: Phrase, second: Phrase) -> Parts:
    """Return the parts that the end of a range takes from its beginning: all that is coarser than its own."""
    told = second.parts.keys()
    if told & {"relday", "holiday", "now", "amounts"}:
        return {}
    parts: Parts = {}
    for name in _COARSE:
        if name in told:
            break
        if name in first.parts and not (name.startswith("year") and told & {"yearoff"}):
            parts[name] = first.parts[name]
    if "weekday" in told:
        parts = {k: v for k, v in first.parts.items() if k == "weekoff"}
    if "hour" in told and "part" not in told and "part" in first.parts and "hour" in first.parts:
        if second.parts["hour"] >= first.parts["hour"]:
            parts["part"] = first.parts["part"]
    return parts


def _told(phrase: Phrase) -> bool:
    """Whether the phrase tells a time by itself; 'the first week' alone does not."""
    return not phrase.parts.get("helper") or len(phrase.parts.keys() - _SHARED - {"helper"}) > 1


def _widen(text: str, phrase: Phrase, rules: Grammar) -> Phrase:
    """Take in the particles that belong to the phrase: 从…, …から, …까지."""
    start, end = phrase.start, phrase.end
    if phrase.until is not None:
        if before := rules.before.search(text, 0, start):
            start = before.start()
        if (after := rules.after.match(text, end)) is not None:
            end = after.end()
    return Phrase(start, end, phrase.parts, phrase.types, phrase.until, phrase.until_types)
