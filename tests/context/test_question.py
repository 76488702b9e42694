"""A question taken apart: what counts, what is named, where it points."""

import time

import pytest

from sightline.context.ranking.mentions import proper_names
from sightline.context.ranking.question import (
    LONGEST_END,
    LONGEST_START,
    compounds,
    shortened,
    understand,
)


def test_words_of_the_first_line_count_most() -> None:
    found = understand("The turnstile jams\n\nIt happens when a visitor leaves.")
    assert found.title == "The turnstile jams"
    assert found.words["turnstile"] > found.words["visitor"]


def test_identifiers_count_whole_and_in_parts() -> None:
    """Ruling 21: identifiers are split, question words are dropped."""
    words = understand("why does readTurnstile_state hang").words
    assert {"readturnstile_state", "read", "turnstile", "state", "hang"} <= set(words)
    assert not {"why", "does"} & set(words)


def test_what_a_form_asks_for_counts_less_than_what_happened() -> None:
    text = (
        "Gates stay shut\n\n### Possible lanterns\n- [x] I searched for pigeons\n"
        "**Operating system**: plover\n| heron | 1.2 |\n\nThe kingfisher opens nothing."
    )
    words = understand(text).words
    for aside in ("lanterns", "pigeons", "plover", "heron"):
        assert 0 < words[aside] < words["kingfisher"]


def test_people_named_in_a_pasted_commit_message_are_not_asked_about() -> None:
    words = understand(
        "Oil the turnstile\n\nIt squeaked.\n\nCo-Authored-By: Heron (wide context) <heron@example.org>"
    ).words
    assert "squeaked" in words
    assert not {"heron", "wide", "context", "authored"} & set(words)


def test_pasted_code_counts_less_and_quoted_names_more_than_prose() -> None:
    text = "Gates\n\nThe `sluice` and the weir:\n\n```\npaddle = 1\n```\n"
    words = understand(text).words
    assert words["sluice"] > words["weir"] > words["paddle"]


def test_hidden_comments_of_a_template_say_nothing() -> None:
    words = understand("<!-- please search for walrus first -->\nGates jam").words
    assert "walrus" not in words
    assert understand("<!-- x -->\nGates jam").title == "Gates jam"


def test_names_are_told_by_their_shape_their_call_or_their_quotes() -> None:
    names = understand("Gates\n\nopen_gate, closeGate, shut() and `lock` but not weather").names
    assert {"open_gate", "closeGate", "shut", "lock"} <= set(names)
    assert "weather" not in names


def test_paths_links_and_lines_are_found() -> None:
    text = (
        "see lib/gates.py:14 and src/lock.go#L3-L9, or\n"
        "https://example.org/me/it/blob/main/lib/weir.rb#L7"
    )
    places = understand(text).places
    assert ("lib/gates.py", 14, 14) in places
    assert ("src/lock.go", 3, 9) in places
    assert ("lib/weir.rb", 7, 7) in places


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("look at lib/gates.py:14:7", 14, 14),
        ("lib/gates.py:14-20 jams", 14, 20),
        ("explain lib/gates.py line 14", 14, 14),
        ("what do `lib/gates.py` lines 14-20 do", 14, 20),
        ("lib/gates.py, lines 14 to 20", 14, 20),
        ("lib/gates.py (line 14) jams", 14, 14),
        ("lib/gates.py on line 14", 14, 14),
        ("on line 14 of lib/gates.py", 14, 14),
        ("lines 14 to 20 in `lib/gates.py`", 14, 20),
        ("lib/gates.py(14,7): error TS1: no gate", 14, 14),
        ("was macht lib/gates.py Zeile 14?", 14, 14),
        ("que fait la ligne 14 de lib/gates.py", 14, 14),
    ],
)
def test_lines_are_found_however_they_are_said(text: str, first: int, last: int) -> None:
    question = understand(text)
    assert question.places == (("lib/gates.py", first, last),)
    assert not {"line", "lines", "zeile", "ligne"} & set(question.words)


def test_numbers_beside_what_is_no_file_are_no_lines() -> None:
    assert understand("call gates.open(3), see line 4 of the report").places == ()


def test_frames_of_stack_traces_come_innermost_last() -> None:
    python = 'boom\nTraceback (most recent call last):\n  File "a.py", line 3, in outer\n'
    python += '  File "lib/b.py", line 9, in inner\nValueError: no'
    assert [frame.function for frame in understand(python).frames] == ["outer", "inner"]
    script = "boom\n    at inner (lib/b.js:9:3)\n    at outer (a.js:3:1)\n"
    assert [frame.function for frame in understand(script).frames] == ["outer", "inner"]
    java = "boom\n\tat org.x.Gate.open(Gate.java:7)\n\tat org.x.Main.main(Main.java:2)\n"
    assert understand(java).frames[-1] == ("org/x/Gate.java", 7, "open")


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("    at open (file:///app/lib/gate.ts:9:3)", ("app/lib/gate.ts", 9, "open")),
        ("    at async open (C:\\app\\gate.ts:9:3)", ("C:\\app\\gate.ts", 9, "open")),
        ("    at open (http://localhost:5173/src/gate.ts?t=17:9:3)", ("src/gate.ts", 9, "open")),
        ("    at /app/lib/gate.js:9:3", ("/app/lib/gate.js", 9, "")),
        ("    at Gate.#open (/app/lib/gate.js:9:3)", ("/app/lib/gate.js", 9, "open")),
        ("\tfrom lib/gate.rb:9:in 'Weir::Gate#open'", ("lib/gate.rb", 9, "open")),
        ("\tfrom lib/gate.rb:9:in `block (2 levels) in open'", ("lib/gate.rb", 9, "open")),
        (
            "   at Weir.Gate.Open(String name) in /app/Weir/Gate.cs:line 9",
            ("/app/Weir/Gate.cs", 9, "Open"),
        ),
        (
            "   3: weir::Gate<'a, M, W>::open\n             at ./src/gate.rs:9:45",
            ("./src/gate.rs", 9, "open"),
        ),
    ],
)
def test_frames_are_read_as_each_platform_prints_them(
    line: str, frame: tuple[str, int, str]
) -> None:
    assert understand(f"it jams\n\n{line}\n").frames == (frame,)


def test_frames_inside_the_platform_are_none_of_ours() -> None:
    assert understand("x\n    at watch (node:internal/fs/watch:207:21)\n").frames == ()


def test_lines_of_a_stack_trace_are_no_paths_the_question_names() -> None:
    text = 'boom\nTraceback (most recent call last):\n  File "a.py", line 3, in outer\n'
    assert understand(text).places == ()


def test_dotted_names_are_kept_whole() -> None:
    assert understand("Gate.open and lock::Weir#shut").dotted == ("Gate.open", "lock::Weir#shut")


def test_a_very_long_text_is_read_at_both_ends() -> None:
    text = "beginning " + "x" * (LONGEST_START + LONGEST_END) + " ending"
    kept = shortened(text)
    assert len(kept) <= LONGEST_START + LONGEST_END + 1
    assert kept.startswith("beginning") and kept.endswith("ending")


@pytest.mark.parametrize(
    "piece", [" ", "at a (", "a.", "/a", "line 1 of ", "a.py line ", "A.B(x) in ", "at x (a://"]
)
def test_no_text_takes_long_to_read(piece: str) -> None:
    """Patterns that try again from every character would take seconds of a prompt."""
    text = "it jams\n   at A.B(" + piece * (20_000 // len(piece))
    started = time.process_time()
    understand(text)
    assert time.process_time() - started < 1.0


def test_windows_line_ends_change_nothing() -> None:
    assert understand("Gates jam\r\nBadly").words == understand("Gates jam\nBadly").words


def test_an_option_names_what_code_calls_it_and_its_words_apart_name_nothing() -> None:
    question = understand("Why does `--line-range` ignore --no-paging-at-all, and --help--?")
    assert question.options == ("line-range", "no-paging-at-all")
    assert {"line_range", "lineRange", "LineRange", "no_paging_at_all"} <= set(question.names)
    assert not {"line", "range", "paging"} & set(question.names)
    assert understand("a -- b --x --verbose well-known").options == ()


def test_capitals_within_a_sentence_are_names() -> None:
    assert proper_names("add a field to Owner, Pet and Visit") == ("Owner", "Pet", "Visit")
    assert proper_names("no blizzard in Mountain View today") == ("Mountain",)
    assert proper_names("Fix the View of an Owner") == ("View", "Owner")
    for text in (
        "Owner is wrong. Pet too",
        "use README",
        "the Owner.name",
        "to be OR not",
        "a B c",
    ):
        assert proper_names(text) == ()


def test_neighbouring_words_are_joined_as_code_joins_them() -> None:
    joined = compounds(understand("the dry run of a rate limit"))
    assert {"dry_run", "dryrun", "rate_limit"} <= set(joined) and "run_of" not in joined


def test_code_joins_particles_to_their_verbs() -> None:
    joined = compounds(understand("signing up and logging in time out"))
    assert {"signup", "login", "time_out"} <= joined.keys()


def test_words_of_reports_count_in_a_question_of_one_line_only() -> None:
    assert "error" in understand("error types of the gate").words
    assert "error" not in understand("Gate jams\n\nI get an error at the gate.").words
