"""The command line as such: names, options, errors, exit codes, pipes."""

import json
import pathlib
import subprocess
import sys
from collections.abc import Callable

import pytest

from sightline import __version__
from sightline.cli.commands import MODULES, load, load_all
from sightline.cli.main import main, split_command

Sightline = Callable[..., "subprocess.CompletedProcess[str]"]


def test_version_is_printed(sightline: Sightline) -> None:
    result = sightline("--version")
    assert (result.stdout, result.returncode) == (f"sightline {__version__}\n", 0)


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command_with_its_summary(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    page = capsys.readouterr().out
    for _, command in load_all():
        assert command.summary in page
        assert command.name in page


@pytest.mark.parametrize("name", MODULES)
def test_every_command_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*([name] if name else ["help"]), "--help"]) == 0
    assert load(name).example.splitlines()[0].strip()
    if name:
        page = capsys.readouterr().out
        assert "example" in page
        assert page == _help_through_help(name, capsys)


def _help_through_help(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["help", name]) == 0
    return capsys.readouterr().out


def test_a_module_is_imported_only_for_its_own_command() -> None:
    code = (
        "import sys; from sightline.cli.main import main; main(['status']);"
        "print('sightline.server' in sys.modules, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stderr == "False\n"


def test_an_unknown_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completoin"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "error: no command called 'completoin'\n  nearest: completion\n  try: sightline --help\n"
    )


def test_a_wrong_argument_is_a_usage_error_with_the_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completion", "tcsh"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("error: shell cannot be 'tcsh'")
    assert "  choose from: bash, zsh, fish, powershell\n" in captured.err
    assert main(["completion"]) == 2
    assert "  try: sightline completion --help\n" in capsys.readouterr().err


def test_with_json_an_error_is_also_an_object_on_stdout(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--json", "nothing"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["error"]["message"] == "no command called 'nothing'"
    assert captured.err.startswith("error: no command called 'nothing'")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ([], "", [])),
        (["--json"], (["--json"], "", [])),
        (["index", "--json"], ([], "index", ["--json"])),
        (["--project", "x", "index", "y"], (["--project", "x"], "index", ["y"])),
        (["--project=x", "--json", "index"], (["--project=x", "--json"], "index", [])),
        (["--project"], (["--project"], "", [])),
    ],
)
def test_shared_options_may_come_before_the_command(
    arguments: list[str], expected: tuple[list[str], str, list[str]]
) -> None:
    assert split_command(arguments) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_pipe_closed_by_its_reader_is_not_an_error(tmp_path: pathlib.Path) -> None:
    command = f"{sys.executable} -m sightline completion zsh | true; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert (result.stdout, result.stderr) == ("0\n", "")


def test_an_interrupt_ends_with_130_and_no_trace(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("sightline.cli.main._run", interrupted)
    assert main(["completion", "bash"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_hook_never_fails(sightline: Sightline) -> None:
    for text in ("", "no JSON", "[]", "{}"):
        result = sightline("hook", "--agent", "claude", "--nonsense", text=text)
        assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="shells there close no streams")
@pytest.mark.parametrize("closing", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_a_stream_closed_by_the_caller_is_not_an_error(
    closing: str, tmp_path: pathlib.Path
) -> None:
    line = f'"{sys.executable}" -m sightline recall anything {closing}; echo "left with $?" >left'
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path)
    assert (tmp_path / "left").read_text() == "left with 0\n"
    assert "Traceback" not in result.stderr


def test_a_far_fetched_name_is_not_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bogus"]) == 2
    assert "nearest" not in capsys.readouterr().err
    assert main(["contxt"]) == 2
    assert "nearest: context" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["log", "--limit", "-1"],
        ["log", "--limit", "9" * 30],
        ["stats", "--days", "99999999999999"],
        ["stats", "--days", "-5"],
        ["recall", "x", "--limit", "0"],
        ["context", "x", "--budget", "3"],
        ["mine", "--commits", "-1"],
        ["bench", "--tasks", "0"],
        ["serve", "--http", "--port", "99999"],
        ["review", "--limit", "two"],
    ],
)
def test_a_number_out_of_bounds_is_reported_with_its_option(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr().err
    option = next(word for word in arguments if word.startswith("--") and word != "--http")
    assert f"argument {option}: " in output
    assert "must be" in output or "is not an integer" in output


def test_call_without_a_tool_lists_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["call"]) == 0
    output = capsys.readouterr().out
    assert "get_impact_graph     symbol_name=STRING [depth=INTEGER] [repo=STRING]" in output
    assert main(["call", "--json"]) == 0
    names = {tool["name"] for tool in json.loads(capsys.readouterr().out)}
    assert {"get_context", "ai_recall"} <= names
    assert main(["call", "qqqq"]) == 2
    assert "see: sightline call" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["remember", "x", "--kind", "decison"], "decision"),
        (["install", "--agent", "clade"], "claude"),
        (["install", "--scope", "projct"], "project"),
        (["serve", "--tools", "ful"], "full"),
    ],
)
def test_a_value_that_is_no_choice_gets_the_nearest_one(
    words: list[str], nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert f"did you mean {nearest}?" in capsys.readouterr().err


def test_an_unknown_option_gets_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--sesion=3a00"]) == 2
    assert "did you mean --session?" in capsys.readouterr().err
    assert main(["stats", "--frobnicate"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_help_starts_with_the_commands_for_every_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    first = page.split("\n\n")[2].splitlines()
    assert first[0] == "Every day"
    assert [line.split()[0] for line in first[1:]] == [
        "init",
        "context",
        "remember",
        "recall",
        "why",
    ]
    assert page.count("  remember ") == 1
