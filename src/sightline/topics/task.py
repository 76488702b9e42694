"""What a prompt wants: debug, refactor, modify or explore, by the words it uses (FO-16, FO-17)."""

from __future__ import annotations

DEBUG = "debug"
REFACTOR = "refactor"
MODIFY = "modify"
EXPLORE = "explore"
# In the order that decides a tie.
TASK_WORDS: dict[str, frozenset[str]] = {
    DEBUG: frozenset(("fix", "bug", "crash", "fail", "panic", "broken", "debug")),
    REFACTOR: frozenset(("refactor", "rename", "extract", "split", "reorganize")),
    MODIFY: frozenset(("add", "implement", "create", "build", "feature")),
}
_ALL = frozenset(word for words in TASK_WORDS.values() for word in words)


def task_of(prompt: str) -> str:
    """The task with the most of its words in the prompt; explore when it has none."""
    words = [_bare(word) for word in prompt.split()]
    best, most = EXPLORE, 0
    for task, wanted in TASK_WORDS.items():
        count = sum(1 for word in words if word in wanted)
        if count > most:
            best, most = task, count
    return best


def without_task_words(prompt: str) -> str:
    """The prompt without the words that only say what is wanted; as it was if nothing remains.

    Ruling 41: whatever their case and punctuation.
    """
    kept = [word for word in prompt.split() if _bare(word) not in _ALL]
    return " ".join(kept) if kept else prompt


def _bare(word: str) -> str:
    """A word in lower case without what is not a letter or digit at its ends."""
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end].lower()
