"""Collects what the evidence for a topic is about: the words, tickets and files themselves.

The weights are in `match_evidence`; `reasons` says it in words.
"""

import re

from sightline.model.session import TopicEvidence
from sightline.text.fence import cut
from sightline.topics.matching.match_evidence import best_words, weigh_evidence
from sightline.topics.matching.scene import Scene, TopicView
from sightline.topics.prompts.prompt_features import PromptFeatures

# How many words, files or tickets are named for each part of the evidence.
MOST_NAMED = 3
# How much of a prompt's beginning is quoted where its wording is the evidence.
_WORDS_QUOTED, _CHARACTERS_QUOTED = 4, 40


def explain(features: PromptFeatures, view: TopicView, scene: Scene) -> TopicEvidence:
    """The evidence for a topic, with what each of its parts is about."""
    parts = weigh_evidence(features, view, scene)
    about = {
        part: named[:MOST_NAMED]
        for part, gain in parts.items()
        if (named := _about(part, gain > 0, features, view, scene))
    }
    return TopicEvidence(view.id, parts, about)


def _about(
    part: str, speaks_for: bool, features: PromptFeatures, view: TopicView, scene: Scene
) -> tuple[str, ...]:
    match part:
        case "words":
            terms = [word.term for word in best_words(features, view, scene)]
            return tuple(_written(term, features) for term in terms)
        case "subject":
            return tuple(_written(term, features) for term in features.subject)
        case "back":
            return _taken_up(features)
        case "ticket":
            tickets = features.tickets & view.tickets if speaks_for else features.tickets
            return tuple(_as_written(ticket, features.text) for ticket in sorted(tickets))
        case "file":
            return tuple(sorted(features.files & view.files))
        case "files":
            return _files(speaks_for, view, scene)
        case "code":
            return _found(view, scene)
        case "cue":
            is_here = view.is_own if speaks_for else features.cues.leaves
            return _beginning(features) if is_here else ()
        case "branch":
            return (scene.branch,)
    return ()


def _written(term: str, features: PromptFeatures) -> str:
    """A root as its word was written in the prompt; a field of work by its name."""
    if term.startswith("~"):
        return f"field of {term[1:]}"
    forms = dict(zip(features.terms, features.words, strict=True))
    return forms.get(term, term)


def _taken_up(features: PromptFeatures) -> tuple[str, ...]:
    """What the prompt goes back to; nothing if it only points back."""
    named = tuple(_written(term, features) for term in features.taken_up)
    tickets = (_as_written(ticket, features.text) for ticket in sorted(features.tickets))
    return named or tuple(tickets) or tuple(sorted(features.files))


def _as_written(ticket: str, text: str) -> str:
    """A ticket in the letters of the prompt; a pull request by its address is its number."""
    match = re.compile(re.escape(ticket), re.IGNORECASE).search(text)
    return match.group() if match else ticket


def _files(speaks_for: bool, view: TopicView, scene: Scene) -> tuple[str, ...]:
    """The turn's files that the topic knows, those of few other topics first; or the others."""
    known, files = view.file_turns, scene.outcome.files if scene.outcome else ()
    if not speaks_for:
        return tuple(path for path in files if path not in known)
    shared = [path for path in files if path in known]
    shared.sort(key=lambda path: (scene.project_files.get(path, 0) - known[path], -known[path]))
    return tuple(shared)


def _found(view: TopicView, scene: Scene) -> tuple[str, ...]:
    found = scene.outcome.found if scene.outcome else ()
    return tuple(path for path in found if path in view.file_turns)


def _beginning(features: PromptFeatures) -> tuple[str, ...]:
    """The first words of the prompt, which say where it belongs."""
    words = features.text[: 2 * _CHARACTERS_QUOTED].split()
    start = " ".join(words[:_WORDS_QUOTED])
    mark = "…" if len(words) > _WORDS_QUOTED else ""
    return (cut(start + mark, _CHARACTERS_QUOTED),)
