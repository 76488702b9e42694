"""Replays streams of prompts in memory with the product's own evidence, for learning its weights.

Keeps the counts that the store keeps (`topics.placement`, `topics.settling`) in dictionaries, so that a
stream takes milliseconds. `tests/benchmarks/test_topic_replay.py` checks that the hook decides the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from benchmarks.lib.topic_streams import Item, Stream
from sightline.model.session import Habits
from sightline.store.turns import MOST_PROMPT, MOST_REPLY, MOST_SAID
from sightline.topics.matching.matcher import best_topic
from sightline.topics.matching.scene import Scene, TopicView, TurnOutcome
from sightline.topics.matching.weights import Weights
from sightline.topics.placement import term_counts
from sightline.topics.prompts.cues import asks_back, closes_work
from sightline.topics.prompts.prompt_features import (
    PromptFeatures,
    are_akin,
    extract_features,
    file_name,
    file_terms,
    reply_terms,
)
from sightline.topics.prompts.prompt_text import clean
from sightline.topics.settling import MOST_FILES, words_of_turn

features_of = lru_cache(None)(lambda text: extract_features(clean(text)))
terms_of_reply = lru_cache(None)(reply_terms)


class Replayed(NamedTuple):
    """The topic of each prompt as it was placed, and as it was settled."""

    placed: list[str]
    settled: list[str]


class _Topic:
    def __init__(self, name: str) -> None:
        self.name = name
        self.turns, self.used, self.named, self.novel = 0, 0, 0, 0
        self.counts: dict[str, float] = {}
        self.file_turns: dict[str, int] = {}
        self.names: set[str] = set()
        self.tickets: set[str] = set()


class Session:
    def __init__(self) -> None:
        self.home, self.previous, self.leaving = "", 0, False
        self.topics: set[str] = set()
        self.news = self.returns = 0
        self.said: list[str] = []
        self.waiting: list[int] = []
        self.asked = self.closed = False


def said_in(prompt: str, reply: str) -> str:
    """What a turn said, as the store gives it."""
    return f"{prompt[:MOST_PROMPT]} {reply.strip()[:MOST_REPLY]}".lower()


def _outcome(item: Item) -> TurnOutcome:
    return TurnOutcome(terms_of_reply(item.reply), tuple(item.files)[:MOST_FILES], item.found)


class Replay:
    """One project while its prompts are replayed."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.topics: dict[str, _Topic] = {}
        self.counts: dict[str, float] = {}
        self.sessions: dict[str, Session] = {}
        self.prompts = self.starts = self.links = self.stays = self.changes = self.made = 0
        self.last = ""

    def run(self, items: Sequence[Item]) -> Replayed:
        placed, settled = [], []
        for place, item in enumerate(items):
            features = features_of(item.text)
            if not features.text:
                placed.append(f"open {place}")
                settled.append(f"open {place}")
                continue
            session = self.sessions.setdefault(item.session, Session()) if item.session else None
            home = session.home if session else self.last
            first = self.decide(item, features, session, None)
            if session is not None and not home and features.is_trivial and not first:
                session.waiting.append(place)
                session.previous, session.leaving = item.at, features.leaves_branch
                placed.append(f"open {place}")
                settled.append(f"open {place}")
                self.prompts += 1
                continue
            if session is not None and not home and not features.is_trivial and self.last:
                self.starts += 1
                self.links += bool(first)
            final = first
            outcome = _outcome(item)
            if session is not None and outcome.says_anything:
                final = self.decide(item, features, session, outcome)
            if not final:
                final = self.name_new(item)
            if session and home and outcome.says_anything and not features.is_trivial:
                self.stays += final == home
                self.changes += final != home
            self._learn(item, features, final, session)
            for waited in session.waiting if session else ():
                placed[waited] = settled[waited] = final
                self.topics[final].turns += 1
            if session is not None:
                session.waiting = []
            placed.append(first or (final if self.topics[final].turns == 1 else f"new {place}"))
            settled.append(final)
        return Replayed(placed, settled)

    def name_new(self, item: Item) -> str:
        """The name of a topic that begins with this prompt."""
        self.made += 1
        return f"t{self.made}"

    def decide(
        self,
        item: Item,
        features: PromptFeatures,
        session: Session | None,
        outcome: TurnOutcome | None,
    ) -> str:
        scene = self.scene(item, features, session, outcome)
        choice = best_topic(features, scene, self.weights)
        return choice.topic if choice and choice.evidence >= 0 else ""

    def scene(
        self,
        item: Item,
        features: PromptFeatures,
        session: Session | None,
        outcome: TurnOutcome | None,
    ) -> Scene:
        terms = features.all_terms
        if outcome:
            names = (term for path in outcome.files for term in file_terms(path))
            terms = (*terms, *outcome.reply_terms, *names)
        own = session.home if session else self.last
        views = [
            TopicView(
                topic.name,
                float(topic.turns),
                topic.used,
                {term: topic.counts[term] for term in terms if term in topic.counts},
                frozenset(topic.tickets),
                features.files & topic.names if features.files else frozenset(),
                topic.file_turns if outcome else {},
                any(are_akin(a, b) for a in features.taken_up for b in topic.counts),
                topic.name == own,
                topic.name == self.last,
                session is not None and topic.name in session.topics,
                "",
                topic.named,
                topic.novel,
            )
            for topic in self.topics.values()
        ]
        files = {
            path: sum(topic.file_turns.get(path, 0) for topic in self.topics.values())
            for path in ((*outcome.files, *outcome.found) if outcome else ())
        }
        return Scene(
            now=item.at,
            has_topic=bool(own) if session else False,
            has_session=session is not None,
            left_branch=bool(session and session.home and session.leaving),
            previous=session.previous if session else 0,
            starts=self.starts,
            links=self.links,
            habits=Habits(self.stays, self.changes),
            news=session.news if session else 0,
            returns=session.returns if session else 0,
            turns=float(self.prompts),
            project_counts={term: self.counts.get(term, 0.0) for term in terms},
            project_files=files,
            recent=" ".join(session.said) if session else "",
            asked=session.asked if session else False,
            closed=session.closed if session else False,
            views=tuple(views),
            outcome=outcome,
        )

    def _learn(
        self, item: Item, features: PromptFeatures, name: str, session: Session | None
    ) -> None:
        topic = self.topics.setdefault(name, _Topic(name))
        topic.turns += 1
        topic.used = item.at
        self.prompts += 1
        if features.terms and topic.turns > 1 and session is not None:
            topic.named += 1
            topic.novel += not any(topic.counts.get(term) for term in features.terms)
        words = term_counts(features)
        files = tuple(dict.fromkeys(item.files))[:MOST_FILES]
        if session is not None:
            for term, count in words_of_turn(terms_of_reply(item.reply), files).items():
                if term not in features.terms:
                    words[term] = words.get(term, 0.0) + count
            topic.names |= {file_name(path) for path in files}
            for path in files:
                topic.file_turns[path] = topic.file_turns.get(path, 0) + 1
            if session.home and name != session.home:
                session.news += name not in session.topics
                session.returns += name in session.topics
            session.home, session.previous = name, item.at
            session.leaving = features.leaves_branch
            reply = item.reply.strip()[:MOST_REPLY]
            session.asked = asks_back(reply)
            session.closed = closes_work(features.text[:MOST_PROMPT], reply)
            session.said = [*session.said, said_in(features.text, item.reply)][-MOST_SAID:]
            session.topics.add(name)
        for term, count in words.items():
            topic.counts[term] = topic.counts.get(term, 0.0) + count
            self.counts[term] = self.counts.get(term, 0.0) + count
        topic.names |= features.files
        topic.tickets |= features.tickets
        self.last = name


def replay(stream: Stream, weights: Weights) -> Replayed:
    """The topics that these weights give to the prompts of a stream."""
    return Replay(weights).run(stream.items)
