"""Every injection can be listed, explanation and replayed byte for byte, without an index."""

import json
import pathlib

import pytest

from sightline.cli.explain import _score_formula, short_key
from sightline.cli.main import main
from sightline.context.frame_text import compose
from sightline.engine import open_engine
from sightline.events.usage_learning import OBSERVED
from sightline.model.frame import CODE, MEMORY, Item
from sightline.model.session import SessionKey
from sightline.store import activity, usage


@pytest.fixture
def project(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def inject(project: pathlib.Path) -> str:
    engine = open_engine(str(project))
    frame = compose(
        [
            Item(CODE, "a.f", "  :4 def f()", 0.81, "h1", (("text", 0.5), ("name", 0.31)), "a.py"),
            Item(
                MEMORY, "dec-1", "[decision] dec-1\n  Expire lazily", 0.63, "h2", (("words", 0.63),)
            ),
            Item(MEMORY, "big", "word " * 3000, 0.5, "h3"),
        ],
        tokens=300,
        chars=9000,
    )
    identity = activity.record_injection(
        engine.activity,
        SessionKey("claude", "s1"),
        frame,
        project=engine.project.id,
        event="UserPromptSubmit",
        prompt="why do sessions expire early?",
        ms=23.0,
        now=engine.now(),
        notes={"topic": "login"},
    )
    engine.close()
    return identity


def test_log_lists_what_was_sent(project: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    identity = inject(project)
    assert main(["log"]) == 0
    line = capsys.readouterr().out
    assert identity in line
    assert "why do sessions expire early?" in line


def test_why_shows_every_part_and_what_was_left_out(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = inject(project)
    assert main(["why", identity]) == 0
    text = capsys.readouterr().out
    assert "81% to be opened: text +0.50 name +0.31" in text
    assert "no room left in the budget" in text
    assert "identical, byte for byte" in text
    assert main(["why", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replay"] == "identical"


def test_why_prints_exactly_what_was_sent(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inject(project)
    assert main(["why", "--text"]) == 0
    assert capsys.readouterr().out.startswith("--- Sightline Context (auto-injected, 2 items) ---")


def test_an_unknown_injection_is_an_error(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", "ffff"]) == 2
    assert "sightline log" in capsys.readouterr().err


def test_stats_count_and_show_the_formula(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inject(project)
    engine = open_engine(str(project))
    activity.record_saving(
        engine.activity,
        None,
        "skeleton",
        project=engine.project.id,
        before=1000,
        after=100,
        now=engine.now(),
    )
    engine.close()
    assert main(["stats"]) == 0
    text = capsys.readouterr().out
    assert "1,000 -> 100 tokens, saved 900 (90%)" in text
    assert "saved = " in text
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["injections"]["injections"] == 1


def test_stats_of_one_session_show_budgets_and_the_net(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inject(project)
    engine = open_engine(str(project))
    bounds = {"project": engine.project.id, "now": engine.now()}
    for session, after in (("s1", 1000), ("s1", 3000), ("other", 4000)):
        activity.record_saving(
            *(engine.activity, SessionKey("claude", session), "capsule"),
            before=9000,
            after=after,
            budget=4000,
            **bounds,
        )
    engine.close()
    assert main(["stats", "--session", "s"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("session s1\n")
    assert "capsule     2 answers: 18,000 -> 4,000 tokens, saved 14,000 (78%)" in text
    assert "budget      capsule: median 25% used, 25% to 75% (2 answers)" in text
    assert "reading whole files instead of the returned bodies" in text
    assert main(["stats", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    tokens = value["injections"]["tokens"]
    assert value["net"] == 27_000 - 8_000 - tokens
    rows = {row["session"]: row for row in value["sessions"]}
    assert rows["s1"]["injections"] == 1
    assert rows["s1"]["tokens"] == tokens
    assert (rows["s1"]["saved"], rows["other"]["saved"]) == (14_000, 5_000)
    assert {row["what"] for row in value["budgets"]} == {"capsule", "injection"}


def test_stats_show_per_week_and_project_how_many_blocks_and_files_were_right(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = open_engine(str(project))
    # Two blocks of two files each on a Monday and a Sunday of one week, one in the week after.
    monday = 1_772_409_600_000  # 2026-03-02
    for day, opened in ((0, 2), (6, 0), (7, 1)):
        now = monday + day * 86_400_000 + 3_600_000
        items = [Item(CODE, f"{day}{name}.py", f"{name}.py", 0.5, f"{day}{name}") for name in "ab"]
        key = SessionKey("claude", f"s{day}")
        activity.record_injection(
            *(engine.activity, key, compose(items, tokens=300, chars=9000)),
            project=engine.project.id,
            event="UserPromptSubmit",
            prompt="where?",
            ms=1.0,
            now=now,
            notes={},
        )
        shown = usage.open_items(engine.activity, key)
        usage.mark_used(engine.activity, shown[:opened], "read", now=now)
        usage.close_open(
            engine.activity, OBSERVED, project=engine.project.id, before=0, now=now, over=key
        )
    name = engine.project.name
    engine.close()
    assert main(["stats", "--days", "36500"]) == 0
    text = capsys.readouterr().out
    assert "2026-03-09   1 of 1 (100%)              1 of 2 (50%)\n" in text
    assert "2026-03-02   1 of 2 (50%)               2 of 4 (50%)\n" in text
    assert main(["stats", "--all", "--days", "36500", "--json"]) == 0
    weeks = json.loads(capsys.readouterr().out)["precision"]
    assert [week["helped"] for week in weeks] == [1, 1]
    assert {week["name"] for week in weeks} == {name}


def test_stats_of_an_unknown_session_say_so(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inject(project)
    assert main(["stats", "--session", "zzz"]) == 2
    assert "no session called 'zzz'" in capsys.readouterr().err


def test_with_nothing_injected_yet_why_and_stats_say_so(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why"]) == 1
    assert "nothing has been injected in this project yet" in capsys.readouterr().err
    assert main(["stats"]) == 0
    assert "used        not known yet\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("score", "parts", "output"),
    [
        (0.81, (("text", 0.5), ("name", 0.31)), "0.81 = text 0.50 + name 0.31"),
        (0.108, (("source", 0.9), ("recency", 1.0), ("keywords", 0.12)),
         "0.11 = source 0.90 x recency 1.00 x keywords 0.12"),
        (0.4, (("text", 0.5), ("name", 0.3), ("use", 0.5)),
         "0.40 = (text 0.50 + name 0.30) x use 0.50"),
        (0.29, (("source", 0.9), ("recency", 0.5), ("keywords", 0.2), ("linked symbol", 0.2)),
         "0.29 = source 0.90 x recency 0.50 x keywords 0.20 + linked symbol 0.20"),
        (0.58, (("similarity", 0.5), ("weight", 1.0), ("rated", 1.0), ("focus", 0.08)),
         "0.58 = similarity 0.50 x weight 1.00 x rated 1.00 + focus 0.08"),
        (1.0, (), "1.00"),
    ],
)  # fmt: skip
def test_a_score_is_shown_with_its_formula(
    score: float, parts: tuple[tuple[str, float], ...], output: str
) -> None:
    assert _score_formula(score, parts) == output


def test_a_symbol_is_shown_by_its_file_and_its_own_name() -> None:
    assert short_key("src/a.py::pkg.a.f") == "src/a.py::f"
    assert short_key("src/a.rs::a::Router::nest") == "src/a.rs::Router.nest"
    assert short_key("dec-1") == "dec-1"
    assert short_key("lib/x.rb::lib/x::Base::route!") == "lib/x.rb::Base.route!"


def test_an_import_of_another_format_prints_only_the_first_problems(
    project: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "notes.jsonl").write_text("no memory\n" * 5000)
    assert main(["import", "notes.jsonl"]) == 1
    output = capsys.readouterr().out
    assert output.count("\n") < 15
    assert "and 4,990 more problems" in output
