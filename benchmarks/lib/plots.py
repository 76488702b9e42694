"""Bar and line charts as hand-written SVG: the same input gives the same bytes.

The colours work on light and dark backgrounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH = 760
LEFT = 210
ROW, GAP = 20, 12
COLOURS = ("#3b82c4", "#d98032", "#5a9e4b", "#b0527c", "#8a7bd0", "#7f8c8d", "#c9a227", "#2aa198")
STYLE = (
    "<style>text{font:12px system-ui,sans-serif;fill:#57606a}.t{font-weight:600;font-size:14px}"
    ".g{stroke:#8c959f;stroke-width:.5;opacity:.5}"
    "@media(prefers-color-scheme:dark){text{fill:#adbac7}}</style>"
)
Row = tuple[str, float, str]


def bars(title: str, groups: Sequence[tuple[str, Sequence[Row]]], *, most: float = 0.0) -> str:
    """Horizontal bars in groups: each row has a label, a value and the text beside it."""
    values = [value for _, rows in groups for _, value, _ in rows]
    right = 20 + 7 * max((len(shown) for _, rows in groups for _, _, shown in rows), default=0)
    scale = (WIDTH - LEFT - right) / (most or max(values, default=1.0) or 1.0)
    labels = list(dict.fromkeys(label for _, rows in groups for label, _, _ in rows))
    parts, y = [], 34
    for group, rows in groups:
        if group:
            parts.append(_text(8, y + 12, group, "t"))
            y += 22
        for label, value, shown in rows:
            colour = COLOURS[labels.index(label) % len(COLOURS)]
            width = max(1.0, value * scale)
            parts.append(_text(LEFT - 8, y + 14, label, anchor="end"))
            parts.append(
                f'<rect x="{LEFT}" y="{y + 3}" width="{width:.1f}" height="{ROW - 5}" rx="2" '
                f'fill="{colour}"/>'
            )
            parts.append(_text(LEFT + width + 6, y + 14, shown))
            y += ROW
        y += GAP
    return _drawing(title, parts, y)


def curves(title: str, lines: Sequence[tuple[str, Sequence[float], Sequence[float]]]) -> str:
    """Lines on logarithmic axes: name, sizes, and costs relative to the smallest size."""
    height, bottom, width = 330, 290, WIDTH - 250
    xs = [math.log10(x) for _, sizes, _ in lines for x in sizes]
    ys = [math.log10(max(y, 0.1)) for _, _, times in lines for y in times]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(0.0, *ys), max(ys)
    across = (width - 60) / max(high_x - low_x, 1e-9)
    up = (bottom - 50) / max(high_y - low_y, 1e-9)
    parts = []
    for power in range(math.floor(low_y), math.ceil(high_y) + 1):
        y = bottom - (power - low_y) * up
        if 40 <= y <= bottom:
            parts.append(f'<line class="g" x1="60" y1="{y:.1f}" x2="{width}" y2="{y:.1f}"/>')
            parts.append(_text(52, y + 4, f"{10**power:g} x", anchor="end"))
    for size in dict.fromkeys(x for _, sizes, _ in lines for x in sizes):
        x = 60 + (math.log10(size) - low_x) * across
        parts.append(_text(x, bottom + 20, f"{size:,.0f}", anchor="middle"))
    for place, (name, sizes, times) in enumerate(lines):
        colour = COLOURS[place % len(COLOURS)]
        points = [
            (60 + (math.log10(x) - low_x) * across, bottom - (math.log10(max(y, 0.1)) - low_y) * up)
            for x, y in zip(sizes, times, strict=True)
        ]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        again = place >= len(COLOURS) or name == "as the size"
        dash = ' stroke-dasharray="4 4"' if again else ""
        parts.append(
            f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        )
        y = 50 + place * 20
        parts.append(
            f'<line x1="{width + 16}" y1="{y - 4}" x2="{width + 34}" y2="{y - 4}" '
            f'stroke="{colour}" stroke-width="3"{dash}/>'
        )
        parts.append(_text(width + 38, y, name))
    return _drawing(title, parts, height)


def _text(x: float, y: float, text: str, style: str = "", anchor: str = "") -> str:
    marks = (f' class="{style}"' if style else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{x:.1f}" y="{y:.1f}"{marks}>{escape(text)}</text>'


def _drawing(title: str, parts: Sequence[str], height: float) -> str:
    inside = "\n".join([STYLE, _text(8, 20, title, "t"), *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">\n'
        f"{inside}\n</svg>\n"
    )
