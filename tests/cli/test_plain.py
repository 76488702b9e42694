"""A plain command line is read as the parser would read it; any other is left to the parser."""

import subprocess
import sys
from argparse import ArgumentParser

import pytest

from sightline.cli.command import Command
from sightline.cli.parser import parser_of
from sightline.cli.plain import plain_arguments
from sightline.cli.table import MODULES, load
from sightline.errors import UsageError

LINES: list[list[str]] = [
    [],
    ["--json"],
    ["."],
    ["--json", "some where"],
    ["some where", "--json"],
    ["--project", "x"],
    ["--project", "x", "--json", "y"],
    ["--project", "x", "--project", "y"],
    ["--project"],
    ["--project", "--json"],
    ["--project=x"],
    ["--", "x"],
    ["a", "b"],
    [""],
    ["-y"],
    ["--yes"],
    ["--rebuild", "--problems", "--json"],
    ["--jso"],
    ["--unknown"],
    ["--limit", "3"],
]


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_plain_line_means_what_the_parser_says(name: str, line: list[str]) -> None:
    command = load(name)
    plain = plain_arguments(command, line)
    if plain is not None:
        assert vars(plain) == vars(parser_of(command).parse_args(line))


@pytest.mark.parametrize("line", [[], ["--json"], ["x", "--json"], ["--project", "x"]], ids=repr)
def test_the_usual_lines_of_index_are_plain(line: list[str]) -> None:
    assert plain_arguments(load("index"), line) is not None


@pytest.mark.parametrize("line", [["--project"], ["a", "b"], ["--unknown"]], ids=repr)
def test_a_wrong_line_is_left_to_the_parser_which_says_what_is_wrong(line: list[str]) -> None:
    command = load("index")
    assert plain_arguments(command, line) is None
    with pytest.raises(UsageError):
        parser_of(command).parse_args(line)


def test_what_excludes_another_option_is_left_to_the_parser() -> None:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_mutually_exclusive_group().add_argument("--one", action="store_true")

    command = Command("x", "does", "sightline x", arguments, lambda given: 0)
    assert plain_arguments(command, []) is None


def test_a_process_that_ends_at_once_has_printed_everything() -> None:
    command = [sys.executable, "-m", "sightline", "nothing-like-this", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert '"error"' in done.stdout
    assert "nothing-like-this" in done.stderr
