"""Splits text into words: identifiers whole and in parts, for full-text search and questions.

Does not stem, weigh or store words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise

from sightline.text.secrets.randomness import LONGEST, SHORTEST, is_readable, looks_random
from sightline.text.word_lists import FUNCTION_WORDS, QUESTION_WORDS, STOP_WORDS

# More than the distinct identifiers of most projects; beyond it a second generation begins.
_MEMO_LIMIT = 80_000

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
# Every byte of another script counts as a letter. The characters 0x85 and 0xA0 would be white space,
# so two bytes that never occur in UTF-8 replace them.
_OTHERS = bytes(code for code in range(128) if code not in _LETTERS)
_SPACES = bytes.maketrans(_OTHERS + b"\x85\xa0\xc0\xc1", b" " * len(_OTHERS) + b"\xc0\xc1\xff\xff")
_BYTES = bytes.maketrans(b"\xc0\xc1", b"\x85\xa0")

# Scripts without spaces, and Hangul, whose words have particles attached: searched by bigrams.
_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
_FIRST_CJK = "\u1100"


def words(text: str) -> list[str]:
    """The lower-case words of ordinary text, in order; apostrophes stay inside a word."""
    matches = re.compile(r"[^\W_]+(?:['’][^\W_]+)*").findall(folded(text))
    if text.isascii():
        return matches
    return [piece for word in matches for piece in cjk_pieces(word.replace("’", "'"))]


def split_identifier(name: str) -> tuple[str, ...]:
    """The lower-case parts of an identifier: parseUTF8_textURLs is parse, utf, 8, text, urls."""
    return _parts[name]


def code_words(text: str) -> list[str]:
    """Every identifier whole and in parts, in lower case, for full-text search in code or prose."""
    return spaced_words(spaced(text.encode("utf-8", "surrogatepass")))


def name_words(name: str) -> tuple[str, ...] | list[str]:
    """The same as code_words, faster for text that is usually a single identifier."""
    return _forms[name] if name.isascii() and name.isidentifier() else code_words(name)


def is_name(word: str) -> bool:
    """Whether a word was split before and did not look random."""
    return bool(_forms.get(word))


def spaced(source: bytes) -> str:
    """Source with a space for every ASCII character that cannot be part of an identifier.

    It has one character per byte, so that it can be sliced by byte offsets.
    """
    return source.translate(_SPACES).decode("latin-1")


def spaced_words(text: str) -> list[str]:
    """The same as code_words for a slice of what `spaced` returned."""
    forms: list[str] = []
    # `extend` returns None, so `any` runs through all of them without a Python-level loop.
    any(map(forms.extend, map(_forms.__getitem__, text.split())))
    return forms


def piece_words(piece: bytes) -> list[str]:
    """The same as code_words for bytes of letters, some of which are beyond ASCII."""
    return _forms_beyond_ascii(spaced(piece))


def code_text(text: str) -> str:
    """The same as code_words, joined by spaces for a full-text table."""
    return " ".join(code_words(text))


def query_words(text: str) -> list[str]:
    """The words of a question in the form of code_words, once each, without filler words."""
    distinct = dict.fromkeys(code_words(text))
    without_stop_words = [word for word in distinct if word not in STOP_WORDS]
    # A question of nothing but filler words ("what is this thing") keeps them.
    content = [word for word in without_stop_words if word not in QUESTION_WORDS]
    return content or without_stop_words


def fts_query(words: Iterable[str]) -> str:
    """A full-text query that matches any of the words; a lone CJK character matches as prefix."""
    terms = []
    for word in words:
        quoted = '"' + word.replace('"', '""').replace("\0", "") + '"'
        lone = len(word) == 1 and _begins_cjk(word)
        terms.append(quoted + " *" if lone else quoted)
    return " OR ".join(terms)


def keyword_candidates(text: str) -> list[str]:
    """The words of a prompt that may be its keywords, by first occurrence (LO-7)."""
    distinct = dict.fromkeys(words(text))
    return [word for word in distinct if word not in STOP_WORDS and (len(word) > 2 or _dense(word))]


def rarest(candidates: Iterable[str], counts: Mapping[str, int], limit: int = 10) -> list[str]:
    """The rarest candidates by document count, ties by first occurrence (ruling 67)."""
    ranked = sorted(enumerate(candidates), key=lambda pair: (counts.get(pair[1], 0), pair[0]))
    return [word for _, word in ranked[:limit]]


def extract_keywords(text: str) -> list[str]:
    """The keywords of a tool call, as documented (PC-3): lower-case words of at least three bytes.

    Identifiers in camelCase and snake_case are split; every word occurs once.
    """
    keywords: dict[str, None] = {}
    for word in re.compile(r"[^\W_]+").findall(text):
        for part in _camel_parts(word):
            lower = folded(part)
            if len(lower.encode("utf-8", "surrogatepass")) > 2 and lower not in FUNCTION_WORDS:
                keywords[lower] = None
    return list(keywords)


def _camel_parts(word: str) -> list[str]:
    """The parts of a word, split before each capital that begins a new part."""
    if word.islower() or word.isupper():
        return [word]
    camel = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
    cuts = [0, *(match.start() for match in camel.finditer(shape(word))), len(word)]
    return [word[a:b] for a, b in pairwise(cuts)]


def folded(text: str) -> str:
    """Lower case, with compatibility forms (full width, ligatures, decomposed) normalised."""
    return text.lower() if text.isascii() else _normal(text).lower().replace("i\u0307", "i")


def cjk_pieces(word: str) -> list[str]:
    """The word, with each CJK run in it replaced by its overlapping bigrams."""
    if max(word, default="") < _FIRST_CJK:
        return [word] if word else []
    pieces: list[str] = []
    done = 0
    for run in _cjk().finditer(word):
        start, end = run.span()
        if start > done:
            pieces.append(word[done:start])
        pieces += (
            [word[at : at + 2] for at in range(start, end - 1)] if end - start > 2 else [run[0]]
        )
        done = end
    if done < len(word):
        pieces.append(word[done:])
    return pieces


def shape(name: str) -> str:
    """The name with each character replaced by its class: A upper, a lower, 0 digit, 中 CJK."""
    if name.isascii():
        return name
    return "".join(
        "A" if c.isupper() else "中" if _begins_cjk(c) else "0" if c.isdigit() else _other(c)
        for c in name
    )


def _other(character: str) -> str:
    return "a" if character.isalpha() else "_"


class _Parts(dict[str, "tuple[str, ...]"]):
    """The cache of split_identifier."""

    def __missing__(self, name: str) -> tuple[str, ...]:
        parts = tuple(_split(name))
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[name] = parts
        return parts


class _Forms(dict[str, "tuple[str, ...]"]):
    """The cache of code_words: an identifier whole and in parts, or nothing if it looks random.

    Its keys are pieces of what `spaced` returns.
    """

    def __missing__(self, name: str) -> tuple[str, ...]:
        forms = _former.get(name)
        if forms is None:
            words = _forms_of(name) if name.isascii() else _forms_beyond_ascii(name)
            # Intern the words: counting them is faster then.
            forms = tuple(map(_interned.setdefault, words, words))
        if len(self) >= _MEMO_LIMIT:
            # Frequent names come back from the former generation without being split again.
            _former.clear()
            _former.update(self)
            self.clear()
            _interned.clear()
        self[name] = forms
        return forms


class _Plain(dict[str, str]):
    """A cache: the part of a name itself if it is a readable lower-case word, else empty.

    A name made of such words never looks random, because its letter pairs cost no more than theirs.
    """

    def __missing__(self, part: str) -> str:
        is_word = len(part) > 1 and part.isascii() and part.isalpha() and part.islower()
        word = part if is_word and is_readable(part) else ""
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[part] = word
        return word


_parts = _Parts()
_forms = _Forms()
_plain = _Plain()
_former: dict[str, tuple[str, ...]] = {}
_interned: dict[str, str] = {}


def _forms_of(name: str) -> list[str]:
    """The forms of an ASCII identifier."""
    is_lower = name.islower()
    if len(name) < SHORTEST:
        if is_lower and name.isalpha():
            return [name] if len(name) > 1 else []
    elif parts := _plain_words(name):
        return [name.lower(), *parts]
    elif looks_random(name):
        return []
    if "_" not in name:
        forms = [name.lower(), *_segment_parts(name)]
    else:
        segments = name.split("_")
        if is_lower and "".join(segments).isalpha():
            forms = [name, *segments]  # most long names: snake_case with words as parts
        else:
            forms = [name.lower()]
            for segment in segments:
                if segment.isdigit() or (segment.isalpha() and segment.islower()):
                    forms.append(segment)
                elif segment:
                    forms.append(segment.lower())
                    forms += _segment_parts(segment)
    return [word for word in dict.fromkeys(forms) if len(word) > 1]


def _plain_words(name: str) -> dict[str, None] | None:
    """The words of a long name, once each, if it consists of readable words only."""
    if len(name) > LONGEST:
        return None
    if "_" in name:
        words = [*map(_plain.__getitem__, name.split("_"))]
    elif re.compile("[A-Za-z][a-z]{2,}(?:[A-Z][a-z]{2,})+").fullmatch(name):
        words = [_plain[part.lower()] for part in re.compile("[A-Za-z][a-z]+").findall(name)]
    else:
        return None
    return dict.fromkeys(words) if all(words) else None


def _forms_beyond_ascii(piece: str) -> list[str]:
    """The forms of each identifier in a piece with non-ASCII characters, dashes or quotes."""
    forms: list[str] = []
    for name in _identifiers(piece):
        if name.isascii():
            forms += _forms_of(name)
            continue
        whole = folded(name)
        pieces = cjk_pieces(whole)
        if len(pieces) == 1 and not _begins_cjk(whole):
            pieces = [whole]
            for segment in filter(None, name.split("_")):
                pieces.append(folded(segment))
                pieces += _segment_parts(segment)
        forms += [word for word in dict.fromkeys(pieces) if len(word) > 1 or _dense(word)]
    return forms


def _segment_parts(segment: str) -> list[str]:
    """The camelCase parts of a segment, with digits (utf8, http2) and without (utf, http)."""
    parts = _split(segment)
    if segment.isalpha():
        return parts
    pieces: list[str] = []
    before = ""
    for part in parts:
        if part.isdigit() and before:
            pieces[-1:] = [before + part, before]
        pieces.append(part)
        before = "" if part.isdigit() else part
    return pieces


def _split(name: str) -> list[str]:
    parts = re.compile(
        "[A-Z]{2,}s(?![a-z0-9])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|中+",
    )
    if name.isascii():
        return [part.lower() for part in parts.findall(name)]
    return [folded(name[a:b]) for a, b in (match.span() for match in parts.finditer(shape(name)))]


def _identifiers(piece: str) -> list[str]:
    text = piece.encode("latin-1").translate(_BYTES).decode("utf-8", "replace")
    # `re` does not count Indic and Thai vowel signs as letters, but they belong inside words.
    return re.compile(r"[\w\u0900-\u0dff\u0e00-\u0eff]+").findall(_normal(text))


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _dense(word: str) -> bool:
    return not word.isascii() and _begins_cjk(word)


def _begins_cjk(text: str) -> bool:
    return text >= _FIRST_CJK and _cjk().match(text) is not None


def _cjk() -> re.Pattern[str]:
    # Compiled on first use: it takes as long as reading a file, and most text does not need it.
    return re.compile(f"[{_CJK}]+")
