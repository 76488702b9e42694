"""How the room of a capsule is divided among bodies."""

import itertools

from sightline.context.capsule_lines import FEWEST_LINES, SHORT, Body, share_out

WORDS = {"fulcrum": 2.0}
SHORT_BODY = "def tare(tray):\n    return tray.empty"
LONG = "\n".join(
    [
        "def weigh(tray):",
        *(f"    total += tray.part_{n}" for n in range(60)),
        "    read_fulcrum(tray)",
        *(f"    total += tray.rest_{n}" for n in range(60)),
    ]
)


def test_all_is_shown_if_there_is_room() -> None:
    shown = share_out([Body(SHORT_BODY, 1.0, 10), Body(LONG, 0.5, 10)], WORDS, 10_000)
    assert shown == [frozenset(range(2)), frozenset(range(122))]


def test_of_a_long_body_the_lines_about_the_question_come_first() -> None:
    (shown,) = share_out([Body(LONG, 1.0, 10)], WORDS, 200)
    assert {0, 61} <= shown and len(shown) < 30


def test_a_better_body_gets_more_lines() -> None:
    other = LONG.replace("weigh", "lift")
    better, worse = share_out([Body(LONG, 1.0, 10), Body(other, 0.3, 10)], WORDS, 900)
    assert len(better) > 2 * len(worse) > 0


def test_a_short_body_is_never_cut() -> None:
    text = "\n".join(f"line_{n} = fulcrum" for n in range(SHORT))
    for room in range(20, 300, 20):
        (shown,) = share_out([Body(text, 1.0, 10)], WORDS, room)
        assert len(shown) in (0, SHORT)


def test_an_outline_is_shown_as_it_is_or_not_at_all() -> None:
    for room in (100, 10_000):
        (shown,) = share_out([Body(LONG, 1.0, 10, as_one=True)], WORDS, room)
        assert len(shown) in (0, 122)


def test_a_docstring_comes_after_code() -> None:
    prose = "\n".join(f"    It says this and that, {n}." for n in range(40))
    code = "\n".join(f"    total += tray.part_{n}" for n in range(40))
    text = f'def weigh(tray):\n    """Weighs.\n{prose}\n    """\n{code}'
    (shown,) = share_out([Body(text, 1.0, 10)], {}, 250)
    assert sum(at > 42 for at in shown) > sum(3 < at < 42 for at in shown)


def test_the_line_of_the_name_is_always_shown() -> None:
    text = "@decorator\n@property\n" + LONG
    (shown,) = share_out([Body(text, 1.0, 10, name_at=2)], WORDS, 200)
    assert {0, 1, 2, 63} <= shown and len(shown) < 30


def test_small_gaps_are_closed() -> None:
    for room in range(60, 900, 20):
        (shown,) = share_out([Body(LONG, 1.0, 10)], WORDS, room)
        places = sorted(shown)
        gaps = [b - a - 1 for a, b in itertools.pairwise(places) if b - a > 1]
        assert all(gap > 3 for gap in gaps)


def test_nothing_is_shown_without_room() -> None:
    assert share_out([Body(LONG, 1.0, 10)], WORDS, 0) == [frozenset()]
    assert share_out([], WORDS, 100) == []


def test_a_few_lines_of_a_long_body_give_way_to_more_of_the_others() -> None:
    bodies = [
        Body(LONG, 1.0, 10),
        *[Body(LONG.replace("weigh", f"lift_{n}"), 0.6, 10) for n in range(9)],
    ]
    shown = share_out(bodies, WORDS, 900)
    assert any(shown) and not all(shown)
    assert all(len(own) >= FEWEST_LINES for own in shown if own)


def test_a_name_behind_the_end_of_the_body_breaks_nothing() -> None:
    (shown,) = share_out([Body(LONG, 1.0, 10, name_at=500)], WORDS, 200)
    assert shown and max(shown) < 122
