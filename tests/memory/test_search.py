"""Finding memories: words in other forms, neighbours, names, dates, scopes, scripts."""

import pathlib

import pytest

from sightline.memory.neighbours import rarity_in_general
from sightline.memory.search import Scope, search, search_sessions
from sightline.memory.vocabulary import search_words
from sightline.model.memory import Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database, open_database

NOW = 1_770_000_000_000
DAY = 86_400_000


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "memory.db"), "memory")


def keep(database: Database, *memories: Memory) -> None:
    for memory in memories:
        store.add(database, memory, search_words(memory))


def said(number: int, text: str, **more: object) -> Memory:
    memory = Memory(f"obs-{number:08x}", "observation", text, NOW + number, session="s1")
    return memory._replace(**more)  # type: ignore[arg-type]


def found(database: Database, question: str, scope: Scope | None = None) -> list[str]:
    hits = search(database, question, now=NOW, scope=scope or Scope())
    return [memory.text for memory in store.of_numbers(database, [hit.number for hit in hits])]


def test_a_memory_is_found_in_another_form_of_its_words(database: Database) -> None:
    keep(database, said(1, "We went to the migration review", session="a"))
    keep(database, said(2, "Sessions expire lazily on read", session="b"))
    assert found(database, "who goes to reviews of migrations?")[0].startswith("We went")
    assert found(database, "session expiry") == ["Sessions expire lazily on read"]


def test_identifiers_are_found_whole_and_in_parts(database: Database) -> None:
    """Ruling 21: camelCase and snake_case are split."""
    keep(database, said(1, "expire_session must honour graceSeconds"))
    for question in ("expire_session", "grace", "session", "graceSeconds"):
        assert found(database, question), question


def test_text_without_spaces_is_found(database: Database) -> None:
    """Ruling 21: CJK text is searchable."""
    keep(database, said(1, "会话在读取时过期"), said(2, "支払い処理は非同期です"))
    assert found(database, "过期")[0] == "会话在读取时过期"
    assert found(database, "非同期")[0] == "支払い処理は非同期です"


def test_an_answer_is_found_by_the_words_of_the_question_before_it(database: Database) -> None:
    keep(
        database,
        said(1, "Good morning"),
        said(2, "Which broker do we use for the billing events?"),
        said(3, "RabbitMQ, the other one lost messages"),
        said(4, "Fine"),
        said(5, "The broker of the hall said no", session="other"),
    )
    texts = found(database, "broker of billing events")
    assert any("RabbitMQ" in text for text in texts), "it shares no word with the question"
    assert "billing" in texts[0]


def test_who_spoke_counts_when_a_name_is_asked_for(database: Database) -> None:
    keep(
        database,
        said(1, "I like the small database", author="Maria", session="a"),
        said(2, "I like the large database", author="John", session="b"),
    )
    assert found(database, "which database does Maria like")[0].endswith("small database")
    assert found(database, "which database does john like")[0].endswith("large database")


def test_a_named_day_counts(database: Database) -> None:
    keep(
        database,
        said(1, "deployed the gateway", created=NOW - 40 * DAY, session="a"),
        said(2, "deployed the gateway again", created=NOW - 3 * DAY, session="b"),
    )
    day = "2025-12-24"  # forty days before
    assert found(database, f"gateway deployed on {day}")[0] == "deployed the gateway"
    assert found(database, "gateway deployed in December 2025")[0] == "deployed the gateway"


def test_a_search_stays_within_projects_and_kinds(database: Database) -> None:
    keep(
        database,
        said(1, "cache keys are hashed", project="aa"),
        said(2, "cache keys are plain", project="bb"),
        said(3, "cache keys everywhere", project=""),
        said(4, "cache keys decided", project="aa", kind="decision", id="dec-00000001"),
    )
    assert len(found(database, "cache keys")) == 4
    assert set(found(database, "cache keys", Scope(("bb", "")))) == {
        "cache keys are plain",
        "cache keys everywhere",
    }
    assert found(database, "cache keys", Scope(("aa",), ("decision",))) == ["cache keys decided"]
    assert found(database, "cache keys", Scope(("cc",))) == []


def test_sessions_are_found_by_all_of_what_was_said_in_them(database: Database) -> None:
    for number in range(1, 6):
        text = "look at the token refresh" if number < 4 else "tests pass"
        keep(database, said(number, text, session="long"))
    keep(database, said(9, "refresh", session="short"), said(10, "lunch", session="none"))
    hits = search_sessions(database, "token refresh", now=NOW)
    memories = store.of_numbers(database, [hit.number for hit in hits])
    assert [memory.session for memory in memories] == ["long", "short"]


def test_every_score_is_the_sum_of_its_parts(database: Database) -> None:
    keep(database, said(1, "Why is the cache cold?", author="Maria"), said(2, "cold start"))
    for hit in search(database, "Maria: cold cache in February 2026", now=NOW):
        assert abs(sum(part for _, part in hit.parts) - hit.score) < 1e-12
        assert 0 < hit.share <= 1


@pytest.mark.parametrize("question", ["", "the of and", '"; DROP TABLE memory', "*** ( ) NEAR AND"])
def test_odd_questions_find_nothing_and_break_nothing(database: Database, question: str) -> None:
    keep(database, said(1, "something"))
    assert found(database, question) == []


def test_a_forgotten_or_changed_memory_leaves_no_words_behind(database: Database) -> None:
    """FO-27's store left old words searchable after an update; ours must not."""
    memory = store.add(database, said(1, "uses redis"), search_words(said(1, "uses redis")))
    changed = memory._replace(text="uses postgres")
    store.change(database, changed, search_words(changed), at=NOW, what="edited")
    assert found(database, "redis") == []
    assert found(database, "postgres") == ["uses postgres"]
    store.bury(database, store.by_id(database, memory.id) or memory, NOW)
    assert found(database, "postgres") == []
    assert [what for _, what, _ in store.versions(database, memory.id)] == ["edited"]


def test_a_project_known_under_another_id_takes_its_memories_along(database: Database) -> None:
    keep(database, said(1, "anti patterns of caching", project="old", kind="anti_pattern"))
    database.statement("UPDATE memory SET project = 'new'")
    assert found(database, "caching", Scope(("new",))) == ["anti patterns of caching"]
    assert found(database, "caching", Scope(("old",))) == []


def test_a_memory_is_found_by_another_wording_it_was_saved_with(database: Database) -> None:
    asked = ("who may approve a refund?", "limits of the cashier role")
    keep(database, said(1, "Supervisors confirm returns above 50", kind="fact", asked_as=asked))
    assert found(database, "cashier limits") == ["Supervisors confirm returns above 50"]


def test_turns_lend_words_to_each_other_but_decisions_do_not(database: Database) -> None:
    keep(database, said(1, "Prices are integers", kind="fact"))
    keep(database, said(2, "Orders are immutable", kind="fact"))
    assert found(database, "prices") == ["Prices are integers"]


def test_a_small_store_knows_which_words_are_common_in_general(database: Database) -> None:
    """In three memories "update" is as rare as "turbine"; in technical prose it is not."""
    keep(database, said(1, "Update the turbine first", session="a", kind="fact"))
    keep(database, said(2, "Invoices of the turbine are grouped by week", session="b", kind="fact"))
    keep(database, said(3, "Update everything at once", session="c", kind="fact"))
    assert rarity_in_general("updat", 1, 3) < 0.5 * rarity_in_general("turbin", 1, 3)
    # A large store knows by itself.
    assert rarity_in_general("updat", 1, 10**9) > 0.8 * rarity_in_general("turbin", 1, 10**9)
    assert found(database, "update invoices")[0].startswith("Invoices")
