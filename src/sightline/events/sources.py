"""The sources of a prompt's items: the topic block, memories, other topics, code.

Each source returns items and what it left out, with the reason.
"""

from collections.abc import Callable, Sequence

from sightline.context.disclosure import opened_paths, prompts_since
from sightline.context.prompt_code import Earlier, offer_code
from sightline.context.select import Situation
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.moment import Moment
from sightline.events.topic_lines import focused_topics, returned_topic
from sightline.events.worked_symbols import MOST_SYMBOLS, are_named
from sightline.memory.links import states_of
from sightline.memory.offer import Prompt, offer
from sightline.model.frame import (
    CODE,
    FACT,
    FAILURE,
    FOCUS,
    LINE_OF,
    MEMORY,
    THREAD,
    Frame,
    Item,
    Offer,
)
from sightline.model.memory import LinkState, Memory
from sightline.model.session import FILE, FOUND
from sightline.settings.load import config_home
from sightline.store import topics as topic_store
from sightline.store.code.reader import IndexView
from sightline.store.turns import topic_files, touch_turn
from sightline.text.hashing import digest
from sightline.text.synonyms import load_user_synonyms
from sightline.topics.matching.matcher import BEST
from sightline.topics.prompts import prompt_features
from sightline.topics.state import TopicState
from sightline.topics.steering import MOST_FOCUSED
from sightline.topics.telling import focus_block
from sightline.topics.tracker import TrackedPrompt, touch
from sightline.workspace.privacy import Denier
from sightline.workspace.source import Sources

# How many of the files ranked for a prompt tell about its topic.
MOST_FOUND = 3
# How many files of a topic, and how many of its last prompts and replies, tell what it is about.
MOST_FILES, MOST_TURNS = 12, 3
# A line that quotes so many characters of a reply tells it.
QUOTED = 40


def topic_block(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """The topic block, when topic, prediction or guide changed (ruling 45) and it has any news."""
    state, name = tracked.state, tracked.topic
    if moment.reply.plain or moment.engine.settings.flag("focus.every_prompt"):
        signature = f"{focus_block.signature(state, name)} {tracked.turn}"
        block = focus_block.render(state, moment.now)
        return Offer([_focus_item(name, block, signature)], [])
    # After a compaction that was not reported, the session's own replies are lost as well.
    lost = moment.key.epoch > 0 and not moment.sent
    shown = focus_block.for_session(state, name, moment.key.session, own=lost)
    if not lost and focus_block.repeats_prompt(shown, moment.now):
        return Offer([], [])
    item = topic_item(moment, state, name, own=lost)
    # A prediction that merely disappeared is not worth another block.
    if any(sent.startswith(f"{item.hash} ") for sent in moment.sent):
        return Offer([], [])
    return Offer([item], [])


def topic_item(
    moment: Moment, state: TopicState, name: str, *, own: bool, lines: Sequence[Item] = ()
) -> Item:
    """The topic block for a session; `own` includes the replies of the session itself.

    What the `lines` of topics beside it say is left out. Its hash covers only other sessions' work,
    so that own replies do not make it new.
    """
    session = moment.key.session
    shown = focus_block.for_session(state, name, session, own=own)
    told: list[str] = []
    if state.limits.matcher == BEST:
        told = [line.key.removeprefix(LINE_OF) for line in lines]
        guide = [reply for reply in shown.guide if not _is_told(reply.summary, lines)]
        shown = shown._replace(guide=tuple(guide))
    text = focus_block.render(shown, moment.now, present=name, told=told)
    signature = focus_block.signature(focus_block.for_session(state, name, session), name)
    return _focus_item(name, text, signature)


def _is_told(reply: str, lines: Sequence[Item]) -> bool:
    """Whether one of the lines quotes the start of a reply."""
    return any(reply[:QUOTED] in line.text for line in lines)


def _focus_item(name: str, text: str, signature: str) -> Item:
    return Item(FOCUS, name or "focus", text, 1.0, f"focus {signature}")


def memories(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """Known failures, project facts and pins, and the memories the prompt is about."""
    engine = moment.engine
    text = tracked.prompt.text
    # Many small reads: one transaction locks the database and checks for changes only once.
    with engine.memory.reading():
        similar = engine.similar
        projects = (engine.project.id, "")
        return offer(
            engine.memory,
            engine.settings,
            Prompt(engine.project.id, text, moment.now, tracked.prompt.features.cues.resumes),
            synonyms=load_user_synonyms(config_home()),
            similar=similar(engine.memory, text, projects) if similar else None,
            check_links=link_checker(engine),
            use_factors=lambda kind, keys: usage_learning.factors(engine, kind)(keys),
        )


def code(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """The few files that the assistant will probably open for this prompt, if any."""
    engine = moment.engine
    situation = Situation(
        prompt=tracked.prompt.text,
        earlier=prompts_since(moment.sent),
        opened=opened_paths(moment.sent),
        recent=_recent_files(moment, tracked),
        usual=usage_learning.code_shift(engine),
    )
    index, sources = engine.index, Sources(engine.project.root)
    with index.reading():
        return offer_code(
            index,
            sources,
            situation,
            earlier=_earlier(moment, tracked),
            use_shifts=usage_learning.file_shifts(engine),
            is_denied=Denier(engine.settings.texts("privacy.deny"), engine.project.root),
        )


def _recent_files(moment: Moment, tracked: TrackedPrompt) -> tuple[str, ...]:
    """The files the topic worked on, the last one last."""
    if not tracked.topic:
        return ()
    touches = topic_store.touches(moment.engine.memory, tracked.topic, FILE, MOST_FILES)
    return tuple(touch.key for touch in reversed(touches))


def _earlier(moment: Moment, tracked: TrackedPrompt) -> Earlier:
    """What was sent, said and worked on before this prompt."""
    memory, topic = moment.engine.memory, tracked.topic
    turns = topic_store.last_turns(memory, topic, MOST_TURNS + 1) if topic else []
    texts = [turn.text for turn in turns if turn.number != tracked.turn][:MOST_TURNS]
    # After a compaction the assistant lost its files: the topic's files rank higher then.
    lost = moment.key.epoch > 0 and not prompts_since(moment.sent)
    files = _recent_files(moment, tracked)[::-1] if lost else ()
    weights = {path: 1.0 / (1 + place) for place, path in enumerate(files)}
    focused = topic_files(memory, [one.topic.id for one in tracked.state.focused])
    weights.update({path: 1.0 for paths in focused.values() for path in paths})
    return Earlier(moment.sent, tuple(texts), weights, lost)


def other_topics(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """Other topics about the same things, each on a line with its id (AS-8, ruling 47).

    Those in focus have a fuller line already.
    """
    told = {one.topic.id for one in tracked.state.focused[:MOST_FOCUSED]}
    items = [
        Item(
            THREAD,
            other.topic,
            f"[thread {other.topic}] {other.title}" + (f": {other.gist}" if other.gist else ""),
            other.priority,
            digest(f"{other.topic} {other.gist}"),
            other.parts,
        )
        for other in focus_block.related_topics(moment.engine.memory, tracked, now=moment.now)
        if other.topic not in told
    ]
    return Offer(items, [])


Source = Callable[[Moment, TrackedPrompt], Offer]
# In the order in which they are asked.
SOURCES: tuple[Source, ...] = (
    topic_block,
    focused_topics,
    returned_topic,
    memories,
    other_topics,
    code,
)


def link_checker(engine: Engine) -> Callable[[Memory], tuple[LinkState, ...]]:
    """A function that checks a memory's links against the working tree as it is now."""

    def check(memory: Memory) -> tuple[LinkState, ...]:
        try:
            view = IndexView(engine.index)
        except StoreError:
            return ()
        return states_of(memory, engine.project.id, view, Sources(engine.project.root))

    return check


def task_of(moment: Moment) -> str:
    """What the prompt wants: debug, refactor, modify or explore."""
    return prompt_features.task_of(moment.event.prompt[:4000])


def link_to_topic(moment: Moment, tracked: TrackedPrompt, frame: Frame) -> None:
    """Link the topic to the items that were shown, so that they come back with it.

    Of the symbols only those that the prompt names: the others may have nothing to do with the work.
    The files that fit the prompt best tell when the turn ends which topic it belongs to.
    """
    if not tracked.topic:
        return
    memory = moment.engine.memory
    ranked = [item.key for item in frame.items if item.kind == CODE]
    ranked += [one.key for one in frame.left_out if one.kind == CODE]
    failures = [item.key for item in frame.items if item.kind == FAILURE]
    shown = [symbol for item in frame.items for symbol in item.symbols]
    try:
        with memory.transaction(light=True):
            touch(
                memory,
                tracked.topic,
                now=moment.now,
                symbols=are_named(shown, tracked.prompt.text)[:MOST_SYMBOLS],
                failures=failures,
                memories=[i.key for i in frame.items if i.kind in (FACT, MEMORY)],
            )
            touch_turn(memory, tracked.turn, FOUND, dict.fromkeys(ranked[:MOST_FOUND]))
    except StoreError:
        return
