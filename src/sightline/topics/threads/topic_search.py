"""Finds earlier topics and turns by their words, archived topics included. Reads only."""

from __future__ import annotations

import math
from typing import NamedTuple

from sightline.model.session import PROMPT, Topic, Turn
from sightline.store import threads
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.fulltext import search_text
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.prompt_text import clean
from sightline.topics.scores import centroid_cosine, distinctive_terms

MOST_CANDIDATES = 24
LEAST_SIMILARITY = 0.1
MOST_TURNS = 60


class TopicMatch(NamedTuple):
    """A topic, and how similar it is to a text."""

    topic: Topic
    similarity: float


def topics_about(memory: Database, project: str, text: str, *, most: int = 5) -> list[TopicMatch]:
    """The topics most similar to a text, archived ones included."""
    terms = list(extract_features(clean(text)).terms)
    if not terms:
        return []
    ids = threads.topics_saying(memory, project, terms, MOST_CANDIDATES)
    counts = store.all_terms(memory, ids)
    all_terms = {term for name in ids for term in counts[name]}
    spread = threads.term_spread(memory, project, sorted(all_terms.union(terms)))

    def rarity(term: str) -> float:
        return math.log(1 + spread.topics / max(1, spread.by_term.get(term, 1)))

    query = dict.fromkeys(terms, 1.0)
    matches = []
    for topic in store.topics_named(memory, project, ids):
        near = centroid_cosine(query, distinctive_terms(counts[topic.id]), rarity)
        if near >= LEAST_SIMILARITY:
            matches.append(TopicMatch(topic, near))
    matches.sort(key=lambda match: (-match.similarity, -match.topic.used, match.topic.id))
    return matches[:most]


def turns_about(memory: Database, project: str, query: str, *, most: int = 20) -> list[Turn]:
    """The turns that match a query, best first, whatever became of their topic."""
    numbers = [number for number, _ in search_text(memory, "turn", query, limit=MOST_TURNS)]
    turns = {turn.number: turn for turn in threads.turns_with_topic(memory, project, numbers)}
    return [turns[number] for number in numbers if number in turns][:most]


def gist(memory: Database, topic: str) -> str:
    """The last prompt of a topic that names something."""
    for turn in store.last_turns(memory, topic, 8, PROMPT):
        if turn.terms:
            return turn.text
    last = store.last_turns(memory, topic, 1, PROMPT)
    return last[0].text if last else ""
