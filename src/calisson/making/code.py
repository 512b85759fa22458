"""Code in a draft: a widget that is shown and reaches for nothing outside, functions that do what their examples say.

Reading finds what is not worth a run: whatever is missed here, the widget's frame and the sandbox hold by themselves.
The functions are run, on records that are nobody's: their examples (`apps.checks`), an app without a single record, records
at the edges, and inputs that a person leaves empty or fills with words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from calisson.apps import AppSpec
from calisson.apps.spec import FunctionSpec
from calisson.errors import AppError, Problem, SandboxError
from calisson.making.types import Finding

EXAMPLES = 2
"""The fewest that a function may have."""
WORDS = "twelve"
"""What a person may type where a number is asked for."""

_OUTSIDE = re.compile(
    r"(?<![\w$.])(?<!function )(?P<name>fetch|importScripts|eval|localStorage|sessionStorage|indexedDB)\b\s*[(.\[]"
    r"|(?<![\w$.])new\s+(?P<made>XMLHttpRequest|WebSocket|EventSource|WebTransport|Worker|SharedWorker|RTCPeerConnection)\b"
    r"|(?P<call>(?<![\w$.])import\s*\()"
    r"|navigator\s*\.\s*(?P<beacon>sendBeacon)|document\s*\.\s*(?P<cookie>cookie)"
    r"|(?<![\w$.])window\s*\.\s*(?P<page>parent|top|opener|open|fetch|localStorage)\b"
)
_SILENT = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL
)


def read_problems(spec: AppSpec, base: AppSpec | None = None) -> Iterator[Problem]:
    """Yield what reading a draft's code shows; what is as it was in the live version is not asked for examples."""
    widget = spec.widget
    if widget is not None:
        if not any(v.kind == "custom" for v in spec.views):
            yield Problem("views", "spec-view-needs", {"view": "custom", "types": "widget"},
                          "the widget is in no view: give a view of kind custom that shows it")  # fmt: skip
        for name, line in reaching(widget.code):
            yield Problem("widget.code", "widget-outside", {"name": name, "line": line},
                          f"line {line}: {name!r} reaches outside: a widget has no network, no storage and no other page; "
                          "it draws what useRecords gives")  # fmt: skip
    before = {f.name: f for f in base.functions} if base else {}
    for function in spec.functions:
        if before.get(function.name) != function and len(function.examples) < EXAMPLES:
            yield Problem(f"functions.{function.name}.examples", "function-examples", {"name": function.name},
                          f"{function.name!r} has {len(function.examples)} examples: give at least {EXAMPLES}, they are its "
                          "tests")  # fmt: skip


def reaching(code: str) -> list[tuple[str, int]]:
    """Return the names in a widget's code that reach outside its frame, with their lines; texts and remarks are not code."""
    plain = _SILENT.sub(_blank, code)
    found: dict[str, int] = {}
    for match in _OUTSIDE.finditer(plain):
        name = next(v for v in match.groups() if v).split("(")[0].strip()
        found.setdefault(name, plain.count("\n", 0, match.start()) + 1)
    return list(found.items())


def _blank(match: re.Match[str]) -> str:
    """As many lines as before, and nothing in them; what a template works out stays."""
    text = match[0]
    kept = "".join(re.findall(r"\$\{[^}]*\}", text)) if text.startswith("`") else ""
    return kept + "\n" * (text.count("\n") - kept.count("\n"))


def function_trials(spec: AppSpec, changed: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield the functions that fail where people come by: nothing entered yet, edges, inputs that are no numbers.

    Args:
        spec: the draft, whose examples hold.
        changed: the functions to try; all when None.
    """
    from calisson.apps.functions import call
    from calisson.apps.trials import NO_SANDBOX, TIME_S, misfits

    for function in spec.functions:
        if changed is not None and function.name not in changed:
            continue
        for what, records, inputs in _situations(spec, function):
            try:
                effects = call(spec, function.name, records, inputs, time_s=TIME_S)
                wrong = next(misfits(spec, records, effects), "")
            except AppError as error:
                wrong = str(error)
            except SandboxError as error:
                if error.message_id in NO_SANDBOX:
                    yield _failed(
                        function, "no sandbox for functions holds on this machine: do without `functions`"
                    )
                    return
                wrong = str(error)
            if wrong:
                yield _failed(function, f"{what}: {wrong}")
                break


def _situations(
    spec: AppSpec, function: FunctionSpec
) -> Iterator[tuple[str, Mapping[str, Sequence[Mapping[str, Any]]], Mapping[str, Any]]]:
    from calisson.apps.access import fields_of
    from calisson.apps.trials import with_ids
    from calisson.making.edges import SIDES, edge_record

    usual = dict(function.examples[0].inputs) if function.examples else {}
    names = [*fields_of(spec, function.access.reads), *(o.name for o in function.others)]
    yield "with no records yet", {n: [] for n in names}, usual
    edges = {e.name: [edge_record(e, side) for side in SIDES] for e in spec.entities if e.name in names}
    edges |= {o.name: [dict.fromkeys(o.fields)] for o in function.others}
    yield "with empty, smallest and largest values", with_ids(edges), usual
    if function.inputs:
        records = with_ids(function.examples[0].records) if function.examples else {n: [] for n in names}
        yield "with inputs that are left empty (None)", records, dict.fromkeys(function.inputs)
        yield f"with words as inputs ({WORDS!r})", records, dict.fromkeys(function.inputs, WORDS)


def _failed(function: FunctionSpec, hint: str) -> Finding:
    problem = Problem(f"functions.{function.name}", "function-trial", {"name": function.label or function.name,
                                                                      "reason": hint[:200]}, hint[:400])  # fmt: skip
    return Finding("code", problem)
