"""The topic block a prompt gets: what the person works on, what may come next, what was said.

FG-38..FG-41 with rulings 5, 7 and 45. Nothing in it can close it, and it never grows past its
limit of characters.
"""

from __future__ import annotations

from sightline.model.session import Node
from sightline.text.fence import cut, neutralise, one_line
from sightline.text.hashing import digest
from sightline.topics.state import State

MOST_TREES = 5
MOST_LEAVES = 3
LEAF = 80
NAME = 30
SUMMARY = 200
GUIDE = "Guide:"
FOOTER = "[/Focus]"


def render(state: State, now: int, *, guide: bool = True, present: str = "") -> str:
    """The whole block, footer included, within the limit; 0 is no limit.

    The `present` topic is in it, however many others were spoken of more.
    """
    ranked = ranked_trees(state, now)
    shown = ranked[:MOST_TREES]
    if present in state.forest.roots and present not in [topic for _, topic in shown]:
        shown[-1] = next(pair for pair in ranked if pair[1] == present)
    trees = [_tree_lines(state, topic, score) for score, topic in shown]
    said = _guide_lines(state) if guide else []
    groups = [[header(state)], *trees, _prediction_lines(state), *said]
    # What is said first when not everything fits: the present topic, what may follow, the last
    # reply; then the other topics and earlier replies.
    after = len(trees) + 1
    first = next((at for at, (_, topic) in enumerate(shown, 1) if topic == present), 1)
    wanted = [
        0,
        first,
        after,
        len(groups) - 1,
        *range(1, after),
        *range(len(groups) - 2, after, -1),
    ]
    kept = _fitting(groups, wanted, state.limits.characters)
    reply = next((at for at in range(after + 1, len(groups)) if kept[at]), None)
    if reply is not None:
        kept[reply].insert(0, GUIDE)
    text = "\n".join([*(line for lines in kept for line in lines), FOOTER])
    return cut(text, state.limits.characters, "") if state.limits.characters else text


def header(state: State) -> str:
    """The line every block begins with."""
    forest = state.forest
    return (
        f"[Focus | {state.prompts} prompts | {len(forest.nodes)}/{forest.shape.most_nodes} mem"
        f" | {len(forest.roots)} trees]"
    )


def ranked_trees(state: State, now: int) -> list[tuple[float, str]]:
    """Every topic of the forest with its root's score, highest first (FG-39, clock by ruling 5)."""
    boost = state.limits.thresholds.boost
    scored = [
        (
            state.forest.score(state.forest.root(topic), now) * state.chain.factor(topic, boost),
            topic,
        )
        for topic in state.forest.roots
    ]
    order = {topic: place for place, topic in enumerate(state.forest.roots)}
    return sorted(scored, key=lambda pair: (-pair[0], order[pair[1]]))


def for_session(state: State, topic: str, session: str, *, own: bool = False) -> State:
    """The state with the replies worth saying in a session: of its topic, and not its own.

    Its own it still has, unless they were lost (`own`); those of another topic are another's work.
    """
    return state._replace(
        guide=tuple(
            line
            for line in state.guide
            if line.topic == topic and (own or not session or line.session != session)
        )
    )


def signature(state: State, topic: str) -> str:
    """Ruling 45: changes when topic, prediction or guide do, and with nothing else.

    What is foretold stands last, after a space, so that it is seen when that alone is missing.
    """
    foretold = sorted(name for name, _ in predicted(state))
    newest = state.guide[0].summary if state.guide else ""
    sign = digest(f"{topic}\n{newest}", 8)
    return f"{sign} {digest(' '.join(foretold), 4)}" if foretold else sign


def name_of(state: State, topic: str) -> str:
    """A topic by its label, cut to what fits into a prediction."""
    return one_line(state.forest.root(topic).content, NAME) or topic


def last_said(state: State, topic: str) -> str:
    """The newest prompt of a topic; one touches the leaf it stands beside, so both are as new."""
    newest = max(
        state.forest.leaves(topic), key=lambda leaf: (leaf.used, leaf.number), default=None
    )
    return newest.content if newest else ""


def _tree_lines(state: State, topic: str, score: float) -> list[str]:
    root = state.forest.root(topic)
    lines = [f"  [{score:.2f}] {one_line(root.content, LEAF)}"]
    if not state.forest.is_leaf(root.number):
        lines += [f"    - {text}" for text in _recent_leaves(state, topic)]
    return lines


def _recent_leaves(state: State, topic: str) -> list[str]:
    """The newest leaves as they are shown; what was said several times is said once."""
    leaves = [(leaf.used, leaf.number, leaf) for leaf in state.forest.leaves(topic)]
    shown = [_leaf_text(state.forest.root(topic))]
    for _, _, leaf in sorted(leaves, reverse=True):
        text = _leaf_text(leaf)
        if text not in shown:
            shown.append(text)
        if len(shown) > MOST_LEAVES:
            break
    return shown[1:]


def _leaf_text(leaf: Node) -> str:
    """FG-38: a leaf is cut to 80 characters and three dots."""
    text = " ".join(neutralise(leaf.content).split())
    return cut(text, LEAF + 3, "...")


def predicted(state: State) -> list[tuple[str, float]]:
    """FG-32: the topics that may come next, each with its share."""
    return state.chain.predict(state.limits.prediction_above, state.forest.by_use())


def _prediction_lines(state: State) -> list[str]:
    told = [f"{name_of(state, name)} ({share * 100:.0f}%)" for name, share in predicted(state)]
    return ["  -> next: " + ", ".join(told)] if told else []


def _guide_lines(state: State) -> list[list[str]]:
    """FG-36: what was said about topics that are still there, oldest first."""
    said = [line for line in state.guide if not line.topic or line.topic in state.forest.roots]
    return [[f"  - {one_line(line.summary, SUMMARY)}"] for line in reversed(said)]


def _fitting(groups: list[list[str]], wanted: list[int], limit: int) -> list[list[str]]:
    """FG-40: as many whole lines of each group as fit with the footer, most wanted first."""
    kept: list[list[str]] = [[] for _ in groups]
    room = limit - len(FOOTER) - len(GUIDE) - 1 if limit else sum(map(_length, groups))
    for at in dict.fromkeys(wanted):
        if not 0 <= at < len(groups):
            continue
        for line in groups[at]:
            if len(line) + 1 > room:
                break
            kept[at].append(line)
            room -= len(line) + 1
    return kept


def _length(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)
