"""JSON without the package: the same values, the same texts, the same refusals."""

import json as standard

import pytest

from sightline.lean import json

VALUES = [
    None,
    True,
    0,
    -12,
    1.5,
    "",
    'a "quoted" line\nwith \\ and \u2028 and 日本',
    "\ud83d",
    [],
    {},
    [1, [2, {"x": None}]],
    {"b": 1, "a": [True, False]},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_written_as_the_standard_library_writes_it(value: object) -> None:
    assert json.dumps(value) == standard.dumps(value)
    assert json.dumps(value, ensure_ascii=False) == standard.dumps(value, ensure_ascii=False)
    assert json.dumps(value, sort_keys=True) == standard.dumps(value, sort_keys=True)
    assert json.dumps(value, compact=True) == standard.dumps(value, separators=(",", ":"))


@pytest.mark.parametrize("value", [*VALUES, {1: {None: [], True: ({}, [[0.1]])}}], ids=repr)
def test_for_people_a_value_is_written_as_the_standard_library_does(value: object) -> None:
    assert json.pretty(value) == standard.dumps(value, indent=2, ensure_ascii=False)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_was_written_reads_back(value: object) -> None:
    assert json.loads(" \n" + json.dumps(value) + "\t ") == value
    assert json.loads(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[1,]", "nul", '{"a"}', "1 2", "\x00", '"a\nb"', "{'a': 1}"]
)
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        json.loads(text)


def test_a_payload_nested_without_end_is_a_value_error() -> None:
    with pytest.raises(ValueError):
        json.loads("[" * 200_000)


def test_a_value_that_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        json.dumps({"a": object()})
