"""A long body cut to what bears on the question."""

from sightline.context.excerpt import excerpt
from sightline.text.tokens import estimate_tokens

BODY = "\n".join(
    ["def weigh(tray):", '    """Weighs."""']
    + [f"    step_{number} = tray.part_{number}" for number in range(60)]
    + ["    fulcrum = tray.fulcrum", "    return fulcrum"]
)


def test_a_body_that_fits_is_shown_whole() -> None:
    shown = excerpt(BODY, {"fulcrum": 1.0}, 10_000)
    assert shown.text == BODY and shown.is_whole


def test_the_head_and_the_telling_lines_stay_and_the_rest_is_marked() -> None:
    shown = excerpt(BODY, {"fulcrum": 1.0}, 120).text
    assert shown.startswith('def weigh(tray):\n    """Weighs."""')
    assert "    fulcrum = tray.fulcrum\n    return fulcrum" in shown
    assert "lines left out]" in shown
    assert estimate_tokens(shown) <= 140


def test_what_is_shown_stands_verbatim_and_in_order() -> None:
    shown = excerpt(BODY, {"fulcrum": 1.0, "part_30": 2.0}, 150).text
    lines = [line for line in shown.split("\n") if "left out]" not in line]
    places = [BODY.split("\n").index(line) for line in lines]
    assert places == sorted(places)


def test_the_number_of_lines_left_out_is_right() -> None:
    shown = excerpt(BODY, {"fulcrum": 1.0}, 120).text.split("\n")
    marked = [line.strip() for line in shown if "left out]" in line]
    missing = sum(int(mark.split()[0].strip("[")) for mark in marked)
    assert missing + len(shown) - len(marked) == len(BODY.split("\n"))


def test_without_a_word_in_it_the_first_lines_are_shown() -> None:
    shown = excerpt(BODY, {}, 120).text
    assert "step_0" in shown and "step_59" not in shown


def test_the_lines_that_are_shown_are_known() -> None:
    shown = excerpt(BODY, {"fulcrum": 1.0}, 120)
    lines = BODY.split("\n")
    told = [line for first, last in shown.lines for line in lines[first - 1 : last]]
    assert told == [line for line in shown.text.split("\n") if "left out]" not in line]
    assert not shown.is_whole


def test_a_line_or_two_between_shown_lines_are_shown_and_not_marked() -> None:
    lines = [f"    step_{n} = {'lantern' if n % 5 == 2 else 'x'}" for n in range(60)]
    text = "\n".join(["def light(x):", *lines])
    shown = excerpt(text, {"lantern": 1.0}, 260).text
    marks = [int(line.split()[0].strip("[")) for line in shown.split("\n") if "left out" in line]
    assert marks and min(marks) > 2
