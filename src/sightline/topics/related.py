"""Other topics worth a line beside a prompt: what it says was said there before (ruling 47).

Loaded on every prompt: it looks only at what tracking the prompt has read. `intent.recall` asks
the whole store.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.word_lists import is_everyday
from sightline.topics.focus_block import last_said, name_of
from sightline.topics.formulas import (
    LEAST_RELEVANCE,
    faded_weight,
    focus_boost,
    priority,
    relevance,
)
from sightline.topics.tracker import Tracked

# How much of the prompt, by the rarity of its words, a topic must have said, in how many words.
LEAST_SHARE, LEAST_WORDS = 0.5, 2
MOST = 3
GIST, TITLE = 100, 60


class Related(NamedTuple):
    """A topic beside the prompt's own, with the parts of its priority."""

    topic: str
    title: str
    gist: str
    priority: float
    parts: tuple[tuple[str, float], ...]


def related(memory: Database, tracked: Tracked, *, now: int) -> list[Related]:
    """The topics beside the prompt's own that say the same, or are in focus; the best first."""
    state = tracked.state
    near = _shares(tracked)
    focuses = store.focuses(memory, state.project)
    wanted = [name for name in state.topics if name != tracked.topic and (name in near or focuses)]
    ratings = store.ratings(memory, wanted) if wanted else {}
    found = []
    for name in wanted:
        topic = state.topics[name]
        boost = focus_boost(name, topic.title, topic.terms, focuses)
        weight = faded_weight(topic.weight, topic.used, now, pinned=topic.pinned)
        rated = max(relevance(ratings.get(name, [])), LEAST_RELEVANCE)
        worth = priority(near.get(name, 0.0), weight, rated, boost)
        if name in near or boost > 0:
            parts = (("similarity", near.get(name, 0.0)), ("weight", weight), ("rated", rated))
            found.append((worth, name, (*parts, ("focus", boost)) if boost else parts))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [_described(tracked, name, worth, parts) for worth, name, parts in found[:MOST]]


def _described(
    tracked: Tracked, name: str, worth: float, parts: tuple[tuple[str, float], ...]
) -> Related:
    state = tracked.state
    title, gist = state.topics[name].title, ""
    if name in state.forest.roots:
        title, gist = name_of(state, name), last_said(state, name)
    title, gist = one_line(title, TITLE), one_line(gist, GIST)
    return Related(name, title, gist, worth, parts)


def _shares(tracked: Tracked) -> Mapping[str, float]:
    """By topic, which share of what the prompt says it said before; only those that said enough."""
    reading = tracked.said.reading
    # The talk around a subject that no topic knows speaks against none of them.
    terms = [
        term
        for term, word in zip(reading.terms, reading.spoken, strict=True)
        if tracked.usual.get(term) or not is_everyday(word)
    ]
    total = max(2, tracked.state.prompts)
    rarity = {term: math.log(1.0 + total / (1.0 + tracked.usual.get(term, 0.0))) for term in terms}
    whole = sum(rarity.values())
    shares = {}
    for name, said in tracked.heard.items():
        met = [term for term in terms if term in said]
        share = sum(rarity[term] for term in met) / whole if whole else 0.0
        if len(met) >= LEAST_WORDS and share >= LEAST_SHARE:
            shares[name] = share
    return shares
