"""What a prompt says about its own place in the conversation: it leaves, returns, joins or opens.

`topics.prompts.cue_phrases` has the phrases of twelve languages; they are recognised by their words.
"""

import re
from typing import NamedTuple

from sightline.topics.prompts import cue_phrases as phrases
from sightline.topics.prompts.going_back import NOT, GoingBack, going_back
from sightline.topics.prompts.state_questions import asks_for_state

_HEAD = 160
_WORD = r"[^\W_]+(?:['’][^\W_]+)*"
_LONGEST_PHRASE = 4
_SUBJECT = 30
_SHORT_WORDS = 4
# Where a question mark is looked for.
_ASKED = 300
# How many words that point back are counted.
_MOST_REFERS = 3
_HEADING = r"(?m)^[ \t]*#{1,3} (\S.*)"
# A longer prompt asks for more than that; a reply says it at its start, and asks at its end.
_CLOSING_PROMPT, _CLOSED_HEAD, _ASKING_TAIL = 60, 200, 200


class Cues(NamedTuple):
    """The cues of one prompt.

    `leaves`: it turns to something else; `returns`: it speaks of something earlier; `back`: it says
    at its beginning that it goes back to it; `resumes`: it goes on with it; `joins`: it begins like
    the next sentence of a conversation; `opens`: it begins like a request of its own.
    """

    leaves: bool = False
    returns: bool = False
    back: GoingBack = NOT
    resumes: bool = False
    joins: bool = False
    opens: bool = False
    is_short: bool = False
    # How many words point to what was said before: "this", "that".
    refers: int = 0
    # Whether it asks something; whether it has headings, like a plan to carry out.
    asks: bool = False
    is_plan: bool = False
    asks_where: bool = False
    # What it names before saying more: the words before a colon, or the title of a plan.
    subject: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether it only goes on with the last work, or asks where that stands."""
        return self.resumes or self.asks_where


def cues_of(text: str) -> Cues:
    """The cues in the first words of a cleaned prompt."""
    head = text[:_HEAD].lower()
    words = re.compile(_WORD).findall(head.replace("’", "'"))
    back = going_back(text)
    turn = [word for word in words if word not in phrases.INTENSIFIERS]
    led = _without_first(turn, phrases.FILLERS | phrases.LEADS)
    request = _without_first(words, phrases.POLITE)
    subject = _subject(text[: _SUBJECT + 4].lower())
    heading = re.compile(_HEADING).search(text) if "# " in text else None
    joins = _begins(words, phrases.JOINS) or _cjk_begins(head, phrases.CJK_JOINS)
    # "we need" begins with a word that is also polite.
    opens = (
        _begins(words, phrases.OPENS)
        or _begins(request, phrases.OPENS)
        or _cjk_begins(head, phrases.CJK_OPENS)
    )
    return Cues(
        leaves=_begins(turn, phrases.LEAVES)
        or _begins(_without_first(turn, phrases.FILLERS), phrases.LEAVES)
        or _begins(led, phrases.SOMETHING_ELSE)
        or subject in phrases.LEAVING_SUBJECTS
        or _cjk_begins(head, phrases.CJK_LEAVES),
        returns=bool(back.phrase)
        or _has_phrase(words, phrases.RETURNS)
        or _cjk_has(head, phrases.CJK_RETURNS),
        back=back,
        resumes=_has_phrase(words, phrases.RESUMES) or _cjk_has(head, phrases.CJK_RESUMES),
        joins=joins,
        opens=opens and not joins,
        is_short=_length(words, head) <= _SHORT_WORDS,
        refers=min(_MOST_REFERS, sum(1 for word in words if word in phrases.REFERS))
        or int(_cjk_has(head, phrases.CJK_REFERS)),
        asks="?" in text[:_ASKED] or "？" in text[:_ASKED],
        is_plan=heading is not None,
        asks_where=asks_for_state(text),
        subject=heading.group(1) if heading else subject,
    )


def asks_back(reply: str) -> bool:
    """Whether a reply ends with a question, which the next prompt then answers."""
    tail = reply.rstrip()[-_ASKING_TAIL:]
    return "?" in tail or "？" in tail


def closes_work(prompt: str, reply: str) -> bool:
    """Whether a turn committed, pushed or released: what comes next may be something else."""
    head = reply[:_CLOSED_HEAD].lower()
    request = prompt.lower() if len(prompt) < _CLOSING_PROMPT else ""
    pattern = re.compile(_WORD)
    return (
        not phrases.CLOSING.isdisjoint(pattern.findall(request))
        or not phrases.CLOSED.isdisjoint(pattern.findall(head))
        or _cjk_has(request, phrases.CJK_CLOSING)
    )


def _without_first(words: list[str], dropped: frozenset[str]) -> list[str]:
    start = 0
    while start < len(words) - 1 and words[start] in dropped:
        start += 1
    return words[start:]


def _begins(words: list[str], wanted: frozenset[str]) -> bool:
    return any(" ".join(words[:size]) in wanted for size in range(1, _LONGEST_PHRASE + 1))


def _has_phrase(words: list[str], wanted: frozenset[str]) -> bool:
    return any(
        " ".join(words[start : start + size]) in wanted
        for size in range(1, 4)
        for start in range(len(words) - size + 1)
    )


def _subject(head: str) -> str:
    """The words before a colon that ends them early: "footer: two columns"."""
    for mark in (": ", "：", " : "):
        subject, found, _ = head.partition(mark)
        subject = subject.strip()
        if found and 2 < len(subject) <= _SUBJECT and not any(c in subject for c in "?.!\n"):
            return subject
    return ""


def _length(words: list[str], head: str) -> int:
    """How many words it has; two characters of a script without spaces count as one."""
    dense = sum(1 for character in head if character > "\u2e80")
    return max(len(words), dense // 2) if dense > 3 else len(words)


def _cjk_begins(head: str, wanted: frozenset[str], reach: int = 3) -> bool:
    return not head.isascii() and any(phrase in head[: len(phrase) + reach] for phrase in wanted)


def _cjk_has(head: str, wanted: frozenset[str]) -> bool:
    return not head.isascii() and any(phrase in head for phrase in wanted)
