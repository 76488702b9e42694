"""Names for topics as a person would give them: the ticket, and what the first prompt asks for.

Never word lists, and nothing of stack traces, timestamps or the machine's paths.
"""

import re
from collections.abc import Sequence

from sightline.text.fence import one_line
from sightline.text.word_lists import word_set
from sightline.topics.cue_phrases import phrase_set
from sightline.topics.cues import cues_of
from sightline.topics.prompt_features import extract_features
from sightline.topics.tickets import first_ticket

TITLE_CHARACTERS = 60
_LEAST_CHARACTERS = 8
_HEAD = 600
_MOST_LINES = 8
# A title that says something has so many words, and not only words of routine work.
_LEAST_NAMED = 2
_URL = r"https?://\S+"
_ABSOLUTE_PATH = r"(?<![\w.@+-])(?:[A-Za-z]:|~)?(?:[/\\][\w.@+-]+){2,}[/\\]([\w.@+-]+)"
# A path below the project, of which the name says enough.
_RELATIVE_PATH = r"(?<![\w./@+-])(?:[\w.@+-]+/){2,}([\w.@+-]+\.\w{1,5})\b"
# What a log or a shell puts before a line.
_LINE_HEAD = (
    r"^(?:.*\S@\S+[:~ ].*?[$#%] |(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\b:?|\[[^\]]*\]|\s)+"
)
_ERROR = r"\b([A-Z]\w*(?:Error|Exception|Panic|Fault|Warning)|panic|segfault)\b"
_SOURCE_FILE = r"([\w-]+\.[a-z]{1,5})\b[\"',]*(?:[:, ]|$)"
# Lines that a program wrote: traces, logs, timestamps, assertions of a test runner, JSON, tags.
_PROGRAM = (
    r"^\s*(?:Traceback|at \S+\(|At \S+ \(\S+:\d|E\s{2,}|>\s|\$\s|```|={3}|-{3}|\[?\d\d:\d\d|\[signal|\[\{?\w+\.\w+:\d"
    r"|\d{4}-\d\d-\d\d[T ]|\d{1,4}/\d{1,2}/\d{1,4},? |[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d"
    r"|(?:ERROR|WARN|INFO|DEBUG|FATAL)\b|Error:|error:|error\[|thread '|panic|PHP |Caused by"
    r"|Exception in|\w+(?:Error|Exception)\b:|npm ERR|FAILED|Job failed)"
    r"|^\s*(?:[{}\[\]]+,?\s*$|\"[\w-]+\": |//|<[/\w][^<>]*>?\s*$)"
    # A line of a test run; anywhere in a line: a place in a trace, and the prompt of a shell.
    r"|^\S+\.\w{1,5} [.FEsxX]+\s*(?:\[|$)|File \"[^\"]+\", line|[\w/]\.\w{1,5}:\d+: in |^\s*(?:\(\S+\) )?\S+@\S+[:~ ].*[$#%] "
)
# A place in a trace with the line of code there; a time of day on a date.
_TRACED = r"(?m)^\s*(?:File \"|\S+\.\w{1,5}:\d+: in ).*(?:\n[ \t]+.*)?"
_TIMESTAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s*"
_END_OF_CLAUSE = r"[.?!;](?:\s|$)|[。？！；]|\s[-–—]\s|\n|\s(?:because|weil|parce que|porque)\s"
# Where a long clause may end: at a comma, or before a condition, a purpose or a relative clause.
_CONDITION = (
    r"[,，、]|\s(?:when|if|while|which|so that|but|instead|wenn|falls|sobald|damit|aber|quand|lorsque|mais"
    r"|pour que|cuando|pero|para que|quando|mas|però|perché|als|maar|zodat|когда|если|но|чтобы)\s"
)
_LEAST_CUT = 20
# What may only lead to a request: a few words before a colon or a comma.
_TURN = r"([^:：,，、]{2,30})[:：,，、]\s*(?=\S)"
_CJK_PREAMBLE = (
    r"^(?:(?:另外|顺便|换个话题|别的事|你好|您好|请帮我|请|麻烦你|麻烦|帮我|能不能"
    r"|お疲れ様です|お疲れさまです|こんにちは|おはようございます|すみません|別件ですが|別件で|別件|ところで"
    r"|話は変わりますが|ちなみに|안녕하세요|수고하십니다|다른 얘기인데|그런데)[，,、。：:！!\s]*)+"
)
# "You are a senior engineer": who is to do it is no part of what is to be done.
_ROLE = (
    r"(?i)^(?:you are|act as|du bist|tu es|vous êtes|eres|sei|você é|ты|вы)"
    r" (?:an? |eine? |un[ae]? |uma? |опытный |сеньор |senior |эксперт |разработчик )\S|^выступай в роли"
)
# "por" alone begins a question.
_PLEASE = r"(?i)\bp(?:or favor|er favore)\b,?\s*"
# Said before a request without being part of it; dropped from the beginning again and again.
_PREAMBLE = word_set(
    """
    q hey hi hello ok okay yes no um umm uh guess think so well now good great please pls can could
    would you we i us me lets let's
    want need to have should must just also and but then maybe next thing first btw different else
    something morning i'd i'm love like for the a an there is are amazing perfect thanks thank hmm
    completely totally entirely quite topic subject ganz völlig etwas was anderes anderes thema tout
    complètement autre chose sujet otra cosa otro tema outra coisa outro assunto altra cosa altro
    argomento un'altra heel iets anders совсем другое
    bitte kannst könntest du jetzt noch und ich möchte bräuchte will wir müssen brauchen mal gut hallo moin
    peux tu peux-tu pourrais-tu pourriez-vous pouvez vous pouvez-vous est-ce que il faut faudrait je
    voudrais j'aimerais et alors bon bonjour salut maintenant
    kun kan kunt zou je u alsjeblieft graag nu hoi
    puedes podrías necesito quiero quisiera ahora y bueno hola pode poderia você preciso queria agora olá
    puoi potresti potrebbe vorrei ora ciao
    можешь можете мог могли бы ты вы пожалуйста нужно надо давай теперь и привет
    """
)
_PREAMBLE_PHRASES = phrase_set(
    """
    is it possible to, would it be possible to, what's up, follow up, heads up, up, i'd like you to,
    i would like you to, i want you to, i need you to, take a look at, have a look at, help me,
    es posible, sería posible, me gustaría que, me gustaría, me ayudas a,
    je n'arrive pas à, n'arrive pas à, aide moi à, aide-moi à,
    hilf mir, ist es möglich, wäre es möglich, wäre es möglich dass,
    é possível, eu gostaria de, gostaria de, gostaria que, não consigo, è possibile, mi piacerebbe,
    is het mogelijk om, не могли бы вы, не мог бы ты, не могли бы, можно ли
    """
)
_LONGEST_PREAMBLE = 5


def title_of(prompts: Sequence[str]) -> str:
    """The title of a topic with these prompts, the oldest first."""
    titles = [_title(p) for p in prompts if not extract_features(p).is_trivial]
    titles = [title for title in titles if title]
    for title in titles:
        if not is_vague(title):
            return title
    for prompt in prompts:
        if title := _title_of_error(prompt):
            return title
    if titles:
        return titles[0]
    text = re.compile(_LINE_HEAD).sub("", _without_places(prompts[0]))
    return one_line(text, TITLE_CHARACTERS) or _title_of_address(prompts[0])


def _title_of_address(prompt: str) -> str:
    """The ticket of a prompt that is only an address, or the last part of the address."""
    address = re.compile(_URL).search(prompt)
    last = address.group().rstrip("/").rpartition("/")[2] if address else prompt
    return first_ticket(prompt) or one_line(last, TITLE_CHARACTERS)


def is_vague(title: str) -> bool:
    """Whether a title names too little to tell the topic from others: "Run the tests"."""
    features = extract_features(title)
    named = len(features.terms) + len(features.chores) if features.terms else 0
    return not features.tickets and named < _LEAST_NAMED


def _without_places(text: str) -> str:
    """The text without addresses, times and the folders of the machine."""
    text = re.compile(_TIMESTAMP).sub("", re.compile(_URL).sub(" ", text))
    text = re.compile(_ABSOLUTE_PATH).sub(r"\1", text)
    return re.compile(_RELATIVE_PATH).sub(r"\1", text)


def _title(prompt: str) -> str:
    text = _without_places(re.compile(_TRACED).sub("", prompt[:_HEAD]))
    written = [line for line in text.splitlines() if line.strip() and not _is_program(line)]
    clauses = [clause for line in written[:_MOST_LINES] for clause in _clauses(line)]
    if not clauses:
        return ""
    # "Implement the following plan:" names nothing; the heading after it does.
    clause = next(
        (c for c in clauses if not is_vague(c)),
        next((c for c in clauses if extract_features(c).terms), clauses[0]),
    )
    ticket = first_ticket(prompt[:_HEAD])
    if ticket and ticket.lstrip("#") not in clause:
        clause = f"{ticket}: {clause}"
    first = clause.split()[0].rstrip(":,")
    if first.islower() and first.isalpha():
        clause = clause[:1].upper() + clause[1:]
    return one_line(_shortened(clause), TITLE_CHARACTERS)


def _shortened(clause: str) -> str:
    """A long clause up to a comma or to when and why it happens, if that says enough."""
    if len(clause) <= TITLE_CHARACTERS:
        return clause
    for piece in re.compile(_CONDITION).finditer(clause, _LEAST_CUT, TITLE_CHARACTERS):
        if not is_vague(shorter := clause[: piece.start()]):
            return shorter
    return clause


def _clauses(line: str) -> list[str]:
    """The clauses of a line that say something, without what people say before them."""
    pieces = re.compile(_END_OF_CLAUSE).split(
        re.compile(_TIMESTAMP).sub("", line).strip(" -*#>¿¡\t")
    )
    told = [_without_preamble(piece) for piece in pieces]
    return [
        clause
        for clause in told
        if any(map(str.isalpha, clause))
        and (len(clause) >= _LEAST_CHARACTERS or clause > "\u2e80")
        and not re.compile(_ROLE).match(clause)
    ]


def _without_turn(clause: str) -> str:
    """A clause without the words that lead to it: "another task: ", "by the way, "."""
    led = re.compile(_TURN).match(clause)
    return clause[led.end() :] if led and cues_of(led.group(1)).leaves else clause


def _without_preamble(clause: str) -> str:
    if re.compile(_ROLE).match(clause):
        return clause
    clause = _without_turn(clause)
    words = re.compile(_CJK_PREAMBLE).sub("", re.compile(_PLEASE).sub("", clause)).split()
    plain = [word.strip(",:.!…)¿¡").lower().replace("’", "'") for word in words]
    start = 0
    while start < len(words) - 1 and words[start].startswith("@"):
        start += 1  # files that some assistants are given before the request
    while start < len(words) - 2 and (size := _preamble_at(plain, start)):
        start += min(size, len(words) - 1 - start)
    return " ".join(words[start:]).strip(" ,:¿¡")


def _preamble_at(words: list[str], start: int) -> int:
    """How many words from here on only lead to the request."""
    for size in range(_LONGEST_PREAMBLE, 1, -1):
        if " ".join(words[start : start + size]) in _PREAMBLE_PHRASES:
            return size
    return int(words[start] in _PREAMBLE or words[start] in _PREAMBLE_PHRASES)


def _is_program(line: str) -> bool:
    return re.compile(_PROGRAM).search(line) is not None


def _title_of_error(prompt: str) -> str:
    """The kind of error and the file it names, for a prompt that is only a trace."""
    error = re.compile(_ERROR).search(prompt)
    file = re.compile(_SOURCE_FILE).search(prompt)
    if error is None:
        return ""
    return f"{error.group(1)} in {file.group(1)}" if file else error.group(1)
