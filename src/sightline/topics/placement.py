"""Adds one prompt to its topic: turn, forest, labels, counters, words and pruning, all saved."""

from collections.abc import Mapping
from typing import NamedTuple

from sightline.model.session import ACTIVE, FILE, PROMPT, TICKET, Node, SessionKey, Topic, Turn
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.matching.match_evidence import is_trunk
from sightline.topics.matching.matcher import BEST, EXTEND, NEW, Decision
from sightline.topics.naming.titles import title_of
from sightline.topics.prompts.prompt_features import PromptFeatures
from sightline.topics.state import TopicState, save_forest

# How much of a prompt is stored in the forest; its turn stores all of it.
CONTENT = 300
TITLE = 60
# In a prompt with more words than this, each word counts less.
LONG = 15


class StemForm(NamedTuple):
    """A stem of a prompt and the word it came from."""

    stem: str
    word: str


class ParsedPrompt(NamedTuple):
    """A prompt, redacted, with its features and the stems that go into the forest."""

    text: str
    features: PromptFeatures
    forms: tuple[StemForm, ...]

    @property
    def stems(self) -> list[str]:
        """The stems by which it is compared."""
        return [form.stem for form in self.forms]


class Placement(NamedTuple):
    """A prompt to be added: where and when it was submitted, and what the matcher decided."""

    memory: Database
    state: TopicState
    prompt: ParsedPrompt
    decision: Decision
    now: int
    key: SessionKey | None = None
    branch: str = ""
    # How often each topic, and the project, used the prompt's terms before.
    topic_counts: Mapping[str, Mapping[str, float]] = {}
    project_counts: Mapping[str, float] = {}

    @property
    def source(self) -> str:
        """The name of this prompt among the sources of a node."""
        return f"p{self.state.prompts}"

    @property
    def forms(self) -> tuple[StemForm, ...]:
        """The stems that go into the forest; none of a trivial prompt."""
        if self.prompt.features.is_trivial and self.state.limits.matcher == BEST:
            return ()
        return self.prompt.forms


class PlacedPrompt(NamedTuple):
    """The topic and turn a prompt got, and the state after it."""

    topic: str
    turn: int
    state: TopicState


def place_prompt(placement: Placement) -> PlacedPrompt:
    """Add the prompt to its topic, or to a new one, and save everything."""
    memory, state, decision = placement.memory, placement.state, placement.decision
    # Before a session has named anything ("hi"), its turns wait for their topic.
    waits = not placement.forms and not decision.topic
    topic = "" if waits else decision.topic
    if not waits and not topic:
        topic = new_topic_id(state.project, state.prompts, placement.now, placement.prompt.text)
    turn = _add_turn(placement, topic)
    if topic:
        _add_to_forest(placement, topic, turn)
        _save_topic(placement, topic)
        _save_words(placement, topic)
        if state.chain.last and _counts_transition(placement):
            store.count_transition(memory, state.project, state.chain.last, topic)
    state = _save_counters(placement, topic)
    _prune_and_save(placement)
    last = topic or state.chain.last
    state.chain.counts = store.transitions(memory, state.project, last) if last else {}
    state.chain.last = last
    return PlacedPrompt(topic, turn, state)


def term_counts(features: PromptFeatures) -> dict[str, float]:
    """How much each word of a prompt counts: once, or less in a long one."""
    words = (*features.terms, *features.chores)
    share = min(1.0, LONG / max(1, len(words)))
    return dict.fromkeys(words, share) | dict.fromkeys(features.fields, 1.0)


def save_touches(memory: Database, topic: str, features: PromptFeatures, *, now: int) -> None:
    """Record the tickets and files that a prompt of this topic names."""
    touches = [(TICKET, ticket, ticket) for ticket in sorted(features.tickets)]
    touches += [(FILE, file, file) for file in sorted(features.files)]
    if touches:
        store.add_touches(memory, topic, touches, now=now)


def new_topic_id(project: str, prompts: int, now: int, text: str) -> str:
    """An id for a topic that begins with this prompt."""
    return "t-" + digest(f"{project} {prompts} {now} {text}", 5)


def _add_turn(placement: Placement, topic: str) -> int:
    key = placement.key
    turn = Turn(
        0,
        topic,
        PROMPT,
        placement.prompt.text,
        placement.now,
        placement.source,
        _subject(placement, topic),
        key.agent if key else "",
        key.session if key else "",
        placement.branch,
        placement.state.home or placement.state.last_topic,
    )
    # Without a session nothing tells when the turn ends.
    settled = not (key and key.session)
    return store.add_turn(placement.memory, placement.state.project, turn, settled=settled)


def _counts_transition(placement: Placement) -> bool:
    """FG-31 counts every prompt; the default matcher only those that could have changed topic."""
    return placement.state.limits.matcher != BEST or not placement.prompt.features.is_trivial


def _subject(placement: Placement, topic: str) -> tuple[str, ...]:
    """Ruling 24: the word this turn is about: one the topic used before, else its rarest."""
    features = placement.prompt.features
    if not features.terms:
        return ()
    counts, project_counts = placement.topic_counts.get(topic, {}), placement.project_counts
    best = min(
        range(len(features.terms)),
        key=lambda position: (
            -counts.get(features.terms[position], 0.0),
            project_counts.get(features.terms[position], 0.0),
            position,
        ),
    )
    return (features.words[best],)


def _add_to_forest(placement: Placement, topic: str, turn: int) -> None:
    """Add the prompt to the forest; one without words of its own only touches its topic."""
    forest, decision, now = placement.state.forest, placement.decision, placement.now
    source, forms = placement.source, placement.forms
    if not forms:
        if topic in forest.roots:
            forest.touch(forest.roots[topic], now=now, source=source)
        return
    seed = Node(
        number=0,
        topic=topic,
        parent=0,
        depth=0,
        content=one_line(placement.prompt.text, CONTENT),
        stems=tuple(form.stem for form in forms),
        words=tuple(form.word for form in forms),
        frequency=1,
        created=now,
        used=now,
        sources=(source,) if forest.shape.most_sources else (),
        indexed=True,
        turn=turn,
    )
    if topic not in forest.roots:
        forest.plant(seed)
    elif decision.action == EXTEND and decision.leaf:
        nest = decision.similarity >= placement.state.limits.thresholds.nest
        forest.extend(topic, decision.leaf, seed, now=now, source=source, nest=nest)
    else:
        forest.branch(topic, seed, now=now, source=source)


def _save_topic(placement: Placement, topic_id: str) -> None:
    memory, state, now = placement.memory, placement.state, placement.now
    topic = state.topics.get(topic_id)
    if topic is None:
        topic = Topic(topic_id, title=title_of([placement.prompt.text]), created=now)
    waiting = 0
    if not state.home:
        waiting = store.settle_turns(memory, state.project, placement.key, topic_id)
    topic = topic._replace(
        status=ACTIVE,
        terms=state.forest.label_words(topic_id) or topic.terms,
        branch=topic.branch if is_trunk(placement.branch) else placement.branch,
        turns=topic.turns + 1 + waiting,
        used=max(now, topic.used),
    )
    state.topics[topic_id] = topic
    store.save_topic(memory, state.project, topic)


def _save_words(placement: Placement, topic: str) -> None:
    memory, features = placement.memory, placement.prompt.features
    store.add_terms(memory, placement.state.project, topic, term_counts(features))
    save_touches(memory, topic, features, now=placement.now)


def _save_counters(placement: Placement, topic: str) -> TopicState:
    memory, state, key = placement.memory, placement.state, placement.key
    features = placement.prompt.features
    # A new session that names something shows whether this person continues or starts anew.
    is_start = key is not None and not state.home and not features.is_trivial
    counts = is_start and bool(state.last_topic)
    state = state._replace(
        prompts=state.prompts + 1,
        starts=state.starts + counts,
        links=state.links + (counts and placement.decision.action != NEW),
        created=state.created or placement.now,
        updated=placement.now,
        home=topic,
        last_topic=topic or state.last_topic,
    )
    store.save_counters(
        memory,
        state.project,
        prompts=state.prompts,
        starts=state.starts,
        links=state.links,
        last_topic=state.last_topic,
        now=placement.now,
    )
    if key is not None:
        store.save_place(
            memory,
            state.project,
            key,
            topic=topic,
            branch=placement.branch,
            leaving=features.leaves_branch,
            now=placement.now,
        )
    return state


def _prune_and_save(placement: Placement) -> None:
    memory, state, forest = placement.memory, placement.state, placement.state.forest
    if len(forest.nodes) > forest.shape.most_nodes:
        protected = [topic.id for topic in state.topics.values() if topic.is_protected]
        pruned = forest.prune(placement.now, keep=protected)
        store.archive(memory, state.project, pruned.topics)
    save_forest(memory, state.project, forest)
