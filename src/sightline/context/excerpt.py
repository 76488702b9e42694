"""Shortens code: a body to the lines that matter for a question, a file to its skeleton."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.context.disclosure import LineRange
from sightline.model.indexed import IndexedSymbol, on_one_line
from sightline.text.tokens import estimate_tokens
from sightline.text.words import code_words

LEFT_OUT = "[{count} {lines} left out]"
# The most lines of a signature, and of its doc comment, that are always shown.
_HEAD_LINES = 8
_DOC_LINES = 2
# So many lines between two shown ones are shown too, if there is room.
_SMALL_GAP = 3
# A short line costs more tokens than this.
LEAST = 4
_COMMENT_STARTS = ('"""', "'''", 'r"""', "/*", "///", "//", "#", "*")
MINIMAL, STANDARD, VERBOSE = DETAILS = ("minimal", "standard", "verbose")
# The details of a skeleton, and the kinds a minimal one leaves out.
SMALL = ("const", "variable", "field")
# A longer signature is cut, and the value of a constant sooner.
MAX_SIGNATURE, MAX_VALUE = 160, 60


class Excerpt(NamedTuple):
    """A text or some lines of it, with marks for lines left out, and which lines those are."""

    text: str
    lines: tuple[LineRange, ...]
    is_whole: bool


def excerpt(text: str, words: Mapping[str, float], tokens: int) -> Excerpt:
    """The whole text if it costs at most `tokens`, else its head and its most relevant lines."""
    whole = estimate_tokens(text)
    lines = text.split("\n")
    if whole <= tokens:
        return Excerpt(text, (LineRange(1, len(lines)),), True)
    # By length: estimating every line would take as long as everything else here.
    share = whole / len(text)
    costs = [int(len(line) * share) + 2 for line in lines]
    shown = _head(lines)
    left = tokens - sum([costs[place] for place in shown]) - 8
    last = len(lines) - 1
    for place in _by_relevance(lines, words):
        # With one line around it, for readability.
        first, end = max(place - 1, 0), min(place + 1, last)
        new = [at for at in _without_gaps(first, end, shown, last) if at not in shown]
        if not new:
            continue
        cost = sum([costs[at] for at in new])
        if first not in shown and end not in shown:
            cost += 6  # for another mark of lines left out
        if cost <= left:
            left -= cost
            shown.update(new)
        elif left < LEAST:
            break
    return _shown(lines, shown)


def excerpt_of(text: str, places: Collection[int]) -> Excerpt:
    """The lines of a text at these places, from 0."""
    return _shown(text.split("\n"), places)


def _shown(lines: Sequence[str], shown: Collection[int]) -> Excerpt:
    return Excerpt(_with_marks(lines, shown), _ranges(shown), len(shown) == len(lines))


def _without_gaps(first: int, end: int, shown: set[int], last: int) -> range:
    """The lines from first to end, and up to shown ones near to them: a mark says less than a line."""
    for gap in range(1, _SMALL_GAP + 1):
        if first - gap - 1 in shown:
            first -= gap
            break
    for gap in range(1, _SMALL_GAP + 1):
        if end + gap + 1 in shown or end + gap == last:
            end += gap
            break
    return range(first, end + 1)


def _ranges(shown: Iterable[int]) -> tuple[LineRange, ...]:
    """Consecutive places as ranges of line numbers."""
    ranges: list[LineRange] = []
    for place in sorted(shown):
        if ranges and ranges[-1].last == place:
            ranges[-1] = ranges[-1]._replace(last=place + 1)
        else:
            ranges.append(LineRange(place + 1, place + 1))
    return tuple(ranges)


def _head(lines: Sequence[str]) -> set[int]:
    """The signature, and the first lines of a doc comment below it."""
    shown = {0}
    place = 0
    depth = 0
    for place, line in enumerate(lines[:_HEAD_LINES]):
        shown.add(place)
        depth += sum(line.count(mark) for mark in "([") - sum(line.count(mark) for mark in ")]")
        end = line.rstrip()
        if depth <= 0 and end.endswith((":", "{", "=>", "=")) and not end.lstrip().startswith("@"):
            break
    for at in range(place + 1, min(place + 1 + _DOC_LINES, len(lines))):
        if not lines[at].lstrip().startswith(_COMMENT_STARTS) and at > place + 1:
            break
        if lines[at].lstrip().startswith(_COMMENT_STARTS):
            shown.add(at)
    return shown


def relevance(lines: Sequence[str], words: Mapping[str, float]) -> list[float]:
    """For each line, the weights of the question's words in it and, by half, in two lines around."""
    own = [0.0, 0.0]
    for line in lines:
        matches = words.keys() & code_words(line)
        own.append(sum([words[word] for word in sorted(matches)]) if matches else 0.0)
    own += (0.0, 0.0)
    return [
        own[at] + 0.5 * (own[at - 2] + own[at - 1] + own[at + 1] + own[at + 2])
        for at in range(2, len(own) - 2)
    ]


def _by_relevance(lines: Sequence[str], words: Mapping[str, float]) -> list[int]:
    """Lines by their relevance, earlier lines first on a tie."""
    around = relevance(lines, words)
    order = range(len(lines))
    return sorted((at for at in order if lines[at].strip()), key=lambda at: (-around[at], at))


def _with_marks(lines: Sequence[str], shown: Collection[int]) -> str:
    out: list[str] = []
    missing = 0
    for place, line in enumerate([*lines, ""]):
        if place in shown or place == len(lines):
            if missing:
                after = out[-1] if out else ""
                indent = (line or after)[: len(line or after) - len((line or after).lstrip())]
                mark = LEFT_OUT.format(count=missing, lines="line" if missing == 1 else "lines")
                out.append(indent + mark)
                missing = 0
            if place < len(lines):
                out.append(line)
        else:
            missing += 1
    return "\n".join(out)


def indent_of(source: bytes | None, line: int) -> int:
    """The indentation of a line of a file."""
    lines = (source or b"").split(b"\n", line)
    if line > len(lines):
        return 0
    text = lines[line - 1]
    return len(text) - len(text.lstrip())


def dedented(text: str, indent: int) -> str:
    """The text of a symbol without the indentation of its first line."""
    if not indent:
        return text
    first, *rest = text.split("\n")
    return "\n".join([first, *(_without_indent(line, indent) for line in rest)])


def _without_indent(line: str, indent: int) -> str:
    blank = len(line) - len(line.lstrip())
    return line[min(indent, blank) :]


def skeleton(symbols: Sequence[IndexedSymbol], detail: str) -> str:
    """The skeleton of one file as lines: number, indentation by nesting, signature.

    Minimal: names of what is not a constant or a field. Standard: signatures. Verbose: also the
    first sentence of each doc comment and every nested and small symbol.
    """
    depth = _depths(symbols)
    lines = []
    for symbol in symbols:
        if symbol.kind == "module" or not _is_shown(symbol, depth[symbol.id], detail):
            continue
        indent = "  " * max(0, depth[symbol.id] - 1)
        lines.append(f"{symbol.line} {indent}{_skeleton_line(symbol, detail)}")
        if detail == VERBOSE and symbol.doc:
            lines.append(f"  {indent}  {symbol.doc}")
    return "\n".join(lines)


def _is_shown(symbol: IndexedSymbol, depth: int, detail: str) -> bool:
    if detail == VERBOSE:
        return True
    if detail == MINIMAL:
        return symbol.kind not in SMALL and depth <= 2
    # Constants of a class and functions inside functions are details.
    return depth <= 1 or symbol.kind not in SMALL


def _skeleton_line(symbol: IndexedSymbol, detail: str) -> str:
    if detail == MINIMAL:
        return f"{symbol.kind} {symbol.name}"
    signature = on_one_line(symbol.signature) or f"{symbol.kind} {symbol.name}"
    most = MAX_VALUE if symbol.kind in SMALL and detail != VERBOSE else MAX_SIGNATURE
    return signature if len(signature) <= most else signature[: most - 1] + "…"


def _depths(symbols: Sequence[IndexedSymbol]) -> dict[int, int]:
    """How deep each symbol is nested; the file's module is 0."""
    depths = {0: -1}
    for symbol in symbols:
        depths[symbol.id] = depths.get(symbol.parent_id, -1) + 1
    return depths
