"""Doubt: whether anything fits a question, and the project's own words for it."""

import pathlib
from collections.abc import Iterator, Sequence

import pytest

from sightline.context.ranking.retrieval import find
from sightline.context.ranking.retry_words import retry_words
from sightline.index.refresh import refresh
from sightline.settings import load
from sightline.store.locations import index_path
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace.identity import find_project

CODE = """
def throttle_visitors(gate, visitors):
    return gate.turnstile(visitors)


def redirected(gate):
    return gate.detour
"""


DOOR = """
def login(guest):
    return guest.badge
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("doubt")
    root, home = folder / "project", str(folder / "home")
    root.mkdir()
    pathlib.Path(root / "gates.py").write_text(CODE, encoding="utf-8")
    pathlib.Path(root / "door.py").write_text(DOOR, encoding="utf-8")
    for number in range(30):
        text = f"def part_{number}(gate):\n    return gate.hinge_{number}\n"
        pathlib.Path(root / f"part_{number}.py").write_text(text, encoding="utf-8")
    project = find_project(str(root))
    refresh(project, load.load(str(root), {"SIGHTLINE_HOME": home}), home=home, workers=1)
    opened = open_database(index_path(project.worktree_id, home), "index", readonly=True)
    yield opened
    opened.close()


def test_a_question_in_the_words_of_the_code_fits(index: Database) -> None:
    retrieval = find(index, "where do we throttle visitors at the turnstile", "explore")
    assert not retrieval.fit.is_doubtful


def test_a_question_that_shares_one_word_of_many_is_doubtful(index: Database) -> None:
    retrieval = find(index, "how is the invoice of a gate subscription archived monthly", "explore")
    assert retrieval.fit.is_doubtful


def test_everyday_words_that_happen_to_be_in_the_code_are_doubtful(index: Database) -> None:
    retrieval = find(index, "how do we return more money than people expect", "explore")
    assert retrieval.ranking.symbols and retrieval.fit.is_doubtful


def test_a_named_function_fits_whatever_else_is_asked(index: Database) -> None:
    text = "does `throttle_visitors` archive the monthly invoice of a subscription"
    assert not find(index, text, "explore").fit.is_doubtful


def _retry(index: Database, text: str, user: dict[str, tuple[str, ...]] | None = None) -> set[str]:
    return set(retry_words(index, find(index, text, "explore").evidence, text, user))


def test_words_to_retry_with_are_words_of_the_project(index: Database) -> None:
    words = _retry(index, "is anything redirecting monthly invoices to archived accounts")
    assert "redirected" in words and not words & {"monthly", "invoices", "archived"}


def test_synonyms_are_suggested_if_the_code_has_them(index: Database) -> None:
    assert "visitors" in _retry(index, "how do we slow guests down")
    assert "turnstile" in _retry(index, "how are wickets locked", {"wicket": ("turnstile", "x")})


def test_a_file_named_like_the_question_fits_better(index: Database) -> None:
    def value(text: str) -> float:
        return find(index, text, "explore").fit.value

    assert value("gates of invoices") > value("detour of invoices")


def test_another_form_of_a_word_finds_the_code(index: Database) -> None:
    files = find(index, "redirects", "explore").ranking.files
    assert files[0].file.path == "gates.py"


def test_words_that_code_joins_are_found_joined(index: Database) -> None:
    symbols = find(index, "throttle visitors", "explore").ranking.symbols
    assert symbols[0].symbol.name == "throttle_visitors"


@pytest.mark.parametrize(
    "question",
    (
        "how does somebody sign in here",  # a phrase of the synonyms
        "what happens to a secret password",  # a related word
        "wo ist die Anmeldung",  # another language
    ),
)
def test_a_question_that_nothing_fits_is_searched_in_other_words(
    index: Database, question: str
) -> None:
    retrieval = find(index, question, "explore")
    assert retrieval.ranking.files[0].file.path == "door.py"
    assert retrieval.fit.is_doubtful, "the answer still says that it is a guess"


def test_a_task_is_searched_in_its_own_words(index: Database) -> None:
    assert not find(index, "fix the sign in of somebody", "debug").ranking.files


def test_a_question_that_something_fits_is_not_widened(index: Database) -> None:
    question = "where do we throttle visitors at the turnstile and sign in"
    retrieval = find(index, question, "explore")
    assert not retrieval.fit.is_doubtful
    assert retrieval.ranking.files[0].file.path == "gates.py"
    assert "login" not in {one.symbol.name for one in retrieval.ranking.symbols}


def test_files_are_compared_by_meaning_where_nothing_fits(index: Database) -> None:
    asked: list[str] = []

    def near(question: str, texts: Sequence[str]) -> list[float]:
        asked.extend(texts)
        return [float("part 17" in text) for text in texts]

    question = "how is the hinge of a subscription archived monthly"
    files = find(index, question, "explore", near=near).ranking.files
    assert files[0].file.path == "part_17.py" and dict(files[0].parts)["meaning"] > 0
    assert "part 17. part 17" in asked, "its path, then what it defines"
    # What nobody can compare, a task, and a question that something fits stay as they are.
    unknown = find(index, question, "explore", near=lambda question, texts: []).ranking
    assert unknown == find(index, question, "explore").ranking
    asked.clear()
    find(index, question, "debug", near=near)
    find(index, "where do we throttle visitors at the turnstile", "explore", near=near)
    assert asked == []
