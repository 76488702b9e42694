"""Settings: declared once, merged from four sources, wrong values named and the rest in force."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import SightlineError
from sightline.settings.load import SETTINGS, config_home, data_home, defaults, load
from sightline.settings.read import allowed, facts_problem, fits, read, shown
from sightline.settings.table import SECTIONS
from tests.vectors import vectors


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path


def write_user_file(text: str) -> pathlib.Path:
    path = pathlib.Path(config_home(), "settings.toml")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def write_project_file(project: pathlib.Path, text: str) -> pathlib.Path:
    path = project / ".sightline.toml"
    path.write_text(text)
    return path


def age(path: pathlib.Path, seconds: int = 60) -> None:
    """Let a file look as if it had been written a while ago."""
    then = path.stat().st_mtime_ns - seconds * 1_000_000_000
    os.utime(path, ns=(then, then))


def test_documented_defaults_are_in_force_without_any_file(project: pathlib.Path) -> None:
    """FG-45, LO-3, LO-10, LO-11, PC-1, PC-10, AS-9, FO-1, FO-4, FO-8, FO-14; rulings 44..46, 58."""
    settings = load(str(project))
    documented = {
        "focus.memorySize": 100,
        "focus.decayRate": 0.05,
        "focus.similarity.extend": 0.55,
        "focus.similarity.branch": 0.25,
        "focus.contextLimit": 600,
        "focus.bubbleUpTerms": 6,
        "focus.maxSourcesPerNode": 20,
        "focus.guideSize": 15,
        "focus.transitionBoost": 0.2,
        "injection.budget": 2000,
        "injection.minimum_score": 0.1,
        "injection.recency_days": 30,
        "injection.weights.patterns": 1.0,
        "injection.weights.journal": 0.9,
        "injection.weights.failures": 0.8,
        "injection.weights.transfer": 0.7,
        "injection.weights.registry": 0.6,
        "injection.weights.inbox": 0.3,
        "injection.weights.intent": 0.6,
        "injection.tokens": 1500,
        "injection.characters": 9000,
        "injection.lapse_prompts": 40,
        "injection.lapse_hours": 6,
        "injection.keywords": 10,
        "compaction.gentle.merge": 0.95,
        "compaction.normal.archive_days": 14,
        "compaction.aggressive.max_active": 15,
        "compaction.aggressive.decay": 0.8,
        "index.max_kilobytes": 500,
        "index.history_commits": 6000,
        "index.debounce_ms": 500,
        "hook.prompt_seconds": 1.0,
        "hook.tool_seconds": 0.5,
        "hook.end_seconds": 0.8,
        "memory.auto_days": 90,
        "server.port": 3100,
        "topics.undo_days": 30,
    }
    found = settings.values()
    assert {name: found[name] for name in documented} == documented
    assert settings.problems == ()
    assert settings.texts("index.exclude") == (
        *("node_modules", ".git", "vendor", "target", "dist", "__pycache__"),
    )


def test_the_fact_engine_has_its_documented_defaults() -> None:
    """PC-1, PC-10; ruling 52 replaces the skip list by our tools' names."""
    documented = dict(vectors("frame")["default_config"])
    documented.pop("skip_tools")
    found = defaults().values()
    assert {name: found[f"facts.{name}"] for name in documented} == documented
    assert "recover_session" in defaults().texts("facts.skip_tools")
    assert "ai_*" in defaults().texts("facts.skip_tools")


def test_the_stronger_source_wins_value_by_value(
    project: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ruling 62: defaults < user file < .sightline.toml < environment."""
    user = write_user_file("[focus]\nmemorySize = 1\nguideSize = 2\nbubbleUpTerms = 3\n")
    own = write_project_file(project, "[focus]\nguideSize = 20\nbubbleUpTerms = 30\n")
    monkeypatch.setenv("SIGHTLINE_FOCUS_BUBBLEUPTERMS", "40")
    settings = load(str(project))
    names = ("focus.memorySize", "focus.guideSize", "focus.bubbleUpTerms", "focus.contextLimit")
    assert [settings.integer(name) for name in names] == [1, 20, 40, 600]
    assert [settings.origin(name) for name in names] == [
        *(str(user), str(own), "SIGHTLINE_FOCUS_BUBBLEUPTERMS", "default"),
    ]
    assert load().integer("focus.guideSize") == 2


def test_an_explicit_zero_is_respected(project: pathlib.Path) -> None:
    """FG-45."""
    write_project_file(project, "[focus]\nmemorySize = 0\ntransitionBoost = 0\nguideSize = 0\n")
    settings = load(str(project))
    assert settings.integer("focus.memorySize") == 0
    assert settings.number("focus.transitionBoost") == 0.0
    assert settings.problems == ()


def test_dotted_and_nested_keys_are_the_same(project: pathlib.Path) -> None:
    """FG-45: similarity.extend keeps its name."""
    for text in (
        "[focus.similarity]\nextend = 0.7\nbranch = 0\n",
        "[focus]\nsimilarity.extend = 0.7\nsimilarity.branch = 0\n",
        "focus = { similarity = { extend = 0.7, branch = 0 } }\n",
    ):
        write_project_file(project, text)
        settings = load(str(project))
        assert settings.number("focus.similarity.extend") == 0.7
        assert settings.number("focus.similarity.branch") == 0.0


def test_three_mistakes_give_three_messages_and_the_rest_is_in_force(
    project: pathlib.Path,
) -> None:
    """A wrong value names the file, the key, the value and what is allowed."""
    path = write_project_file(
        project,
        '[focus]\nmemorySize = "many"\nguideSize = 7\n[injection]\ntokens = -3\nbudget = 900\n'
        "[index]\nhistory = 12\nexclude = ['a']\n",
    )
    settings = load(str(project))
    assert settings.problems == (
        f"{path}: focus.memorySize = 'many' must be an integer from 0 to 100,000; "
        "100 stays in effect",
        f"{path}: injection.tokens = -3 must be an integer from 0 to 100,000; 1500 stays in effect",
        f"{path}: index.history is not a setting; nearest: index.history_commits",
    )
    assert settings.integer("focus.guideSize") == 7
    assert settings.integer("injection.budget") == 900
    assert settings.texts("index.exclude") == ("a",)


def test_broken_lines_cost_only_themselves(project: pathlib.Path) -> None:
    """A file that is not TOML as a whole is read without its broken lines."""
    path = write_project_file(
        project,
        "# mine\n[focus]\nmemorySize = \nguideSize = 7\n\n[index\nmax_kilobytes = 9\n"
        "[injection]\ntokens = 5 five\nbudget = 900\nkeywords = 4\nkeywords = 5\n"
        "[privacy]\ndeny = [\n  'a',\n",
    )
    settings = load(str(project))
    assert settings.problems[:2] == (
        f"{path}: line 3 is not valid TOML and was skipped: memorySize =",
        f"{path}: line 6 is not valid TOML and was skipped: [index",
    )
    assert f"{path}: line 12 states injection.keywords again; the last one counts" in (
        settings.problems
    )
    assert settings.integer("focus.guideSize") == 7
    assert settings.integer("injection.tokens") == 1500
    assert settings.integer("injection.budget") == 900
    assert settings.integer("injection.keywords") == 5


@pytest.mark.parametrize("raw", [b"\xff\xfe[focus]", b"[focus]\nmemorySize = 1" + b" " * 1_000_000])
def test_an_unreadable_file_is_named_and_ignored(project: pathlib.Path, raw: bytes) -> None:
    path = project / ".sightline.toml"
    path.write_bytes(raw)
    settings = load(str(project))
    assert len(settings.problems) == 1
    assert str(path) in settings.problems[0]
    assert settings.integer("focus.memorySize") == 100


def test_a_file_with_bom_and_windows_line_ends_is_read(project: pathlib.Path) -> None:
    (project / ".sightline.toml").write_bytes(b"\xef\xbb\xbf[focus]\r\nmemorySize = 5\r\n")
    assert load(str(project)).integer("focus.memorySize") == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("focus.memorySize", v) for v in (True, 1.5, "5", [], -1, 100_001, float("nan"))),
        *(("focus.decayRate", v) for v in (float("inf"), "x", False, -0.1)),
        *(("focus.every_prompt", v) for v in (1, "true", None)),
        *(("index.exclude", v) for v in ("vendor", [1], {})),
        *(("server.tools", v) for v in ("some", 1)),
    ],
)
def test_values_outside_their_type_and_limits_do_not_fit(name: str, value: object) -> None:
    (setting,) = (setting for setting in SETTINGS if setting.name == name)
    assert not fits(setting, value)
    assert fits(setting, setting.default)


def test_the_environment_spells_every_type() -> None:
    """Ruling 62: SIGHTLINE_<SECTION>_<KEY>, underscores between words or not."""
    settings = read(
        (),
        (
            ("SIGHTLINE_FOCUS_MEMORY_SIZE", "7"),
            ("SIGHTLINE_FOCUS_SIMILARITY_EXTEND", "0.5"),
            ("SIGHTLINE_FOCUS_EVERY_PROMPT", "yes"),
            ("SIGHTLINE_INDEX_EXCLUDE", "a, b,"),
            ("SIGHTLINE_SERVER_TOOLS", "lean"),
            ("SIGHTLINE_INJECTION_DEBUG", "off"),
            ("SIGHTLINE_SOMETHING_ELSE", "x"),
        ),
    )
    assert settings.problems == ()
    assert settings.integer("focus.memorySize") == 7
    assert settings.number("focus.similarity.extend") == 0.5
    assert settings.flag("focus.every_prompt") is True
    assert settings.texts("index.exclude") == ("a", "b")
    assert settings.text("server.tools") == "lean"
    assert settings.flag("injection.debug") is False


def test_a_wrong_variable_is_named_too() -> None:
    settings = read(
        (), (("SIGHTLINE_FOCUS_MEMORYSISE", "1"), ("SIGHTLINE_FOCUS_MEMORYSIZE", "lots"))
    )
    assert settings.problems == (
        "SIGHTLINE_FOCUS_MEMORYSISE: focus.memorysise is not a setting; nearest: focus.memorySize",
        "SIGHTLINE_FOCUS_MEMORYSIZE: focus.memorySize = 'lots' must be an integer from 0 to "
        "100,000; 100 stays in effect",
    )


def test_the_documented_budget_variable_is_honoured() -> None:
    """LO-3, ruling 62; our own name is the stronger."""
    assert read((), (("LORE_CONTEXT_BUDGET", "500"),)).integer("injection.budget") == 500
    both = read((), (("LORE_CONTEXT_BUDGET", "500"), ("SIGHTLINE_INJECTION_BUDGET", "600")))
    assert both.integer("injection.budget") == 600
    assert read((), (("LORE_CONTEXT_DEBUG", "1"),)).flag("injection.debug")


@pytest.mark.parametrize("case", vectors("frame")["validate"], ids=lambda case: case["case"])
def test_the_fact_engine_is_validated_in_the_documented_words(case: dict[str, str]) -> None:
    """PC-10, ruling 35."""
    zero = dict.fromkeys(
        ("recency_weight", "frequency_weight", "level_weight", "keyword_weight"), 0.0
    )
    changes: dict[str, dict[str, float]] = {
        "allzero": zero,
        "halflife_negative_ok": {"decay_half_life_hours": -1.0},
        "ok": {},
        "budget0": {"token_budget": 0},
        "max0": {"max_facts": 0},
        "neg": {"level_weight": -0.1},
    }
    values = defaults().values()
    values.update({f"facts.{name}": value for name, value in changes[case["case"]].items()})
    assert facts_problem(values) == case["error"]


def test_facts_that_make_no_sense_fall_back_and_say_so(project: pathlib.Path) -> None:
    """PC-10, ruling 35: merged with defaults, validated with the documented messages."""
    path = write_project_file(
        project,
        "[facts]\ntoken_budget = 0\nrecency_weight = 0\nfrequency_weight = 0\nlevel_weight = 0\n"
        "keyword_weight = 0\nmax_facts = 3\n",
    )
    settings = load(str(project))
    first, second = settings.problems
    assert first.startswith(f"{path}: facts.token_budget = 0 must be")
    assert "token_budget must be positive" in first
    assert "at least one weight must be positive" in second
    assert settings.number("facts.level_weight") == 0.3
    assert settings.integer("facts.max_facts") == 3


def test_thresholds_in_the_wrong_order_fall_back_and_say_so(project: pathlib.Path) -> None:
    """FG-17: the original took any pair."""
    write_project_file(project, "[focus.similarity]\nextend = 0.2\nbranch = 0.4\n")
    settings = load(str(project))
    assert settings.number("focus.similarity.extend") == 0.55
    assert "extend must not be below branch" in settings.problems[0]


def test_a_project_cannot_change_what_concerns_all_projects(project: pathlib.Path) -> None:
    """A cloned repository must not shorten memories or open denied files."""
    write_project_file(
        project, "[memory]\nauto_days = 0\n[privacy]\ndeny = ['!.env']\n[server]\nport = 80\n"
    )
    settings = load(str(project))
    assert len(settings.problems) == 3
    assert settings.integer("memory.auto_days") == 90
    assert "!.env" not in settings.texts("privacy.deny")
    write_project_file(project, "[privacy]\ndeny = ['private/']\n")
    assert {".env", "private/"} <= set(load(str(project)).texts("privacy.deny"))


def test_settings_are_read_from_the_cache_until_a_source_changes(project: pathlib.Path) -> None:
    """A hook needs no TOML parser: the cached form holds until the sources' times change."""
    path = write_project_file(project, "[focus]\nmemorySize = 5\nguidesize = 1\n")
    age(path)
    first = load(str(project))
    code = (
        "import sys; from sightline.settings.load import load; s = load(sys.argv[1]);"
        "print(s.integer('focus.memorySize'), len(s.problems), s.origin('focus.memorySize'));"
        "print(sorted({'tomllib', 'sightline.settings.read'} & set(sys.modules)))"
    )
    shown = subprocess.run(
        [sys.executable, "-S", "-c", code, str(project)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ},
    ).stdout.splitlines()
    assert shown == [f"5 1 {path}", "[]"]
    path.write_text("[focus]\nmemorySize = 66\n")
    age(path, 30)
    assert load(str(project)).integer("focus.memorySize") == 66
    path.unlink()
    assert load(str(project)).integer("focus.memorySize") == 100
    assert first.integer("focus.memorySize") == 5


def test_a_change_within_one_tick_of_the_clock_is_seen(project: pathlib.Path) -> None:
    """A file written just now is not cached, as its next change may have the same time."""
    path = write_project_file(project, "[focus]\nmemorySize = 5\n")
    stamp = path.stat().st_mtime_ns
    assert load(str(project)).integer("focus.memorySize") == 5
    path.write_text("[focus]\nmemorySize = 6\n")
    os.utime(path, ns=(stamp, stamp))
    assert load(str(project)).integer("focus.memorySize") == 6


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"key": 1}', b"\xff" * 9])
def test_a_damaged_cache_is_made_anew(project: pathlib.Path, damage: bytes) -> None:
    path = write_project_file(project, "[focus]\nmemorySize = 5\n")
    age(path)
    load(str(project))
    (cached,) = pathlib.Path(data_home(), "settings").glob("*.json")
    cached.write_bytes(damage)
    assert load(str(project)).integer("focus.memorySize") == 5
    assert json.loads(cached.read_bytes())["values"]["focus.memorySize"] == 5


def test_without_a_writable_home_settings_still_work(
    project: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_project_file(project, "[focus]\nmemorySize = 5\n")
    age(path)
    (project / "file").write_text("")
    monkeypatch.setenv("SIGHTLINE_HOME", str(project / "file" / "below"))
    assert load(str(project)).integer("focus.memorySize") == 5


def test_the_cache_is_private(project: pathlib.Path) -> None:
    load(str(project))
    if os.name == "posix":
        for path in pathlib.Path(data_home(), "settings").glob("*"):
            assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("platform", "environ", "data", "config"),
    [
        ("linux", {"HOME": "/h"}, "/h/.local/share/sightline", "/h/.config/sightline"),
        (
            "linux",
            {"HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"},
            "/d/sightline",
            "/c/sightline",
        ),
        ("darwin", {"HOME": "/h"}, *["/h/Library/Application Support/sightline"] * 2),
        ("win32", {"LOCALAPPDATA": "/l", "APPDATA": "/r"}, "/l/sightline", "/r/sightline"),
        (
            "win32",
            {"USERPROFILE": "/u"},
            "/u/AppData/Local/sightline",
            "/u/AppData/Roaming/sightline",
        ),
        ("linux", {"HOME": "/h", "SIGHTLINE_HOME": "/s"}, "/s", "/h/.config/sightline"),
    ],
)
def test_every_system_has_its_own_folders(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], data: str, config: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert data_home(environ).replace(os.sep, "/") == data
    assert config_home(environ).replace(os.sep, "/") == config


def test_without_a_home_directory_the_error_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(SightlineError) as caught:
        data_home({})
    assert "SIGHTLINE_HOME" in caught.value.hint
    assert load(None, {}).integer("focus.memorySize") == 100


def test_every_setting_is_declared_once_and_whole() -> None:
    names = [setting.name for setting in SETTINGS]
    squeezed = {name.replace(".", "").replace("_", "").lower() for name in names}
    assert len(names) == len(set(names)) == len(squeezed)
    for setting in SETTINGS:
        assert fits(setting, setting.default), setting.name
        assert setting.sentence.endswith("."), setting.name
        assert setting.section in SECTIONS, setting.name
        assert allowed(setting)
        assert shown(setting.default)


def test_the_reference_page_is_fresh() -> None:
    """Made by `python -m sightline.settings > docs/reference/settings.md`."""
    from sightline.settings.reference import reference

    page = pathlib.Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
    assert page.read_text(encoding="utf-8") == reference()


@given(st.binary(max_size=300))
def test_any_file_is_survived(raw: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, ".sightline.toml")
        path.write_bytes(raw)
        assert read((str(path),), ()).integer("focus.memorySize") >= 0


toml_like = st.lists(
    st.sampled_from(
        [
            *(
                "[focus]\n",
                "memorySize",
                " = ",
                "5",
                '"',
                "\n",
                "[",
                "]",
                "'''",
                "{",
                "}",
                ".",
                ",",
            ),
            *("similarity.extend", "#", "\\", "\t", "[[a]]\n", "nan", "1979-05-27", "é"),
        ]
    ),
    max_size=30,
).map("".join)


@given(toml_like)
def test_any_nearly_toml_file_is_survived(text: str) -> None:
    test_any_file_is_survived.hypothesis.inner_test(text.encode())  # type: ignore[attr-defined]


@pytest.mark.skipif(os.name == "nt", reason="modes say nothing there")
def test_reading_settings_first_makes_a_folder_for_the_user_alone(project: pathlib.Path) -> None:
    home = pathlib.Path(data_home())
    assert not home.exists()
    load(str(project))
    assert (home / "settings").is_dir()
    assert home.stat().st_mode & 0o777 == 0o700
