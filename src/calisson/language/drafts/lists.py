"""Finding the lists of fields in a request, and taking those of which enough is known.

A list may stand after a colon, after 'with', as the object of 'keep track of', in the following
sentences, or, in Chinese, Japanese and Korean, in the clauses around the request. Every candidate is
read; the best one of each sentence counts.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.cues import Cues
from calisson.language.drafts.fields import FieldRead, read_field
from calisson.language.drafts.hints import clean
from calisson.language.drafts.items import split_items
from calisson.language.text import is_cjk
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES

Mode = Literal["strict", "open", "tail", "sentence", "object"]
"""How much of a list must be known: after a colon nothing; after 'with' a part; in a clause chain the
part from its first known item on; a whole sentence half; what people 'keep track of' all of it."""


def read_lists(
    text: str,
    bounds: list[tuple[int, int]],
    cues: Cues,
    language: str,
    about: ontology.Domain | None,
    hits: list[ontology.DomainHit],
) -> tuple[list[FieldRead], list[tuple[int, int]]]:
    """Return the fields that are named, and where their lists stand in the text."""
    reads: list[FieldRead] = []
    spots: list[tuple[int, int]] = []
    passed = False
    for start, end in bounds:
        primary = (start, end) == cues.sentence
        passed |= primary
        options = (
            _primary(text, start, end, cues, language)
            if primary
            else _other(text, start, end, language, passed)
        )
        best: list[FieldRead] = []
        spot = (0, 0)
        for a, b, mode in options:
            found = _accept(text[a:b], mode, language, about, hits, a)
            if _worth(found) > _worth(best):
                known = text.find(found[0].said, a, b) if mode == "tail" else a
                best, spot = found, (max(a, known), b)
            if found and mode == "strict":
                break
        if best:
            if (
                primary
                and options
                and options[0][2] == "strict"
                and len(best) > 2
                and not all(r.sure for r in reads)
            ):
                reads, spots = [], []  # what was said before the list is about it, not in it
            reads += best
            spots.append(spot)
    return _distinct(reads), spots


def _worth(reads: list[FieldRead]) -> float:
    return sum(1.0 if r.sure else 0.4 for r in reads)


def _objects(text: str, start: int, end: int, language: str) -> list[re.Match[str]]:
    """What people want to keep track of, wherever they say so."""
    return [m for rule in grammar.patterns(language, "object") for m in rule.finditer(text, start, end)]


def _primary(text: str, start: int, end: int, cues: Cues, language: str) -> list[tuple[int, int, Mode]]:
    options: list[tuple[int, int, Mode]] = _bracketed(text, start, end, language)
    colon = _colon(text, start, end)
    made = cues.make or cues.bare or cues.wish
    opener = grammar.pattern(language, "opener")
    if colon is not None:
        within = opener.search(text, colon + 1, end)
        first = text.find(",", colon + 1, end)
        after = within.end() if within and (first < 0 or within.start() < first) else colon + 1
        options.append((after, end, "strict"))
    options += [(m.end(), end, "open") for m in opener.finditer(text, start, end) if m.end() < end - 1]
    if is_cjk(text[start:end]):
        for found in _objects(text, start, end, language):
            if traits(language).characters:
                options.append((found.start("what"), end, "object"))
            options.append((*found.span("what"), "object"))
        after = made[1] if made and start <= made[0] < end else start
        comma = min((at for c in ",、" if (at := text.find(c, after, end)) >= 0), default=-1)
        mark = text.find("、", start, end)
        if comma >= 0:
            options.append((comma + 1, end, "open"))
        if mark >= 0:
            before = max(text.rfind(c, start, mark) for c in ", ")
            options.append((max(before + 1, start), end, "object"))
        first = text.find(",", start, end)
        if first >= 0 and not (made and start <= made[0] < end and made[1] <= first):
            options.append((start, end, "tail"))
        return options
    anchor = made[1] if made and start <= made[0] < end else (cues.artifact[1] if cues.artifact else start)
    for mark_text in (" - ", ","):
        at = text.find(mark_text, anchor, end)
        if at >= 0:
            options.append((at + len(mark_text), end, "open"))
    options += [(*m.span("what"), "object") for m in _objects(text, start, end, language)]
    weak = grammar.pattern(language, "weak_opener")
    options += [(m.end(), end, "object") for m in weak.finditer(text, start, end)]
    return options


def _bracketed(text: str, start: int, end: int, language: str) -> list[tuple[int, int, Mode]]:
    """A list in brackets behind what it is about: 'a log for repairs (bike, what I did, hours)'."""
    found = re.search(r"[(\[]([^()\[\]]*)[)\]][\s.!?。]*$", text[start:end])
    if found is None or any(mark in text[start : start + found.start()] for mark in ",、:;"):
        return []
    several = len(split_items(found.group(1), language)) >= 3
    return [(start + found.start(1), start + found.end(1), "strict")] if several else []


def _other(text: str, start: int, end: int, language: str, passed: bool) -> list[tuple[int, int, Mode]]:
    colon = _colon(text, start, end)
    options: list[tuple[int, int, Mode]] = []
    if colon is not None and "," not in text[start:colon] and "、" not in text[start:colon]:
        options.append((colon + 1, end, "strict" if passed else "open"))
    options.append((start, end, "sentence"))
    if colon is not None:
        options.append((colon + 1, end, "open"))
    options += [(*m.span("what"), "object") for m in _objects(text, start, end, language)]
    opener = grammar.pattern(language, "opener").search(text, start, end)
    if opener and passed:
        options.append((opener.end(), end, "open"))
    return options


def _colon(text: str, start: int, end: int) -> int | None:
    """The first colon that opens a list: not inside a clock time, and with something behind it."""
    depth = 0
    for at in range(start, end - 1):
        char = text[at]
        depth += char in "(["
        depth -= char in ")]"
        if (
            char == ":"
            and depth <= 0
            and not (text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit())
        ):
            return at if text[at + 1 : end].strip(" .!?。\n") else None
    return None


def _accept(
    part: str,
    mode: Mode,
    language: str,
    about: ontology.Domain | None,
    hits: list[ontology.DomainHit],
    offset: int,
) -> list[FieldRead]:
    asked = [*grammar.patterns(language, "make"), *grammar.patterns(language, "make_bare")]
    reads: list[FieldRead] = []
    aside = 0
    items = split_items(part, language, about)
    for at, item in enumerate(items):
        bare = grammar.pattern(language, "asked").sub("", item)
        if bare != item and grammar.trim(bare):
            item = grammar.trim(bare)
        if len(items) >= 2 and ((at == 0 and mode in ("open", "object")) or (mode == "tail" and not reads)):
            item = _from_left(item, language, about)
        if mode != "strict" and any(rule.search(item) for rule in asked):
            aside += 1
            continue
        if (
            reads
            and reads[-1].type in ("text", "rating", "number", "integer")
            and (joined := _rated(reads[-1], item, language, about))
        ):
            reads[-1] = joined
            aside += 1
            continue
        if mode in ("tail", "object") and at == 0 and len(items) >= 3 and _titles(item, language):
            aside += 1
            continue
        got = read_field(item, language, about)
        if mode in ("tail", "object") and not reads and is_cjk(part) and len(items) >= 3 and not _named(got):
            if not traits(language).characters and _noun(item, language):
                reads += [replace(r, sure=True) for r in got]  # 生徒、科目、時間
                continue
            aside += 1
            continue
        if (
            mode == "open"
            and not reads
            and len(items) >= 3
            and not _named(got)
            and ontology.domains_in(item, language)
        ):
            aside += 1  # 'with which I can note my headache days, with …'
            continue
        reads += got
    if not reads:
        return []
    sure = sum(r.sure for r in reads)
    total = max(len(items) - aside, len(reads))
    if mode == "strict":
        if len(reads) == 1 and not reads[0].sure and len(reads[0].said) > 24:
            return []
        return reads
    inside = any(
        h.start < offset + len(part) and offset < h.end and about and h.domain == about.id for h in hits
    )
    if mode in ("open", "tail"):
        kept = [r for r in reads if r.sure or _short(r.said)]
        if len(kept) == 1 and inside and not any(c.isdigit() for c in part) and kept[0].type != "boolean":
            return []
        return kept if sure >= 1 and sure >= 0.34 * total else []
    if mode == "sentence":
        kept = [r for r in reads if r.sure or _short(r.said)]
        if sure == 0 or sure < 0.5 * total:
            return []
        if len(kept) == 1:
            return kept if _single(kept[0], part, language) else []
        return kept
    if sure < len(reads) or sure < 0.75 * total:
        return []
    if len(reads) == 1:
        hinted = reads[0].type in ("boolean", "integer") or any(c.isdigit() for c in part)
        return reads if (hinted or not inside) and _short(part) and (reads[0].concept or hinted) else []
    return reads


def _from_left(item: str, language: str, about: ontology.Domain | None) -> str:
    """Cut the words of the request off the first item of a list ('帮我做一个可以记书名' → 书名)."""
    if (
        not is_cjk(item)
        or ontology.match(item, language, about)
        or ontology.match(clean(item, language, about), language, about)
    ):
        return item
    asked = any(
        rule.search(item)
        for name in ("make", "make_bare", "wish", "object")
        for rule in grammar.patterns(language, name)
    )
    if not asked and grammar.one_of(language, "verbs").search(item) is None:
        return item
    if traits(language).particles:
        words = item.split(" ")
        for size in range(1, len(words)):
            if ontology.match(" ".join(words[size:]), language, about):
                return " ".join(words[size:])
        return item
    top = ontology.head(item, language, about)
    return top[1] if top and len(top[1]) >= 2 else item


def _rated(last: FieldRead, item: str, language: str, about: ontology.Domain | None) -> FieldRead | None:
    """A range that stands alone belongs to the field before it ('心情,1到5分')."""
    if not any(c.isdigit() for c in item) or len(item) > 14:
        return None
    own = "rating" in ontology.fields_named(item, language)
    if own and last.type != "rating" and (last.type != "text" or last.concept):
        return None  # '页数、评分1到5': pages have no scale, so the rating is a field of its own
    alone = read_field(item, language, about)
    if not (len(alone) == 1 and alone[0].concept == "rating" and alone[0].said == item):
        return None
    again = read_field(f"{last.said} {item}", language, about)
    return again[0] if len(again) == 1 and again[0].high is not None and again[0].said == last.said else None


def _named(reads: list[FieldRead]) -> bool:
    return any(r.concept or r.high is not None or r.unit or r.formula for r in reads)


def _titles(item: str, language: str) -> bool:
    """Whether the first item names the app and not a field: '偏头痛日记,疼痛,…'."""
    ends = [m.end() for m in grammar.one_of(language, "specific").finditer(item)]
    return is_cjk(item) and bool(ontology.domains_in(item, language)) and len(item) in ends


def _noun(item: str, language: str) -> bool:
    """Whether an unknown item looks like the name of a thing and not like the clause before a list."""
    if len(item) > 4 or " " in item or ontology.domains_in(item, language):
        return False
    return not any(grammar.pattern(language, name).search(item) for name in ("clause", "noise", "clause_cut"))


def _short(said: str) -> bool:
    return len(said) <= 16 if is_cjk(said) else len(said.split()) <= 5


def _single(read: FieldRead, part: str, language: str) -> bool:
    """Whether a sentence of its own is one field ('menge in ml') and not small talk."""
    size = len(part.strip()) if is_cjk(part) else len(part.split())
    if size > (16 if is_cjk(part) else 7):
        return False
    also = grammar.pattern(language, "also").search(part.strip())
    return bool(read.concept) and (
        bool(also) or read.unit is not None or read.high is not None or size <= 3 or is_cjk(part)
    )


def _distinct(reads: list[FieldRead]) -> list[FieldRead]:
    out: list[FieldRead] = []
    seen: set[str] = set()

    def whole(read: FieldRead) -> bool:
        return any(len(ontology.composite(read.said, lang)) > 1 for lang in LANGUAGES)

    for read in reads:
        if (
            read.said != read.label
            and any(r is not read and r.concept == read.concept for r in reads)
            and whole(read)
        ):
            continue
        mark = ontology.key(read.label)
        if mark in seen or any(
            read.concept and r.concept == read.concept and r.said == read.said for r in out
        ):
            continue
        seen.add(mark)
        out.append(read)
    return out[:24]
