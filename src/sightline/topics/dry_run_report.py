"""A dry run as text and as JSON (FG-43): where a prompt would go, and why. Prints nothing."""

from __future__ import annotations

from typing import Any

from sightline.text.fence import cut, one_line
from sightline.topics.matcher import NEW, Decision, TreeScore
from sightline.topics.placement import ParsedPrompt
from sightline.topics.report import titled
from sightline.topics.state import TopicState
from sightline.topics.tracker import DryRun


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
        lines += _tree_score_text(tree, titled(run.state, tree.topic))
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
