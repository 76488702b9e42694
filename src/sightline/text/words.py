"""Text as words: identifiers whole and in parts, for full text and for questions.

Does not stem, weigh or store anything.
"""

from __future__ import annotations

from itertools import chain

from sightline.lean.patterns import pattern
from sightline.text.randomness import SHORTEST, looks_random
from sightline.text.stopwords import QUESTION_WORDS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping

# More distinct identifiers than most projects have; then the memo starts anew.
_MEMO_LIMIT = 80_000

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
_SPACES = bytes([code if code in _LETTERS else 32 for code in range(256)])

# Scripts written without spaces, and Hangul, whose words carry particles: searched by bigrams.
_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)


def words(text: str) -> list[str]:
    """The lower-case words of ordinary text, in order; apostrophes stay inside a word."""
    found = pattern(r"[^\W_]+(?:['’][^\W_]+)*").findall(folded(text))
    if text.isascii():
        return found
    return [piece for word in found for piece in cjk_pieces(word.replace("’", "'"))]


def split_identifier(name: str) -> tuple[str, ...]:
    """The lower-case parts of an identifier: parseUTF8_textURLs is parse, utf, 8, text, urls."""
    return _parts[name]


def code_words(text: str) -> list[str]:
    """Every identifier whole and in parts, lower case, for the full text of code or prose."""
    return list(chain.from_iterable(map(_forms.__getitem__, _identifiers(text))))


def name_words(name: str) -> tuple[str, ...] | list[str]:
    """The same as code_words for what is most often a single identifier, made faster."""
    return _forms[name] if name.isascii() and name.isidentifier() else code_words(name)


def spaced(source: bytes) -> str:
    """ASCII source with a space for whatever is no part of an identifier: made once, cut often."""
    return source.translate(_SPACES).decode("ascii")


def spaced_words(text: str) -> list[str]:
    """The same as code_words for a part of what `spaced` made, about twice as fast."""
    return list(chain.from_iterable(map(_forms.__getitem__, text.split())))


def code_text(text: str) -> str:
    """The same as code_words joined by spaces: what a full-text table takes, made faster."""
    return " ".join(chain.from_iterable(map(_forms.__getitem__, _identifiers(text))))


def query_words(text: str) -> list[str]:
    """The words of a question in the form of code_words, once each, without filler words."""
    found = dict.fromkeys(code_words(text))
    kept = [word for word in found if word not in STOP_WORDS and word not in QUESTION_WORDS]
    # A question of nothing but filler ("what is this thing") still asks for something.
    return kept or [word for word in found if word not in STOP_WORDS]


def fts_query(words: Iterable[str]) -> str:
    """A full-text query that matches any of the words; a lone CJK character matches as prefix."""
    terms = []
    for word in words:
        quoted = '"' + word.replace('"', '""').replace("\0", "") + '"'
        lone = len(word) == 1 and _cjk().match(word) is not None
        terms.append(quoted + " *" if lone else quoted)
    return " OR ".join(terms)


def keyword_candidates(text: str) -> list[str]:
    """LO-7: the words of a prompt that may be its keywords, in order of first occurrence."""
    found = dict.fromkeys(words(text))
    return [word for word in found if word not in STOP_WORDS and (len(word) > 2 or _dense(word))]


def rarest(candidates: Iterable[str], counts: Mapping[str, int], limit: int = 10) -> list[str]:
    """Ruling 67: the rarest candidates by document count, ties by first occurrence."""
    ranked = sorted(enumerate(candidates), key=lambda pair: (counts.get(pair[1], 0), pair[0]))
    return [word for _, word in ranked[:limit]]


def folded(text: str) -> str:
    """Lower case, with compatibility forms (full width, ligatures, decomposed) made one."""
    return text.lower() if text.isascii() else _normal(text).lower().replace("i\u0307", "i")


def cjk_pieces(word: str) -> list[str]:
    """A word as it is, with each CJK run in it replaced by its overlapping bigrams."""
    pieces: list[str] = []
    for run in pattern(f"[{_CJK}]+|[^{_CJK}]+").findall(word):
        if _cjk().match(run) is None or len(run) < 3:
            pieces.append(run)
        else:
            pieces += [run[at : at + 2] for at in range(len(run) - 1)]
    return pieces


def shape(name: str) -> str:
    """Every character as its class (A upper, a lower, 0 digit, 中 CJK), so that cuts line up."""
    if name.isascii():
        return name
    cjk = _cjk()
    return "".join(
        "A" if c.isupper() else "中" if cjk.match(c) else "0" if c.isdigit() else _other(c)
        for c in name
    )


def _other(character: str) -> str:
    return "a" if character.isalpha() else "_"


class _Parts(dict[str, "tuple[str, ...]"]):
    """split_identifier's memo."""

    def __missing__(self, name: str) -> tuple[str, ...]:
        parts = tuple(_split(name))
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[name] = parts
        return parts


class _Forms(dict[str, "tuple[str, ...]"]):
    """code_words' memo: an identifier's whole and parts, or nothing if it says nothing."""

    def __missing__(self, name: str) -> tuple[str, ...]:
        if name.islower() and name.isascii() and name.isalpha() and len(name) < SHORTEST:
            forms: tuple[str, ...] = (name,) if len(name) > 1 else ()
        else:
            forms = _forms_of(name)
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[name] = forms
        return forms


_parts = _Parts()
_forms = _Forms()


def _forms_of(name: str) -> tuple[str, ...]:
    if len(name) >= SHORTEST and looks_random(name):
        return ()
    if name.islower() and name.isascii() and name.replace("_", "").isalpha():
        # Most long names: snake_case, all of whose parts are words.
        return tuple([word for word in dict.fromkeys((name, *name.split("_"))) if len(word) > 1])
    whole = folded(name)
    if not name.isascii():
        wholes = cjk_pieces(whole)
        if len(wholes) > 1 or _cjk().match(whole):
            return tuple(
                piece for piece in dict.fromkeys(wholes) if len(piece) > 1 or _dense(piece)
            )
    found = [whole]
    for segment in name.split("_"):
        if segment.isalpha() and segment.islower():
            found.append(segment)
        elif segment:
            found.append(folded(segment))
            found += _segment_parts(segment)
    return tuple(word for word in dict.fromkeys(found) if len(word) > 1 or _dense(word))


def _segment_parts(segment: str) -> list[str]:
    """Its camelCase pieces, with digits (utf8, http2) and without (utf, http)."""
    parts = _split(segment)
    if segment.isalpha():
        return parts
    pieces: list[str] = []
    held = ""
    for part in parts:
        if part.isdigit() and held:
            pieces[-1:] = [held + part, held]
        pieces.append(part)
        held = "" if part.isdigit() else part
    return pieces


def _split(name: str) -> list[str]:
    parts = pattern(
        "[A-Z]{2,}s(?![a-z0-9])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|中+",
    )
    if name.isascii():
        return [part.lower() for part in parts.findall(name)]
    return [folded(name[a:b]) for a, b in (match.span() for match in parts.finditer(shape(name)))]


def _identifiers(text: str) -> list[str]:
    if text.isascii():
        return pattern(r"[A-Za-z0-9_]+").findall(text)
    # Marks of Indic and Thai vowels are no letters to `re`, yet belong inside a word.
    return pattern(r"[\w\u0900-\u0dff\u0e00-\u0eff]+").findall(_normal(text))


def _normal(text: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFKC", text)


def _dense(word: str) -> bool:
    return not word.isascii() and _cjk().match(word) is not None


def _cjk() -> re.Pattern[str]:
    return pattern(f"[{_CJK}]")
