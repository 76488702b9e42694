"""Checking instructions files against the tree."""

import json
import pathlib

from sightline.agents.edit.changes import TextBlock
from sightline.agents.instructions import TEXT as OWN_TEXT
from sightline.memory.audit import Finding, audit

TEXT = """# Rules
Run `npm run lint` and `npm run gone`, then `make check`.
The loader is in `src/load.py`, the old one in `src/old.py`.
Call `load_file()` and not `read_everything()`.
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
