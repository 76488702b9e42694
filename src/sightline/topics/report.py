"""The forest and a dry run as text and as JSON (FG-42, FG-43). Prints nothing."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from sightline.model.session import ChangePoint, Node
from sightline.text.fence import cut, one_line
from sightline.topics.focus_block import ranked_topics
from sightline.topics.matcher import NEW, Decision, TreeScore
from sightline.topics.placement import ParsedPrompt
from sightline.topics.scores import Chain, strength
from sightline.topics.state import TopicState
from sightline.topics.tracker import DryRun

TOP_TERMS = 30
TOP_TERMS_TEXT = 20
_WIDTH = 70


class Inspection(NamedTuple):
    """The state of a project's topics with all transitions and the settings behind it."""

    state: TopicState
    chain: Chain
    config: dict[str, Any]
    now: int
    # The turns that began or took up a topic, newest first.
    changes: tuple[ChangePoint, ...] = ()

    def changes_to(self, topic: str) -> list[ChangePoint]:
        """The change points of one topic, oldest first."""
        return [change for change in reversed(self.changes) if change.topic == topic]


def inspection_json(inspection: Inspection) -> dict[str, Any]:
    """FG-42: the full state under the documented keys."""
    state, forest = inspection.state, inspection.state.forest
    counts = sorted(forest.corpus.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "config": inspection.config,
        "forest": {
            "totalPrompts": state.prompts,
            "nodeCount": len(forest.nodes),
            "memorySize": forest.shape.most_nodes,
            "treeCount": len(forest.roots),
            "created": state.created,
            "lastUpdate": state.updated,
            "trees": [_tree(inspection, topic) for topic in forest.roots],
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
        "markov": _markov(inspection.chain),
    }


def _tree(inspection: Inspection, topic: str) -> dict[str, Any]:
    state, forest = inspection.state, inspection.state.forest
    root = forest.root(topic)
    nodes = forest.tree(topic)
    record = state.topics.get(topic)
    return {
        "id": topic,
        "rootId": str(root.number),
        "nodeCount": len(nodes),
        "leafCount": len(forest.leaves(topic)),
        "rootScore": forest.score(root, inspection.now),
        "created": min(node.created for node in nodes),
        "lastAccessed": max(node.used for node in nodes),
        "title": record.title if record else "",
        "branch": record.branch if record else "",
        "turns": record.turns if record else 0,
        "weight": record.weight if record else 1.0,
        "pinned": bool(record and record.pinned),
        "root": _node(inspection, root),
        "changePoints": [
            {
                "turn": str(change.turn),
                "from": change.origin,
                "prompt": change.text,
                "time": change.created,
                "evidence": change.evidence,
            }
            for change in inspection.changes_to(topic)
        ],
    }


def _node(inspection: Inspection, node: Node) -> dict[str, Any]:
    forest = inspection.state.forest
    value: dict[str, Any] = {
        "id": str(node.number),
        "content": node.content,
        "depth": node.depth,
        "weight": strength(node.frequency),
        "frequency": node.frequency,
        "created": node.created,
        "lastAccessed": node.used,
        "sources": list(node.sources),
        "indexed": node.indexed,
        "score": forest.score(node, inspection.now),
    }
    if node.parent:
        value["parentId"] = str(node.parent)
    children = forest.children.get(node.number, ())
    value["childIds"] = [str(number) for number in children]
    value["children"] = [_node(inspection, forest.nodes[number]) for number in children]
    return value


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


def inspection_text(inspection: Inspection) -> str:
    """FG-42 as text: config, forest, words, guide and transitions."""
    state, forest = inspection.state, inspection.state.forest
    lines = ["Config"]
    lines += [f"  {key} = {value}" for key, value in inspection.config.items()]
    lines += [
        "",
        f"Forest  {state.prompts} prompts, {len(forest.nodes)}/{forest.shape.most_nodes} nodes,"
        f" {len(forest.roots)} trees",
    ]
    for tree in ranked_topics(state, inspection.now):
        lines += ["", *_tree_text(inspection, tree.topic)]
    counts = sorted(forest.corpus.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    lines += ["", f"TF-IDF  {forest.corpus.total} documents, {len(counts)} terms"]
    lines += [f"  {df:4d}  {term}" for term, df in counts[:TOP_TERMS_TEXT]]
    lines += ["", f"Guide  {len(state.guide)}/{state.limits.guide_size}"]
    lines += [f"  - {one_line(line.summary, 200)}" for line in reversed(state.guide)]
    lines += ["", "Markov", *_markov_text(inspection)]
    return "\n".join(lines)


def _tree_text(inspection: Inspection, topic: str) -> list[str]:
    forest = inspection.state.forest
    root = forest.root(topic)
    tree = _tree(inspection, topic)
    head = (
        f"  {topic}  {_titled(inspection.state, topic)}\n"
        f"    score {tree['rootScore']:.2f}  nodes {tree['nodeCount']}"
        f"  leaves {tree['leafCount']}  created {_format_time(tree['created'])}"
    )
    drawn = [f"    {line}" for line in _draw(inspection, root, "", "")]
    return [head, *drawn, *_changes_text(inspection, topic)]


def _titled(state: TopicState, topic: str) -> str:
    """What a topic is called; a tree that is no topic of the store has only its words."""
    known = state.topics.get(topic)
    if known is not None and known.title:
        return one_line(known.title, _WIDTH)
    return one_line(state.forest.root(topic).content, _WIDTH) if topic in state.forest.roots else ""


def _changes_text(inspection: Inspection, topic: str) -> list[str]:
    """Where the topic began and was taken up again, and why."""
    lines = []
    for change in inspection.changes_to(topic):
        evidence = ", ".join(
            f"{name} {part:+.1f}"
            for name, part in sorted(change.evidence.items(), key=lambda pair: -abs(pair[1]))
        )
        name = _titled(inspection.state, change.origin)
        origin = f" from {change.origin}" + (f" ({name})" if name else "") if change.origin else ""
        lines.append(
            f"    change{origin} at {_format_time(change.created)}"
            f" {one_line(change.text, 50)!r}: {evidence}"
        )
    return lines


def _draw(inspection: Inspection, node: Node, lead: str, indent: str) -> list[str]:
    forest = inspection.state.forest
    facts = (
        f"d={node.depth} w={strength(node.frequency):.2f} f={node.frequency}"
        f" idx={'true' if node.indexed else 'false'} s={forest.score(node, inspection.now):.2f}"
    )
    lines = [f"{lead}{one_line(node.content, _WIDTH)}  ({facts})"]
    children = forest.children.get(node.number, [])
    for position, number in enumerate(children):
        last = position == len(children) - 1
        lines += _draw(
            inspection,
            forest.nodes[number],
            indent + ("└─ " if last else "├─ "),
            indent + ("   " if last else "│  "),
        )
    return lines


def _markov_text(inspection: Inspection) -> list[str]:
    chain = inspection.chain
    lines = []
    for source in sorted(chain.counts):
        row = sorted(chain.counts[source].items(), key=lambda pair: (-pair[1], pair[0]))
        targets = ", ".join(
            f"{target} {100 * chain.probability(source, target):.0f}% ({count})"
            for target, count in row
        )
        lines.append(f"  {source} -> {targets}")
    return lines or ["  nothing yet"]


def dry_run_json(run: DryRun) -> dict[str, Any]:
    """FG-43: the documented keys, null for empty ones, and the parts of the default matcher."""
    prompt, decision = run.prompt, run.decision
    value: dict[str, Any] = {
        "prompt": prompt.text if prompt else "",
        "tokens": (prompt.stems or None) if prompt else None,
        "vector": [{"term": term, "weight": weight} for term, weight in decision.vector] or None,
        "treeScores": [_tree_score(tree) for tree in decision.trees] or None,
        "bestAction": decision.action,
        "bestScore": decision.score,
        "bestTree": _best_position(decision),
    }
    if decision.leaf:
        value["bestLeaf"] = str(decision.leaf)
    value |= {"matcher": run.state.limits.matcher, "topic": decision.topic, "why": decision.why}
    value["parts"] = dict(decision.parts) or None
    return value


def _best_position(decision: Decision) -> int:
    """FG-43: the position of the tree, -1 if none fits."""
    return next((tree.position for tree in decision.trees if tree.topic == decision.topic), -1)


def _tree_score(tree: TreeScore) -> dict[str, Any]:
    value: dict[str, Any] = {
        "treeIdx": tree.position,
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


def dry_run_text(run: DryRun) -> str:
    """FG-43 as text: what would happen, and why."""
    prompt, decision = run.prompt, run.decision
    if prompt is None:
        return "Nothing would happen: the prompt has no text written by a person."
    tokens = " ".join(prompt.stems) or "none"
    lines = [f"prompt  {one_line(prompt.text, 200)}", f"tokens  {tokens}"]
    ranked = sorted(decision.trees, key=lambda tree: -max(tree.score, _best_cosine(tree)))
    if ranked:
        lines += ["", "topics"]
    for tree in ranked[:10]:
        lines += _tree_score_text(tree, _titled(run.state, tree.topic))
    lines += ["", _outcome(prompt, run.state, decision)]
    return "\n".join(lines)


def _best_cosine(tree: TreeScore) -> float:
    return max([tree.boosted, *(leaf.boosted for leaf in tree.leaves)])


def _tree_score_text(tree: TreeScore, title: str) -> list[str]:
    if not tree.parts:
        details = f"root {tree.cosine:.3f}"
        if tree.leaves:
            best = max(tree.leaves, key=lambda leaf: leaf.cosine)
            details += f", leaf {best.cosine:.3f} {one_line(best.content, 40)!r}"
        score = _best_cosine(tree)
    else:
        details = " ".join(
            f"{name} {part:+.2f}"
            + (f" ({_shared_words(tree)})" if name == "words" and tree.words else "")
            for name, part in tree.parts
            if abs(part) >= 0.005
        )
        score = tree.score
    boost = f"  history x{tree.factor:.2f}" if tree.factor != 1 else ""
    return [
        f"  {score:.3f}  {tree.topic}  {title}",
        f"         {details}{boost}",
    ]


def _shared_words(tree: TreeScore) -> str:
    """The words that prompt and topic share; fields of work are marked as such."""
    return ", ".join(
        f"field of {term[1:]}" if term.startswith("~") else term for term, _ in tree.words
    )


def _outcome(prompt: ParsedPrompt, state: TopicState, decision: Decision) -> str:
    limits = state.limits.thresholds
    if decision.action == NEW:
        if not prompt.forms:
            return "action  wait: the prompt names nothing, and there is no topic to continue"
        return f"action  new topic: {decision.why}"
    topic = state.topics.get(decision.topic)
    name = topic.title if topic else decision.topic
    leaf = state.forest.nodes.get(decision.leaf)
    beside = f", beside {one_line(leaf.content, 50)!r}" if leaf else ""
    if leaf and decision.similarity >= limits.nest:
        beside = f", nested with {one_line(leaf.content, 50)!r}"
    return (
        f"action  {decision.action} {decision.topic} ({cut(name, 60)}) at"
        f" {decision.score:.3f}{beside}\nwhy     {decision.why}"
    )


def _format_time(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000))
