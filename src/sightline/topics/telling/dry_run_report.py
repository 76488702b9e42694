"""A dry run as text and as JSON (FG-43): where a prompt would go, and why. Prints nothing."""

from __future__ import annotations

from typing import Any

from sightline.model.session import TopicEvidence
from sightline.text.fence import cut, one_line
from sightline.topics.matching import reasons
from sightline.topics.matching.explanation import explain
from sightline.topics.matching.matcher import BEST, NEW, Decision, TreeScore
from sightline.topics.placement import ParsedPrompt
from sightline.topics.telling.report import format_time, titled
from sightline.topics.tracker import DryRun

MOST_TOPICS = 10


def dry_run_json(run: DryRun) -> dict[str, Any]:
    """FG-43: the documented keys, null for empty ones, and the parts of the default matcher."""
    prompt, decision = run.prompt, run.decision
    evidence = _evidence(run)
    value: dict[str, Any] = {
        "prompt": prompt.text if prompt else "",
        "tokens": (prompt.stems or None) if prompt else None,
        "vector": [{"term": term, "weight": weight} for term, weight in decision.vector] or None,
        "treeScores": [_tree_score(run, tree, evidence) for tree in decision.trees] or None,
        "bestAction": decision.action,
        "bestScore": decision.score,
        "bestTree": _best_position(decision),
    }
    if decision.leaf:
        value["bestLeaf"] = str(decision.leaf)
    value |= {"matcher": run.state.limits.matcher, "topic": decision.topic, "why": decision.why}
    value["parts"] = dict(decision.parts) or None
    value["reasons"] = _reasons(decision, evidence)
    value["session"] = _session_json(run)
    return value


def _session_json(run: DryRun) -> dict[str, Any] | None:
    """The session that the answer is for, its topic and its last prompt; null without one."""
    if run.session is None:
        return None
    return {
        "agent": run.session.agent,
        "id": run.session.session,
        "topic": run.state.home or None,
        "lastPrompt": run.state.previous or None,
    }


def _evidence(run: DryRun) -> dict[str, TopicEvidence]:
    """The evidence for each topic by the default matcher; nothing by the documented one."""
    if run.prompt is None or run.scene is None or run.state.limits.matcher != BEST:
        return {}
    return {view.id: explain(run.prompt.features, view, run.scene) for view in run.scene.views}


def _reasons(decision: Decision, evidence: dict[str, TopicEvidence]) -> list[str]:
    """What decided: for the topic, or against the nearest one if a new topic is likelier."""
    if not decision.parts or decision.nearest not in evidence:
        return []
    nearest = evidence[decision.nearest]
    is_new = decision.action == NEW
    return reasons.speaks_against(nearest) if is_new else reasons.speaks_for(nearest)


def _best_position(decision: Decision) -> int:
    """FG-43: the position of the tree, -1 if none fits."""
    return next((tree.position for tree in decision.trees if tree.topic == decision.topic), -1)


def _tree_score(run: DryRun, tree: TreeScore, evidence: dict[str, TopicEvidence]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "treeIdx": tree.position,
        "treeId": tree.topic,
        "rootId": str(tree.root),
        "rootContent": tree.content,
        "title": titled(run.state, tree.topic),
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
    if tree.topic in evidence:
        words = [{"term": term, "gain": gain} for term, gain in tree.words]
        value |= reasons.evidence_json(evidence[tree.topic]) | {"words": words or None}
    return value


def dry_run_text(run: DryRun) -> str:
    """FG-43 as text: what would happen, and why."""
    prompt, decision = run.prompt, run.decision
    if prompt is None:
        return "Nothing would happen: the prompt has no text written by a person."
    tokens = " ".join(prompt.stems) or "none"
    lines = [_session_text(run), f"prompt   {one_line(prompt.text, 200)}", f"tokens   {tokens}"]
    evidence = _evidence(run)
    fits = {tree.topic: _fit(tree, evidence) for tree in decision.trees}
    ranked = sorted(decision.trees, key=lambda tree: -fits[tree.topic])[:MOST_TOPICS]
    if ranked:
        lines += ["", "topics"]
    for tree in ranked:
        lines.append(f"  {fits[tree.topic]:.3f}  {tree.topic}  {titled(run.state, tree.topic)}")
        weighed = evidence.get(tree.topic)
        details = _evidence_text(weighed) if weighed else _cosines(tree)
        lines += [f"         {line}" for line in details]
    lines += ["", _outcome(prompt, run, evidence)]
    return "\n".join(lines)


def _session_text(run: DryRun) -> str:
    """For which session the answer is, and where that session stands."""
    if run.session is None:
        return "session  none: as from an assistant that names no session"
    name = f"session  {run.session.agent} {one_line(run.session.session, 60)}"
    if not run.state.previous:
        return f"{name}, which said nothing yet"
    topic = titled(run.state, run.state.home)
    where = f' on "{topic}"' if topic else " without a topic"
    return f"{name},{where} since its last prompt at {format_time(run.state.previous)}"


def _fit(tree: TreeScore, evidence: dict[str, TopicEvidence]) -> float:
    """How well a topic fits by the matcher of the settings."""
    if tree.topic in evidence:
        return reasons.score(evidence[tree.topic])
    return _best_cosine(tree)


def _best_cosine(tree: TreeScore) -> float:
    return max([tree.boosted, *(leaf.boosted for leaf in tree.leaves)])


def _evidence_text(evidence: TopicEvidence) -> list[str]:
    """What speaks for the topic, what against it, and the numbers."""
    sides = {"for": reasons.speaks_for(evidence), "against": reasons.speaks_against(evidence)}
    lines = [f"{side:<8} {'; '.join(said)}" for side, said in sides.items() if said]
    return [*lines, reasons.numbers(evidence)]


def _cosines(tree: TreeScore) -> list[str]:
    details = f"root {tree.cosine:.3f}"
    if tree.leaves:
        best = max(tree.leaves, key=lambda leaf: leaf.cosine)
        details += f", leaf {best.cosine:.3f} {one_line(best.content, 40)!r}"
    boost = f"  history x{tree.factor:.2f}" if tree.factor != 1 else ""
    return [details + boost]


def _outcome(prompt: ParsedPrompt, run: DryRun, evidence: dict[str, TopicEvidence]) -> str:
    state, decision = run.state, run.decision
    limits = state.limits.thresholds
    why = "; ".join(_reasons(decision, evidence))
    if decision.action == NEW:
        if not prompt.forms:
            return "action   wait: the prompt names nothing, and there is no topic to continue"
        if not why:
            return f"action   new topic: {decision.why}"
        nearest = titled(state, decision.nearest)
        score = f"{decision.score:.3f}, below {limits.branch:.2f}"
        return f'action   new topic: the nearest is "{nearest}" at {score}\nwhy      {why}'
    topic = state.topics.get(decision.topic)
    name = topic.title if topic else decision.topic
    leaf = state.forest.nodes.get(decision.leaf)
    beside = f", beside {one_line(leaf.content, 50)!r}" if leaf else ""
    if leaf and decision.similarity >= limits.nest:
        beside = f", nested with {one_line(leaf.content, 50)!r}"
    return (
        f"action   {decision.action} {decision.topic} ({cut(name, 60)}) at"
        f" {decision.score:.3f}{beside}\nwhy      {why or decision.why}"
    )
