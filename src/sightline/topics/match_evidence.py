"""The evidence that a prompt belongs to a topic, each kind by itself, in log-odds.

Session, branch and clock say where the person most likely is; words, tickets and files point to
a topic; cues say whether the prompt goes on. The sum is turned into a score by `matcher`.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sightline.text.word_lists import CHORE_STEMS
from sightline.topics.prompt_reader import Reading


class Weights(NamedTuple):
    """What each kind of evidence is worth; chosen by cross-validation over labelled streams."""

    same_session: float = 5.0
    other_in_session: float = -6.0
    new_session: float = -1.0
    new_session_old: float = -3.5
    habit: float = 1.0
    going_on: float = -1.0
    coming_back: float = -2.0
    leans: float = 1.5
    returns: float = 1.5
    left: float = 7.0
    moves_on: float = 3.5
    clock: float = 0.5
    clock_minutes: float = 60.0
    word: float = 0.85
    words_most: float = 5.0
    words_counted: int = 3
    word_most: float = 3.0
    unknown_word: float = 0.16
    field: float = 1.0
    chore: float = 0.15
    single: float = 0.5
    prior_turns: float = 40.0
    topic_turns: float = 1.0
    ticket: float = 2.0
    other_ticket: float = 3.0
    file: float = 1.5
    branch: float = 10.0


WEIGHTS = Weights()
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
MOST_UNKNOWN = 12
# How often a word stands in a prompt about something else, before anything is known.
_USUAL = 0.006
_USUAL_FIELD = 0.03
_USUAL_CHORE = 0.12


class Scene(NamedTuple):
    """Where a prompt stands: its session, its branch, the clock, and what is usual here."""

    now: int
    in_session: bool = False
    has_session: bool = False
    left: bool = False
    branch: str = ""
    links: int = 0
    starts: int = 0
    turns: float = 0.0
    background: Mapping[str, float] = {}


class View(NamedTuple):
    """A topic as one prompt sees it; `known` holds only the prompt's own terms."""

    id: str
    turns: float
    last: int
    known: Mapping[str, float] = {}
    tickets: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    mine: bool = False
    current: bool = False
    branch: str = ""


def weigh(
    reading: Reading, view: View, scene: Scene, weights: Weights = WEIGHTS
) -> dict[str, float]:
    """Every part of the evidence for this topic, by name; parts that say nothing are left out."""
    prior = "session" if scene.has_session else "current" if view.current else "earlier"
    parts = {
        prior: _session(view, scene, weights),
        "branch": _branch(view, scene, weights),
        "clock": _clock(view, scene, weights),
        "cue": _cue(reading, view, scene, weights),
        "words": _words(reading, view, scene, weights),
        "ticket": _ticket(reading, view, weights),
        "file": weights.file if reading.files & view.files else 0.0,
    }
    return {name: part for name, part in parts.items() if part}


def _session(view: View, scene: Scene, weights: Weights) -> float:
    if scene.in_session:
        return weights.same_session if view.mine else weights.other_in_session
    if not scene.has_session:
        return weights.going_on if view.current else weights.coming_back
    # How often this person's new sessions went on with an earlier topic.
    habit = weights.habit * math.log((scene.links + 1) / (scene.starts - scene.links + 3))
    return habit + (weights.new_session if view.current else weights.new_session_old)


def is_trunk(branch: str) -> bool:
    """Whether all kinds of work come together on a branch of this name, as on one of a release."""
    name = branch.lower()
    if name in _TRUNKS:
        return True
    version = name.rpartition("/")[2]
    for word in ("release-", "stable-", "maint-", "v"):
        version = version.removeprefix(word)
    return version[:1].isdigit() and "." in version and not version.strip("0123456789.x")


def _branch(view: View, scene: Scene, weights: Weights) -> float:
    if is_trunk(scene.branch) or is_trunk(view.branch):
        return 0.0
    if scene.branch == view.branch:
        return weights.branch
    return -weights.branch - (weights.same_session if view.mine else 0.0)


def _clock(view: View, scene: Scene, weights: Weights) -> float:
    if scene.in_session and view.mine:
        return 0.0
    minutes = max(0, scene.now - view.last) / 60_000
    return -weights.clock * math.log2(1 + minutes / weights.clock_minutes)


def _cue(reading: Reading, view: View, scene: Scene, weights: Weights) -> float:
    part = 0.0
    if view.mine and scene.in_session:
        part -= weights.left if scene.left else 0.0
        part -= weights.moves_on if reading.moves_on else 0.0
    elif reading.returns:
        part += weights.returns
    if view.current and not scene.has_session and reading.leans:
        part += weights.leans
    return part


def _words(reading: Reading, view: View, scene: Scene, weights: Weights) -> float:
    known = view.known
    gains = [
        gain(term, known[term], view, scene, weights)
        for term in (*reading.terms, *reading.chores, *reading.fields)
        if term in known
    ]
    if len(gains) > weights.words_counted:
        gains.sort(reverse=True)
    unknown = min(MOST_UNKNOWN, sum(1 for term in reading.terms if term not in known))
    shared = sum(part for part in gains[: weights.words_counted] if part > 0)
    return min(weights.words_most, weights.word * (shared - weights.unknown_word * unknown))


def telling(
    reading: Reading, view: View, scene: Scene, weights: Weights = WEIGHTS
) -> list[tuple[str, float]]:
    """The words prompt and topic share that speak for it, the ones that count first."""
    terms = (*reading.terms, *reading.chores, *reading.fields)
    found = [(t, gain(t, view.known[t], view, scene, weights)) for t in terms if t in view.known]
    found = [(term, worth) for term, worth in found if worth > 0]
    return sorted(found, key=lambda pair: -pair[1])[: weights.words_counted]


def gain(term: str, count: float, view: View, scene: Scene, weights: Weights) -> float:
    """How much more often this topic says a word than the rest; once is weaker than often."""
    if term.startswith("~"):
        usual, worth = _USUAL_FIELD, weights.field
    elif term in CHORE_STEMS:
        usual, worth = _USUAL_CHORE, weights.chore
    else:
        usual, worth = _USUAL, 1.0
    elsewhere = max(0.0, scene.background.get(term, 0.0) - count)
    rest = (elsewhere + weights.prior_turns * usual) / (
        max(0.0, scene.turns - view.turns) + weights.prior_turns
    )
    here = (count + weights.topic_turns * rest) / (view.turns + weights.topic_turns)
    sure = count / (count + weights.single)
    return min(weights.word_most, math.log(here / rest) * worth * sure)


def _ticket(reading: Reading, view: View, weights: Weights) -> float:
    if not reading.tickets or not view.tickets:
        return 0.0
    return weights.ticket if reading.tickets & view.tickets else -weights.other_ticket
