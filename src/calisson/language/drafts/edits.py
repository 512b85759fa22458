"""Changes to an app that people ask for: fields, views, names, goals, choices, units, sharing, older versions.

An edit speaks about the app itself ('add a field for sugar', 'カレンダーでも見たい'), never about its entries ('add
milk'): it needs a word for a field, a view or a name. Which app: the one it names, else the one the conversation is
about, else the latest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from calisson.language import units
from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.extras import place_goals, take_extras
from calisson.language.drafts.fields import FieldRead, as_schema, read_field
from calisson.language.drafts.items import sentences, split_items
from calisson.language.drafts.naming import identifier
from calisson.language.drafts.naming import label as as_label
from calisson.language.drafts.views import chart_of
from calisson.language.lexicon import load
from calisson.language.spans import Spans
from calisson.language.text import fold, is_cjk
from calisson.language.types import (
    NUMERIC,
    Act,
    AppSchema,
    Choice,
    Context,
    Edit,
    EditApp,
    FieldSchema,
    FieldType,
    Proposal,
    ViewKind,
    ViewSchema,
)

LEXICON = "edits"
MAX_CHARS = 600
"""A longer message is no edit."""

_WEAK_VIEWS = frozenset({"list", "table", "form", "stat", "map", "checklist", "cards", "gallery", "board"})
"""Views whose words also mean other things; they need a word like 'view' or 'as'."""

_EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?(?:\u200d[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?)*)"
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A sentence, the app it is about, and what is known around it."""

    text: str
    original: str
    language: str
    app: AppSchema
    spans: Spans

    @property
    def about(self) -> ontology.Domain | None:
        return ontology.domain(self.app.domain)


Found = tuple[list[Edit], float]


def read_edit(spans: Spans, context: Context) -> Proposal | None:
    """Return the change of an app that the utterance asks for, as a proposal, or None when it asks for none."""
    language = spans.language
    if not context.apps or len(spans.text) > MAX_CHARS or not _gate(language).search(spans.text):
        return None
    first = _app(spans.text, context, language)
    edits: list[Edit] = []
    best = 0.0
    for app in (first, *(a for a in context.apps if a is not first)):
        edits, best = _edits_of(app, spans)
        if edits and (app is first or any(e.kind in _OF_FIELDS for e in edits)):
            break
        edits = []
    if not edits:
        return None
    kinds = ", ".join(dict.fromkeys(e.kind for e in edits))
    return Proposal(Act.EDIT_APP, EditApp(app.id, tuple(edits)), round(best, 3), f"{kinds} of {app.name!r}")


_OF_FIELDS = frozenset({"remove_field", "rename_field", "change_field", "set_display_unit", "add_choice"})
"""Edits that name a field: when the app in question has none of this name, another app may."""


def _edits_of(app: AppSchema, spans: Spans) -> Found:
    edits: list[Edit] = []
    best = 0.0
    for start, end in sentences(spans.text, spans.language) or [(0, len(spans.text))]:
        text = _without_name(spans.text[start:end].strip(), app, spans.language)
        found, score = _read(_Asked(text, spans.original[start:end], spans.language, app, spans))
        edits += found
        best = max(best, score)
    return edits, best


def _without_name(text: str, app: AppSchema, language: str) -> str:
    """Say 'the app' where the app is called by its name, unless it is what it shall be called."""
    at = fold(text).find(fold(app.name))
    if at < 0 or len(app.name) < 3 or len(fold(text)) != len(text) or text[at - 1 : at] in "\"'「『":
        return text
    return text[:at] + str(load(language, LEXICON)["app"][0]) + text[at + len(app.name) :]


def _read(asked: _Asked) -> Found:
    for reader in _READERS:
        edits, score = reader(asked)
        if edits and score > 0:
            return edits, score
    return [], 0.0


# --- patterns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _slots(language: str) -> dict[str, str]:
    data = load(language, LEXICON)
    return {
        "{F}": "|".join(data["field"]),
        "{A}": "|".join(data["app"]),
        "{V}": "|".join(data["views"].values()),
    }


def _source(source: str, language: str) -> str:
    for mark, body in _slots(language).items():
        source = source.replace(mark, body)
    return source


@lru_cache(maxsize=256)
def _rules(language: str, name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_source(s, language), re.IGNORECASE) for s in load(language, LEXICON)[name])


@lru_cache(maxsize=64)
def _rule(language: str, name: str) -> re.Pattern[str]:
    return re.compile(_source(load(language, LEXICON)[name], language), re.IGNORECASE)


@lru_cache(maxsize=64)
def _table(language: str, name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((k, re.compile(v, re.IGNORECASE)) for k, v in load(language, LEXICON)[name].items())


@lru_cache(maxsize=8)
def _gate(language: str) -> re.Pattern[str]:
    """Any word without which an utterance is no edit: one pass instead of all patterns."""
    data = load(language, LEXICON)
    return re.compile(
        "|".join((*data["field"], *data["views"].values(), *data["app"], *data["cues"])), re.IGNORECASE
    )


# --- which app, which field ------------------------------------------------------------------------------


def _app(text: str, context: Context, language: str) -> AppSchema:
    low = fold(text)
    named = [a for a in context.apps if len(a.name) > 1 and fold(a.name) in low]
    if named:
        return max(named, key=lambda a: len(a.name))
    if len(context.apps) > 1:
        hits = {h.domain for h in ontology.domains_in(text, language)}
        about = [a for a in context.apps if a.domain in hits]
        if len(about) == 1 and any(rule.search(text) for rule in _rules(language, "elsewhere")):
            return about[0]
    return context.app(context.focus) or context.apps[0]


def find_field(app: AppSchema, words: str, language: str) -> FieldSchema | None:
    """Return the field of the app's main entity that the words name, or None.

    Matching goes from the label over aliases and the ontology's concept to a part of the words.
    """
    said = grammar.strip_lead(_bare(words), language)
    wanted = {ontology.key(said), *_plurals(ontology.key(said), language)}
    fields = [f for e in app.entities for f in e.fields]
    for same in (
        lambda f: {ontology.key(f.label), f.name.replace("_", " ")},
        lambda f: {ontology.key(a) for a in f.aliases},
    ):
        for found in fields:
            if wanted & same(found):
                return found
    concept = ontology.match(said, language, ontology.domain(app.domain))
    if concept:
        for found in fields:
            if found.concept == concept:
                return found
    return None


def _plurals(word: str, language: str) -> tuple[str, ...]:
    if is_cjk(word):
        return ()
    return (
        word.removesuffix("s"),
        word + "s",
        word.removesuffix("e"),
        word.removesuffix("n"),
        word.removesuffix("en"),
    )


def _mentioned(asked: _Asked) -> list[FieldSchema]:
    """The fields whose words occur in the sentence, longest word first."""
    low = f" {fold(asked.text)} "
    out: list[tuple[int, FieldSchema]] = []
    for found in asked.app.main.fields:
        words = [w for w in (found.label, *found.aliases) if len(w) > 1]
        sizes = [len(w) for w in words if _within(fold(w), low)]
        if sizes:
            out.append((max(sizes), found))
    return [f for _, f in sorted(out, key=lambda hit: -hit[0])]


def _within(word: str, text: str) -> bool:
    if is_cjk(word):
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?:s|e|en|n)?(?!\w)", text) is not None


def _bare(words: str) -> str:
    return grammar.trim(words.strip().strip("\"'「」『』“”„‚’‘《》"))


def _tail(words: str, language: str) -> str:
    quoted = re.search(r"[\"「『]([^\"」』]+)[\"」』]|(?<!\w)'([^']+)'(?!\w)", words)
    if quoted:
        return next(g for g in quoted.groups() if g).strip()
    return _bare(_rule(language, "after").sub("", _bare(words)))


# --- readers, in the order in which they are tried -------------------------------------------------------


def _rollback(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "rollback"):
        if found := rule.search(asked.text):
            number = found.groupdict().get("number")
            return [Edit("rollback", number=int(number) if number else None)], 0.9
    return [], 0.0


def _delete(asked: _Asked) -> Found:
    if any(rule.search(asked.text) for rule in _rules(asked.language, "delete_app")):
        return [Edit("delete_app")], 0.88
    return [], 0.0


def _rename_app(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "rename_app"):
        found = rule.search(asked.text)
        if not found or not found.group("name"):
            continue
        start, end = found.span("name")
        offset = asked.spans.text.find(asked.text)
        said = asked.spans.original[offset + start : offset + end] if offset >= 0 else found.group("name")
        name = _tail(said, asked.language) or _tail(found.group("name"), asked.language)
        if name and len(name) <= 60:
            return [Edit("rename_app", text=name)], 0.93
    return [], 0.0


def _rename_field(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "rename_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        new = _tail(found.group("to"), asked.language)
        if target and new and len(new) <= 60 and not _type_named(new, asked.language):
            aliases = tuple(dict.fromkeys((*target.aliases, target.label)))
            edit = Edit(
                "rename_field",
                field=replace(target, label=as_label(new), aliases=aliases),
                target=target.name,
                text=new,
            )
            return [edit], 0.93
    return [], 0.0


def _remove_field(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "remove_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, _tail(found.group("what"), asked.language), asked.language)
        if target:
            return [Edit("remove_field", target=target.name)], 0.93
    return [], 0.0


def _type_named(words: str, language: str) -> FieldType | None:
    low = words.strip().lower()
    for kind, rule in _table(language, "types"):
        if re.fullmatch(f"(?:{rule.pattern})", low, re.IGNORECASE):
            return kind  # type: ignore[return-value]
    return None


def _change_type(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "change_type"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        kind = _type_named(found.group("type"), asked.language)
        if target and kind:
            more = read_field(f"x {found.group('more')}", asked.language)
            low, high = (more[0].low, more[0].high) if more and more[0].high else (None, None)
            changed = _retyped(target, kind)
            if kind == "rating":
                changed = replace(changed, minimum=low or 1, maximum=high or 5)
            return [Edit("change_field", field=changed, target=target.name)], 0.92
    return [], 0.0


def _retyped(target: FieldSchema, kind: FieldType) -> FieldSchema:
    keep = kind in ("choice", "multi_choice")
    return replace(
        target, type=kind, unit=None, choices=target.choices if keep else (), minimum=None, maximum=None,
        concept=target.concept if (kind in NUMERIC) == (target.type in NUMERIC) else None,
        aggregate={"rating": "mean", "percent": "mean", "number": "sum", "money": "sum", "duration": "sum"}.get(kind),  # type: ignore[arg-type]
    )  # fmt: skip


def _change_unit(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "change_unit"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        word = _bare(found.group("unit"))
        if target is None or not word:
            continue
        if code := units.currency_of(word, asked.language):
            if target.type in NUMERIC:
                return [
                    Edit(
                        "change_field",
                        field=replace(target, type="money", currency=code, unit=None),
                        target=target.name,
                    )
                ], 0.9
        unit = units.unit_of(word, asked.language)
        if unit and target.type in NUMERIC:
            changed = replace(target, type="quantity", unit=unit)
            if units.dimension(unit) == "time":
                changed = replace(target, type="duration", unit=None)
            return [Edit("change_field", field=changed, target=target.name)], 0.9
    return [], 0.0


def _display_unit(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "display_unit"):
        found = rule.search(asked.text)
        if not found:
            continue
        unit = units.unit_of(_bare(found.group("unit")), asked.language)
        if not unit:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        fitting = [f for f in asked.app.main.fields if f.unit and units.compatible(f.unit, unit)]
        if target in fitting:
            return [Edit("set_display_unit", target=target.name, text=unit)], 0.9
    return [], 0.0


def _add_choice(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "add_choice"):
        found = rule.search(asked.text)
        if not found:
            continue
        words = _bare(found.group("what"))
        target = find_field(asked.app, words, asked.language) if words else None
        choosy = [f for f in asked.app.main.fields if f.type in ("choice", "multi_choice")]
        if target is None:
            mentioned = [f for f in _mentioned(asked) if f in choosy]
            target = mentioned[0] if mentioned else None
        if target is None or target.type not in ("choice", "multi_choice", "text"):
            continue
        values = [_tail(v, asked.language) for v in split_items(found.group("value"), asked.language)]
        values = [v for v in values if v and len(v) <= 40]
        if values:
            return [Edit("add_choice", target=target.name, text=v) for v in values], 0.9
    return [], 0.0


def _add_field(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "add_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        groups = found.groupdict()
        what, more = groups.get("what") or "", groups.get("more") or ""
        fielded = re.search(_slots(asked.language)["{F}"], found.group(), re.IGNORECASE)
        kind = _kind_before(asked, found, groups.get("kind"))
        called = _rule(asked.language, "called").match(more)
        if called:
            kind = kind or _type_named(_bare(what), asked.language)
            what, more = more[called.end() :], ""
        reads = _named_fields(what, more, asked)
        edits = _additions(reads, kind, asked)
        if edits:
            return edits, 0.94 if fielded else _also(reads, asked)
    return [], 0.0


def _also(reads: list[FieldRead], asked: _Asked) -> float:
    """How sure 'also track fibre' is about this app: what belongs to its domain, and to no other."""
    about = asked.about
    own = (*about.fields, *about.also) if about else ()
    if all(r.concept in own for r in reads):
        return 0.8
    hits = {h.domain for h in ontology.domains_in(asked.text, asked.language)} - {asked.app.domain}
    if hits or not all(r.sure for r in reads):
        return 0.35
    return 0.7


def _kind_before(asked: _Asked, found: re.Match[str], compound: str | None) -> FieldType | None:
    """The type that the word for the field carries: 'Datumsfeld', 'a date field', '日期字段'."""
    if compound:
        if named := _type_named(compound.strip(" のの的"), asked.language):
            return named
        for kind, rule in _table(asked.language, "types"):
            if re.match(rf"(?:{rule.pattern})s?-?(?:feld|spalte)", compound, re.IGNORECASE):
                return kind  # type: ignore[return-value]
    word = re.search(rf"(?:{_slots(asked.language)['{F}']})", found.group(), re.IGNORECASE)
    if not word:
        return None
    before = found.group()[: word.start()].rstrip(" -の的")
    for kind, rule in _table(asked.language, "types"):
        if re.search(rf"(?:^|[\s\W])(?:{rule.pattern})$", before, re.IGNORECASE):
            return kind  # type: ignore[return-value]
    return None


def _named_fields(what: str, more: str, asked: _Asked) -> list[FieldRead]:
    language = asked.language
    quoted = re.match(r"^\s*[\"「『']([^\"」』']+)[\"」』']", what)
    items = (
        [quoted.group(1)]
        if quoted
        else split_items(_rule(language, "polite").sub("", what), language, asked.about)
    )
    reads: list[FieldRead] = []
    for item in items:
        item = _bare(_rule(language, "after").sub("", item)) if not quoted else item
        extra = grammar.trim(more)
        if extra and len(items) == 1 and (re.search(r"[/、|,]|\d", extra)):
            got = read_field(f"{item} ({extra})", language, asked.about)
        else:
            got = read_field(item, language, asked.about)
        if not got and item and len(item) <= 40:
            got = [FieldRead(label=as_label(item), type="text", said=item)]
        reads += got
    return reads


def _additions(reads: list[FieldRead], kind: FieldType | None, asked: _Asked) -> list[Edit]:
    edits = []
    taken = [f.name for f in asked.app.main.fields]
    for read in reads[:6]:
        if not read.label or len(read.label) > 60:
            continue
        if kind and read.type != kind and not (kind == "number" and read.type in NUMERIC):
            keeps = read.concept and _same_family(read.type, kind)
            read = replace(read, type=kind, concept=read.concept if keeps else None, head=read.head or read.concept,
                           unit=None)  # fmt: skip
        if any(ontology.key(f.label) == ontology.key(read.label) for f in asked.app.main.fields):
            continue
        if read.concept and read.concept in taken:
            read = replace(read, concept=None, head=read.concept)
        fallback = read.head or f"field_{len(taken) + 1}"
        name = read.concept or identifier(read.label, fallback, taken)
        taken.append(name)
        edits.append(Edit("add_field", field=as_schema(read, name, asked.language)))
    return edits


def _same_family(a: FieldType, b: FieldType) -> bool:
    return (
        (a in NUMERIC and b in NUMERIC)
        or {a, b} <= {"date", "datetime", "time"}
        or {a, b} <= {"text", "long_text", "choice"}
    )


def _share(asked: _Asked) -> Found:
    for rule in _rules(asked.language, "share"):
        found = rule.search(asked.text)
        who = _tail(found.group("who"), asked.language) if found else ""
        seen = any(rule.search(who) for _, rule in _table(asked.language, "views"))
        if who and len(who) <= 40 and not seen and not re.search(r"\d", who):
            return [Edit("share", text=who)], 0.86
    return [], 0.0


def _icon(asked: _Asked) -> Found:
    emoji = _EMOJI.search(asked.original)
    if emoji and any(rule.search(asked.text) for rule in _rules(asked.language, "icon")):
        return [Edit("set_icon", text=emoji.group())], 0.93
    return [], 0.0


def _goal(asked: _Asked) -> Found:
    noun, wish = (_rules(asked.language, "goal")[i].search(asked.text) for i in (0, 1))
    if not (noun or wish) or not asked.spans.numbers or _rule(asked.language, "question").search(asked.text):
        return [], 0.0
    wishes = take_extras(asked.spans).goals
    about = asked.about
    goals = place_goals(wishes, asked.app.main, about.main if about else None)
    if not goals:
        return [], 0.0
    sure = 0.9 if noun and _rule(asked.language, "set_goal").search(asked.text) else 0.6 if wish else 0.5
    return [Edit("add_goal", goal=g, target=g.field) for g in goals], sure


def _remove_view(asked: _Asked) -> Found:
    if not any(rule.search(asked.text) for rule in _rules(asked.language, "remove_view")):
        return [], 0.0
    kind, sure = _view_kind(asked)
    if kind and sure:
        return [Edit("remove_view", view=ViewSchema(kind, asked.app.main.name))], 0.88
    return [], 0.0


def _view_kind(asked: _Asked) -> tuple[ViewKind | None, bool]:
    """The view that is named, and whether its word can mean nothing else here."""
    best: tuple[int, ViewKind, bool] | None = None
    for kind, rule in _table(asked.language, "views"):
        for found in rule.finditer(asked.text):
            if asked.language in ("en", "de") and found.start() and asked.text[found.start() - 1].isalnum():
                continue
            viewish = bool(_rule(asked.language, "viewish").search(asked.text[found.end() :]))
            strong = kind not in _WEAK_VIEWS or viewish
            rank = 2 * strong + viewish
            if best is None or rank > best[0]:
                best = (rank, kind, strong)  # type: ignore[assignment]
    return (best[1], best[2]) if best else (None, False)


def _add_view(asked: _Asked) -> Found:
    rules = _rules(asked.language, "add_view")
    hits = [i for i, rule in enumerate(rules) if rule.search(asked.text)]
    if not hits:
        return [], 0.0
    kind, strong = _view_kind(asked)
    if kind is None or (not strong and (hits == [0] or is_cjk(asked.text))):
        return [], 0.0
    view = _view(kind, asked)
    score = 0.9
    if _rule(asked.language, "question").search(asked.text) and 1 not in hits:
        score *= 0.6
    if any(t.direction == "past" or t.kind == "range" for t in asked.spans.times):
        score *= 0.6  # 'show me a chart of last week' asks, it does not change the app
    if any(n.kind in ("quantity", "money") for n in asked.spans.numbers):
        score *= 0.5
    return [Edit("add_view", view=view)], score


def _view(kind: ViewKind, asked: _Asked) -> ViewSchema:
    main = asked.app.main
    if kind not in ("chart", "stat", "board"):
        return ViewSchema(kind, main.name)
    mentioned = _mentioned(asked)
    measured = [f for f in mentioned if f.type in NUMERIC]
    about = asked.about
    usual = next((f for f in main.fields if about and f.concept == about.main), None) or next(
        (f for f in main.fields if f.type in NUMERIC), None
    )
    target = measured[0] if measured else usual
    group = _grouped(asked)
    if kind == "board":
        status = group or next((f.name for f in main.fields if f.type == "choice"), None)
        return ViewSchema("board", main.name, group_by=status)
    shape = next((name for name, rule in _table(asked.language, "shapes") if rule.search(asked.text)), None)
    if target is None:
        return ViewSchema(kind, main.name, aggregate="count", period="week", chart="bar" if kind == "chart" else None,
                          group_by=group)  # fmt: skip
    if kind == "stat":
        return ViewSchema(
            "stat", main.name, fields=(target.name,), aggregate=target.aggregate or "sum", period="week"
        )
    chart = chart_of(main, target, shape)
    return (
        replace(chart, group_by=group, chart="pie" if group and shape is None else chart.chart)
        if group
        else chart
    )


def _grouped(asked: _Asked) -> str | None:
    for found in _rule(asked.language, "group").finditer(asked.text):
        target = find_field(asked.app, found.group("what"), asked.language)
        if target and target.type not in NUMERIC:
            return target.name
    return None


_READERS: tuple[Callable[[_Asked], Found], ...] = (
    _rollback, _icon, _delete, _rename_field, _rename_app, _change_type, _change_unit, _add_choice, _remove_field,
    _add_field, _share, _remove_view, _display_unit, _add_view, _goal,
)  # fmt: skip


def choices_after(target: FieldSchema, value: str) -> tuple[Choice, ...]:
    """Return the choices of a field with one more value at the end."""
    if any(fold(c.value) == fold(value) for c in target.choices):
        return target.choices
    return (*target.choices, Choice(value))
