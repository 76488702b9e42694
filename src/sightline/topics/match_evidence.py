"""The evidence that a prompt belongs to a topic, each kind separately, in log-odds.

Session, branch and clock say which topic is most likely; words, tickets and files point to one;
cues say whether the prompt continues it. `matcher` turns the sum into a score.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sightline.text.word_lists import CHORE_STEMS
from sightline.topics.prompt_features import PromptFeatures


class Weights(NamedTuple):
    """The weight of each kind of evidence, chosen by cross-validation over labelled streams."""

    same_session: float = 5.0
    other_in_session: float = -6.0
    new_session: float = -1.0
    new_session_old: float = -3.5
    habit: float = 1.0
    continued: float = -1.0
    resumed: float = -2.0
    refers_back: float = 1.5
    returns: float = 1.5
    left_branch: float = 7.0
    moves_on: float = 3.5
    clock: float = 0.5
    clock_minutes: float = 60.0
    word: float = 0.85
    most_words: float = 5.0
    words_counted: int = 3
    most_word: float = 3.0
    unknown_word: float = 0.16
    field: float = 1.0
    chore: float = 0.15
    single: float = 0.5
    prior_turns: float = 40.0
    topic_turns: float = 1.0
    ticket: float = 2.0
    other_ticket: float = 3.0
    file: float = 1.5
    branch: float = 10.0


WEIGHTS = Weights()
_TRUNKS = frozenset(
    (
        "",
        "main",
        "master",
        "develop",
        "dev",
        "trunk",
        "head",
        "default",
        "next",
        "stable",
        "unstable",
    )
)
MOST_UNKNOWN = 12
# The prior probability of a word in a prompt about something else.
_PRIOR_WORD = 0.006
_PRIOR_FIELD = 0.03
_PRIOR_CHORE = 0.12


class TopicView(NamedTuple):
    """A topic as one prompt sees it; `counts` holds only the prompt's own terms."""

    id: str
    turns: float
    used: int
    counts: Mapping[str, float] = {}
    tickets: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    # Whether it is the topic of the prompt's session, and of the project's last prompt.
    is_own: bool = False
    is_last: bool = False
    branch: str = ""


class Scene(NamedTuple):
    """The circumstances of a prompt: its session, its branch, the clock, the project's topics."""

    now: int
    # Whether the prompt's session has a topic already; whether the prompt names a session at all.
    has_topic: bool = False
    has_session: bool = False
    left_branch: bool = False
    branch: str = ""
    # How many sessions started with a prompt that names something, and how many of them continued
    # an earlier topic.
    starts: int = 0
    links: int = 0
    turns: float = 0.0
    # How often the whole project used each of the prompt's terms.
    project_counts: Mapping[str, float] = {}
    views: tuple[TopicView, ...] = ()


class WordGain(NamedTuple):
    """A word that speaks for a topic, and by how much."""

    term: str
    gain: float


def weigh_evidence(
    features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights = WEIGHTS
) -> dict[str, float]:
    """Every part of the evidence for this topic, by name; parts of zero are left out."""
    prior = "session" if scene.has_session else "current" if view.is_last else "earlier"
    parts = {
        prior: _session(view, scene, weights),
        "branch": _branch(view, scene, weights),
        "clock": _clock(view, scene, weights),
        "cue": _cue(features, view, scene, weights),
        "words": _words(features, view, scene, weights),
        "ticket": _ticket(features, view, weights),
        "file": weights.file if features.files & view.files else 0.0,
    }
    return {name: part for name, part in parts.items() if part}


def _session(view: TopicView, scene: Scene, weights: Weights) -> float:
    if scene.has_topic:
        return weights.same_session if view.is_own else weights.other_in_session
    if not scene.has_session:
        return weights.continued if view.is_last else weights.resumed
    # How often this person's new sessions continue an earlier topic.
    habit = weights.habit * math.log((scene.links + 1) / (scene.starts - scene.links + 3))
    return habit + (weights.new_session if view.is_last else weights.new_session_old)


def is_trunk(branch: str) -> bool:
    """Whether a branch of this name holds all kinds of work, like main or a release branch."""
    name = branch.lower()
    if name in _TRUNKS:
        return True
    version = name.rpartition("/")[2]
    for word in ("release-", "stable-", "maint-", "v"):
        version = version.removeprefix(word)
    return version[:1].isdigit() and "." in version and not version.strip("0123456789.x")


def _branch(view: TopicView, scene: Scene, weights: Weights) -> float:
    if is_trunk(scene.branch) or is_trunk(view.branch):
        return 0.0
    if scene.branch == view.branch:
        return weights.branch
    return -weights.branch - (weights.same_session if view.is_own else 0.0)


def _clock(view: TopicView, scene: Scene, weights: Weights) -> float:
    if scene.has_topic and view.is_own:
        return 0.0
    minutes = max(0, scene.now - view.used) / 60_000
    return -weights.clock * math.log2(1 + minutes / weights.clock_minutes)


def _cue(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    part = 0.0
    if view.is_own and scene.has_topic:
        part -= weights.left_branch if scene.left_branch else 0.0
        part -= weights.moves_on if features.moves_on else 0.0
    elif features.returns:
        part += weights.returns
    if view.is_last and not scene.has_session and features.refers_back:
        part += weights.refers_back
    return part


def _words(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    counts = view.counts
    gains = [
        _word_gain(term, counts[term], view, scene, weights)
        for term in features.all_terms
        if term in counts
    ]
    if len(gains) > weights.words_counted:
        gains.sort(reverse=True)
    unknown = min(MOST_UNKNOWN, sum(1 for term in features.terms if term not in counts))
    shared = sum(part for part in gains[: weights.words_counted] if part > 0)
    return min(weights.most_words, weights.word * (shared - weights.unknown_word * unknown))


def best_words(
    features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights = WEIGHTS
) -> list[WordGain]:
    """The words of the prompt that speak most for this topic, best first."""
    gains = [
        WordGain(term, _word_gain(term, view.counts[term], view, scene, weights))
        for term in features.all_terms
        if term in view.counts
    ]
    positive = [word for word in gains if word.gain > 0]
    return sorted(positive, key=lambda word: -word.gain)[: weights.words_counted]


def _word_gain(term: str, count: float, view: TopicView, scene: Scene, weights: Weights) -> float:
    """How much more often this topic uses a word than the others; a single use counts less."""
    if term.startswith("~"):
        prior, weight = _PRIOR_FIELD, weights.field
    elif term in CHORE_STEMS:
        prior, weight = _PRIOR_CHORE, weights.chore
    else:
        prior, weight = _PRIOR_WORD, 1.0
    elsewhere = max(0.0, scene.project_counts.get(term, 0.0) - count)
    rest = (elsewhere + weights.prior_turns * prior) / (
        max(0.0, scene.turns - view.turns) + weights.prior_turns
    )
    here = (count + weights.topic_turns * rest) / (view.turns + weights.topic_turns)
    confidence = count / (count + weights.single)
    return min(weights.most_word, math.log(here / rest) * weight * confidence)


def _ticket(features: PromptFeatures, view: TopicView, weights: Weights) -> float:
    if not features.tickets or not view.tickets:
        return 0.0
    return weights.ticket if features.tickets & view.tickets else -weights.other_ticket
