"""Says in words what speaks for a topic and what against it, what decided first."""

from typing import Any, NamedTuple

from sightline.model.session import TopicEvidence
from sightline.text.fence import one_line
from sightline.topics.matching.matcher import score_of

# So little decides nothing; so many reasons explain a decision; so little is not even a number.
_LEAST_REASON, MOST_REASONS, _LEAST_SHOWN = 0.3, 4, 0.05
_NAME = 60
# The parts that are about paths, which are known by their last part.
_PATHS = ("files", "code")


class _Phrases(NamedTuple):
    """What a part says: for a topic and against it, each with what it is about or without."""

    speaks_for: str
    against: str
    for_named: str = ""
    against_named: str = ""


_OF_PART = {
    "stay": _Phrases("the present topic", "topics change often here"),
    "session": _Phrases("spoken of before", "spoken of before, but not the present topic"),
    "elsewhere": _Phrases("a topic of other sessions", "not the present topic"),
    "start": _Phrases("the last topic", "new sessions mostly begin another topic"),
    "branch": _Phrases("its branch", "another branch", "branch {}", "branch {} is not its own"),
    "pause": _Phrases("a pause", "a pause"),
    "cue": _Phrases(
        "speaks of something earlier",
        "turns to something else",
        'short answer "{}"',
        '"{}" turns to something else',
    ),
    "back": _Phrases("goes back to it", "does not go back to it", 'goes back to "{}"'),
    "form": _Phrases("worded as a continuation", "worded as a request of its own"),
    "recent": _Phrases("follows what was just said", "not what was just said"),
    "words": _Phrases("its words", "no shared words", "words {}", "few shared words ({})"),
    "subject": _Phrases("its subject", "another subject", "subject {}", "another subject ({})"),
    "ticket": _Phrases("its ticket", "another ticket", "ticket {}", "ticket {} is not its own"),
    "file": _Phrases("a file it knows", "a file of others", "the prompt names {}"),
    "files": _Phrases("no other files", "the files of the turn", "touches {}", "other files ({})"),
    "code": _Phrases("its code", "code of many topics", "code found in {}", "code of many, {}"),
    "names": _Phrases("file names in its words", "file names in other words"),
    "reply": _Phrases("a reply in its words", "a reply in other words"),
}


def score(evidence: TopicEvidence) -> float:
    """How well the topic fits, from 0 to 1."""
    return score_of(sum(evidence.parts.values()))


def speaks_for(evidence: TopicEvidence) -> list[str]:
    """What speaks for the topic, the most important first."""
    return _reasons(evidence, 1)


def speaks_against(evidence: TopicEvidence) -> list[str]:
    """What speaks against the topic, the most important first."""
    return _reasons(evidence, -1)


def numbers(evidence: TopicEvidence) -> str:
    """The parts as numbers, the largest first, without those that hardly count."""
    largest = sorted(evidence.parts.items(), key=lambda part: -abs(part[1]))
    return "  ".join(f"{name} {gain:+.2f}" for name, gain in largest if abs(gain) >= _LEAST_SHOWN)


def evidence_json(evidence: TopicEvidence) -> dict[str, Any]:
    """The same as values: score, reasons in words, parts, and what each part is about."""
    return {
        "score": score(evidence),
        "for": speaks_for(evidence),
        "against": speaks_against(evidence),
        "parts": dict(evidence.parts),
        "about": {part: list(named) for part, named in evidence.about.items()},
    }


def _reasons(evidence: TopicEvidence, sign: int) -> list[str]:
    gains = sorted(((sign * gain, name) for name, gain in evidence.parts.items()), reverse=True)
    decisive = [name for gain, name in gains if gain >= _LEAST_REASON]
    if not decisive:
        decisive = [name for gain, name in gains[:1] if gain > 0]
    return [_phrase(name, sign > 0, evidence) for name in decisive[:MOST_REASONS]]


def _phrase(part: str, is_for: bool, evidence: TopicEvidence) -> str:
    phrases = _OF_PART.get(part, _Phrases(part, f"not {part}"))
    general = phrases.speaks_for if is_for else phrases.against
    named = phrases.for_named if is_for else phrases.against_named
    about = evidence.about.get(part, ())
    if not (about and named):
        return general
    names = [one_line(name.rsplit("/", 1)[-1] if part in _PATHS else name, _NAME) for name in about]
    return named.format(", ".join(names))
