"""The decisions of a labelled stream as examples: what speaks for each topic, linear in the weights.

The stream is replayed with every prompt in its gold topic; each decision becomes an example.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from benchmarks.lib.topic_replay import Replay, Session
from benchmarks.lib.topic_streams import Item, Stream
from sightline.topics.matching.match_evidence import weigh_evidence
from sightline.topics.matching.matcher import eligible_topics, waits
from sightline.topics.matching.scene import TurnOutcome
from sightline.topics.matching.weights import WEIGHTS, Weights
from sightline.topics.prompts.prompt_features import PromptFeatures

# The part of a sum that does not depend on the weights.
CONSTANT = -1


class Linear:
    """A sum of weights times numbers; behaves as the evidence it stands for."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[int, float]) -> None:
        self.terms = terms

    def __mul__(self, factor: float) -> Linear:
        return Linear({at: value * factor for at, value in self.terms.items()})

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1

    def __add__(self, other: Linear | float) -> Linear:
        terms = dict(self.terms)
        more = other.terms if isinstance(other, Linear) else {CONSTANT: other}
        for at, value in more.items():
            terms[at] = terms.get(at, 0.0) + value
        return Linear(terms)

    __radd__ = __add__

    def __sub__(self, other: Linear | float) -> Linear:
        return self + -other

    def __rsub__(self, other: float) -> Linear:
        return -self + other

    def __lt__(self, _other: object) -> bool:
        return True  # no cap is reached: `min` returns the sum

    def __bool__(self) -> bool:
        return any(self.terms.values())


UNITS = cast(Weights, Weights(*(Linear({at: 1.0}) for at in range(len(WEIGHTS)))))  # type: ignore[arg-type]


class Candidate(NamedTuple):
    """What speaks for one topic: a constant, and the values of some weights."""

    constant: float
    places: tuple[int, ...]
    values: tuple[float, ...]


class Example(NamedTuple):
    """A decision: the topics that were possible, and which was right (0: a new one)."""

    candidates: tuple[Candidate, ...]
    right: int
    # Whether the turn had ended, and what was right: "own", "other" or "new".
    is_settled: bool
    kind: str


class _Gold(Replay):
    """A replay in which every prompt gets its gold topic."""

    def __init__(self) -> None:
        super().__init__(WEIGHTS)
        self.examples: list[Example] = []

    def decide(
        self,
        item: Item,
        features: PromptFeatures,
        session: Session | None,
        outcome: TurnOutcome | None,
    ) -> str:
        scene = self.scene(item, features, session, outcome)
        own = next((view.id for view in scene.views if view.is_own), "")
        stays = own and features.is_trivial and not (scene.left_branch or features.cues.leaves)
        if not (stays or waits(features, scene)):
            views = eligible_topics(scene)
            candidates = [
                _candidate(sum(weigh_evidence(features, view, scene, UNITS).values()))
                for view in views
            ]
            names = ["", *(view.id for view in views)]
            right = names.index(item.gold) if item.gold in names else 0
            kind = "new" if not right else "own" if item.gold == own else "other"
            self.examples.append(Example(tuple(candidates), right, outcome is not None, kind))
        return item.gold if item.gold in self.topics else ""

    def name_new(self, item: Item) -> str:
        return item.gold


def _candidate(evidence: Linear | float) -> Candidate:
    terms = evidence.terms if isinstance(evidence, Linear) else {CONSTANT: evidence}
    pairs = [(at, value) for at, value in terms.items() if at != CONSTANT and value]
    return Candidate(
        terms.get(CONSTANT, 0.0),
        tuple(at for at, _ in pairs),
        tuple(value for _, value in pairs),
    )


def examples_of(stream: Stream) -> list[Example]:
    """Every decision of a stream."""
    replay = _Gold()
    replay.run(stream.items)
    return replay.examples
