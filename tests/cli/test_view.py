"""`sightline view` writes a page or prints text; the status line says what the session got."""

import json
import pathlib

import pytest
from tests.conftest import Sightline
from tests.view.conftest import SESSION, inject, remember

from sightline.cli.main import main
from sightline.cli.status_line import cache_word, status_text
from sightline.engine import open_engine
from sightline.store.timeline import SessionLine


@pytest.fixture
def work(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    engine = open_engine(str(folder))
    inject(engine)
    engine.close()
    return folder


def test_text_marks_what_was_used(work: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "--text"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("✓" in line and "app.py::expire" in line for line in lines)
    assert any("?" in line and "dec-1" in line for line in lines)


def test_text_calls_memories_by_their_title(
    work: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = open_engine(str(work))
    inject(engine, memory_id=remember(engine, "Sessions expire lazily").id)
    engine.close()
    assert main(["view", "--text"]) == 0
    assert "Sessions expire lazily" in capsys.readouterr().out


def test_text_as_json(work: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "--text", "--json"]) == 0
    (injection,) = json.loads(capsys.readouterr().out)
    assert {item["key"]: item["used"] for item in injection["items"]}["app.py::app.expire"] is True


def test_out_writes_a_page_to_share(work: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "--out", "page.html"]) == 0
    page = (work / "page.html").read_text(encoding="utf-8")
    assert "why do sessions expire?" in page
    assert str(work) not in page


def test_the_status_line_counts_the_session(work: pathlib.Path, sightline: Sightline) -> None:
    usage = {"cache_read_input_tokens": 900, "cache_creation_input_tokens": 100}
    state = {
        "session_id": SESSION.session,
        "workspace": {"project_dir": str(work)},
        "context_window": {"current_usage": usage},
    }
    line = sightline("statusline", cwd=work, text=json.dumps(state)).stdout
    assert line == "0 prompts · 1 told · 1 used · cache intact\n"
    assert sightline("statusline", cwd=work, text="not json").stdout == ""


def test_the_words_of_the_status_line() -> None:
    assert status_text(SessionLine(1, 0, 0), "") == "1 prompt · 0 told · 0 used"
    assert cache_word({"input_tokens": 100}) == "cache cold"
    assert cache_word({}) == ""


def test_the_status_line_is_installed_on_request(
    work: pathlib.Path, home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{}\n")
    assert main(["install", "--agent", "claude", "--status-line", "--yes"]) == 0
    assert json.loads(settings.read_text())["statusLine"]["command"].endswith(
        "sightline statusline"
    )
    assert main(["uninstall", "--agent", "claude", "--yes"]) == 0
    assert settings.read_text() == "{}\n"
    settings.write_text('{"statusLine": {"type": "command", "command": "mine"}}')
    assert main(["install", "--agent", "claude", "--status-line", "--yes"]) == 2
