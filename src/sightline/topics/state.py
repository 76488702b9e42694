"""The state of a project's topics, as the matcher and the topic block need it.

Loads the working forest only; its size does not grow with the number of prompts.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sightline.model.session import (
    FILE,
    MERGED,
    PROMPT,
    REPLY,
    GuideLine,
    Habits,
    Said,
    SessionKey,
    Topic,
)
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store import turns
from sightline.store.sqlite.database import Database
from sightline.topics.forest import Forest, Shape
from sightline.topics.matching.matcher import BEST, History, Thresholds
from sightline.topics.matching.scene import Scene, TopicView, TurnOutcome
from sightline.topics.prompts.cues import asks_back, closes_work
from sightline.topics.prompts.prompt_features import PromptFeatures, are_akin, file_terms
from sightline.topics.scores import Chain, Prediction
from sightline.topics.steering import FocusedTopic, muted_topics, topics_in_focus


class Limits(NamedTuple):
    """The settings of the topic forest, read once."""

    shape: Shape
    thresholds: Thresholds
    matcher: str
    characters: int
    guide_size: int
    prediction_above: float


class TopicState(NamedTuple):
    """A project's forest, transitions, guide and counters, and the place of one session.

    `starts` counts the sessions that began by naming something, `links` those of them that
    continued a topic. `home` is the session's topic; `leaving` says that it leaves its branch.
    """

    project: str
    limits: Limits
    forest: Forest
    chain: Chain
    topics: dict[str, Topic]
    guide: tuple[GuideLine, ...]
    prompts: int = 0
    starts: int = 0
    links: int = 0
    last_topic: str = ""
    created: int = 0
    updated: int = 0
    home: str = ""
    branch: str = ""
    leaving: bool = False
    # When the session's last prompt was submitted, and the topics of its prompts, the last one first.
    previous: int = 0
    visits: tuple[str, ...] = ()
    habits: Habits = Habits()
    # What the agent asked to see more of, the most wanted first, and the topics it rated useless.
    focused: tuple[FocusedTopic, ...] = ()
    muted: frozenset[str] = frozenset()

    @property
    def session_topics(self) -> tuple[str, ...]:
        """The topics the session spoke of, the last one first."""
        return tuple(dict.fromkeys(self.visits))

    @property
    def news(self) -> int:
        """How often the session changed to a topic that was new to it."""
        return max(0, len(self.session_topics) - 1)

    @property
    def returns(self) -> int:
        """How often the session changed back to a topic of its own."""
        return sum(1 for one, other in pairwise(self.visits) if one != other) - self.news

    @property
    def history(self) -> History:
        """What the matcher compares a prompt with."""
        return History(self.forest, self.chain, self.limits.thresholds)

    def predictions(self) -> list[Prediction]:
        """The topics that may come next: FG-32, or where the person is likely to go from here."""
        above = self.limits.prediction_above
        topics = [topic for topic in self.forest.by_use() if topic not in self.muted]
        if self.limits.matcher == BEST:
            return self.chain.predict_leaving(above, topics)
        return self.chain.predict(above, topics)


def limits_of(settings: Settings) -> Limits:
    """The settings that shape a forest and its matcher."""
    return Limits(
        shape=Shape(
            most_nodes=settings.integer("focus.memorySize"),
            decay=settings.number("focus.decayRate"),
            label_terms=settings.integer("focus.bubbleUpTerms"),
            most_sources=settings.integer("focus.maxSourcesPerNode"),
        ),
        thresholds=Thresholds(
            extend=settings.number("focus.similarity.extend"),
            branch=settings.number("focus.similarity.branch"),
            nest=settings.number("focus.similarity.nest"),
            boost=settings.number("focus.transitionBoost"),
        ),
        matcher=settings.text("focus.matcher"),
        characters=settings.integer("focus.contextLimit"),
        guide_size=settings.integer("focus.guideSize"),
        prediction_above=settings.number("focus.predictionAbove"),
    )


def load_state(
    memory: Database, project: str, limits: Limits, key: SessionKey | None = None
) -> TopicState:
    """Read the state of a project's topics, and of the session with this key."""
    counters = store.counters(memory, project)
    place = store.place_of(memory, project, key) if key else None
    forest = load_forest(memory, project, limits.shape)
    topics = {t.id: t for t in store.candidates(memory, project, sorted(forest.roots))}
    home = place.topic if place else ""
    if home and home not in topics:
        topic = store.topic(memory, project, home)
        topics |= {topic.id: topic} if topic else {}
    prompts = turns.session_prompts(memory, project, key, 1) if key else []
    last = home or counters.last_topic
    counts = store.transitions(memory, project, last) if last else {}
    focused = topics_in_focus(memory, project, store.focuses(memory, project), topics.values())
    asked_for = [one.topic.id for one in focused]
    muted = muted_topics(memory, [*topics, *asked_for], focused)
    return TopicState(
        project=project,
        limits=limits,
        forest=forest,
        chain=Chain(counts, last),
        topics=topics,
        guide=tuple(store.guide(memory, project, limits.guide_size)),
        **counters._asdict(),
        home=home if home in topics else "",
        branch=place.branch if place else "",
        leaving=place.leaving if place else False,
        previous=prompts[0].created if prompts else 0,
        visits=tuple(turns.visits(memory, project, key)) if key and prompts else (),
        habits=turns.habits(memory, project),
        focused=tuple(one for one in focused if one.topic.id not in muted),
        muted=muted,
    )


def load_forest(memory: Database, project: str, shape: Shape) -> Forest:
    """Read the working forest of a project."""
    return Forest(store.nodes(memory, project), shape, store.next_node(memory))


def save_forest(memory: Database, project: str, forest: Forest) -> None:
    """Write the nodes of a forest that changed."""
    changed = [forest.nodes[number] for number in sorted(forest.changed)]
    store.save_nodes(memory, project, changed, forest.removed)
    forest.clear_changes()


def empty_state(project: str, limits: Limits) -> TopicState:
    """The state of a project without prompts."""
    return TopicState(project, limits, Forest([], limits.shape), Chain(), {}, ())


def load_scene(
    memory: Database,
    state: TopicState,
    features: PromptFeatures,
    *,
    now: int,
    has_session: bool,
    branch: str,
    said: Sequence[Said] = (),
    outcome: TurnOutcome | None = None,
) -> Scene:
    """The circumstances of a prompt, with each topic as this prompt sees it."""
    terms = features.all_terms
    if outcome is not None:
        names = (term for path in outcome.files for term in file_terms(path))
        terms = tuple(dict.fromkeys((*terms, *outcome.reply_terms, *names)))
    asked = next((turn.text for turn in reversed(said) if turn.role == PROMPT), "")
    replied = said[-1].text if said and said[-1].role == REPLY else ""
    ids = [name for name, topic in state.topics.items() if topic.status != MERGED]
    files = turns.topic_files(memory, ids) if outcome is not None else {}
    own = state.home or ("" if has_session else state.last_topic)
    views = _load_views(memory, state, features, ids, terms, own=own, files=files)
    return Scene(
        now=now,
        has_topic=bool(state.home),
        has_session=has_session,
        left_branch=bool(state.home) and state.leaving,
        branch=branch,
        previous=state.previous,
        starts=state.starts,
        links=state.links,
        habits=state.habits,
        news=state.news,
        returns=state.returns,
        turns=float(state.prompts),
        project_counts=store.usual_terms(memory, state.project, terms),
        project_files=_project_files(files, outcome),
        recent=" ".join(turn.text for turn in said).lower(),
        asked=asks_back(replied),
        closed=closes_work(asked, replied),
        views=views,
        outcome=outcome,
    )


def _load_views(
    memory: Database,
    state: TopicState,
    features: PromptFeatures,
    ids: list[str],
    terms: Sequence[str],
    *,
    own: str,
    files: Mapping[str, Mapping[str, int]],
) -> tuple[TopicView, ...]:
    """These topics as a prompt sees them."""
    counts = store.known_terms(memory, ids, terms)
    tickets = store.tickets_of(memory, ids) if features.tickets else {}
    names = store.named_by(memory, FILE, ids, features.files) if features.files else {}
    topics = [state.topics[name] for name in ids]
    akin = _akin_topics(memory, ids, features) if features.taken_up else ()
    return tuple(
        [
            TopicView(
                id=topic.id,
                turns=float(topic.turns),
                used=topic.used,
                counts=counts.get(topic.id, {}),
                tickets=tickets.get(topic.id, frozenset()),
                files=names.get(topic.id, frozenset()),
                file_turns=files.get(topic.id, {}),
                is_akin=topic.id in akin,
                is_own=topic.id == own,
                is_last=topic.id == state.last_topic,
                in_session=topic.id in state.session_topics,
                branch=topic.branch,
                named=topic.named,
                novel=topic.novel,
            )
            for topic in topics
        ]
    )


def _akin_topics(memory: Database, ids: list[str], features: PromptFeatures) -> frozenset[str]:
    """The topics with a form of what the prompt goes back to among their words."""
    return frozenset(
        name
        for name, known in store.all_terms(memory, ids).items()
        if any(are_akin(term, one) for term in features.taken_up for one in known)
    )


def _project_files(
    files: Mapping[str, Mapping[str, int]], outcome: TurnOutcome | None
) -> dict[str, int]:
    """How many turns of any topic touched each file of a turn, or found for it."""
    return {
        path: sum(topic_files.get(path, 0) for topic_files in files.values())
        for path in ((*outcome.files, *outcome.found) if outcome else ())
    }
