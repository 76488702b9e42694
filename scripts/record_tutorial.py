"""Draws docs/tutorial.svg: a terminal in which commands of the tutorial really ran.

    python scripts/record_tutorial.py

Clones the committed state of this repository into a temporary folder, with a home and a store of its
own, runs the commands and draws what they printed, shortened where it says so.
"""

from __future__ import annotations

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROMPT = "how does find_project recognise a git repository that was moved?"
NEXT = "change find_project so that renamed folders are found by their path"
DECISION = "Recognise moved repositories by their first commit, because people rename folders"
COLUMNS = 104
CHARACTER, LINE, MARGIN = 7.83, 18, 16
COLOURS = {"1": "#ffffff", "2": "#8b949e", "31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "36": "#79c0ff"}  # fmt: skip
PLAIN, BACKGROUND = "#c9d1d9", "#0d1117"
STYLE = re.compile(r"\x1b\[(\d+)m")


class Shot(NamedTuple):
    """A command as shown, the words that run, its input, and how many lines to show."""

    shown: str
    words: tuple[str, ...]
    text: str
    lines: int


def event(session: str, prompt: str) -> str:
    return f'{{"hook_event_name": "UserPromptSubmit", "session_id": "{session}", "prompt": "{prompt}"}}'


SHOTS = (
    Shot("sightline init", ("init", "--yes", "--agent", "claude"), "", 5),
    Shot(f"claude   # you ask: {PROMPT}\n# and this arrives with your prompt:", ("hook", "--plain"), event("one", PROMPT), 32),
    Shot("sightline why", ("why",), "", 8),
    Shot(f'sightline remember --kind decision --symbol find_project \\\n    "{DECISION}"', ("remember", DECISION, "--kind", "decision", "--symbol", "find_project"), "", 3),
    Shot(f"claude   # the next day: {NEXT}\n# and this arrives with it:", ("hook", "--plain"), event("two", NEXT), 12),
)  # fmt: skip


def record() -> list[str]:
    """The lines of the terminal."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="sightline-picture-") as temporary:
        project = os.path.join(temporary, "sightline")
        subprocess.run(["git", "clone", "-q", str(ROOT), project], check=True)
        environ = {
            "HOME": temporary,
            "PATH": os.environ["PATH"],
            "FORCE_COLOR": "1",
            # On a busy machine the picture would otherwise show nothing.
            "SIGHTLINE_HOOK_PROMPT_SECONDS": "25",
            "PYTHONIOENCODING": "utf-8",
        }
        for shot in SHOTS:
            command = [sys.executable, "-P", "-m", "sightline", *shot.words]
            done = subprocess.run(
                command,
                cwd=project,
                env=environ,
                input=shot.text,
                capture_output=True,
                encoding="utf-8",
            )
            first, *rest = shot.shown.split("\n")
            lines += [
                f"\x1b[32m$\x1b[0m \x1b[1m{first}\x1b[0m",
                *(f"\x1b[1m{r}\x1b[0m" for r in rest),
            ]
            printed = [line.replace(temporary, "~") for line in done.stdout.rstrip().splitlines()]
            lines += printed[: shot.lines]
            if len(printed) > shot.lines:
                lines.append(f"\x1b[2m... {len(printed) - shot.lines} more lines\x1b[0m")
            lines.append("")
    return lines[:-1]


def draw(lines: list[str]) -> str:
    """The lines as an SVG picture of a terminal."""
    width, height = round(COLUMNS * CHARACTER + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    rows = []
    for number, line in enumerate(lines):
        y = MARGIN + (number + 1) * LINE - 5
        rows.append(f'<text x="{MARGIN}" y="{y}">{_spans(line)}</text>')
    style = "font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'role="img" aria-label="A terminal session with Sightline">\n'
        f"<style>text {{ {style}; fill: {PLAIN} }}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def _spans(line: str) -> str:
    """One line with its colours, cut at the terminal's width."""
    spans, colour, room = [], "", COLUMNS
    for position, part in enumerate(STYLE.split(line)):
        if position % 2:
            colour = COLOURS.get(part, "")
            continue
        shown = part if len(part) <= room else part[: max(0, room - 1)] + "…" * (room > 0)
        text = html.escape(shown, quote=False)
        room -= len(shown)
        spans.append(f'<tspan fill="{colour}">{text}</tspan>' if colour else text)
    return "".join(spans)


if __name__ == "__main__":
    (ROOT / "docs" / "tutorial.svg").write_text(draw(record()), encoding="utf-8")
