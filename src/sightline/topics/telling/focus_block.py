"""The topics shown beside a prompt: the topic block, and lines about other topics.

FG-38..FG-41 with rulings 5, 7, 45 and 47. Text in the block cannot close it, and the block never
exceeds its limit of characters.
"""

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sightline.model.session import Node
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import cut, neutralise, one_line
from sightline.text.hashing import digest
from sightline.text.word_lists import is_everyday
from sightline.topics.matching.matcher import BEST
from sightline.topics.scores import LEAST_RELEVANCE, faded_weight, priority, relevance
from sightline.topics.state import TopicState
from sightline.topics.telling.topic_line import gist_of
from sightline.topics.tracker import TrackedPrompt

MOST_TREES = 5
MOST_LEAVES = 3
# How many topics of other sessions are named, all on one line.
MOST_OTHERS = 3
LEAF_CHARACTERS = 80
NAME_CHARACTERS = 30
SUMMARY_CHARACTERS = 200
GUIDE = "Guide:"
FOOTER = "[/Focus]"
CURRENT = "   current"
# A related topic must have used this share of the prompt's words, weighted by rarity, and this
# many of them.
LEAST_SHARE, LEAST_WORDS = 0.6, 2
# A word that only one reply used counts less than this for its topic.
_SAID = 0.5
MOST_RELATED = 3
GIST_CHARACTERS, TITLE_CHARACTERS = 100, 60


class RankedTopic(NamedTuple):
    """A topic of the forest with the score of its root."""

    score: float
    topic: str


class RelatedTopic(NamedTuple):
    """A topic besides the prompt's own, with the parts of its priority."""

    topic: str
    title: str
    gist: str
    priority: float
    parts: tuple[tuple[str, float], ...]


def render(
    state: TopicState,
    now: int,
    *,
    guide: bool = True,
    present: str = "",
    told: Collection[str] = (),
) -> str:
    """The whole block, footer included, within the limit; a limit of 0 means none.

    The `present` topic is always in it: first, but for the documented matcher, whatever its rank.
    Topics that are `told` beside the block are left out of it, and the present one is marked.
    """
    ranked = ranked_topics(state, now)
    own = _topics_of_session(state, ranked, present) if present else ranked
    shown = _shown(state, own, present, told)
    trees = [
        _tree_lines(state, tree, leaves=not present or tree.topic == present) for tree in shown
    ]
    if told and shown and shown[0].topic == present:
        trees[0][0] += CURRENT
    if present:
        trees.append(_other_work(state, [tree for tree in ranked if tree not in own]))
    replies = _guide_lines(state) if guide else []
    groups = [[_header(state)], *trees, _prediction_lines(state), *replies]
    # If not everything fits: the present topic, the predictions and the last reply come first,
    # then the other topics and earlier replies.
    predictions = len(trees) + 1
    first = next((at for at, tree in enumerate(shown, 1) if tree.topic == present), 1)
    order = [
        0,
        first,
        predictions,
        len(groups) - 1,
        *range(1, predictions),
        *range(len(groups) - 2, predictions, -1),
    ]
    fitting = _fitting(groups, order, state.limits.characters)
    reply = next((at for at in range(predictions + 1, len(groups)) if fitting[at]), None)
    if reply is not None:
        fitting[reply].insert(0, GUIDE)
    text = "\n".join([*(line for lines in fitting for line in lines), FOOTER])
    return cut(text, state.limits.characters, "") if state.limits.characters else text


def _shown(
    state: TopicState, own: list[RankedTopic], present: str, told: Collection[str]
) -> list[RankedTopic]:
    """The topics of the block in their order."""
    at_work = [tree for tree in own if tree.topic == present]
    if state.limits.matcher == BEST:
        others = [tree for tree in own if tree.topic != present and tree.topic not in told]
        return [*at_work, *others][:MOST_TREES]
    shown = own[:MOST_TREES]
    if at_work and at_work[0] not in shown:
        shown[MOST_TREES - 1 :] = at_work
    return shown


def _topics_of_session(
    state: TopicState, ranked: list[RankedTopic], present: str
) -> list[RankedTopic]:
    """The topics a session is about: its own, and those in focus.

    If its present one was rated useless, no other takes that place.
    """
    own = {one.topic.id for one in state.focused}
    if present not in state.muted:
        own |= {present, *state.session_topics}
    return [tree for tree in ranked if tree.topic in own]


def _other_work(state: TopicState, others: list[RankedTopic]) -> list[str]:
    """One line for everything that other sessions work on."""
    if not others:
        return []
    names = [short_name(state, tree.topic) for tree in others[:MOST_OTHERS]]
    more = f" and {len(others) - MOST_OTHERS} more" if len(others) > MOST_OTHERS else ""
    return [f"  elsewhere: {' · '.join(names)}{more}"]


def _header(state: TopicState) -> str:
    """The first line of every block."""
    forest = state.forest
    return (
        f"[Focus | {state.prompts} prompts | {len(forest.nodes)}/{forest.shape.most_nodes} mem"
        f" | {len(forest.roots)} trees]"
    )


def ranked_topics(state: TopicState, now: int) -> list[RankedTopic]:
    """The topics of the forest, highest score first (FG-39, clock by ruling 5).

    Topics in focus come before the others; topics rated useless are left out.
    """
    boost, forest = state.limits.thresholds.boost, state.forest
    ranked = [
        RankedTopic(forest.score(forest.root(topic), now) * state.chain.factor(topic, boost), topic)
        for topic in forest.roots
        if topic not in state.muted
    ]
    places = {one.topic.id: place for place, one in enumerate(state.focused)}
    # Sorting is stable: equal scores stay in the order of the trees.
    return sorted(ranked, key=lambda tree: (places.get(tree.topic, len(places)), -tree.score))


def for_session(state: TopicState, topic: str, session: str, *, own: bool = False) -> TopicState:
    """The state with only the replies that are news to a session: of its topic, by others.

    `own` includes the session's own replies, for the case that a compaction removed them.
    """
    return state._replace(
        guide=tuple(
            line
            for line in state.guide
            if line.topic == topic
            and topic not in state.muted
            and (own or not session or line.session != session)
        )
    )


def repeats_prompt(state: TopicState, now: int) -> bool:
    """Whether the block would say only what its reader wrote: no other topic, reply or prediction."""
    return len(ranked_topics(state, now)) <= 1 and not state.guide and not state.predictions()


def signature(state: TopicState, topic: str) -> str:
    """Ruling 45: a digest that changes with topic, predictions and guide, and with nothing else.

    The predictions come last, after a space: a signature without them is a prefix.
    """
    topics = sorted(prediction.topic for prediction in state.predictions())
    newest = state.guide[0].summary if state.guide else ""
    sign = digest(f"{topic}\n{newest}", 8)
    return f"{sign} {digest(' '.join(topics), 4)}" if topics else sign


def short_name(state: TopicState, topic: str) -> str:
    """A topic's name where none of its prompts are shown, cut to the length of a prediction."""
    known = state.topics.get(topic)
    title = known.title if known is not None and state.limits.matcher == BEST else ""
    return one_line(title or _label(state, topic), NAME_CHARACTERS) or topic


def full_name(state: TopicState, topic: str) -> str:
    """A topic's title as long as a line has room for; with the documented matcher its short name."""
    known = state.topics.get(topic)
    if known is not None and known.title and state.limits.matcher == BEST:
        return one_line(known.title, TITLE_CHARACTERS)
    return short_name(state, topic) if topic in state.forest.roots else ""


def gist(memory: Database, state: TopicState, topic: str) -> str:
    """Where a topic stood; its last prompt if nothing came of it yet."""
    stood = gist_of(memory, topic, GIST_CHARACTERS) if state.limits.matcher == BEST else ""
    if stood or topic not in state.forest.roots:
        return stood
    return one_line(last_prompt(state, topic), GIST_CHARACTERS)


def _label(state: TopicState, topic: str) -> str:
    """Its only prompt, or its title; with the documented matcher the words it shares (FG-23).

    A prompt that does not begin with what it is about is named by its title too.
    """
    root, known = state.forest.root(topic), state.topics.get(topic)
    title = known.title if known is not None and state.limits.matcher == BEST else ""
    if not title or (root.indexed and root.content.lower().startswith(title.lower().rstrip("…"))):
        return root.content
    return title


def last_prompt(state: TopicState, topic: str) -> str:
    """The newest prompt of a topic."""
    # Adding a prompt touches its sibling as well, so that the higher number decides.
    newest = max(
        state.forest.leaves(topic), key=lambda leaf: (leaf.used, leaf.number), default=None
    )
    return newest.content if newest else ""


def _tree_lines(state: TopicState, tree: RankedTopic, *, leaves: bool) -> list[str]:
    root = state.forest.root(tree.topic)
    lines = [f"  [{tree.score:.2f}] {one_line(_label(state, tree.topic), LEAF_CHARACTERS)}"]
    if leaves and not state.forest.is_leaf(root.number):
        lines += [f"    - {text}" for text in _recent_leaves(state, tree.topic)]
    return lines


def _recent_leaves(state: TopicState, topic: str) -> list[str]:
    """The newest leaves as they are shown, equal texts once."""
    leaves = state.forest.leaves(topic)
    shown = [_leaf_text(state.forest.root(topic))]
    for leaf in sorted(leaves, key=lambda leaf: (leaf.used, leaf.number), reverse=True):
        text = _leaf_text(leaf)
        if text not in shown:
            shown.append(text)
        if len(shown) > MOST_LEAVES:
            break
    return shown[1:]


def _leaf_text(leaf: Node) -> str:
    """FG-38: a leaf is cut to 80 characters and three dots."""
    text = " ".join(neutralise(leaf.content).split())
    return cut(text, LEAF_CHARACTERS + 3, "...")


def _prediction_lines(state: TopicState) -> list[str]:
    names = [
        f"{short_name(state, topic)} ({probability * 100:.0f}%)"
        for topic, probability in state.predictions()
    ]
    return ["  -> next: " + ", ".join(names)] if names else []


def _guide_lines(state: TopicState) -> list[list[str]]:
    """FG-36: the replies about topics that are still in the forest, oldest first."""
    lines = [
        line
        for line in state.guide
        if not line.topic or (line.topic in state.forest.roots and line.topic not in state.muted)
    ]
    return [[f"  - {one_line(line.summary, SUMMARY_CHARACTERS)}"] for line in reversed(lines)]


def _fitting(groups: list[list[str]], order: list[int], limit: int) -> list[list[str]]:
    """FG-40: as many whole lines of each group as fit with the footer, groups in this order."""
    fitting: list[list[str]] = [[] for _ in groups]
    room = limit - len(FOOTER) - len(GUIDE) - 1 if limit else sum(map(_length, groups))
    for at in dict.fromkeys(order):
        if not 0 <= at < len(groups):
            continue
        for line in groups[at]:
            if len(line) + 1 > room:
                break
            fitting[at].append(line)
            room -= len(line) + 1
    return fitting


def _length(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def related_topics(memory: Database, tracked: TrackedPrompt, *, now: int) -> list[RelatedTopic]:
    """The topics besides the prompt's own that say the same or are in focus; the best first.

    Looks only at what tracking has read; `threads.topic_search` searches the whole store.
    """
    state = tracked.state
    shares = _shares(tracked)
    boosts = {one.topic.id: one.boost for one in state.focused}
    topics = {one.topic.id: one.topic for one in state.focused} | state.topics
    names = [n for n in topics if n != tracked.topic and (n in shares or n in boosts)]
    ratings = store.ratings(memory, names) if names else {}
    related = []
    for name in names:
        topic = topics[name]
        boost = boosts.get(name, 0.0)
        # The session has its own topics before it; a focus brings them up all the same.
        if boost <= 0 and (name not in shares or name in state.session_topics):
            continue
        if name in state.muted:
            continue
        share = shares.get(name, 0.0)
        weight = faded_weight(topic.weight, topic.used, now, pinned=topic.pinned)
        rated = max(relevance(ratings.get(name, [])), LEAST_RELEVANCE)
        parts = [("similarity", share), ("weight", weight), ("rated", rated)]
        parts += [("focus", boost)] if boost else []
        score = priority(share, weight, rated, boost)
        related.append(RelatedTopic(name, topic.title, "", score, tuple(parts)))
    related.sort(key=lambda other: (-other.priority, other.topic))
    return [_with_text(memory, state, other) for other in related[:MOST_RELATED]]


def _with_text(memory: Database, state: TopicState, related: RelatedTopic) -> RelatedTopic:
    return related._replace(
        title=full_name(state, related.topic) or one_line(related.title, TITLE_CHARACTERS),
        gist=gist(memory, state, related.topic),
    )


def _shares(tracked: TrackedPrompt) -> Mapping[str, float]:
    """For each topic, the share of the prompt's words it has used; only shares that are enough."""
    features, project_counts = tracked.prompt.features, tracked.project_counts
    # Everyday words that no topic has used say nothing about any of them.
    terms = [
        term
        for term, word in zip(features.terms, features.words, strict=True)
        if project_counts.get(term) or not is_everyday(word)
    ]
    total = max(2, tracked.state.prompts)
    rarity = {term: math.log(1.0 + total / (1.0 + project_counts.get(term, 0.0))) for term in terms}
    whole = sum(rarity.values())
    shares = {}
    for name, counts in tracked.topic_counts.items():
        common = [term for term in terms if counts.get(term, 0.0) > _SAID]
        share = sum(rarity[term] for term in common) / whole if whole else 0.0
        if len(common) >= LEAST_WORDS and share >= LEAST_SHARE:
            shares[name] = share
    return shares
