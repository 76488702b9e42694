"""Tidying topics up, and what is suggested about them."""

import pytest

from sightline.errors import UsageError
from sightline.model.session import LOCKS, Topic
from sightline.store import topics as store
from sightline.topics.scores import Profile, Rarity, calibrated, similarity
from sightline.topics.threads import splitting
from sightline.topics.threads.compact import (
    SimilarTopics,
    Strategy,
    compact,
    make_plan,
    strategy_of,
)
from sightline.topics.threads.split_groups import TurnGroup
from sightline.topics.threads.suggestions import ago, drift_history, recommendation, suggestions
from sightline.topics.threads.undo import undo
from tests.topics.conftest import DAY, HOUR, NOW, Talk
from tests.topics.test_threads import merge, seen, two_topics
from tests.vectors import vectors

STRATEGIES = vectors("topics")["compaction_strategies"]
NORMAL = Strategy("normal", 0.85, 14, 30, 0.9)


def topic(name: str, **values: object) -> Topic:
    return Topic(name, **{"used": NOW, "created": NOW, **values})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["gentle", "normal", "aggressive"])
def test_strategies_are_the_documented_ones(talk: Talk, name: str) -> None:
    """AS-9."""
    wanted = STRATEGIES[name]
    found = strategy_of(name, talk.settings)
    assert found[1:] == (
        *(wanted["merge_threshold"], wanted["archive_age_days"]),
        *(wanted["max_active_threads"], wanted["weight_decay"]),
    )


def test_an_unknown_strategy_names_the_three(talk: Talk) -> None:
    """Ruling 27."""
    with pytest.raises(UsageError) as error:
        strategy_of("brutal", talk.settings)
    assert all(name in error.value.hint for name in STRATEGIES)


def test_the_heavier_survives_then_the_newer_and_the_kept_always() -> None:
    """Ruling 27, 28: at the threshold and above."""
    topics = [
        topic("a", weight=1.3),
        topic("b", weight=1.0),
        topic("c", used=NOW - 1),
        topic("d", used=NOW),
        topic("e", lock="force", weight=0.2),
        topic("f"),
        topic("g", pinned=True),
        topic("h", lock="force"),
    ]
    pairs = [("a", "b", 0.85), ("c", "d", 0.9), ("e", "f", 0.9), ("g", "h", 1.0), ("a", "c", 0.8)]
    found = make_plan(topics, [SimilarTopics(*pair) for pair in pairs], NORMAL, 0, NOW)
    assert found.merges == (("d", "c", 0.9), ("e", "f", 0.9), ("a", "b", 0.85))
    assert found.actions[0] == {
        "action": "merge",
        "threads": ["d", "c"],
        "survivor": "d",
        "absorbed": "c",
        "similarity": 0.9,
    }


def test_the_old_and_the_light_are_archived_but_never_what_is_kept() -> None:
    """AS-9, ruling 27."""
    old = NOW - 15 * DAY
    topics = [
        topic("old", used=old),
        topic("pinned", used=old, pinned=True, weight=1.3),
        topic("locked", used=old, lock="compaction"),
        *(topic(f"t{n}", weight=1 - n / 10) for n in range(4)),
    ]
    found = make_plan(topics, [], NORMAL._replace(most_active=4), 2, NOW)
    assert found.archives == ("old", "t3", "t2")
    assert found.weights["pinned"] == 1.3 and found.weights["t0"] == pytest.approx(0.9)
    assert (found.before["active_threads"], found.after["active_threads"]) == (7, 4)
    assert found.after["archived_threads"] == 5
    reasons = [action.get("reason") for action in found.actions if action["action"] == "archive"]
    assert reasons == ["age", "capacity", "capacity"]
    assert found.actions[-1] == {
        "action": "unlock",
        "count": 1,
        "reason": "compaction_complete",
    }


def crowded(talk: Talk) -> None:
    words = ("zeppelin", "sidebar", "invoice", "kernel", "violin", "quartz")
    for place, word in enumerate(words):
        talk.topics(f"{word} {word}box breaks", f"{word} {word}box flickers", session=word)
        if place == 2:
            talk.now += 20 * DAY
    talk.set(MATCHER="tfidf")
    talk.set(SIMILARITY_BRANCH="2", SIMILARITY_EXTEND="2")
    for _ in range(2):
        talk.say("giraffe neck paint colour red", "giraffe" + str(_))


def test_a_dry_run_predicts_truly_and_changes_nothing(talk: Talk) -> None:
    """AS-9 as ruled (27): `after` is what a real run leaves."""
    crowded(talk)
    for name in ("gentle", "normal", "aggressive"):
        strategy = strategy_of(name, talk.settings)
        before = seen(talk)
        said = compact(
            talk.memory, talk.project, strategy, talk.settings, now=talk.now, dry_run=True
        )
        assert seen(talk) == before and said["dry_run"]
        done = compact(talk.memory, talk.project, strategy, talk.settings, now=talk.now)
        assert {**said, "dry_run": False} == done
        active = store.topics_of_status(talk.memory, talk.project, "active")
        assert len(active) == done["after"]["active_threads"]
        total = sum(topic.weight for topic in active)
        assert total == pytest.approx(done["after"]["total_weight"], abs=1e-3)
        archived = store.topics_of_status(talk.memory, talk.project, "archived")
        assert len(archived) == done["after"]["archived_threads"]


def test_a_compaction_merges_loses_no_turn_and_is_taken_back_whole(talk: Talk) -> None:
    """Issue; weakness 3.4.2."""
    crowded(talk)
    before = seen(talk)
    strategy = strategy_of("normal", talk.settings)
    report = compact(talk.memory, talk.project, strategy, talk.settings, now=talk.now)
    assert {action["action"] for action in report["actions"]} >= {"merge", "archive", "decay"}
    assert [turn[0] for turn in seen(talk)["turns"]] == [turn[0] for turn in before["turns"]]
    assert "normal compaction" in undo(talk.memory, talk.project, talk.settings, now=talk.now)
    assert seen(talk) == before


def test_similarity_of_topics_grows_with_words_and_files() -> None:
    """Ruling 48."""
    a = Profile({"exporter": 3, "rows": 2}, frozenset(("out.py",)), frozenset())
    b = Profile({"exporter": 2, "rows": 1}, frozenset(("out.py",)), frozenset())
    c = Profile({"sidebar": 2, "icons": 1}, frozenset(("ui.ts",)), frozenset())
    rarity = Rarity((a, b, c))
    assert similarity(a, b, rarity) > 0.95
    assert similarity(a, c, rarity) == 0.0
    b = b._replace(terms={"exporter": 1, "header": 3, "footer": 3})
    apart = b._replace(things=frozenset())
    assert similarity(a, apart, rarity) < similarity(a, b, rarity)
    ticketed = [p._replace(tickets=frozenset((t,))) for p, t in ((a, "x-1"), (apart, "x-2"))]
    assert similarity(*ticketed, rarity) < similarity(a, apart, rarity)
    assert (calibrated(0.35), calibrated(0.6), calibrated(2)) == (pytest.approx(0.85), 1.0, 1.0)


def test_suggestions_have_the_documented_form(talk: Talk) -> None:
    """AS-6."""
    crowded(talk)
    found = suggestions(talk.memory, talk.project, "the kernelbox flickers", "", now=talk.now)
    (merge,) = found["merge_candidates"]
    assert set(merge) == {"thread_a", "thread_b", "similarity", "reason", "command"}
    assert merge["similarity"] > 0.85
    hints = found["recall_hints"]
    assert set(hints[0]) == {"topic", "last_mentioned", "thread_count", "command"}
    assert "kernel" in hints[0]["topic"]
    assert set(found["health"]) == {"active_threads", "context_pressure", "recommendation"}
    assert found["health"]["active_threads"] == 8


def test_a_topic_that_drifted_is_a_candidate_for_a_split(talk: Talk) -> None:
    """Ruling 24: what each turn moved to, not which tool was used."""
    two_topics(talk)
    drifting, *others = talk.topics(
        "invoice totals are wrong",
        "the kernel timers drift",
        "violin strings need tuning",
        "quartz clock is late",
        "giraffe necks are long",
        session="drift",
    )
    for other in dict.fromkeys(others):
        if other != drifting:
            merge(talk, drifting, other)
    assert drift_history(talk.memory, drifting)[-1] in ("giraffe", "necks", "long")
    found = suggestions(talk.memory, talk.project, "", "", now=talk.now)["split_candidates"]
    assert [candidate["thread_id"] for candidate in found] == [drifting]
    assert len(found[0]["topics_to_split"]) >= 3 and "drifted" in found[0]["reason"]


def test_a_topic_on_one_thing_does_not_drift(talk: Talk) -> None:
    topic_id = talk.topics(*[f"exporter drops rows{n}" for n in range(6)], session="one")[0]
    assert drift_history(talk.memory, topic_id) == ["exporter"]


@pytest.mark.parametrize(
    ("full", "merges", "said"),
    [
        (0.9, 0, "High pressure - consider aggressive compaction"),
        (0.7, 3, "Moderate pressure - consider merging similar threads"),
        (0.1, 2, "Found 2 merge candidates"),
        (0.1, 0, "Healthy state, no action needed"),
    ],
)
def test_the_recommendation_follows_the_pressure(full: float, merges: int, said: str) -> None:
    """AS-6."""
    assert recommendation(full, merges) == said


def test_ages_are_told_in_coarse_words() -> None:
    """Ruling 45."""
    assert [ago(ms) for ms in (5, 61_000, 3 * HOUR, DAY, 9 * DAY)] == [
        "just now",
        "1 minute ago",
        "3 hours ago",
        "1 day ago",
        "9 days ago",
    ]


def test_parts_of_a_split_stay_apart_while_one_of_them_is_locked() -> None:
    """In either direction, between siblings, and when the rest of the split was absorbed."""
    origins = {name: frozenset(ids.split()) for name, ids in (("child", "child rest"),)}
    origins |= {"sibling": frozenset(("sibling", "rest"))}
    topics = [
        topic("rest", weight=1.0),
        topic("child", weight=0.8, lock="compaction"),
        topic("sibling", weight=0.8),
        topic("other", weight=1.5),
    ]

    def merges(*pairs: tuple[str, str, float]) -> list[tuple[str, str]]:
        similar = [SimilarTopics(*pair) for pair in pairs]
        plan = make_plan(topics, similar, NORMAL, 0, NOW, origins)
        return [(merge.survivor, merge.absorbed) for merge in plan.merges]

    assert merges(("child", "rest", 1.0)) == []
    assert merges(("child", "sibling", 1.0)) == []
    assert merges(("rest", "sibling", 1.0)) == [("rest", "sibling")]
    assert merges(("child", "other", 0.9)) == [("child", "other")]
    # What absorbed the rest of the split contains what the child was separated from.
    assert merges(("other", "rest", 1.0), ("child", "other", 0.9)) == [("other", "rest")]


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("part", ["first", "last"])
def test_a_compaction_does_not_undo_a_split(talk: Talk, lock: str, part: str) -> None:
    """Until the lock ends: the default one ends with the first compaction."""
    prompts = ("Redis-Cache leert sich nachts", "Redis-Cache leert sich mittags")
    (home, *_) = talk.topics(*prompts, "Redis-Cache leert sich sonntags", session="cache")
    turn = store.turns(talk.memory, home)[0 if part == "first" else -1].number
    with talk.memory.transaction():
        group = TurnGroup("", [turn])
        _, (child,) = splitting.split(
            talk.memory, talk.project, home, [group], lock, talk.settings, now=talk.now
        )

    def proposed() -> list[object]:
        found = suggestions(talk.memory, talk.project, "", "", now=talk.now)
        return list(found["merge_candidates"])

    assert proposed() == []
    strategy = strategy_of("aggressive", talk.settings)
    compact(talk.memory, talk.project, strategy, talk.settings, now=talk.now)
    active = store.topics_of_status(talk.memory, talk.project, "active")
    assert {t.id for t in active} == {home, child.id}
    assert bool(proposed()) == (lock == "compaction")


def test_a_locked_part_stays_apart_from_what_absorbed_the_rest(talk: Talk) -> None:
    (home, *_) = talk.topics("la caché expira tarde", "la caché expira pronto", session="uno")
    turn = store.turns(talk.memory, home)[-1].number
    with talk.memory.transaction():
        group = TurnGroup("", [turn])
        splitting.split(
            talk.memory, talk.project, home, [group], "force", talk.settings, now=talk.now
        )
    (other,) = talk.topics("le panier perd ses articles", session="deux")
    merge(talk, other, home)
    strategy = strategy_of("aggressive", talk.settings)._replace(merge=0.0)
    report = compact(talk.memory, talk.project, strategy, talk.settings, now=talk.now)
    assert not [action for action in report["actions"] if action["action"] == "merge"]
