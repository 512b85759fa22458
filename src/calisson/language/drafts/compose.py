"""From a read request to the draft of an app: the fields that were named, and what they need.

What an app needs: a log needs a day (or a time) for every entry; what has a name needs a field for it; what
people write freely about needs notes. Nothing that was named is ever dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.cues import Cues
from calisson.language.drafts.edits import read_edit
from calisson.language.drafts.extras import Extras, place_goals, take_extras
from calisson.language.drafts.fields import FieldRead, as_schema, read_field
from calisson.language.drafts.formulas import operands, to_cel
from calisson.language.drafts.naming import identifier, slug
from calisson.language.drafts.naming import label as as_label
from calisson.language.drafts.ontology import Domain, Kind
from calisson.language.drafts.request import Request, could_ask, read_request
from calisson.language.drafts.titles import app_name
from calisson.language.drafts.views import default_views
from calisson.language.spans import Spans
from calisson.language.text import fold
from calisson.language.traits import traits
from calisson.language.types import (
    NUMERIC,
    Act,
    AppSchema,
    Context,
    CreateApp,
    EntitySchema,
    FieldSchema,
    Proposal,
    Remind,
)

MAX_WORDS = 12_000
"""Longer messages are not requests for an app."""

ICON = "📒"


_DATES = ("date", "datetime")


def draft_app(spans: Spans, context: Context) -> Proposal | None:
    """Return the app that the utterance asks for, as a proposal, or None when it asks for none."""
    if len(spans.text) > MAX_WORDS or not could_ask(spans.text, spans.language):
        return None
    extras = take_extras(spans)
    request = read_request(extras.text, spans)
    if request is None:
        return None
    draft = compose(request, extras, spans.language)
    if draft is None:
        return None
    score = request.score
    twin = next((a for a in context.apps if request.domain and a.domain == request.domain.id), None)
    if twin is not None and request.cues.make is None:
        score *= 0.6
    if context.apps and (edit := read_edit(spans, context)) and edit.score > 0.75:
        named_app = request.cues.make is not None and request.domain is not None and twin is None
        score *= 1.0 if named_app else 0.5  # 'add a chart of mood' speaks of the app that is there
    reminders = tuple(
        Remind(text=r.text or draft.name, start=r.start, rrule=r.rrule)
        for r in extras.reminders
        if r.start or r.rrule
    )
    named = sum(r.sure for r in request.reads)
    why = f"{request.why}; domain {draft.domain or 'own'}; {len(request.reads)} fields named, {named} known"
    return Proposal(Act.CREATE_APP, CreateApp(draft, reminders), round(score, 3), why)


@dataclass(slots=True)
class _Build:
    language: str
    about: Domain | None
    kind: Kind
    fields: list[FieldSchema]

    def has(self, *concepts: str) -> bool:
        return any(f.concept in concepts for f in self.fields)

    def add(self, concept: str, *, front: bool = False) -> None:
        read = _default(concept, self.language, self.about)
        name = identifier(concept, concept, [f.name for f in self.fields])
        made = as_schema(read, name, self.language)
        self.fields.insert(0, made) if front else self.fields.append(made)


def _default(concept: str, language: str, about: Domain | None) -> FieldRead:
    known = ontology.concepts()[concept]
    unit = about.units.get(concept, known.unit) if about else known.unit
    return FieldRead(
        label=as_label(ontology.label(concept, language)),
        type=known.type,
        said=ontology.label(concept, language),
        concept=concept,
        unit=unit,
        choices=tuple(ontology.choice(c, language) for c in known.choices),
        low=known.low,
        high=known.high,
        aggregate=known.aggregate,
        sure=True,
    )


def compose(request: Request, extras: Extras, language: str) -> AppSchema | None:
    """Return the draft for a request, or None when nothing says what it should hold."""
    about = request.domain
    kind = about.kind if about else _kind(request, language)
    build = _Build(language, about, kind, [])
    named = () if _is_subject(request.reads, language, about) else request.reads
    reads, formulas = _resolve(named, language, about)
    for read in reads:
        build.fields.append(_named(read, build))
    for read, body in formulas:
        _formula(read, body, build)
    if build.fields:
        _complete(build)
    elif about is not None:
        for concept in about.fields:
            build.add(concept)
        _hydrate(build)
    else:
        _plain(build)
    build.fields = _untangle(build.fields)
    entity = _entity(build)
    name, icon = app_name(request, extras.name, language)
    if about is None and not request.reads and not name:
        return None
    goals = place_goals(extras.goals, entity, about.main if about else None)
    return AppSchema(
        id="",
        name=name or word_of(language, about),
        language=language,
        entities=(entity,),
        icon=icon or (about.icon if about else ICON),
        views=default_views(entity, kind, goals, about.main if about else None),
        goals=goals,
        domain=about.id if about else None,
        aliases=_app_aliases(about, request, language),
        stakes=about.stakes if about else "ordinary",
    )


def _is_subject(reads: Sequence[FieldRead], language: str, about: Domain | None) -> bool:
    """Tell whether the one thing named means several fields and is what the app is about ('track my blood pressure')."""
    if about is None or len(reads) < 2:
        return False
    said = {ontology.key(r.said) for r in reads}
    return len(said) == 1 and said <= {ontology.key(w) for w in ontology.domain_words(about.id, language)}


def draft_domain(domain_id: str, language: str) -> AppSchema:
    """Return the app of a domain of the ontology as it is made when nobody names a field.

    Raises:
        LookupError: There is no such domain.
    """
    about = ontology.domain(domain_id)
    if about is None:
        raise LookupError(f"no domain {domain_id!r}")
    request = Request(1.0, "a ready idea", about, [], Cues(), "")
    draft = compose(request, Extras(""), language)
    assert draft is not None
    return replace(draft, name=ontology.domain_name(domain_id, language))


_AHEAD = frozenset(
    {"expiry_date", "renewal_date", "next_date", "birthday", "purchase_date", "interview_date", "viewing"}
)
"""Dates that belong to a thing; they do not say when an entry was made, so none is filled in."""


def word_of(language: str, about: Domain | None) -> str:
    """Return a name for an app that nobody named."""
    return ontology.domain_name(about.id, language) if about else grammar.word(language, "entry")


def _app_aliases(about: Domain | None, request: Request, language: str) -> tuple[str, ...]:
    words: list[str] = []
    if about is not None:
        words = [ontology.domain_name(about.id, language), *ontology.domain_words(about.id, language)]
        words += [ontology.domain_name(about.id, "en"), *ontology.domain_words(about.id, "en")]
    return tuple(dict.fromkeys(w for w in words if w))


def _kind(request: Request, language: str) -> Kind:
    """What kind of thing an app of no known domain keeps, by the words of the request."""
    text = request.text[request.cues.sentence[0] : request.cues.sentence[1]]
    concepts = {r.concept for r in request.reads}
    if grammar.pattern(language, "plancue").search(text):
        return "plan"
    if grammar.pattern(language, "collection").search(text) and not concepts & {"amount"}:
        return "collection"
    if concepts & set(ontology.role("done")[:10]) or (
        grammar.pattern(language, "checklist").search(text)
        and not grammar.pattern(language, "logcue").search(text)
    ):
        return "list"
    return "log"


def _resolve(
    reads: Sequence[FieldRead], language: str, about: Domain | None
) -> tuple[list[FieldRead], list[tuple[FieldRead, str]]]:
    """Settle 'time' (of day, or how long), and set formulas apart."""
    plain = [r for r in reads if not r.formula]
    concepts = {r.concept for r in plain}
    out = []
    for read in plain:
        if (
            read.concept == "time"
            and read.type == "time"
            and not concepts & {"date", "datetime", "start_date"}
        ):
            usual = about.time if about else None
            if usual in _DATES or about is None:
                read = replace(read, type="datetime", concept="datetime")
        if (
            about is None
            and not concepts & {"duration", "start_time"}
            and fold(read.said) in grammar.texts(language, "spans_of_time")
        ):
            read = replace(read, type="duration", concept="duration", aggregate="sum")  # 科目、時間
        if read.concept == "start_time" and "destination" in concepts and "end_time" not in concepts:
            read = replace(read, type="place", concept="origin")  # 'from, to' of a trip
        out.append(read)
    return out, [(r, r.formula) for r in reads if r.formula]


def _named(read: FieldRead, build: _Build) -> FieldSchema:
    taken = [f.name for f in build.fields]
    if read.concept and read.concept not in taken:
        return as_schema(read, read.concept, build.language)
    if read.concept:
        read = replace(read, concept=None, head=read.concept)
    fallback = read.head or f"field_{len(taken) + 1}"
    return as_schema(read, identifier(read.label, fallback, taken), build.language)


def _formula(read: FieldRead, body: str, build: _Build) -> None:
    """Add a computed field, and any operand that was not named before."""
    for operand in operands(body, build.language):
        if to_cel(f"{operand} + 1", build.fields, build.language) is None:
            got = read_field(operand, build.language, build.about)
            if len(got) == 1 and got[0].type not in NUMERIC:
                got = [replace(got[0], type="number", choices=(), aggregate="sum")]
            build.fields += [_named(g, build) for g in got[:1]]
    cel = to_cel(body, build.fields, build.language)
    for index, operand_field in enumerate(build.fields):
        if cel and operand_field.type in ("text", "choice") and re.search(rf"\b{operand_field.name}\b", cel):
            build.fields[index] = replace(
                operand_field, type="number", aggregate="sum", concept=None, choices=()
            )  # what is computed with is a number
    made = _named(read, build)
    used = [f for f in build.fields if cel and re.search(rf"\b{f.name}\b", cel)]
    if made.type not in NUMERIC:
        money = bool(used) and any(f.type == "money" for f in used) and "/" not in (cel or "")
        made = replace(
            made, type="money" if money else "number", aggregate="sum" if money else "mean", choices=()
        )
    if cel and made.type == "percent" and "100" not in cel:
        cel = f"({cel}) * 100" if re.search(r"[+-]", cel) else f"{cel} * 100"
    build.fields.append(replace(made, formula=cel))


def _hydrate(build: _Build) -> None:
    """Give default fields their usual formulas."""
    names = {f.name for f in build.fields}
    for index, made in enumerate(build.fields):
        if made.name == "hydration" and {"water", "flour"} <= names:
            build.fields[index] = replace(made, formula="water / flour * 100")
        if made.name == "profit" and {"price", "cost"} <= names:
            build.fields[index] = replace(made, formula="price - cost")


def _complete(build: _Build) -> None:
    """Add what the named fields need to work as an app."""
    about, kind = build.about, build.kind
    texts = [
        f
        for f in build.fields
        if f.type == "text" or (f.type in ("person", "place") and f.concept != "place")
    ]
    free = [f for f in build.fields if f.type == "long_text"]
    title = about.title if about else None
    needs_title = (
        (kind != "log" or bool(about and about.anchor)) if about else kind in ("list", "plan", "collection")
    )
    if title and not build.has(title) and not _entitled(build, title):
        if needs_title and not _titled(build, texts):
            build.add(title, front=True)
        elif kind == "log" and not texts and not free and about and "notes" not in about.fields:
            build.add(title)
    elif about is None and needs_title and not texts:
        build.add("title", front=True)
    dated = [f for f in build.fields if f.type in ("date", "datetime")]
    if kind in ("log", "plan") and not any(
        f.concept in ontology.role("own_day") or f.type == "datetime" for f in dated
    ):
        if not (kind == "plan" and dated) and not (about is None and dated):
            wanted = about.time if about and about.time in _DATES else "date"
            build.add("date" if build.has("time") and wanted == "datetime" else wanted or "date")
    writable = [
        f for f in build.fields if f.type == "long_text" or f.concept in ("content", "entry", "food", "task")
    ]
    if kind == "log" and not writable and (about is None or "notes" in about.fields):
        build.add("notes")
    elif not any(f.type in ("text", "long_text", "person", "place") for f in build.fields):
        build.add("notes")


def _entitled(build: _Build, title: str) -> bool:
    """Whether a field already plays the part of the title ('name' of a book)."""
    return build.has(*ontology.twins(title))


def _titled(build: _Build, texts: Sequence[FieldSchema]) -> bool:
    """Whether a named text field can be the title: one that is not about something else."""
    aside = ontology.role("aside")
    return any(f.concept not in aside for f in texts)


def _plain(build: _Build) -> None:
    """The fields of an app of which only the topic is known."""
    if build.kind == "log":
        build.add("date")
        build.add("notes")
    elif build.kind == "plan":
        for concept in ("activity", "date", "time", "place", "notes"):
            build.add(concept)
    elif build.kind == "collection":
        for concept in ("name", "category", "notes"):
            build.add(concept)
    else:
        for concept in ("title", "done", "notes"):
            build.add(concept)


def _untangle(fields: Sequence[FieldSchema]) -> list[FieldSchema]:
    """Take away aliases by which two fields could be meant: a label or name of one is no alias of another."""
    owners: dict[str, str] = {}
    for found in fields:
        owners.setdefault(fold(found.label), found.name)
    for found in fields:
        owners.setdefault(fold(found.name.replace("_", " ")), found.name)
    out = []
    for found in fields:
        kept = []
        for alias in found.aliases:
            owner = owners.setdefault(fold(alias), found.name)
            if owner == found.name and alias not in kept:
                kept.append(alias)
        out.append(replace(found, aliases=tuple(kept)))
    return out


def _entity(build: _Build) -> EntitySchema:
    about, fields = build.about, build.fields
    asides = [f.concept for f in fields if f.type in ("person", "place")]
    named = tuple(c for c in ontology.role("title") if c not in asides)
    worded = [f for f in fields if f.type in ("text", "long_text", "person", "place", "choice")]
    title = _first(worded, ((about.title,) if about and about.title not in asides else ()) + named)
    if title is None:
        title = next((f.name for f in fields if f.type == "text"), None)
    if title is None:
        title = _first(worded, ((about.title,) if about and about.title else ()) + ontology.role("title"))
    if title is None:
        title = next((f.name for f in fields if f.type in ("person", "place")), None)
    wanted = ((about.time,) if about and about.time else ()) + (*_DATES, "due_date")
    time = _first(fields, wanted) or next(
        (f.name for f in fields if f.type in ("datetime", "date") and f.concept not in _AHEAD), None
    )
    notes = _first(fields, ("notes", "entry", "description", "review", "tasting_notes")) or next(
        (f.name for f in fields if f.type == "long_text"), None
    )
    done = _first(
        fields,
        ((about.done,) if about and about.done else ())
        + (ontology.role("done") if build.kind != "log" else ()),
    )
    if done is None and build.kind == "list":
        done = next((f.name for f in fields if f.type == "boolean"), None)
    name = about.entity if about else (slug(grammar.word("en", "entry")) or "entry")
    said = ontology.entity_label(about.id, build.language) if about else grammar.word(build.language, "entry")
    aliases = (
        (ontology.entity_label(about.id, "en"),) if about and not traits(build.language).plural_s else ()
    )
    return EntitySchema(name, said, tuple(fields), aliases, title, time, notes, done)


def _first(fields: Sequence[FieldSchema], concepts: Sequence[str | None]) -> str | None:
    for concept in concepts:
        for found in fields:
            if concept and concept in (found.concept, found.name):
                return found.name
    return None
