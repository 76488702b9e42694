"""Finds tickets in prompts: SHOP-12, #34, PR 5, and the addresses of issues and pull requests."""

import re

# Names with a number that are no tickets.
_NUMBERED = (
    "utf|iso|sha|aes|rsa|md|tls|ssl|http|https|gpt|rfc|cve|step|phase|option|part|error|code|port|v"
)
_TICKET = (
    rf"(?<![\w-])(?!(?i:{_NUMBERED})-)(?:[A-Z][A-Z0-9]{{1,9}}-[1-9]\d{{0,5}}|[a-z]{{2,10}}-[1-9]\d{{2,5}})\b"
    r"|(?:(?<!\w)\#|(?i:\bPR) ?\#?|/pull/|/issues/|/merge_requests/)(\d{1,6})\b"
)
# "Let's go with #2 and #3" chooses from a list, unless the prompt speaks of issues.
_ISSUE_WORD = (
    r"\b(?:issues?|tickets?|bugs?|PRs?|see|fix(?:es|ed)?|close[sd]?|resolve[sd]?|\w+-\d{2,})\b"
)
_AND = r"\s*(?:,|/|&|and|und|et|y|e|en|и|or|oder|ou|o)\s*"
_SMALL = r"(?<!\w)\#(?:1?\d|20)\b"
_CHOSEN = r"(?i:\b(?:with|option|do|choose|pick|take|number|point|item|step|like|prefer|skip|drop|ignore)\s+)"
_CHOICE = rf"(?:{_CHOSEN}|{_SMALL}{_AND}|^\s*){_SMALL}(?!:)(?:{_AND}{_SMALL})*"


def tickets_in(text: str) -> frozenset[str]:
    """The tickets that a text names, in lower case; a pull request is its number."""
    if not ("-" in text or "#" in text or "/" in text or "pr" in text.lower()):
        return frozenset()
    if "#" in text and not re.compile(_ISSUE_WORD, re.IGNORECASE).search(text):
        text = re.compile(_CHOICE, re.MULTILINE).sub(" ", text)
    matches = re.compile(_TICKET).finditer(text)
    return frozenset("#" + m.group(1) if m.group(1) else m.group(0).lower() for m in matches)


def first_ticket(text: str) -> str:
    """The first ticket as it is written, or "" if there is none."""
    tickets = tickets_in(text)
    for match in re.compile(_TICKET).finditer(text):
        ticket = f"#{match.group(1)}" if match.group(1) else match.group()
        if ticket.lower() in tickets:
            return ticket
    return ""


def begins_with_ticket(text: str) -> bool:
    """Whether a text begins with a ticket."""
    return re.compile(_TICKET).match(text) is not None


def without_tickets(text: str) -> str:
    """The text without its tickets."""
    return re.compile(_TICKET).sub(" ", text)
