"""The forest and a classification as people and programs read them (FG-42, FG-43). Prints nothing."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from sightline.model.session import Node
from sightline.text.fence import cut, one_line
from sightline.topics.chain import Chain
from sightline.topics.focus_block import ranked_trees
from sightline.topics.formulas import strength
from sightline.topics.matcher import Decision, TreeScore
from sightline.topics.state import State
from sightline.topics.tracker import Said

TOP_TERMS = 30
TOP_TERMS_TEXT = 20
_WIDTH = 70


class Whole(NamedTuple):
    """The state of a forest with its whole chain."""

    state: State
    chain: Chain
    config: dict[str, Any]
    now: int


def inspected(whole: Whole) -> dict[str, Any]:
    """FG-42: the full state under the documented keys."""
    state, forest = whole.state, whole.state.forest
    counts = sorted(forest.corpus.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "config": whole.config,
        "forest": {
            "totalPrompts": state.prompts,
            "nodeCount": len(forest.nodes),
            "memorySize": forest.shape.most_nodes,
            "treeCount": len(forest.roots),
            "created": state.created,
            "lastUpdate": state.updated,
            "trees": [_tree(whole, topic) for topic in forest.roots],
        },
        "tfidf": {
            "totalDocs": forest.corpus.total,
            "uniqueTerms": len(counts),
            "topTerms": [{"term": term, "df": df} for term, df in counts[:TOP_TERMS]],
        },
        "guide": {
            "count": len(state.guide),
            "maxSize": state.limits.guide_size,
            "entries": [
                {
                    "summary": line.summary,
                    "intentId": line.topic,
                    "timestamp": line.created,
                    "reinforced": line.reinforced,
                }
                for line in reversed(state.guide)
            ],
        },
        "markov": _markov(whole.chain),
    }


def _tree(whole: Whole, topic: str) -> dict[str, Any]:
    state, forest = whole.state, whole.state.forest
    root = forest.root(topic)
    nodes = forest.tree(topic)
    known = state.topics.get(topic)
    return {
        "id": topic,
        "rootId": str(root.number),
        "nodeCount": len(nodes),
        "leafCount": len(forest.leaves(topic)),
        "rootScore": forest.score(root, whole.now),
        "created": min(node.created for node in nodes),
        "lastAccessed": max(node.used for node in nodes),
        "title": known.title if known else "",
        "branch": known.branch if known else "",
        "turns": known.turns if known else 0,
        "weight": known.weight if known else 1.0,
        "pinned": bool(known and known.pinned),
        "root": _node(whole, root),
    }


def _node(whole: Whole, node: Node) -> dict[str, Any]:
    forest = whole.state.forest
    found: dict[str, Any] = {
        "id": str(node.number),
        "content": node.content,
        "depth": node.depth,
        "weight": strength(node.frequency),
        "frequency": node.frequency,
        "created": node.created,
        "lastAccessed": node.used,
        "sources": list(node.sources),
        "indexed": node.indexed,
        "score": forest.score(node, whole.now),
    }
    if node.parent:
        found["parentId"] = str(node.parent)
    below = forest.children.get(node.number, ())
    found["childIds"] = [str(number) for number in below]
    found["children"] = [_node(whole, forest.nodes[number]) for number in below]
    return found


def _markov(chain: Chain) -> dict[str, Any]:
    transitions = []
    for source in sorted(chain.counts):
        row = sorted(chain.counts[source].items(), key=lambda pair: (-pair[1], pair[0]))
        transitions.append(
            {
                "from": source,
                "total": chain.total(source),
                "to": [
                    {
                        "topicId": target,
                        "count": count,
                        "probability": chain.probability(source, target),
                    }
                    for target, count in row
                ],
            }
        )
    topics = {*chain.counts, *(target for row in chain.counts.values() for target in row)}
    return {"lastTopic": chain.last, "topicCount": len(topics), "transitions": transitions}


def inspect_text(whole: Whole) -> str:
    """FG-42 for people: config, forest, words, guide and chain."""
    state, forest = whole.state, whole.state.forest
    lines = ["Config"]
    lines += [f"  {key} = {value}" for key, value in whole.config.items()]
    lines += [
        "",
        f"Forest  {state.prompts} prompts, {len(forest.nodes)}/{forest.shape.most_nodes} nodes,"
        f" {len(forest.roots)} trees",
    ]
    for _, topic in ranked_trees(state, whole.now):
        lines += ["", *_tree_text(whole, topic)]
    counts = sorted(forest.corpus.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    lines += ["", f"TF-IDF  {forest.corpus.total} documents, {len(counts)} terms"]
    lines += [f"  {df:4d}  {term}" for term, df in counts[:TOP_TERMS_TEXT]]
    lines += ["", f"Guide  {len(state.guide)}/{state.limits.guide_size}"]
    lines += [f"  - {one_line(line.summary, 200)}" for line in reversed(state.guide)]
    lines += ["", "Markov", *_markov_text(whole)]
    return "\n".join(lines)


def _tree_text(whole: Whole, topic: str) -> list[str]:
    forest = whole.state.forest
    root = forest.root(topic)
    tree = _tree(whole, topic)
    head = (
        f"  {topic}  score {tree['rootScore']:.2f}  nodes {tree['nodeCount']}"
        f"  leaves {tree['leafCount']}  created {_moment(tree['created'])}"
    )
    return [head, *(f"  {line}" for line in _drawn(whole, root, "", ""))]


def _drawn(whole: Whole, node: Node, lead: str, below: str) -> list[str]:
    forest = whole.state.forest
    facts = (
        f"d={node.depth} w={strength(node.frequency):.2f} f={node.frequency}"
        f" idx={'true' if node.indexed else 'false'} s={forest.score(node, whole.now):.2f}"
    )
    lines = [f"{lead}{one_line(node.content, _WIDTH)}  ({facts})"]
    children = forest.children.get(node.number, [])
    for place, number in enumerate(children):
        last = place == len(children) - 1
        lines += _drawn(
            whole,
            forest.nodes[number],
            below + ("└─ " if last else "├─ "),
            below + ("   " if last else "│  "),
        )
    return lines


def _markov_text(whole: Whole) -> list[str]:
    chain = whole.chain
    lines = []
    for source in sorted(chain.counts):
        row = sorted(chain.counts[source].items(), key=lambda pair: (-pair[1], pair[0]))
        told = ", ".join(
            f"{target} {100 * chain.probability(source, target):.0f}% ({count})"
            for target, count in row
        )
        lines.append(f"  {source} -> {told}")
    return lines or ["  nothing yet"]


def dry_run_value(said: Said | None, decision: Decision, matcher: str) -> dict[str, Any]:
    """FG-43: the documented keys, null where there is nothing; parts of the default matcher."""
    value: dict[str, Any] = {
        "prompt": said.text if said else "",
        "tokens": [stem for stem, _ in said.forms] if said and said.forms else None,
        "vector": [{"term": term, "weight": weight} for term, weight in decision.vector] or None,
        "treeScores": [_tree_score(tree) for tree in decision.trees] or None,
        "bestAction": decision.action,
        "bestScore": decision.score,
        "bestTree": _best_place(decision),
    }
    if decision.leaf:
        value["bestLeaf"] = str(decision.leaf)
    value |= {"matcher": matcher, "topic": decision.topic, "why": decision.why}
    value["parts"] = dict(decision.parts) or None
    return value


def _best_place(decision: Decision) -> int:
    """FG-43: the number of the tree, -1 where none fits."""
    return next((tree.place for tree in decision.trees if tree.topic == decision.topic), -1)


def _tree_score(tree: TreeScore) -> dict[str, Any]:
    value: dict[str, Any] = {
        "treeIdx": tree.place,
        "treeId": tree.topic,
        "rootId": str(tree.root),
        "rootContent": tree.content,
        "rootCosine": tree.cosine,
        "rootBoosted": tree.boosted,
        "boostFactor": tree.factor,
        "leafScores": [
            {
                "leafId": str(leaf.leaf),
                "content": leaf.content,
                "cosine": leaf.cosine,
                "boosted": leaf.boosted,
            }
            for leaf in tree.leaves
        ]
        or None,
    }
    if tree.parts:
        words = [{"term": term, "gain": gain} for term, gain in tree.words]
        value |= {"score": tree.score, "parts": dict(tree.parts), "words": words or None}
    return value


def dry_run_text(said: Said | None, state: State, decision: Decision) -> str:
    """FG-43 for people: what would happen, and why."""
    if said is None:
        return "Nothing would happen: a person wrote nothing in this prompt."
    tokens = " ".join(stem for stem, _ in said.forms) or "none"
    lines = [f"prompt  {one_line(said.text, 200)}", f"tokens  {tokens}"]
    ranked = sorted(decision.trees, key=lambda tree: -max(tree.score, _most(tree)))
    if ranked:
        lines += ["", "topics"]
    for tree in ranked[:10]:
        lines += _tree_score_text(tree)
    lines += ["", _outcome(said, state, decision)]
    return "\n".join(lines)


def _most(tree: TreeScore) -> float:
    return max([tree.boosted, *(leaf.boosted for leaf in tree.leaves)])


def _tree_score_text(tree: TreeScore) -> list[str]:
    if not tree.parts:
        told = f"root {tree.cosine:.3f}"
        if tree.leaves:
            best = max(tree.leaves, key=lambda leaf: leaf.cosine)
            told += f", leaf {best.cosine:.3f} {one_line(best.content, 40)!r}"
        score = _most(tree)
    else:
        told = " ".join(
            f"{name} {part:+.2f}"
            + (f" ({_spoken(tree)})" if name == "words" and tree.words else "")
            for name, part in tree.parts
            if abs(part) >= 0.005
        )
        score = tree.score
    boost = f"  history x{tree.factor:.2f}" if tree.factor != 1 else ""
    return [
        f"  {score:.3f}  {tree.topic}  {one_line(tree.content, 50)}",
        f"         {told}{boost}",
    ]


def _spoken(tree: TreeScore) -> str:
    """The words both say; a field of work is named as one."""
    return ", ".join(
        f"field of {term[1:]}" if term.startswith("~") else term for term, _ in tree.words
    )


def _outcome(said: Said, state: State, decision: Decision) -> str:
    limits = state.limits.thresholds
    if decision.action == "new":
        if not said.forms:
            return "action  wait: it names nothing, and there is no topic to go on with"
        return f"action  new topic: {decision.why}"
    known = state.topics.get(decision.topic)
    name = known.title if known else decision.topic
    leaf = state.forest.nodes.get(decision.leaf)
    beside = f", beside {one_line(leaf.content, 50)!r}" if leaf else ""
    if leaf and decision.similarity >= limits.nest:
        beside = f", nested with {one_line(leaf.content, 50)!r}"
    return (
        f"action  {decision.action} {decision.topic} ({cut(name, 60)}) at"
        f" {decision.score:.3f}{beside}\nwhy     {decision.why}"
    )


def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))
