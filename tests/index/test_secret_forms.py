"""Passwords in SQL, commands and netrc lines reach the index neither from source nor from commits."""

import pathlib

import pytest

from sightline.text.secrets.redact import redact
from tests.conftest import Sightline
from tests.workspace.conftest import git, write

FORMS = (
    "CREATE USER app WITH PASSWORD 'Hunter2Zebra'",
    "ALTER ROLE app PASSWORD 'Hunter2Zebra'",
    "mysql -uroot -pHunter2Zebra shop",
    "curl -u admin:Hunter2Zebra https://example.org",
    "machine example.org login app password Hunter2Zebra",
    "machine example.org password Hunter2Zebra",
)


@pytest.mark.parametrize("form", FORMS)
def test_the_password_is_masked(form: str) -> None:
    assert "Hunter2Zebra" not in redact(f"see {form} for details")


@pytest.mark.parametrize(
    "text", ["a user may reset a password", "machine learning password policy"]
)
def test_sentences_about_passwords_stay(text: str) -> None:
    assert redact(text) == text


def test_no_form_reaches_the_index(
    tmp_path: pathlib.Path, home: pathlib.Path, sightline: Sightline
) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    lines = "\n".join(f"    # {form}\n    run({form!r})" for form in FORMS)
    write(root, "setup_database.py", f"def setup():\n{lines}\n")
    write(root, "schema.sql", "\n".join(f"-- {form}\n{form};" for form in FORMS[:2]) + "\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Set up\n\n" + "\n".join(FORMS))
    sightline("index", cwd=root)
    stored = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"setup_database" in stored
    assert b"unter2zebra" not in stored.lower()
