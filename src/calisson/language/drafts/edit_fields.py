"""Edits of fields: new ones, gone ones, other names, types, units and values."""

from __future__ import annotations

import re
from dataclasses import replace

from calisson.language import units
from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.edit_rules import (
    Asked,
    Found,
    bare,
    find_field,
    mentioned_in,
    rule_of,
    rules_of,
    table_of,
    tail,
    type_named,
    word_slots,
)
from calisson.language.drafts.fields import FieldRead, as_schema, read_field
from calisson.language.drafts.items import split_items
from calisson.language.drafts.naming import identifier
from calisson.language.drafts.naming import label as as_label
from calisson.language.text import fold
from calisson.language.types import NUMERIC, Choice, Edit, FieldSchema, FieldType


def rename_field(asked: Asked) -> Found:
    """Read a new label of a field; its former label stays an alias."""
    for rule in rules_of(asked.language, "rename_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        new = tail(found.group("to"), asked.language)
        if re.fullmatch(r"[^\w]*\d[\d.,:]*\W?\w{0,3}", new):
            continue  # '把花费改成320': an amount is no name
        retyped = type_named(new, asked.language) and any(
            r.search(asked.text) for r in rules_of(asked.language, "change_type")
        )
        if target and new and len(new) <= 60 and not retyped:
            aliases = tuple(dict.fromkeys((*target.aliases, target.label)))
            edit = Edit(
                "rename_field",
                field=replace(target, label=as_label(new), aliases=aliases),
                target=target.name,
                text=new,
            )
            return [edit], 0.93
    return [], 0.0


def remove_field(asked: Asked) -> Found:
    """Read that a field shall go."""
    for rule in rules_of(asked.language, "remove_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, tail(found.group("what"), asked.language), asked.language)
        if target:
            fielded = re.search(word_slots(asked.language)["{F}"], found.group(), re.IGNORECASE)
            return [Edit("remove_field", target=target.name)], 0.93 if fielded else 0.7
    return [], 0.0


def change_type(asked: Asked) -> Found:
    """Read another type of a field."""
    for rule in rules_of(asked.language, "change_type"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        kind = type_named(found.group("type"), asked.language)
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
        target,
        type=kind,
        unit=None,
        choices=target.choices if keep else (),
        minimum=None,
        maximum=None,
        concept=target.concept if (kind in NUMERIC) == (target.type in NUMERIC) else None,
        aggregate={
            "rating": "mean",
            "percent": "mean",
            "number": "sum",
            "money": "sum",
            "duration": "sum",
        }.get(kind),  # type: ignore[arg-type]
    )


def change_unit(asked: Asked) -> Found:
    """Read another unit or currency in which a field is stored."""
    for rule in rules_of(asked.language, "change_unit"):
        found = rule.search(asked.text)
        if not found:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        word = bare(found.group("unit"))
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


def display_unit(asked: Asked) -> Found:
    """Read a unit in which a field is shown; what is stored stays."""
    for rule in rules_of(asked.language, "display_unit"):
        found = rule.search(asked.text)
        if not found:
            continue
        unit = units.unit_of(bare(found.group("unit")), asked.language)
        if not unit:
            continue
        target = find_field(asked.app, found.group("what"), asked.language)
        fitting = [f for f in asked.app.main.fields if f.unit and units.compatible(f.unit, unit)]
        if target in fitting:
            return [Edit("set_display_unit", target=target.name, text=unit)], 0.9
    return [], 0.0


def add_choice(asked: Asked) -> Found:
    """Read further values of a choice field."""
    for rule in rules_of(asked.language, "add_choice"):
        found = rule.search(asked.text)
        if not found:
            continue
        words = bare(found.group("what"))
        target = find_field(asked.app, words, asked.language) if words else None
        choosy = [f for f in asked.app.main.fields if f.type in ("choice", "multi_choice")]
        if target is None:
            mentioned = [f for f in mentioned_in(asked) if f in choosy]
            target = mentioned[0] if mentioned else None
        if target is None or target.type not in ("choice", "multi_choice", "text"):
            continue
        values = [tail(v, asked.language) for v in split_items(found.group("value"), asked.language)]
        values = [v for v in values if v and len(v) <= 40]
        if values:
            return [Edit("add_choice", target=target.name, text=v) for v in values], 0.9
    return [], 0.0


def add_field(asked: Asked) -> Found:
    """Read new fields, as in a request, with what is said about them."""
    for rule in rules_of(asked.language, "add_field"):
        found = rule.search(asked.text)
        if not found:
            continue
        groups = found.groupdict()
        what, more = groups.get("what") or "", groups.get("more") or ""
        fielded = re.search(word_slots(asked.language)["{F}"], found.group(), re.IGNORECASE)
        kind = _kind_before(asked, found, groups.get("kind"))
        called = rule_of(asked.language, "called").match(more)
        if called:
            kind = kind or type_named(bare(what), asked.language)
            what, more = more[called.end() :], ""
        reads = named_fields(what, more, asked)
        edits = additions(reads, kind, asked)
        if edits:
            entry = any(n.kind in ("quantity", "money") for n in asked.spans.numbers)
            return edits, (0.94 if fielded else _also(reads, asked)) * (0.5 if entry else 1.0)
    return [], 0.0


def _also(reads: list[FieldRead], asked: Asked) -> float:
    """How sure 'also track fibre' is about this app: what belongs to its domain, and to no other."""
    about = asked.about
    own = (*about.fields, *about.also) if about else ()
    if all(r.concept in own for r in reads):
        return 0.8
    hits = {h.domain for h in ontology.domains_in(asked.text, asked.language)} - {asked.app.domain}
    if hits or not all(r.sure for r in reads):
        return 0.35
    return 0.7


def _kind_before(asked: Asked, found: re.Match[str], compound: str | None) -> FieldType | None:
    """The type that the word for the field carries: 'Datumsfeld', 'a date field', '日期字段'."""
    if compound:
        if named := type_named(compound.strip(" -\u306e\u7684"), asked.language):
            return named
        for kind, rule in table_of(asked.language, "types"):
            if re.match(rf"(?:{rule.pattern})s?-?(?:feld|spalte)", compound, re.IGNORECASE):
                return kind  # type: ignore[return-value]
    word = re.search(rf"(?:{word_slots(asked.language)['{F}']})", found.group(), re.IGNORECASE)
    if not word:
        return None
    if named := type_named(word.group(), asked.language):
        return named  # a checkbox
    before = found.group()[: word.start()].rstrip(" -\u306e\u7684")
    for kind, rule in table_of(asked.language, "types"):
        if re.search(rf"(?:^|[\s\W])(?:{rule.pattern})$", before, re.IGNORECASE):
            return kind  # type: ignore[return-value]
    return None


def named_fields(what: str, more: str, asked: Asked) -> list[FieldRead]:
    """Return the fields that the words of an addition name; `more` is what is said about the only one."""
    language = asked.language
    quoted = re.match(r"^\s*[\"「『']([^\"」』']+)[\"」』']", what)
    items = (
        [quoted.group(1)]
        if quoted
        else split_items(rule_of(language, "polite").sub("", what), language, asked.about)
    )
    reads: list[FieldRead] = []
    for item in items:
        item = bare(rule_of(language, "after").sub("", item)) if not quoted else item
        extra = grammar.trim(more)
        if extra and len(items) == 1 and (re.search(r"[/、|,]|\d", extra)):
            got = read_field(f"{item} ({extra})", language, asked.about)
        else:
            got = read_field(item, language, asked.about)
        if not got and item and len(item) <= 40:
            got = [FieldRead(label=as_label(item), type="text", said=item)]
        reads += got
    return reads


def additions(reads: list[FieldRead], kind: FieldType | None, asked: Asked) -> list[Edit]:
    """Return the edits that add the fields read, without those that the app has."""
    edits = []
    taken = [f.name for f in asked.app.main.fields]
    for read in reads[:6]:
        if not read.label or len(read.label) > 60:
            continue
        if kind and read.type != kind and not (kind == "number" and read.type in NUMERIC):
            keeps = read.concept and _same_family(read.type, kind)
            read = replace(
                read,
                type=kind,
                concept=read.concept if keeps else None,
                head=read.head or read.concept,
                unit=None,
            )
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


def choices_after(target: FieldSchema, value: str) -> tuple[Choice, ...]:
    """Return the choices of a field with one more value at the end."""
    if any(fold(c.value) == fold(value) for c in target.choices):
        return target.choices
    return (*target.choices, Choice(value))
