"""Reading entries: which app, one record or several, new or a correction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from calisson.language.elsewhere import COUNTED, elsewhere
from calisson.language.entries.align import Aligner
from calisson.language.entries.alignment import Alignment
from calisson.language.entries.changes import again, correction, deletion, is_log, now_value, state
from calisson.language.entries.distribute import distribute
from calisson.language.entries.listing import FIT, put_on_list
from calisson.language.entries.segments import measures, segments
from calisson.language.entries.words import cues, has, trim
from calisson.language.lexicon import SHARED, load
from calisson.language.spans import Spans
from calisson.language.types import (
    Act,
    AppSchema,
    Chip,
    Clarify,
    Context,
    Edit,
    EntitySchema,
    EntryChange,
    FieldSchema,
    Log,
    NumberSpan,
    Proposal,
)

SHORTLIST = 8
"""How many apps have the words laid over them: more than these are never close."""

LONG = 1500
"""Longer texts are no entry."""

TITLED = 0.25
"""What a title beside a field of its own ('Dune by Frank Herbert') adds to how well words fit."""

NOTED = 0.1
"""How well words fit a measuring app that give it nothing but a note."""

MEASURES = ("number", "integer", "quantity", "money", "duration", "rating")


def read_entries(spans: Spans, context: Context) -> Proposal | None:
    """Return what the words add, change or remove, or None when they are about no app of the home."""
    text = spans.text
    if not context.apps or len(text) > LONG or re.search(r"(.{1,3})\1{12,}", text):
        return None
    low = text.lower()
    if text.rstrip().endswith(("?", "？")) or "<script" in low:
        return None
    bad = next((t for t in spans.times if t.invalid), None)
    if bad:
        return Proposal(
            Act.CLARIFY, Clarify("no-such-date", {"text": bad.text}), 0.8, "a date that does not exist"
        )
    if removed := deletion(spans, context):
        return removed
    if listed := put_on_list(spans, context):
        part, home = listed
        found = _best(part, home)
        put = _add(part, home, *found) if found else None
        if put is not None and isinstance(put.payload, Log):
            return replace(put, score=max(put.score, FIT), why=f"put on a list; {put.why}")
    best = _best(spans, context)
    if best is None:
        return again(spans, context) or state(spans, context, None)
    if repeated := again(spans, context):
        return repeated
    app, entity, alignments = best
    changed = state(spans, context, app) or correction(spans, context, app, entity, alignments)
    if changed:
        return changed
    return _add(spans, context, app, entity, alignments)


# --- new entries -----------------------------------------------------------------------------------------


def _best(spans: Spans, context: Context) -> tuple[AppSchema, EntitySchema, list[Alignment]] | None:
    scored = []
    for place, app, aligner in _likely(spans, context):
        entity = app.main
        alignments = segments(spans, aligner)
        weight = sum(a.weight for a in alignments)
        for word in (app.name, *app.aliases):
            if len(word) > 2 and word.lower() in spans.text.lower():
                weight += 0.5
                break
        weight += 0.8 if app.id == context.focus else 0
        weight -= place * 0.02
        scored.append((weight, -place, app, entity, alignments))
    if not scored:
        return None
    weight, _, app, entity, alignments = max(scored, key=lambda s: (s[0], s[1]))
    return (app, entity, alignments) if weight > 0.5 else None


def _likely(spans: Spans, context: Context) -> list[tuple[int, AppSchema, Aligner]]:
    """Return the apps whose words or measures the utterance names most, and the one in focus."""
    found = [(place, app, Aligner(spans, context, app, app.main)) for place, app in enumerate(context.apps)]
    if len(found) <= SHORTLIST:
        return found
    ranked = sorted(found, key=lambda f: (-(f[1].id == context.focus), -f[2].promise(), f[0]))
    return ranked[:SHORTLIST]


def _add(
    spans: Spans, context: Context, app: AppSchema, entity: EntitySchema, alignments: Sequence[Alignment]
) -> Proposal | None:
    other = elsewhere(spans.text, spans.language, app, entity)
    if other in COUNTED:
        return None
    malformed = _malformed(spans, entity, alignments)
    if malformed:
        return malformed
    entries: list[EntryChange] = []
    last_time = None
    for a in alignments:
        values, chips = _values(spans, context, entity, a)
        if not values:
            continue
        earlier = _says_done(spans, entity, a, entries)
        if earlier is not None:
            entries[earlier] = replace(
                entries[earlier], values={**entries[earlier].values, entity.done_field or "": True}
            )
            continue
        time = entity.time_field
        if time and time in values:
            last_time = values[time]
        elif time and last_time and entity.done_field is None:
            values[time] = last_time
        elif time and entity.done_field is None and is_log(entity):
            values[time] = now_value(entity, context.now)
        problem = _out_of_range(entity, values)
        if problem:
            return problem
        entries.append(EntryChange("added", app.id, entity.name, values, chips=chips))
    if not entries:
        return None
    measured = sum(len(measures(a)) for a in alignments)
    known = sum(a.weight for a in alignments)
    score = min(0.95, 0.35 + 0.15 * known + 0.1 * measured)
    owner = re.match(load(spans.language, "entries").get("owner") or "(?!)", spans.text)
    if owner and owner.groupdict() and not measured and all(_titled(entity, e) for e in entries):
        score += TITLED
    if has(spans.text.lower(), spans.language, "question"):
        score *= 0.6
    if has(spans.text.lower(), spans.language, "goal") and len(entries) == 1:
        score *= 0.4  # 'my goal is 1,000 a day' is no entry of 1,000
    if (
        not measured
        and not (entity.title_field and entity.done_field)
        and not any(a.mentions for a in alignments)
    ):
        score = min(score, 0.3)
    if other and not measured and not any(a.mentions for a in alignments):
        return None
    if not measured and _only_noted(entity, entries):
        score = min(score, NOTED)
    learned: dict[str, FieldSchema] = {}
    for a in alignments:
        for name, new in a.learned.items():
            learned[name] = _merged(learned.get(name), new, entity.field(name))
    edits = tuple(Edit("change_field", target=n, field=f) for n, f in learned.items())
    return Proposal(Act.LOG, Log(tuple(entries), edits), score, f"{measured} fields of {app.name}")


def _titled(entity: EntitySchema, entry: EntryChange) -> bool:
    """Tell whether an entry has a title and something else than a time, a note or that it is done."""
    plain = {entity.title_field, entity.time_field, entity.notes_field, entity.done_field}
    return entity.title_field in entry.values and bool(set(entry.values) - plain)


def _only_noted(entity: EntitySchema, entries: Sequence[EntryChange]) -> bool:
    """Tell whether entries of a measuring app have nothing but a time and a note: what anybody might say."""
    noted = {entity.time_field, entity.notes_field}
    return (
        entity.title_field is None
        and any(f.type in MEASURES for f in entity.fields)
        and all(set(e.values) <= noted for e in entries)
    )


def _merged(former: FieldSchema | None, new: FieldSchema, first: FieldSchema | None) -> FieldSchema:
    """Return what two entries of one message teach about a field, together: each may rename another choice."""
    if former is None or first is None or not new.choices:
        return new
    trio = zip(first.choices, former.choices, new.choices, strict=True)
    return replace(new, choices=tuple(b if c == a else c for a, b, c in trio))


def _says_done(
    spans: Spans, entity: EntitySchema, a: Alignment, entries: Sequence[EntryChange]
) -> int | None:
    """Return which entry of the same message a later sentence calls done."""
    low = spans.text[a.start : a.end].lower()
    done = entity.field(entity.done_field or "")
    if done is None or done.type != "boolean" or not has(low, spans.language, "done"):
        return None
    for n, entry in enumerate(entries):
        title = str(entry.values.get(entity.title_field or "") or "").lower()
        if len(title) > 1 and title in low:
            return n
    return None


def _values(
    spans: Spans, context: Context, entity: EntitySchema, a: Alignment
) -> tuple[dict[str, Any], tuple[Chip, ...]]:
    values = {n: f.value for n, f in a.fills.items()}
    chips = [Chip(n, f.value, spans.original[f.start : f.end], f.sure) for n, f in a.fills.items()]
    pair = _pair(
        spans,
        entity,
        values,
        a.rest.strip(" ,.;!。、，") if len(a.pieces) == 1 else trim(a.rest, spans.language),
    )
    if pair:
        placed, pieces = dict(pair), []
    else:
        placed, pieces = {}, a.pieces
    placed |= distribute(entity, {**values, **placed}, pieces, spans.language)
    for name, text in placed.items():
        values[name] = text
        chips.append(Chip(name, text, text, name == entity.title_field))
    return values, tuple(chips)


def _pair(spans: Spans, entity: EntitySchema, values: dict[str, Any], rest: str) -> list[tuple[str, str]]:
    """Split 'word means meaning' (or two scripts side by side) over a title and the next text field."""
    title = entity.title_field
    second = next(
        (f.name for f in entity.fields if f.type == "text" and f.name != title and f.name not in values), None
    )
    if title is None or second is None or not rest:
        return []
    if title in values:
        plain = entity.notes_field is None and not re.search(r"[,、，(（]", rest)
        return [(second, rest)] if plain else []
    cue = cues(spans.language, "equates")
    m = cue.search(rest.lower(), 1) if cue else None
    left, right = (rest[: m.start()], rest[m.end() :]) if m else ("", "")
    if not left.strip() or not right.strip():
        m = re.match(r"([A-Za-zÀ-ÿ' -]+?)\s+([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3].*)", rest)
        if m is None:
            return []
        left, right = m[1], m[2]
    left, right = trim(left, spans.language), trim(right, spans.language)
    return [(title, left), (second, right)] if left and right else []


def _malformed(spans: Spans, entity: EntitySchema, alignments: Sequence[Alignment]) -> Proposal | None:
    """Money in a currency that no field has, or a currency word without its number."""
    money = next((f for f in entity.fields if f.type == "money"), None)
    if money is not None and (foreign := _foreign(spans, entity)):
        arguments = {"text": foreign.text, "field": money.label, "currency": money.currency or ""}
        return Proposal(Act.CLARIFY, Clarify("other-currency", arguments), 0.9, "another currency")
    if money is None or any(money.name in a.fills for a in alignments):
        return None
    from calisson.language.units import money_words

    low = spans.text.lower()
    for word in money_words(spans.language):
        w = word.lower()
        found = re.search(
            rf"(\S*)\s*{re.escape(w)}(?!\w)" if w.isascii() else rf"(\S*?)\s*{re.escape(w)}", low
        )
        if (
            found
            and len(w) > 0
            and not any(n.start_char <= found.start() < n.end_char for n in spans.numbers)
        ):
            return Proposal(
                Act.CLARIFY,
                Clarify("amount-not-a-number", {"text": spans.original.strip()[:80]}),
                0.75,
                "no amount",
            )
    return None


def _foreign(spans: Spans, entity: EntitySchema) -> NumberSpan | None:
    """The first amount in a currency that no money field of the entity has: it must not be stored as another."""
    families = load(SHARED, "units")["currency"]
    groups = [families["dollars"], families["crowns"], ["JPY", "CNY"]]

    def same(a: str, b: str) -> bool:
        return a == b or any(a in group and b in group for group in groups)

    known = [f.currency for f in entity.fields if f.type == "money" and f.currency]
    amounts = (n for n in spans.numbers if n.kind == "money" and n.unit)
    return next((n for n in amounts if known and not any(same(n.unit or "", c) for c in known)), None)


def _out_of_range(entity: EntitySchema, values: dict[str, Any]) -> Proposal | None:
    for f in entity.fields:
        value = values.get(f.name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if (
                value < 0
                and (f.minimum is None or f.minimum >= 0)
                and f.type in ("money", "quantity", "integer", "duration", "number")
            ):
                if f.unit not in ("degC", "degF"):
                    return Proposal(
                        Act.CLARIFY,
                        Clarify("negative-not-allowed", {"field": f.label, "value": value}),
                        0.7,
                        "negative",
                    )
            low, high = f.minimum, f.maximum
            if (low is not None and value < low) or (high is not None and value > high):
                arguments = {"field": f.label, "value": value, "minimum": low if low is not None else "−∞",
                             "maximum": high if high is not None else "∞"}  # fmt: skip
                return Proposal(Act.CLARIFY, Clarify("out-of-range", arguments), 0.7, "out of range")
    return None
