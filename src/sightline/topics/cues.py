"""What a prompt says about its own place in the conversation: goes on, comes back, moves on.

English only, and only what is plain, but for bare answers; other languages are judged by
everything else.
"""

from __future__ import annotations

import re

from sightline.text.word_lists import SPOKEN_ANSWERS, TOPIC_STOP_WORDS

_SHORT = 160
_BARE = 60
_BETWEEN = r"[\s,.!?;:、。，．！？；：…~()\"'’‘“”«»¡¿-]+"

# "let's break out a new branch", "check out his branch": what follows is other work.
_LEAVES = (
    r"\b(?:create|make|start|open|break|cut|get|check ?out|switch|rename|new|move)\b"
    r"[^.?!\n]{0,40}\bbranch(?:es)?\b|\bbranch (?:off|out)\b"
)
_RETURNS = (
    r"\b(?:back to|return(?:ing)? to|continu(?:e|ing)|resum(?:e|ing)|where were we"
    r"|pick(?:ing)? up)\b"
)
_MOVES_ON = r"\b(?:mov(?:e|ing) on(?: to)?|let'?s move to|switch(?:ing)? (?:over )?to|next up)\b"
_LEANS = (
    r"^\W*(?:and|also|but|so|ok(?:ay)?|yes|yeah|yep|no|nope|then|now|hmm+|oh|ah|sure|great|nice"
    r"|good|perfect|thanks|thank|still|again|same|actually|wait|done|cool|right|lgtm|go|do|why"
    r"|please)\b|\b(?:it|its|it's|this|that|that's|these|those|them|they|you)\b"
)


def leaves(text: str) -> bool:
    """Asks for another branch, so that the next prompt is about something else."""
    if len(text) > _SHORT or re.compile(_LEAVES, re.IGNORECASE).search(text) is None:
        return False
    # A question about branches does not change to one; a polite request does.
    return "?" not in re.compile(r"\b(?:please|pls)\s*\?").sub("", text)


def returns(text: str) -> bool:
    """Says that it takes up something earlier."""
    return re.compile(_RETURNS, re.IGNORECASE).search(text[:_SHORT]) is not None


def moves_on(text: str) -> bool:
    """Says that it turns to something else."""
    return re.compile(_MOVES_ON, re.IGNORECASE).search(text[:_SHORT]) is not None


def leans(text: str) -> bool:
    """Cannot be understood without what was said before: an answer, or a pronoun."""
    return re.compile(_LEANS, re.IGNORECASE).search(text[:_SHORT]) is not None


def asks(text: str) -> bool:
    """Is a question, by its mark or its first word."""
    return "?" in text or re.compile(r"^\W*(?:wh\w+|how)\b", re.IGNORECASE).search(text) is not None


def only_answers(text: str) -> bool:
    """Says yes, no, thanks, go on or good morning and nothing else, in one of many languages."""
    if len(text) > _BARE:
        return False
    words = re.compile(_BETWEEN).split(text.lower())
    known = (word in SPOKEN_ANSWERS or word in TOPIC_STOP_WORDS for word in words if word)
    return all(known)
