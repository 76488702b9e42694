"""What the agent's ratings and focus settings do to what is told of topics."""

from collections.abc import Iterable, Sequence

from sightline.model.session import REPLY, Focus, Topic
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.scores import focus_boost, relevance

# Below this relevance, after so many ratings, a topic is not told (ruling 75).
LEAST_TOLD, LEAST_RATINGS = 0.2, 2


def muted_topics(memory: Database, topics: Sequence[str]) -> frozenset[str]:
    """The topics that were rated useless and say nothing new since."""
    ratings = store.ratings(memory, topics) if topics else {}
    useless = [
        topic
        for topic, rated in ratings.items()
        if len(rated) >= LEAST_RATINGS and relevance(rated) < LEAST_TOLD
    ]
    return frozenset(topic for topic in useless if not _has_news(memory, topic))


def _has_news(memory: Database, topic: str) -> bool:
    """Whether a reply said something in a topic since it was rated: a question changes nothing."""
    latest = store.last_turns(memory, topic, 1, REPLY)
    return bool(latest) and latest[0].created > store.last_rated(memory, topic)


def focused_topics(topics: Iterable[Topic], focuses: Sequence[Focus]) -> list[Topic]:
    """The topics the agent asked to see more of, the most wanted first."""
    if not focuses:
        return []
    boosts = {t.id: focus_boost(t.id, t.title, t.terms, focuses) for t in topics}
    wanted = [topic for topic in topics if boosts[topic.id] > 0]
    return sorted(wanted, key=lambda topic: (-boosts[topic.id], topic.id))
