"""What the rules of capturing share: the value they make, and reading sentences of prose."""

from __future__ import annotations

import re
from typing import NamedTuple

from sightline.text.fence import one_line
from sightline.text.word_lists import STOP_WORDS

LONGEST = 400
_ENDS = r"(?<=[.!?])\s+(?=[A-Z`\"'])"
# For people who write without capitals; a dot after these abbreviations does not end a sentence.
_LOOSE_ENDS = r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!\.\.)\s+"


class Capture(NamedTuple):
    """Something worth keeping that a rule recognised: the memory it makes and where it was said."""

    kind: str
    text: str
    rule: str
    place: str
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()


def sentences(text: str, *, loose: bool = False) -> list[str]:
    """The sentences of prose, without code blocks, tables, quotes and list marks.

    `loose` also splits before a lower-case letter, as people type.
    """
    text = re.sub(r"```.*?(?:```|$)", "\n", text, flags=re.DOTALL)
    parts = []
    for line in text.splitlines():
        line = re.sub(r"^\s*(?:[-*+>]|\d+[.)]|#+)\s+", "", line).strip()
        if not line or line.startswith(("|", ">", "<", "```")):
            continue
        plain = line.replace("**", "")
        parts += [part.strip() for part in re.split(_LOOSE_ENDS if loose else _ENDS, plain)]
    return [one_line(part, 2 * LONGEST) for part in parts if part]


def names_code(sentence: str) -> bool:
    """Whether a sentence names code: quoted, an identifier, an option or a path."""
    return re.search(r"`|[a-z][A-Z]|\w_\w|\w\.\w|\w\(\)|--\w", sentence) is not None


def content_words(sentence: str) -> list[str]:
    """The words of a sentence without stop words and very short ones."""
    words = re.findall(r"[A-Za-z_](?:[\w./-]*\w)?", sentence)
    return [word for word in words if len(word) > 2 and word.lower() not in STOP_WORDS]
