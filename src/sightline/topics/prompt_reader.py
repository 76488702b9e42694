"""Reads a prompt: what the person wrote, its words, the tickets and files it names, its cues."""

import re
from typing import NamedTuple

from sightline.text.stem import stem
from sightline.text.word_lists import (
    ANSWER_STEMS,
    CHORE_STEMS,
    FIELD_OF,
    QUESTION_WORDS,
    TOPIC_STOP_WORDS,
)
from sightline.text.words import code_words
from sightline.topics import cues

# A pasted log or plan names its subject at the start; the rest would drown it.
HEAD = 400
# Longer prompts are mostly pasted.
OWN = 1200
_PATHS_HEAD = 1500

# What programs put around or into a prompt; a person's own HTML or XML stays.
_INJECTED = (
    r"<(system[-_]reminder|ide_[a-z_]+|command-[a-z]+|local-command-[a-z]+|user-prompt-submit-hook"
    r"|environment_context|user_instructions|private)\b[^<>]{0,200}>.*?</\1\s*>"
)
# Colours in what was pasted from a terminal, with the escape before them or without.
_COLOURS = r"\x1b\[[\d;]*m|\[\d{1,3}(?:;\d{1,3})*m"
_URL = r"https?://[^\s)>\]\"']+"
_TICKET = (
    r"\b(?!(?:utf|iso|sha|http|gpt|rfc|cve|step|phase|option|part|v)-)[A-Za-z]{2,10}-\d{1,6}\b"
    r"|(?:(?<!\w)\#|\bPR ?\#?|/pull/|/issues/|/merge_requests/)(\d{1,6})\b"
)
_PATH = r"[\w.@~-]*(?:/[\w.@-]+)+\.\w{1,8}\b|\b[\w-]{2,}\.[a-z]{1,4}\b(?!\()"


class Reading(NamedTuple):
    """A prompt as the matcher sees it: stems once each, in order, and how they were written."""

    text: str
    terms: tuple[str, ...]
    spoken: tuple[str, ...]
    chores: tuple[str, ...]
    fields: tuple[str, ...]
    tickets: frozenset[str]
    files: frozenset[str]
    leaves: bool
    returns: bool
    moves_on: bool
    leans: bool

    @property
    def trivial(self) -> bool:
        """Names nothing: it can only go on with what was said before."""
        return not (self.terms or self.tickets or self.files)


def clean(text: str) -> str:
    """FG-6: what the person wrote, without what programs wrapped around it."""
    if "<" in text:
        text = re.compile(_INJECTED, re.DOTALL | re.IGNORECASE).sub(" ", text)
    return text.strip()


def uncoloured(text: str) -> str:
    """The text without what a terminal wrote between its letters; secrets are told after that."""
    return re.compile(_COLOURS).sub("", text) if "[" in text else text


def own_words(text: str) -> str:
    """What names a topic: no marks of secrets, and of what is mostly pasted the beginning."""
    if "[redacted:" in text:
        text = re.compile(r"\[redacted:[\w-]+\]").sub(" ", text)
    return text if len(text) <= OWN else text[:HEAD]


def read(text: str) -> Reading:
    """Read a cleaned prompt."""
    bare = re.compile(_URL).sub(" ", text) if "://" in text else text
    if "[redacted:" in bare:
        bare = re.compile(r"\[redacted:[\w-]+\]").sub(" ", bare)
    found: dict[str, str] = {}
    for word in code_words(bare[:HEAD]):
        if word in TOPIC_STOP_WORDS or word in QUESTION_WORDS or word.isdigit():
            continue
        found.setdefault(stem(word), word)
    terms = (
        () if _answers(bare, found) else tuple(word for word in found if word not in CHORE_STEMS)
    )
    fields = dict.fromkeys(field for word in found for field in FIELD_OF.get(word, ()))
    return Reading(
        text=text,
        terms=terms,
        spoken=tuple(found[word] for word in terms),
        chores=tuple(word for word in found if word in CHORE_STEMS),
        fields=tuple(fields),
        tickets=_tickets(text[:HEAD]),
        files=_files(bare[:_PATHS_HEAD]),
        leaves=cues.leaves(text),
        returns=cues.returns(text),
        moves_on=cues.moves_on(text),
        leans=cues.leans(text),
    )


def _answers(text: str, found: dict[str, str]) -> bool:
    """Whether nothing is said but an answer, or an answer and then a chore ("great, push it")."""
    if cues.only_answers(text):
        return True
    if cues.asks(text):
        return False
    first = next(iter(found), "")
    return all(
        word in ANSWER_STEMS or (word in CHORE_STEMS and first in ANSWER_STEMS) for word in found
    )


def file_name(path: str) -> str:
    """The last part of a path, lower case: how prompts name files."""
    return path.rsplit("/", 1)[-1].lower()


def _tickets(text: str) -> frozenset[str]:
    if not ("-" in text or "#" in text or "/" in text or "pr" in text.lower()):
        return frozenset()
    matches = re.compile(_TICKET, re.IGNORECASE).finditer(text)
    return frozenset("#" + m.group(1) if m.group(1) else m.group(0).lower() for m in matches)


def _files(text: str) -> frozenset[str]:
    if "." not in text:
        return frozenset()
    return frozenset(file_name(path) for path in re.compile(_PATH).findall(text))
