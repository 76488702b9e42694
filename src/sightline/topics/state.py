"""The state of a project's topics, as the matcher and the topic block need it.

Loads the working forest only; its size does not grow with the number of prompts.
"""

from typing import NamedTuple

from sightline.model.session import FILE, MERGED, GuideLine, SessionKey, Topic
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.forest import Forest, Shape
from sightline.topics.match_evidence import Scene, TopicView
from sightline.topics.matcher import History, Thresholds
from sightline.topics.prompt_features import PromptFeatures
from sightline.topics.scores import Chain, Prediction


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

    @property
    def history(self) -> History:
        """What the matcher compares a prompt with."""
        return History(self.forest, self.chain, self.limits.thresholds)

    def predictions(self) -> list[Prediction]:
        """FG-32: the topics that may come next."""
        return self.chain.predict(self.limits.prediction_above, self.forest.by_use())


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
    last = home or counters.last_topic
    counts = store.transitions(memory, project, last) if last else {}
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
) -> Scene:
    """The circumstances of a prompt, with each topic as this prompt sees it."""
    terms = features.all_terms
    ids = [name for name, topic in state.topics.items() if topic.status != MERGED]
    counts = store.known_terms(memory, ids, terms)
    tickets = store.tickets_of(memory, ids) if features.tickets else {}
    files = store.named_by(memory, FILE, ids, features.files) if features.files else {}
    views = [
        TopicView(
            id=name,
            turns=float(state.topics[name].turns),
            used=state.topics[name].used,
            counts=counts.get(name, {}),
            tickets=tickets.get(name, frozenset()),
            files=files.get(name, frozenset()),
            is_own=name == state.home,
            is_last=name == state.last_topic,
            branch=state.topics[name].branch,
        )
        for name in ids
    ]
    return Scene(
        now=now,
        has_topic=bool(state.home),
        has_session=has_session,
        left_branch=bool(state.home) and state.leaving,
        branch=branch,
        starts=state.starts,
        links=state.links,
        turns=float(state.prompts),
        project_counts=store.usual_terms(memory, state.project, terms),
        views=tuple(views),
    )
