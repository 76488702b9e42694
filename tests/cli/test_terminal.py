"""What people see: colours, marks, errors, progress."""

import io

import pytest

from sightline.cli.terminal import (
    Progress,
    colours_on,
    duration,
    error_text,
    mark,
    paint,
    progress_line,
)


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True

    encoding = "utf-8"


@pytest.mark.parametrize(
    ("environ", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours_follow_the_terminal_and_no_color(
    environ: dict[str, str], terminal: bool, expected: bool
) -> None:
    stream = Screen() if terminal else io.StringIO()
    assert colours_on(stream, environ) is expected


def test_paint_changes_nothing_without_a_terminal() -> None:
    assert paint("error", "red", io.StringIO()) == "error"
    assert paint("error", "red", Screen()) == "\x1b[31merror\x1b[0m"


def test_marks_have_a_plain_form() -> None:
    ascii_stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert mark("✓", ascii_stream) == "ok"
    assert mark("✓", Screen()) == "✓"


def test_an_error_is_a_line_with_its_hint_indented() -> None:
    assert error_text("no such thing", "nearest: a\ntry: b", io.StringIO()) == (
        "error: no such thing\n  nearest: a\n  try: b\n"
    )


def test_progress_is_silent_without_a_terminal() -> None:
    stream = io.StringIO()
    with Progress("indexing", stream=stream) as progress:
        progress(1, 2)
    assert stream.getvalue() == ""


def test_progress_prints_lines_in_a_log_if_asked() -> None:
    times = iter([0.0, 1.0, 2.5, 3.0, 5.0])
    stream = io.StringIO()
    progress = Progress("reading", line_seconds=2, stream=stream, clock=lambda: next(times))
    for done in (1, 20, 30, 1_000):
        progress(done, 2_000)
    assert stream.getvalue() == "   reading: 20 of 2,000\n   reading: 1,000 of 2,000\n"


def test_progress_draws_ten_times_a_second_and_clears_its_line() -> None:
    times = iter([0.0, 1.0, 1.01, 1.02, 2.0])
    stream = Screen()
    with Progress("indexing", stream=stream, clock=lambda: next(times)) as progress:
        for result in (10, 11, 12, 20):
            progress(result, 100)
    assert stream.getvalue().count("indexing") == 2
    assert stream.getvalue().endswith("\r\x1b[K")


def test_each_phase_has_a_bar_of_its_own() -> None:
    times = iter([0.0, 10.0, 10.0, 20.0, 30.0, 31.0])
    stream = Screen()
    progress = Progress("", stream=stream, clock=lambda: next(times))
    progress.phase("reading", 50, 100)
    progress.phase("resolving", 10, 100)
    first, second = stream.getvalue().split("\r\x1b[K")[1:]
    assert first.startswith("reading  [")
    assert second.startswith("resolving  [")
    assert "1/s" in second


def test_a_progress_line_has_rate_and_remaining_time() -> None:
    line = progress_line("indexing", 1000, 3000, 2.0, 80)
    assert line.startswith("indexing  [##########--------------------]")
    assert line.endswith("1,000/3,000  500/s  4 s left")
    assert len(progress_line("indexing", 1000, 3000, 2.0, 30)) < 30
    assert "0/0" in progress_line("indexing", 0, 0, 0.0)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "0 s"),
        (45.4, "45 s"),
        (60, "1 min"),
        (200, "3 min 20 s"),
        (7500, "2 h 5 min"),
        (7200, "2 h"),
        (86400, "1 day"),
        (400000, "4 days"),
    ],
)
def test_a_duration_in_words(seconds: float, expected: str) -> None:
    assert duration(seconds) == expected
