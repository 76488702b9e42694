"""Tracks prompts and replies: decides which topic each belongs to and records it.

One short transaction per prompt, so that many sessions may speak at once; `dry_run` decides the
same without writing. `placement` adds the prompt to its topic.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.model.session import FAILURE, FILE, MEMORY, REPLY, SYMBOL, TOUCHES, SessionKey, Turn
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store import turns
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.spool import first_time
from sightline.text.fence import one_line
from sightline.text.secrets.redact import redact
from sightline.text.stem import surface_forms, tokenise
from sightline.text.tfidf import cosine, vector
from sightline.topics.matching.matcher import BEST, EXTEND, NEW, Decision, by_evidence, by_tfidf
from sightline.topics.matching.scene import Scene
from sightline.topics.placement import ParsedPrompt, Placement, StemForm, place_prompt
from sightline.topics.prompts.prompt_features import extract_features, file_name
from sightline.topics.prompts.prompt_text import clean, own_words, without_colours
from sightline.topics.scores import Prediction
from sightline.topics.settling import TurnEnd, settle
from sightline.topics.state import TopicState, empty_state, limits_of, load_scene, load_state
from sightline.topics.telling.routine_replies import is_substantive

FIRST = "the first topic"
MOST_STEMS = 200
MOST_CHARACTERS = 100_000
# How much of a reply is shown in the guide, and stored as a turn.
SUMMARY_CHARACTERS = 200
REPLY_CHARACTERS = 2000
GUIDE_SOURCE = "guide-reinforce"


class Submission(NamedTuple):
    """A prompt as it was submitted: its project, its time and its session."""

    project: str
    prompt: str
    now: int
    key: SessionKey | None = None
    branch: str = ""
    # The prompt may be spooled under the same id; it is tracked once.
    event_id: str = ""

    @property
    def session(self) -> SessionKey | None:
        """The key of the session, None if the assistant did not name one."""
        return self.key if self.key and self.key.session else None


class TrackedPrompt(NamedTuple):
    """What became of a prompt; `topic` is empty while it is not clear what it is about."""

    decision: Decision
    topic: str
    turn: int
    changed: bool
    state: TopicState
    prompt: ParsedPrompt
    predictions: tuple[Prediction, ...] = ()
    # How often each topic, and the project, used the prompt's terms before.
    topic_counts: Mapping[str, Mapping[str, float]] = {}
    project_counts: Mapping[str, float] = {}
    # The topic of the session before this prompt; empty for its first.
    origin: str = ""
    # The topics rated useless before this prompt, which is news to one of them.
    muted: frozenset[str] = frozenset()


class DryRun(NamedTuple):
    """What `track` would decide; `prompt` is None if it has no text written by a person."""

    prompt: ParsedPrompt | None
    state: TopicState
    decision: Decision
    # The session for which it was decided; None if the prompt belongs to no session.
    session: SessionKey | None = None
    scene: Scene | None = None


def parse_prompt(prompt: str) -> ParsedPrompt | None:
    """Redact, clean and parse a prompt; None if it has no text written by a person."""
    text = clean(redact(without_colours(prompt[:MOST_CHARACTERS])))
    if not text:
        return None
    forms = [StemForm(*form) for form in surface_forms(own_words(text))[:MOST_STEMS]]
    return ParsedPrompt(text, extract_features(text), tuple(forms))


def track(memory: Database, settings: Settings, submission: Submission) -> TrackedPrompt | None:
    """Add a prompt to its topic; None if it has no text, or was tracked already."""
    prompt = parse_prompt(submission.prompt)
    if prompt is None:
        return None
    now, event_id = submission.now, submission.event_id
    # The person waits for this commit; only a power failure could lose the newest prompts.
    with memory.transaction(light=True):
        if event_id and not first_time(memory, event_id, now=now):
            return None
        if submission.session:
            # Some assistants do not say when a turn ends, and some turns are interrupted.
            settle(memory, settings, TurnEnd(submission.project, submission.session, now))
        state = load_state(memory, submission.project, limits_of(settings), submission.session)
        store.mark_reinforced(memory, _reinforce(state, now))
        scene = _load_scene(memory, state, prompt, submission)
        topic_counts = {view.id: view.counts for view in scene.views if view.counts}
        decision = _decide(state, prompt, scene)
        placed = place_prompt(
            Placement(
                memory,
                state,
                prompt,
                decision,
                now,
                submission.session,
                submission.branch,
                topic_counts,
                scene.project_counts,
            )
        )
    after = placed.state
    return TrackedPrompt(
        decision,
        placed.topic,
        placed.turn,
        changed=placed.topic != (state.home or state.last_topic),
        state=after,
        prompt=prompt,
        predictions=tuple(after.predictions()),
        topic_counts=topic_counts,
        project_counts=scene.project_counts,
        origin=state.home,
        muted=state.muted,
    )


def dry_run(memory: Database | None, settings: Settings, submission: Submission) -> DryRun:
    """FG-43, FG-44: what `track` would decide and every number behind it; changes nothing.

    Without a database the project has no topics yet.
    """
    prompt = parse_prompt(submission.prompt)
    limits, key = limits_of(settings), submission.session
    if memory is None:
        state = empty_state(submission.project, limits)
        return DryRun(prompt, state, Decision(NEW, 0.0, why=FIRST), key)
    with memory.reading():
        state = load_state(memory, submission.project, limits, key)
        if prompt is None:
            return DryRun(None, state, Decision(NEW, 0.0, why="no text written by a person"), key)
        _reinforce(state, submission.now)
        scene = _load_scene(memory, state, prompt, submission)
        decision = _decide(state, prompt, scene, explain=True)
        return DryRun(prompt, state, decision, key, scene)


def _load_scene(
    memory: Database, state: TopicState, prompt: ParsedPrompt, submission: Submission
) -> Scene:
    key = submission.session
    return load_scene(
        memory,
        state,
        prompt.features,
        now=submission.now,
        has_session=key is not None,
        branch=submission.branch,
        said=turns.said_last(memory, submission.project, key) if key else (),
    )


def _decide(
    state: TopicState, prompt: ParsedPrompt, scene: Scene, *, explain: bool = False
) -> Decision:
    """Which topic the prompt belongs to, by the matcher of the settings."""
    if state.limits.matcher == BEST:
        return by_evidence(prompt.features, prompt.stems, scene, state.history, explain=explain)
    if prompt.stems:
        return by_tfidf(prompt.stems, state.history)
    current = state.home or state.last_topic
    return Decision(
        EXTEND if current else NEW, 0.0, current, why="the prompt has no words to compare"
    )


def note_reply(
    memory: Database,
    project: str,
    reply: str,
    settings: Settings,
    *,
    now: int,
    key: SessionKey | None = None,
) -> bool:
    """FG-34, ruling 7: record the assistant's last reply as a turn and as a line of the guide.

    Returns False when the reply is empty or recorded already.
    """
    text = redact(reply[: REPLY_CHARACTERS * 4]).strip()
    summary = one_line(text, SUMMARY_CHARACTERS)
    size = settings.integer("focus.guideSize")
    if not summary:
        return False
    with memory.transaction():
        if any(line.summary == summary for line in store.guide(memory, project, max(1, size))):
            return False
        place = store.place_of(memory, project, key) if key and key.session else None
        topic = place.topic if place else store.counters(memory, project).last_topic
        agent, session = (key.agent, key.session) if key else ("", "")
        stored = text[:REPLY_CHARACTERS]
        turn = Turn(0, topic, REPLY, stored, now, agent=agent, session=session)
        store.add_turn(memory, project, turn)
        # What only confirms ("OK.") tells nobody where things stand.
        says = settings.text("focus.matcher") != BEST or is_substantive(text)
        if size and says:
            store.add_guide(memory, project, summary, topic, now=now, most=size, session=session)
    return True


def _reinforce(state: TopicState, now: int) -> list[int]:
    """FG-8, FG-35: each new reply touches the root it is most similar to, if similar enough.

    Returns the numbers of these replies; each reinforces once.
    """
    new = [line for line in state.guide if not line.reinforced]
    forest = state.forest
    for line in reversed(new):
        summary = vector(tokenise(line.summary), forest.corpus)
        best, nearest = 0.0, 0
        for number in forest.roots.values():
            near = cosine(summary, forest.vector(forest.nodes[number]))
            if near > best:
                best, nearest = near, number
        if nearest and best >= state.limits.thresholds.branch:
            forest.touch(nearest, now=now, source=GUIDE_SOURCE)
    return [line.number for line in new]


def touch(
    memory: Database,
    topic: str,
    *,
    now: int,
    files: Iterable[str] = (),
    symbols: Iterable[str] = (),
    memories: Iterable[str] = (),
    failures: Iterable[str] = (),
) -> None:
    """Link a topic to these; they come back when it does."""
    if not topic:
        return
    touches = [(FILE, path, file_name(path)) for path in dict.fromkeys(files)]
    for kind, keys in ((SYMBOL, symbols), (MEMORY, memories), (FAILURE, failures)):
        touches += [(kind, name, name) for name in dict.fromkeys(keys)]
    store.add_touches(memory, topic, touches, now=now)


def touched(memory: Database, topic: str, most: int = 20) -> dict[str, list[str]]:
    """The keys of what a topic is linked to, by kind, last used first."""
    return {
        kind: [touch.key for touch in store.touches(memory, topic, kind, most)] for kind in TOUCHES
    }
