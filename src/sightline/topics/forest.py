"""The working forest: trees of prompts, one per topic, and how prompts are added and removed.

Works in memory and tracks which nodes changed; `store.topics` reads and writes them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sightline.model.session import Node
from sightline.text.tfidf import Corpus, vector
from sightline.topics.labels import ChildWords, Label, count_words
from sightline.topics.scores import node_score, node_scores

# Repeating one prompt over and over must not build a tower of labels.
MOST_DEPTH = 5


class Shape(NamedTuple):
    """The settings that shape a forest."""

    most_nodes: int = 100
    decay: float = 0.05
    label_terms: int = 6
    most_sources: int = 20


class Pruned(NamedTuple):
    """The nodes that a pruning removed, and the topics that lost their whole tree."""

    nodes: list[Node]
    topics: list[str]


class Forest:
    """Trees by topic; every node is an immutable value, replaced when it changes."""

    def __init__(self, nodes: Iterable[Node], shape: Shape, next_number: int = 0) -> None:
        self.shape = shape
        self.nodes: dict[int, Node] = {}
        self.children: dict[int, list[int]] = {}
        self.roots: dict[str, int] = {}
        self.changed: set[int] = set()
        self.removed: set[int] = set()
        self._vectors: dict[int, dict[str, float]] = {}
        self._corpus: Corpus | None = None
        # The words below each node that has a label.
        self._child_words: dict[int, ChildWords] = {}
        for node in nodes:
            self.nodes[node.number] = node
            if node.parent:
                self.children.setdefault(node.parent, []).append(node.number)
            else:
                self.roots[node.topic] = node.number
        # Oldest trees first.
        self.roots = dict(sorted(self.roots.items(), key=lambda item: self._age(item[1])))
        self.next_number = max(next_number, max(self.nodes, default=0) + 1)

    # Reading

    def leaves(self, topic: str) -> list[Node]:
        """The nodes of a tree that are prompts, oldest first."""
        children = self.children
        return [node for node in self.tree(topic) if node.number not in children]

    def tree(self, topic: str) -> list[Node]:
        """All nodes of a tree in depth-first order, siblings by number."""
        root = self.roots.get(topic)
        if root is None:
            return []
        nodes, children = self.nodes, self.children
        ordered = []
        pending = [root]
        while pending:
            number = pending.pop()
            ordered.append(nodes[number])
            if number in children:
                pending += children[number][::-1]
        return ordered

    def root(self, topic: str) -> Node:
        """The root node of a tree."""
        return self.nodes[self.roots[topic]]

    def by_use(self) -> list[str]:
        """The topics of the forest, most recently used first."""
        return sorted(self.roots, key=lambda topic: (-self.root(topic).used, topic))

    def is_leaf(self, number: int) -> bool:
        """Whether this node has no children."""
        return number not in self.children

    def label_words(self, topic: str) -> tuple[str, ...]:
        """The words of a topic's label, in the forms people wrote; none without a tree."""
        if topic not in self.roots:
            return ()
        root = self.root(topic)
        return self._label_of([root]).words if root.indexed else root.words

    def score(self, node: Node, now: int) -> float:
        """FG-26: the score of a node at this time."""
        return node_score(node.frequency, node.used, node.depth, now, self.shape.decay)

    @property
    def corpus(self) -> Corpus:
        """How often each stem occurs in the prompts of the forest (2.6: prompts only)."""
        if self._corpus is None:
            indexed = [set(node.stems) for node in self.nodes.values() if node.indexed]
            self._corpus = Corpus(len(indexed), count_words(indexed))
        return self._corpus

    def vector(self, node: Node) -> dict[str, float]:
        """A node's TF-IDF weights, cached until the corpus changes."""
        weights = self._vectors.get(node.number)
        if weights is None:
            weights = self._vectors[node.number] = vector(node.stems, self.corpus)
        return weights

    def clear_changes(self) -> None:
        """Forget which nodes changed, after they were written to the store."""
        self.changed.clear()
        self.removed.clear()

    # Adding and removing prompts

    def plant(self, seed: Node) -> Node:
        """FG-20: the prompt becomes the root of a new tree."""
        return self._add(seed._replace(parent=0, depth=0, indexed=True))

    def branch(self, topic: str, seed: Node, *, now: int, source: str) -> Node:
        """FG-21: the prompt becomes a child of the root; a lone root first becomes a child itself."""
        root = self.root(topic)
        self._preserve(root)
        added = self._add(seed._replace(topic=topic, parent=root.number, depth=1, indexed=True))
        self.touch(root.number, now=now, source=source)
        self._relabel_above(added)
        return added

    def extend(
        self, topic: str, leaf: int, seed: Node, *, now: int, source: str, nest: bool = False
    ) -> Node:
        """FG-22: the prompt becomes a sibling of a leaf, or both move under a label (ruling 8)."""
        beside = self.nodes[leaf]
        if not beside.parent:
            return self.branch(topic, seed, now=now, source=source)
        self.touch(leaf, now=now, source=source)
        if nest and beside.depth < MOST_DEPTH:
            self._preserve(self.nodes[leaf])
            parent = leaf
        else:
            parent = beside.parent
        depth = self.nodes[parent].depth + 1
        added = self._add(seed._replace(topic=topic, parent=parent, depth=depth, indexed=True))
        self.touch(self.roots[topic], now=now, source=source)
        self._relabel_above(added)
        return added

    def touch(self, number: int, *, now: int, source: str) -> None:
        """FG-25: count one more use, now; only the last sources are kept."""
        node = self.nodes[number]
        most = self.shape.most_sources
        sources = (*node.sources, source)[-most:] if most else ()
        self._replace(
            node._replace(frequency=node.frequency + 1, used=max(now, node.used), sources=sources)
        )

    def relabel(self, topic: str) -> None:
        """FG-23: every node with children is labelled by the words below it, bottom first."""
        for node in reversed(self.tree(topic)):
            self._relabel(node)

    def prune(self, now: int, *, keep: Iterable[str] = ()) -> Pruned:
        """FG-27, ruling 6: remove the leaves with the lowest scores until the rest fits.

        `keep` names topics that are pinned or locked.
        """
        removed: list[Node] = []
        if len(self.nodes) <= self.shape.most_nodes:
            return Pruned(removed, [])
        kept = set(keep)
        children = self.children
        leaves = [
            node
            for number, node in self.nodes.items()
            if number not in children and node.topic not in kept
        ]
        scores = node_scores(leaves, now, self.shape.decay)
        lowest = sorted(zip(scores, [leaf.number for leaf in leaves], strict=True), reverse=True)
        before = set(self.roots)
        shrunk: set[int] = set()
        while len(self.nodes) > self.shape.most_nodes and lowest:
            _, number = lowest.pop()
            node = self.nodes[number]
            removed.append(node)
            parent = self._remove(node)
            # A label or a root without children is not a prompt: it is removed too.
            while parent is not None and parent.number not in self.children:
                removed.append(parent)
                parent = self._remove(parent)
            shrunk |= {parent.number} if parent is not None else set()
        for parent_number in sorted(shrunk & set(self.nodes)):
            self._relabel(self.nodes[parent_number])
            self._relabel_above(self.nodes[parent_number])
        return Pruned(removed, sorted(before - set(self.roots)))

    def drop(self, topic: str) -> list[Node]:
        """Remove a whole tree from the forest."""
        nodes = self.tree(topic)
        for node in reversed(nodes):
            self._remove(node)
        return nodes

    def graft(self, topic: str, onto: str) -> None:
        """Move all prompts of one tree under the root of another."""
        if topic not in self.roots:
            return
        prompts = [node for node in self.tree(topic) if self.is_leaf(node.number)]
        self.drop(topic)
        for node in prompts:
            self._attach(node, onto)
        self.relabel(onto)

    def extract(self, topic: str, turns: Iterable[int], into: str) -> None:
        """Move the prompts of these turns into a tree of their own."""
        numbers = set(turns)
        prompts = [node for node in self.tree(topic) if node.turn in numbers]
        for node in prompts:
            if self.is_leaf(node.number):
                self.uproot(node.number)
                self._attach(node, into)
        self.relabel(into)

    def uproot(self, number: int) -> None:
        """Remove one prompt and labels without children; the other labels above it are updated."""
        parent = self._remove(self.nodes[number])
        while parent is not None and parent.number not in self.children:
            parent = self._remove(parent)
        if parent is not None:
            self._relabel(parent)
            self._relabel_above(parent)

    # Nodes

    def _attach(self, node: Node, topic: str) -> None:
        if topic in self.roots:
            root = self.root(topic)
            self._preserve(root)
            self._add(node._replace(topic=topic, parent=root.number, depth=1))
        else:
            self._add(node._replace(topic=topic, parent=0, depth=0))

    def _relabel_above(self, node: Node) -> None:
        while node.parent:
            node = self.nodes[node.parent]
            self._relabel(node)

    def _relabel(self, node: Node) -> None:
        children = self.children.get(node.number)
        if not children:
            return
        child_words = self._child_words.get(node.number)
        if child_words is None:
            child_words = ChildWords([self.nodes[number] for number in children])
            self._child_words[node.number] = child_words
        label = child_words.label(self.shape.label_terms)
        stems, words = label
        if node.indexed or node.stems != stems or node.words != words:
            changed = node._replace(content=label.text, stems=stems, words=words, indexed=False)
            self._replace(changed)

    def _label_of(self, nodes: list[Node]) -> Label:
        return ChildWords(nodes).label(self.shape.label_terms)

    def _preserve(self, node: Node) -> None:
        """Before a leaf gets children: copy its prompt to a child and make the node a label."""
        if node.number in self.children:
            return
        self._add(node._replace(parent=node.number, depth=node.depth + 1))
        self._replace(node._replace(indexed=False, turn=0))

    def _add(self, node: Node) -> Node:
        added = node._replace(number=self.next_number)
        self.next_number += 1
        self._put(added)
        self._mark_changed(added)
        if added.indexed:
            self._count(added, more=True)
        return added

    def _put(self, node: Node) -> None:
        self.nodes[node.number] = node
        if node.parent:
            self.children.setdefault(node.parent, []).append(node.number)
            if node.parent in self._child_words:
                self._child_words[node.parent].add(node)
        else:
            self.roots[node.topic] = node.number

    def _replace(self, node: Node) -> None:
        before = self.nodes[node.number]
        self.nodes[node.number] = node
        if node.stems is not before.stems or node.words is not before.words:
            # Its parent's word counts are out of date.
            self._child_words.pop(node.parent, None)
        self._mark_changed(node)
        if node.indexed != before.indexed:
            self._count(node if node.indexed else before, more=node.indexed)

    def _remove(self, node: Node) -> Node | None:
        del self.nodes[node.number]
        self.removed.add(node.number)
        self.changed.discard(node.number)
        if node.indexed:
            self._count(node, more=False)
        self._vectors.pop(node.number, None)
        self._child_words.pop(node.number, None)
        if node.parent in self._child_words:
            self._child_words[node.parent].remove(node)
        if not node.parent:
            del self.roots[node.topic]
            return None
        siblings = self.children[node.parent]
        siblings.remove(node.number)
        if not siblings:
            del self.children[node.parent]
        return self.nodes[node.parent]

    def _mark_changed(self, node: Node) -> None:
        self.changed.add(node.number)
        self._vectors.pop(node.number, None)

    def _count(self, prompt: Node, *, more: bool) -> None:
        """Add a prompt to the corpus or remove it, which changes the weight of every word."""
        if self._corpus is not None:
            (self._corpus.add if more else self._corpus.remove)(prompt.stems)
            self._vectors.clear()

    def _age(self, number: int) -> tuple[int, int]:
        return self.nodes[number].created, number
