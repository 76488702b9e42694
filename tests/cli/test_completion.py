"""Completion scripts: complete, and accepted by the shells that are here."""

import pathlib
import shutil
import subprocess

import pytest

from sightline.cli.completion.command import CompletedArgument, CompletedCommand, completed_commands
from sightline.cli.completion.shells import SCRIPTS, bash
from sightline.cli.main import main

SAMPLE = (
    CompletedCommand(
        "index",
        "builds or refreshes the index; it's quick",
        (
            CompletedArgument((), "where to", True, (), True, False),
            CompletedArgument(("--rebuild",), "from scratch [slow]", False, (), False, False),
            CompletedArgument(("--project",), "the project", True, (), True, False),
        ),
    ),
    CompletedCommand(
        "remember",
        "keeps a memory",
        (
            CompletedArgument(
                ("--kind", "-k"), "what: it is", True, ("fact", "decision"), False, False
            ),
        ),
    ),
    CompletedCommand(
        "completion", "a script", (CompletedArgument((), "", True, ("bash", "zsh"), False, False),)
    ),
)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_names_every_command_and_option(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in completed_commands():
        assert command.name in script
        for word in command.arguments:
            for option in word.options:
                assert option.lstrip("-") in script
            for choice in word.choices:
                assert choice in script


def test_call_completes_the_names_of_tools() -> None:
    words = {command.name: command.arguments for command in completed_commands()}["call"]
    assert {"get_context", "recall", "ai_merge"} < set(words[0].choices)


def complete_in_bash(line: str) -> list[str]:
    """What bash offers at the end of the line."""
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    ask = (
        f"{bash(SAMPLE)}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _sightline;"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    result = subprocess.run(
        ["bash", "-c", ask], capture_output=True, text=True, check=True, cwd="/"
    )
    assert result.stderr == ""
    return result.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sightline rem", ["remember"]),
        ("sightline --json --project x ind", ["index"]),
        ("sightline index --r", ["--rebuild"]),
        ("sightline remember --kind ", ["fact", "decision"]),
        ("sightline remember -k d", ["decision"]),
        ("sightline completion z", ["zsh"]),
        ("sightline index --project et", ["etc"]),
        ("sightline --vers", ["--version"]),
    ],
)
def test_bash_completes_matching_words(line: str, expected: list[str]) -> None:
    assert complete_in_bash(line) == expected


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish here")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sightline rem", ["remember"]),
        ("sightline he", ["help"]),
        ("sightline index --r", ["--rebuild"]),
        ("sightline remember --kind ", ["decision", "fact"]),
        ("sightline completion z", ["zsh"]),
    ],
)
def test_fish_completes_matching_words(
    line: str, expected: list[str], tmp_path: pathlib.Path
) -> None:
    (tmp_path / "script").write_text(SCRIPTS["fish"](SAMPLE))
    ask = f"source {tmp_path / 'script'}; complete -C '{line}'"
    result = subprocess.run(["fish", "--no-config", "-c", ask], capture_output=True, text=True)
    assert [found.split("\t")[0] for found in result.stdout.splitlines()] == expected


@pytest.mark.parametrize(
    ("shell", "check"),
    [
        ("bash", ["bash", "-n"]),
        ("zsh", ["zsh", "-n"]),
        ("fish", ["fish", "--no-execute"]),
    ],
)
def test_the_shell_accepts_its_script(
    shell: str, check: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    if not shutil.which(check[0]):
        pytest.skip(f"no {shell} here")
    script = tmp_path_factory.mktemp("scripts") / shell
    script.write_text(SCRIPTS[shell](SAMPLE))
    result = subprocess.run([*check, str(script)], capture_output=True, text=True)
    assert (result.stderr, result.returncode) == ("", 0)
