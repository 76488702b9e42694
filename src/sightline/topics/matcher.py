"""Decides which topic a prompt belongs to: the documented TF-IDF matcher, and the better default.

Pure: everything it weighs comes in, and everything it found goes out for `dry-run`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from sightline.model.session import Node
from sightline.text.tfidf import cosine, likenesses, vector
from sightline.topics.chain import Chain
from sightline.topics.forest import Forest
from sightline.topics.match_evidence import Scene, View, telling, weigh
from sightline.topics.prompt_reader import Reading

Parts = tuple[tuple[str, float], ...]

NEW = "new"
BRANCH = "branch"
EXTEND = "extend"
BEST = "best"
TFIDF = "tfidf"
MOST_LEAVES = 24
# With no evidence either way the score is the documented threshold for a branch.
_EVEN = 0.25
_ODDS = (1 - _EVEN) / _EVEN


class Thresholds(NamedTuple):
    """FG-17 and ruling 8, and how much history helps (FG-19)."""

    extend: float = 0.55
    branch: float = 0.25
    nest: float = 0.8
    boost: float = 0.2


class LeafScore(NamedTuple):
    """How like one leaf the prompt is."""

    leaf: int
    content: str
    cosine: float
    boosted: float


class TreeScore(NamedTuple):
    """How well a topic fits: the documented cosines, and the parts of the default matcher."""

    place: int
    topic: str
    root: int
    content: str
    cosine: float
    boosted: float
    factor: float
    leaves: tuple[LeafScore, ...]
    score: float = 0.0
    parts: tuple[tuple[str, float], ...] = ()
    words: tuple[tuple[str, float], ...] = ()


class Decision(NamedTuple):
    """What becomes of a prompt, and why; `leaf` is 0 where the root fits best."""

    action: str
    score: float
    topic: str = ""
    leaf: int = 0
    similarity: float = 0.0
    trees: tuple[TreeScore, ...] = ()
    vector: tuple[tuple[str, float], ...] = ()
    why: str = ""
    parts: tuple[tuple[str, float], ...] = ()


def by_tfidf(
    stems: Sequence[str], forest: Forest, chain: Chain, thresholds: Thresholds
) -> Decision:
    """FG-17..FG-19: the nearest root or leaf by cosine, helped by history; first best wins."""
    prompt = vector(stems, forest.corpus)
    best, topic, leaf = 0.0, "", 0
    trees = []
    for index, name in enumerate(forest.roots):
        tree = score_tree(index, name, prompt, forest, chain.factor(name, thresholds.boost))
        trees.append(tree)
        if tree.boosted > best:
            best, topic, leaf = tree.boosted, name, 0
        for found in tree.leaves:
            if found.boosted > best:
                best, topic, leaf = found.boosted, name, found.leaf
    decided = _decided(best, topic, thresholds)
    if decided == NEW:
        topic, leaf = "", 0
    similarity = next((f.cosine for t in trees for f in t.leaves if f.leaf == leaf), 0.0)
    why = f"nearest by cosine: {best:.2f}" if topic else "like nothing before"
    return Decision(
        *(decided, best, topic, leaf, similarity, tuple(trees), tuple(sorted(prompt.items())), why)
    )


def by_evidence(
    reading: Reading,
    stems: Sequence[str],
    views: Sequence[View],
    scene: Scene,
    forest: Forest,
    chain: Chain,
    thresholds: Thresholds,
    *,
    explain: bool = False,
) -> Decision:
    """The topic with the most evidence; `explain` also scores every tree for `dry-run`."""
    if reading.trivial and not scene.left:
        home = next((view for view in views if view.mine), None)
        if home is None and not scene.has_session:
            home = next((view for view in views if view.current), None)
        if home is not None:
            decision = Decision(EXTEND, 1.0, home.id, why="names nothing new, so it goes on")
            return _placed(decision, stems, forest, chain, thresholds, explain=explain)
    judged = []
    for view in views if explain else _eligible(views, scene):
        parts = weigh(reading, view, scene)
        factor = _history(view.id, chain, thresholds)
        judged.append((score_of(sum(parts.values())) * factor, view, parts))
    if not judged:
        return Decision(NEW, 0.0, why="the first topic")
    able = {view.id for view in _eligible(views, scene)}
    best, view, parts = max(judged, key=lambda row: (row[1].id in able, row[0]))
    action = _decided(best, view.id, thresholds)
    topic = view.id if action != NEW else ""
    decision = Decision(action, best, topic, why=_why(action, parts), parts=tuple(parts.items()))
    rows = {}
    for value, view, parts in judged if explain else ():
        words = tuple(telling(reading, view, scene))
        rows[view.id] = (value, tuple(parts.items()), words)
    return _placed(decision, stems, forest, chain, thresholds, explain=explain, judged=rows)


def _eligible(views: Sequence[View], scene: Scene) -> list[View]:
    """The topics anything speaks for: the others could only win by habit."""
    return [
        view
        for view in views
        if view.known
        or view.mine
        or view.current
        or view.tickets
        or view.files
        or (scene.branch and view.branch == scene.branch)
    ]


def _history(topic: str, chain: Chain, thresholds: Thresholds) -> float:
    """Going on is judged by session and clock; history speaks for changes only."""
    return 1.0 if topic == chain.last else chain.factor(topic, thresholds.boost)


def score_of(evidence: float) -> float:
    """Log-odds as a score between 0 and 1; none at all is the threshold between new and old."""
    return 1 / (1 + _ODDS * math.exp(-max(-60.0, min(60.0, evidence))))


def score_tree(
    index: int, topic: str, prompt: dict[str, float], forest: Forest, factor: float
) -> TreeScore:
    """FG-18: the cosines of a prompt with the root and with each leaf of a tree."""
    root = forest.root(topic)
    apart = prompt.keys().isdisjoint(root.stems)
    near = 0.0 if apart else cosine(prompt, forest.vector(root))
    leaves = [
        _leaf_score(leaf, prompt, forest, factor)
        for leaf in forest.leaves(topic)
        if leaf.number != root.number
    ]
    return TreeScore(
        *(index, topic, root.number, root.content, near, near * factor, factor, tuple(leaves))
    )


def _leaf_score(leaf: Node, prompt: dict[str, float], forest: Forest, factor: float) -> LeafScore:
    apart = prompt.keys().isdisjoint(leaf.stems)
    near = 0.0 if apart else cosine(prompt, forest.vector(leaf))
    return LeafScore(leaf.number, leaf.content, near, near * factor)


def _placed(
    decision: Decision,
    stems: Sequence[str],
    forest: Forest,
    chain: Chain,
    thresholds: Thresholds,
    *,
    explain: bool,
    judged: dict[str, tuple[float, Parts, Parts]] | None = None,
) -> Decision:
    """The decision with its place in the tree: beside the leaf it is most like."""
    prompt = vector(stems, forest.corpus) if stems and (explain or decision.topic) else {}
    trees = []
    for place, name in enumerate(forest.roots if explain else ()):
        tree = score_tree(place, name, prompt, forest, _history(name, chain, thresholds))
        score, parts, words = (judged or {}).get(name, (0.0, (), ()))
        trees.append(tree._replace(score=score, parts=parts, words=words))
    leaf, similarity = 0, 0.0
    if decision.action == EXTEND and decision.topic in forest.roots:
        leaf, similarity = _nearest_leaf(decision.topic, prompt, forest)
    return decision._replace(
        leaf=leaf,
        similarity=similarity,
        trees=tuple(trees),
        vector=tuple(sorted(prompt.items())) if explain else (),
    )


def _nearest_leaf(topic: str, prompt: dict[str, float], forest: Forest) -> tuple[int, float]:
    """The leaf most like the prompt, of those said last; with no word in common the last one."""
    leaves = [(leaf.used, leaf.number, leaf) for leaf in forest.leaves(topic) if leaf.parent]
    leaves.sort(reverse=True)
    found, best = (leaves[0][1] if leaves else 0), 0.0
    asked = set(prompt)
    alike = [leaf for _, _, leaf in leaves if not asked.isdisjoint(leaf.stems)][:MOST_LEAVES]
    nearness = likenesses(prompt, [leaf.stems for leaf in alike], forest.corpus)
    for leaf, near in zip(alike, nearness, strict=True):
        if near > best:
            found, best = leaf.number, near
    return found, best


def _decided(score: float, topic: str, thresholds: Thresholds) -> str:
    if not topic or score < thresholds.branch:
        return NEW
    return EXTEND if score >= thresholds.extend else BRANCH


def _why(action: str, parts: dict[str, float]) -> str:
    told = sorted(parts.items(), key=lambda pair: -abs(pair[1]))
    text = ", ".join(f"{name} {part:+.1f}" for name, part in told if abs(part) >= 0.05)
    return f"too little for the nearest topic: {text}" if action == NEW else text
