"""Reading prose: its sentences, and whether one says enough to be understood by itself."""

from __future__ import annotations

import re

from sightline.text.fence import one_line
from sightline.text.word_lists import STOP_WORDS

LONGEST = 400
_ENDS = r"(?<=[.!?])\s+(?=[A-Z`\"'])"
# People write without capitals; what stands before such a dot is no end of a sentence.
_LOOSE_ENDS = r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!\.\.)\s+"


def sentences(text: str, *, loose: bool = False) -> list[str]:
    """The sentences of prose, without code blocks, tables, quotes and list marks.

    `loose` also ends one where the next begins with a small letter, as people type.
    """
    text = re.sub(r"```.*?(?:```|$)", "\n", text, flags=re.DOTALL)
    found = []
    for line in text.splitlines():
        line = re.sub(r"^\s*(?:[-*+>]|\d+[.)]|#+)\s+", "", line).strip()
        if not line or line.startswith(("|", ">", "<", "```")):
            continue
        plain = line.replace("**", "")
        found += [part.strip() for part in re.split(_LOOSE_ENDS if loose else _ENDS, plain)]
    return [one_line(part, 2 * LONGEST) for part in found if part]


def names_code(sentence: str) -> bool:
    """Whether it names something of the code: quoted, an identifier, a path."""
    return re.search(r"`|[a-z][A-Z]|\w_\w|\w\.\w|\w\(\)|--\w", sentence) is not None


def content_words(sentence: str) -> list[str]:
    """The words that carry its meaning."""
    found = re.findall(r"[A-Za-z_](?:[\w./-]*\w)?", sentence)
    return [word for word in found if len(word) > 2 and word.lower() not in STOP_WORDS]
