"""Settles the topic of a prompt when its turn ends, by what the turn did: reply, files, failures.

A prompt is placed when it arrives, by its words and its session; what the assistant then read,
edited and answered tells more. The turn moves if another topic, or a new one, fits better.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.model.session import (
    ACTIVE,
    CONFIRMED,
    FAILURE,
    FILE,
    FOUND,
    MEMORY,
    MOVED,
    PLACED,
    PROMPT,
    SYMBOL,
    TICKET,
    ChangeReason,
    Said,
    SessionKey,
    Topic,
    TopicEvidence,
    Turn,
)
from sightline.settings.load import Settings
from sightline.store import threads, turns
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact
from sightline.text.stem import tokenise
from sightline.topics.matching.explanation import explain
from sightline.topics.matching.matcher import BEST, Decision, by_evidence
from sightline.topics.matching.scene import Scene, TopicView, TurnOutcome
from sightline.topics.naming.titles import is_vague, title_of
from sightline.topics.placement import new_topic_id, save_touches, term_counts
from sightline.topics.prompts.prompt_features import (
    PromptFeatures,
    extract_features,
    file_name,
    file_terms,
    reply_terms,
)
from sightline.topics.prompts.prompt_text import own_words
from sightline.topics.state import TopicState, limits_of, load_scene, load_state, save_forest

# More files than this were listed or searched, not worked on.
MOST_FILES = 40
# How much a word counts for its topic when it stands in a reply, or in the name of a file.
REPLY_WORD = FILE_WORD = 0.4
# How much of a reply is redacted before its words are read.
REDACTED = 4000
# So many prompts that name nothing may begin a session.
_MOST_WAITING = 3


class TurnEnd(NamedTuple):
    """A turn that ended: its session, what the assistant replied, the files it changed and only read."""

    project: str
    key: SessionKey
    now: int
    reply: str = ""
    files: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


class _Settling(NamedTuple):
    """An open turn with everything needed to settle it; `state` is from before its prompt."""

    memory: Database
    end: TurnEnd
    turn: Turn
    features: PromptFeatures
    outcome: TurnOutcome
    state: TopicState
    # Turns before it that named nothing and got their topic from it.
    waited: list[Said]

    @property
    def began_topic(self) -> bool:
        """Whether the prompt began the topic it was placed in."""
        return self.state.topics[self.turn.topic].created == self.turn.created

    @property
    def changes_topic(self) -> bool:
        """Whether the prompt was placed in another topic than the one before it."""
        return self.turn.topic != self.turn.origin


def settle(memory: Database, settings: Settings, end: TurnEnd) -> str:
    """Settle the open turn of a session; its topic, or "" if none is open or it waits."""
    if not end.key.session:
        return ""
    with memory.transaction(light=True):
        settling = _open_turn(memory, settings, end)
        if settling is None:
            return ""
        number, placed = settling.turn.number, settling.turn.topic
        if not placed:
            turns.settle_turn(memory, number)
            return ""
        topic, reason, did_anything = placed, None, settling.outcome.says_anything
        if settling.state.limits.matcher == BEST and (did_anything or settling.changes_topic):
            scene = _scene(settling)
            decision = _decide(settling, scene)
            if did_anything:
                topic = _chosen_topic(settling, decision)
            if topic != settling.turn.origin:
                reason = _reason(settling, scene, topic, decision.nearest)
            if topic != placed:
                _move(settling, topic)
        # Only what the turn did confirms a habit: a guess from the prompt would confirm itself.
        is_known = did_anything and not settling.features.is_trivial
        if settling.state.home and is_known:
            turns.count_habit(memory, end.project, stays=topic == settling.state.home)
        _learn(settling, topic)
        turns.settle_turn(memory, number, reason)
        return topic


def topic_so_far(memory: Database, settings: Settings, end: TurnEnd) -> Decision | None:
    """Where the open turn of a session would be settled by what it did so far; changes nothing."""
    settling = _open_turn(memory, settings, end)
    if settling is None or settling.state.limits.matcher != BEST:
        return None
    return _decide(settling, _scene(settling))


def _open_turn(memory: Database, settings: Settings, end: TurnEnd) -> _Settling | None:
    prompts = turns.session_prompts(memory, end.project, end.key, 2)
    if not prompts or prompts[0].settled:
        return None
    numbers = [prompt.turn for prompt in prompts]
    *before, turn = store.turns_named(memory, end.project, numbers)
    touched = turns.turn_touches(memory, [turn.number])
    changed = dict.fromkeys([*(t.key for t in touched if t.kind == FILE), *end.files])
    read = [path for path in end.read if path not in changed]
    files = (*changed, *read)
    features = extract_features(turn.text)
    failed = " ".join(t.key for t in touched if t.kind == FAILURE)
    replied = dict.fromkeys((*reply_terms(redact(end.reply[:REDACTED])), *reply_terms(failed)))
    found = tuple(touch.key for touch in touched if touch.kind == FOUND)
    outcome = TurnOutcome(tuple(replied), files[:MOST_FILES], found, frozenset(read))
    state = load_state(memory, end.project, limits_of(settings), end.key)
    # Without the visit of this turn.
    visits = state.visits[1:] if turn.topic else state.visits
    waited = _waited(memory, end, turn, visits)
    was_at = before[-1].topic if before and not waited else ""
    state = state._replace(
        home=was_at if was_at in state.topics else "",
        last_topic=turn.origin,
        leaving=bool(before) and extract_features(before[-1].text).leaves_branch,
        previous=before[-1].created if before else 0,
        prompts=max(0, state.prompts - 1),
        visits=() if waited else visits,
    )
    return _Settling(memory, end, turn, features, outcome, state, waited)


def _waited(memory: Database, end: TurnEnd, turn: Turn, visits: Sequence[str]) -> list[Said]:
    """The session's turns before this one, if they named nothing and waited for its topic ("hi")."""
    if set(visits) != {turn.topic} or len(visits) > _MOST_WAITING:
        return []
    # This turn's prompt, and a prompt and a reply for each that waited.
    said = turns.said_turns(memory, end.project, end.key, 1 + 2 * _MOST_WAITING)
    before = [one for one in said if one.number < turn.number]
    prompts = (extract_features(one.text) for one in before if one.role == PROMPT)
    waits = all(prompt.is_trivial and not prompt.cues.goes_on for prompt in prompts)
    return before if waits else []


def _scene(settling: _Settling) -> Scene:
    """The circumstances of the prompt, without what the prompt itself added to its topic."""
    turn, state = settling.turn, settling.state
    scene = load_scene(
        settling.memory,
        state,
        settling.features,
        now=turn.created,
        has_session=True,
        branch=turn.branch,
        said=turns.said_last(settling.memory, state.project, settling.end.key, turn.number),
        outcome=settling.outcome,
    )
    own = term_counts(settling.features)
    counts = {term: n - own.get(term, 0.0) for term, n in scene.project_counts.items()}
    views = [
        view if view.id != turn.topic else _before_turn(settling, view, own)
        for view in scene.views
        if view.id != turn.topic or not settling.began_topic
    ]
    return scene._replace(project_counts=counts, views=tuple(views))


def _before_turn(settling: _Settling, view: TopicView, own: dict[str, float]) -> TopicView:
    """The topic in which the prompt was placed, as it was before."""
    memory, named, number = settling.memory, settling.features, settling.turn.number
    last = [t for t in store.last_turns(memory, view.id, 4) if t.number < number]
    counts = {term: n - own.get(term, 0.0) for term, n in view.counts.items()}
    # What only this prompt named was not there before; its edits are not among the settled files.
    repeated = {
        touch.key
        for kind in (TICKET, FILE)
        if (view.tickets if kind == TICKET else view.files)
        for touch in store.touches(memory, view.id, kind)
        if touch.times > 1
    }
    names = {file_name(path) for path in view.file_turns} | repeated
    return view._replace(
        turns=view.turns - 1,
        used=last[0].created if last else view.used,
        counts={term: n for term, n in counts.items() if n > 0.001},
        tickets=view.tickets - (named.tickets - repeated),
        files=view.files & names,
    )


def _decide(settling: _Settling, scene: Scene) -> Decision:
    stems = tokenise(own_words(settling.turn.text))
    return by_evidence(settling.features, stems, scene, settling.state.history)


def _chosen_topic(settling: _Settling, decision: Decision) -> str:
    """The topic decided for; a new one keeps the id it got when the prompt arrived."""
    turn, state = settling.turn, settling.state
    if decision.topic:
        return decision.topic
    if settling.began_topic:
        return turn.topic
    return new_topic_id(state.project, state.prompts, settling.end.now, turn.text)


def _reason(settling: _Settling, scene: Scene, topic: str, nearest: str) -> ChangeReason:
    """Why the turn changed to this topic: what spoke for it, for the one left and the nearest."""
    turn, known = settling.turn, settling.state.topics.get(topic)
    views = {view.id: view for view in scene.views}

    def evidence_for(name: str) -> TopicEvidence | None:
        return explain(settling.features, views[name], scene) if name in views else None

    is_new = known is None or known.created >= turn.created
    is_moved = topic != turn.topic
    confirmed = CONFIRMED if settling.outcome.says_anything else PLACED
    return ChangeReason(
        settled=MOVED if is_moved else confirmed,
        placed=turn.topic if is_moved else "",
        chosen=None if is_new else evidence_for(topic),
        left=evidence_for(turn.origin),
        nearest=evidence_for(nearest) if is_new and nearest != turn.origin else None,
    )


def _move(settling: _Settling, topic: str) -> None:
    """Move the turn to another topic, or to a new one, with its words and its transition."""
    memory, turn, state = settling.memory, settling.turn, settling.state
    project, source = state.project, turn.topic
    state.forest.extract(source, [turn.number], topic)
    save_forest(memory, project, state.forest)
    waited = settling.waited
    numbers = [*(one.number for one in waited), turn.number]
    threads.move_turns(memory, project, numbers, topic)
    counts = term_counts(settling.features)
    store.add_topic_terms(memory, topic, counts)
    store.add_topic_terms(memory, source, {term: -count for term, count in counts.items()})
    for kind, names in ((TICKET, settling.features.tickets), (FILE, settling.features.files)):
        for name in names:
            threads.remove_touch(memory, source, kind, name)
    threads.drop_faint(memory, source)
    save_touches(memory, topic, settling.features, now=turn.created)
    _move_files(settling, topic)
    _move_links(settling, topic)
    if turn.origin and not settling.features.is_trivial:
        store.uncount_transition(memory, project, turn.origin, source)
        store.count_transition(memory, project, turn.origin, topic)
    threads.move_session(memory, project, settling.end.key, source, topic)
    if store.counters(memory, project).last_topic == source:
        threads.set_last_topic(memory, project, topic)
    prompts = 1 + sum(1 for one in waited if one.role == PROMPT)
    _save_target(settling, topic, prompts)
    _save_source(settling, prompts)


def _move_links(settling: _Settling, topic: str) -> None:
    """Link the memories and symbols of the turn to its new topic."""
    memory, turn = settling.memory, settling.turn
    linked = [
        touch
        for kind in (MEMORY, SYMBOL)
        for touch in store.touches(memory, turn.topic, kind)
        if touch.used >= turn.created
    ]
    for touch in linked:
        threads.remove_touch(memory, turn.topic, touch.kind, touch.key)
    threads.drop_faint(memory, turn.topic)
    links = [(touch.kind, touch.key, touch.key) for touch in linked]
    store.add_touches(memory, topic, links, now=turn.created)


def _move_files(settling: _Settling, topic: str) -> None:
    """Link the turn's files to its new topic, and to the old one only if other turns touched them."""
    memory, source = settling.memory, settling.turn.topic
    others = turns.topic_files(memory, [source]).get(source, {})
    for path in settling.outcome.files:
        if path not in others:
            threads.forget_touch(memory, source, FILE, path)
    touches = [(FILE, path, file_name(path)) for path in settling.outcome.files]
    store.add_touches(memory, topic, touches, now=settling.turn.created)


def _save_target(settling: _Settling, topic_id: str, prompts: int) -> None:
    turn, state = settling.turn, settling.state
    topic = state.topics.get(topic_id) or Topic(
        topic_id,
        title=title_of([turn.text]),
        branch=state.topics[turn.topic].branch,
        created=turn.created,
    )
    topic = topic._replace(
        status=ACTIVE,
        terms=state.forest.label_words(topic_id) or topic.terms,
        turns=topic.turns + prompts,
        used=max(topic.used, turn.created),
    )
    state.topics[topic_id] = topic
    store.save_topic(settling.memory, state.project, topic)


def _save_source(settling: _Settling, prompts: int) -> None:
    """The topic the turn left; one that it alone had made disappears."""
    memory, state = settling.memory, settling.state
    source = state.topics[settling.turn.topic]
    left = store.last_turns(memory, source.id, 1)
    if not left and not source.is_protected:
        threads.forget_words_of(memory, source.id)
        threads.remove_topic(memory, source.id)
        return
    source = source._replace(
        terms=state.forest.label_words(source.id) or source.terms,
        turns=max(0, source.turns - prompts),
        used=left[0].created if left else source.used,
    )
    state.topics[source.id] = source
    store.save_topic(memory, state.project, source)


def _learn(settling: _Settling, topic_id: str) -> None:
    """Add what the turn said and touched to its topic."""
    memory, end, features = settling.memory, settling.end, settling.features
    outcome, number = settling.outcome, settling.turn.number
    before = store.known_terms(memory, [topic_id], features.terms).get(topic_id, {})
    own = term_counts(features)
    shared = any(count - own.get(term, 0.0) > 0.001 for term, count in before.items())
    topic = store.topic(memory, end.project, topic_id)
    if topic is not None and features.terms:
        if topic.turns > 1:
            novel = topic.novel + (not shared)
            topic = topic._replace(named=topic.named + 1, novel=novel)
        store.save_topic(memory, end.project, _with_title(topic, settling.turn.text))
    words = words_of_turn(outcome.reply_terms, outcome.files)
    store.add_terms(
        memory, end.project, topic_id, {t: n for t, n in words.items() if t not in features.terms}
    )
    touched = turns.turn_touches(memory, [number])
    known = {touch.key for touch in touched if touch.kind == FILE}
    news = [path for path in outcome.files if path not in known]
    turns.touch_turn(memory, number, FILE, news)
    if news:
        touches = [(FILE, path, file_name(path)) for path in news]
        store.add_touches(memory, topic_id, touches, now=end.now)


def _with_title(topic: Topic, prompt: str) -> Topic:
    """The topic, named by this prompt if its first prompts named too little."""
    if topic.origin != PROMPT or not is_vague(topic.title):
        return topic
    # The ticket that the first prompts named stays.
    title = title_of([topic.title, prompt])
    return topic if is_vague(title) else topic._replace(title=title)


def words_of_turn(replied: Sequence[str], files: Sequence[str]) -> dict[str, float]:
    """How much the words of a reply and of file names count for the topic of their turn."""
    words = {term: FILE_WORD for path in files for term in file_terms(path)}
    return words | {term: max(REPLY_WORD, words.get(term, 0.0)) for term in replied}
