"""Lines that bring topics back: on returning to one, after a compaction, and on "where were we?"."""

from collections.abc import Sequence

from sightline.errors import StoreError
from sightline.events.moment import Moment
from sightline.memory.offer import as_item
from sightline.model.frame import LINE_OF, RETURN, Item, Offer
from sightline.model.memory import CLOSED
from sightline.model.session import FILE, MEMORY, MERGED, Topic
from sightline.store import memory as memories
from sightline.store import topics as store
from sightline.store import turns
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.text.tokens import estimate_tokens
from sightline.topics.matching.matcher import NEW
from sightline.topics.prompts.prompt_features import extract_features, file_name
from sightline.topics.settling import TurnEnd, topic_so_far
from sightline.topics.state import TopicState
from sightline.topics.steering import MOST_FOCUSED, is_muted
from sightline.topics.telling.topic_line import (
    FULLEST,
    SHORT,
    SHORTEST,
    USUAL,
    Detail,
    TopicLine,
    topic_line,
)
from sightline.topics.tracker import TrackedPrompt

# A turn returns to a topic for sure if the second-best explanation has so much less evidence: where
# the prompt tells it, where the files so far do, which must say so much themselves, and where the
# turn before told it.
EARLY_MARGIN, FILES_MARGIN, LEAST_FILES, LATE_MARGIN = 0.5, 0.8, 2.5, 1.1
# Among so many of the last topics "where were we?" looks for one of which something came.
MOST_LATEST = 20
# How many lines after a compaction are as usual, how many others are short rather than shortest, and
# from how many topics on none is only short.
MOST_USUAL, MOST_SHORT, MANY = 3, 8, 12
# How many tokens these lines may take, and what share of all: the topic block comes beside them.
LINES_TOKENS, LINES_SHARE = 850, 0.7
# How many memories of a topic in focus are told; its items score above every other one.
MOST_MEMORIES, FOCUSED_SCORE = 3, 2.0
# Among so many linked memories.
MOST_LINKED = 20
GOAL_CHARACTERS = 100
NEWEST_GOALS = 20
# States of a goal that is not worked on.
ENDED = ("completed", "cancelled", "draft")


def returned_topic(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """The line of the topic a prompt returns to, once for each time it does."""
    topic = tracked.state.topics.get(tracked.topic)
    start = _start_of_visit(moment, tracked)
    if topic is None or not start or _visit(tracked.topic, start) in moment.sent:
        return Offer([], [])
    memory = moment.engine.memory
    line = topic_line(memory, topic, now=moment.now, before=start)
    if not (line.asked or line.stood) or topic.id in tracked.muted:
        return Offer([], [])
    if not line.stands and line.repeats(_terms_of_visit(moment, tracked, start)):
        return Offer([], [])
    return Offer([_item(moment, topic, line, _visit(topic.id, start))], [])


def _terms_of_visit(moment: Moment, tracked: TrackedPrompt, start: int) -> set[str]:
    """What the prompts of this visit say, the present one included."""
    terms = set(tracked.prompt.features.terms)
    if start != tracked.turn:
        engine = moment.engine
        for turn in store.turns_named(engine.memory, engine.project.id, [start]):
            terms.update(extract_features(turn.text).terms)
    return terms


def _start_of_visit(moment: Moment, tracked: TrackedPrompt) -> int:
    """The turn with which the session returned to its topic, if it just did; else 0.

    A return may show only when the turn ends: then the next prompt of the topic tells.
    """
    if tracked.decision.action == NEW:
        return 0
    if tracked.origin != tracked.topic:
        return tracked.turn if _names_topic(tracked) else 0
    cues = tracked.prompt.features.cues
    if not (cues.is_short or cues.joins or tracked.decision.margin >= LATE_MARGIN):
        return 0  # it may be about something else again
    engine = moment.engine
    prompts = turns.session_prompts(engine.memory, engine.project.id, moment.key, 3)
    came = [prompt.topic for prompt in prompts[1:]]
    is_second = came[:1] == [tracked.topic] and came[1:] != [tracked.topic]
    return prompts[1].turn if is_second else 0


def _names_topic(tracked: TrackedPrompt) -> bool:
    """Whether the prompt names something of its topic: a habit or a cue alone brings no line."""
    parts = dict(tracked.decision.parts)
    # "Back to the invoice: it must also ...": the new words are what is wanted of it.
    goes_back = "back" in parts and not tracked.prompt.features.is_trivial
    if goes_back or parts.get("ticket", 0.0) > 0 or parts.get("file", 0.0) > 0:
        return True
    # One common word may be shared by chance.
    named = parts.get("words", 0.0) + parts.get("subject", 0.0)
    return named > 0 and tracked.decision.margin >= EARLY_MARGIN


def returned_by_files(moment: Moment, files: Sequence[str]) -> list[Item]:
    """The line of an earlier topic of the project, if the files of the open turn return to it."""
    engine = moment.engine
    memory, project = engine.memory, engine.project.id
    prompts = turns.session_prompts(memory, project, moment.key, 2)
    if not prompts or not _others_touched(moment, files, [p.topic for p in prompts[1:]]):
        return []
    turn = prompts[0].turn
    if _visit(prompts[0].topic, turn) in moment.hashes_in_context():
        return []  # the prompt told it already
    decision = topic_so_far(memory, engine.settings, TurnEnd(project, moment.key, moment.now))
    # The topic before this prompt: the prompt may have been placed in another one, with doubt.
    if decision is None or decision.topic in ("", *(p.topic for p in prompts[1:])):
        return []
    if decision.margin < FILES_MARGIN or dict(decision.parts).get("files", 0.0) < LEAST_FILES:
        return []
    topic = store.topic(memory, project, decision.topic)
    if topic is None or is_muted(memory, project, topic):
        return []
    line = topic_line(memory, topic, now=moment.now, before=turn)
    return [_item(moment, topic, line, _visit(topic.id, turn))]


def _others_touched(moment: Moment, files: Sequence[str], own: Sequence[str]) -> bool:
    """Whether earlier turns of other topics touched one of these files, and its own did not."""
    memory, project = moment.engine.memory, moment.engine.project.id
    others = {
        topic
        for path in files
        for topic in store.topics_touching(memory, project, FILE, file_name(path))
    }
    known = turns.topic_files(memory, sorted(others.union(own)))
    news = set(files).difference(*(known.get(topic, ()) for topic in own))
    return any(not news.isdisjoint(known.get(topic, ())) for topic in others)


def focused_topics(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """The line and the memories of each topic in focus, before everything else."""
    return Offer(lines_in_focus(moment, tracked.state, present=tracked.topic), [])


def lines_in_focus(moment: Moment, state: TopicState, *, present: str = "") -> list[Item]:
    """What is told of the topics in focus; of the present one its memories only."""
    engine = moment.engine
    items: list[Item] = []
    for rank, (topic, *_) in enumerate(state.focused[:MOST_FOCUSED], 1):
        score = FOCUSED_SCORE + 1 / rank
        if topic.id != present:
            items.append(_full_item(moment, topic)._replace(score=score))
        linked = store.touches(engine.memory, topic.id, MEMORY, MOST_LINKED)
        found = memories.with_ids(engine.memory, [touch.key for touch in linked])
        # Facts about the whole project are told anyway.
        told = [one for one in found if one.status not in CLOSED and one.level]
        items += [as_item(memory, (), score=score) for memory in told[:MOST_MEMORIES]]
    return items


def where_were_we(moment: Moment, state: TopicState) -> list[Item]:
    """The line of the topic at work: the session's, or the project's last one of which anything came.

    If the topic of a session that is going on was rated useless, another session's is no answer.
    """
    if state.home in state.muted and state.session_topics:
        wanted = [state.topics.get(name) for name in state.session_topics]
    else:
        latest = sorted(state.topics.values(), key=lambda topic: (-topic.used, topic.id))
        wanted = [state.topics.get(state.home), state.topics.get(state.last_topic), *latest]
    topics = [topic for topic in wanted if topic is not None and _is_told(state, topic)]
    memory = moment.engine.memory
    for topic in topics[: 2 + MOST_LATEST]:
        line = topic_line(memory, topic, now=moment.now, detail=FULLEST)
        if line.stands:
            return [_item(moment, topic, line)]
    return [_full_item(moment, topic) for topic in topics[:1]]


def _is_told(state: TopicState, topic: Topic) -> bool:
    return topic.status != MERGED and topic.id not in state.muted


def lines_of_session(moment: Moment, state: TopicState) -> list[Item]:
    """A line for every topic of the session, the current one first and fullest.

    Older topics have shorter lines; if there is no room for some, the last line says how many.
    """
    names = dict.fromkeys((state.home, *state.session_topics))
    topics = [
        state.topics[name] for name in names if name in state.topics and name not in state.muted
    ]
    room = int(LINES_SHARE * moment.engine.settings.integer("injection.tokens"))
    room = min(room, LINES_TOKENS)
    items: list[Item] = []
    for rank, topic in enumerate(topics):
        line = topic_line(
            moment.engine.memory, topic, now=moment.now, detail=_detail(rank, len(topics))
        )
        item = _item(moment, topic, line)
        room -= estimate_tokens(item.text) + 1
        if items and room < 0:
            items.append(_rest(len(topics) - rank))
            break
        items.append(item)
    return [item._replace(score=1 / rank) for rank, item in enumerate(items, 1)]


def _detail(rank: int, count: int) -> Detail:
    """How much the line of a topic tells, by when the session spoke of it and how many there are."""
    if rank == 0:
        return FULLEST
    if rank < MOST_USUAL:
        return USUAL
    return SHORT if rank < MOST_SHORT and count <= MANY else SHORTEST


def _rest(count: int) -> Item:
    topics = "topic" if count == 1 else "topics"
    text = f"{count} more {topics} of this session: ai_recall with a word of theirs tells them"
    return Item(RETURN, "more topics", text, 1.0, digest(text))


def _full_item(moment: Moment, topic: Topic) -> Item:
    return _item(
        moment, topic, topic_line(moment.engine.memory, topic, now=moment.now, detail=FULLEST)
    )


def _visit(topic: str, turn: int) -> str:
    """Recorded with the line of a topic, which is told once for the return with this turn."""
    return digest(f"return {topic} {turn}")


def _item(moment: Moment, topic: Topic, line: TopicLine, *records: str) -> Item:
    hashed = digest(f"return {line.content}")
    line = line._replace(goal=_open_goal(moment, topic))
    return Item(RETURN, f"{LINE_OF}{topic.id}", line.text(), 1.0, hashed, records=records)


def _open_goal(moment: Moment, topic: Topic) -> str:
    """The newest open goal that speaks of the same as this topic."""
    engine = moment.engine
    try:
        numbers = memories.newest(
            engine.memory, [engine.project.id], kind="goal", limit=NEWEST_GOALS
        )
        goals = memories.of_numbers(engine.memory, numbers)
        for goal in goals:
            if goal.status in CLOSED or goal.status in ENDED:
                continue
            terms = extract_features(goal.text).terms
            shared = store.known_terms(engine.memory, [topic.id], terms).get(topic.id, {})
            if len(shared) >= 2:
                return one_line(goal.title or goal.text, GOAL_CHARACTERS)
    except StoreError:
        return ""
    return ""
