"""Names for topics as a person would give them: the ticket, and what the first prompt asks for.

Never word lists, and nothing of stack traces, timestamps or the machine's paths. `topics.naming.program_text`
tells what a program wrote, `topics.naming.preamble` what people say before a request.
"""

import re
from collections.abc import Sequence

from sightline.text.fence import cut, one_line
from sightline.topics.naming.preamble import is_role, without_preamble
from sightline.topics.naming.program_text import (
    TIMESTAMP,
    described_error,
    message_of,
    named_code,
    named_error,
    named_file,
    worst_line,
    written_lines,
)
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.prompt_text import without_pasted
from sightline.topics.prompts.tickets import first_ticket

TITLE_CHARACTERS = 60
_HEAD = 600
_LEAST_CHARACTERS = 3
# So few words need the error beside them.
_FEW_WORDS = 3
_MOST_LINES = 8
# A title that says something has so many words, and not only words of routine work.
_LEAST_NAMED = 2
_URL = r"https?://\S+"
_ABSOLUTE_PATH = r"(?<![\w.@+-])(@?)(?:[A-Za-z]:|~)?(?:[/\\][\w.@+-]+){2,}[/\\]([\w.@+-]+)"
# A path below the project, of which the name says enough.
_RELATIVE_PATH = (
    r"(?<![\w./@+-])(@?)(?:[\w.+-][\w.@+-]*/)+([\w.@+-]+\.\w{1,5})\b(?:#L\d+(?:-L?\d+)?)?"
)
# A file that somebody mentions within a sentence.
_MENTION = r"(?<=\S )@(?=[\w.-]+\.\w)"
_FILE = r"@?[\w.@+-]*\w\.[A-Za-z]\w{0,4}(?::\d+)*"
# Files before a request that names its subject otherwise.
_FILES = rf"^((?:{_FILE}[ ,]+)*{_FILE})(?:[ ,:]*$|[:,]? +(?=\S))"
_END_OF_CLAUSE = r"[.?!;]+(?:\s|$)|[。？！；]|\n"
_DASH = r"\s+[-–—]+\s+"
_LONGEST_LEAD = 30
# Where a long clause may end: at a comma, or before a condition, a purpose or a relative clause.
_CONDITION = (
    r"[,，、]|\s(?:when|if|while|which|so that|but|instead|because|wenn|falls|sobald|damit|aber|weil|quand|lorsque"
    r"|mais|pour que|parce que|cuando|pero|para que|porque|quando|mas|però|perché|als|maar|zodat|omdat|когда|если"
    r"|но|чтобы|потому)\s"
)
_LEAST_CUT = 20
# So much of what follows a comma or a condition must fit, or it is left out.
_LEAST_FOLLOWING = 7
# A sentence that begins with its condition says after it what it is about.
_LEADING_CONDITION = (
    r"(?i)^(?:when(?:ever)?|if|given|while|once|after|as soon as|wenn|falls|sobald|nachdem|quand|lorsque|si|cuando"
    r"|si|quando|se|als|wanneer|zodra|когда|если|как только|当|如果|とき)\b[^,，]{4,}?[,，]\s*"
    r"(?:(?:then|dann|alors|entonces|então|allora|dan|то|тогда)\s+)?(?=\S+\s\S)"
)
_CJK_CONDITION = r"^(?:当|如果|若)[^，,]{2,}[，,](?=\S{4})"
_LIST_MARK = r"^[\s\-*•+#>¿¡]*(?:\d{1,2}[.)] +)?(?:\[( |x|X)?\] *)?"
_DONE = r"^[\s\-*•+]*\[[xX]\] "
_IN_BRACKETS = r"^\[([\w#-]+)\]:?\s+(?=\S)"
_THIS = (
    r"(?i)\b(?:this|the above)(?: (?:function|code|method|class|query|component|snippet|file|hook|thing|script"
    r"|type))?(?=$|[ ,:])(?! (?:way|time|one|case|week|morning)\b)"
)
# What happens is said by the error above it.
_HAPPENS = (
    r"(?i)^(?:it |this |das |dies |ça |cela |esto |isso |questo |dit |это )?(?:happens|occurs|appears|passiert|tritt"
    r"|arrive|se produit|ocurre|pasa|sucede|acontece|ocorre|succede|gebeurt|treedt|происходит|возникает|случается)\b"
)
# The last part of an address that describes its subject in words.
_SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+){2,}$"
# The first word of a command is code.
_FLAG = r"^\S+ (?:\S+ )?-{1,2}\w"


def title_of(prompts: Sequence[str]) -> str:
    """The title of a topic with these prompts, the oldest first."""
    title = ticket = ""
    prompts = [without_pasted(prompt) for prompt in prompts]
    for prompt in prompts:
        ticket = ticket or first_ticket("\n".join(written_lines(prompt))[:_HEAD])
        if extract_features(prompt).is_trivial or not (asked := _asked(prompt)):
            continue
        named = _finished(ticket, asked)
        if not is_vague(named):
            return named
        title = title or named
    for prompt in prompts:
        if error := described_error(prompt):
            return _finished(ticket, error)
    if not title and (asked := _asked(prompts[0])):
        title = _finished(ticket, asked)
    return title or _title_of_anything(prompts[0])


def is_vague(title: str) -> bool:
    """Whether a title names too little to tell the topic from others: "Run the tests", "ENT-12"."""
    features = extract_features(title)
    said = _named(title) or bool(features.chores)
    return said + bool(features.tickets) < _LEAST_NAMED


def _named(text: str) -> int:
    """How many words of a text name something; words of routine work count only beside others."""
    features = extract_features(text)
    return len(features.terms) + len(features.chores) if features.terms else 0


def _asked(prompt: str) -> str:
    """What a person asks for in a prompt; "" if only a program speaks."""
    lines = [_without_places(line) for line in written_lines(prompt)]
    files, clauses = _clauses([line for line in lines if line.strip()][:_MOST_LINES])
    if not clauses:
        return ""
    # "Implement the following plan:" names nothing; the heading after it does.
    clause = next(
        (c for c in clauses if _named(c) >= _LEAST_NAMED),
        next((c for c in clauses if extract_features(c).terms), clauses[0]),
    )
    return _with_subject(clause, prompt, files)


def _with_subject(clause: str, prompt: str, files: Sequence[str]) -> str:
    """The clause with what it points to: "refactor this" with the function below it."""
    says_little = _named(clause) < _LEAST_NAMED
    if not says_little and not extract_features(clause).cues.refers:
        error = named_error(prompt)
        if not error or error in clause:
            return clause
        is_open = len(clause.split()) <= _FEW_WORDS or re.compile(_HAPPENS).match(clause)
        return f"{error}: {clause}" if is_open else clause
    code = named_code(prompt)
    if code and code not in re.compile(r"\w+").findall(clause):
        pointed = re.compile(_THIS).sub(code, clause, count=1)
        name = f"`{code}`" if code.islower() and " " not in code else code
        return pointed if pointed != clause else f"{name}: {clause}"
    if not files and len(extract_features(clause).terms) == 1:
        files = [file] if (file := named_file(prompt)) else []
    if files and files[0] not in clause:
        return f"{files[0]}: {clause}"
    return (says_little and _described_by_address(prompt)) or clause


def _clauses(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files that lines begin with, and the clauses that say something."""
    files: list[str] = []
    clauses: list[str] = []
    for line in lines:
        if re.compile(_DONE).match(line):
            continue
        line = re.compile(TIMESTAMP).sub("", line).replace("**", "")
        line = re.compile(_LIST_MARK).sub("", line)
        line = re.compile(_IN_BRACKETS).sub(r"\1: ", line)
        if (named := re.compile(_FILES).match(line)) and (
            line.startswith("@") or named.end() == len(line)
        ):
            files += [name.lstrip("@") for name in re.compile(r"[ ,]+").split(named.group(1))]
            line = line[named.end() :]
        told = [without_preamble(piece) for piece in _pieces(line)]
        clauses += [clause for clause in told if _says_something(clause)]
    return files, clauses


def _pieces(line: str) -> list[str]:
    """The sentences of a line; what a dash separates from a short beginning stays with it."""
    pieces: list[str] = []
    for sentence in re.compile(_END_OF_CLAUSE).split(line.strip(" -*#>¿¡\t")):
        lead, *rest = re.compile(_DASH).split(sentence)
        if rest and len(lead) <= _LONGEST_LEAD:
            lead, rest = f"{lead}: {rest[0]}", rest[1:]
        pieces += [lead, *rest]
    return pieces


def _says_something(clause: str) -> bool:
    has_length = len(clause) >= _LEAST_CHARACTERS or clause > "\u2e80"
    return has_length and any(map(str.isalpha, clause)) and not is_role(clause)


def _finished(ticket: str, clause: str) -> str:
    """A clause as a title: with the ticket, or else a capital letter, and not too long."""
    clause = one_line(clause, _HEAD)
    if not ticket or ticket.lstrip("#") in clause:
        return _capital(_shortened(clause, TITLE_CHARACTERS))
    if len(clause.split()) == 1 and is_vague(clause):
        return f"{_capital(clause)} {ticket}"
    return f"{ticket}: {_shortened(clause, TITLE_CHARACTERS - len(ticket) - 2)}"


def _capital(title: str) -> str:
    """A title with a capital letter, unless it begins with code."""
    first = title.split(" ")[0].rstrip(",:!?")
    if not first.islower() or re.compile(_FLAG).match(title):
        return title
    letters = re.compile(r"['’-]").sub("", first)
    return title[:1].upper() + title[1:] if letters.isalpha() else title


def _shortened(clause: str, room: int) -> str:
    """A clause that fits: without a leading condition, and cut where it says enough, or at a word."""
    for condition in (_LEADING_CONDITION, _CJK_CONDITION):
        while len(clause) > room and (led := re.compile(condition).match(clause)):
            main = without_preamble(clause[led.end() :])
            if _named(main) < _LEAST_NAMED:
                break
            clause = main
    if len(clause) <= room:
        return clause
    space = clause.rfind(" ", 0, room)
    # Chinese and Japanese have no spaces between words.
    end = space if space > room // 2 else room - 1
    for piece in reversed([*re.compile(_CONDITION).finditer(clause, _LEAST_CUT, room + 1)]):
        shorter = clause[: piece.start()]
        if end - piece.end() < _LEAST_FOLLOWING and not is_vague(shorter):
            return shorter
    return cut(clause, end + 1) if end == room - 1 else clause[:end].rstrip(" ,;:-–") + "…"


def _without_places(text: str) -> str:
    """The text without addresses and folders of the machine."""
    text = re.compile(_ABSOLUTE_PATH).sub(r"\1\2", re.compile(_URL).sub(" ", text))
    text = re.compile(_RELATIVE_PATH).sub(r"\1\2", text)
    return re.compile(_MENTION).sub("", text)


def _described_by_address(prompt: str) -> str:
    """The words with which an address describes its subject: ".../ENT-12/login-page-hangs"."""
    address = re.compile(_URL).search(prompt)
    last = address.group().rstrip("/").rpartition("/")[2] if address else ""
    return last.replace("-", " ") if re.compile(_SLUG).match(last) and _named(last) else ""


def _title_of_anything(prompt: str) -> str:
    """A title for a prompt that asks for nothing: what a log says, or a ticket or an address."""
    if code := named_code(prompt):
        return code
    line = message_of(_without_places(worst_line(prompt)))
    if line.strip():
        return _finished("", line.strip())
    address = re.compile(_URL).search(prompt)
    last = address.group().rstrip("/").rpartition("/")[2] if address else prompt
    described = _described_by_address(prompt)
    ticket = first_ticket(prompt)
    return _finished(ticket, described) if described else ticket or one_line(last, TITLE_CHARACTERS)
