"""The Claude Code plugin that is checked in is the one the declarations make."""

import json
import pathlib

import pytest

from sightline.agents.claude.plugin import FOLDER, plugin_files

ROOT = pathlib.Path(__file__).parents[2] / FOLDER


@pytest.mark.parametrize("path", sorted(plugin_files()))
def test_a_checked_in_file_is_fresh(path: str) -> None:
    """Write it anew with: python -m sightline.agents.claude.plugin"""
    assert (ROOT / path).read_text(encoding="utf-8") == plugin_files()[path]


def test_nothing_else_is_in_the_folder() -> None:
    paths = {p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*") if p.is_file()}
    assert paths == set(plugin_files())


def test_the_plugin_names_no_path_of_a_machine() -> None:
    for text in plugin_files().values():
        assert "/home/" not in text
        assert "site-packages" not in text


def test_every_hook_calls_the_program_by_name() -> None:
    hooks = json.loads(plugin_files()["sightline/hooks/hooks.json"])["hooks"]
    for groups in hooks.values():
        for group in groups:
            command = group["hooks"][0]["command"]
            assert "exec sightline hook --agent claude" in command
