"""Recognising that somebody asks for an app, and finding in their words what it is about and what it has.

A request has a place where it is made ('could you set up …', '… 앱 만들어줘'), words for a domain, and often a list
of fields: after a colon, after 'with', as the object of 'keep track of', in the following sentences, or, in
Chinese, in the clauses around the request. Each candidate list is read, and taken when enough of it is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.fields import FieldRead, clean, read_field
from calisson.language.drafts.formulas import split_formula
from calisson.language.drafts.items import sentences, split_items
from calisson.language.spans import Spans
from calisson.language.text import is_cjk
from calisson.language.types import LANGUAGES

Mode = Literal["strict", "open", "tail", "sentence", "object"]
"""How much of a list must be known: after a colon nothing; after 'with' a part; in a clause chain the part from
its first known item on; a whole sentence half; what people 'keep track of' all of it."""


@dataclass(slots=True)
class Cues:
    """What in an utterance speaks for a request."""

    make: tuple[int, int] | None = None
    bare: tuple[int, int] | None = None
    wish: tuple[int, int] | None = None
    imperative: bool = False
    please: bool = False
    refused: bool = False
    artifact: tuple[int, int] | None = None
    """A word for a kind of list or diary, not for 'app'."""
    sentence: tuple[int, int] = (0, 0)
    """Where the request is made."""


@dataclass(slots=True)
class Request:
    """A request for an app, read."""

    score: float
    why: str
    domain: ontology.Domain | None
    reads: list[FieldRead]
    cues: Cues
    text: str
    """The words without reminders and goals."""
    subject: str = ""
    """What it is about, in the person's words, when no domain is known."""
    lists: list[tuple[int, int]] = field(default_factory=list)


def could_ask(text: str, language: str) -> bool:
    """Return quickly whether an utterance may ask for an app at all."""
    return bool(
        grammar.one_of(language, "specific", "generic", "verbs", "weak").search(text)
        or ontology.domains_in(text, language)
        or any(rule.search(text) for rule in grammar.patterns(language, "make_bare"))
    )


def read_request(text: str, spans: Spans) -> Request | None:
    """Return the request that `text` (reminders and goals blanked out) makes, or None."""
    language = spans.language
    bounds = sentences(text, language)
    if not bounds:
        return None
    text, computed = _formulas(text, language)
    bounds = sentences(text, language)
    cues = _cues(text, bounds, language)
    hits = ontology.domains_in(text, language)
    about = _domain(hits, cues, (), text)
    reads, lists = _lists(text, bounds, cues, language, about, hits)
    if lists:
        again = _domain(hits, cues, lists, text, [r.said for r in reads], language) or _by_fields(
            reads, about
        )
        if again is not about:
            about = again
            reads, lists = _lists(text, bounds, cues, language, about, hits)
    elif about is None:
        about = _by_fields(reads, None)
    reads += [r for part in computed for r in read_field(part, language, about)]
    score, why = _score(cues, about, reads, spans, bool(lists), text)
    if score <= 0:
        return None
    return Request(score, why, about, reads, cues, text, _subject(text, cues, language, lists), lists)


def _formulas(text: str, language: str) -> tuple[str, list[str]]:
    """Return the text with its formulas blanked out ('profit = price - cost'), and those."""
    found: list[str] = []
    if not grammar.pattern(language, "equals").search(text):
        return text, found
    start = 0
    for mark in [*re.finditer(r"[,;、。\n!?:]|\.(?=\s|$)", text), None]:
        end = mark.start() if mark else len(text)
        part = text[start:end]
        if split_formula(grammar.strip_lead(grammar.trim(part), language), language):
            found.append(grammar.strip_lead(grammar.trim(part), language))
            text = text[:start] + " " * (end - start) + text[end:]
        start = end + 1
    return text, found


def _cues(text: str, bounds: list[tuple[int, int]], language: str) -> Cues:
    cues = Cues()
    best = -1.0
    for start, end in bounds:
        part = text[start:end]
        make = next(
            (m.span() for rule in grammar.patterns(language, "make") if (m := rule.search(part))), None
        )
        bare = None if make else next(
            (m.span() for rule in grammar.patterns(language, "make_bare") if (m := rule.search(part))), None
        )  # fmt: skip
        wish = next(
            (m.span() for rule in grammar.patterns(language, "wish") if (m := rule.search(part))), None
        )
        imperative = any(rule.search(part) for rule in grammar.patterns(language, "imperative"))
        artifact = grammar.one_of(language, "specific").search(part) or grammar.one_of(
            language, "generic"
        ).search(part)
        weight = 4.0 * bool(make) + 3.0 * bool(bare) + 2.0 * bool(wish) + 1.5 * imperative + bool(artifact)
        if make and not cues.make:
            cues.make = (make[0] + start, make[1] + start)
        if bare and not cues.bare:
            cues.bare = (bare[0] + start, bare[1] + start)
        if wish and not cues.wish:
            cues.wish = (wish[0] + start, wish[1] + start)
        cues.imperative |= imperative
        if artifact and not cues.artifact:
            cues.artifact = (artifact.start() + start, artifact.end() + start)
        if weight > best:
            best, cues.sentence = weight, (start, end)
    cues.please = bool(grammar.pattern(language, "please").search(text))
    where = text[cues.sentence[0] : cues.sentence[1]]
    cues.refused = any(rule.search(where) for rule in grammar.patterns(language, "refuse"))
    if not (cues.make or cues.bare or cues.wish):
        cues.refused |= any(rule.search(where) for rule in grammar.patterns(language, "asks"))
    return cues


# --- what it is about ------------------------------------------------------------------------------------


def _domain(
    hits: list[ontology.DomainHit],
    cues: Cues,
    lists: Iterable[tuple[int, int]],
    text: str,
    said: Sequence[str] = (),
    language: str = "en",
) -> ontology.Domain | None:
    """Weigh the words for domains: where the request is made counts most, inside the list of fields least.

    Between domains that words name, the one that the named fields belong to gains.
    """
    spots = list(lists)
    totals: dict[str, float] = {}
    for hit in hits:
        weight = len(hit.word) * (2.5 if is_cjk(hit.word) else 1.0)
        weight = min(weight, 18.0) + 2.0
        if any(a <= hit.start < b for a, b in spots):
            weight *= 0.12
        elif cues.make and cues.make[0] - 2 <= hit.start < cues.make[1]:
            weight *= 3.0
        elif cues.sentence[0] <= hit.start < cues.sentence[1]:
            weight *= 2.0
        weight *= ontology.domains()[hit.domain].pull
        totals[hit.domain] = max(totals.get(hit.domain, 0.0), weight) + 0.2 * min(
            weight, totals.get(hit.domain, 0.0)
        )
    if not totals:
        return None
    for name in totals:
        about = ontology.domains()[name]
        own = sum(ontology.match(word, language, about) in (*about.fields, *about.also) for word in said)
        totals[name] *= 1.0 + 0.3 * own
    return ontology.domain(max(totals, key=lambda d: totals[d]))


def _by_fields(reads: list[FieldRead], current: ontology.Domain | None) -> ontology.Domain | None:
    """The domain that most of the named fields belong to, when no word names one."""
    if current is not None:
        return current
    named = [r.concept for r in reads if r.concept and r.concept not in _COMMON]
    if not named:
        return None
    best, most = None, 0.0
    for about in ontology.domains().values():
        own = sum(1.0 if c in about.fields else 0.6 if c in about.also else 0.0 for c in named)
        if own > most:
            best, most = about, own
    return best if best is not None and most >= 1.6 and most >= 0.6 * len(named) else None


_COMMON = frozenset(
    ("date", "time", "datetime", "notes", "name", "title", "category", "duration", "rating", "done", "place", "price",
     "cost", "quantity", "count", "status", "kind", "person", "content", "priority", "photo", "link", "reason", "score",
     "temperature", "colour", "weight", "amount")
)  # fmt: skip
"""Concepts that say little about what an app is for."""


def _subject(text: str, cues: Cues, language: str, lists: list[tuple[int, int]]) -> str:
    """The noun phrase that the app is named after: what stands before the word for a list, or after 'for'."""
    start, end = cues.sentence
    first = min((a for a, _ in lists if start <= a < end), default=end)
    part = text[start:first]
    return grammar.trim(part)


# --- lists of fields -------------------------------------------------------------------------------------


def _lists(
    text: str,
    bounds: list[tuple[int, int]],
    cues: Cues,
    language: str,
    about: ontology.Domain | None,
    hits: list[ontology.DomainHit],
) -> tuple[list[FieldRead], list[tuple[int, int]]]:
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
                best, spot = found, (a, b)
            if found and mode == "strict":
                break
        if best:
            reads += best
            spots.append(spot)
    return _distinct(reads), spots


def _worth(reads: list[FieldRead]) -> float:
    return sum(1.0 if r.sure else 0.4 for r in reads)


def _primary(text: str, start: int, end: int, cues: Cues, language: str) -> list[tuple[int, int, Mode]]:
    options: list[tuple[int, int, Mode]] = []
    colon = _colon(text, start, end)
    made = cues.make or cues.bare or cues.wish
    if colon is not None:
        options.append((colon + 1, end, "strict"))
    opener = grammar.pattern(language, "opener")
    for found in opener.finditer(text, start, end):
        if found.end() < end - 1:
            options.append((found.end(), end, "open"))
    if is_cjk(text[start:end]):
        for found in [
            m for rule in grammar.patterns(language, "object") for m in rule.finditer(text, start, end)
        ]:
            if language == "zh":
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
    for found in [
        m for rule in grammar.patterns(language, "object") for m in rule.finditer(text, start, end)
    ]:
        options.append((*found.span("what"), "object"))
    weak = grammar.pattern(language, "weak_opener")
    options += [(m.end(), end, "object") for m in weak.finditer(text, start, end)]
    return options


def _other(text: str, start: int, end: int, language: str, passed: bool) -> list[tuple[int, int, Mode]]:
    colon = _colon(text, start, end)
    options: list[tuple[int, int, Mode]] = []
    if colon is not None and "," not in text[start:colon] and "、" not in text[start:colon]:
        options.append((colon + 1, end, "strict" if passed else "open"))
    options.append((start, end, "sentence"))
    if colon is not None:
        options.append((colon + 1, end, "open"))
    for found in [
        m for rule in grammar.patterns(language, "object") for m in rule.finditer(text, start, end)
    ]:
        options.append((*found.span("what"), "object"))
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
        got = read_field(item, language, about)
        if mode in ("tail", "object") and not reads and is_cjk(part) and len(items) >= 3 and not _named(got):
            aside += 1
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
    if language == "ko":
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
    alone = read_field(item, language, about)
    if not (len(alone) == 1 and alone[0].concept == "rating" and alone[0].said == item):
        return None
    again = read_field(f"{last.said} {item}", language, about)
    return again[0] if len(again) == 1 and again[0].high is not None and again[0].said == last.said else None


def _named(reads: list[FieldRead]) -> bool:
    return any(r.concept or r.high is not None or r.unit or r.formula for r in reads)


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


def _opens(text: str, cues: Cues) -> bool:
    """Whether the word for a list stands early in its sentence, as in 'chore chart please: …'."""
    if cues.artifact is None:
        return False
    start, _ = cues.sentence
    before = text[start : cues.artifact[0]]
    return len(before) <= (12 if is_cjk(text) else 45) and ":" not in before


def _amounts(spans: Spans, text: str) -> bool:
    """Whether the words state amounts or past times, as an entry does, beside ranges such as '1-5'."""
    if any(t.kind in ("date", "datetime", "time") and not t.invalid for t in spans.times):
        return True
    bare = re.sub(r"[(\[][^()]*[)\]]", " ", text)
    for rule in grammar.patterns(spans.language, "rating"):
        bare = rule.sub(" ", bare)
    return bool(re.search(r"\d", bare))


# --- how sure --------------------------------------------------------------------------------------------


def _score(
    cues: Cues, about: ontology.Domain | None, reads: list[FieldRead], spans: Spans, listed: bool, text: str
) -> tuple[float, str]:
    known = about is not None or len(reads) >= 1
    several = sum(r.sure for r in reads) >= 2
    opening = cues.artifact is not None and _opens(spans.text, cues)
    short = len(spans.text) <= (24 if is_cjk(spans.text) else 60)
    if cues.make:
        score, why = (
            (0.95, "asks to make it") if known else (0.7 if cues.artifact else 0.5, "asks to make something")
        )
    elif cues.bare and known:
        score, why = 0.86, "asks to make one"
    elif cues.wish and known:
        score, why = (0.9 if listed or about else 0.7), "wants to keep track"
    elif cues.imperative and known:
        score, why = 0.8, "keep track of"
    elif opening and (cues.please or listed) and known and not _amounts(spans, text):
        score, why = (0.88 if listed else 0.82), "names a list"
    elif about and several and listed and not _amounts(spans, text):
        score, why = (0.75 if sum(r.sure for r in reads) >= 3 else 0.6), "a topic and its fields"
    elif opening and about and short and not _amounts(spans, text):
        score, why = 0.6, "names a list"
    elif about and cues.please and short and not _amounts(spans, text):
        score, why = 0.4, "names a topic"
    else:
        return 0.0, ""
    if cues.refused:
        score *= 0.35 if cues.make or (several and listed) else 0.15
    if not cues.make and not listed:
        logged = sum(
            n.kind in ("quantity", "money", "duration") and bool(text[n.start_char : n.end_char].strip())
            for n in spans.numbers
        )
        if logged:
            score *= 0.35
        if any(t.direction == "past" for t in spans.times):
            score *= 0.6
    return round(score, 3), why
