"""The evidence that a prompt belongs to a topic, each kind separately, in log-odds.

Session, branch and clock say which topic is likely; words, tickets and files point to one; cues
and form say whether the prompt continues it. When the turn ends, its reply and files are weighed
too. `matcher` turns the sum into a score; no kind of evidence decides alone.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from sightline.text.word_lists import CHORE_ROOTS, word_set
from sightline.topics.matching.scene import Scene, TopicView, TurnOutcome
from sightline.topics.matching.shared_files import is_shared
from sightline.topics.matching.weights import WEIGHTS, Weights
from sightline.topics.prompts.prompt_features import PromptFeatures, file_terms

_TRUNKS = word_set("main master develop dev trunk head default next stable unstable") | {""}
_MANY_TERMS = 5
# On a branch made for some work, other work is elsewhere: no other evidence outweighs it.
_BRANCH = 10.0
# How often people stay with a topic and change it, as far as a project does not say.
_USUAL_STAYS, _USUAL_CHANGES = 6.0, 3.0
# The same for changes that go back to an earlier topic and for those to a new one.
_USUAL_RETURNS, _MOST_RETURN = 2.0, 1.5
# The same for new sessions that continue an earlier topic.
_USUAL_LINKS, _USUAL_BREAKS = 1.0, 3.0
# Without a session less says that the prompt stays.
_WITHOUT_SESSION = -1.8
_FORM_ALONE = 0.5
# How much of what a ticket says for its topic it says against the present one.
_AGAINST = 0.5
# How much a habit may say: a guess must not confirm itself, above all not one that joins topics.
_MOST_STAY, _LEAST_LINK, _MOST_LINK = 2.0, -1.0, 0.3
# A pause of this length weakens staying fully.
_PAUSE_MINUTES = 60.0
# The words that count for a topic, how much one and all of them may say, and how many unknown
# words may speak against it.
_WORDS_COUNTED, _MOST_WORD, _MOST_WORDS, _MOST_UNKNOWN = 4, 3.0, 6.0, 4
_MOST_MEAN = 2.0
# How often a word occurs in prompts about something else, as far as a project does not say; for
# how many turns that is known; and how many uses make a word half certain.
_PRIOR_WORD, _PRIOR_TURNS, _SINGLE = 0.02, 60.0, 1.0
# How much a chore ("test", "commit") counts of what another word does.
_CHORE = 0.35
# The same for a file, for one that work on any subject touches or that was only read; the most one
# may say, and the least by which a topic knows it.
_PRIOR_FILE, _PRIOR_SHARED, _MOST_FILE, _LEAST_FILE = 0.8, 2.0, 3.0, 0.5
# The probability that a prompt about something new shares no word, or no file, with a topic; as
# far as it is not known, a prompt of the topic may share none either, and a third of its files
# may be new.
_NOVEL = 0.9
_NOVEL_PRIOR, _FRESH_PRIOR, _KNOWN_PRIOR = 3.0, 2.5, 4.5
# The most that a file named by the prompt may say: few of many topics have it.
_MOST_NAMED_FILE = 2.5
# How much of a reply was usually said before, and how many of a turn's files are usually known;
# how many words of a prompt tell for sure that it speaks of something else.
_USUAL_SAID, _USUAL_SHARE, _SURE_TERMS = 0.3, 0.5, 3
# The prior probability of a field or a chore in a prompt about something else.
_PRIOR_FIELD = 0.03
_PRIOR_CHORE = 0.12


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
        "pause": _pause(view, scene, weights) if view.is_own else 0.0,
        "cue": _cue(features, view, scene, weights),
        "back": weights.takes_up * _takes_up(features, view),
        "form": _form(features, view, scene, weights),
        "recent": _recent(features, scene, weights) if view.is_own else 0.0,
        "words": _words(features, view, scene, weights),
        "subject": weights.subject * _subject(features, view, scene),
        "ticket": _ticket(features, view, scene, weights),
        "file": weights.named_file * _named_file(features, view, scene),
    }
    if scene.outcome is not None:
        parts["files"] = _files(scene.outcome, view, scene, weights)
        parts["code"] = weights.code * _found_code(scene.outcome, view, scene)
        parts["names"] = weights.file_words * _mean_gain(
            _new_names(scene.outcome, view), view, scene
        )
        parts["reply"] = _reply(scene.outcome, view, scene, weights)
    return {name: part for name, part in parts.items() if part}


def _prior_name(view: TopicView, scene: Scene) -> str:
    if scene.is_start:
        return "start"
    return "stay" if view.is_own else "session" if view.in_session else "elsewhere"


def _prior(view: TopicView, scene: Scene, weights: Weights) -> float:
    """How likely the prompt is to stay with, return to, or bring up this topic."""
    if scene.is_start:
        # How often this person's new sessions continue an earlier topic.
        links, breaks = scene.links + _USUAL_LINKS, scene.starts - scene.links + _USUAL_BREAKS
        habit = math.log(links / breaks * _USUAL_BREAKS / _USUAL_LINKS)
        habit = max(_LEAST_LINK, min(_MOST_LINK, habit))
        start = weights.start_last if view.is_last else weights.start_other
        return weights.start_habit * habit + start
    if view.is_own:
        # How often this person's prompts stay with their topic, compared with the usual.
        stays, changes = scene.habits.stays + _USUAL_STAYS, scene.habits.changes + _USUAL_CHANGES
        habit = math.log(stays / changes * _USUAL_CHANGES / _USUAL_STAYS)
        habit = max(-_MOST_STAY, min(_MOST_STAY, habit))
        unknown = 0.0 if scene.has_session else _WITHOUT_SESSION
        return weights.stay + weights.stay_habit * habit + unknown
    if not scene.has_session or view.in_session:
        return weights.in_session + _return_habit(scene)
    return weights.elsewhere


def _return_habit(scene: Scene) -> float:
    """How often changes of topic in this session went back to an earlier one, and not to a new one."""
    ratio = math.log((scene.returns + _USUAL_RETURNS) / (scene.news + _USUAL_RETURNS))
    return max(-_MOST_RETURN, min(_MOST_RETURN, ratio))


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
        return _BRANCH
    return -_BRANCH - (weights.stay if view.is_own else 0.0)


def _pause(view: TopicView, scene: Scene, weights: Weights) -> float:
    """A pause weakens staying a little."""
    pause = max(0, scene.now - (scene.previous or view.used)) / 60_000
    return -weights.pause * min(1.0, pause / _PAUSE_MINUTES)


def _cue(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    cues = features.cues
    if not view.is_own:
        return weights.returns * cues.returns
    part = -weights.leaves * (scene.left_branch + cues.leaves)
    if cues.is_short and not (cues.opens or features.tickets or features.files):
        part += weights.short
    return part


def _takes_up(features: PromptFeatures, view: TopicView) -> bool:
    """Whether it says that it goes back to this topic: to one that knows what it names."""
    if view.is_own or not features.cues.back.phrase:
        return False
    is_known = view.is_akin or view.files or features.tickets & view.tickets
    return bool(is_known) or not (features.taken_up or features.tickets)


def _form(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    """Whether it begins like the next sentence of a conversation or like a request of its own."""
    cues = features.cues
    if scene.is_start:
        return -weights.start_plan * cues.is_plan
    if not view.is_own:
        return 0.0
    part = weights.joins * cues.joins - weights.opens * cues.opens
    part += weights.refers * cues.refers + weights.asks * cues.asks - weights.plan * cues.is_plan
    part -= weights.many_terms * (len(features.terms) >= _MANY_TERMS)
    part -= weights.link * features.has_link
    if features.chores:
        # "Create a pull request", "fix the conflicts": routine of the work that is going on.
        routine = len(features.chores)
        part += weights.chores * (routine / (routine + len(features.terms)))
    return part if scene.has_session else part * _FORM_ALONE


def _recent(features: PromptFeatures, scene: Scene, weights: Weights) -> float:
    """Whether the prompt follows from what was said just before, and its words were said there."""
    part = weights.answers * scene.asked - weights.closed * scene.closed
    if not scene.recent:
        return part
    terms = features.terms
    if terms:
        unsaid = sum(1 for term in terms if not _was_said(term, scene)) / len(terms)
        part -= weights.unsaid * unsaid * min(1.0, len(terms) / _SURE_TERMS)
    replied = scene.outcome.reply_terms if scene.outcome else ()
    whole = sum(_rarity(term, scene) for term in replied)
    if whole:
        again = sum(_rarity(term, scene) for term in replied if _was_said(term, scene))
        part += weights.reply_said * (again / whole - _USUAL_SAID)
    return part


def _was_said(term: str, scene: Scene) -> bool:
    """Whether a word of this root was said just before: `queri` is the root of queries and query."""
    return term.removesuffix("i") in scene.recent


def _rarity(term: str, scene: Scene) -> float:
    """How rare a word is in the project, from 0 to 1."""
    turns = scene.turns + 2
    return max(0.0, math.log(turns / (scene.project_counts.get(term, 0.0) + 1)) / math.log(turns))


def _words(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    known = sum(word.gain for word in best_words(features, view, scene))
    if _is_named(features, view, scene):
        # By its ticket or its file: other words of the prompt need not be known.
        return min(_MOST_WORDS, weights.word * known)
    unknown = sum(1 for term in features.terms if not view.counts.get(term))
    part = weights.word * known - weights.unknown_word * min(_MOST_UNKNOWN, unknown)
    if features.terms and unknown == len(features.terms):
        # Some topics say new words with every prompt: there it means less.
        novel = (view.novel + _NOVEL_PRIOR) / (view.named + _NOVEL_PRIOR)
        part += weights.novelty * math.log(novel / _NOVEL)
    part += weights.word_mean * _mean_gain(features.terms, view, scene)
    return min(_MOST_WORDS, part)


def _subject(features: PromptFeatures, view: TopicView, scene: Scene) -> float:
    """How much the prompt's named subject is this topic's; the files of its turn tell it better."""
    is_known = scene.outcome is not None and scene.outcome.files
    if is_known or _is_named(features, view, scene):
        return 0.0
    return _mean_gain(features.subject, view, scene)


def best_words(features: PromptFeatures, view: TopicView, scene: Scene) -> list[WordGain]:
    """The words of the prompt that speak most for this topic, best first."""
    known = [term for term in features.all_terms if term in view.counts]
    gains = [WordGain(term, _word_gain(term, view, scene)) for term in known]
    positive = [word for word in gains if word.gain > 0]
    return sorted(positive, key=lambda word: -word.gain)[:_WORDS_COUNTED]


def _word_gain(term: str, view: TopicView, scene: Scene) -> float:
    """How much a word that the topic knows speaks for it; a single use counts less."""
    count = view.counts[term]
    prior, weight = _PRIOR_WORD, 1.0
    if term.startswith("~"):
        prior = _PRIOR_FIELD
    elif term in CHORE_ROOTS:
        prior, weight = _PRIOR_CHORE, _CHORE
    confidence = count / (count + _SINGLE)
    return min(_MOST_WORD, _log_ratio(term, view, scene, prior) * weight * confidence)


def _log_ratio(term: str, view: TopicView, scene: Scene, prior: float) -> float:
    """How much more often this topic says a word than the others, as a logarithm."""
    count = view.counts.get(term, 0.0)
    elsewhere = max(0.0, scene.project_counts.get(term, 0.0) - count)
    others = max(0.0, scene.turns - view.turns)
    rest = (elsewhere + _PRIOR_TURNS * prior) / (others + _PRIOR_TURNS)
    return math.log((count + rest) / (view.turns + 1) / rest)


def _ticket(features: PromptFeatures, view: TopicView, scene: Scene, weights: Weights) -> float:
    if not features.tickets:
        return 0.0
    about = weights.about_ticket * features.is_about_ticket
    if shared := features.tickets & view.tickets:
        holders = sum(1 for other in scene.views if shared & other.tickets)
        return weights.ticket + (about if holders == 1 and not view.is_own else 0.0)
    if view.is_own:
        # Inside a topic people speak of other tickets too; another topic is about its own.
        return -(weights.other_ticket if view.tickets else weights.new_ticket) - _AGAINST * about
    return -4 * weights.other_ticket - _AGAINST * about if view.tickets else 0.0


def _is_named(features: PromptFeatures, view: TopicView, scene: Scene) -> bool:
    """Whether the prompt is about a ticket, or names a file, that only this topic has."""
    tickets = features.tickets & view.tickets if features.is_about_ticket else frozenset()
    # A prompt with many files, or a plan, names some of other work too.
    files = features.files & view.files if len(features.files) == 1 else frozenset()
    if features.cues.is_plan or not (tickets or files):
        return False
    others = [other for other in scene.views if other.id != view.id]
    return any(all(ticket not in other.tickets for other in others) for ticket in tickets) or any(
        all(name not in other.files for other in others) for name in files
    )


def _named_file(features: PromptFeatures, view: TopicView, scene: Scene) -> float:
    """How few topics touched a file that the prompt names, compared with all of them."""
    rarest = 0.0
    for name in features.files & view.files:
        holders = sum(1 for other in scene.views if name in other.files)
        rarest = max(rarest, math.log((len(scene.views) + 1) / holders))
    return min(_MOST_NAMED_FILE, rarest)


def _found_code(outcome: TurnOutcome, view: TopicView, scene: Scene) -> float:
    """How much the code found for the prompt is that of this topic."""
    if not scene.has_topic:
        return 0.0
    return max(
        (
            _file_gain(path, outcome, view, scene)
            for path in outcome.found
            if view.file_turns.get(path)
        ),
        default=0.0,
    )


def _reply(outcome: TurnOutcome, view: TopicView, scene: Scene, weights: Weights) -> float:
    return weights.reply * _mean_gain(outcome.reply_terms, view, scene)


def _mean_gain(terms: Sequence[str], view: TopicView, scene: Scene) -> float:
    """How much more often than the others this topic says these words, below zero for less."""
    if not terms:
        return 0.0
    known = [term for term in terms if term in view.counts]
    # What `_log_ratio` is for a word that the topic never said.
    gains = (len(terms) - len(known)) * max(-_MOST_MEAN, -math.log(view.turns + 1))
    for term in known:
        gains += max(-_MOST_MEAN, min(_MOST_MEAN, _log_ratio(term, view, scene, _PRIOR_WORD)))
    return gains / len(terms)


def _files(outcome: TurnOutcome, view: TopicView, scene: Scene, weights: Weights) -> float:
    """The rarest file both touched speaks for the topic; nothing but other files against it."""
    known = view.file_turns
    if not outcome.files:
        # What is only talked about is mostly what was worked on.
        return weights.talk if view.is_own else 0.0
    gain = max(
        (_file_gain(path, outcome, view, scene) for path in outcome.files if known.get(path)),
        default=0.0,
    )
    part = (weights.start_file if scene.is_start else weights.file) * gain
    if known:
        share = sum(1 for path in outcome.files if known.get(path)) / len(outcome.files)
        part += weights.file_share * (share - _USUAL_SHARE)
    if known and gain <= _LEAST_FILE:
        is_elsewhere = any(
            scene.project_files.get(path) and not known.get(path) for path in outcome.files
        )
        # Some topics move to new files with every turn: there it means less.
        fresh = (len(known) - 1 + _FRESH_PRIOR) / (
            sum(known.values()) - 1 + _FRESH_PRIOR + _KNOWN_PRIOR
        )
        part += weights.new_files * math.log(fresh / _NOVEL) - weights.other_files * is_elsewhere
    return part


def _new_names(outcome: TurnOutcome, view: TopicView) -> tuple[str, ...]:
    """The words in the names of files that are new to the topic: `invoice_test` beside `invoice`."""
    paths = (path for path in outcome.files if path not in view.file_turns)
    return tuple(dict.fromkeys(term for path in paths for term in file_terms(path)))


def _file_gain(path: str, outcome: TurnOutcome, view: TopicView, scene: Scene) -> float:
    count = view.file_turns[path]
    elsewhere = max(0, scene.project_files.get(path, 0) - count)
    is_common = path in outcome.read or is_shared(path)
    rest = (elsewhere + (_PRIOR_SHARED if is_common else _PRIOR_FILE)) / (
        max(0.0, scene.turns - view.turns) + 4
    )
    here = (count + rest) / (view.turns + 1)
    return max(-0.5, min(_MOST_FILE, math.log(here / rest) * count / (count + 0.3)))
