"""Writing to people and to scripts: colours, marks, JSON, progress. Knows no command."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_PLAIN_MARKS = {"✓": "ok", "✗": "no", "!": "!", "·": "-"}


def prepare(*streams: TextIO) -> None:
    """Makes no character of ours fail on a stream, whatever its encoding."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def colours_on(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to colour: NO_COLOR says no, FORCE_COLOR yes, else a terminal that can."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    if environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    if os.name == "nt":
        os.system("")  # switches the Windows console to escape sequences
    return True


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """The text in a style (bold, dim, red, green, yellow, cyan), or as it is without colours."""
    if not colours_on(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def mark(sign: str, stream: TextIO | None = None) -> str:
    """The sign (✓ ✗ ! ·), or its plain form where the stream's encoding lacks it."""
    encoding = (sys.stdout if stream is None else stream).encoding or "ascii"
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return _PLAIN_MARKS.get(sign, "?")
    return sign


def print_json(value: object) -> None:
    """One JSON value on stdout, readable and in the order given."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def report(arguments: Namespace, value: object, text: str) -> None:
    """The same facts for a script (`--json`) or for a person."""
    if getattr(arguments, "json", False):
        print_json(value)
    else:
        print(text)


def error_text(message: str, hint: str, stream: TextIO | None = None) -> str:
    """An error as people see it: one line, and the hint indented below it."""
    stream = sys.stderr if stream is None else stream
    lines = [f"{paint('error:', 'red', stream)} {message}"]
    lines += [f"  {line}" for line in hint.splitlines()]
    return "\n".join(lines) + "\n"


class Progress:
    """A bar on stderr with rate and remaining time; silent where nobody watches.

    Call it with (done, total) as often as you like: it draws ten times a second.
    """

    def __init__(
        self,
        label: str,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.label = label
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.visible = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self.started = clock()
        self.drawn = -1.0

    def __call__(self, done: int, total: int) -> None:
        """Says how far it is."""
        now = self.clock()
        if not self.visible or (now - self.drawn < 0.1 and done < total):
            return
        self.drawn = now
        line = progress_line(self.label, done, total, now - self.started, _width(self.stream))
        self.stream.write(f"\r\x1b[K{line}")
        self.stream.flush()

    def phase(self, name: str, done: int, total: int) -> None:
        """Says how far it is in one of several phases; each has a bar of its own."""
        if name != self.label:
            self.label, self.started = name, self.clock()
        self(done, total)

    def close(self) -> None:
        """Takes the bar away again."""
        if self.visible and self.drawn >= 0:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def progress_line(label: str, done: int, total: int, seconds: float, width: int = 80) -> str:
    """One line of progress: label, bar, count, rate, and the time that is left."""
    share = min(done / total, 1.0) if total > 0 else 0.0
    rate = done / seconds if seconds > 0 else 0.0
    parts = [f"{done:,}/{total:,}", f"{rate:,.0f}/s"]
    if rate and seconds >= 1 and done < total:
        parts.append(f"{duration((total - done) / rate)} left")
    tail = "  ".join(parts)
    room = max(0, min(30, width - len(label) - len(tail) - 6))
    bar = "#" * round(share * room) + "-" * (room - round(share * room))
    return f"{label}  [{bar}]  {tail}"[: width - 1]


def duration(seconds: float) -> str:
    """A length of time in words of one or two units: 45 s, 3 min 20 s, 2 h 5 min, 4 days."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    if whole < 86400:
        return f"{whole // 3600} h" + (f" {whole % 3600 // 60} min" if whole % 3600 // 60 else "")
    return f"{whole // 86400} day" + ("s" if whole >= 172800 else "")


def _width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
