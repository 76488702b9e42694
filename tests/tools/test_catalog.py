"""A tool is declared once; its arguments are checked, and errors name the parameter."""

import pytest

from sightline.errors import UsageError
from sightline.tools.catalog import Param, Result, Tool, checked, input_schema

SEARCH = Tool(
    "search",
    "Find things.",
    (
        Param("query", "string", "what to look for"),
        Param("depth", "integer", "how far", 2, low=1, high=5),
        Param("detail", "string", "how much", "standard", ("minimal", "standard")),
        Param("names", "strings", "which", ()),
    ),
    True,
    lambda *_: Result(""),
)


def test_defaults_are_filled_in() -> None:
    assert checked(SEARCH, {"query": "x"}) == {
        "query": "x",
        "depth": 2,
        "detail": "standard",
        "names": (),
        "format": "text",
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "Missing required parameter: query"),
        ({"query": 4}, "query must be of type string"),
        ({"query": "x", "depth": 9}, "depth must be 1 to 5, not 9"),
        ({"query": "x", "depth": "three"}, "depth must be of type integer, not 'three'"),
        ({"query": "x", "depth": "2.5"}, "depth must be of type integer"),
        ({"query": "x", "depth": "true"}, "depth must be of type integer"),
        ({"query": "x", "depth": "9"}, "depth must be 1 to 5, not 9"),
        ({"query": "x", "depth": True}, "depth must be of type integer"),
        ({"query": "x", "detail": "all"}, "detail must be one of minimal, standard"),
        ({"query": "x", "names": {"a": 1}}, "names must be a list of strings"),
        ({"query": "x", "names": "[1, 2]"}, "names must be a list of strings"),
        ({"query": "x", "dept": 2}, "has no parameter 'dept'"),
        ({"query": "x", "format": "xml"}, "format must be one of text, json"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        checked(SEARCH, arguments)


def test_an_unknown_parameter_offers_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        checked(SEARCH, {"query": "x", "dept": 2})
    assert "depth" in caught.value.hint


def test_a_whole_number_may_be_written_as_a_float() -> None:
    assert checked(SEARCH, {"query": "x", "depth": 3.0})["depth"] == 3


def test_what_a_model_put_into_quotes_is_taken_out_of_them() -> None:
    """Assistants often send numbers, lists and truth values as text."""
    assert checked(SEARCH, {"query": "12", "depth": "3"})["depth"] == 3
    assert checked(SEARCH, {"query": "12", "depth": "3.0"})["depth"] == 3
    assert checked(SEARCH, {"query": "12"})["query"] == "12"
    assert checked(SEARCH, {"query": "x", "names": '["a", "b"]'})["names"] == ("a", "b")
    assert checked(SEARCH, {"query": "x", "names": "a"})["names"] == ("a",)
    assert checked(SEARCH, {"query": "x", "names": "12"})["names"] == ("12",)
    fields = Param("fields", "object", "")
    sure = Param("sure", "boolean", "")
    tool = Tool("keep", "", (fields, sure), False, lambda *_: Result(""))
    given = checked(tool, {"fields": '{"a": 1}', "sure": "True"})
    assert given == {"fields": {"a": 1}, "sure": True}


def test_the_schema_says_what_is_required_and_allowed() -> None:
    schema = input_schema(SEARCH)
    assert schema["required"] == ["query"]
    assert schema["properties"]["depth"]["maximum"] == 5
    assert schema["properties"]["format"] == {"enum": ["text", "json"]}


def test_a_misspelt_choice_is_suggested() -> None:
    with pytest.raises(UsageError) as refused:
        checked(SEARCH, {"query": "x", "format": "jsn"})
    assert refused.value.hint == "did you mean 'json'?"
