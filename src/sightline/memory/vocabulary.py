"""Words of memories, questions, prompts and commands: the roots that are searched and compared.

Identifiers count whole and in parts, English words by their root, CJK text in bigrams.
"""

import re
import time
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sightline.model.memory import KINDS, Memory
from sightline.store.memory import SearchText
from sightline.text.word_lists import FILLER_ROOTS, STOP_WORDS, word_set
from sightline.text.word_root import root
from sightline.text.words import code_words, rarest

# Authors that are roles: "user" in a question is rarely a person's name.
_ROLES = frozenset(("user", "assistant", "agent", "system", "human", "tool", "me"))
# Of a longer text only the beginning and the end are searched.
_MOST_WORDS = 4_000
# Stands between a memory's own words and those of its other wordings.
ASKED_MARK = "_asked"

# Punctuation that is no part of a name, and marks inside of words that only names have.
_AROUND_NAMES = "`'\"()[]{},;:!?.*"
_INSIDE_NAMES = "./:-=("

# Programs whose exit status is an answer, and shell keywords.
STATUS_PROGRAMS = word_set(
    """
    grep rg ls cat test [ diff find head tail wc which echo sed awk sleep kill pgrep pkill cd for if
    while source pwd export true false cmp stat bash sh
    """
)
MOST_KEYWORDS = 10
GOAL_WORDS = frozenset(("goal", "goals", "mission", "missions", "milestone", "milestones"))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_NAMED_DATE = rf"\b(?:{_DAY}\s+(?:of\s+)?)?{_MONTH}(?:\s+{_DAY}\b)?(?:,?\s*(\d{{4}}))?\b"
_RELATIVE_DATE = r"\b(today|yesterday|this month|last month)\b"
DAY_SECONDS = 86_400


def roots(text: str) -> list[str]:
    """The roots of a text in their order, without stop words."""
    return [root(word) for word in code_words(text) if word not in STOP_WORDS]


def words_by_root(text: str) -> dict[str, str]:
    """Each root of a text with the first word that has it, for messages to people."""
    words: dict[str, str] = {}
    for word in code_words(text):
        words.setdefault(root(word), word)
    return words


def question_roots(text: str) -> dict[str, float]:
    """The roots of a question with their weights; the first of several lines weighs more."""
    first, _, rest = text.strip().partition("\n")
    words = dict.fromkeys(roots(rest), 1.0) if rest.strip() else {}
    lead = 3.0 if words else 1.0
    for word in roots(first):
        words[word] = lead
    return {word: weight for word, weight in words.items() if word not in FILLER_ROOTS} or words


def search_words(memory: Memory) -> SearchText:
    """The words under which a memory is stored for the search."""
    parts = [memory.title, memory.text, memory.domain, memory.module, memory.branch]
    for value in memory.fields.values():
        parts += [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]
    parts += memory.tags
    parts += [f"{link.name} {link.path}" for link in memory.links]
    words = roots("\n".join(part for part in parts if part))
    length = len(words)
    asked = {word: None for wording in memory.asked_as for word in question_roots(wording)}
    if asked:
        words += [ASKED_MARK, *asked]
    if len(words) > _MOST_WORDS:
        words = words[: _MOST_WORDS - _MOST_WORDS // 4] + words[-(_MOST_WORDS // 4) :]
    return SearchText(
        words=" ".join(words),
        length=length,
        asks=memory.text.rstrip().endswith("?"),
        scope=scope_marks(memory),
        session=memory.session if KINDS[memory.kind].grouped else "",
    )


def scope_marks(memory: Memory) -> str:
    """The marks by which a search filters memories: project, kind and author."""
    names = [f"_a{name}" for name in author_names(memory.author)]
    return " ".join([f"_p{memory.project}", f"_k{memory.kind}", *names])


def author_names(author: str) -> list[str]:
    """The words of a person's name; empty for a role."""
    return [word for word in code_words(author) if word not in _ROLES]


def keywords(words: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """LO-7: the rarest ten of a prompt's words by their document counts."""
    return rarest(words, counts, MOST_KEYWORDS)


def name_roots(text: str) -> frozenset[str]:
    """The roots of what a prompt writes as names: identifiers, paths, options, abbreviations."""
    names = (word.strip(_AROUND_NAMES) for word in text.split())
    return frozenset(one for name in names if _is_name(name) for one in roots(name))


def _is_name(word: str) -> bool:
    inner = word[1:-1]
    if len(word) < 2 or word.isdigit():
        return False
    if "_" in word or any(mark in inner for mark in _INSIDE_NAMES):
        return True
    return word.isascii() and not (word.islower() or word.istitle())


def asks_for_goals(words: Sequence[str]) -> bool:
    """LO-5, ruling 11: goals are recalled only when a prompt says goal, mission or milestone."""
    return not GOAL_WORDS.isdisjoint(words)


def expansions(words: Sequence[str], synonyms: Mapping[str, Sequence[str]]) -> list[frozenset[str]]:
    """For each keyword the roots that count as it: its own and those of its synonyms."""
    expanded = []
    for word in words:
        forms = {root(word), *roots(word)}
        for other in synonyms.get(root(word), ()):
            forms |= {root(other), *roots(other)}
        expanded.append(frozenset(forms))
    return expanded


def count_matches(keywords: Sequence[frozenset[str]], words: Collection[str]) -> int:
    """How many keywords match, each by itself or any of its synonyms (ruling 10)."""
    return len([forms for forms in keywords if not forms.isdisjoint(words)])


class Date(NamedTuple):
    """A date a question names, in UTC; a year or day of 0 means any."""

    year: int
    month: int
    day: int


def dates_in(text: str, now: int) -> list[Date]:
    """The days and months a question names; yesterday and today count from `now`."""
    numbers = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
    dates = [
        Date(int(year), int(month), int(day or 0)) for year, month, day in numbers.findall(text)
    ]
    # Few texts name a date, and compiling the patterns takes long.
    if any(month.capitalize() in text for month in _MONTHS):
        for before, month, after, year in re.compile(_NAMED_DATE).findall(text):
            number = _MONTHS.index(month[:3].lower()) + 1
            dates.append(Date(int(year or 0), number, int(before or after or 0)))
    if "day" in text.lower() or "month" in text.lower():
        relative = re.compile(_RELATIVE_DATE, re.IGNORECASE).findall(text)
        dates += [_relative_date(word.lower(), now) for word in relative]
    return [date for date in dict.fromkeys(dates) if date.month <= 12 and date.day <= 31]


def date_match(moment: int, dates: Sequence[Date]) -> float:
    """1 when a time falls on one of the days, half when only on its month, else 0."""
    year, month, day = time.gmtime(moment / 1000)[:3]
    best = 0.0
    for date in dates:
        if date.month == month and date.year in (0, year):
            best = max(best, 1.0 if date.day == day else 0.5)
    return best


def _relative_date(word: str, now: int) -> Date:
    moment = now // 1000 - (DAY_SECONDS if word == "yesterday" else 0)
    year, month, day = time.gmtime(moment)[:3]
    if word == "last month":
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return Date(year, month, 0 if word.endswith("month") else day)


def command_words(command: str) -> tuple[str, ...]:
    """The words of a command without what differs between runs: numbers, quotes, environment."""
    before = re.compile(r"^(?:\s*(?:cd\s+\S+\s*(?:&&|;)|\w+=\S*)\s*)+")
    command = before.sub("", command.strip()).partition("\n")[0]
    command = re.compile(r"\"[^\"]*\"|'[^']*'|\d+|(?<= )-C \S+").sub("", command)
    return tuple(re.compile(r"[^\s|;&<>()=]+").findall(command))[:12]


def quoted_command(text: str) -> str:
    """What a text puts first in backticks: the command, where a person wrote down a failure."""
    return text.split("`", 2)[1] if text.count("`") > 1 else ""


def command_likeness(words: Sequence[str], others: Sequence[str]) -> float:
    """The share of words two commands have in common; 0 for different programs."""
    if not words or not others or words[0] != others[0]:
        return 0.0
    first, second = set(words), set(others)
    return len(first & second) / len(first | second)
