"""Decides which topic a prompt belongs to: the documented TF-IDF matcher, and the better default.

Pure: everything it weighs is passed in, and every number it used is returned for `dry-run`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from sightline.model.session import Node
from sightline.text.tfidf import cosine, similarities_to, vector
from sightline.topics.forest import Forest
from sightline.topics.matching.match_evidence import WordGain, best_words, weigh_evidence
from sightline.topics.matching.scene import Scene, TopicView
from sightline.topics.matching.weights import WEIGHTS, Weights
from sightline.topics.prompts.prompt_features import PromptFeatures
from sightline.topics.scores import Chain

Parts = tuple[tuple[str, float], ...]

NEW = "new"
BRANCH = "branch"
EXTEND = "extend"
# The default matcher; the setting's other value is the documented TF-IDF matcher.
BEST = "best"
MOST_LEAVES = 24
# Without evidence either way the score is the documented threshold for a branch.
_EVEN = 0.25
_ODDS = (1 - _EVEN) / _EVEN


class Thresholds(NamedTuple):
    """FG-17 and ruling 8, and how much history supports a match (FG-19)."""

    extend: float = 0.55
    branch: float = 0.25
    nest: float = 0.8
    boost: float = 0.2


class History(NamedTuple):
    """What a prompt is compared with: earlier prompts, transitions, and the thresholds."""

    forest: Forest
    chain: Chain
    thresholds: Thresholds

    def action(self, score: float, topic: str) -> str:
        """What a prompt with this score does to its best topic."""
        if not topic or score < self.thresholds.branch:
            return NEW
        return EXTEND if score >= self.thresholds.extend else BRANCH


class LeafScore(NamedTuple):
    """How similar a prompt is to one leaf."""

    leaf: int
    content: str
    cosine: float
    boosted: float


class TreeScore(NamedTuple):
    """How well a topic fits: the documented cosines, and the parts of the default matcher."""

    position: int
    topic: str
    root: int
    content: str
    cosine: float
    boosted: float
    factor: float
    leaves: tuple[LeafScore, ...]
    score: float = 0.0
    parts: Parts = ()
    words: tuple[WordGain, ...] = ()


class Decision(NamedTuple):
    """What becomes of a prompt, and why; `leaf` is 0 where the root fits best."""

    action: str
    score: float
    topic: str = ""
    leaf: int = 0
    similarity: float = 0.0
    trees: tuple[TreeScore, ...] = ()
    vector: Parts = ()
    why: str = ""
    parts: Parts = ()
    # How much more evidence the best topic has than the second, or than a new one.
    margin: float = 0.0
    # The topic whose evidence this is, also where a new one is likelier.
    nearest: str = ""


class _LeafMatch(NamedTuple):
    """The number of the leaf nearest to a prompt, and its cosine."""

    leaf: int = 0
    cosine: float = 0.0


def by_tfidf(stems: Sequence[str], history: History) -> Decision:
    """FG-17..FG-19: the nearest root or leaf by cosine times history; the first best wins."""
    forest, chain, thresholds = history
    prompt = vector(stems, forest.corpus)
    best, topic, leaf = 0.0, "", 0
    trees = []
    for position, name in enumerate(forest.roots):
        factor = chain.factor(name, thresholds.boost)
        tree = _score_tree(position, name, prompt, forest, factor)
        trees.append(tree)
        if tree.boosted > best:
            best, topic, leaf = tree.boosted, name, 0
        for candidate in tree.leaves:
            if candidate.boosted > best:
                best, topic, leaf = candidate.boosted, name, candidate.leaf
    action = history.action(best, topic)
    if action == NEW:
        topic, leaf = "", 0
    similarity = next((f.cosine for t in trees for f in t.leaves if f.leaf == leaf), 0.0)
    return Decision(
        action,
        best,
        topic,
        leaf,
        similarity,
        trees=tuple(trees),
        vector=tuple(sorted(prompt.items())),
        why=f"nearest by cosine: {best:.2f}" if topic else "not similar to any earlier prompt",
    )


def by_evidence(
    features: PromptFeatures,
    stems: Sequence[str],
    scene: Scene,
    history: History,
    *,
    explain: bool = False,
) -> Decision:
    """The topic with the most evidence; `explain` also scores every tree for `dry-run`."""
    best = best_topic(features, scene)
    if best is None:
        why = "names nothing: waits for the next prompt" if scene.views else "the first topic"
        return Decision(NEW, 0.0, why=why)
    if best.continues:
        decision = Decision(EXTEND, 1.0, best.topic, why="names nothing new: continues the topic")
        return _with_leaf(decision, stems, history, explain=explain)
    score = score_of(best.evidence)
    action = history.action(score, best.topic)
    decision = Decision(
        action,
        score,
        best.topic if action != NEW else "",
        why=_why(action, best.parts),
        parts=tuple(best.parts.items()),
        margin=best.margin,
        nearest=best.topic,
    )
    decision = _with_leaf(decision, stems, history, explain=explain)
    return _with_evidence(decision, features, scene) if explain else decision


class BestTopic(NamedTuple):
    """The topic with the most evidence; below zero, a new one is likelier."""

    topic: str
    evidence: float = 0.0
    parts: dict[str, float] = {}
    # How much more evidence it has than the second, or than a new topic.
    margin: float = 0.0
    # Whether it names nothing, so that it continues its topic without any evidence.
    continues: bool = False


def best_topic(
    features: PromptFeatures, scene: Scene, weights: Weights = WEIGHTS
) -> BestTopic | None:
    """The topic a prompt most likely belongs to; None if there is no candidate."""
    if waits(features, scene):
        return None
    own = next((view for view in scene.views if view.is_own), None)
    if own and features.is_trivial and not (scene.left_branch or features.cues.leaves):
        return BestTopic(own.id, continues=True)
    best: BestTopic | None = None
    second = 0.0
    for view in eligible_topics(scene):
        parts = weigh_evidence(features, view, scene, weights)
        evidence = sum(parts.values())
        if best is None or evidence > best.evidence:
            second = max(second, best.evidence) if best else second
            best = BestTopic(view.id, evidence, parts)
        else:
            second = max(second, evidence)
    return best._replace(margin=best.evidence - second) if best else None


def waits(features: PromptFeatures, scene: Scene) -> bool:
    """Whether a prompt begins its session without naming anything: the next one tells its topic."""
    return scene.is_start and features.is_trivial and not features.cues.goes_on


def eligible_topics(scene: Scene) -> list[TopicView]:
    """The topics with any evidence of their own; the others could only win by habit."""
    return [
        view
        for view in scene.views
        if view.counts
        or view.is_own
        or view.is_last
        or view.in_session
        or view.tickets
        or view.files
        or (scene.outcome and not view.file_turns.keys().isdisjoint(scene.outcome.files))
        or (scene.branch and view.branch == scene.branch)
    ]


def score_of(evidence: float) -> float:
    """Log-odds as a score from 0 to 1; zero is the threshold between a new and an old topic."""
    return 1 / (1 + _ODDS * math.exp(-max(-60.0, min(60.0, evidence))))


def _score_tree(
    position: int, topic: str, prompt: dict[str, float], forest: Forest, factor: float
) -> TreeScore:
    """FG-18: the cosines of a prompt with the root and with each leaf of a tree."""
    root = forest.root(topic)
    near = _cosine(prompt, root, forest)
    leaves = []
    for leaf in forest.leaves(topic):
        if leaf.number != root.number:
            leaf_cosine = _cosine(prompt, leaf, forest)
            score = LeafScore(leaf.number, leaf.content, leaf_cosine, leaf_cosine * factor)
            leaves.append(score)
    return TreeScore(
        *(position, topic, root.number, root.content, near, near * factor, factor, tuple(leaves))
    )


def _cosine(prompt: dict[str, float], node: Node, forest: Forest) -> float:
    if prompt.keys().isdisjoint(node.stems):
        return 0.0
    return cosine(prompt, forest.vector(node))


def _with_leaf(
    decision: Decision, stems: Sequence[str], history: History, *, explain: bool
) -> Decision:
    """The decision with the nearest leaf of its topic; `explain` adds every tree's cosines."""
    forest = history.forest
    prompt = vector(stems, forest.corpus) if stems and (explain or decision.topic) else {}
    match = _LeafMatch()
    if decision.action == EXTEND and decision.topic in forest.roots:
        match = _nearest_leaf(decision.topic, prompt, forest)
    decision = decision._replace(leaf=match.leaf, similarity=match.cosine)
    if not explain:
        return decision
    trees = [
        _score_tree(position, name, prompt, forest, 1.0)
        for position, name in enumerate(forest.roots)
    ]
    return decision._replace(trees=tuple(trees), vector=tuple(sorted(prompt.items())))


def _with_evidence(decision: Decision, features: PromptFeatures, scene: Scene) -> Decision:
    """The decision with the evidence for each of its trees."""
    views = {view.id: view for view in scene.views}
    trees = []
    for tree in decision.trees:
        view = views.get(tree.topic)
        if view is not None:
            parts = weigh_evidence(features, view, scene)
            tree = tree._replace(
                score=score_of(sum(parts.values())),
                parts=tuple(parts.items()),
                words=tuple(best_words(features, view, scene)),
            )
        trees.append(tree)
    return decision._replace(trees=tuple(trees))


def _nearest_leaf(topic: str, prompt: dict[str, float], forest: Forest) -> _LeafMatch:
    """The leaf most similar to the prompt among the latest; the last one if none is similar."""
    leaves = [leaf for leaf in forest.leaves(topic) if leaf.parent]
    leaves.sort(key=lambda leaf: (leaf.used, leaf.number), reverse=True)
    nearest = _LeafMatch(leaves[0].number if leaves else 0)
    terms = set(prompt)
    similar = [leaf for leaf in leaves if not terms.isdisjoint(leaf.stems)][:MOST_LEAVES]
    cosines = similarities_to(prompt, [leaf.stems for leaf in similar], forest.corpus)
    for leaf, near in zip(similar, cosines, strict=True):
        if near > nearest.cosine:
            nearest = _LeafMatch(leaf.number, near)
    return nearest


def _why(action: str, parts: dict[str, float]) -> str:
    largest = sorted(parts.items(), key=lambda pair: -abs(pair[1]))
    text = ", ".join(f"{name} {part:+.1f}" for name, part in largest if abs(part) >= 0.05)
    return f"too little evidence for the nearest topic: {text}" if action == NEW else text
