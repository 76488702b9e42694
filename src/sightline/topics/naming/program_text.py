"""Tells what a program wrote in a prompt from what a person did: traces, logs, patches, data, code.

It also names the error or the function in such text, for prompts that say little else.
"""

import re

# A request may follow a long log.
_HEAD, _TAIL = 4000, 1000
# The ends of a very long line show what it is.
_LINE_HEAD, _LINE_TAIL = 400, 100
_LEVEL = r"(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|FEHLER|WARNUNG)"
_DAY = r"(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?/[A-Z][a-z]{2}/\d{4})"
_TIME = r"\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M\b)?(?:Z|[+-]\d\d:?\d\d)?"
TIMESTAMP = rf"\[?\b{_DAY}(?:,? +|T|:){_TIME}\]?\s*"
# A place in a source file, as traces and compilers write it.
_PLACE = r"[^\s()]*[\w/\\>]\.?\w*:\d+(?::\d+)?"
_TRACES = (
    r"Traceback\b|File \"[^\"]+\", line|\^[\^~]*$|During handling of|The above exception",
    r"(?:at|At) (?:async |new )?\S+(?: \[as \w+\])? ?\((?:"
    + _PLACE
    + r"|native|\[native code\]|<anonymous>|Native Method|Unknown Source|[\w$]+\.\w+)\)",
    r"at (?:async )?(?:file:|/|[A-Za-z]:\\)\S*:\d+|at (?:<anonymous>|async \S+$)|\S+@(?:https?|file|webpack)\S*:\d+:\d+$|#\d+ +\S+\(\d+\): ",
    r"thread '|note: run with|stack backtrace|\d+: +0x[0-9a-f]|-->|\||\d+ +\||= (?:note|help):",
    r"goroutine \d+|panic[:(]|\[signal |created by \S+\.|exit status \d|\S+\(0x[^)]*\)$|\[\{?\w+\.\w+:\d",
    r"at [\w.<>`$]+\(.*\)(?: in .*)?$|Stack trace:$|thrown in /|Process: \S+, PID|\d+ {2,}\S|[~^]{2,}\s*$",
    r"Caused by:|Exception in thread|PHP [A-Z]|from \S+:\d+:in |Segmentation fault"
    r"|Uncaught (?:\(in promise\)|\S*(?:Error|Exception)\b)|Unhandled (?:exception[.:]|Runtime Error|Rejection)",
    rf"{_PLACE}: [A-Z]\w*(?:Error|Exception)$",
    r"(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception|Panic|Fault|Failure)\b(?: ?[\[(][^\])]*[\])])?:",
    r"[Ee]rror(?:\[\w+\]| [A-Z]+\d+)?:|fatal:|[Ww]arning(?:\[\w+\])?:.*[\[(]\S+[\])]$",
    rf"(?:{_PLACE}|\S+\.\w+\(\d+,\d+\))(?::| -) ?(?:fatal |in |(?:error|warning)\b)",
)
_LOGS = (
    rf"\[?{_DAY}(?:,? +|T|:)\d\d?:\d\d|\[?\d\d:\d\d:\d\d|\[\d\d:\d\d|[A-Z][a-z]{{2}} +\d{{1,2}} \d\d:\d\d",
    r"[IWEF]\d{4} \d\d:\d\d|\d{10}(?:\d{3})?(?:\.\d+)? |\d\d-\d\d \d\d:\d\d:\d\d|\d+\.\d+\.\d+\.\d+ \S+ \S+ \[",
    rf"\[?{_LEVEL}\b|\[Nest\]|level=|time=\"|[\w.-]+[-_]\d+ +\| |npm (?:ERR|error|warn|WARN)|Job failed(?::|$)",
)
_RUNS = (
    r"(?:FAIL|PASS|FAILED|PASSED)(?: +\S*[./:]|$)|[✓✔✗✕✘×❯●⎯√]|--- (?:FAIL|PASS)|=== RUN|(?:not )?ok \d",
    r"_{3,} .* _{3,}$|On branch \S+$|Changes (?:not staged|to be)|Untracked files:|(?:modified|new file|deleted): ",
    r"E\s{2,}|={3}|-{3}|Test(?:s| Suites| Files)[: ] *\d|\S+\.\w{1,5} [.FEsxX]+\s*(?:\[|$)",
    r">\s|\$\s|(?:\(\S+\) )?[\w.-]+@[\w.-]+[:~ ].*[$#%] ",
)
_DATA = (
    r"[{}\[\]()]+[,;]?\s*$|\"[\w-]+\": |[\[{]\s*[\"'\[{].*[\]}][,;]?\s*$|//|/\*|\*/",
    r"<[/\w!][^<>]*>?\s*$|<(\w+)[^>]*>.*</\1>\s*$|#include\b|#!/|@\w+\(.*\)$",
    r"(?:SELECT|INSERT INTO|DELETE FROM|CREATE|ALTER|DROP|UPDATE \w+ SET|WITH \w+ AS|(?:LEFT |INNER )?JOIN"
    r"|FROM|WHERE|GROUP BY|ORDER BY|VALUES|LIMIT \d)\b(?! [a-z]+ [a-z]+ [a-z]+)",
)
_CODE = (
    r".*(?:[;{]|=>)\s*$|(?:const|let|var|val)\s+(?:[\w$]+|\{[^}]*\}|\[[^\]]*\])\s*(?::[^=]+)?=\s*\S",
    r"(?:(?:export|default|async|public|private|protected|static|final|pub|abstract) +)*"
    r"(?:def \w+\(|class \w+.*[:{]\s*$|function\b ?\w*\(|fn \w+[(<]|func (?:\([^)]*\) )?\w+\(|interface \w+ ?\{)",
    r"from [\w.]+ import \w|import (?:.* from )?[\"']|import \{|using \w[\w.]*;|package \w[\w.]*;",
)
_SOURCE = rf"\s*(?:{'|'.join((*_DATA, *_CODE))})"
_PROGRAM = rf"\s*(?:{'|'.join((*_TRACES, *_LOGS, *_RUNS, *_DATA, *_CODE))})"
# Indented lines continue what a program wrote; lists of people are indented as well.
_DEEP = r"(?: {4}|\t)\s*(?![-*+•]|\d+[.)])\S"
_INDENTED = r"[ \t]+(?![-*+•]|\d+[.)])\S"
# A line without these characters and words is a sentence, and needs no closer look.
_MARKS = frozenset(':;{}<>[]()|$=`@~^_*+\t\\"✓✔✗✕✘×❯●⎯√')
_OPENERS = frozenset(
    ("at", "exit", "npm", "from", "on", "ok", "not", "E", "Segmentation", "Uncaught")
)
# A command above what it printed.
_COMMAND = (
    r"(?:sudo |npx )?(?:docker|podman|kubectl|helm|terraform|git|gh|npm|pnpm|yarn|bun|node|deno|cargo|go|python3?|pip"
    r"|uv|pytest|make|cmake|gradle|mvn|dotnet|composer|bundle|rails|curl|cd|ls)(?: \S+){1,5}$"
)
_FENCE = r"(?ms)^[ \t]*(```+|~~~+)([^\n`]*)\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)"
_PATCH = (
    r"(?m)^(?:diff --git .*|--- \S+.*(?=\n\+\+\+ ))\n"
    r"(?:(?:index |new file|deleted file|similarity|rename|old mode|new mode|---|\+\+\+|@@|[+\- ]|Binary).*\n?"
    r"|\n(?=[+\-@ ]))*"
)
# A data structure within the line of a sentence; a place in a trace with its line of code.
_OBJECT = r"['\"]?\{\s*[\"'][^\n]*[\"'\d\w\]}]\s*\}['\"]?"
_TRACED = (
    r"(?m)^thread '.* panicked at .*:\n.*|^\s*(?:File \"|\S+\.\w{1,5}:\d+: in ).*(?:\n[ \t]+.*)?"
)
# Tags around a request; what is in them is what a person asks.
_WRAPPER = (
    r"(?i)</?(?:task|request|prompt|instructions?|user_query|query|question|goal|objective)\s*>"
)
_ERROR = (
    r"(?<![A-Za-z])(?:[a-z]\w*\.)*([A-Z]\w*(?:Error|Exception|Panic|Fault|Failure|Warning)|panic(?=ked|:)"
    r"|panic|segfault)(?!\w*\.\w+[:(])(?:ked)?\b"
    r"|\berror(?: |\[)([A-Z]{1,5}\d{3,5})\b"
)
_MESSAGE = r"(?:Error|Exception|Panic|Fault|Failure)(?: ?[\[(][^\])]*[\])])?:[ \t]*(\S.*)"
_LIBRARY = (
    r"node_modules|site-packages|dist-packages|/rustc/|\.cargo/|/go/pkg/|<frozen|node:|/usr/lib"
)
_SOURCE_FILE = (
    r"([\w-][\w.-]*\.[A-Za-z]{1,5})\b(?:[\"',:]* ?line|[\"',]*[:(]\d|[\"',]*(?:[:, )]|$))"
)
# What a log or a compiler puts before its message.
_MESSAGE_HEAD = (
    rf"^(?:\s|{TIMESTAMP}|[A-Z][a-z]{{2}} +\d{{1,2}} \d\d:\d\d:\d\d|[IWEF]?\d{{4,}}(?:\.\d+)?\b|{_TIME}|{_LEVEL}\b:?"
    r"|\[[^\]]*\]|npm ERR!|(?:[\w$]+\.)*\w*[Ee]rror(?:\[\w+\])?:|fatal:|- |\d+ |\S+\.\w+:\d+\]|\|"
    r"|[\w-]+(?:\[\d+\])?: (?=\S)|(?:\(\S+\) )?\S+@\S+[:~ ].*?[$#%] |\$ )+"
)
_NAMED = (
    r"\b(?:def|class|function\*?|fn|func(?: \([^)]*\))?|interface|struct|enum|trait|type)\s+(\w+)(?=\s*[(<{:=]|\s+\w+ \w)"
    r"|\b(?:const|let|var|val)\s+(\w+)\s*(?::[^=\n]+)?="
)
_TABLE = r"\b(?:FROM|INTO|UPDATE|TABLE(?: IF NOT EXISTS)?)\s+[\"`]?(\w+)"


def written_lines(prompt: str) -> list[str]:
    """The lines that a person wrote, in order."""
    text = _without_blocks(_ends(prompt))
    if not re.compile(r"\w").search(text):
        # Somebody put all of it into a block.
        text = re.compile(r"(?m)^[ \t]*[`~]{3}.*$").sub("", _ends(prompt))
    lines = [line for line in text.splitlines() if line.strip()]
    has_flush = any(not line[:1].isspace() for line in lines)
    written: list[str] = []
    after_program = False
    for line in lines:
        is_program = not _is_sentence(line) and _is_program(line)
        if is_program and written and not after_program and re.compile(_COMMAND).match(written[-1]):
            written.pop()
        deeper = _INDENTED if after_program else _DEEP
        after_program = is_program or (has_flush and re.compile(deeper).match(line) is not None)
        if not after_program:
            written.append(re.compile(_OBJECT).sub(" ", line) if "{" in line else line)
    return written


def named_error(prompt: str) -> str:
    """The kind of the first error in a prompt, without its package: "KeyError"; "" if there is none."""
    match = re.compile(_ERROR).search(_ends(prompt))
    error = (match.group(1) or match.group(2)) if match else ""
    return error[:1].upper() + error[1:]


def described_error(prompt: str) -> str:
    """The kind of an error and where it occurred, or what it says."""
    error = named_error(prompt)
    if not error:
        return ""
    text = _ends(prompt)
    if file := named_file(text):
        return f"{error} in {file}"
    message = re.compile(_MESSAGE).search(text)
    return f"{error}: {message.group(1).strip()}" if message else error


def named_file(prompt: str) -> str:
    """The file of the project that a trace names: the innermost call is last in Python's."""
    lines = _ends(prompt).splitlines()
    program = [line for line in lines if line[:1].isspace() or _is_program(line)]
    library, file = re.compile(_LIBRARY), re.compile(_SOURCE_FILE)
    places = [file.search(line) for line in program if not library.search(line)]
    files = [place.group(1) for place in places if place]
    if not files:
        return ""
    return files[-1] if "Traceback" in prompt else files[0]


def message_of(line: str) -> str:
    """What a line of a log or a terminal says, without time, level and origin."""
    return re.compile(_MESSAGE_HEAD).sub("", line)


def worst_line(prompt: str) -> str:
    """The first line of a log that speaks of an error, or else its first line."""
    lines = [line for line in _ends(prompt).splitlines() if re.compile(r"[^\W\d]").search(line)]
    failed = re.compile(r"(?i)error|fatal|fehler|fail|exception|timeout")
    return next((line for line in lines if failed.search(line)), lines[0] if lines else "")


def named_code(prompt: str) -> str:
    """What the code in a prompt defines first, or the table of its query; "" if it has none."""
    text = _ends(prompt)
    blocks = [match.group(3) for match in re.compile(_FENCE).finditer(text)]
    code = "\n".join(blocks) or "\n".join(
        line for line in text.splitlines() if re.compile(_SOURCE).match(line)
    )
    if match := re.compile(_NAMED).search(code):
        return match.group(1) or match.group(2)
    table = re.compile(_TABLE).search(code)
    return f"{table.group(1)} query" if table else ""


def _ends(prompt: str) -> str:
    """The beginning of a prompt, and its last lines, none of them very long."""
    if len(prompt) > _HEAD + _TAIL:
        prompt = prompt[:_HEAD] + "\n" + prompt[-_TAIL:].partition("\n")[2]
    if len(prompt) <= _LINE_HEAD + _LINE_TAIL:
        return prompt
    return "\n".join(
        line
        if len(line) <= _LINE_HEAD + _LINE_TAIL
        else f"{line[:_LINE_HEAD]} {line[-_LINE_TAIL:]}"
        for line in prompt.splitlines()
    )


def _is_sentence(line: str) -> bool:
    """Whether a line can only be a sentence; cheaper than a look at all that programs write."""
    first = line.split(" ", 1)[0]
    has_case = first.isalpha() and not (len(first) > 1 and first.isascii() and first.isupper())
    return has_case and first not in _OPENERS and _MARKS.isdisjoint(line)


def _is_program(line: str) -> bool:
    return re.compile(_PROGRAM).match(line) is not None


def _without_blocks(text: str) -> str:
    """The text without blocks of code, patches, and places in traces with their line of code."""
    if "```" in text or "~~~" in text:
        text = re.compile(_FENCE).sub("\n", text)
    if "+++ " in text or "diff --git" in text:
        text = re.compile(_PATCH).sub("\n", text)
    if "\n" in text:
        text = re.compile(_TRACED).sub("", text)
    return re.compile(_WRAPPER).sub("\n", text) if "<" in text else text
