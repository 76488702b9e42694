"""Finds other words for the words of a question: synonyms by language, related words, the user's own.

The packaged lists are data files in `synonyms/`. They are searched as text, never parsed as a whole:
a hook process looks up a dozen words and ends.
"""

import os
from collections.abc import Mapping, Sequence

from sightline.text.word_lists import STOP_WORDS
from sightline.text.word_root import root
from sightline.text.words import code_words, words

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "synonyms")
RELATED = "related.txt"
USER_FILE = "synonyms.yaml"
# The user's synonyms mean the same, those of the lists nearly; of a phrase each word counts less.
USER_WEIGHT, LISTED_WEIGHT, PHRASE_WEIGHT = 1.0, 0.9, 0.5
# The weight of related words, times their cosine.
RELATED_WEIGHT = 0.8
# A question of more words says itself what it means.
MOST_WORDS = 60
# LO-8: the synonyms for users without a file of their own.
DEFAULTS = {
    "deploy": ("deploy", "ci", "pipeline"),
    "test": ("test", "testing", "ci"),
    "auth": ("auth", "authentication", "security"),
}
EXAMPLE = """# Words that mean the same in your projects: one word per line, its synonyms behind it.
# They add to the lists that come with Sightline; `sightline vocabulary WORD` shows all of them.
deploy: [deploy, ci, pipeline]
test: [test, testing, ci]
auth: [auth, authentication, security]
"""

# Other words by the root of a word, each with its weight between 0 and 1.
Alternatives = dict[str, dict[str, float]]

_texts: dict[str, str] = {}


def alternatives(
    question: str, user: Mapping[str, Sequence[str]] | None = None, *, related: bool = True
) -> Alternatives:
    """The roots that may stand for each root of a question, with weights."""
    spoken = list(dict.fromkeys(words(question)))[:MOST_WORDS]
    sequence = f" {' '.join(root(word) for word in words(question))} "
    found: Alternatives = {}
    # One word alone is meant as it is: what is only related to it would be a guess.
    related = related and len([word for word in spoken if word not in STOP_WORDS]) > 1
    for word in spoken:
        base = root(word)
        for group in _groups_with(word, base, sequence):
            _add_group(found, base, group)
        if word in STOP_WORDS:
            continue
        for other in (user or {}).get(base, ()):
            _add(found, base, other, USER_WEIGHT)
        if related:
            for other, weight in related_to(base).items():
                _offer(found, base, other, weight)
    if not question.isascii():
        _add_unspaced(found, question)
    return found


def related_to(base: str) -> dict[str, float]:
    """The roots related to a root by meaning, from the packaged table."""
    line = _line_of(_text(RELATED), f"{base}: ")
    return {item[:-1]: RELATED_WEIGHT * int(item[-1]) / 10 for item in line.split(" ") if item}


def _line_of(text: str, head: str) -> str:
    """The rest of the line with this head in a text of sorted lines, or nothing.

    By halving: most words of a prompt are not in the table, and searching all of it takes long.
    """
    low, high = 0, len(text)
    while low < high:
        start = text.rfind("\n", low, (low + high) // 2) + 1 or low
        end = text.find("\n", start)
        if text.startswith(head, start):
            return text[start + len(head) : end]
        # Lines are sorted by their words, without the colon behind them.
        if text[start : text.find(":", start)] < head[:-2]:
            low = end + 1
        else:
            high = start
    return ""


def load_user_synonyms(config_home: str) -> dict[str, tuple[str, ...]]:
    """The user's synonyms, or the documented defaults where there is no file."""
    try:
        with open(os.path.join(config_home, USER_FILE), encoding="utf-8") as file:
            text = file.read(100_000)
    except (OSError, UnicodeDecodeError):
        return dict(DEFAULTS)
    return parse_synonyms(text)


def write_example(config_home: str) -> str:
    """Write the user's file with the defaults where there is none; returns its path."""
    path = os.path.join(config_home, USER_FILE)
    if not os.path.exists(path):
        os.makedirs(config_home, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(EXAMPLE)
    return path


def parse_synonyms(text: str) -> dict[str, tuple[str, ...]]:
    """`word: other, another` per line, with or without brackets; other lines are ignored."""
    synonyms = {}
    for line in text.splitlines():
        head, colon, rest = line.partition("#")[0].partition(":")
        if colon and head.strip():
            others = [word.strip(" \t[]\"'").lower() for word in rest.split(",")]
            synonyms[root(head.strip(" \t-\"'").lower())] = tuple(word for word in others if word)
    return synonyms


def _groups_with(word: str, base: str, sequence: str) -> list[list[str]]:
    """The groups of the lists that have this word, or a phrase of the question that begins with it."""
    text = _lists()
    # A root is the beginning of its forms, but for its last letter.
    beginning = base[: max(3, len(base) - 1)] if len(base) > 3 else word[:3]
    groups = []
    at = text.find(", " + beginning)
    while at >= 0:
        start = at + 2
        line_end = text.find("\n", start)
        comma = text.find(",", start, line_end)
        item = text[start : comma if comma >= 0 else line_end]
        if _is_said(item, word, base, sequence):
            line = text[text.rfind("\n", 0, start) + 3 : line_end]
            groups.append([other for other in line.split(", ") if other != item])
        at = text.find(", " + beginning, start)
    return groups


def _is_said(item: str, word: str, base: str, sequence: str) -> bool:
    if " " not in item:
        return word not in STOP_WORDS and root(item) == base
    roots = " ".join(root(part) for part in words(item))
    return f" {roots} " in sequence


def _add_group(found: Alternatives, base: str, group: Sequence[str]) -> None:
    for other in group:
        _add(found, base, other, LISTED_WEIGHT if " " not in other else PHRASE_WEIGHT)


def _add(found: Alternatives, base: str, other: str, weight: float) -> None:
    for word in code_words(other):
        if word not in STOP_WORDS:
            _offer(found, base, root(word), weight)


def _offer(found: Alternatives, base: str, other: str, weight: float) -> None:
    if other != base:
        weights = found.setdefault(base, {})
        weights[other] = max(weight, weights.get(other, 0.0))


def _add_unspaced(found: Alternatives, question: str) -> None:
    """Add the synonyms of words in scripts without spaces, which are searched by pairs of letters."""
    for language in ("zh.txt", "ja.txt"):
        for line in _text(language).splitlines():
            group = line.split(", ")
            for item in group:
                if not item.isascii() and item in question:
                    base = next(iter(code_words(item)))
                    _add_group(found, base, [other for other in group if other != item])


def _lists() -> str:
    """The lists of all languages as one text, with a comma before every word."""
    text = _texts.get("")
    if text is None:
        names = sorted(name for name in os.listdir(FOLDER) if name != RELATED)
        text = "\n".join(_text(name).rstrip("\n") for name in names)
        text = _texts[""] = text.replace("\n", "\n, ") + "\n"
    return text


def _text(name: str) -> str:
    """A packaged file; it does not change while the program runs."""
    text = _texts.get(name)
    if text is None:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            text = _texts[name] = "\n" + file.read()
    return text
