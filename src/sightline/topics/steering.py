"""What the agent's ratings and focus settings do to what is told of topics."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sightline.model.session import FILE, MERGED, PROMPT, REPLY, TICKET, Focus, Topic
from sightline.store import threads
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.scores import MOST_BOOST, focus_boost, relevance
from sightline.topics.telling.routine_replies import is_substantive

# Below this relevance, after so many ratings, a topic is not told (ruling 75).
LEAST_TOLD, LEAST_RATINGS = 0.2, 2
# Among so many of its last turns something new is looked for.
_TURNS = 40
# How many topics in focus are told in full.
MOST_FOCUSED = 2
# So many focuses count, the newest ones, each with so many topics.
_MOST_FOCUSES, _MOST_FOUND = 8, 5
_TOPIC_ID = r"t-[0-9a-f]{4,}"
# A topic is about a subject that has so much of its words there, and that is spoken of so often
# compared with the topic that speaks most of it.
_LEAST_SHARE, _LEAST_OF_BEST = 0.6, 0.25
_MOST_CANDIDATES = 24
# The boost by a focus with whose subject only the turns of a topic agree; as by one of its terms.
_FOUND_BOOST = 0.3


class FocusedTopic(NamedTuple):
    """A topic that the agent asked to see more of, how much more, and when it asked last."""

    topic: Topic
    boost: float
    set_at: int


def muted_topics(
    memory: Database, topics: Sequence[str], focused: Iterable[FocusedTopic] = ()
) -> frozenset[str]:
    """The topics rated useless that say nothing new since, and were not put in focus since."""
    ratings = store.ratings(memory, topics) if topics else {}
    useless = [
        topic
        for topic, rated in ratings.items()
        if len(rated) >= LEAST_RATINGS and relevance(rated) < LEAST_TOLD
    ]
    if not useless:
        return frozenset()
    asked_for = {one.topic.id: one.set_at for one in focused}
    rated_at = {topic: store.last_rated(memory, topic) for topic in useless}
    return frozenset(
        topic
        for topic, rated in rated_at.items()
        if asked_for.get(topic, -1) < rated and not _has_news(memory, topic, rated)
    )


def is_muted(memory: Database, project: str, topic: Topic) -> bool:
    """Whether nothing of this topic is told."""
    if not muted_topics(memory, [topic.id]):
        return False
    focused = topics_in_focus(memory, project, store.focuses(memory, project), [topic])
    return bool(muted_topics(memory, [topic.id], focused))


def _has_news(memory: Database, topic: str, rated: int) -> bool:
    """Whether a turn that began after the rating said something in this topic.

    A question says nothing, and a reply that confirms or sums up nothing new. The reply of the turn
    that rated was known to whoever rated.
    """
    asked: set[tuple[str, str]] = set()
    for turn in reversed(store.last_turns(memory, topic, _TURNS)):
        session = (turn.agent, turn.session)
        if turn.created <= rated:
            continue
        if turn.role == PROMPT and extract_features(turn.text).cues.asks_where:
            asked.discard(session)
        elif turn.role == PROMPT:
            asked.add(session)
        elif turn.role == REPLY and session in asked and is_substantive(turn.text):
            return True
    return False


def topics_in_focus(
    memory: Database, project: str, focuses: Sequence[Focus], known: Collection[Topic]
) -> list[FocusedTopic]:
    """The topics of these focuses: the best one of each, newest focus first, then the next best."""
    ranks: dict[str, tuple[int, int]] = {}
    wanted: dict[str, FocusedTopic] = {}
    newest = sorted(focuses, key=lambda focus: (-focus.set_at, focus.topic))
    for focus in newest[:_MOST_FOCUSES]:
        if focus.weight <= 0:
            continue
        for rank, topic in enumerate(topics_of_focus(memory, project, focus.topic, known)):
            boost = _boost(topic, focus)
            before = wanted.get(topic.id)
            if before is not None:
                boost = min(MOST_BOOST, boost + before.boost)
            set_at = max(focus.set_at, before.set_at if before else 0)
            wanted[topic.id] = FocusedTopic(topic, boost, set_at)
            ranks.setdefault(topic.id, (rank, -focus.set_at))
    return sorted(wanted.values(), key=lambda one: (ranks[one.topic.id], one.topic.id))


def _boost(topic: Topic, focus: Focus) -> float:
    """AS-3; a focus that only the turns of a topic explain counts as one of its terms."""
    documented = focus_boost(topic.id, topic.title, topic.terms, [focus])
    return max(documented, _FOUND_BOOST * focus.weight)


def names_topic(subject: str) -> bool:
    """Whether a focus is on one topic by its id, rather than on a subject."""
    return re.compile(_TOPIC_ID).fullmatch(subject.lower()) is not None


def topics_of_focus(
    memory: Database, project: str, subject: str, known: Collection[Topic]
) -> list[Topic]:
    """The topics that a focus is about, the best one first.

    By its id, also where it was merged into another; or by the files and tickets that the subject
    names, the titles and terms of the `known` topics, and the words said in any topic.
    """
    if names_topic(subject):
        return _with_id(memory, project, subject.lower())
    features = extract_features(subject)
    ids = [
        topic
        for kind, names in ((TICKET, features.tickets), (FILE, features.files))
        for name in sorted(names)
        for topic in store.topics_touching(memory, project, kind, name)
    ]
    if not ids and (features.terms or features.chores):
        titled = [t.id for t in known if t.status != MERGED and _stands_in(subject, t)]
        ids = [*titled, *_speaking_of(memory, project, features.terms or features.chores)]
    ids = list(dict.fromkeys(ids))[:_MOST_FOUND]
    topics = {topic.id: topic for topic in store.topics_named(memory, project, ids)}
    return [topics[name] for name in ids if name in topics]


def _with_id(memory: Database, project: str, id: str) -> list[Topic]:
    topic = store.topic(memory, project, id)
    seen = {id}
    while topic is not None and topic.status == MERGED and topic.merged_into not in seen:
        seen.add(topic.merged_into)
        topic = store.topic(memory, project, topic.merged_into)
    return [topic] if topic is not None and topic.status != MERGED else []


def _stands_in(subject: str, topic: Topic) -> bool:
    """Whether a subject is a term of a topic, or stands in its title as whole words."""
    name = subject.lower()
    if name in (term.lower() for term in topic.terms):
        return True
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").search(topic.title.lower()) is not None


def _speaking_of(memory: Database, project: str, terms: Sequence[str]) -> list[str]:
    """The topics with the most of the words of a subject, those that say them most often first."""
    names = threads.topics_saying(memory, project, terms, _MOST_CANDIDATES)
    counts = store.known_terms(memory, names, terms)
    most = max((len(known) for known in counts.values()), default=0)
    if most < _LEAST_SHARE * len(terms):
        return []
    said = {name: sum(counts[name].values()) for name in names if len(counts[name]) == most}
    least = _LEAST_OF_BEST * max(said.values())
    # Sorting is stable: the topic that was used last comes first among equal ones.
    return sorted((n for n in said if said[n] >= least), key=lambda name: -said[name])
