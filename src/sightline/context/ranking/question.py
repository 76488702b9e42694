"""Parses a question: its weighted words, and the paths, lines, stack frames and names it mentions.

Reads the text only; `context.ranking.evidence` finds out what of it exists.
"""

import math
import re
from itertools import pairwise
from typing import NamedTuple

from sightline.context.ranking import mentions
from sightline.context.ranking.mentions import Place, StackFrame
from sightline.text.word_lists import QUESTION_WORDS, REPORT_WORDS, STOP_WORDS, word_set
from sightline.text.word_root import root
from sightline.text.words import code_words

# Of a longer text only both ends are read: the question is there, logs are in the middle.
LONGEST_START, LONGEST_END = 16_000, 6_000

# The weight of a word by the segment it is in.
TITLE, PROSE, INLINE, CODE, TRACE, ASIDE = 2.0, 0.8, 1.6, 0.4, 0.25, 0.15
# The share of it that words of reports have in a question of one line.
REPORT = 0.5
# How likely an identifier is meant, by the segment it is in.
MEANT, QUOTED, MAYBE = 1.0, 0.5, 0.3
# Particles that code joins to their verbs: login, signup, rollback, timeout.
_PARTICLES = word_set("in out up off on over back down")


class Question(NamedTuple):
    """What a text asks about, as far as the text itself tells."""

    title: str
    words: dict[str, float]  # for the full-text search, with their weights
    names: dict[str, float]  # identifiers as written, with how likely they are meant
    dotted: tuple[str, ...]  # a.b, A::b, A#b as written
    places: tuple[Place, ...]  # paths and links, with lines where given
    frames: tuple[StackFrame, ...]  # of stack traces, the innermost last
    content: int  # how many different words it has, without stop words
    options: tuple[str, ...] = ()  # of several words: line-range for --line-range
    quoted: tuple[str, ...] = ()  # names in backticks or with parentheses: `expire`, expire()


def understand(text: str) -> Question:
    """Parse a question."""
    text = shortened(text.replace("\r\n", "\n"))
    attached = mentions.with_lines_attached(text)
    segments = _segments(attached)
    words = _words(segments)
    options = mentions.options("\n".join((segments.title, segments.prose, segments.inline)))
    outside_traces = "\n".join(_without_trace(attached, []))
    return Question(
        segments.title,
        words,
        _names(segments, options),
        mentions.dotted(text),
        mentions.places(outside_traces),
        mentions.frames(text),
        len(words),
        options,
        mentions.quoted_names(f"{segments.title}\n{segments.prose}"),
    )


def compounds(question: Question) -> dict[str, float]:
    """Words that follow each other in the first line, as code joins them: dry_run, login."""
    words = [word.lower() for word in re.compile(r"[A-Za-z][A-Za-z0-9]*").findall(question.title)]
    joined: dict[str, float] = {}
    for size in (2, 3):
        for start in range(len(words) - size + 1):
            run = words[start : start + size]
            if all(len(word) > 1 and word in question.words for word in run):
                weight = min(question.words[word] for word in run)
                joined |= dict.fromkeys(("".join(run), "_".join(run)), weight)
    for verb, particle in pairwise(words):
        if particle in _PARTICLES and verb in question.words:
            for base in (verb, root(verb)):  # "signing up" is `signup`
                both = (base + particle, f"{base}_{particle}")
                joined |= dict.fromkeys(both, question.words[verb])
    return joined


def shortened(text: str) -> str:
    """The text, or both its ends when it is very long."""
    if len(text) <= LONGEST_START + LONGEST_END:
        return text
    return text[:LONGEST_START] + "\n" + text[-LONGEST_END:]


class _Segments(NamedTuple):
    """A text divided into kinds of text."""

    title: str
    prose: str
    inline: str
    code: str
    trace: str
    aside: str  # headings, checklists and environment of issue templates


def _segments(text: str) -> _Segments:
    text = re.compile(r"<!--.*?-->", re.DOTALL).sub(" ", text).lstrip()
    if "@" in text:
        text = _trailer().sub("", text)
    title, _, rest = text.partition("\n")
    fences: list[str] = []
    inline: list[str] = _inline().findall(title)
    if not rest:
        return _Segments(_without_links(title), "", "\n".join(inline), "", "", "")

    def fence(match: re.Match[str]) -> str:
        fences.append(match[0].strip("`~"))
        return "\n"

    rest = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL).sub(fence, rest)
    rest = _without_links(rest)
    inline += _inline().findall(rest)
    rest = _inline().sub(" ", rest)
    trace: list[str] = []
    code = [line for block in fences for line in _without_trace(block, trace)]
    is_aside = _aside().match
    aside: list[str] = []
    prose: list[str] = []
    for line in _without_trace(rest, trace):
        (aside if is_aside(line) else prose).append(line)
    return _Segments(_without_links(title), *map("\n".join, (prose, inline, code, trace, aside)))


def _without_links(text: str) -> str:
    return re.compile(r"https?://\S+").sub(" ", text) if "://" in text else text


def _without_trace(text: str, trace: list[str]) -> list[str]:
    """The lines outside of stack traces; lines of traces are added to `trace`."""
    is_trace = mentions.trace_line().match
    others = []
    quotes_code = False  # below a frame Python prints the line that runs, indented more
    for line in text.split("\n"):
        if is_trace(line) or (quotes_code and line.startswith("    ")):
            trace.append(line)
            quotes_code = line.lstrip().startswith('File "') or quotes_code
        else:
            others.append(line)
            quotes_code = False
    return others


def _words(segments: _Segments) -> dict[str, float]:
    """The weight of every word: by segment, and a little more when it is repeated."""
    weights: dict[str, float] = {}
    # In a report `error` and `http` are said of anything; a short question means them.
    one_line = not any(segments[1:])
    for text, weight in zip(segments, (TITLE, PROSE, INLINE, CODE, TRACE, ASIDE), strict=True):
        counts: dict[str, int] = {}
        for word in code_words(text):
            counts[word] = counts.get(word, 0) + 1
        for word, count in counts.items():
            if word in STOP_WORDS or word in QUESTION_WORDS:
                continue
            if word in REPORT_WORDS and not one_line:
                continue
            share = REPORT if word in REPORT_WORDS else 1.0
            weights[word] = weights.get(word, 0.0) + share * weight * (1.0 + math.log(count))
    return weights


def _names(segments: _Segments, options: tuple[str, ...]) -> dict[str, float]:
    """Identifiers, each with the strongest sign that it is meant."""
    weights: dict[str, float] = {}

    def note(names: list[str], weight: float) -> None:
        for name in names:
            if 1 < len(name) <= 100 and name.lower() not in STOP_WORDS:
                weights[name] = max(weights.get(name, 0.0), weight)

    identifier = re.compile(r"[^\W\d][\w$]*")
    shaped = _shape().fullmatch
    first, prose, inline = segments.title, segments.prose, segments.inline
    for option in options:
        # The words of an option do not name anything on their own.
        first, prose, inline = (text.replace(f"--{option}", " ") for text in (first, prose, inline))
        note(mentions.spellings(option), MEANT)
    plain = f"{first}\n{prose}"
    note(identifier.findall(inline), MEANT)
    note(re.compile(r"(?<![\w$])([^\W\d][\w$]*)\(").findall(plain), MEANT)
    note([name for name in identifier.findall(plain) if shaped(name[:120])], MEANT)
    title = [name for name in identifier.findall(first) if len(name) > 2]
    note([name for name in title if name.lower() not in REPORT_WORDS], MAYBE)
    note(identifier.findall(segments.code), QUOTED)
    note(identifier.findall(segments.trace), MAYBE)
    return weights


def _shape() -> re.Pattern[str]:
    """Matches what only identifiers look like: snake_case, camelCase, _private, CONSTANT_CASE."""
    return re.compile(r"[a-z0-9]+_\w+|_\w+|\w*[a-z0-9][A-Z]\w*|[A-Z][A-Z0-9]+_[A-Z0-9_]+|\w+_")


def _aside() -> re.Pattern[str]:
    """Matches lines of issue templates: headings, checklists and the environment."""
    return re.compile(
        r"\s*(?:#{1,6}\s|\*\*[^*\n]{1,60}\*\*:?\s*$|[-*+] \[[ xX]\]|\|.*\|\s*$"
        r"|(?:[-*+] )?(?:\*\*)?(?:os|operating system|platform|environment|browser|device|node"
        r"|npm|yarn|python|ruby|php|java|go|rust|rustc|cargo|version|versions|[\w-]+ version)"
        r"(?:\*\*)?\s*[:=])",
        re.IGNORECASE,
    )


def _trailer() -> re.Pattern[str]:
    """Matches lines of a commit message that name a person: `Co-authored-by: A Name <a@name.org>`."""
    return re.compile(r"^[A-Z][a-z]+(?:-[A-Za-z]+)+: .*<[^<>\s]+@[^<>\s]+>[ \t]*$", re.MULTILINE)


def _inline() -> re.Pattern[str]:
    return re.compile(r"`([^`\n]{1,160})`")
