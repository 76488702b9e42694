"""What is known of a project's topics at one moment, as the matcher and the block need it.

Loads the working forest only; its size does not grow with the number of prompts.
"""

from typing import NamedTuple

from sightline.model.session import FILE, GuideLine, SessionKey, Topic
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.chain import Chain
from sightline.topics.forest import Forest, Shape
from sightline.topics.match_evidence import Scene, View
from sightline.topics.matcher import Thresholds
from sightline.topics.prompt_reader import Reading


class Limits(NamedTuple):
    """The settings of the topic forest, read once."""

    shape: Shape
    thresholds: Thresholds
    matcher: str
    characters: int
    guide_size: int
    prediction_above: float


class State(NamedTuple):
    """A project's forest with its chain, guide and counters, and where one session stands."""

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


def load(memory: Database, project: str, limits: Limits, key: SessionKey | None = None) -> State:
    """Read what is known; nothing is written."""
    prompts, starts, links, last_topic, created, updated = store.counters(memory, project)
    place = store.place_of(memory, project, key) if key else None
    forest = _forest(memory, project, limits.shape)
    planted = sorted(forest.roots)
    topics = {topic.id: topic for topic in store.candidates(memory, project, planted)}
    home = place.topic if place else ""
    if home and home not in topics:
        found = store.topic(memory, project, home)
        topics |= {found.id: found} if found else {}
    last = home or last_topic
    counts = store.transitions(memory, project, last) if last else {}
    return State(
        project=project,
        limits=limits,
        forest=forest,
        chain=Chain(counts, last),
        topics=topics,
        guide=tuple(store.guide(memory, project, limits.guide_size)),
        prompts=prompts,
        starts=starts,
        links=links,
        last_topic=last_topic,
        created=created,
        updated=updated,
        home=home if home in topics else "",
        branch=place.branch if place else "",
        leaving=place.leaving if place else False,
    )


def _forest(memory: Database, project: str, shape: Shape) -> Forest:
    """The working forest."""
    return Forest(store.nodes(memory, project), shape, store.next_node(memory))


def nothing_yet(project: str, limits: Limits) -> State:
    """The state of a project nobody has spoken in."""
    return State(project, limits, Forest([], limits.shape), Chain(), {}, ())


def scene_of(
    memory: Database,
    state: State,
    reading: Reading,
    *,
    now: int,
    has_session: bool,
    branch: str,
) -> tuple[Scene, list[View]]:
    """Where the prompt stands, and each topic as this prompt sees it."""
    terms = (*reading.terms, *reading.chores, *reading.fields)
    ids = [name for name, topic in state.topics.items() if topic.status != "merged"]
    known = store.known_terms(memory, ids, terms)
    tickets = store.tickets_of(memory, ids) if reading.tickets else {}
    files = store.named_by(memory, FILE, ids, reading.files) if reading.files else {}
    scene = Scene(
        now=now,
        in_session=bool(state.home),
        has_session=has_session,
        left=bool(state.home) and state.leaving,
        branch=branch,
        links=state.links,
        starts=state.starts,
        turns=float(state.prompts),
        background=store.usual_terms(memory, state.project, terms),
    )
    views = [
        View(
            id=name,
            turns=float(state.topics[name].turns),
            last=state.topics[name].used,
            known=known.get(name, {}),
            tickets=tickets.get(name, frozenset()),
            files=files.get(name, frozenset()),
            mine=name == state.home,
            current=name == state.last_topic,
            branch=state.topics[name].branch,
        )
        for name in ids
    ]
    return scene, views
