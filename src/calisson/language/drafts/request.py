"""Recognising that somebody asks for an app, and finding in their words what it is about and what it has.

A request has a place where it is made ('could you set up …', '… 앱 만들어줘'), words for a domain, and
often a list of fields: after a colon, after 'with', as the object of 'keep track of', in the following
sentences, or, in Chinese, in the clauses around the request. Each candidate list is read, and taken when
enough of it is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.cues import Cues, opens, read_cues
from calisson.language.drafts.fields import FieldRead, read_field
from calisson.language.drafts.formulas import split_formula
from calisson.language.drafts.items import sentences
from calisson.language.drafts.lists import read_lists
from calisson.language.drafts.spending import spent_on, with_main, with_spending
from calisson.language.spans import Spans
from calisson.language.text import is_cjk


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
    spent: str = ""
    """The cost that it is about ('vet bills'), in the person's words."""


def could_ask(text: str, language: str) -> bool:
    """Return quickly whether an utterance may ask for an app at all."""
    marks = text.count(",") + text.count("、")
    if marks >= 3 or (marks == 2 and (":" in text or " - " in text)):
        return True
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
    cues = read_cues(text, bounds, language)
    hits = ontology.domains_in(text, language)
    about = _domain(hits, cues, text)
    reads, lists = read_lists(text, bounds, cues, language, about, hits)
    if lists:
        outside = [h for h in hits if not any(a <= h.start < b for a, b in lists)]
        again = _domain(outside, cues, text, [r.said for r in reads], language) or _by_fields(reads)
        if again is None and about and 2 * _own(about, reads) >= len(reads):
            again = about  # named inside the list alone, and the list is about it
        if again and len(reads) >= 3 and not _own(again, reads):
            again = _by_fields(reads) or again  # 'game nights' with a winner and a score is no sleep log
        if again is not about:
            about = again
            reads, lists = read_lists(text, bounds, cues, language, about, hits)
    elif about is None:
        about = _by_fields(reads)
    reads += [r for part in computed for r in read_field(part, language, about)]
    reads = with_main(reads, text, lists, language, about)
    spent = spent_on(text, lists, language)
    reads, about = with_spending(reads, spent, about)
    score, why = _score(cues, about, reads, spans, bool(lists), text)
    if score <= 0:
        return None
    return Request(score, why, about, reads, cues, text, _subject(text, cues, language, lists), lists, spent)


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


# --- what it is about ------------------------------------------------------------------------------------


def _domain(
    hits: list[ontology.DomainHit],
    cues: Cues,
    text: str,
    said: Sequence[str] = (),
    language: str = "en",
) -> ontology.Domain | None:
    """Weigh the words for domains: where the request is made counts most.

    Between domains that words name, the one that the named fields belong to gains.
    """
    totals: dict[str, float] = {}
    for hit in hits:
        weight = len(hit.word) * (2.5 if is_cjk(hit.word) else 1.0)
        weight = min(weight, 18.0) + 2.0
        if cues.make and cues.make[0] - 2 <= hit.start < cues.make[1]:
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


def _own(about: ontology.Domain, reads: list[FieldRead]) -> int:
    return sum(r.concept in (*about.fields, *about.also) for r in reads)


def _by_fields(reads: list[FieldRead]) -> ontology.Domain | None:
    """The domain that most of the named fields belong to, when no word names one."""
    named = [r.concept for r in reads if r.concept and r.concept not in ontology.role("common")]
    if not named:
        return None
    best, most = None, 0.0
    for about in ontology.domains().values():
        own = sum(1.0 if c in about.fields else 0.6 if c in about.also else 0.0 for c in named)
        if own > most:
            best, most = about, own
    return best if best is not None and most >= 1.6 and most >= 0.6 * len(named) else None


def _subject(text: str, cues: Cues, language: str, lists: list[tuple[int, int]]) -> str:
    """The noun phrase that the app is named after: what stands before the word for a list, or after 'for'."""
    start, end = cues.sentence
    first = min((a for a, _ in lists if start <= a < end), default=end)
    part = text[start:first]
    return grammar.trim(part)


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
    opening = cues.artifact is not None and opens(spans.text, cues)
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
    elif listed and sum(r.sure for r in reads) >= 3 and not _amounts(spans, text):
        score, why = 0.62, "a list of fields"
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
