"""What a fresh start is told: the project, where the work stopped, what may come next."""

from __future__ import annotations

from sightline.errors import StoreError
from sightline.events import Moment
from sightline.intent import block
from sightline.intent.state import limits_of, load
from sightline.model.frame import FOCUS, THREAD, Item
from sightline.text.ages import ago
from sightline.text.fence import one_line
from sightline.text.hashing import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.intent.state import State

RECENT_MS = 14 * 86_400_000
MOST_TOPICS = 3


def orient(moment: Moment) -> list[Item]:
    """At a session's start: the topics of the last days, the newest first."""
    return _topics(moment, MOST_TOPICS)


def recovery(moment: Moment) -> list[Item]:
    """After a compaction: the topic block and the topics at work."""
    state = _state(moment)
    if state is None or not state.forest.roots:
        return []
    text = block.render(state, moment.now)
    return [Item(FOCUS, "focus", text, 1.0, digest(text)), *_topics(moment, MOST_TOPICS)]


def brief(moment: Moment) -> list[Item]:
    """For a subagent: what the work is about now."""
    return _topics(moment, 1)


def _state(moment: Moment) -> State | None:
    engine = moment.engine
    try:
        with engine.memory.reading():
            return load(engine.memory, engine.project.id, limits_of(engine.settings), moment.key)
    except StoreError:
        return None


def _topics(moment: Moment, most: int) -> list[Item]:
    state = _state(moment)
    if state is None:
        return []
    items = []
    for score, topic in block.ranked_trees(state, moment.now)[:most]:
        known = state.topics.get(topic)
        if known is None or moment.now - known.used > RECENT_MS:
            continue
        leaves = sorted(state.forest.leaves(topic), key=lambda leaf: -leaf.used)
        gist = one_line(leaves[0].content, 100) if leaves else ""
        title = one_line(block.name_of(state, topic), 60)
        text = f"[thread {topic}] {title}: {gist}, {ago(known.used, moment.now)}"
        items.append(Item(THREAD, topic, text, score, digest(f"{topic} {gist}")))
    return items
