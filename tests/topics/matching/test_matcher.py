"""Which topic a prompt belongs to."""

import pytest

from sightline.model.session import SessionKey
from sightline.text.stem import tokenise
from sightline.topics.forest import Forest, Shape
from sightline.topics.matching.match_evidence import is_trunk
from sightline.topics.matching.matcher import History, Thresholds, by_tfidf, score_of
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.scores import Chain
from sightline.topics.tracker import Submission, dry_run, note_reply
from tests.topics.conftest import DAY, HOUR, Talk
from tests.topics.test_forest import seed

README_PROMPTS = (
    "Add JWT authentication to the REST API",
    "Fix session expiry bug",
    "Add refresh token rotation",
    "Create users table migration",
    "Add index on email column",
)


def tfidf(forest: Forest, prompt: str, chain: Chain | None = None, **limits: float):  # type: ignore[no-untyped-def]
    return by_tfidf(tokenise(prompt), History(forest, chain or Chain(), Thresholds(**limits)))


def two_topics() -> Forest:
    forest = Forest([], Shape())
    forest.plant(seed("refresh token rotation", "t-0"))
    forest.plant(seed("email column index", "t-1"))
    return forest


def test_thresholds_decide_on_the_boosted_score() -> None:
    """FG-17: 0.55 extends, 0.25 branches, below is new."""
    forest = two_topics()
    same = tfidf(forest, "refresh token rotation")
    assert (same.action, same.topic, same.score) == ("extend", "t-0", pytest.approx(1.0))
    some = tfidf(forest, "rotation of the logs in production servers")
    assert some.action == "branch" and 0.25 <= some.score < 0.55
    none = tfidf(forest, "paint the bicycle")
    assert (none.action, none.topic, none.score) == ("new", "", 0.0)
    near = tfidf(forest, "rotation of the logs in production servers", branch=0.5)
    assert (near.action, near.topic) == ("new", "") and near.score > 0.25


def test_history_lifts_a_match_over_a_threshold_but_makes_none() -> None:
    """FG-19: cosine · (1 + α · P); it may exceed 1 (FG-17)."""
    forest = two_topics()
    chain = Chain({"t-1": {"t-0": 1}}, "t-1")
    plain = tfidf(forest, "rotation of the logs in production servers").score
    lifted = tfidf(forest, "rotation of the logs in production servers", chain)
    assert lifted.score == pytest.approx(plain * 1.2)
    assert tfidf(forest, "refresh token rotation", chain).score == pytest.approx(1.2)
    assert tfidf(forest, "paint the bicycle", chain).action == "new"
    tree = lifted.trees[0]
    assert (tree.factor, tree.boosted) == (pytest.approx(1.2), pytest.approx(tree.cosine * 1.2))


def test_the_first_best_wins() -> None:
    """FG-18: a root beats an equal leaf, an earlier tree a later one."""
    forest = Forest([], Shape())
    forest.plant(seed("login form", "t-0"))
    forest.plant(seed("login form", "t-1"))
    found = tfidf(forest, "login form")
    assert (found.topic, found.leaf) == ("t-0", 0)
    forest.branch("t-0", seed("login form"), now=1, source="p1")
    assert tfidf(forest, "login form").leaf == 0


def test_an_unknown_word_weighs_in_the_norm() -> None:
    """Ruling 3 (weakness 3.1.1): one ordinary word in common is no match."""
    forest = Forest([], Shape())
    forest.plant(seed("add JWT authentication", "t-0"))
    prompt = "add Stripe payments checkout webhooks invoices refunds taxes currencies"
    assert tfidf(forest, prompt).action == "new"


def test_no_evidence_is_the_threshold() -> None:
    assert score_of(0.0) == pytest.approx(0.25)
    assert score_of(100) == pytest.approx(1.0) and score_of(-100) == pytest.approx(0.0)


def test_the_five_readme_prompts_make_two_topics(talk: Talk) -> None:
    """Ruling 4: by general knowledge of fields, not by a rule for these prompts."""
    found = talk.topics(*README_PROMPTS)
    assert found[0] == found[1] == found[2]
    assert found[3] == found[4] != found[0]


def test_the_documented_matcher_is_selectable(talk: Talk) -> None:
    """Ruling 4."""
    talk.set(MATCHER="tfidf")
    tracked = talk.say("refresh token rotation")
    again = talk.say("refresh token rotation")
    assert (again.topic, again.decision.action) == (tracked.topic, "extend")
    assert again.decision.score == pytest.approx(1.0)


def test_a_session_stays_with_its_topic_while_another_works_elsewhere(talk: Talk) -> None:
    one = talk.say("the exporter drops the last invoice row", "one").topic
    two = talk.say("draw the sidebar tree with lazy nodes", "two").topic
    assert one != two
    assert talk.say("and keep the scroll position", "two").topic == two
    assert talk.say("does the header survive too?", "one").topic == one


def test_words_link_a_new_session_to_an_earlier_topic(talk: Talk) -> None:
    first = talk.say("wingman should review every commit in the background", "one").topic
    talk.say("show the wingman notes in the status line", "one")
    talk.say("the wingman review of a merge is empty", "one")
    found = talk.say("wingman crashes when its review is empty", "two", after=2 * HOUR)
    assert found.topic == first
    assert dict(found.decision.parts)["words"] > 0


def test_a_new_session_without_words_in_common_is_a_new_topic(talk: Talk) -> None:
    first = talk.say("wingman should review every commit in the background", "one").topic
    assert talk.say("draw the sidebar tree with lazy nodes", "two").topic != first


@pytest.mark.parametrize(
    "name", ["", "Main", "unstable", "13.x", "v2.1", "release/1.9", "stable-4.x"]
)
def test_all_kinds_of_work_come_together_on_trunks(name: str) -> None:
    assert is_trunk(name)


@pytest.mark.parametrize(
    "name", ["fix-export", "123-login", "1234", "me/x.y", "release-notes", "v"]
)
def test_other_branches_are_made_for_some_work(name: str) -> None:
    assert not is_trunk(name)


def test_the_branch_decides_first(talk: Talk) -> None:
    """Issue: in life the branch is read from .git/HEAD."""
    first = talk.say("the exporter drops rows", "one", branch="fix-export").topic
    other = talk.say("now the sidebar", "one", branch="sidebar").topic
    assert other != first
    again = talk.say("please look once more", "two", branch="fix-export", after=DAY)
    assert again.topic == first
    trunk = talk.say("and the tests", "two", branch="main")
    assert trunk.topic == first


def test_asking_for_another_branch_ends_a_topic(talk: Talk) -> None:
    first = talk.say("the exporter drops rows", "one").topic
    assert talk.say("let's create a new branch", "one").topic == first
    assert talk.say("the sidebar tree flickers", "one").topic != first


def test_another_ticket_is_another_topic(talk: Talk) -> None:
    first = talk.say("ENT-12 the session list shows stale sessions", "one").topic
    assert talk.say("ENT-13 the session list shows stale sessions", "two").topic != first
    assert talk.say("ENT-12 session list again", "three").topic == first


def test_prompts_that_name_nothing_go_on(talk: Talk) -> None:
    """README of weakness 3.1.2: "fix this", "ok" belong to what was said before."""
    first = talk.say("Add an index on the email column of the users table").topic
    for prompt in ("ok", "fix this", "yes please", "commit and push"):
        assert talk.say(prompt).topic == first


def test_coming_back_is_heard(talk: Talk) -> None:
    first = talk.topics("refresh token rotation for the login", "store the refresh token hashed")[0]
    talk.topics("draw the sidebar tree with lazy nodes", "sidebar icons")
    assert talk.say("back to the refresh token").topic == first


def test_every_part_of_a_score_is_visible(talk: Talk) -> None:
    """Issue: the default matcher is explainable by dry-run."""
    talk.say("wingman should review every commit", "one")
    submission = Submission(talk.project, "wingman review is empty", talk.now)
    decision = dry_run(talk.memory, talk.settings, submission).decision
    tree = decision.trees[0]
    names = [name for name, _ in tree.parts]
    assert {"stay", "words"} <= set(names)
    assert "wingman" in dict(tree.words)
    assert tree.score == pytest.approx(score_of(sum(part for _, part in tree.parts)))
    assert "words" in decision.why


def test_a_plan_with_headings_begins_a_topic_of_its_own(talk: Talk) -> None:
    """The prompt with which assistants hand over a plan names many words of the project."""
    first = talk.topics(
        "the invoice export drops rows", "and the invoice totals are rounded", session="one"
    )
    plan = "Implement the following plan:\n\n# Calendar for technicians\n\n## Context\n\n"
    plan += "A technician sees the visits of a week and moves them by dragging."
    assert talk.say(plan, "one").topic not in first
    assert extract_features(plan).cues.is_plan
    assert not extract_features("why is issue #12 still open?").cues.is_plan


def test_words_that_were_just_said_speak_for_staying(talk: Talk) -> None:
    """The last reply named what the prompt asks about, which no prompt did."""
    talk.say("the login page is slow", "one")
    key = SessionKey("claude", "one")
    note_reply(
        talk.memory,
        talk.project,
        "The Argon2 parameters cost 900 ms.",
        talk.settings,
        now=talk.now,
        key=key,
    )
    prompt = "lower the Argon2 parameters in the staging cluster"
    submission = Submission(talk.project, prompt, talk.now + 1, key)
    parts = dict(dry_run(talk.memory, talk.settings, submission).decision.parts)
    other = submission._replace(prompt="lower the Quartz replicas in the staging cluster")
    assert (
        parts["recent"] > dict(dry_run(talk.memory, talk.settings, other).decision.parts)["recent"]
    )


@pytest.mark.parametrize("prompt", ["why does this fail?", "mach das damit", "これは何"])
def test_words_that_point_back_are_counted(prompt: str) -> None:
    assert extract_features(prompt).cues.refers >= 1


def test_a_ticket_or_file_that_only_one_topic_has_names_it(talk: Talk) -> None:
    limiter = talk.say("PROJ-482: the limiter resets at midnight UTC", "one").topic
    talk.say("something else: invoices need numbers", "one")
    assert talk.say("PROJ-482: also allow the demo host", "two").topic == limiter
    server = talk.say("nginx.conf drops the last header", "three").topic
    talk.say("something else: the landing page needs a favicon", "three")
    assert talk.say("nginx.conf: enable http2", "three").topic == server
