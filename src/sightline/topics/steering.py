"""What the agent's ratings and focus settings do to what is told of topics."""

from collections.abc import Iterable, Sequence

from sightline.model.session import PROMPT, REPLY, Focus, Topic
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.prompt_features import extract_features
from sightline.topics.routine_replies import is_substantive
from sightline.topics.scores import focus_boost, relevance

# Below this relevance, after so many ratings, a topic is not told (ruling 75).
LEAST_TOLD, LEAST_RATINGS = 0.2, 2
# Among so many of its last turns something new is looked for.
_TURNS = 40


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
    """Whether a turn that began after the rating said something in this topic.

    A question says nothing, and a reply that confirms or sums up nothing new. The reply of the turn
    that rated was known to whoever rated.
    """
    rated = store.last_rated(memory, topic)
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


def focused_topics(topics: Iterable[Topic], focuses: Sequence[Focus]) -> list[Topic]:
    """The topics the agent asked to see more of, the most wanted first."""
    if not focuses:
        return []
    boosts = {t.id: focus_boost(t.id, t.title, t.terms, focuses) for t in topics}
    wanted = [topic for topic in topics if boosts[topic.id] > 0]
    return sorted(wanted, key=lambda topic: (-boosts[topic.id], topic.id))
