"""What was understood, as JSON: the output of `calisson understand`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from calisson.language.codec import to_plain
from calisson.language.reading import read_spans, understand
from calisson.language.text import compose, normalise
from calisson.language.times import find_times
from calisson.language.types import Context, NumberSpan, TimeSpan


def _iso(when: datetime | None, *, date_only: bool) -> str | None:
    if when is None:
        return None
    return when.strftime("%Y-%m-%d") if date_only else when.isoformat()


def time_out(span: TimeSpan) -> dict[str, Any]:
    """Return a time span in the public shape.

    `end` is exclusive, as everywhere here. Of a stretch that is told by both its ends ('from the 4th to the 22nd')
    `last` is the end as it was named (the 22nd), which published specifications give as its end.
    """
    date_only = span.kind == "date" or (
        span.kind == "range"
        and all(t is None or (t.hour, t.minute, t.second) == (0, 0, 0) for t in (span.start, span.end))
    )
    out: dict[str, Any] = {
        "text": span.text,
        "kind": span.kind,
        "start": _iso(span.start, date_only=date_only),
        "end": _iso(span.end, date_only=date_only),
        "grain": span.grain,
        "rrule": span.rrule,
    }
    if span.kind == "time" and span.start:
        out["start"] = span.start.strftime("%H:%M:%S")
        out["end"] = span.end.strftime("%H:%M:%S") if span.end else None
    if span.last is not None and span.last != span.end:
        out["last"] = _iso(span.last, date_only=date_only)
    if span.seconds is not None:
        out["seconds"] = span.seconds
    if span.invalid:
        out["invalid"] = span.invalid
    return out


def number_out(span: NumberSpan) -> dict[str, Any]:
    """Return a number span in the public shape: the number as written, before any unit is converted."""
    value = span.value if span.literal is None else span.literal
    return {"value": int(value) if float(value).is_integer() else value, "text": span.text}


def spans_out(text: str, language: str, context: Context) -> dict[str, Any]:
    """Return the typed spans of a text."""
    spans = read_spans(text, language, context)
    return {
        "times": [time_out(t) for t in _times(text, language, context)],
        "numbers": [number_out(n) for n in spans.numbers if n.kind != "ordinal"],
        "quantities": [{"value": n.value, "unit": n.unit, "kind": n.kind} for n in spans.numbers if n.unit],
    }


def _times(text: str, language: str, context: Context) -> list[TimeSpan]:
    """Return every time of a text, lengths of time included (the readers take those as quantities)."""
    return find_times(normalise(compose(text)), language, context.now)


def report(text: str, context: Context, *, language: str | None = None) -> dict[str, Any]:
    """Return everything that was understood of `text`, as plain JSON data."""
    reading = understand(text, context)
    lang = language or reading.language
    return {
        "language": lang,
        **spans_out(text, lang, context),
        "acts": [{"act": act.value, "score": round(score, 4)} for act, score in reading.acts],
        "proposals": [
            {"act": p.act.value, "score": p.score, "why": p.why, "payload": to_plain(p.payload)}
            for p in reading.proposals
        ],
    }


def report_lines(lines: Iterable[str]) -> Iterator[str]:
    """Return one JSON line for each line `{"id","text","at","tz","lang"}`; a bad line gets an `error`."""
    from calisson.language.acts import classify
    from calisson.language.languages import detect
    from calisson.language.spans import Spans

    for line in lines:
        if not line.strip():
            continue
        try:
            given = json.loads(line)
            text = str(given["text"])
            now = (
                datetime.fromisoformat(given["at"]).replace(tzinfo=None)
                if given.get("at")
                else datetime(2026, 1, 1)
            )
        except (ValueError, KeyError, TypeError) as problem:
            yield json.dumps({"id": None, "error": f"{type(problem).__name__}: {problem}"})
            continue
        language = given.get("lang") or detect(text, None)
        context = Context(now=now, tz=given.get("tz") or "UTC", language=language)
        bare = read_spans(text, language, context)
        spans = Spans(bare.text, text, language, bare.times, bare.numbers)
        yield json.dumps(
            {
                "id": given.get("id"),
                "language": language,
                "times": [time_out(t) for t in _times(text, language, context)],
                "numbers": [number_out(n) for n in bare.numbers if n.kind != "ordinal"],
                "quantities": [
                    {"value": n.value, "unit": n.unit, "kind": n.kind} for n in bare.numbers if n.unit
                ],
                "acts": [{"act": a.value, "score": round(s, 4)} for a, s in classify(spans, context)],
            },
            ensure_ascii=False,
        )
