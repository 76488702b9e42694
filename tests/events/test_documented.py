"""Documented behaviours of hooks and frames that no other test names."""

import pathlib

import pytest

from sightline.engine import Engine
from sightline.errors import SightlineError
from sightline.memory.score import LEVEL_SCORES
from sightline.memory.tool_calls import skipped
from sightline.model.memory import LEVELS
from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.text.synonyms import USER_FILE as SYNONYMS_FILE
from sightline.text.synonyms import load_user_synonyms, parse_synonyms
from sightline.text.word_lists import FILLER_ROOTS, QUESTION_WORDS
from sightline.text.word_root import root as root_of
from sightline.tools.answer import answer
from tests.events.test_prompt import keep


def test_no_hook_may_take_longer_than_five_seconds() -> None:
    """LO-4, ruling 58: the documented 5 s are a ceiling; ours are far below it."""
    settings = load(None, {})
    for name in ("prompt", "start", "tool", "end"):
        assert settings.number(f"hook.{name}_seconds") <= 1.0


# LO-8: the documented synonyms, as the file writes them.
SYNONYMS = """\
# A keyword on the left matches any word on the right. Edit freely: one line each.
deploy: deploy, ci, pipeline
test: test, testing, ci
auth: auth, authentication, security
"""


def test_synonyms_are_the_documented_ones_until_edited(tmp_path: pathlib.Path) -> None:
    """LO-8, LO-14: deploy, test and auth; one file, which anybody may edit."""
    found = load_user_synonyms(str(tmp_path))
    assert found == parse_synonyms(SYNONYMS)
    assert found[root_of("deploy")] == ("deploy", "ci", "pipeline")
    assert found[root_of("test")] == ("test", "testing", "ci")
    assert found[root_of("auth")] == ("auth", "authentication", "security")
    (tmp_path / SYNONYMS_FILE).write_text(SYNONYMS + "db: db, database\n")
    assert load_user_synonyms(str(tmp_path))["db"] == ("db", "database")


def test_the_roots_of_filler_words_are_those_of_the_words() -> None:
    assert {root_of(word) for word in QUESTION_WORDS} == FILLER_ROOTS


def test_levels_are_project_domain_module_snippet() -> None:
    """PC-6: L0 to L3, the higher the more general, and the more they count."""
    assert LEVELS == ("project", "domain", "module", "snippet")
    assert sorted(LEVEL_SCORES, reverse=True) == list(LEVEL_SCORES)


def test_frame_settings_are_merged_with_their_defaults() -> None:
    """PC-11, ruling 35: what is not set keeps its default; nothing becomes zero or false."""
    settings = load(None, {"SIGHTLINE_FACTS_TOKEN_BUDGET": "120"})
    assert settings.integer("facts.token_budget") == 120
    assert settings.integer("facts.max_facts") == 10
    assert settings.flag("facts.enabled")


@pytest.mark.parametrize(
    "tool",
    [
        *("search_memory", "list_memories", "show", "recall", "recover_session", "get_health"),
        *("save_memory", "update_memory", "delete_memory", "ai_pin", "ai_anything"),
    ],
)
def test_tools_about_memory_carry_no_frame(tool: str) -> None:
    """PC-12, ruling 52: by our names; a setting."""
    assert skipped(tool, load(None, {}))
    assert not skipped("query_symbols", load(None, {}))


def test_a_frame_is_a_text_of_its_own_after_a_success_and_told_once(
    engine: Engine, root: pathlib.Path
) -> None:
    """PC-13, PC-14, ruling 34: L0 facts first, begins with a newline, not the same fact twice."""
    keep(engine, "Money is kept in cents, never in floats", kind="fact", level=0)
    key = SessionKey("claude", "s-1")
    [text, frame] = answer(engine, "get_repo_overview", {}, key)
    assert frame.startswith("\n")
    assert "Money is kept in cents" in frame
    assert "Money is kept in cents" not in text
    assert len(answer(engine, "get_repo_overview", {}, key)) == 1
    with pytest.raises(SightlineError):
        answer(engine, "query_symbol", {}, key)
