"""How common English words are in technical prose: the share of short texts that have a word's root.

Counted over commit messages and paragraphs of documentation of 76 public projects, each project with
the same weight. A store of a hundred memories cannot tell by itself which words are common.
"""

import os

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "word_frequencies.txt")

_text = ""


def share_of_texts(root: str) -> float:
    """The share of texts that have this root; 0 for rare words and other languages."""
    global _text
    if not _text:
        with open(_FILE, encoding="ascii") as file:
            _text = "\n" + file.read()
    at = _text.find(f"\n{root} ")
    if at < 0:
        return 0.0
    start = at + len(root) + 2
    return int(_text[start : _text.find("\n", start)]) / 1000
