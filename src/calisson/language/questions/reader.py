"""Choosing the app that a question is about, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import replace

from calisson.language.elsewhere import elsewhere
from calisson.language.questions.agenda import read_agenda
from calisson.language.questions.compose import compose
from calisson.language.questions.followup import follow
from calisson.language.questions.heard import Heard, hear
from calisson.language.questions.linking import Linker
from calisson.language.questions.parts import WH
from calisson.language.questions.reading import Reading, read
from calisson.language.spans import Spans
from calisson.language.traits import traits
from calisson.language.types import Act, Ask, Condition, Context, Proposal, Question

FOCUS, RECENT = 0.9, 0.25
"""What being the app of the conversation, or used lately, counts for, in units of a mention."""

STRANGE = 0.75
"""What a word that the app cannot explain counts against it."""

SHORTLIST = 6
"""How many apps have their stored values looked at: the likeliest by schema, or the latest."""


def read_question(spans: Spans, context: Context) -> Proposal | None:
    """Return the question that the words ask of the home's records or agenda, or None. Never raises."""
    if not context.apps and not spans.times:
        return None
    heard = hear(spans)
    agenda = read_agenda(heard, context)
    best: tuple[float, Question, Reading] | None = None
    for reading in _readings(heard, context):
        question = compose(reading)
        if question is None:
            continue
        worth = _worth(reading, context)
        if best is None or worth > best[0]:
            best = (worth, question, reading)
    again = follow(heard, context, best[1] if best else None, best[2] if best else None)
    if again is not None:
        return again
    if best is None:
        return agenda
    _, question, reading = best
    if elsewhere(spans.text, spans.language, reading.app, reading.entity):
        return agenda
    question = _unstored(reading, question)
    score = _score(reading, question)
    if agenda is not None and agenda.score > score:
        return agenda
    if score < 0.12:
        return None
    why = f"{question.aggregate} {question.field or 'records'} of {reading.app.name!r}: {', '.join(reading.notes)}"
    return Proposal(Act.ASK, Ask(question), round(score, 3), why)


def _readings(heard: Heard, context: Context) -> list[Reading]:
    comparing = heard.has("more", "less", "compare") and bool(heard.times) and (heard.has("than", "compare"))
    linker = Linker(heard)
    quick = [
        read(heard, linker, context, app, entity, comparing=comparing, stored=False)
        for app in context.apps
        for entity in app.entities
    ]
    if not quick:
        return []
    order = sorted(quick, key=lambda r: -_worth(r, context))
    chosen = order[:SHORTLIST]
    chosen += [r for r in order[SHORTLIST:] if r.app.id == context.focus]
    if order[0].link < 1.5:
        chosen += [r for r in order[SHORTLIST : 3 * SHORTLIST] if r not in chosen]
    return [read(heard, linker, context, r.app, r.entity, comparing=comparing, stored=True) for r in chosen]


def _worth(reading: Reading, context: Context) -> float:
    place = next((i for i, a in enumerate(context.apps) if a.id == reading.app.id), len(context.apps))
    bonus = FOCUS if reading.app.id == context.focus else 0.0
    bonus += RECENT * (1 - place / max(len(context.apps), 1))
    main = 0.1 if reading.entity is reading.app.main else 0.0
    return reading.link + bonus + main - STRANGE * len(reading.unexplained)


def _unstored(reading: Reading, question: Question) -> Question:
    """Keep a filter on words that stand where filters stand but that no record has yet: 'nothing found' is true."""
    if question.aggregate in ("value", "streak") or question.compare is not None or not reading.unexplained:
        return question
    field = reading.title or next((f for f in reading.entity.fields if f.type in ("choice", "text")), None)
    if field is None:
        return question
    for pattern in reading.heard.words.slots:
        for m in pattern.finditer(reading.heard.text):
            start, end = m.span("what")
            for text, s, e in reading.unexplained:
                names = (reading.app.name, *reading.app.aliases, *(f.label for f in reading.entity.fields))
                if any(text in name.lower() for name in names):
                    continue  # a word of the app itself
                counts = reading.heard.cues.get("how_many", [])
                if any(0 <= s - b <= 4 for _, b in counts):
                    continue  # the noun that is counted names the records
                if start <= s and e <= end + 1 and len(text) > 2 and reading.heard.latin:
                    original = reading.heard.spans.original[s:e]
                    reading.notes.append(f"no record with {original!r}")
                    return replace(
                        question, where=(*question.where, Condition(field.name, "contains", original))
                    )
    return question


def _score(reading: Reading, question: Question) -> float:
    """How likely people meant this: by what is linked, whether it is asked, and what stays unexplained."""
    heard = reading.heard
    link = reading.link + (0.8 if reading.app.id == reading.context.focus else 0.0)
    if question.period is not None:
        link += 0.5
    if question.aggregate == "streak" or (heard.has("sum") and question.field is not None):
        link += 0.8
    fit = 1 - math.exp(-link / 1.6)
    aggregated = heard.has("sum", "mean", "max", "min", "most", "least", "streak", "median") or bool(
        heard.highest or heard.lowest
    )
    asked = 1.0 if heard.asks else 0.85 if aggregated else 0.8 if question.group_by else 0.25
    if question.aggregate == "value" and reading.filters.titles:
        fit = 1 - (1 - fit) * 0.6  # one field of a record that is called by its name
    if not traits(heard.language).latin and heard.has("yes_no") and not aggregated:
        if not heard.raw.rstrip().endswith(("?", "？", "か", "吗", "나", "니", "까")) and not heard.has(*WH):
            asked = 0.2  # '맥주 샀어' tells, '맥주 샀어?' asks
    told = reading.filters.titles and any(c.value is True for c in question.where)
    if heard.latin and heard.has("yes_no", "is_there") and told and not aggregated and not heard.has(*WH):
        start = heard.at("yes_no") or heard.at("is_there")
        if start and start[0] > 3 and not heard.raw.rstrip().endswith("?"):
            asked = 0.2  # 'Malkasten hab ich gekauft' tells
    strange = len(reading.unexplained)
    lookup = question.aggregate in ("value", "list", "last", "first")
    clear = (0.72 if lookup else 0.88) ** strange
    if lookup and strange and not reading.filters.conditions and not reading.times.period:
        clear *= 0.6
    unused = [n for n in heard.numbers if n not in reading.filters.used_numbers and question.limit is None]
    return min(0.97, 0.99 * fit * asked * clear * (0.75 ** len(unused)))
