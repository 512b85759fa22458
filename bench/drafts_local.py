#!/usr/bin/env python3
"""Check app drafts and edits alone against conversation cases: `python bench/drafts_local.py cases.jsonl
[--fails]`.

Only the `create_app` and `edit_app` turns are read, without the rest of the house: the draft stands for
the app, an edit is applied to it in memory, and `fields`, `no_fields`, `views` and `app_name` are
compared with the rules of the cases (a field holds when its name, label or an alias contains one of the
words, and its type is of the family). Every other turn counts as wrong when it is taken for a request or
an edit with a score above 0.5.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import time
from dataclasses import replace
from datetime import datetime
from typing import Any

from calisson.language.drafts import draft_app, read_edit
from calisson.language.spans import Spans
from calisson.language.text import normalise
from calisson.language.types import AppSchema, Context, CreateApp, EditApp, FieldSchema

FAMILY = {
    "number": {"number", "integer", "money", "quantity", "percent"},
    "text": {"text", "long_text"},
    "date": {"date", "datetime"},
    "duration": {"duration", "number", "integer", "quantity"},
    "choice": {"choice", "multi_choice", "text"},
    "rating": {"rating", "integer", "number", "choice"},
    "bool": {"boolean", "choice"},
}


def spans_of(text: str, language: str, now: datetime) -> Spans:
    """Return the spans, with the numbers and times that are available."""
    clean = normalise(text)
    try:
        from calisson.language.numbers import find_numbers

        numbers = tuple(find_numbers(clean, language))
    except (ImportError, LookupError):
        numbers = ()
    try:
        from calisson.language.times import find_times

        times = tuple(find_times(clean, language, now))
    except (ImportError, LookupError):
        times = ()
    taken = [(t.start_char, t.end_char) for t in times if t.kind != "duration"]
    numbers = tuple(n for n in numbers if not any(n.start_char < e and s < n.end_char for s, e in taken))
    return Spans(clean, text, language, times, numbers)


def fold(value: object) -> str:
    """Return a word as the cases compare it."""
    return str(value).casefold().replace("_", " ")


def has(field: FieldSchema, words: list[str]) -> bool:
    """Return whether a field is called by one of the words."""
    return any(
        w == "*" or fold(w) in fold(n) for w in words for n in (field.name, field.label, *field.aliases)
    )


def check(expect: dict[str, Any], app: AppSchema | None) -> dict[str, bool]:
    """Return each expectation about the app with whether it holds."""
    out: dict[str, bool] = {}
    fields = [f for e in app.entities for f in e.fields] if app else []
    for want in expect.get("fields", ()):
        family = FAMILY.get(want.get("type", ""), {want.get("type")})
        out[f"field {'/'.join(want['any'][:2])} {want.get('type', '')}"] = any(
            has(f, want["any"]) and (not want.get("type") or f.type in family) for f in fields
        )
    if "no_fields" in expect:
        out["no_fields"] = app is not None and not any(has(f, expect["no_fields"]) for f in fields)
    if "app_name" in expect:
        out["app_name"] = app is not None and fold(expect["app_name"]) in fold(app.name)
    for want in expect.get("views", ()):
        kinds = {v.kind for v in app.views} if app else set()
        out[f"view {want}"] = bool(kinds & set(want if isinstance(want, list) else [want]))
    return out


def applied(app: AppSchema, edits: EditApp) -> AppSchema:
    """Return the app with simple edits done, enough for the checks."""
    main = app.main
    for edit in edits.edits:
        if edit.kind == "add_field" and edit.field:
            main = replace(main, fields=(*main.fields, edit.field))
        elif edit.kind == "remove_field":
            main = replace(main, fields=tuple(f for f in main.fields if f.name != edit.target))
        elif edit.kind in ("rename_field", "change_field") and edit.field:
            main = replace(
                main, fields=tuple(edit.field if f.name == edit.target else f for f in main.fields)
            )
        elif edit.kind == "add_view" and edit.view:
            app = replace(app, views=(*app.views, edit.view))
        elif edit.kind == "rename_app" and edit.text:
            app = replace(app, name=edit.text)
    return replace(app, entities=(main, *app.entities[1:]))


def main() -> int:
    """Run the cases and print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--lang")
    parser.add_argument("--fails", action="store_true")
    args = parser.parse_args()
    shares: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    times: list[float] = []
    for line in args.file.read_text("utf-8").splitlines():
        case = json.loads(line)
        if args.lang and case["lang"] != args.lang:
            continue
        apps: list[AppSchema] = []
        for turn in case["turns"]:
            now = datetime.fromisoformat(turn["at"])
            spans = spans_of(turn["say"], case["lang"], now)
            context = Context(
                now=now, language=case["lang"], apps=tuple(apps), focus=apps[0].id if apps else None
            )
            began = time.perf_counter()
            draft, edit = draft_app(spans, context), read_edit(spans, context)
            times.append(time.perf_counter() - began)
            wanted = turn.get("expect", {}).get("act")
            best = max((p for p in (draft, edit) if p), key=lambda p: p.score, default=None)
            results: dict[str, bool] = {}
            if wanted in ("create_app", "edit_app"):
                results["act"] = best is not None and best.score > 0.5 and best.act == wanted
                if best and isinstance(best.payload, CreateApp):
                    apps.insert(0, replace(best.payload.draft, id=f"a{len(apps)}"))
                elif best and isinstance(best.payload, EditApp) and apps:
                    apps[0] = applied(apps[0], best.payload)
                results |= check(turn["expect"], apps[0] if apps else None)
            else:
                results["other"] = best is None or best.score <= 0.5
            for name, ok in results.items():
                for bucket in (case["lang"], name.split(" ")[0], "all"):
                    shares[bucket][0] += ok
                    shares[bucket][1] += 1
                if args.fails and not ok:
                    shown = [(f.name, f.label, f.type) for f in apps[0].main.fields] if apps else []
                    print(f"✗ {case['id']} {name}: {turn['say']!r}\n    {best.why if best else None} {shown}")
    for name, (ok, of) in sorted(shares.items()):
        print(f"{name:<10} {ok:>4} / {of:<4} {100 * ok / of:5.1f} %")
    times.sort()
    print(f"median {1e3 * times[len(times) // 2]:.1f} ms, p95 {1e3 * times[int(len(times) * 0.95)]:.1f} ms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
