"""A language in the user's own folder, without touching the package."""

import pathlib

from sightline.parse.extract import extract
from sightline.parse.languages import Languages

TOML = """
name = "notes"
extends = "json"
extensions = ["notes"]
grammar = "tree_sitter_json"
separator = "/"
"""
TAGS = "(document (object (pair key: (string (string_content) @name)) @definition.variable))\n"


def write(folder: pathlib.Path, toml: str, tags: str) -> None:
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(toml, encoding="utf-8")
    (folder / "tags.scm").write_text(tags, encoding="utf-8")


def test_a_language_of_the_user_is_read(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "notes", TOML, TAGS)
    languages = Languages((str(tmp_path),))
    language = languages.of_path("a/b.notes")
    assert language and language.name == "notes"
    parsed = extract(b'{"first": 1, "second": 2}', language, "a/b.notes")
    assert [(s.qualified, s.kind) for s in parsed.symbols] == [
        ("a/b.notes", "module"),
        ("a/b.notes/first", "variable"),
        ("a/b.notes/second", "variable"),
    ]


def test_a_language_of_the_user_wins_over_the_package(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "json", TOML.replace("notes", "json"), TAGS)
    languages = Languages((str(tmp_path),))
    language = languages.of_path("x.json")
    assert language and language.folder.startswith(str(tmp_path))


def test_a_broken_language_is_told_and_the_others_go_on(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "broken", "name = ", TAGS)
    languages = Languages((str(tmp_path),))
    assert len(languages.problems) == 1 and "broken" in languages.problems[0]
    assert languages.of_path("a.py")


def test_at_least_26_languages_and_sections_come_with_the_package() -> None:
    assert len(Languages().by_name) >= 31
