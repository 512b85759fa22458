"""Playing a conversation in process and counting the expectations that hold.

A line of `<language>.jsonl` is one conversation with a fresh home: what a person says turn by turn, and what
must be true after it. The keys are those of the outside conversation cases, so that either set can be played by
either player.
"""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from calisson import Home

HERE = Path(__file__).parent
FAMILY = {
    "number": {"number", "integer", "money", "quantity", "percent"},
    "text": {"text", "long_text"},
    "date": {"date", "datetime"},
    "duration": {"duration", "number", "integer", "quantity"},
    "choice": {"choice", "multi_choice", "text"},
    "rating": {"rating", "integer", "number", "choice"},
    "bool": {"boolean", "choice"},
}


def load(language: str, number: str = "") -> list[dict[str, Any]]:
    """The conversations of a language; `number` names a further set ('2')."""
    lines = (HERE / f"{language}{number}.jsonl").read_text("utf-8").splitlines()
    return [{"lang": language, **json.loads(line)} for line in lines if line.strip()]


def fold(value: object) -> str:
    return str(value).casefold().replace("_", " ")


def fields(app: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [f for e in (app or {}).get("entities", []) for f in e["fields"]]


def named(field: dict[str, Any], names: list[str]) -> bool:
    own = [fold(x) for x in (field["name"], field.get("label"), *(field.get("aliases") or ())) if x]
    return any(n == "*" or any(fold(n) in o for o in own) for n in names)


def same(got: Any, want: Any) -> bool:
    if isinstance(want, dict):
        return any(same(got, w) for w in want["any"])
    if isinstance(want, bool) or isinstance(got, bool):
        return bool(got) == bool(want)
    if isinstance(want, (int, float)):
        try:
            return abs(float(got) - want) <= max(0.005 * abs(want), 1e-6)
        except (TypeError, ValueError):
            return False
    return got is not None and fold(want) in fold(got)


def record_holds(record: dict[str, Any], want: dict[str, Any], app: dict[str, Any] | None) -> bool:
    values = record["values"]
    by_name = {f["name"]: f for f in fields(app)}
    for key, value in want.items():
        if key.startswith("@"):
            stamps = [
                str(values[n])
                for n, f in by_name.items()
                if f["type"] in ("date", "datetime") and values.get(n)
            ]
            if not stamps or stamps[0][: len(value)] != value:
                return False
        elif not any(
            same(v, value) for n, v in values.items() if named(by_name.get(n, {"name": n}), key.split("|"))
        ):
            return False
    return True


def check(expect: dict[str, Any], out: dict[str, Any]) -> dict[str, bool]:
    """Expectation → whether it holds."""
    app, records, got = out["app"], out["records"], {}
    for key, want in expect.items():
        if key == "act":
            got[key] = out["act"] in (want if isinstance(want, list) else [want])
        elif key == "fields":
            for w in want:
                family = FAMILY.get(w.get("type", ""), {w.get("type")})
                got[f"field {w['any'][0]}"] = any(
                    named(f, w["any"]) and (not w.get("type") or f["type"] in family) for f in fields(app)
                )
        elif key == "app_name":
            got[key] = fold(want) in fold((app or {}).get("name"))
        elif key == "views":
            got[key] = set(want) <= {v["kind"] for v in (app or {}).get("views", [])}
        elif key == "record":
            got[key] = any(record_holds(r, want, app) for r in records)
        elif key == "records":
            left = list(records)
            for n, w in enumerate(want):
                hit = next((r for r in left if record_holds(r, w, app)), None)
                got[f"record {n}"] = hit is not None
                if hit:
                    left.remove(hit)
            got["count"] = len(records) == len(want)
        elif key == "answer":
            got[key] = same((out["answer"] or {}).get("value"), want)
        elif key == "answer_rows":
            got[key] = len((out["answer"] or {}).get("rows") or []) == want
        elif key == "recall":
            got[key] = any(fold(want) in fold(m["text"]) for m in out["memories"])
        elif key == "reminder":
            rules = set(want.get("rrule", "").split(";")) - {""}
            got[key] = any(
                str(r["next"])[:16] == want["next"] and rules <= set((r["rrule"] or "").split(";"))
                for r in out["reminders"]
            )
        else:
            raise ValueError(f"unknown expectation {key!r}")
    return got


def play(case: dict[str, Any]) -> list[tuple[str, str, bool, dict[str, Any]]]:
    """Return (what was said, expectation, whether it holds, the turn's result) for every expectation."""
    zone = case.get("tz", "UTC")
    found = []
    with tempfile.TemporaryDirectory() as folder, Home(folder) as home:
        for turn in case["turns"]:
            at = dt.datetime.fromisoformat(turn["at"]).replace(tzinfo=ZoneInfo(zone))
            out = home.say(turn["say"], at=at, tz=zone).model_dump(mode="json")
            expect = turn.get("expect", {})
            found += [(turn["say"], name, ok, out) for name, ok in check(expect, out).items()]
            found.append(
                (turn["say"], "language", out["language"] == case["lang"] or "act" not in expect, out)
            )
    return found
