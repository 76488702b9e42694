"""How the forest grows by one prompt: node, labels, counters, words, pruning, all of it saved."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.model.session import ACTIVE, FILE, PROMPT, TICKET, Node, SessionKey, Topic, Turn
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.labels import bubbled
from sightline.topics.match_evidence import is_trunk
from sightline.topics.matcher import BEST, EXTEND, NEW, Decision
from sightline.topics.prompt_reader import Reading
from sightline.topics.state import State

# What of a prompt stands in the forest; its turn keeps all of it.
CONTENT = 300
TITLE = 60
# A prompt of more words than this counts each of them less.
LONG = 15


class Growing(NamedTuple):
    """One prompt being taken in."""

    memory: Database
    state: State
    decision: Decision
    now: int
    key: SessionKey | None = None
    branch: str = ""
    known: Mapping[str, Mapping[str, float]] = {}
    usual: Mapping[str, float] = {}


def take_in(
    growing: Growing, text: str, reading: Reading, forms: Sequence[tuple[str, str]]
) -> tuple[str, int, State]:
    """Give the prompt its place and save everything; its topic, its turn, and the new state."""
    state, decision = growing.state, growing.decision
    if reading.trivial and state.limits.matcher == BEST:
        forms = ()
    # Before a session has said anything ("hi"), its turns wait for what it will be about.
    waits = not forms and not decision.topic
    name = "" if waits else decision.topic or _new_id(growing, text)
    turn = _add_turn(growing, name, text, reading)
    if name:
        _place(growing, name, text, forms, turn)
        _save_topic(growing, name, text)
        _add_words(growing, name, reading)
        if state.chain.last:
            store.count_transition(growing.memory, state.project, state.chain.last, name)
    state = _count(growing, name, reading)
    _prune_and_save(growing)
    last = name or state.chain.last
    state.chain.counts = store.transitions(growing.memory, state.project, last) if last else {}
    state.chain.last = last
    return name, turn, state


def term_counts(reading: Reading) -> dict[str, float]:
    """How much each word of a prompt counts: once, or less in a long one."""
    words = (*reading.terms, *reading.chores)
    share = min(1.0, LONG / max(1, len(words)))
    return dict.fromkeys(words, share) | dict.fromkeys(reading.fields, 1.0)


def _new_id(growing: Growing, text: str) -> str:
    state = growing.state
    seed = f"{state.project} {state.prompts} {growing.now} {text}"
    return "t-" + digest(seed, 5)


def _add_turn(growing: Growing, name: str, text: str, reading: Reading) -> int:
    state, key = growing.state, growing.key
    agent, session = (key.agent, key.session) if key else ("", "")
    moved = _moved_to(growing, name, reading)
    source = f"p{state.prompts}"
    turn = Turn(
        *(0, name, PROMPT, text, growing.now, source, moved, agent, session, growing.branch)
    )
    return store.add_turn(growing.memory, state.project, turn)


def _moved_to(growing: Growing, name: str, reading: Reading) -> tuple[str, ...]:
    """Ruling 24: the word this turn is about: one the topic said before, else its rarest."""
    if not reading.terms:
        return ()
    before, usual = growing.known.get(name, {}), growing.usual
    ranked = sorted(
        range(len(reading.terms)),
        key=lambda at: (
            -before.get(reading.terms[at], 0.0),
            usual.get(reading.terms[at], 0.0),
            at,
        ),
    )
    return (reading.spoken[ranked[0]],)


def _place(
    growing: Growing, name: str, text: str, forms: Sequence[tuple[str, str]], turn: int
) -> None:
    """Put the prompt into the forest; one without words of its own only touches its topic."""
    forest, decision, now = growing.state.forest, growing.decision, growing.now
    source = f"p{growing.state.prompts}"
    if not forms:
        if name in forest.roots:
            forest.touch(forest.roots[name], now=now, source=source)
        return
    seed = Node(
        number=0,
        topic=name,
        parent=0,
        depth=0,
        content=one_line(text, CONTENT),
        stems=tuple(stem for stem, _ in forms),
        words=tuple(word for _, word in forms),
        frequency=1,
        created=now,
        used=now,
        sources=(source,) if forest.shape.most_sources else (),
        indexed=True,
        turn=turn,
    )
    if name not in forest.roots:
        forest.plant(seed)
    elif decision.action == EXTEND and decision.leaf:
        nest = decision.similarity >= growing.state.limits.thresholds.nest
        forest.extend(name, decision.leaf, seed, now=now, source=source, nest=nest)
    else:
        forest.branch(name, seed, now=now, source=source)


def _save_topic(growing: Growing, name: str, text: str) -> None:
    state, now = growing.state, growing.now
    before = state.topics.get(name)
    topic = before or Topic(name, title=one_line(text, TITLE), created=now)
    settled = 0
    if not state.home:
        settled = store.settle_turns(growing.memory, state.project, growing.key, name)
    topic = topic._replace(
        status=ACTIVE,
        terms=_label_words(growing, name) or topic.terms,
        branch=topic.branch if is_trunk(growing.branch) else growing.branch,
        turns=topic.turns + 1 + settled,
        used=max(now, topic.used),
    )
    state.topics[name] = topic
    store.save_topic(growing.memory, state.project, topic)


def _label_words(growing: Growing, name: str) -> tuple[str, ...]:
    forest = growing.state.forest
    if name not in forest.roots:
        return ()
    root = forest.root(name)
    return bubbled([root], forest.shape.label_terms)[1] if root.indexed else root.words


def _add_words(growing: Growing, name: str, reading: Reading) -> None:
    memory, state = growing.memory, growing.state
    store.add_terms(memory, state.project, name, term_counts(reading))
    touched = [(TICKET, ticket, ticket) for ticket in sorted(reading.tickets)]
    touched += [(FILE, file, file) for file in sorted(reading.files)]
    if touched:
        store.add_touches(memory, name, touched, now=growing.now)


def _count(growing: Growing, name: str, reading: Reading) -> State:
    state, key = growing.state, growing.key
    # A new session that names something shows whether this person goes on or starts anew.
    counts = key is not None and not state.home and not reading.trivial and bool(state.last_topic)
    state = state._replace(
        prompts=state.prompts + 1,
        starts=state.starts + counts,
        links=state.links + (counts and growing.decision.action != NEW),
        created=state.created or growing.now,
        updated=growing.now,
        home=name,
        last_topic=name or state.last_topic,
    )
    store.save_counters(
        growing.memory,
        state.project,
        prompts=state.prompts,
        starts=state.starts,
        links=state.links,
        last_topic=state.last_topic,
        now=growing.now,
    )
    if key is not None:
        store.save_place(
            growing.memory,
            state.project,
            key,
            topic=name,
            branch=growing.branch,
            leaving=reading.leaves,
            now=growing.now,
        )
    return state


def _prune_and_save(growing: Growing) -> None:
    state, forest = growing.state, growing.state.forest
    if len(forest.nodes) > forest.shape.most_nodes:
        kept = [topic.id for topic in state.topics.values() if topic.kept]
        _, gone = forest.prune(growing.now, keep=kept)
        store.archive(growing.memory, state.project, gone)
    changed = [forest.nodes[number] for number in sorted(forest.changed)]
    store.save_nodes(growing.memory, state.project, changed, forest.removed)
    forest.saved()
