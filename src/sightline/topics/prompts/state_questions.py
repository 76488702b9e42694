"""Whether a prompt asks for nothing but the state of the work: "where were we?".

The phrases of each language are in `topics.prompts.state_phrases` and `topics.prompts.state_patterns`.
"""

import re
from functools import cache
from itertools import product
from typing import NamedTuple

from sightline.text.words import folded
from sightline.topics.prompts.state_patterns import SCRIPTS
from sightline.topics.prompts.state_phrases import LANGUAGES, Language

# A longer prompt says more than that; languages without spaces need fewer characters.
_MOST_CHARACTERS, _MOST_DENSE = 120, 32
_MOST_WORDS = 16
_WORD = r"[^\W_]+"
# What separates the clauses of a prompt; code beside the question is asked about.
_CLAUSES = r"[.!?…,;:\n]+|\s[-–—]+\s"
_CODE = r"`|\w\(|\w[./_]\w|[a-z][A-Z]"
_DENSE = r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
_BARE = str.maketrans("áàâãäåçéèêëíìîïñóòôõöúùûüё", "aaaaaaceeeeiiiinooooouuuuе")
_LONGEST_FREE = 4


class _Rules(NamedTuple):
    """The phrases of one language, with every word in its one form."""

    forms: dict[str, tuple[str, ...]]
    free: frozenset[tuple[str, ...]]
    times: frozenset[tuple[str, ...]]
    asks: frozenset[frozenset[str]] = frozenset()
    asks_of_time: frozenset[frozenset[str]] = frozenset()


def asks_for_state(text: str) -> bool:
    """Whether nothing is asked but where the work stands, what was done or what is left."""
    text = text.strip()
    if len(text) > _MOST_CHARACTERS or len(text.split()) > _MOST_WORDS:
        return False
    if re.compile(_CODE).search(text):
        return False
    plain = _plain(text)
    if re.compile(_DENSE).search(plain):
        return _asks_without_spaces(plain)
    word = re.compile(_WORD)
    clauses = [word.findall(clause) for clause in re.compile(_CLAUSES).split(plain)]
    words = [word for clause in clauses for word in clause]
    return any(
        _asks_in(language, clauses)
        for language in LANGUAGES
        # Few prompts consist of such words only, and the phrases are slow to spell out.
        if _may_have_all(language, words)
    )


def _asks_without_spaces(text: str) -> bool:
    """Whether a text is covered by such phrases and what may stand beside them."""
    joined = "".join(re.compile(_WORD).findall(text))
    if len(joined) > _MOST_DENSE:
        return False
    for language in SCRIPTS:
        if re.compile(language.script).search(joined):
            matches = (re.compile(pattern).fullmatch(joined) for pattern in language.patterns)
            # Most prompts have none of these words, and a pattern is slow to compile.
            is_candidate = re.compile(language.words).search(joined)
            return bool(is_candidate) and any(match and match[1] for match in matches)
    return False


def _asks_in(language: Language, clauses: list[list[str]]) -> bool:
    """Whether all clauses are one such question, or one of them is, beside small talk."""
    rules = _rules_of(language)
    words = [word for clause in clauses for word in clause]
    if _is_question(rules, words):
        return True
    known = re.compile(_WORD).findall(_bare_text(language))
    return frozenset(known).issuperset(words) and any(
        _is_question(rules, clause) for clause in clauses
    )


def _is_question(rules: _Rules, words: list[str]) -> bool:
    """Whether nothing remains of the words but such questions, each in any order of its words."""
    kept, times = _without_free(_in_one_form(words, rules.forms), rules)
    known = rules.asks | rules.asks_of_time if times else rules.asks
    return bool(kept) and _consists_of(tuple(kept), known)


def _consists_of(words: tuple[str, ...], known: frozenset[frozenset[str]]) -> bool:
    return not words or any(
        frozenset(words[:size]) in known and _consists_of(words[size:], known)
        for size in range(1, len(words) + 1)
    )


def _in_one_form(words: list[str], forms: dict[str, tuple[str, ...]]) -> list[str]:
    """The words, each in the form that stands for all of its forms."""
    return [form for word in words for form in forms.get(word, (word,))]


def _without_free(words: list[str], rules: _Rules) -> tuple[list[str], int]:
    """The words without those that may stand in any such question, and how many times it named."""
    kept: list[str] = []
    at = times = 0
    while at < len(words):
        for size in range(min(_LONGEST_FREE, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + size])
            if phrase in rules.free or phrase in rules.times:
                times += phrase in rules.times
                at += size
                break
        else:
            kept.append(words[at])
            at += 1
    return kept, times


def _may_have_all(language: Language, words: list[str]) -> bool:
    text = _bare_text(language)
    return all(word in text for word in words)


@cache
def _bare_text(language: Language) -> str:
    return "\n".join(language).translate(_BARE)


@cache
def _rules_of(language: Language) -> _Rules:
    forms = _forms(language)
    free, times = (_spelled_out(text, forms) for text in (language.free, language.times))
    beside = _Rules(forms, frozenset(map(tuple, free)), frozenset(map(tuple, times)))
    asks, asks_of_time = (
        frozenset(
            frozenset(_without_free(phrase, beside)[0]) for phrase in _spelled_out(text, forms)
        )
        for text in (language.asks, language.asks_of_time)
    )
    return beside._replace(asks=asks, asks_of_time=asks_of_time)


def _forms(language: Language) -> dict[str, tuple[str, ...]]:
    """The form that stands for each word; nothing stands for an article."""
    forms: dict[str, tuple[str, ...]] = dict.fromkeys(_plain(language.dropped).split(), ())
    for line in _plain(language.forms).split(","):
        chosen, _, others = line.partition(":")
        forms.update(dict.fromkeys(others.split(), tuple(chosen.split())))
    return forms


def _spelled_out(text: str, forms: dict[str, tuple[str, ...]]) -> list[list[str]]:
    """Every phrase of a list; `a|b` is one of two words, `[a]` may be missing."""
    phrases: list[list[str]] = []
    for line in _plain(text).replace("\n", ",").split(","):
        choices = [
            [
                _in_one_form(words.split("_"), forms) if words else []
                for words in (f"{part.strip('[]')}|" if "[" in part else part).split("|")
            ]
            for part in line.split()
        ]
        if choices:
            phrases += [
                [word for words in chosen for word in words] for chosen in product(*choices)
            ]
    return phrases


def _plain(text: str) -> str:
    """Lower case without accents: nobody types all of them."""
    return folded(text).translate(_BARE)
