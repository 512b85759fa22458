"""Which stored record the words mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from calisson.language.entries.words import pattern
from calisson.language.spans import Spans
from calisson.language.types import Context, RecordRef

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def overlap(spans: Spans, value: Any) -> float:
    """Return how much of a stored text the words name, 0 to 1."""
    text = str(value).lower().strip()
    low = spans.text.lower()
    if len(text) < 2:
        return 0.0
    if text[:2] in low and pattern(text).search(low):
        return 1.0
    if _WIDE.search(text):
        pairs = {text[n : n + 2] for n in range(len(text) - 1)}
        return sum(p in low for p in pairs) / max(len(pairs), 1)
    words = [w for w in re.findall(r"\w+", text) if len(w) > 2]
    if not any(w[:-1] in low for w in words):
        return 0.0
    longest = max(words, key=len, default="")
    if len(longest) > 3 and pattern(longest).search(low):
        return max(0.62, sum(bool(pattern(w).search(low)) for w in words) / len(words))
    return sum(bool(pattern(w).search(low)) for w in words) / max(len(words), 1)


def mentioned(
    spans: Spans, context: Context, app_id: str, least: float = 0.45
) -> list[tuple[float, RecordRef]]:
    """Return the latest records that the words name, best and most recent first.

    One that is named by less than half of its words counts when it is the only one (`least` says how little).
    """
    app = context.app(app_id)
    if app is None:
        return []
    found = []
    known: dict[Any, float] = {}  # many records share their values
    named = {e.name: (e, [f for f in e.fields if f.type in ("text", "choice", "person", "place")])
             for e in app.entities}  # fmt: skip
    for place, record in enumerate(context.records(app_id)[:200]):
        entity, fields = named.get(record.entity, (None, []))
        if entity is None:
            continue
        best = 0.0
        for f in fields:
            if record.values.get(f.name):
                weight = 1.0 if f.name == entity.title_field else 0.8
                value = str(record.values[f.name])
                if value not in known:
                    known[value] = overlap(spans, value)
                best = max(best, weight * known[value])
        if best >= least:
            found.append((best - place * 1e-4, record))
    found.sort(key=lambda p: -p[0])
    sure = [hit for hit in found if hit[0] >= 0.43]
    return sure or (found if len(found) == 1 else [])


def on_day(spans: Spans, context: Context, records: Sequence[RecordRef]) -> list[RecordRef]:
    """Return the records of the day that the words name; all of them when they name none."""
    days = [
        t.start.strftime("%Y-%m-%d") for t in spans.times if t.start and t.has_date and t.grain != "second"
    ]
    if not days:
        return list(records)
    kept = []
    for record in records:
        app = context.app(record.app_id)
        entity = app.entity(record.entity) if app else None
        if entity is not None and entity.time_field is None:
            kept.append(record)
            continue
        at = str(record.values.get(entity.time_field or "") or "") if entity else ""
        if at[:10] in days:
            kept.append(record)
    return kept
