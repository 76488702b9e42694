"""Topics are learned and measured as the installed hook decides them."""

import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
# Two topics in one session, with a return; the files say what the words leave open.
TURNS = (
    ("the zeppelin exporter drops rows", "src/export.py", "Rows stay in the last sheet."),
    ("and the header is wrong", "src/export.py", "The header is fixed."),
    (
        "something else: invoice totals ignore discounts",
        "src/invoice.py",
        "Discounts are subtracted.",
    ),
    ("yes", "", "Totals are rounded to cents."),
    (
        "blank sheets are still written at the end",
        "src/export.py",
        "The exporter skips empty rows.",
    ),
    (
        "invoice numbers must not have gaps",
        "src/invoice.py",
        "Numbers are drawn in the transaction.",
    ),
)


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.lib.topic_streams import Item, Stream

    items = [
        Item(prompt, "", 1_000 * place, "one", (file,) if file else (), reply)
        for place, (prompt, file, reply) in enumerate(TURNS)
    ]
    return Stream("turns", tuple(items))


def groups(topics: list[str]) -> list[int]:
    """The topics by their first place, whatever they are called."""
    return [topics.index(topic) for topic in topics]


def test_the_replay_decides_as_the_hook_does(stream) -> None:  # type: ignore[no-untyped-def]
    from benchmarks.lib.topic_hook import run_stream
    from benchmarks.lib.topic_replay import replay

    from sightline.topics.matching.weights import WEIGHTS

    replayed, outcome = replay(stream, WEIGHTS), run_stream(stream, {})
    assert groups(replayed.settled) == groups(outcome.settled) == [0, 0, 2, 2, 0, 2]


def test_the_handlers_answer_as_the_hook_process_does(stream) -> None:  # type: ignore[no-untyped-def]
    from benchmarks.lib.topic_hook import ProcessHook, run_stream

    handlers, processes = run_stream(stream, {}), run_stream(stream, {}, ProcessHook)
    assert groups(processes.placed) == groups(handlers.placed)
    assert groups(processes.settled) == groups(handlers.settled)
    assert [len(lines) for lines in processes.lines] == [len(lines) for lines in handlers.lines]
    assert any(processes.lines)
