"""The assistant's last replies, one line each, and how they strengthen the topics they are about.

FG-34..FG-37 with ruling 7: one entry per reply, on one line, unable to close a block of ours.
"""

from __future__ import annotations

from sightline.model.session import REPLY, SessionKey, Turn
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.secrets.redact import redact
from sightline.text.tfidf import cosine, vector
from sightline.text.tokenise import tokenise
from sightline.topics.state import State

SUMMARY = 200
# What of a reply is kept as a turn.
KEPT = 2000
SOURCE = "guide-reinforce"


def note_reply(
    memory: Database,
    project: str,
    reply: str,
    settings: Settings,
    *,
    now: int,
    key: SessionKey | None = None,
) -> bool:
    """Take in what the assistant said last; False when it is empty or was taken in already."""
    text = redact(reply[: KEPT * 4]).strip()
    summary = one_line(text, SUMMARY)
    size = settings.integer("focus.guideSize")
    if not summary:
        return False
    with memory.transaction():
        if any(line.summary == summary for line in store.guide(memory, project, max(1, size))):
            return False
        place = store.place_of(memory, project, key) if key and key.session else None
        topic = place.topic if place else store.counters(memory, project).last_topic
        agent, session = (key.agent, key.session) if key else ("", "")
        turn = Turn(0, topic, REPLY, text[:KEPT], now, agent=agent, session=session)
        store.add_turn(memory, project, turn)
        if size:
            store.add_guide(memory, project, summary, topic, now=now, most=size, session=session)
    return True


def weigh(state: State, now: int) -> list[int]:
    """FG-8, FG-35: each reply not yet weighed touches the root it is most like, if it is like it.

    Returns the numbers of the replies weighed; each is weighed once.
    """
    fresh = [line for line in state.guide if not line.reinforced]
    forest = state.forest
    for line in reversed(fresh):
        summary = vector(tokenise(line.summary), forest.corpus)
        best, found = 0.0, 0
        for number in forest.roots.values():
            near = cosine(summary, forest.vector(forest.nodes[number]))
            if near > best:
                best, found = near, number
        if found and best >= state.limits.thresholds.branch:
            forest.touch(found, now=now, source=SOURCE)
    return [line.number for line in fresh]


def reinforce(memory: Database, state: State, now: int) -> None:
    """Weigh what is new and remember that it was weighed."""
    store.mark_reinforced(memory, weigh(state, now))
