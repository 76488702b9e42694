"""`sightline overlay` as an editor and a person use it."""

import hashlib
import json
import pathlib

import pytest

from sightline.cli.main import main

CALLED = "class Price:\n    def total(self):\n        return 1\n"
CALLING = "def sell(prices):\n    return prices['now'].total()\n\n\nclass Cart:\n    def total(self): ...\n"


@pytest.fixture
def root(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "project"
    root.mkdir()
    (root / ".git").mkdir()
    (root / "price.py").write_text(CALLED)
    (root / "shop.py").write_text(CALLING)
    assert main(["index", str(root)]) == 0
    return root


def references(root: pathlib.Path) -> dict[str, object]:
    target = {"file": "price.py", "line": 1, "column": 8}
    return {
        "origin": "pyright 1.1",
        "file": "shop.py",
        "hash": hashlib.sha256((root / "shop.py").read_bytes()).hexdigest(),
        "references": [{"line": 1, "column": 25, "target": target}],
    }


def test_an_import_changes_callers_and_says_where_they_come_from(
    root: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = root.parent / "given.json"
    given.write_text(json.dumps(references(root)))
    project = ["--project", str(root)]
    ask = ["call", "get_dependents", "symbol_name=Price.total", *project]
    assert main(ask) == 0
    assert "shop.py\n    :2 sell  unknown receiver" in capsys.readouterr().out
    assert main(["overlay", "import", str(given), "--json", *project]) == 0
    answer = {"origin": "pyright 1.1", "files": 1, "references": 1, "outside": 0, "refused": []}
    assert json.loads(capsys.readouterr().out) == [answer]
    assert main(ask) == 0
    after = capsys.readouterr().out
    assert "    :2 sell  by pyright\n" in after
    assert "complete: every parsed use" in after
    assert main(["overlay", *project]) == 0
    assert "pyright 1.1 (editor): 1 file, 1 of them unchanged" in capsys.readouterr().out
    assert main(["overlay", "clear", *project]) == 0
    assert main(["overlay", *project]) == 0
    assert "nothing is known from outside" in capsys.readouterr().out


def test_what_does_not_fit_fails_and_says_why(
    root: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = root.parent / "given.json"
    project = ["--project", str(root)]
    given.write_text(json.dumps({**references(root), "hash": "0" * 64}))
    assert main(["overlay", "import", str(given), *project]) == 1
    assert "shop.py: changed since it was described" in capsys.readouterr().out
    given.write_text("{}")
    assert main(["overlay", "import", str(given), *project]) == 1
    assert "'origin' must be a text" in capsys.readouterr().err
    assert main(["overlay", "import", *project]) == 2
    assert main(["overlay", "clear", str(given), *project]) == 2
    assert main(["overlay", "import", "missing.scip", *project]) == 2
