"""What an utterance changes of records that are there: corrections, deletions, what is done, the same again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from calisson.language.entries.align import Aligner
from calisson.language.entries.alignment import Alignment, Fill
from calisson.language.entries.refer import mentioned, on_day
from calisson.language.entries.segments import numeric
from calisson.language.entries.truth import finders
from calisson.language.entries.words import cues, has
from calisson.language.spans import Spans
from calisson.language.types import (
    Act,
    AppSchema,
    Chip,
    Clarify,
    Context,
    EntitySchema,
    EntryChange,
    FieldSchema,
    Log,
    Proposal,
    RecordRef,
)


def is_log(entity: EntitySchema) -> bool:
    """Return whether records are of the time they are told at, and not plans or due dates."""
    field = entity.field(entity.time_field or "")
    return field is not None and field.concept not in (
        "due_date",
        "deadline",
        "expiry",
        "renewal_date",
        "start",
    )


def now_value(entity: EntitySchema, now: datetime) -> str:
    """Return the present as the time field stores it."""
    field = entity.field(entity.time_field or "")
    return now.strftime("%Y-%m-%d" if field and field.type == "date" else "%Y-%m-%dT%H:%M")


def again(spans: Spans, context: Context) -> Proposal | None:
    """'The same again today': the last entry once more, with what the words change of it."""
    m = cue.search(spans.text.lower()) if (cue := cues(spans.language, "again")) else None
    if m is None:
        return None
    latest = _last_records(context)[-1:] or (context.records(context.focus)[:1] if context.focus else [])
    app = context.app(latest[0].app_id) if latest else None
    entity = app.entity(latest[0].entity) if app else None
    if app is None or entity is None:
        return None
    record = latest[0]
    aligner = Aligner(spans, context, app, entity)
    changed = {n: f for n, f in aligner.align(0, len(spans.text)).fills.items()
               if not (f.start < m.end() and m.start() < f.end) and f.field.type not in ("text", "long_text")}  # fmt: skip
    kept = {f.name: record.values[f.name] for f in entity.fields
            if f.formula is None and record.values.get(f.name) is not None and f.name != entity.notes_field}  # fmt: skip
    if entity.time_field and is_log(entity):
        kept[entity.time_field] = now_value(entity, context.now)
    values = {**kept, **{n: f.value for n, f in changed.items()}}
    chips = tuple(Chip(n, v, "", n in changed) for n, v in values.items())
    entry = EntryChange("added", app.id, entity.name, values, chips=chips)
    return Proposal(Act.LOG, Log((entry,)), 0.85, "the same again")


def _last_records(context: Context) -> list[RecordRef]:
    for turn in context.history:
        if turn.record_ids and turn.app_id:
            by_id = {r.id: r for r in context.records(turn.app_id)}
            return [by_id[i] for i in turn.record_ids if i in by_id]
    return []


def deletion(spans: Spans, context: Context) -> Proposal | None:
    """Return the record that the words ask to delete, or None when they ask for no deletion."""
    low = spans.text.lower()
    if not has(low, spans.language, "delete"):
        return None
    for app in sorted(context.apps, key=lambda a: a.id != context.focus):
        found = [r for _, r in mentioned(spans, context, app.id)]
        if found:
            return _deleted(found[0], 0.85)
    home = context.app(context.focus)
    labels = [f.label.lower() for f in home.main.fields] if home else []
    if any(len(w) > 1 and w in low for w in labels) and not has(low, spans.language, "entry_words"):
        return None  # 'remove the shipping column': of the app, not of its records
    dated = [t for t in spans.times if t.has_date]
    focus = context.app(context.focus)
    if dated and focus:
        found = on_day(spans, context, context.records(focus.id))
        return (
            _deleted(found[0], 0.8)
            if found
            else Proposal(Act.CLARIFY, Clarify("no-such-record"), 0.6, "no record")
        )
    last = _last_records(context)
    return _deleted(last[-1], 0.8) if last else None


def _deleted(record: RecordRef, score: float) -> Proposal:
    change = EntryChange("deleted", record.app_id, record.entity, {}, record.id)
    return Proposal(Act.LOG, Log((change,)), score, "a record to delete")


def state(spans: Spans, context: Context, preferred: AppSchema | None) -> Proposal | None:
    """'Milk is bought', 'watched Paddington, 5 stars': a known record is done."""
    low = spans.text.lower()
    finished = has(low, spans.language, "done")
    apps = sorted(context.apps, key=lambda a: a is not preferred)
    for app in apps:
        entity = app.main
        done = entity.field(entity.done_field or "")
        status = next((f for f in entity.fields if f.type == "choice" and "status" in f.name), None)
        truths = [f for f in entity.fields if f.type == "boolean"]
        logged = entity.time_field is not None and bool(spans.times or spans.numbers)
        if done is None and status is None and (logged or not truths):
            continue  # a log's yes-or-no belongs to each entry
        if not finished and not _could_turn(low, spans.language, [*truths, status, done]):
            continue
        found = [(s, r) for s, r in mentioned(spans, context, app.id) if s >= 0.6]
        if not found:
            continue
        record = found[0][1]
        aligned = Aligner(spans, context, app, entity).align(0, len(spans.text))
        turned = any(
            f.field.type == "choice" and f.field.name in (entity.done_field, status and status.name)
            for f in aligned.fills.values()
        )
        told = [n for n, f in aligned.fills.items() if f.field.type == "boolean"]
        if turned and not (finished or told) and numeric(aligned):
            continue
        if not (finished or turned or told) or _more_said(aligned, record):
            continue
        values = {
            n: f.value
            for n, f in aligned.fills.items()
            if f.field.type not in ("date", "datetime", "time", "text", "long_text", "person", "place")
        }
        if told and (done is None or done.name not in told):
            pass  # 'shipped' is said of another field than the one that finishes a record
        elif done is not None and done.type == "boolean":
            values[done.name] = (
                not has(low, spans.language, "negation") or values.get(done.name, True) is True
            )
        elif done is not None and done.choices and done.name not in values:
            values[done.name] = done.choices[-1].value
        values = {n: v for n, v in values.items() if record.values.get(n) != v}
        if not values:
            continue
        change = EntryChange("updated", app.id, entity.name, values, record.id, _chips(aligned, values))
        return Proposal(Act.LOG, Log((change,)), 0.88, "a known record is done")
    return None


def _could_turn(low: str, language: str, fields: Sequence[FieldSchema | None]) -> bool:
    """Whether a word of these yes-or-no or status fields stands in the words at all."""
    for f in fields:
        if f is None:
            continue
        if f.type == "boolean" and any(finder.search(low) for finder in finders(f, language)):
            return True
        if any(w.lower() in low for c in f.choices for w in (c.value, *c.aliases)):
            return True
    return False


def _more_said(aligned: Alignment, record: RecordRef) -> bool:
    """Whether the words bring fields that differ from the record's: then they tell of another one."""
    for name, fill in aligned.fills.items():
        held = record.values.get(name)
        if (
            isinstance(fill.value, (int, float))
            and not isinstance(fill.value, bool)
            and held not in (None, fill.value)
        ):
            return True
    return False


def _chips(aligned: Alignment, values: dict[str, Any]) -> tuple[Chip, ...]:
    return tuple(Chip(n, v, "", True) for n, v in values.items() if n in aligned.fills)


def correction(
    spans: Spans, context: Context, app: AppSchema, entity: EntitySchema, alignments: Sequence[Alignment]
) -> Proposal | None:
    """Return the change of a record that the words correct ('no, it was 450'), or None."""
    low = spans.text.lower()
    was = cues(spans.language, "restated")
    restated = was is not None and any(was.match(low, n.end_char) for n in spans.numbers)
    if not (has(low, spans.language, "correct") or restated) or len(alignments) > 2:
        return None
    last_turn = context.history[0] if context.history else None
    found = [r for s, r in mentioned(spans, context, app.id, least=0.3)]
    if last_turn is not None and (
        last_turn.act is Act.CLARIFY or (last_turn.act is Act.REFUSE and not found)
    ):
        return None
    dated = on_day(spans, context, found or context.records(app.id))
    if not has(low, spans.language, "correct") and _elsewhen(spans, dated, entity):
        return None  # '昨日の夜は131でした' tells of another time than any entry
    if any(t.has_date and t.grain != "second" for t in spans.times):
        found = dated
    target = found[0] if found else next(iter(_last_records(context)[::-1]), None)
    if target is None or target.app_id != app.id:
        return None
    aligned = Aligner(spans, context, app, entity).align(0, len(spans.text))
    values: dict[str, Any] = {}
    for name, fill in aligned.fills.items():
        if (
            fill.field.type in ("text", "long_text", "person", "place")
            or fill.field.name == entity.title_field
        ):
            continue
        if fill.field.type in ("date", "datetime", "time"):
            time = next((t for t in spans.times if t.start_char == fill.start), None)
            if time is not None and time.has_clock and target.values.get(name):
                values[name] = (
                    f"{str(target.values[name])[:10]}T{time.start:%H:%M}"
                    if fill.field.type == "datetime"
                    else fill.value
                )
            continue
        values[name] = fill.value
    values = _not_the_old(spans, values, target, aligned.fills)
    if not values:
        return None
    change = EntryChange("updated", app.id, entity.name, values, target.id, _chips(aligned, values))
    return Proposal(Act.LOG, Log((change,)), 0.85, "a correction")


APART = timedelta(hours=3)
"""Clock times of one day that lie further apart are of two entries."""


def _elsewhen(spans: Spans, dated: Sequence[RecordRef], entity: EntitySchema) -> bool:
    """Whether the words name a day, or a time of a day, that none of the records is of."""
    times = [t for t in spans.times if t.has_date and t.start is not None and t.grain != "second"]
    if not times or not entity.time_field:
        return False
    clocks = [t.start.replace(tzinfo=None) for t in times if t.start and (t.has_clock or t.start.hour)]
    stamps = [str(r.values.get(entity.time_field) or "") for r in dated]
    moments = [datetime.fromisoformat(s[:16]) for s in stamps if len(s) >= 16]
    if not dated or not clocks or len(moments) < len(dated):
        return not dated
    return all(abs(m - c) > APART for m in moments for c in clocks)


def _not_the_old(
    spans: Spans, values: dict[str, Any], target: RecordRef, fills: dict[str, Fill]
) -> dict[str, Any]:
    """'540, not 450': when the value found is the stored one and another number is there, take the other."""
    out = {}
    for name, value in values.items():
        if (
            target.values.get(name) == value
            and isinstance(value, (int, float))
            and not isinstance(value, bool)
        ):
            others = [
                n.value for n in spans.numbers if n.start_char != fills[name].start and n.value != value
            ]
            if others:
                value = others[0]
        if target.values.get(name) != value:
            out[name] = value
    return out
