"""Reads a prompt: its words, tickets and files, its task, and whether it continues a topic.

`topics.prompts.cues` recognises what it says about its own place in the conversation.
"""

import re
from typing import NamedTuple

from sightline.text.foreign_words import FOREIGN_STOP_WORDS
from sightline.text.word_lists import (
    ANSWER_ROOTS,
    CHORE_ROOTS,
    FIELD_OF,
    QUESTION_WORDS,
    SPOKEN_ANSWERS,
    TOPIC_STOP_WORDS,
)
from sightline.text.word_root import root
from sightline.topics.prompts.cues import Cues, cues_of
from sightline.topics.prompts.prompt_text import (
    FILE_ENDINGS,
    HEAD,
    PATHS_HEAD,
    without_machine,
    without_redactions,
)
from sightline.topics.prompts.tickets import begins_with_ticket, tickets_in, without_tickets
from sightline.topics.prompts.topic_words import topic_words

DEBUG = "debug"
REFACTOR = "refactor"
MODIFY = "modify"
EXPLORE = "explore"
# In the order that decides a tie (FO-16).
TASK_WORDS: dict[str, frozenset[str]] = {
    DEBUG: frozenset(("fix", "bug", "crash", "fail", "panic", "broken", "debug")),
    REFACTOR: frozenset(("refactor", "rename", "extract", "split", "reorganize")),
    MODIFY: frozenset(("add", "implement", "create", "build", "feature")),
}
_ALL_TASK_WORDS = frozenset(word for words in TASK_WORDS.values() for word in words)

# How much of a reply is read.
REPLY_HEAD = 600
_URL = r"https?://[^\s)>\]\"']+"

# A path, or a name such as `shares.service.ts`.
_PATH = rf"[\w.@~-]*(?:/[\w.@-]+)+\.\w{{1,8}}\b|\b[\w-]{{2,}}(?:\.[\w-]+)*\.{FILE_ENDINGS}\b(?!\()"

# So few words beside a ticket say something of it.
_FEW_TERMS = 2
# More words than this do not name a subject; one of these begins a message that a program wrote.
_MOST_SUBJECT = 10
_MESSAGES = (
    "error",
    "errors",
    "exception",
    "fail",
    "failed",
    "failure",
    "fatal",
    "panic",
    "warning",
)

# How many words tell what a prompt goes back to.
_MOST_TAKEN_UP = 2

# How much of two words must be the same to be forms of one, and how long their endings may be.
_LEAST_ALIKE, _ENDING = 4, 2

_CUE_CHARACTERS = 160
_SHORT_ANSWER = 60
_SEPARATORS = r"[\s,.!?;:、。，．！？；：…~()\"'’‘“”«»¡¿-]+"

# "let's break out a new branch", "check out his branch": other work follows.
_LEAVES_BRANCH = (
    r"\b(?:create|make|start|open|break|cut|get|check ?out|switch|rename|new|move)\b"
    r"[^.?!\n]{0,40}\bbranch(?:es)?\b|\bbranch (?:off|out)\b"
)


class PromptFeatures(NamedTuple):
    """A prompt as the matcher sees it.

    `terms` are the roots of its distinctive words, each once and in order; `words` are the forms in
    which they were written; `subject` are those of what it names first, as in "footer: two columns";
    `chores` are roots of routine work, `fields` the fields of work named.
    """

    text: str
    terms: tuple[str, ...]
    words: tuple[str, ...]
    chores: tuple[str, ...]
    fields: tuple[str, ...]
    tickets: frozenset[str]
    files: frozenset[str]
    leaves_branch: bool
    has_link: bool
    cues: Cues
    subject: tuple[str, ...] = ()
    is_about_ticket: bool = False

    @property
    def all_terms(self) -> tuple[str, ...]:
        """Every root that is compared with topics."""
        return (*self.terms, *self.chores, *self.fields)

    @property
    def taken_up(self) -> tuple[str, ...]:
        """What it goes back to, if it says so: the first words that it names."""
        named = self.cues.back.named
        return _among(named, self.terms)[:_MOST_TAKEN_UP] if named else ()

    @property
    def is_trivial(self) -> bool:
        """Whether it names nothing: it can only continue what was said before."""
        return not (self.terms or self.tickets or self.files)


def extract_features(text: str) -> PromptFeatures:
    """The features of a cleaned prompt."""
    bare = re.compile(_URL).sub(" ", text) if "://" in text else text
    bare = without_redactions(bare)
    named = without_machine(bare)
    cues = cues_of(text)
    if cues.back.phrase:
        named = _without_phrase(named, cues.back.phrase)
    word_of_root: dict[str, str] = {}
    tickets = tickets_in(text[:HEAD])
    # A ticket is no word: in a project that prefixes all of them, the prefix says nothing.
    for word in topic_words(without_tickets(named[:HEAD]) if tickets else named[:HEAD]):
        if not _names_nothing(word):
            word_of_root.setdefault(root(word), word)
    roots = tuple(word_of_root)
    names_nothing = cues.asks_where or _only_answers(bare, roots)
    terms = () if names_nothing else tuple(r for r in roots if r not in CHORE_ROOTS)
    fields = dict.fromkeys(field for r in roots for field in FIELD_OF.get(r, ()))
    return PromptFeatures(
        text=text,
        terms=terms,
        words=tuple(word_of_root[r] for r in terms),
        chores=tuple(r for r in roots if r in CHORE_ROOTS),
        fields=tuple(fields),
        tickets=tickets,
        files=_files(bare[:PATHS_HEAD]),
        leaves_branch=_leaves_branch(text),
        has_link="://" in text,
        cues=cues,
        subject=_subject_terms(cues.subject, terms),
        is_about_ticket=_is_about(tickets, terms, text),
    )


def _without_phrase(text: str, phrase: str) -> str:
    """The text without the words that only say that it goes back to something."""
    place = text[:_CUE_CHARACTERS].lower().replace("’", "'").find(phrase)
    return text if place < 0 else f"{text[:place]} {text[place + len(phrase) :]}"


def _subject_terms(subject: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """The terms among the words that name the subject; an error before a colon names none."""
    words = topic_words(subject)
    if len(words) > _MOST_SUBJECT or any(word.endswith(_MESSAGES) for word in words):
        return ()
    return _among(subject, terms)


def _among(text: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """The terms that a part of the prompt names, in its order."""
    roots = dict.fromkeys(root(word) for word in topic_words(text))
    return tuple(r for r in roots if r in terms)


def are_akin(term: str, other: str) -> bool:
    """Whether two roots may be forms of one word: `счёт` and `счёту`, `regler` and `preisregler`."""
    size = max(_LEAST_ALIKE, min(len(term), len(other)) - _ENDING)
    short, long = sorted((term, other), key=len)
    return term[:size] == other[:size] or (len(short) > _LEAST_ALIKE and long.endswith(short))


def reply_terms(reply: str) -> tuple[str, ...]:
    """The distinctive roots of a reply, each once."""
    words = topic_words(re.compile(_URL).sub(" ", reply[:REPLY_HEAD]))
    roots = dict.fromkeys(root(word) for word in words if not _names_nothing(word))
    return tuple(r for r in roots if r not in CHORE_ROOTS)


def file_terms(path: str) -> tuple[str, ...]:
    """The roots of a file's name, without its folders and its ending."""
    words = topic_words(file_name(path).partition(".")[0])
    roots = dict.fromkeys(root(word) for word in words if not _names_nothing(word))
    return tuple(r for r in roots if r not in CHORE_ROOTS)


def _names_nothing(word: str) -> bool:
    return (
        word in TOPIC_STOP_WORDS
        or word in QUESTION_WORDS
        or word in FOREIGN_STOP_WORDS
        or word.isdigit()
        or (len(word) == 1 and word < "\u3000")
    )


def file_name(path: str) -> str:
    """The last part of a path in lower case: how prompts name files."""
    return path.rsplit("/", 1)[-1].lower()


def task_of(prompt: str) -> str:
    """FO-17: the task with the most of its words in the prompt; explore when it has none."""
    words = [_bare_word(word) for word in prompt.split()]
    best, most = EXPLORE, 0
    for task, task_words in TASK_WORDS.items():
        count = sum(1 for word in words if word in task_words)
        if count > most:
            best, most = task, count
    return best


def without_task_words(prompt: str) -> str:
    """The prompt without the words that only name the task; unchanged if nothing would remain.

    Ruling 41: whatever their case and punctuation.
    """
    words = [word for word in prompt.split() if _bare_word(word) not in _ALL_TASK_WORDS]
    return " ".join(words) if words else prompt


def _bare_word(word: str) -> str:
    """A word in lower case, without punctuation at its ends."""
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end].lower()


def _is_about(tickets: frozenset[str], terms: tuple[str, ...], text: str) -> bool:
    """Whether it begins with a ticket or says little else; others may only mention theirs."""
    return bool(tickets) and (len(terms) <= _FEW_TERMS or begins_with_ticket(text))


def _files(text: str) -> frozenset[str]:
    if "." not in text:
        return frozenset()
    return frozenset(file_name(path) for path in re.compile(_PATH).findall(text))


def _leaves_branch(text: str) -> bool:
    """Whether it asks for another branch, so that the next prompt is about something else."""
    if len(text) > _CUE_CHARACTERS or "branch" not in text.lower():
        return False
    if not _has_cue(_LEAVES_BRANCH, text):
        return False
    # A question about branches does not switch to one; a polite request does.
    return "?" not in re.compile(r"\b(?:please|pls)\s*\?").sub("", text)


def _has_cue(pattern: str, text: str) -> bool:
    return re.compile(pattern, re.IGNORECASE).search(text[:_CUE_CHARACTERS]) is not None


def _is_question(text: str) -> bool:
    first_word = r"^\W*(?:wh\w+|how)\b"
    return "?" in text or re.compile(first_word, re.IGNORECASE).search(text) is not None


def _only_answers(text: str, roots: tuple[str, ...]) -> bool:
    """Whether it is only an answer, or an answer and a chore ("great, push it")."""
    if _is_spoken_answer(text):
        return True
    if _is_question(text):
        return False
    first = roots[0] if roots else ""
    return all(r in ANSWER_ROOTS or (r in CHORE_ROOTS and first in ANSWER_ROOTS) for r in roots)


def _is_spoken_answer(text: str) -> bool:
    """Whether it says only yes, no, thanks, go on or good morning, in one of many languages."""
    if len(text) > _SHORT_ANSWER:
        return False
    words = re.compile(_SEPARATORS).split(text.lower())
    return all(word in SPOKEN_ANSWERS or word in TOPIC_STOP_WORDS for word in words if word)
