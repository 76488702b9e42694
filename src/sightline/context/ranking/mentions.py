"""Finds mentions of code in a text: paths with lines, stack frames, dotted and quoted names.

Knows the forms in which languages and hosts print them, but no project.
"""

import re
from typing import NamedTuple

from sightline.text.word_lists import word_set

# A file name has one of these endings; anything else with a dot is a name or a sentence.
ENDINGS = word_set(
    """
    py pyi pyx go rs js jsx mjs cjs ts tsx mts cts java kt kts scala sc rb rake php c h cc cpp cxx
    hpp hh hxx m mm cs fs swift dart lua ex exs erl hs ml mli jl zig nim r pl pm sh bash zsh ps1
    sql vue svelte astro html css scss less md rst txt toml yaml yml json xml ini cfg gradle cmake
    proto graphql sol tf hcl groovy clj cljs el vim y l
    """
)


_MODULE = (
    r"(?:[\w+-]+://[^/\s()]*/)?(?P<path>(?:[A-Za-z]:)?[^\s():?]+{ending})(?:\?[^\s():]*)?"
    r":(?P<line>\d+):\d+"
)
# Traces that name the innermost frame first; each of them contains a colon.
_TRACES = {
    # Modules may be URLs, those of a development server with a query.
    "script": r"\bat (?:async )?(?:new )?(?P<name>[\w$.<>#]+) (?:\[as \w+\] )?\(?"
    + _MODULE.format(ending=""),
    "nameless script": r"^[ \t]*at (?:async )?(?P<name>)"
    + _MODULE.format(ending=r"\.(?:[cm]?[jt]sx?|vue|svelte)"),
    "ruby": r"(?<![\w\-./])(?P<path>[\w\-./]+\.rb):(?P<line>\d+):in [`']"
    r"(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in )?(?P<name>[\w?!=.#:<>]+)'",
    "dotnet": r"^[ \t]*at (?P<name>[\w.`+<>\[\],]+)\([^()\n]{0,400}\) in "
    r"(?P<path>[^\n]{1,300}?\.\w+):line (?P<line>\d+)",
    "php": r"#\d+ (?P<path>[^\s(]+\.php)\((?P<line>\d+)\): (?P<name>[\w\\:>-]+)\(",
    "go": r"^(?:[\w./\-]+\.)?(?:\(\*?\w+\)\.)?(?P<name>\w+)\([^\n]*\)\n"
    r"[ \t]+(?P<path>[^\s:]+\.go):(?P<line>\d+)",
    "rust": r"^[ \t]*\d+:[ \t]+(?:0x\w+ - )?(?P<name>\w[^\n]*?)\n"
    r"[ \t]+at (?P<path>[^\s:]+\.rs):(?P<line>\d+)",
}


# How people and compilers refer to lines of a file; compilers add a column.
_PATH = r"(?P<path>[\w.~@+/\\-]*\.\w+)"
_NUMBERS = r"(?P<first>\d{1,7})(?:\s*(?:-|–|to|bis|à)\s*(?P<last>\d{1,7}))?"
_LINES = r"(?:lines?|zeilen?|lignes?|l[ií]neas?|linhas?|rig[ah]e?|строк[аеиу])\s+" + _NUMBERS
_LINES_AFTER = (
    rf"(?<![\w.~@+/\\-]){_PATH}(?:[`\"']?,?\s+(?:(?:on|at|in|around|near)\s+)?\(?{_LINES}(?!\w)\)?"
    r"|\((?P<alone>\d{1,7})(?:,\s*\d{1,7})?\))"
)
_LINES_BEFORE = (
    rf"(?<!\w){_LINES}\s+(?:of|in|from|von|de|du|di|в)\s+(?:the\s+)?(?:file\s+)?[`\"']?{_PATH}"
)


class Place(NamedTuple):
    """A path as written, with its lines where they are given (0 where not)."""

    path: str
    first: int
    last: int


class StackFrame(NamedTuple):
    """One frame of a stack trace; the function or the line may be missing ("" and 0)."""

    path: str
    line: int
    function: str


def places(text: str) -> tuple[Place, ...]:
    """Paths and links to files, in the order of the text, each once."""
    places: dict[Place, None] = {}
    if "://" in text:
        for match in _link().finditer(text):
            first = int(match[2] or 0)
            places[Place(match[1], first, int(match[3] or first))] = None
        text = re.compile(r"https?://\S+").sub(" ", text)
    for match in _path().finditer(text) if "." in text else ():
        path = match[1].replace("\\", "/").strip("./")
        if path.rpartition(".")[2].lower() in ENDINGS and len(path) < 300:
            first = int(match[2] or 0)
            places[Place(path, first, max(first, int(match[3] or 0)))] = None
    return tuple(places)


def with_lines_attached(text: str) -> str:
    """The text with `a.py line 3`, `a.py(3)` and `line 3 of a.py` written as `a.py:3`."""
    if re.compile(r"\.\w").search(text) is None:
        return text  # it names no file
    text = re.compile(_LINES_AFTER, re.IGNORECASE).sub(_attached, text)
    return re.compile(_LINES_BEFORE, re.IGNORECASE).sub(_attached, text)


def frames(text: str) -> tuple[StackFrame, ...]:
    """Frames of the stack traces in a text, the innermost last."""
    patterns = [_python()] if 'File "' in text else []
    patterns += [_notebook()] if ".py" in text else []
    outermost_first = [
        (match.start(), StackFrame(match[1], int(match[2] or 0), _bare(match[3])))
        for pattern in patterns
        for match in pattern.finditer(text)
    ]
    innermost_first = _innermost_first(text) if ":" in text else []
    outermost_first.sort()
    innermost_first.sort(reverse=True)
    return tuple(frame for _, frame in (*innermost_first, *outermost_first))


def dotted(text: str) -> tuple[str, ...]:
    """Names of several parts as written: a.b.c, A::b, A#b, a->b; each once, in order."""
    if not any(joint in text for joint in (".", "::", "#", "->")):
        return ()
    pattern = re.compile(r"(?<!\w)[^\W\d]\w*(?:(?:\.|::|#|->)[^\W\d]\w*)+")
    return tuple(dict.fromkeys(match[0] for match in pattern.finditer(text)))


def proper_names(text: str) -> tuple[str, ...]:
    """Capitalised words that do not begin a sentence; of a name of several words only the first."""
    pattern = re.compile(r"(?<=[^\W\d_][ ,])[ ]?([A-Z][a-z][A-Za-z0-9]+)\b(?![.:/(\\-]\w)")
    names, end = [], -1
    for match in pattern.finditer(text):
        if match.start(1) != end + 1:  # "View" in "Mountain View" is no name of its own
            names.append(match[1])
        end = match.end(1)
    return tuple(dict.fromkeys(names))


def quoted_names(text: str) -> tuple[str, ...]:
    """Names that are certainly code: `expire`, `expire()` or expire()."""
    if "`" not in text and "()" not in text:
        return ()
    name = r"([^\W\d][\w$]{2,})"
    pattern = re.compile(rf"(?<!`)`{name}(?:\(\))?`(?!`)|(?<![\w$.:]){name}\(\)")
    return tuple(dict.fromkeys(one or other for one, other in pattern.findall(text)))


def parts_of(name: str) -> list[str]:
    """The parts of a name as `dotted` finds them."""
    return re.compile(r"\.|::|#|->").split(name)


def options(text: str) -> tuple[str, ...]:
    """Command options of several words, such as `line-range` for --line-range; each once."""
    if "--" not in text:
        return ()
    pattern = re.compile(r"(?<![\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\w-])")
    return tuple(dict.fromkeys(pattern.findall(text)))


def spellings(option: str) -> list[str]:
    """How code spells an option such as line-range: line_range, lineRange, LineRange."""
    first, *rest = option.split("-")
    more = "".join(map(str.capitalize, rest))
    return [option.replace("-", "_"), first + more, first.capitalize() + more]


def trace_line() -> re.Pattern[str]:
    """Matches the start of a line of a stack trace."""
    return re.compile(
        r"\s*(?:File \"|Traceback \(|at (?:async |new )?[\w$.<>]+[ (]|from \S+:\d+:in "
        r"|-+> ?\d+|[~/.]\S*\.py in |#\d+ \S+\.php\(|\d+: +\w+::|goroutine \d+ \[)",
    )


def _innermost_first(text: str) -> list[tuple[int, StackFrame]]:
    """Frames of traces that name the innermost first, each with its offset in the text."""
    frames = [
        (match.start(), StackFrame(match["path"], int(match["line"]), _bare(match["name"])))
        for source in _TRACES.values()
        for match in re.compile(source, re.MULTILINE).finditer(text)
    ]
    for match in _java().finditer(text):
        folder = match[1].replace(".", "/").partition("$")[0].rpartition("/")[0]
        path = f"{folder}/{match[3]}" if folder else match[3]
        frames.append((match.start(), StackFrame(path, int(match[4]), _bare(match[2]))))
    return frames


def _attached(match: re.Match[str]) -> str:
    groups = match.groupdict()
    path, first, last = groups["path"], groups["first"] or groups.get("alone"), groups["last"]
    if path.rpartition(".")[2].lower() not in ENDINGS:
        return match[0]
    return f"{path}:{first}-{last}" if last else f"{path}:{first}"


def _bare(name: str | None) -> str:
    """The last part of a function's name as traces print it; "" for an anonymous function."""
    last = re.compile(r"\.|::|#|->|\\").split(name or "")[-1].strip("<>{}` ")
    return "" if last in ("module", "lambda", "listcomp", "anonymous", "closure") else last


def _python() -> re.Pattern[str]:
    return re.compile(r'File "([^"\n]{1,300})", line (\d+)(?:, in ([\w.<>]+))?')


def _notebook() -> re.Pattern[str]:
    return re.compile(
        r"^[ \t]*(?:File )?([^\s:*`'\"]{1,200}\.py)(?::(\d+))?,? in ([\w<>]+)\(",
        re.MULTILINE,
    )


def _java() -> re.Pattern[str]:
    return re.compile(r"\bat ([\w.$]+)\.([\w$<>]+)\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)")


def _link() -> re.Pattern[str]:
    return re.compile(
        r"https?://[^/\s]+/[^/\s]+/[^/\s]+/(?:-/)?(?:blob|blame|tree|raw)/[^/\s]+/([^\s#?)\]>\"']+)"
        r"(?:\?[^\s#]*)?(?:#L(\d+)(?:-L?(\d+))?)?",
    )


def _path() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.~@+/\\-])([\w.~@+/\\-]*\.\w+)(?:(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?)?",
    )
