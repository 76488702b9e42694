"""What a prompt says about its own place in the conversation: goes on, comes back, moves on.

English only, and only what is plain; other languages are judged by everything else.
"""

from __future__ import annotations

import re

_patterns: dict[str, re.Pattern[str]] = {}
_SHORT = 160

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
    if len(text) > _SHORT or not _found("leaves", _LEAVES, text):
        return False
    # A question about branches does not change to one; a polite request does.
    return "?" not in re.sub(r"\b(?:please|pls)\s*\?", "", text)


def returns(text: str) -> bool:
    """Says that it takes up something earlier."""
    return _found("returns", _RETURNS, text[:_SHORT])


def moves_on(text: str) -> bool:
    """Says that it turns to something else."""
    return _found("moves_on", _MOVES_ON, text[:_SHORT])


def leans(text: str) -> bool:
    """Cannot be understood without what was said before: an answer, or a pronoun."""
    return _found("leans", _LEANS, text[:_SHORT])


def _found(name: str, source: str, text: str) -> bool:
    pattern = _patterns.get(name)
    if pattern is None:
        pattern = _patterns[name] = re.compile(source, re.IGNORECASE)
    return pattern.search(text) is not None
