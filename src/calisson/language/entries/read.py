"""Reading entries: which app, one record or several, new or a correction."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from calisson.language.entries.align import QUOTES, Aligner, Alignment, Fill
from calisson.language.entries.distribute import distribute
from calisson.language.entries.refer import mentioned, on_day
from calisson.language.entries.words import cues, has, trim
from calisson.language.spans import Spans
from calisson.language.types import (
    NUMERIC,
    Act,
    AppSchema,
    Chip,
    Clarify,
    Context,
    EntitySchema,
    EntryChange,
    Log,
    Proposal,
    RecordRef,
)

HARD = re.compile(r"[.!?](?=\s|$)|[;。；\n！？]+")
SOFT = re.compile(
    r"[,，、]\s*|\s+and\s+|\s+und\s+|\s*그리고\s*|\s*(?:还有|以及|然后|それと|それから)\s*|(?<=[가-힣])랑\s+|(?<=[가-힣])이랑\s+|(?<=고),?\s+"
)
COLONS = re.compile(r"^\s*[^:：]{1,24}[:：]\s")
LONG = 1500
"""Longer texts are no entry."""


def read_entries(spans: Spans, context: Context) -> Proposal | None:
    """Return what the words add, change or remove, or None when they are about no app of the home."""
    text = spans.text
    if not context.apps or len(text) > LONG or re.search(r"(.{1,3})\1{12,}", text):
        return None
    low = text.casefold()
    if text.rstrip().endswith(("?", "？")) or "<script" in low:
        return None
    bad = next((t for t in spans.times if t.invalid), None)
    if bad:
        return Proposal(
            Act.CLARIFY, Clarify("no-such-date", {"text": bad.text}), 0.8, "a date that does not exist"
        )
    deletion = _delete(spans, context)
    if deletion:
        return deletion
    best = _best(spans, context)
    if best is None:
        return _state(spans, context, None)
    app, entity, alignments = best
    changed = _state(spans, context, app) or _correct(spans, context, app, entity, alignments)
    if changed:
        return changed
    return _add(spans, context, app, entity, alignments)


# --- new entries -----------------------------------------------------------------------------------------


def _best(spans: Spans, context: Context) -> tuple[AppSchema, EntitySchema, list[Alignment]] | None:
    scored = []
    for place, app in enumerate(context.apps):
        entity = app.main
        alignments = _segments(spans, Aligner(spans, context, app, entity))
        weight = sum(a.weight for a in alignments)
        for word in (app.name, *app.aliases):
            if len(word) > 2 and word.casefold() in spans.text.casefold():
                weight += 0.5
                break
        weight += 0.8 if app.id == context.focus else 0
        weight -= place * 0.02
        scored.append((weight, -place, app, entity, alignments))
    if not scored:
        return None
    weight, _, app, entity, alignments = max(scored, key=lambda s: (s[0], s[1]))
    return (app, entity, alignments) if weight > 0.5 else None


def _cuts(spans: Spans, cutter: re.Pattern[str], start: int, end: int) -> list[tuple[int, int]]:
    taken = [(n.start_char, n.end_char) for n in spans.numbers] + [
        (t.start_char, t.end_char) for t in spans.times
    ]
    taken += [
        (m.start(), m.end()) for m in re.finditer(r"[“\"「『《(（][^”\"」』》)）]*[”\"」』》)）]", spans.text)
    ]
    out, at = [], start
    for m in cutter.finditer(spans.text, start, end):
        if any(a < m.end() and m.start() < b for a, b in taken):
            continue
        if m.start() > at:
            out.append((at, m.start()))
        at = m.end()
    if end > at:
        out.append((at, end))
    return [(a, b) for a, b in out if spans.text[a:b].strip()]


def _segments(spans: Spans, aligner: Aligner) -> list[Alignment]:
    """Cut the words into entries: at sentence ends, and at commas where a field would be filled twice."""
    head = _head(spans)
    parts = _cuts(spans, HARD, head, len(spans.text))
    entries: list[Alignment] = []
    listed = False
    for start, end in parts:
        whole = aligner.align(start, end)
        pieces, split = [whole], False
        titles = _titles(spans, start, end) if aligner.entity.title_field else []
        if len(titles) > 1:
            pieces = [aligner.align(a, b) for a, b in titles]
            _share(spans, pieces)
        elif equations := _equations(spans, aligner, start, end):
            pieces = equations
        elif (parts_ := _enumerated(spans, aligner, start, end)) and len(parts_) > 1:
            pieces = parts_
        elif further := _goes_on(spans, aligner, start, end):
            pieces, split = further, True
        elif whole.repeated:
            pieces, split = _split(spans, aligner, start, end), True
        single = len(pieces) == 1
        for piece in pieces:
            if entries and single and not listed and _continues(entries[-1], piece):
                merged = aligner.align(entries[-1].start, piece.end)
                if not merged.repeated:
                    entries[-1] = merged
                    continue
            entries.append(piece)
        listed = listed or (not single and not split)
    measured = [e for e in entries if _measures(e)]
    counts = any(f.type in NUMERIC and f.type != "money" for f in aligner.entity.fields)
    if measured and counts and aligner.entity.done_field is None and not listed:
        entries = measured
    return [e for e in entries if e.fills or e.rest] or [aligner.align(0, len(spans.text))]


def _head(spans: Spans) -> int:
    """Return where the entries begin: behind 'add these two:', 'Neu:', '再加三个：'."""
    add = cues(spans.language, "add_heads")
    m = add.match(spans.text.casefold().lstrip()) if add else None
    if m is None:
        return 0
    at = m.end() + len(spans.text) - len(spans.text.lstrip())
    while at < len(spans.text) and spans.text[at] in " :：,，、":
        at += 1
    return at


def _measures(a: Alignment) -> set[str]:
    return {n for n, f in a.fills.items() if f.field.type not in ("date", "datetime", "time")}


def _continues(before: Alignment, piece: Alignment) -> bool:
    """Whether a piece says more about the entry before it: it brings no field again, and no time of its own."""
    shared = set(before.fills) & set(piece.fills)
    timed = any(f.field.type in ("date", "datetime") for f in piece.fills.values())
    return not shared and not (
        timed and any(f.field.type in ("date", "datetime") for f in before.fills.values())
    )


def _titles(spans: Spans, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a stretch with several quoted titles: each piece holds one, with the words before it."""
    quotes = [m for m in QUOTES.finditer(spans.original, start, end) if spans.original[m.start()] != "'"]
    cuts = [start]
    for before, after in itertools.pairwise(quotes):
        gap = spans.text[before.end() : after.start()]
        links = list(
            re.finditer(
                r"[,，、;；]\s*(?:and|und)?\s*|\s+(?:and|und)\s+|(?:と|还有|和|그리고|이랑|랑)\s*", gap
            )
        )
        cuts.append(before.end() + (links[-1].end() if links else 0))
    if len(quotes) < 2:
        return []
    return list(zip(cuts, [*cuts[1:], end], strict=True))


def _share(spans: Spans, pieces: list[Alignment]) -> None:
    """'… both on Netflix': what is said of all goes to each piece that lacks it."""
    last = pieces[-1]
    if not has(spans.text[last.start : last.end].casefold(), spans.language, "both"):
        return
    extra = last.pieces.pop() if len(last.pieces) > 1 else None
    for piece in pieces[:-1]:
        for name, fill in last.fills.items():
            if fill.field.type not in ("text", "long_text") and name not in piece.fills:
                piece.fills[name] = fill
    if extra:
        cue = cues(spans.language, "both")
        words = (
            trim(
                cue.sub("", extra.casefold())
                and extra[(m.end() if (m := cue.search(extra.casefold())) else 0) :],
                spans.language,
            )
            if cue
            else extra
        )
        for piece in pieces:
            piece.pieces.append(f"、({words})")


def _enumerated(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return the parts of a plain list of things ('2 packs of oat milk, toilet paper and potatoes'), or nothing."""
    entity = aligner.entity
    if entity.title_field is None or (entity.time_field is not None and entity.done_field is None):
        return []
    parts = _cuts(spans, SOFT, start, end)
    if len(parts) < 2:
        return []
    aligned = [aligner.align(a, b) for a, b in parts]
    named = [a for a in aligned if a.pieces and not a.mentions]
    loose = [
        a for a in aligned if not (set(a.fills) - _numeric(a)) and "(" not in spans.text[a.start : a.end]
    ]
    in_brackets = all(re.search(r"[(（]", spans.text[a.start : a.end]) for a in aligned)
    if len(named) == len(parts) and (
        in_brackets or (len(loose) == len(parts) and _things(spans, aligned, entity))
    ):
        return aligned
    return []


def _things(spans: Spans, aligned: Sequence[Alignment], entity: EntitySchema) -> bool:
    """Whether the parts are things of one kind: short, and few fields of words beside the title."""
    words = [
        f
        for f in entity.fields
        if f.type in ("text", "choice", "person", "place")
        and f.name not in (entity.title_field, entity.notes_field)
    ]
    if entity.done_field is None and words:
        return False
    low = spans.text.casefold()
    for name in ("place", "person"):
        cue = cues(spans.language, name)
        if (
            spans.language in ("en", "de")
            and cue
            and any(cue.match(low[a.start : a.end].lstrip()) for a in aligned[1:])
        ):
            return False
    short = all(len(a.rest) <= 16 or len(a.rest.split()) <= 4 for a in aligned)
    return short and (len(words) <= 2 or len(aligned) > 2)


def _numeric(a: Alignment) -> set[str]:
    return {
        n for n, f in a.fills.items() if isinstance(f.value, (int, float)) and not isinstance(f.value, bool)
    }


def _equations(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return the parts of 'a = b, c = d', or nothing."""
    parts = _cuts(spans, SOFT, start, end)
    signs = [bool(re.search(r"[=＝]", spans.text[a:b])) for a, b in parts]
    if sum(signs) < 2:
        return []
    return [aligner.align(a, b) for (a, b), sign in zip(parts, signs, strict=True) if sign]


def _names(a: Alignment) -> bool:
    """Whether a stretch names something: loose words, or a value of a field of words."""
    return bool(a.pieces) or any(
        isinstance(f.value, str) and f.field.type in ("text", "choice") for f in a.fills.values()
    )


def _goes_on(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return both sides of '… and then …' when each names a thing with a measure of its own, else nothing."""
    then = cues(spans.language, "then")
    m = then.search(spans.text.casefold(), start, end) if then else None
    if m is None or aligner.entity.time_field is None:
        return []
    before, after = aligner.align(start, m.start()), aligner.align(m.end(), end)
    both = _names(before) and _measures(before) and _names(after) and _measures(after)
    return [before, after] if both and not before.repeated and not after.repeated else []


def _split(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    parts = _cuts(spans, SOFT, start, end)
    out: list[Alignment] = []
    at = start
    for n, (a, b) in enumerate(parts):
        piece = aligner.align(a, b)
        if out:
            joined = aligner.align(at, b)
            if not joined.repeated and not (set(out[-1].fills) & set(piece.fills)):
                starts_new = (
                    bool(piece.rest) and bool(_measures(out[-1])) and n + 1 < len(parts) and not piece.fills
                )
                if not starts_new:
                    out[-1] = joined
                    continue
        out.append(piece)
        at = a
    return out or [aligner.align(start, end)]


def _add(
    spans: Spans, context: Context, app: AppSchema, entity: EntitySchema, alignments: Sequence[Alignment]
) -> Proposal | None:
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
        elif time and entity.done_field is None and _is_log(entity):
            values[time] = _now_value(entity, context.now)
        problem = _out_of_range(entity, values)
        if problem:
            return problem
        entries.append(EntryChange("added", app.id, entity.name, values, chips=chips))
    if not entries:
        return None
    measured = sum(len(_measures(a)) for a in alignments)
    known = sum(a.weight for a in alignments)
    score = min(0.95, 0.35 + 0.15 * known + 0.1 * measured)
    if has(spans.text.casefold(), spans.language, "question"):
        score *= 0.6
    if (
        not measured
        and not (entity.title_field and entity.done_field)
        and not any(a.mentions for a in alignments)
    ):
        score = min(score, 0.3)
    return Proposal(Act.LOG, Log(tuple(entries)), score, f"{measured} fields of {app.name}")


def _says_done(
    spans: Spans, entity: EntitySchema, a: Alignment, entries: Sequence[EntryChange]
) -> int | None:
    """Return which entry of the same message a later sentence calls done."""
    low = spans.text[a.start : a.end].casefold()
    done = entity.field(entity.done_field or "")
    if done is None or done.type != "boolean" or not has(low, spans.language, "done"):
        return None
    for n, entry in enumerate(entries):
        title = str(entry.values.get(entity.title_field or "") or "").casefold()
        if len(title) > 1 and title in low:
            return n
    return None


def _is_log(entity: EntitySchema) -> bool:
    field = entity.field(entity.time_field or "")
    return field is not None and field.concept not in (
        "due_date",
        "deadline",
        "expiry",
        "renewal_date",
        "start",
    )


def _now_value(entity: EntitySchema, now: datetime) -> str:
    field = entity.field(entity.time_field or "")
    return now.strftime("%Y-%m-%d" if field and field.type == "date" else "%Y-%m-%dT%H:%M")


def _values(
    spans: Spans, context: Context, entity: EntitySchema, a: Alignment
) -> tuple[dict[str, Any], tuple[Chip, ...]]:
    values = {n: f.value for n, f in a.fills.items()}
    chips = [Chip(n, f.value, spans.original[f.start : f.end], f.sure) for n, f in a.fills.items()]
    pair = _pair(spans, entity, values, trim(a.rest, spans.language))
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
        return [(second, rest)] if entity.notes_field is None else []
    cue = cues(spans.language, "equates")
    m = cue.search(rest.casefold(), 1) if cue else None
    left, right = (rest[: m.start()], rest[m.end() :]) if m else ("", "")
    if not left.strip() or not right.strip():
        m = re.match(r"([A-Za-zÀ-ÿ' -]+?)\s+([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3].*)", rest)
        if m is None:
            return []
        left, right = m[1], m[2]
    left, right = trim(left, spans.language), trim(right, spans.language)
    return [(title, left), (second, right)] if left and right else []


def _malformed(spans: Spans, entity: EntitySchema, alignments: Sequence[Alignment]) -> Proposal | None:
    """A currency or unit word without its number, for an entity that lives of it."""
    money = next((f for f in entity.fields if f.type == "money"), None)
    if money is None or any(money.name in a.fills for a in alignments):
        return None
    from calisson.language.units import money_words

    low = spans.text.casefold()
    for word in money_words(spans.language):
        w = word.casefold()
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


# --- changes ---------------------------------------------------------------------------------------------


def _last_records(context: Context) -> list[RecordRef]:
    for turn in context.history:
        if turn.record_ids and turn.app_id:
            by_id = {r.id: r for r in context.records(turn.app_id)}
            return [by_id[i] for i in turn.record_ids if i in by_id]
    return []


def _delete(spans: Spans, context: Context) -> Proposal | None:
    low = spans.text.casefold()
    if not has(low, spans.language, "delete"):
        return None
    for app in sorted(context.apps, key=lambda a: a.id != context.focus):
        found = [r for _, r in mentioned(spans, context, app.id)]
        if found:
            return _deleted(found[0], 0.85)
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


def _state(spans: Spans, context: Context, preferred: AppSchema | None) -> Proposal | None:
    """'Milk is bought', 'watched Paddington, 5 stars': a known record is done."""
    low = spans.text.casefold()
    finished = has(low, spans.language, "done")
    apps = sorted(context.apps, key=lambda a: a is not preferred)
    for app in apps:
        entity = app.main
        done = entity.field(entity.done_field or "")
        status = next((f for f in entity.fields if f.type == "choice" and "status" in f.name), None)
        if done is None and status is None:
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
        if not finished and (not turned or _numeric(aligned)):
            continue
        values = {
            n: f.value
            for n, f in aligned.fills.items()
            if f.field.type not in ("date", "datetime", "time", "text", "long_text", "person", "place")
        }
        if done is not None and done.type == "boolean":
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


def _chips(aligned: Alignment, values: dict[str, Any]) -> tuple[Chip, ...]:
    return tuple(Chip(n, v, "", True) for n, v in values.items() if n in aligned.fills)


def _correct(
    spans: Spans, context: Context, app: AppSchema, entity: EntitySchema, alignments: Sequence[Alignment]
) -> Proposal | None:
    low = spans.text.casefold()
    if not has(low, spans.language, "correct") or len(alignments) > 2:
        return None
    last_turn = context.history[0] if context.history else None
    if last_turn is not None and last_turn.act in (Act.CLARIFY, Act.REFUSE):
        return None
    found = [r for s, r in mentioned(spans, context, app.id)]
    dated = on_day(spans, context, found or context.records(app.id))
    if any(t.has_date for t in spans.times):
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
