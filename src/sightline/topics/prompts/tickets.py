"""Finds tickets in prompts: SHOP-12, #34, PR 5, and the addresses of issues and pull requests."""

import re

# Names with a number that are no tickets: standards and encodings, what is counted, colours, versions.
_STANDARDS = (
    "utf|iso|iec|ieee|din|ansi|nist|fips|ietf|rfc|std|ecma|es|pep|jsr|jep|eip|erc|bip|slip|caip|cve|cwe"
    "|ghsa|wcag|pkcs|sha|sha3|aes|rsa|ecdsa|ed|curve|hs|rs|hmac|crc|md|blake|ripemd|base|tls|ssl|https?"
    "|gpt|covid|ascii|latin|cp|windows"
)
# Names of parts that count in every case, and words that count only as they are written in lower case.
_PARTS = "step|phase|option|part|error|code|status|exit|port|v"
_COUNTED = (
    "chunk|block|batch|page|line|row|col|column|item|size|width|height|level|layer|top|last|text|bg"
    "|gr[ae]y|slate|zinc|red|orange|amber|yellow|green|teal|cyan|sky|blue|indigo|violet|purple|pink|rose"
)
# A letter with a number, as in "L20-40", is a range of lines or cells.
_NO_KEY = rf"(?!(?i:{_STANDARDS}|{_PARTS}|gh)-|(?:{_COUNTED})-|[A-Z]\d+-)"
# In lower case, a year or a power of two is a version or a size, unless it is in the name of a branch.
_NO_SIZE = r"(?!(?<!/)[a-z]+-(?:(?:19|20)\d\d|128|256|512|1024|2048|4096|8192|16384|32768|65536)\b)"
_NUMBER_OF_ISSUE = (
    r"(?:(?<!\w)\#|(?i:\bPR) ?\#?|/pull/|/issues/|/merge_requests/)(\d{1,6})\b"
    # In words, and as GitHub abbreviates it; a single digit may count issues.
    r"|(?i:\b(?:issue|pull request|merge request|MR) \#?|(?<![\w-])gh-\#?)([1-9]\d{1,5})\b"
)
_TICKET = (
    rf"(?<![\w-]){_NO_KEY}(?:[A-Z][A-Z0-9]{{1,9}}-[1-9]\d{{0,5}}|{_NO_SIZE}[a-z]{{2,10}}-[1-9]\d{{2,5}})\b"
    rf"|{_NUMBER_OF_ISSUE}"
)
_MARKS = ("-", "#", "/", "pr", "issue", "request", "mr")
# "Let's go with #2 and #3" chooses from a list, unless the prompt speaks of issues.
_ISSUE_WORD = (
    r"\b(?:issues?|tickets?|bugs?|PRs?|see|fix(?:es|ed)?|close[sd]?|resolve[sd]?|\w+-\d{2,})\b"
)
_AND = r"\s*(?:,|/|&|and|und|et|y|e|en|и|or|oder|ou|o)\s*"
_SMALL = r"(?<!\w)\#(?:1?\d|20)\b"
_CHOSEN = (
    r"(?i:\b(?:with|option|do|choose|pick|take|number|point|item|step|like|prefer|skip|drop|ignore|image"
    r"|text|figure|screenshot)\s+)"
)
_CHOICE = rf"(?:{_CHOSEN}|{_SMALL}{_AND}|^\s*){_SMALL}(?!:)(?:{_AND}{_SMALL})*"


def tickets_in(text: str) -> frozenset[str]:
    """The tickets that a text names, in lower case; a pull request is its number."""
    lowered = text.lower()
    if not any(mark in lowered for mark in _MARKS):
        return frozenset()
    if "#" in text and not re.compile(_ISSUE_WORD, re.IGNORECASE).search(text):
        text = re.compile(_CHOICE, re.MULTILINE).sub(" ", text)
    return frozenset(_written(match).lower() for match in re.compile(_TICKET).finditer(text))


def first_ticket(text: str) -> str:
    """The first ticket as it is written, or "" if there is none."""
    tickets = tickets_in(text)
    for match in re.compile(_TICKET).finditer(text):
        ticket = _written(match)
        if ticket.lower() in tickets:
            return ticket
    return ""


def _written(match: re.Match[str]) -> str:
    """A ticket as it is written; an issue or a pull request is its number."""
    number = match.group(1) or match.group(2)
    return f"#{number}" if number else match.group()


def begins_with_ticket(text: str) -> bool:
    """Whether a text begins with a ticket."""
    return re.compile(_TICKET).match(text) is not None


def without_tickets(text: str) -> str:
    """The text without its tickets."""
    return re.compile(_TICKET).sub(" ", text)
