"""A picture of an app, drawn from its specification: its colour, its symbol and a sketch of its main view.

Plain SVG 1.1 without scripts, links or fonts of its own, so that it may stand in any page; the same
specification always gives the same picture.
"""

from __future__ import annotations

import math
from html import escape
from zlib import crc32

from calisson.apps.spec import AppSpec

WIDTH, HEIGHT = 480, 270
"""Of the picture, in user units (16:9)."""

_HUES = (24, 84, 150, 190, 222, 262, 318, 350)
"""Degrees; neighbours are told apart, and none is the yellow that text cannot stand on."""


def picture(spec: AppSpec) -> str:
    """Return the picture of an app as SVG text."""
    seed = crc32(spec.main.name.encode()) ^ crc32(spec.icon.encode())
    hue = _HUES[seed % len(_HUES)]
    kinds = [v.kind for v in spec.views]
    sketch = _bars if "chart" in kinds else _days if "calendar" in kinds else _list
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(spec.name, quote=True)}">'
        f'<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">'
        f'<stop offset="0" stop-color="hsl({hue} 62% 92%)"/><stop offset="1" stop-color="hsl({hue + 28} 58% 80%)"/>'
        f"</linearGradient></defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>'
        f'<circle cx="{WIDTH - 70}" cy="40" r="120" fill="hsl({hue} 60% 100%)" fill-opacity="0.35"/>'
        f'<g transform="translate(196 44)">{sketch(hue, seed)}</g>'
        f'<text x="98" y="168" font-size="96" text-anchor="middle">{escape(spec.icon)}</text>'
        "</svg>"
    )


def _card(inner: str) -> str:
    return f'<rect width="244" height="182" rx="18" fill="#fff" fill-opacity="0.86"/>{inner}'


def _bars(hue: int, seed: int) -> str:
    """A chart: nine bars in a gentle wave of their own."""
    bars = []
    for n in range(9):
        height = 34 + 34 * (1 + math.sin(n * 0.9 + seed % 7)) + 6 * ((seed >> n) & 3)
        shade = 46 if n == 8 else 66
        bars.append(
            f'<rect x="{22 + n * 23}" y="{160 - height:.1f}" width="15" height="{height:.1f}" rx="4" '
            f'fill="hsl({hue} 48% {shade}%)"/>'
        )
    return _card("".join(bars))


def _days(hue: int, seed: int) -> str:
    """A month: some days are marked."""
    days = []
    for n in range(28):
        marked = (seed >> (n % 29)) & 3 == 0
        fill = f"hsl({hue} 50% 52%)" if marked else f"hsl({hue} 30% 90%)"
        days.append(
            f'<rect x="{24 + (n % 7) * 29}" y="{26 + (n // 7) * 34}" width="22" height="26" rx="6" fill="{fill}"/>'
        )
    return _card("".join(days))


def _list(hue: int, seed: int) -> str:
    """A list: some lines are done."""
    lines = []
    for n in range(5):
        done = (seed >> n) & 1
        y = 26 + n * 30
        lines.append(
            f'<circle cx="34" cy="{y + 8}" r="9" fill="{f"hsl({hue} 50% 52%)" if done else "none"}" '
            f'stroke="hsl({hue} 50% 52%)" stroke-width="2.5"/>'
            f'<rect x="56" y="{y + 2}" width="{90 + (seed >> (3 * n)) % 70}" height="12" rx="6" fill="hsl({hue} 24% {88 if done else 74}%)"/>'
        )
    return _card("".join(lines))
