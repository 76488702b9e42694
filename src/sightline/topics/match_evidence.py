"""The evidence that a prompt belongs to a topic, each kind separately, in log-odds.

Session, branch and clock say which topic is likely; words, tickets and files point to one; cues
and form say whether the prompt continues it. When the turn ends, its reply and files are weighed
too. `matcher` turns the sum into a score; no kind of evidence decides alone.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sightline.model.session import Habits
from sightline.text.word_lists import CHORE_STEMS
from sightline.topics.prompt_features import PromptFeatures
from sightline.topics.weights import WEIGHTS, Weights

_TRUNKS = frozenset(
    (
        "",
        "main",
        "master",
        "develop",
        "dev",
        "trunk",
        "head",
        "default",
        "next",
        "stable",
        "unstable",
    )
)
_MANY_TERMS = 5
# The probability that a prompt about something new shares no word, or no file, with a topic.
_NOVEL = 0.9
# The prior probability of a field or a chore in a prompt about something else.
_PRIOR_FIELD = 0.03
_PRIOR_CHORE = 0.12


class TopicView(NamedTuple):
    """A topic as one prompt sees it; `counts` holds only the terms of the prompt and its reply."""

    id: str
    turns: float
    used: int
    counts: Mapping[str, float] = {}
    tickets: frozenset[str] = frozenset()
    # Names of its files that the prompt says; at the end of the turn, all its files with how many
    # turns touched each.
    files: frozenset[str] = frozenset()
    file_turns: Mapping[str, int] = {}
    # Whether it is the topic of the prompt's session, of the project's last prompt, or one that
    # the session spoke of before.
    is_own: bool = False
    is_last: bool = False
    in_session: bool = False
    branch: str = ""
    # How many of its prompts named something, and how many of those shared no word with it.
    named: int = 0
    novel: int = 0


class TurnOutcome(NamedTuple):
    """What is known when a turn ends: the words of its reply, its files, where it was placed."""

    reply_terms: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    placed: str = ""


class Scene(NamedTuple):
    """The circumstances of a prompt: its session, its branch, the clock, the project's topics."""

    now: int
    # Whether the prompt's session has a topic already; whether the prompt names a session at all.
    has_topic: bool = False
    has_session: bool = False
    left_branch: bool = False
    branch: str = ""
    # When the session's prompt before this one was submitted; 0 if this is its first.
    previous: int = 0
    # How many sessions started with a prompt that names something, and how many of them continued
    # an earlier topic.
    starts: int = 0
    links: int = 0
    habits: Habits = Habits()
    turns: float = 0.0
    # How often the whole project said each of the prompt's terms, and touched each of its files.
    project_counts: Mapping[str, float] = {}
    project_files: Mapping[str, int] = {}
    views: tuple[TopicView, ...] = ()
    # Set when the turn ended.
    outcome: TurnOutcome | None = None


class WordGain(NamedTuple):
    """A word that speaks for a topic, and by how much."""

    term: str
    gain: float


def weigh_evidence(
    features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights = WEIGHTS
) -> dict[str, float]:
    """Every part of the evidence for this topic, by name; parts of zero are left out."""
    parts = {
        _prior_name(view, scene): _prior(view, scene, weights),
        "branch": _branch(view, scene, weights),
        "clock": _clock(view, scene, weights),
        "cue": _cue(features, view, scene, weights),
        "form": _form(features, weights) if view.is_own else 0.0,
        "words": _words(features, view, scene, weights),
        "ticket": _ticket(features, view, weights),
        "file": weights.named_file if features.files & view.files else 0.0,
    }
    if scene.outcome is not None:
        parts["files"] = _files(scene.outcome, view, scene, weights)
        parts["reply"] = _reply(scene.outcome, view, scene, weights)
        parts["placed"] = weights.placed if scene.outcome.placed == view.id else 0.0
    return {name: part for name, part in parts.items() if part}


def _prior_name(view: TopicView, scene: Scene) -> str:
    if scene.has_session and not scene.has_topic:
        return "start"
    return "stay" if view.is_own else "session" if view.in_session else "elsewhere"


def _prior(view: TopicView, scene: Scene, weights: Weights) -> float:
    """How likely the prompt is to stay with, return to, or bring up this topic."""
    if scene.has_session and not scene.has_topic:
        # How often this person's new sessions continue an earlier topic.
        habit = math.log((scene.links + 1) / (scene.starts - scene.links + 3))
        start = weights.start_last if view.is_last else weights.start_other
        return weights.start_habit * habit + start
    if view.is_own:
        # How often this person's prompts stay with their topic, compared with the usual.
        habits = scene.habits
        stays, changes = weights.usual_stays, weights.usual_changes
        habit = math.log((habits.stays + stays) / (habits.changes + changes) * changes / stays)
        unknown = 0.0 if scene.has_session else weights.without_session
        return weights.stay + weights.stay_habit * habit + unknown
    if not scene.has_session or view.in_session:
        return weights.in_session
    return weights.elsewhere


def is_trunk(branch: str) -> bool:
    """Whether a branch of this name holds all kinds of work, like main or a release branch."""
    name = branch.lower()
    if name in _TRUNKS:
        return True
    version = name.rpartition("/")[2]
    for word in ("release-", "stable-", "maint-", "v"):
        version = version.removeprefix(word)
    return version[:1].isdigit() and "." in version and not version.strip("0123456789.x")


def _branch(view: TopicView, scene: Scene, weights: Weights) -> float:
    if is_trunk(scene.branch) or is_trunk(view.branch):
        return 0.0
    if scene.branch == view.branch:
        return weights.branch
    return -weights.branch - (weights.stay if view.is_own else 0.0)


def _clock(view: TopicView, scene: Scene, weights: Weights) -> float:
    """A pause weakens staying a little; the age of another topic weakens going back to it."""
    if view.is_own:
        pause = max(0, scene.now - (scene.previous or view.used)) / 60_000
        part = weights.pause * math.log2(1 + pause / weights.pause_minutes)
        return -min(weights.most_pause, part)
    age = max(0, scene.now - view.used) / 60_000
    return -weights.age * math.log2(1 + age / weights.age_minutes)


def _cue(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    cues = features.cues
    if not view.is_own:
        return weights.returns if cues.returns else 0.0
    part = -weights.leaves * (scene.left_branch + cues.leaves)
    part -= weights.returns_from * cues.returns
    part += weights.refers_back * (features.refers_back and not cues.opens)
    part += weights.refers * cues.refers
    if cues.is_short and not (cues.opens or features.tickets or features.files):
        part += weights.short
    return part


def _form(features: PromptFeatures, weights: Weights) -> float:
    """Whether it begins like the next sentence of a conversation or like a request of its own."""
    cues = features.cues
    part = weights.joins * cues.joins
    part -= weights.names_subject * cues.names_subject + weights.opens * cues.opens
    part -= weights.many_terms * (len(features.terms) >= _MANY_TERMS)
    return part - weights.link * features.has_link


def _words(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    counts = view.counts
    gains = [
        _word_gain(term, view, scene, weights) for term in features.all_terms if counts.get(term)
    ]
    gains.sort(reverse=True)
    unknown = sum(1 for term in features.terms if not counts.get(term))
    total = sum(gain for gain in gains[: weights.words_counted] if gain > 0)
    total -= weights.unknown_word * min(weights.most_unknown, unknown)
    if features.terms and unknown == len(features.terms):
        # Some topics say new words with every prompt: there it means less.
        novel = (view.novel + weights.novel_prior) / (
            view.named + weights.novel_prior + weights.shared_prior
        )
        total += weights.novelty * math.log(novel / _NOVEL)
    return min(weights.most_words, weights.word * total)


def best_words(
    features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights = WEIGHTS
) -> list[WordGain]:
    """The words of the prompt that speak most for this topic, best first."""
    gains = [
        WordGain(term, _word_gain(term, view, scene, weights))
        for term in features.all_terms
        if view.counts.get(term)
    ]
    positive = [word for word in gains if word.gain > 0]
    return sorted(positive, key=lambda word: -word.gain)[: weights.words_counted]


def _word_gain(
    term: str, view: TopicView, scene: Scene, weights: Weights, prior: float = 0.0
) -> float:
    """How much more often this topic says a word than the others; a single use counts less."""
    count = view.counts[term]
    weight, prior = 1.0, prior or weights.prior_word
    if term.startswith("~"):
        prior, weight = _PRIOR_FIELD, weights.field
    elif term in CHORE_STEMS:
        prior, weight = _PRIOR_CHORE, weights.chore
    elsewhere = max(0.0, scene.project_counts.get(term, 0.0) - count)
    rest = (elsewhere + weights.prior_turns * prior) / (
        max(0.0, scene.turns - view.turns) + weights.prior_turns
    )
    here = (count + weights.topic_turns * rest) / (view.turns + weights.topic_turns)
    confidence = count / (count + weights.single)
    return min(weights.most_word, math.log(here / rest) * weight * confidence)


def _ticket(features: PromptFeatures, view: TopicView, weights: Weights) -> float:
    if not features.tickets or not view.tickets:
        return 0.0
    if features.tickets & view.tickets:
        return weights.ticket
    # Inside a topic people speak of other tickets too; another topic is about its own.
    return -weights.other_ticket * (1 if view.is_own else 3)


def _reply(outcome: TurnOutcome, view: TopicView, scene: Scene, weights: Weights) -> float:
    terms = outcome.reply_terms
    gains = [
        _word_gain(term, view, scene, weights, 2 * weights.prior_word)
        for term in terms
        if view.counts.get(term)
    ]
    unknown = sum(1 for term in terms if not view.counts.get(term))
    gains.sort(reverse=True)
    total = sum(gain for gain in gains[: weights.reply_words] if gain > 0)
    total -= weights.unknown_reply_word * min(weights.most_unknown, unknown)
    return min(weights.most_words, weights.reply * total)


def _files(outcome: TurnOutcome, view: TopicView, scene: Scene, weights: Weights) -> float:
    """The rarest file both touched speaks for the topic; nothing but other files against it."""
    known = view.file_turns
    if not outcome.files:
        return 0.0
    gains = [_file_gain(path, view, scene, weights) for path in outcome.files if known.get(path)]
    total = max(gains, default=0.0)
    if known and total <= weights.least_file:
        is_elsewhere = any(
            scene.project_files.get(path) and not known.get(path) for path in outcome.files
        )
        # Some topics move to new files with every turn: there it means less.
        touches = sum(known.values())
        fresh = (len(known) - 1 + weights.fresh_prior) / (
            touches - 1 + weights.fresh_prior + weights.known_prior
        )
        total += weights.new_files * math.log(fresh / _NOVEL) - weights.other_files * is_elsewhere
    return weights.file * total


def _file_gain(path: str, view: TopicView, scene: Scene, weights: Weights) -> float:
    count = view.file_turns[path]
    elsewhere = max(0, scene.project_files.get(path, 0) - count)
    rest = (elsewhere + 2 * weights.prior_file) / (max(0.0, scene.turns - view.turns) + 4)
    here = (count + rest) / (view.turns + 1)
    confidence = count / (count + 0.3)
    return max(-0.5, min(weights.most_file, math.log(here / rest) * confidence))
