"""Checking instructions files against the tree."""

import json
import pathlib

from sightline.agents.edit.changes import TextBlock
from sightline.agents.instructions import TEXT as OWN_TEXT
from sightline.memory.audit import Finding, audit

TEXT = """# Rules
Run `npm run lint` and `npm run gone`, then `make check`.
The loader is in `src/load.py`, the old one in `src/old.py`.
Call `load_file()` and then `read_everything()`.
"""


def test_what_no_longer_exists_is_listed_by_line(tmp_path: pathlib.Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"scripts": {"lint": "eslint"}}))
    (tmp_path / "Makefile").write_text("test:\n\ttrue\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "load.py").write_text("")
    assert audit(str(tmp_path), TEXT, {"load_file"}.__contains__) == [
        Finding(2, "script", "npm run gone"),
        Finding(2, "make target", "make check"),
        Finding(3, "path", "src/old.py"),
        Finding(4, "name", "read_everything()"),
    ]


def test_the_block_that_sightline_writes_is_not_checked(tmp_path: pathlib.Path) -> None:
    text = (
        TextBlock("CLAUDE.md", (), OWN_TEXT).apply("Call `gone_before()`.\n") + "`gone_after()`\n"
    )
    findings = audit(str(tmp_path), text, lambda name: False)
    assert [finding.mention for finding in findings] == ["gone_before()", "gone_after()"]


def findings_of(root: pathlib.Path, text: str) -> list[tuple[str, str]]:
    return [(one.what, one.mention) for one in audit(str(root), text, lambda name: True)]


def test_what_only_looks_like_a_path_is_no_alarm(tmp_path: pathlib.Path) -> None:
    (tmp_path / "src" / "app" / "memory").mkdir(parents=True)
    (tmp_path / "src" / "app" / "memory" / "offer.py").write_text("")
    packages = "`@scope/plugin`, `owner/name`, `playground/xxx`, `-dev.lock`, `path/to/file.py`"
    assert findings_of(tmp_path, packages) == []
    inside = "`memory/offer.py`, `memory/`, `offer.py`, `./src/app/`"
    assert findings_of(tmp_path, inside) == []
    gone = "`memory/gone.py`, `gone.py`, `src/gone/`, `./gone.sh --fast`"
    assert [what for what, _ in findings_of(tmp_path, gone)] == ["path"] * 4


def test_scripts_of_every_package_count_and_recipes_of_a_justfile(tmp_path: pathlib.Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"scripts": {"lint": "eslint"}}))
    (tmp_path / "packages" / "one").mkdir(parents=True)
    (tmp_path / "packages" / "one" / "package.json").write_text('{"scripts": {"types": "tsc"}}')
    (tmp_path / "justfile").write_text("check *args:\n    true\n")
    text = "`pnpm run types`, `pnpm lint`, `just check`, `just gone`, `pnpm run gone`"
    assert findings_of(tmp_path, text) == [
        ("just target", "just gone"),
        ("script", "pnpm run gone"),
    ]


def test_a_version_below_the_declared_one_is_listed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.11"\n')
    (tmp_path / "package.json").write_text('{"engines": {"node": ">=20.19"}}')
    text = "Needs Python 3.9 and Node 18. Works with Python 3.11, Python 3.12, Node 20 and Go 1.2."
    assert findings_of(tmp_path, text) == [("version", "Python 3.9"), ("version", "Node 18")]


def test_what_a_line_calls_gone_or_to_be_avoided_is_no_alarm(tmp_path: pathlib.Path) -> None:
    text = """The class was called `OldName()` in the past.
Put it into `src/new.py`, not `src/old.py`; call `start()` instead of `launch_all()`.
Since Hugo 0.48 modules are used, as in Go 1.11.
"""
    (tmp_path / "src").mkdir()
    assert findings_of(tmp_path, text) == [("path", "src/new.py")]


def test_what_a_build_makes_or_another_file_names_is_no_alarm(tmp_path: pathlib.Path) -> None:
    (tmp_path / "package.json").write_text('{"unpkg": "dist/app.global.js"}')
    text = "`app.global.js`, `docs/_build/index.html`, `app/target/report/`, `gone.global.js`"
    assert findings_of(tmp_path, text) == [("path", "gone.global.js")]


def test_options_and_variables_of_make_are_no_targets(tmp_path: pathlib.Path) -> None:
    (tmp_path / "Makefile").write_text("all:\n\ttrue\n")
    text = '`make CC=clang`, `make -j8 all`, `make CFLAGS="-m32 -g" gone`, `make gone`'
    assert [mention for _, mention in findings_of(tmp_path, text)] == [
        'make CFLAGS="-m32 -g" gone',
        "make gone",
    ]
    (tmp_path / "Makefile").write_text("all:\n\ttrue\n\n.DEFAULT:\n\tmake -C src $@\n")
    assert findings_of(tmp_path, text) == []
