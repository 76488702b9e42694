"""The tutorial's commands, run in order in a clone of this repository; commands in other pages exist."""

import html
import itertools
import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

from sightline.cli.command import parser_of
from sightline.cli.commands import MODULES, load
from sightline.text import fence

ROOT = pathlib.Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(page: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone")
def test_the_tutorial_reaches_its_goal(tmp_path: pathlib.Path) -> None:
    project = tmp_path / "sightline"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(project)], check=True)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "sightline").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sightline "$@"\n')
    (programs / "sightline").chmod(0o755)
    environ = {
        "HOME": str(tmp_path),
        "PATH": f"{programs}:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT / "src"),
        "LANG": "C.UTF-8",
    }
    script = "set -eu\n" + "\n".join(blocks("docs/tutorial.md"))
    done = subprocess.run(
        ["sh", "-c", script], cwd=project, env=environ, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    output = done.stdout
    steps = [
        "the hook answers",
        "def find_project(",
        "find_project",  # why
        "kept as dec-",
        "[decision]",
        "because people rename folders",  # with the next day's prompt, and after the compaction
        "is paused",
        "paused: nothing is injected",
        "is resumed",
        "stay in",
    ]
    position = 0
    for step in steps:
        position = output.find(step, position)
        assert position >= 0, f"{step!r} is missing, or not in this order:\n{output[-3000:]}"
    assert not (tmp_path / ".claude" / "settings.json").exists()


COMMAND = re.compile(r"(?:^|`|\$ )(sightline(?: [^`\n#|<>]*)?)", re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_and_options_in_documents_exist(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    quoted = re.findall(r"```(?:sh|console)?\n.*?```|`[^`\n]+`", text, re.DOTALL)
    for line in (line for block in quoted for line in COMMAND.findall(block)):
        try:
            words = shlex.split(line.strip())[1:]
        except ValueError:
            continue  # a quotation that goes on in the next line
        while words and words[0].startswith("-"):
            words = words[2 if words[0] == "--project" else 1 :]
        if not words or not re.fullmatch(r"[a-z-]+", words[0]):
            continue
        name, *rest = words
        assert name in MODULES or name == "help", f"no command {name!r} in: {line}"
        options = {word.partition("=")[0] for word in rest if re.match(r"--[a-z]", word)}
        known = parser_of(load(name))._option_string_actions if name != "help" else {}
        assert options <= known.keys() | {"--help"}, f"no such option in: {line}"
        for option, value in itertools.pairwise(rest):
            choices = known[option].choices if option in known else None
            if choices and re.fullmatch(r"[a-z_]+", value):
                assert value in choices, f"{option} cannot be {value!r} in: {line}"


def test_the_picture_in_the_readme_shows_what_is_sent_today() -> None:
    """Drawn by scripts/record_tutorial.py from commands that really ran."""
    picture = (ROOT / "docs" / "tutorial.svg").read_text(encoding="utf-8")
    texts = re.findall(r"<text[^>]*>(.*?)</text>", picture)
    lines = [html.unescape(re.sub(r"<[^>]+>", "", text)) for text in texts]
    first_sentence = fence.DATA_NOTICE.partition(":")[0]
    assert sum(line.startswith(first_sentence) for line in lines) == 2
    assert any(line.startswith("[decision] dec-") for line in lines)
