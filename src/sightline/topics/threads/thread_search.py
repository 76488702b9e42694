"""Finds earlier topics by what they say: for the agent's questions and as candidates to show."""

from __future__ import annotations

import math
from typing import NamedTuple

from sightline.model.session import ACTIVE, PROMPT, Topic, Turn
from sightline.store import threads
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.fulltext import search_text
from sightline.text.word_lists import CHORE_STEMS
from sightline.topics.formulas import faded_weight, focus_boost, priority, relevance
from sightline.topics.prompt_reader import clean, read
from sightline.topics.similarity import centroid_cosine

MOST_CANDIDATES = 24
LEAST = 0.1
FOUND_TURNS = 60


class Shown(NamedTuple):
    """A topic that may be shown, with every part of its priority (ruling 47)."""

    topic: Topic
    priority: float
    similarity: float
    weight: float
    relevance: float
    boost: float


def like_text(
    memory: Database, project: str, text: str, *, most: int = 5
) -> list[tuple[Topic, float]]:
    """The topics whose words are most like a text's, archived ones included."""
    reading = read(clean(text))
    terms = list(reading.terms)
    if not terms:
        return []
    ids = threads.topics_saying(memory, project, terms, MOST_CANDIDATES)
    known = store.all_terms(memory, ids)
    said = {term for name in ids for term in known[name]}
    total, spread = threads.term_spread(memory, project, sorted(said.union(terms)))

    def rarity(term: str) -> float:
        return math.log(1 + total / max(1, spread.get(term, 1)))

    asked = dict.fromkeys(terms, 1.0)
    found = []
    for topic in store.topics_named(memory, project, ids):
        telling = {
            term: count
            for term, count in known[topic.id].items()
            if term not in CHORE_STEMS and term[:1] != "~"
        }
        near = centroid_cosine(asked, telling, rarity)
        if near >= LEAST:
            found.append((topic, near))
    found.sort(key=lambda pair: (-pair[1], -pair[0].used, pair[0].id))
    return found[:most]


def candidates(
    memory: Database, project: str, prompt: str, current: str, *, now: int, most: int = 5
) -> list[Shown]:
    """Other topics worth a line beside a prompt: alike, rated, or in focus (AS-8, ruling 47)."""
    near: dict[str, float] = {}
    topics: dict[str, Topic] = {}
    for topic, similarity in like_text(memory, project, prompt, most=MOST_CANDIDATES):
        near[topic.id], topics[topic.id] = similarity, topic
    focuses = store.focuses(memory, project)
    if focuses:
        for topic in store.topics_of_status(memory, project, ACTIVE):
            topics.setdefault(topic.id, topic)
    topics.pop(current, None)
    ratings = store.ratings(memory, sorted(topics))
    shown = []
    for topic in topics.values():
        boost = focus_boost(topic.id, topic.title, topic.terms, focuses)
        weight = faded_weight(topic.weight, topic.used, now, pinned=topic.pinned)
        rated = relevance(ratings.get(topic.id, []))
        similarity = near.get(topic.id, 0.0)
        worth = priority(similarity, weight, rated, boost)
        if worth > 0:
            shown.append(Shown(topic, worth, similarity, weight, rated, boost))
    shown.sort(key=lambda found: (-found.priority, found.topic.id))
    return shown[:most]


def turns_about(memory: Database, project: str, query: str, *, most: int = 20) -> list[Turn]:
    """Turns that say what is asked for, best first, whatever became of their topic."""
    numbers = [number for number, _ in search_text(memory, "turn", query, limit=FOUND_TURNS)]
    found = {turn.number: turn for turn in threads.turns_with_topic(memory, project, numbers)}
    return [found[number] for number in numbers if number in found][:most]


def gist(memory: Database, topic: str) -> str:
    """What was said in a topic last, for one line."""
    for turn in store.last_turns(memory, topic, 8, PROMPT):
        if turn.terms:
            return turn.text
    last = store.last_turns(memory, topic, 1, PROMPT)
    return last[0].text if last else ""
