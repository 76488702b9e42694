"""The root of an English word, for search and topics: irregular forms by table, others by Porter's rules.

Russian and Ukrainian words lose their endings; words of other languages stay as they are.

The topic forest and its labels use the documented stemmer in `text.stem` instead.
"""

import re
from typing import NamedTuple

_MEMO_LIMIT = 100_000
_VOWELS = "aeiouy"
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_LI = "cdeghkmnrt"
# Prefixes that rules would otherwise cut into: internal is not intern, organic not organ.
_PREFIXES = ("gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter")

# Irregular forms; the last word of each group is the base form.
_IRREGULAR = """
went gone go;bought buy;brought bring;thought think;caught catch;taught teach;got gotten get
gave given give;took taken take;made make;said say;told tell;saw seen see;came come
knew known know;felt feel;found find;left leave;met meet;kept keep;held hold;heard hear;ran run
began begun begin;wrote written write;spoke spoken speak;broke broken break;chose chosen choose
drove driven drive;ate eaten eat;fell fallen fall;flew flown fly;forgot forgotten forget
grew grown grow;hid hidden hide;lost lose;paid pay;rode ridden ride;rose risen rise;sold sell
sent send;sang sung sing;sat sit;slept sleep;spent spend;stood stand;swam swum swim
threw thrown throw;understood understand;woke woken wake;wore worn wear;won win;built build
did done do;drew drawn draw;drank drunk drink;fought fight;became become;beaten beat
bit bitten bite;blew blown blow;dealt deal;dug dig;fed feed;forgave forgiven forgive
froze frozen freeze;hung hang;led lead;lent lend;lit light;meant mean;rang rung ring;sought seek
shook shaken shake;shot shoot;shown show;stole stolen steal;stuck stick;struck strike
swore sworn swear;tore torn tear;bound bind;split split;shrank shrunk shrink;sank sunk sink
spun spin;sprang sprung spring;overrode overridden override;rewrote rewritten rewrite
children child;men man;women woman;people person;feet foot;teeth tooth;mice mouse;geese goose
indices index;indexes index;vertices vertex;matrices matrix;criteria criterion;schemas schema
schemata schema;better good;best good;worse bad;worst bad
"""
_EXCEPTIONS = {
    "skis": "ski",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    "sky": "sky",
    "news": "news",
    "howe": "howe",
    "atlas": "atlas",
    "cosmos": "cosmos",
    "bias": "bias",
    "andes": "andes",
}
_KEEP_AFTER_PLURAL = frozenset(
    ["evening", "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]
)
_STEP_2 = (
    *(("ational", "ate"), ("fulness", "ful"), ("iveness", "ive"), ("ization", "ize")),
    *(("ousness", "ous"), ("biliti", "ble"), ("lessli", "less"), ("tional", "tion")),
    *(("alism", "al"), ("aliti", "al"), ("ation", "ate"), ("entli", "ent"), ("fulli", "ful")),
    *(("iviti", "ive"), ("ousli", "ous"), ("abli", "able"), ("alli", "al"), ("anci", "ance")),
    *(("ator", "ate"), ("enci", "ence"), ("izer", "ize"), ("bli", "ble"), ("ogi", "og")),
    ("li", ""),
)
_STEP_3 = (
    *(("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("ative", ""), ("icate", "ic")),
    *(("iciti", "ic"), ("ical", "ic"), ("ness", ""), ("ful", "")),
)
_STEP_4 = (
    *("ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism"),
    *("iti", "ive", "ize", "ous", "al", "er", "ic"),
)
# Most words have none of the suffixes of a step: one comparison with all of them says so.
_SUFFIXES_2 = tuple(suffix for suffix, _ in _STEP_2)
_SUFFIXES_3 = tuple(suffix for suffix, _ in _STEP_3)


class _Regions(NamedTuple):
    """Porter's R1 and R2: what follows the first, and the second, vowel and consonant."""

    first: int
    second: int


# Endings of nouns, adjectives and verbs, longer ones first; so much of a word must be left.
_CYRILLIC_ENDINGS = (
    *(
        "иями",
        "ями",
        "ами",
        "его",
        "ого",
        "ему",
        "ому",
        "ыми",
        "ими",
        "иях",
        "ах",
        "ях",
        "ая",
        "яя",
    ),
    *(
        "ой",
        "ей",
        "ый",
        "ий",
        "ые",
        "ие",
        "ое",
        "ее",
        "ов",
        "ев",
        "ам",
        "ям",
        "ом",
        "ем",
        "ую",
        "юю",
    ),
    *("ия", "ии", "ию", "ать", "ить", "еть", "а", "я", "у", "ю", "ы", "и", "і", "о", "е", "ь"),
)
_CYRILLIC_LEAST, _CYRILLIC_LEFT = 5, 3

_roots: dict[str, str] = {}
_irregular: dict[str, str] = {}


def root(word: str) -> str:
    """The root of one lower-case word; words of most other scripts stay as they are."""
    cached = _roots.get(word)
    if cached is None:
        if len(_roots) >= _MEMO_LIMIT:
            _roots.clear()
        cached = _roots[word] = _root(word)
    return cached


def _root(word: str) -> str:
    if not _irregular:
        for group in _IRREGULAR.strip().replace("\n", ";").split(";"):
            *forms, base = group.split()
            _irregular.update(dict.fromkeys(forms, base))
    word = _irregular.get(word, word)
    if "\u0430" <= word[:1] <= "\u0457":
        return _cyrillic_root(word)
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    # A y at the beginning or after a vowel is a consonant and is temporarily written as Y.
    marked = re.compile(r"(?:^|(?<=[aeiouy]))y").sub("Y", word) if "y" in word else word
    first, second = _regions(marked)
    marked = _without_plural(marked)
    if marked.lower() not in _KEEP_AFTER_PLURAL:
        marked = _without_tense(marked, first)
        if len(marked) > 2 and marked[-1] in "yY" and marked[-2] not in _VOWELS:
            marked = marked[:-1] + "i"
        marked = _shortened(marked, first, second)
    return marked.lower()


def _cyrillic_root(word: str) -> str:
    if len(word) >= _CYRILLIC_LEAST:
        for ending in _CYRILLIC_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _CYRILLIC_LEFT:
                return word[: -len(ending)]
    return word


def _regions(word: str) -> _Regions:
    if word.startswith(_PREFIXES):
        first = next(len(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    else:
        first = _after_vowel_consonant(word, 0)
    return _Regions(first, _after_vowel_consonant(word, first))


def _after_vowel_consonant(word: str, start: int) -> int:
    for at in range(start + 1, len(word)):
        if word[at] not in _VOWELS and word[at - 1] in _VOWELS:
            return at + 1
    return len(word)


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    vowel_before = any(letter in _VOWELS for letter in word[:-2])
    if word.endswith("s") and not word.endswith(("us", "ss")) and vowel_before:
        return word[:-1]
    return word


def _without_tense(word: str, first: int) -> str:
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return word[: -len(suffix)] + "ee" if len(word) - len(suffix) >= first else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            left = word[: -len(suffix)]
            if not any(letter in _VOWELS for letter in left):
                return word
            if left.endswith(("at", "bl", "iz")):
                return left + "e"
            if left.endswith(_DOUBLES):
                return left if len(left) == 3 and left[0] in "aeo" else left[:-1]
            return left + "e" if _is_short(left, first) else left
    return word


def _is_short(word: str, first: int) -> bool:
    return first >= len(word) and _ends_short(word)


def _ends_short(word: str) -> bool:
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return (
        len(word) > 2
        and word[-1] not in _VOWELS + "wxY"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )


def _shortened(word: str, first: int, second: int) -> str:
    for suffix, ending in _STEP_2 if word.endswith(_SUFFIXES_2) else ():
        if word.endswith(suffix):
            left = len(word) - len(suffix)
            before = word[left - 1 : left]
            allowed = not (suffix == "ogi" and before != "l") and not (
                suffix == "li" and before not in _LI
            )
            if left >= first and allowed:
                word = word[:left] + ending
            break
    for suffix, ending in _STEP_3 if word.endswith(_SUFFIXES_3) else ():
        if word.endswith(suffix):
            left = len(word) - len(suffix)
            if left >= (second if suffix == "ative" else first):
                word = word[:left] + ending
            break
    for suffix in _STEP_4 if word.endswith(_STEP_4) else ():
        if word.endswith(suffix):
            left = len(word) - len(suffix)
            if left >= second and (suffix != "ion" or word[left - 1 : left] in ("s", "t")):
                word = word[:left]
            break
    if word.endswith("e"):
        left = len(word) - 1
        if left >= second or (left >= first and not _ends_short(word[:-1])):
            return word[:-1]
    elif word.endswith("ll") and len(word) - 1 >= second:
        return word[:-1]
    return word
