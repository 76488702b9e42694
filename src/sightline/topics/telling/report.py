"""The forest with its topics and their changes as text and as JSON (FG-42). Prints nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from sightline.model.session import (
    CONFIRMED,
    MOVED,
    PLACED,
    ChangePoint,
    Node,
    TopicEvidence,
)
from sightline.text.fence import one_line
from sightline.topics.matching import reasons
from sightline.topics.scores import Chain, strength
from sightline.topics.state import TopicState
from sightline.topics.telling.focus_block import ranked_topics

TOP_TERMS = 30
TOP_TERMS_TEXT = 20
_WIDTH, _QUOTED = 70, 45
# What a change did: it began the project, began another topic, or took up an earlier one.
FIRST, NEW, RETURNED = "first", "new", "returned"


class Inspection(NamedTuple):
    """The state of a project's topics with all transitions and the settings behind it."""

    state: TopicState
    chain: Chain
    config: dict[str, Any]
    now: int
    # The turns that began or took up a topic, newest first.
    changes: tuple[ChangePoint, ...] = ()
    # What the topics are called that these changes name, also those out of use.
    titles: Mapping[str, str] = {}

    def title(self, topic: str) -> str:
        """What a topic is called; empty if it disappeared."""
        return one_line(self.titles.get(topic, ""), _WIDTH) or titled(self.state, topic)

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
            _change_json(inspection, change) for change in inspection.changes_to(topic)
        ],
    }


def _change_json(inspection: Inspection, change: ChangePoint) -> dict[str, Any]:
    """One change point; `evidence` are the parts of what decided."""
    reason = change.reason
    decided = reason.chosen or reason.left or reason.nearest
    return {
        "turn": str(change.turn),
        "from": change.origin,
        "fromTitle": inspection.title(change.origin),
        "prompt": change.text,
        "time": change.created,
        "kind": _kind(change),
        "settled": reason.settled or None,
        "placed": reason.placed or None,
        "reasons": _reasons(change),
        "chosen": _evidence_json(inspection, reason.chosen),
        "left": _evidence_json(inspection, reason.left),
        "nearest": _evidence_json(inspection, reason.nearest),
        "evidence": dict(decided.parts) if decided else {},
    }


def _evidence_json(inspection: Inspection, evidence: TopicEvidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    title = inspection.title(evidence.topic)
    return {"id": evidence.topic, "title": title} | reasons.evidence_json(evidence)


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
        f"  {topic}  {titled(inspection.state, topic)}\n"
        f"    score {tree['rootScore']:.2f}  nodes {tree['nodeCount']}"
        f"  leaves {tree['leafCount']}  created {format_time(tree['created'])}"
    )
    drawn = [f"    {line}" for line in _draw(inspection, root, "", "")]
    return [head, *drawn, *_changes_text(inspection, topic)]


def titled(state: TopicState, topic: str) -> str:
    """What a topic is called; a tree that is no topic of the store has only its words."""
    known = state.topics.get(topic)
    if known is not None and known.title:
        return one_line(known.title, _WIDTH)
    return one_line(state.forest.root(topic).content, _WIDTH) if topic in state.forest.roots else ""


def _kind(change: ChangePoint) -> str:
    """What a change did, as `changePoints` names it."""
    if change.reason.chosen is None:
        return NEW if change.origin else FIRST
    return RETURNED


def _reasons(change: ChangePoint) -> list[str]:
    """What decided: for the topic taken up, or against the one left for a new one."""
    reason = change.reason
    if reason.chosen is not None:
        return reasons.speaks_for(reason.chosen)
    against = _compared(change)
    return reasons.speaks_against(against) if against else []


def _compared(change: ChangePoint) -> TopicEvidence | None:
    """The topic that a new one was preferred to; a new session leaves none."""
    left, nearest = change.reason.left, change.reason.nearest
    return nearest or left if is_new_session(change) else left or nearest


def is_new_session(change: ChangePoint) -> bool:
    """Whether the turn was the first of its session."""
    evidence = change.reason.chosen or change.reason.left or change.reason.nearest
    return evidence is not None and "start" in evidence.parts


def _changes_text(inspection: Inspection, topic: str) -> list[str]:
    """Where the topic began and was taken up again, why, and the numbers for it."""
    lines = []
    for change in inspection.changes_to(topic):
        why = "; ".join(_reasons(change))
        lines.append(
            f"    {format_time(change.created)}  {_what_changed(inspection, change)}"
            + (f": {why}" if why else "")
        )
        lines.append(
            f"      prompt {one_line(change.text, 50)!r}{_how_settled(inspection, change)}"
        )
        reason = change.reason
        for evidence in (reason.chosen, reason.left, reason.nearest):
            if evidence is not None:
                fit = f"{evidence.topic} {reasons.score(evidence):.2f}"
                lines.append(f"      {fit}: {reasons.numbers(evidence)}")
    return lines


def _what_changed(inspection: Inspection, change: ChangePoint) -> str:
    """`left "invoices" (0.05) for this new topic`, `returned (0.61) from "invoices" (0.31)`."""
    reason, origin = change.reason, _quoted(inspection, change.origin)
    if reason.left is not None:
        origin += f" ({reasons.score(reason.left):.2f})"
    if reason.chosen is not None:
        score = f"({reasons.score(reason.chosen):.2f})"
        if is_new_session(change):
            return f"taken up {score} in a new session after {origin}"
        return f"returned {score} from {origin}"
    if not change.origin:
        return "the first topic"
    if not is_new_session(change):
        return f"left {origin} for this new topic"
    compared = _compared(change)
    if compared is None:
        return "began in a new session: nothing like an earlier topic"
    nearest = f"{_quoted(inspection, compared.topic)} ({reasons.score(compared):.2f})"
    return f"began in a new session; nearest was {nearest}"


def _quoted(inspection: Inspection, topic: str) -> str:
    title = inspection.title(topic)
    return f'"{one_line(title, _QUOTED)}"' if title else topic


def _how_settled(inspection: Inspection, change: ChangePoint) -> str:
    """Whether the prompt decided, or what the turn did; nothing for turns stored without it."""
    reason = change.reason
    if reason.settled == CONFIRMED:
        return ": placed here at once, confirmed when the turn ended"
    if reason.settled == PLACED:
        return ": placed here at once; the turn added nothing"
    if reason.settled != MOVED:
        return ""
    if reason.placed == change.origin:
        first = f"it first stayed with {_quoted(inspection, reason.placed)}"
    elif inspection.title(reason.placed):
        first = f"it was first placed in {_quoted(inspection, reason.placed)}"
    else:
        first = "it had first begun a topic of its own"
    return f": moved here when the turn ended; {first}"


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


def format_time(ms: int) -> str:
    """A time as people read it, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000))
