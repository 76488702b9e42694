"""The working forest: trees of prompts, one per topic, and how a prompt takes its place in them.

Works in memory on what it is given and remembers what changed; `store.session` keeps it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sightline.model.session import Node
from sightline.text.tfidf import Corpus, vector
from sightline.topics.formulas import node_score, node_scores
from sightline.topics.labels import Below, counted, label

# Repeating one prompt over and over must not build a tower of labels.
DEEPEST = 5


class Shape(NamedTuple):
    """The settings that shape a forest."""

    most_nodes: int = 100
    decay: float = 0.05
    label_terms: int = 6
    most_sources: int = 20


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
        # What stands below each node that was given its label.
        self._below: dict[int, Below] = {}
        for node in nodes:
            self.nodes[node.number] = node
            if node.parent:
                self.children.setdefault(node.parent, []).append(node.number)
            else:
                self.roots[node.topic] = node.number
        # Trees by age.
        self.roots = dict(sorted(self.roots.items(), key=lambda pair: self._age(pair[1])))
        self.next_number = max(next_number, max(self.nodes, default=0) + 1)

    # Reading

    def leaves(self, topic: str) -> list[Node]:
        """The nodes of a tree that stand for prompts, oldest first."""
        children = self.children
        return [node for node in self.tree(topic) if node.number not in children]

    def tree(self, topic: str) -> list[Node]:
        """All nodes of a tree: the root, then down each side, in the order of their numbers."""
        root = self.roots.get(topic)
        if root is None:
            return []
        nodes, children = self.nodes, self.children
        found = []
        waiting = [root]
        while waiting:
            number = waiting.pop()
            found.append(nodes[number])
            if number in children:
                waiting += children[number][::-1]
        return found

    def root(self, topic: str) -> Node:
        """The node at the top of a tree."""
        return self.nodes[self.roots[topic]]

    def by_use(self) -> list[str]:
        """The topics of the forest, last used first."""
        return sorted(self.roots, key=lambda topic: (-self.root(topic).used, topic))

    def is_leaf(self, number: int) -> bool:
        """Whether nothing stands below this node."""
        return number not in self.children

    def score(self, node: Node, now: int) -> float:
        """FG-26 for one node, at this moment."""
        return node_score(node.frequency, node.used, node.depth, now, self.shape.decay)

    @property
    def corpus(self) -> Corpus:
        """How often each stem occurs in the prompts of the forest (2.6: prompts only)."""
        if self._corpus is None:
            indexed = [set(node.stems) for node in self.nodes.values() if node.indexed]
            self._corpus = Corpus(len(indexed), counted(indexed))
        return self._corpus

    def vector(self, node: Node) -> dict[str, float]:
        """A node's TF-IDF weights, kept until the corpus changes."""
        found = self._vectors.get(node.number)
        if found is None:
            found = self._vectors[node.number] = vector(node.stems, self.corpus)
        return found

    def saved(self) -> None:
        """What changed is written down."""
        self.changed.clear()
        self.removed.clear()

    # Placing a prompt

    def plant(self, seed: Node) -> Node:
        """FG-20: the prompt becomes the root of a new tree."""
        return self._add(seed._replace(parent=0, depth=0, indexed=True))

    def branch(self, topic: str, seed: Node, *, now: int, source: str) -> Node:
        """FG-21: the prompt becomes a child of the root; a lone root is kept as a child first."""
        root = self.root(topic)
        self._preserve(root)
        added = self._add(seed._replace(topic=topic, parent=root.number, depth=1, indexed=True))
        self.touch(root.number, now=now, source=source)
        self._relabel_above(added)
        return added

    def extend(
        self, topic: str, leaf: int, seed: Node, *, now: int, source: str, nest: bool = False
    ) -> Node:
        """FG-22: the prompt stands beside the leaf it is like, or under a label with it (8)."""
        found = self.nodes[leaf]
        if not found.parent:
            return self.branch(topic, seed, now=now, source=source)
        self.touch(leaf, now=now, source=source)
        if nest and found.depth < DEEPEST:
            self._preserve(self.nodes[leaf])
            parent = leaf
        else:
            parent = found.parent
        depth = self.nodes[parent].depth + 1
        added = self._add(seed._replace(topic=topic, parent=parent, depth=depth, indexed=True))
        self.touch(self.roots[topic], now=now, source=source)
        self._relabel_above(added)
        return added

    def touch(self, number: int, *, now: int, source: str) -> None:
        """FG-25: one more use, now; only the last sources are remembered."""
        node = self.nodes[number]
        most = self.shape.most_sources
        sources = (*node.sources, source)[-most:] if most else ()
        self._replace(
            node._replace(frequency=node.frequency + 1, used=max(now, node.used), sources=sources)
        )

    def relabel(self, topic: str) -> None:
        """FG-23: every node above others is named by the words below it, bottom first."""
        for node in reversed(self.tree(topic)):
            self._relabel(node)

    def prune(self, now: int, *, keep: Iterable[str] = ()) -> tuple[list[Node], list[str]]:
        """FG-27, ruling 6: the lowest leaves leave until the rest fits; labels follow.

        Returns the nodes that left and the topics whose whole tree did. `keep` names topics that
        are pinned or locked.
        """
        left: list[Node] = []
        if len(self.nodes) <= self.shape.most_nodes:
            return left, []
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
            node = self.nodes[lowest.pop()[1]]
            left.append(node)
            parent = self._remove(node)
            # A label above nothing, or a root above nothing, is no prompt: it goes too.
            while parent is not None and parent.number not in self.children:
                left.append(parent)
                parent = self._remove(parent)
            shrunk |= {parent.number} if parent is not None else set()
        for parent_number in sorted(shrunk & set(self.nodes)):
            self._relabel(self.nodes[parent_number])
            self._relabel_above(self.nodes[parent_number])
        return left, sorted(before - set(self.roots))

    def drop(self, topic: str) -> list[Node]:
        """Take a whole tree out of the forest."""
        nodes = self.tree(topic)
        for node in reversed(nodes):
            self._remove(node)
        return nodes

    def graft(self, topic: str, onto: str) -> None:
        """Hang all prompts of one tree under the root of another."""
        if topic not in self.roots:
            return
        prompts = [node for node in self.tree(topic) if self.is_leaf(node.number)]
        self.drop(topic)
        for node in prompts:
            self._hang(node, onto)
        self.relabel(onto)

    def extract(self, topic: str, turns: Iterable[int], into: str) -> None:
        """The prompts of these turns leave a tree and make one of their own."""
        wanted = set(turns)
        prompts = [node for node in self.tree(topic) if node.turn in wanted]
        for node in prompts:
            if self.is_leaf(node.number):
                self.uproot(node.number)
                self._hang(node, into)
        self.relabel(into)

    def uproot(self, number: int) -> None:
        """Take one prompt out; labels above nothing go with it, the others follow."""
        parent = self._remove(self.nodes[number])
        while parent is not None and parent.number not in self.children:
            parent = self._remove(parent)
        if parent is not None:
            self._relabel(parent)
            self._relabel_above(parent)

    # Changes

    def _hang(self, node: Node, topic: str) -> None:
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
        below = self.children.get(node.number)
        if not below:
            return
        said = self._below.get(node.number)
        if said is None:
            said = self._below[node.number] = Below([self.nodes[number] for number in below])
        stems, words = said.label(self.shape.label_terms)
        if node.indexed or node.stems != stems or node.words != words:
            changed = node._replace(content=label(words), stems=stems, words=words, indexed=False)
            self._replace(changed)

    def _preserve(self, node: Node) -> None:
        if node.number in self.children:
            return
        self._add(node._replace(parent=node.number, depth=node.depth + 1))
        # The copy is the prompt from now on; what stays is a label.
        self._replace(node._replace(indexed=False, turn=0))

    def _add(self, node: Node) -> Node:
        added = node._replace(number=self.next_number)
        self.next_number += 1
        self._put(added)
        self._changed(added)
        if added.indexed:
            self._count(added, more=True)
        return added

    def _put(self, node: Node) -> None:
        self.nodes[node.number] = node
        if node.parent:
            self.children.setdefault(node.parent, []).append(node.number)
            if node.parent in self._below:
                self._below[node.parent].add(node)
        else:
            self.roots[node.topic] = node.number

    def _replace(self, node: Node) -> None:
        before = self.nodes[node.number]
        self.nodes[node.number] = node
        if node.stems is not before.stems or node.words is not before.words:
            # Above it other words are to be counted.
            self._below.pop(node.parent, None)
        self._changed(node)
        if node.indexed != before.indexed:
            self._count(node if node.indexed else before, more=node.indexed)

    def _remove(self, node: Node) -> Node | None:
        del self.nodes[node.number]
        self.removed.add(node.number)
        self.changed.discard(node.number)
        if node.indexed:
            self._count(node, more=False)
        self._vectors.pop(node.number, None)
        self._below.pop(node.number, None)
        if node.parent in self._below:
            self._below[node.parent].remove(node)
        if not node.parent:
            del self.roots[node.topic]
            return None
        siblings = self.children[node.parent]
        siblings.remove(node.number)
        if not siblings:
            del self.children[node.parent]
        return self.nodes[node.parent]

    def _changed(self, node: Node) -> None:
        self.changed.add(node.number)
        self._vectors.pop(node.number, None)

    def _count(self, prompt: Node, *, more: bool) -> None:
        """One prompt more or less in the corpus, by which every word weighs another amount."""
        if self._corpus is not None:
            (self._corpus.add if more else self._corpus.remove)(prompt.stems)
            self._vectors.clear()

    def _age(self, number: int) -> tuple[int, int]:
        return self.nodes[number].created, number
