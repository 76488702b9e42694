"""Output for people and scripts: colours, marks, JSON, progress bars. Knows no command."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_PLAIN_MARKS = {"✓": "ok", "✗": "no", "!": "!", "·": "-"}


# Our own colours and line erasure pass; every other escape, control and direction character is
# shown as a mark: quoted text must not set titles, fill clipboards or reorder what people read.
_UNSAFE = re.compile(
    "\x1b(?!\\[(?:0m|1m|2m|3[1236]m|K))|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]"
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def prepare(*streams: TextIO) -> None:
    """Replace characters that a stream's encoding lacks or that control a terminal."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        write = stream.write

        def safe_write(text: str, write: Callable[[str], int] = write) -> int:
            return write(visible(text))

        stream.write = safe_write  # type: ignore[method-assign]


def visible(text: str) -> str:
    """The text with marks in place of characters that control a terminal."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return _UNSAFE.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def colours_on(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to use colours: NO_COLOR disables, FORCE_COLOR enables, else on capable terminals."""
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
    """The text in a style (bold, dim, red, green, yellow, cyan); plain text if colours are off."""
    if not colours_on(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def mark(sign: str, stream: TextIO | None = None) -> str:
    """The sign (✓ ✗ ! ·), or its ASCII form where the stream's encoding lacks it."""
    encoding = (sys.stdout if stream is None else stream).encoding or "ascii"
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return _PLAIN_MARKS.get(sign, "?")
    return sign


def print_json(value: object) -> None:
    """Print one JSON value on stdout, indented, with its keys in the given order."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    print(_UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text))


def report(arguments: Namespace, value: object, text: str) -> None:
    """Print the value as JSON with `--json`, else the text."""
    if getattr(arguments, "json", False):
        print_json(value)
    else:
        print(text)


def error_text(message: str, hint: str, stream: TextIO | None = None) -> str:
    """An error message on one line, with the hint indented below it."""
    stream = sys.stderr if stream is None else stream
    lines = [f"{paint('error:', 'red', stream)} {message}"]
    lines += [f"  {line}" for line in hint.splitlines()]
    return "\n".join(lines) + "\n"


class Progress:
    """A progress bar on stderr with rate and remaining time.

    Call it with (done, total) as often as you like: it draws at most ten times a second. Without a
    terminal it is silent, or prints a line every `line_seconds`.
    """

    def __init__(
        self,
        label: str,
        *,
        line_seconds: float = 0,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.label = label
        self.line_seconds = line_seconds
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.visible = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self.started = clock()
        self.drawn_at = -1.0
        self.said_at = self.started

    def __call__(self, done: int, total: int) -> None:
        """Update the bar."""
        now = self.clock()
        if not self.visible:
            self._say(now, done, total)
            return
        if now - self.drawn_at < 0.1 and done < total:
            return
        self.drawn_at = now
        line = progress_line(self.label, done, total, now - self.started, _width(self.stream))
        self.stream.write(f"\r\x1b[K{line}")
        self.stream.flush()

    def _say(self, now: float, done: int, total: int) -> None:
        """Print a line where no bar can be drawn, if it is time for one."""
        if self.line_seconds and now - self.said_at >= self.line_seconds:
            self.said_at = now
            self.stream.write(f"   {self.label}: {done:,} of {total:,}\n")
            self.stream.flush()

    def phase(self, name: str, done: int, total: int) -> None:
        """Update the bar of one of several phases; a new phase starts a new bar."""
        if name != self.label:
            self.label, self.started = name, self.clock()
        self(done, total)

    def close(self) -> None:
        """Erase the bar."""
        if self.visible and self.drawn_at >= 0:
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
    """One line of progress: label, bar, count, rate, and remaining time."""
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
    """A duration in one or two units: 45 s, 3 min 20 s, 2 h 5 min, 4 days."""
    total = max(0, round(seconds))
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min" + (f" {total % 60} s" if total % 60 else "")
    if total < 86400:
        return f"{total // 3600} h" + (f" {total % 3600 // 60} min" if total % 3600 // 60 else "")
    return f"{total // 86400} day" + ("s" if total >= 172800 else "")


def _width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
