"""From text to the roots that are searched, for memories and for questions about them.

Identifiers count whole and in parts, English words by their root, CJK text in bigrams.
"""

from __future__ import annotations

from sightline.model.memory import KINDS, Memory
from sightline.store.memory import SearchText
from sightline.text.word_lists import FILLER_ROOTS, STOP_WORDS
from sightline.text.word_root import root
from sightline.text.words import code_words

# Who says nothing about a person: "user" in a question is rarely a name.
_ROLES = frozenset(("user", "assistant", "agent", "system", "human", "tool", "me"))
# A very long text is found by its beginning and end; the whole would drown its words.
_MOST_WORDS = 4_000


def roots(text: str) -> list[str]:
    """The roots of a text in their order, filler words left out."""
    return [root(word) for word in code_words(text) if word not in STOP_WORDS]


def said_as(text: str) -> dict[str, str]:
    """Each root of a text and the word it was first said with: people read words."""
    said: dict[str, str] = {}
    for word in code_words(text):
        said.setdefault(root(word), word)
    return said


def question_roots(text: str) -> dict[str, float]:
    """The roots of a question and how much each counts: the first line of several leads."""
    first, _, rest = text.strip().partition("\n")
    words = dict.fromkeys(roots(rest), 1.0) if rest.strip() else {}
    lead = 3.0 if words else 1.0
    for word in roots(first):
        words[word] = lead
    return {word: weight for word, weight in words.items() if word not in FILLER_ROOTS} or words


def search_words(memory: Memory) -> SearchText:
    """What the search keeps of a memory."""
    parts = [memory.title, memory.text, memory.domain, memory.module, memory.branch]
    for value in memory.fields.values():
        parts += [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]
    parts += memory.tags
    parts += [f"{link.name} {link.path}" for link in memory.links]
    words = roots("\n".join(part for part in parts if part))
    if len(words) > _MOST_WORDS:
        words = words[: _MOST_WORDS - _MOST_WORDS // 4] + words[-(_MOST_WORDS // 4) :]
    return SearchText(
        words=" ".join(words),
        length=len(words),
        asks=memory.text.rstrip().endswith("?"),
        scope=scope_marks(memory),
        session=memory.session if KINDS[memory.kind].grouped else "",
    )


def scope_marks(memory: Memory) -> str:
    """The marks a search can filter by."""
    names = [f"_a{name}" for name in author_names(memory.author)]
    return " ".join([f"_p{memory.project}", f"_k{memory.kind}", *names])


def author_names(author: str) -> list[str]:
    """The words of a person's name; roles are no names."""
    return [word for word in code_words(author) if word not in _ROLES]
