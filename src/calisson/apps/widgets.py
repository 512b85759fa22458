"""Widgets of apps: whether their code compiles, exports a component and imports only what the frame has.

Covers: mistakes that the frame would only show as a plain fallback. Does not cover: what the code does once it runs;
the frame lets it reach nothing but the bridge, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from calisson.apps import access
from calisson.apps.spec import AppSpec, WidgetSpec
from calisson.errors import Problem, SandboxError
from calisson.sandbox.transpile import Compiled, compile_module

IMPORTS = ("react", "calisson", "react/jsx-runtime")
"""What a widget may import; the last is what JSX becomes."""

_BEGIN = r"(?:^|[;}]|\*/)\s*"
"""Where a statement begins: on a line of its own, or after another one or a remark."""
_EXPORT = re.compile(_BEGIN + r"(?:export\s+default\b|export\s*\{[^}]*\bdefault\b)", re.MULTILINE)
_FROM = re.compile(
    _BEGIN
    + r"""(?:import\s*(?:[\w$*{][^;'"()]*?\bfrom\s*)?|export\s*[*{][^;'"()]*?\bfrom\s*)(['"])([^'"\n]+)\1""",
    re.MULTILINE,
)


def compiled(widget: WidgetSpec) -> Compiled:
    """Return a widget's module, or what is wrong with it.

    Raises:
        SandboxError: its source has to be compiled and nothing here can.
    """
    return compile_module(widget.code, widget.source)


def problems(spec: AppSpec) -> Iterator[Problem]:
    """Yield what is wrong with an app's widget."""
    widget = spec.widget
    if widget is None:
        return
    yield from access.problems(spec, widget.access, "widget")
    try:
        made = compiled(widget)
    except SandboxError as error:
        yield Problem("widget.source", error.message_id, {}, str(error))
        return
    if not made.ok:
        place = f"line {made.line}: " if made.line else ""
        yield Problem("widget.code", "widget-compile", {"line": made.line or 0}, f"{place}{made.problem}")
        return
    if not _EXPORT.search(made.code):
        yield Problem(
            "widget.code",
            "widget-no-export",
            {},
            "export the component as default: `export default function …`",
        )
    for name in dict.fromkeys(m[2] for m in _FROM.finditer(made.code)):
        if name not in IMPORTS:
            line = line_of(widget.code, f"'{name}'", f'"{name}"')
            place = f"line {line}: " if line else ""
            yield Problem("widget.code", "widget-import", {"name": name},
                          f"{place}{name!r} is not there: only {', '.join(IMPORTS[:2])} can be imported")  # fmt: skip


def line_of(code: str, *texts: str) -> int | None:
    """Return the number of the first line in which one of these texts stands; None when none does."""
    return next((n for n, line in enumerate(code.splitlines(), 1) if any(t in line for t in texts)), None)
